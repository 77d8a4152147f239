// What each method of the wheel promises to whoever calls it from a callback: its result, and who is here after it.

/** In ticks. */
export const TIMEOUT = 30;
const OWN_TIMEOUT = 7;

/** Who is here, as the contract has it. */
export class World {
  /** uid → ticks left, 0 when due, and value. */
  here = new Map();
  /** Who was delivered by the call itself. */
  delivered = [];
  closed = false;
  /** Listeners are being called, so that `tick()` does nothing. */
  isDelivering;

  constructor(isDelivering) {
    this.isDelivering = isDelivering;
  }

  touch(uid, { timeout = TIMEOUT, ...given } = {}) {
    const before = this.here.get(uid);
    this.here.set(uid, { value: before?.value, ...given, left: timeout + 1 });
    return before === undefined;
  }

  tick() {
    if (this.isDelivering) return 0;
    const due = [...this.here.keys()].filter((uid) => this.here.get(uid).left === 0);
    for (const uid of due) this.here.delete(uid);
    this.delivered.push(...due);
    return due.length;
  }

  clear() {
    this.here.clear();
  }

  close() {
    const entries = sorted([...this.here].map(([uid, { value }]) => [uid, value]));
    this.clear();
    this.closed = true;
    return entries;
  }

  get ticksToExpiry() {
    return Math.min(...[...this.here.values()].map(({ left }) => left));
  }
}

const sorted = (entries) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * `call` makes the call and gives its result, `promise` does the same to the world; where only a range is promised it gives a function
 * that judges the result. `closed`: the result on a closed wheel, where it is no error.
 */
export const METHODS_OF_A_UID = {
  touch: {
    call: ({ wheel, uid }) => wheel.touch(uid),
    promise: (world, uid) => world.touch(uid),
  },
  'touch with options': {
    call: ({ wheel, uid, tickMs }) => wheel.touch(uid, { value: 'given', timeout: OWN_TIMEOUT * tickMs }),
    promise: (world, uid) => world.touch(uid, { value: 'given', timeout: OWN_TIMEOUT }),
  },
  touchMany: {
    call: ({ wheel, uid }) => wheel.touchMany([uid, 'another', uid]),
    promise: (world, uid) => Number(world.touch(uid)) + Number(world.touch('another')),
  },
  handle: {
    call({ wheel, uid }) {
      const handle = wheel.handle(uid);
      return [handle.uid, handle.alive];
    },
    promise(world, uid) {
      world.touch(uid);
      return [uid, true];
    },
  },
  'handle.touch': {
    call: ({ handles, uid }) => handles.get(uid).touch(),
    promise: (world, uid) => world.here.has(uid) && !world.touch(uid),
    closed: false,
  },
  'handle.delete': {
    call: ({ handles, uid }) => handles.get(uid).delete(),
    promise: (world, uid) => world.here.delete(uid),
    closed: false,
  },
  'handle.alive': {
    call: ({ handles, uid }) => handles.get(uid).alive,
    promise: (world, uid) => world.here.has(uid),
    closed: false,
  },
  has: {
    call: ({ wheel, uid }) => wheel.has(uid),
    promise: (world, uid) => world.here.has(uid),
  },
  get: {
    call: ({ wheel, uid }) => wheel.get(uid),
    promise: (world, uid) => world.here.get(uid)?.value,
  },
  remaining: {
    call({ wheel, uid, tickMs }) {
      const ms = wheel.remaining(uid);
      return ms === undefined ? undefined : ms / tickMs;
    },
    promise: (world, uid) => world.here.get(uid)?.left,
  },
  delete: {
    call: ({ wheel, uid }) => wheel.delete(uid),
    promise: (world, uid) => world.here.delete(uid),
  },
};

export const METHODS_OF_ALL = {
  clear: {
    call: ({ wheel }) => wheel.clear(),
    promise: (world) => world.clear(),
  },
  tick: {
    call: ({ wheel }) => wheel.tick(),
    promise: (world) => world.tick(),
  },
  size: {
    call: ({ wheel }) => wheel.size,
    promise: (world) => world.here.size,
    closed: 0,
  },
  ticksToExpiry: {
    call: ({ wheel }) => wheel.ticksToExpiry,
    promise: (world) => (ticks) => Number.isInteger(ticks) && ticks >= 1 && ticks <= Math.max(1, world.ticksToExpiry),
    closed: undefined,
  },
  iteration: {
    call: ({ wheel }) => [...wheel].sort(),
    promise: (world) => [...world.here.keys()].sort(),
  },
  entries: {
    call: ({ wheel }) => sorted([...wheel.entries()]),
    promise: (world) => sorted([...world.here].map(([uid, { value }]) => [uid, value])),
  },
  on: {
    call: ({ wheel, listen }) => typeof wheel.on('expire', listen),
    promise: () => 'function',
  },
  'the function that on() returned': {
    call: ({ stop }) => stop(),
    promise: () => undefined,
    closed: undefined,
  },
  expirations: {
    call: ({ wheel, read }) => read(wheel.expirations()),
    promise: () => undefined,
  },
  stats: {
    call({ wheel }) {
      const { size, slots } = wheel.stats();
      return [size, slots.flat().reduce((sum, count) => sum + count, 0)];
    },
    promise: (world) => [world.here.size, world.here.size],
    closed: [0, 0],
  },
  close: {
    call: ({ wheel }) => sorted(wheel.close()),
    promise: (world) => world.close(),
    closed: [],
  },
  'Symbol.dispose': {
    call: ({ wheel }) => wheel[Symbol.dispose](),
    promise(world) {
      world.close();
    },
    closed: undefined,
  },
};
