// A wheel in which three siblings fall due in one tick, and a call that is made from a callback when two of them have been delivered.
import { TIMEOUT, World } from './callback-matrix.mjs';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';

const SIBLINGS = ['sibling 1', 'sibling 2', 'sibling 3'];
/** Touched so many ticks after the siblings. */
const OTHERS = { witness: 3, bystander: 5 };
const FAULT = new Error('thrown by a listener');

/** Whom the call is about, given who was delivered before it, in order. */
export const TARGETS = {
  'the uid that just expired': ([, self]) => self,
  'a sibling delivered before it': ([before]) => before,
  'a sibling due in the same tick': ([before, self]) => SIBLINGS.find((uid) => uid !== before && uid !== self),
  'a bystander': () => 'bystander',
  'a new uid': () => 'new',
};

const act = (scene) => scene.act();
const abort = (scene) => scene.abort();

/**
 * What each place does once two of the siblings have been delivered. `afterwards`: no listener is being called then. `closes`: the
 * signal closes the wheel before the call, or after it.
 */
export const CALLBACKS = {
  'the onExpire option': { onExpire: act },
  'an expire listener': { expire: act },
  'an expireBatch listener': { expireBatch: act },
  'an error listener': {
    expire() {
      throw FAULT;
    },
    error: act,
  },
  'an error listener that hears of a rejection': { expire: () => Promise.reject(FAULT), error: act, afterwards: true },
  'the body of for await': { body: act, afterwards: true },
  "an abort listener older than the wheel's, in a callback": { expire: abort, older: act, closes: 'after' },
  "an abort listener younger than the wheel's, in a callback": { expire: abort, younger: act, closes: 'before' },
  "an abort listener older than the wheel's, between turns": { between: abort, older: act, closes: 'after', afterwards: true },
  "an abort listener younger than the wheel's, between turns": { between: abort, younger: act, closes: 'before', afterwards: true },
};

/** `fallDue`: the tick in which the siblings are due, up to where microtasks run; `rest`: what comes after these. */
export const DRIVERS = {
  manual: () => ({
    tickMs: 1,
    options: { driver: 'manual', tick: 1, timeout: TIMEOUT },
    // A closed wheel has no ticks, and an empty one needs none.
    tick: (wheel) => wheel.size > 0 && wheel.tick(),
    fallDue: (wheel) => wheel.tick(),
    rest() {},
    timers: [],
  }),
  interval: (t) => intervalDriver(t, {}),
  'interval, two a turn': (t) => intervalDriver(t, { maxPerTurn: 2 }),
};

function intervalDriver(t, options) {
  const host = fakeHost(t);
  return {
    tickMs: 1000,
    options: { timeout: TIMEOUT * 1000, ...options },
    tick: () => host.advance(1000),
    fallDue() {
      host.block(1000);
      host.runTimers();
    },
    rest: () => host.advance(0),
    get timers() {
      return host.intervals;
    },
  };
}

export class Scene {
  /** Who expired, in order, and in which tick. */
  expired = [];
  errors = [];
  // What the other ways of listening gave: those from before the call, and those that the call itself may begin.
  batches = [];
  read = [];
  heard = [];
  readLater = [];
  heardLater = [];
  /** Those of the iterators that came to an end. */
  ended = [];
  /** As of the call. */
  called;

  #driver;
  #callback;
  #method;
  #target;
  #wheel;
  #stop;
  #handles = new Map();
  #controller = new AbortController();
  #isCalling = false;

  constructor(driver, callback, method, target) {
    this.#driver = driver;
    this.#callback = callback;
    this.#method = method;
    this.#target = target;
    const { signal } = this.#controller;
    signal.addEventListener('abort', () => this.#at('older'));
    this.#wheel = new IdleWheel({ ...driver.options, signal, onExpire: (uid) => this.#onExpire(uid) });
    signal.addEventListener('abort', () => this.#at('younger'));
    this.#wheel.on('expire', () => this.#at('expire'));
    this.#stop = this.#wheel.on('expire', (uid) => this.heard.push(uid));
    this.#wheel.on('expireBatch', (batch) => {
      this.batches.push(...batch.map(([uid]) => uid));
      return this.#at('expireBatch');
    });
    this.#wheel.on('error', (error) => {
      this.errors.push(error);
      return this.#at('error');
    });
    this.#readAll(this.#wheel.expirations(), this.read, () => this.#at('body'));
  }

  get wheel() {
    return this.#wheel;
  }

  get uids() {
    return this.expired.map(({ uid }) => uid);
  }

  /** What a listener threw that was not meant to. */
  get problems() {
    return this.errors.filter((error) => error !== FAULT);
  }

  async play() {
    for (const uid of SIBLINGS) this.#add(uid);
    this.#add('new');
    this.#wheel.delete('new');
    for (let tick = 0; tick < TIMEOUT; tick++) {
      for (const [uid, touchedAt] of Object.entries(OTHERS)) if (tick === touchedAt) this.#add(uid);
      this.#driver.tick(this.#wheel);
    }
    this.#driver.fallDue(this.#wheel);
    await microtasks();
    this.#at('between');
    this.#driver.rest();
    await microtasks();
  }

  /** Called from the callback. */
  act() {
    const { uids } = this;
    const { now } = this.#wheel.stats();
    const uid = this.#target?.(uids);
    const world = this.#world(uids);
    if (this.#callback.closes === 'before') world.close();
    const promised = promise(this.#method, world, uid);
    this.#isCalling = true;
    const outcome = call(this.#method, {
      wheel: this.#wheel,
      uid,
      tickMs: this.#driver.tickMs,
      handles: this.#handles,
      stop: this.#stop,
      listen: (uid) => this.heardLater.push(uid),
      read: (iterator) => void this.#readAll(iterator, this.readLater),
    });
    this.#isCalling = false;
    const sizes = [this.#wheel.size, world.here.size];
    if (this.#callback.closes === 'after') world.close();
    this.called = { now, before: uids.length, heard: [...this.heard], world, promised, outcome, sizes };
  }

  abort() {
    this.#controller.abort();
  }

  #add(uid) {
    this.#handles.set(uid, this.#wheel.handle(uid, { value: `value of ${uid}` }));
  }

  #onExpire(uid) {
    if (this.#isCalling && !this.#callback.afterwards) throw new Error(`${uid} expired while another expiry was delivered`);
    this.expired.push({ uid, now: this.#wheel.stats().now });
    return this.#at('onExpire');
  }

  #at(place) {
    if (this.called === undefined && this.expired.length >= 2) return this.#callback[place]?.(this);
  }

  #world(delivered) {
    const world = new World(!this.#callback.afterwards);
    const left = { ...OTHERS, ...Object.fromEntries(SIBLINGS.filter((uid) => !delivered.includes(uid)).map((uid) => [uid, 0])) };
    for (const [uid, ticks] of Object.entries(left)) world.here.set(uid, { left: ticks, value: `value of ${uid}` });
    return world;
  }

  async #readAll(iterator, into, then) {
    for await (const [uid] of iterator) {
      into.push(uid);
      then?.();
    }
    this.ended.push(into);
  }
}

export async function microtasks() {
  for (let i = 0; i < 20; i++) await null;
}

function call(method, tools) {
  try {
    return method.call(tools);
  } catch (error) {
    return error.code ?? error;
  }
}

function promise(method, world, uid) {
  if (!world.closed) return method.promise(world, uid);
  return 'closed' in method ? method.closed : 'CLOSED';
}
