// A Timeout for each uid, kept in a Map and restarted by `refresh()`.

import { Timers } from './timeout.mjs';

class Refresh extends Timers {
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
