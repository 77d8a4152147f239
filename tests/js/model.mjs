// The contract as slow code: a Map from uid to deadline, looked through from end to end at every tick.
export class Model {
  now = 0;
  /** Who has fallen silent and is not yet delivered. */
  due = new Set();
  #timeout;
  #uids = new Map();

  /** The timeout in whole ticks. */
  constructor(timeout) {
    this.#timeout = timeout;
  }

  get size() {
    return this.#uids.size;
  }

  get uids() {
    return [...this.#uids.keys()];
  }

  has(uid) {
    return this.#uids.has(uid);
  }

  get(uid) {
    return this.#uids.get(uid)?.value;
  }

  touch(uid, options = {}) {
    const isNew = !this.#uids.has(uid);
    const entry = isNew ? { timeout: this.#timeout, value: undefined } : this.#uids.get(uid);
    if (options.timeout !== undefined) entry.timeout = options.timeout;
    if ('value' in options) entry.value = options.value;
    entry.deadline = undefined; // it counts as touched at the next tick
    this.#uids.set(uid, entry);
    this.due.delete(uid);
    return isNew;
  }

  delete(uid) {
    this.due.delete(uid);
    return this.#uids.delete(uid);
  }

  clear() {
    this.due.clear();
    this.#uids.clear();
  }

  /** Whole ticks left. */
  remaining(uid) {
    const entry = this.#uids.get(uid);
    if (entry === undefined) return undefined;
    if (entry.deadline === undefined) return entry.timeout + 1;
    return Math.max(0, entry.deadline - this.now);
  }

  deadline(uid) {
    return this.#uids.get(uid)?.deadline;
  }

  /** The exact number of ticks until someone expires. */
  get ticksToExpiry() {
    let least;
    for (const uid of this.#uids.keys()) {
      const left = this.remaining(uid);
      if (least === undefined || left < least) least = left;
    }
    return least;
  }

  /** n ticks in one go. */
  advance(n) {
    this.now += n;
    for (const [uid, entry] of this.#uids) {
      if (entry.deadline === undefined) entry.deadline = this.now + entry.timeout;
      else if (entry.deadline <= this.now) this.due.add(uid);
    }
  }

  /** The wheel says that it expired; the deadline it had, or undefined if it should not have. */
  delivered(uid) {
    if (!this.due.delete(uid)) return undefined;
    const { deadline } = this.#uids.get(uid);
    this.#uids.delete(uid);
    return deadline;
  }
}

/** mulberry32: numbers in [0, 1) that are the same on every run. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
