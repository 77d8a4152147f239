// undici's fast timers, from its own folder of them, and a Map of uids: a touch marks the timer, and half-second ticks look at every timer there is. undici 8 wants
// Node 22; this file is the same there.

class FastTimers {
  timers = new Map();
  fast;
  timeoutMs;
  stepMs;
  expired;

  constructor(fast, { timeoutMs, tickMs, onExpire }) {
    this.fast = fast;
    this.timeoutMs = timeoutMs;
    this.stepMs = tickMs;
    this.expired = (uid) => {
      this.timers.delete(uid);
      onExpire(uid);
    };
  }

  touch(uid) {
    const timer = this.timers.get(uid);
    if (timer === undefined) this.timers.set(uid, this.fast.setFastTimeout(this.expired, this.timeoutMs, uid));
    else timer.refresh();
  }

  delete(uid) {
    const timer = this.timers.get(uid);
    if (timer !== undefined) this.fast.clearFastTimeout(timer);
    return this.timers.delete(uid);
  }

  /** Two of its half-second ticks, as many as a second has. One ms of what it is given is lost on the way. */
  advance() {
    this.fast.tick(this.stepMs + 1);
  }

  get size() {
    return this.timers.size;
  }

  close() {
    for (const timer of this.timers.values()) this.fast.clearFastTimeout(timer);
  }
}

export const undici = {
  name: 'undici',
  about: "undici's fast timers, refresh()",
  package: 'undici',
  virtual: true,
  create: async (options) => new FastTimers((await import('undici/lib/util/timers.js')).default, options),
};
