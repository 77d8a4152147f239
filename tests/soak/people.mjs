// The books of a wheel: who is here, by touches, deletions and expiries alone, in a plain Map, with a pick at random.

export class People {
  #records = new Map();
  #uids = [];

  get size() {
    return this.#records.size;
  }

  get(uid) {
    return this.#records.get(uid);
  }

  has(uid) {
    return this.#records.has(uid);
  }

  add(uid, record) {
    record.place = this.#uids.length;
    this.#uids.push(uid);
    this.#records.set(uid, record);
  }

  /** The record that was there, if any. */
  remove(uid) {
    const record = this.#records.get(uid);
    if (record === undefined) return undefined;
    this.#records.delete(uid);
    const last = this.#uids.pop();
    if (last !== uid) {
      this.#uids[record.place] = last;
      this.#records.get(last).place = record.place;
    }
    return record;
  }

  clear() {
    this.#records.clear();
    this.#uids = [];
  }

  pick(random) {
    return this.#uids[Math.floor(random() * this.#uids.length)];
  }

  [Symbol.iterator]() {
    return this.#records[Symbol.iterator]();
  }
}
