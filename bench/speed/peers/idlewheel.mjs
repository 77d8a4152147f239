// idlewheel itself, from a folder that holds a build of it. Its own time is handed to it, so that ticks come when the measurement says.

class Touched {
  nowMs = 0;
  stepMs;
  wheel;

  constructor(IdleWheel, driver, { timeoutMs, tickMs, onExpire, capacity, realTime = false }) {
    this.stepMs = tickMs;
    const clock = driver === 'interval' && !realTime ? () => this.nowMs : undefined;
    this.wheel = new IdleWheel({ timeout: timeoutMs, tick: tickMs, driver, onExpire, clock, capacity });
  }

  touch(uid) {
    return this.wheel.touch(uid);
  }

  touchMany(uids) {
    return this.wheel.touchMany(uids);
  }

  handle(uid) {
    return this.wheel.handle(uid);
  }

  delete(uid) {
    return this.wheel.delete(uid);
  }

  advance() {
    this.nowMs += this.stepMs;
    this.wheel.tick();
  }

  get size() {
    return this.wheel.size;
  }

  close() {
    this.wheel.close();
  }
}

const WAYS = [
  { suffix: '', about: 'touch(uid)', driver: 'interval', touches: 'one' },
  { suffix: '-manual', about: "touch(uid), driver: 'manual'", driver: 'manual', touches: 'one' },
  { suffix: '-many', about: 'touchMany(uids), 64 at a time', driver: 'interval', touches: 'many' },
  { suffix: '-handle', about: 'handle.touch()', driver: 'interval', touches: 'handle' },
];

/** `load`: gives the package's module. Nothing is loaded before a peer is created. */
export const idlewheel = (name, title, load) =>
  WAYS.map(({ suffix, about, driver, touches }) => ({
    name: name + suffix,
    about: `${title}: ${about}`,
    family: name,
    way: suffix,
    driver,
    touches,
    virtual: true,
    browser: true,
    create: async (options) => new Touched((await load()).IdleWheel, driver, options),
  }));
