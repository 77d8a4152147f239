// A `setTimeout` for each uid, cleared and set anew by each touch.
export class Timeouts {
  #expired;
  #timeout;
  #uids = new Map();

  constructor({ timeout, expired }) {
    this.#timeout = timeout;
    this.#expired = expired;
  }

  get size() {
    return this.#uids.size;
  }

  /** True: it was not here. A timeout that is given stays the uid's own until it is gone. */
  touch(uid, ownTimeout) {
    const old = this.#uids.get(uid);
    clearTimeout(old?.timer);
    const timeout = ownTimeout ?? old?.timeout ?? this.#timeout;
    const timer = setTimeout(() => {
      this.#uids.delete(uid);
      this.#expired(uid);
    }, timeout);
    this.#uids.set(uid, { timer, timeout });
    return old === undefined;
  }

  delete(uid) {
    clearTimeout(this.#uids.get(uid)?.timer);
    return this.#uids.delete(uid);
  }
}
