// A Timeout for each uid, kept in a Map and restarted by `refresh()`.

class Refresh {
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

  touch(uid) {
    const timer = this.timers.get(uid);
    if (timer === undefined) this.add(uid);
    else timer.refresh();
  }

  add(uid) {
    const timer = setTimeout(this.expired, this.timeoutMs, uid).unref();
    this.timers.set(uid, timer);
    return timer;
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

/** For whoever has the uid's Timeout at hand, as on its socket, and needs no Map. */
class HeldRefresh extends Refresh {
  handle(uid) {
    const timer = this.add(uid);
    // A Timeout is its own handle: an object around it would be one more to fetch.
    Object.getPrototypeOf(timer).touch ??= timer.refresh;
    return timer;
  }
}

export const refresh = { name: 'refresh', about: 'a Map of Timeouts, refresh()', create: (options) => new Refresh(options) };
export const heldRefresh = {
  name: 'refresh-held',
  about: 'refresh() on Timeouts that are at hand',
  touches: 'handle',
  create: (options) => new HeldRefresh(options),
};
