// A host made of numbers: its clocks, timers and turns move only when a test says so.

/** Installs a fake host until the test ends. `kind`: what `setInterval` returns, and how it goes on after a late call. */
export function fakeHost(t, options) {
  const host = new FakeHost(options);
  const uninstall = host.install();
  t.after(uninstall);
  return host;
}

const START_OF_WALL_CLOCK = 1_700_000_000_000;

export class FakeHost {
  /** What the timers run on, in ms; the two clocks are offsets to it. */
  time = 0;
  calls = { performanceNow: 0, dateNow: 0, setInterval: 0, clearInterval: 0, setImmediate: 0 };
  /** Every duration that a timer function was given. */
  durations = [];
  /** By how much the next call of a timer comes late, in ms; negative: early. Asked once for each call. */
  lateness = () => 0;

  #kind;
  #clockOffset;
  #wallOffset;
  #timers = new Map();
  #lastId = 0;
  #immediates = [];

  /** kind: 'node' (objects; next call a period after the last), 'browser' (numbers; keeps to its beat), 'undefined' or 'bare' (mocks). */
  constructor({ kind = 'node', clock = 0, wall = START_OF_WALL_CLOCK } = {}) {
    this.#kind = kind;
    this.#clockOffset = clock;
    this.#wallOffset = wall;
  }

  get clock() {
    return this.time + this.#clockOffset;
  }

  /** The intervals that are armed now. */
  get intervals() {
    return [...this.#timers.values()];
  }

  get waitingImmediates() {
    return this.#immediates.length;
  }

  install() {
    const replacements = [
      [performance, 'now', () => this.#count('performanceNow', this.clock)],
      [Date, 'now', () => this.#count('dateNow', this.time + this.#wallOffset)],
      [globalThis, 'setInterval', (callback, ms, ...args) => this.#count('setInterval', this.#arm(callback, ms, args))],
      [globalThis, 'clearInterval', (handle) => this.#count('clearInterval', this.#disarm(handle))],
      [globalThis, 'setImmediate', (callback, ...args) => this.#count('setImmediate', this.#queue(callback, args))],
      [globalThis, 'clearImmediate', (entry) => this.#unqueue(entry)],
    ];
    const before = replacements.map(([object, name]) => [object, name, Object.getOwnPropertyDescriptor(object, name)]);
    for (const [object, name, value] of replacements) Object.defineProperty(object, name, { value, configurable: true, writable: true });
    return () => {
      for (const [object, name, descriptor] of before) {
        if (descriptor) Object.defineProperty(object, name, descriptor);
        else delete object[name];
      }
    };
  }

  /** Time passes and the loop runs: timers as they fall due, a turn of immediates after each. */
  advance(ms, afterEach = () => {}) {
    const end = this.time + ms;
    while (this.#step(end)) afterEach();
    this.time = Math.max(this.time, end);
  }

  /** Time passes while the loop is blocked: nothing is called. */
  block(ms) {
    this.time += ms;
  }

  /** The timers' part of one turn: whatever is due is called once, late as it is. */
  runTimers() {
    for (const timer of this.intervals) {
      if (timer.callAt <= this.time && this.#timers.has(timer.id)) this.#call(timer);
    }
  }

  /** The immediates' part of one turn: those that wait now, not those which they add. */
  runImmediates() {
    for (const entry of this.#immediates.splice(0)) entry.callback(...entry.args);
  }

  /** The monotonic clock jumps by itself. */
  stepClock(ms) {
    this.#clockOffset += ms;
  }

  /** The wall clock is set, or goes on while the machine sleeps and everything else stands still. */
  stepWall(ms) {
    this.#wallOffset += ms;
  }

  #count(name, result) {
    this.calls[name]++;
    return result;
  }

  #step(end) {
    if (this.#immediates.length > 0) {
      this.runImmediates();
      return true;
    }
    let next;
    for (const timer of this.#timers.values()) {
      if (timer.callAt <= end && (next === undefined || timer.callAt < next.callAt)) next = timer;
    }
    if (next === undefined) return false;
    this.time = Math.max(this.time, next.callAt);
    this.#call(next);
    return true;
  }

  #call(timer) {
    if (this.#kind === 'browser') {
      do timer.due += timer.period;
      while (timer.due <= this.time);
    } else {
      timer.due = this.time + timer.period;
    }
    timer.callAt = timer.due + this.lateness();
    timer.callback(...timer.args);
  }

  #arm(callback, period, args) {
    this.durations.push(period);
    const id = ++this.#lastId;
    const timer = { id, callback, args, period, due: this.time + period, refed: true };
    timer.callAt = timer.due + this.lateness();
    this.#timers.set(id, timer);
    if (this.#kind === 'browser') return id;
    if (this.#kind === 'undefined') return undefined;
    if (this.#kind === 'bare') return { id };
    return {
      id,
      ref() {
        timer.refed = true;
        return this;
      },
      unref() {
        timer.refed = false;
        return this;
      },
      hasRef: () => timer.refed,
      refresh: () => this.#refresh(timer),
      close: () => this.#disarm(id),
      [Symbol.toPrimitive]: () => id,
    };
  }

  #refresh(timer) {
    timer.due = this.time + timer.period;
    timer.callAt = timer.due + this.lateness();
  }

  #disarm(handle) {
    this.#timers.delete(typeof handle === 'object' && handle !== null ? handle.id : handle);
  }

  #queue(callback, args) {
    const entry = { callback, args, ref: () => entry, unref: () => entry, hasRef: () => true };
    this.#immediates.push(entry);
    return entry;
  }

  #unqueue(entry) {
    const at = this.#immediates.indexOf(entry);
    if (at >= 0) this.#immediates.splice(at, 1);
  }
}
