// A Map of the ticks in which everybody was last seen, all of which is looked through in each tick.

import { HandDriven, rethrow, timeoutTicks } from './common.mjs';

class Scan extends HandDriven {
  lastSeen = new Map();
  now = 0;
  timeout;
  onExpire;

  constructor(options) {
    super(options);
    const { timeoutMs, tickMs, onExpire } = options;
    this.timeout = timeoutTicks(timeoutMs, tickMs);
    this.onExpire = onExpire;
  }

  touch(uid) {
    this.lastSeen.set(uid, this.now);
  }

  delete(uid) {
    return this.lastSeen.delete(uid);
  }

  advance() {
    const { lastSeen, onExpire } = this;
    const thrown = [];
    const oldest = this.now - this.timeout;
    this.now++;
    for (const [uid, tick] of lastSeen) {
      if (tick > oldest) continue;
      lastSeen.delete(uid);
      try {
        onExpire(uid);
      } catch (error) {
        thrown.push(error);
      }
    }
    rethrow(thrown);
  }

  get size() {
    return this.lastSeen.size;
  }
}

export const scan = {
  name: 'scan',
  about: 'a Map of last-seen ticks, scanned in each tick',
  virtual: true,
  browser: true,
  create: (options) => new Scan(options),
};
