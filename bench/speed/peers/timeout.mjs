// A timer for each uid: cleared, and set anew, by each touch.

/** Timers in a Map. */
export class Timers {
  timers = new Map();
  timeoutMs;
  expired;

  constructor({ timeoutMs, onExpire }) {
    this.timeoutMs = timeoutMs;
    this.expired = (uid) => {
      this.timers.delete(uid);
      onExpire(uid);
    };
  }

  delete(uid) {
    clearTimeout(this.timers.get(uid));
    return this.timers.delete(uid);
  }

  get size() {
    return this.timers.size;
  }

  close() {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}

class Restarted extends Timers {
  touch(uid) {
    const timer = this.timers.get(uid);
    if (timer !== undefined) clearTimeout(timer);
    this.timers.set(uid, setTimeout(this.expired, this.timeoutMs, uid));
  }
}

export const timeout = {
  name: 'timeout',
  about: 'clearTimeout and setTimeout',
  browser: true,
  create: (options) => new Restarted(options),
};
