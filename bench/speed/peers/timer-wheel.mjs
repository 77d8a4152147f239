// timer-wheel's `ReschedulingTimerWheel`, which finds by the uid what it scheduled before. It reads `Date.now()` in each call, and has to be advanced. Version 1.0.0
// loses some of those who are in the slot of the present second and not yet due (it files them anew in the list that it is walking): so how long
// it takes until all have expired can't be measured.

import { HandDriven } from './common.mjs';

class Wheel extends HandDriven {
  wheel;
  timeoutMs;
  stepMs;
  onExpire;

  constructor(ReschedulingTimerWheel, options) {
    super(options);
    const { timeoutMs, tickMs, onExpire, realTime } = options;
    this.wheel = new ReschedulingTimerWheel();
    this.timeoutMs = timeoutMs;
    this.stepMs = realTime ? 0 : tickMs;
    this.onExpire = onExpire;
  }

  touch(uid) {
    this.wheel.schedule(uid, this.timeoutMs);
  }

  delete(uid) {
    return this.wheel.unschedule(uid);
  }

  advance() {
    // Its time is counted from here: so it goes on by a tick, and each call still reads the clock.
    this.wheel.base -= this.stepMs;
    for (const uid of this.wheel.advance()) this.onExpire(uid);
  }

  get size() {
    return this.wheel.items.size;
  }
}

export const timerWheel = {
  name: 'timer-wheel',
  about: 'timer-wheel, ReschedulingTimerWheel',
  package: 'timer-wheel',
  virtual: true,
  browser: true,
  losesSome: true,
  create: async (options) => new Wheel((await import('timer-wheel')).ReschedulingTimerWheel, options),
};
