import type * as api from './api.d.ts';
import type { Handle, TouchOptions, Uid, WheelOptions, WheelStats } from './api.d.ts';
import { type Driver, ManualDriver } from './driver.ts';
import { Emitter } from './emitter.ts';
import { engine, isBroken } from './engine.ts';
import { show } from './errors.ts';
import { Expirations } from './expirations.ts';
import { IntervalDriver } from './interval.ts';
import { data } from './memory.ts';
import { readOptions, readSignal, type Settings, timeoutTicks } from './options.ts';
import { KEEP, Roster } from './roster.ts';

/** Older hosts have no `Symbol.dispose`; compilers of `using` look for this one then. */
const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

const SLOTS = 31;
const noStats = (now: number) => ({ size: 0, now, touches: 0, expired: 0, lateBy: 0, memory: 0, pointer: now % SLOTS });
const noSlots = () => [new Array<number>(SLOTS).fill(0)];

const givenValue = <V>(options: TouchOptions<V>) => ('value' in options ? options.value : KEEP);

export class IdleWheel<V = undefined> implements api.IdleWheel<V> {
  // The class's own name is lost when the package is minified.
  static readonly name = 'IdleWheel';

  readonly #settings: Settings<V>;
  readonly #roster: Roster<V>;
  readonly #driver: Driver;
  readonly #listeners = new Emitter(['expire', 'expireBatch']);
  readonly #expirations = new Set<Expirations<V>>();
  /** Listeners are being called. */
  #delivering = false;
  /** Who was delivered in this turn, while anybody listens to that. */
  #batch: [Uid, V][] = [];
  #stopListening: () => void = () => {};
  /** As of `close()`. */
  #lastStats: WheelStats | undefined;

  constructor(options?: WheelOptions<V>) {
    const settings = readOptions(options);
    this.#settings = settings;
    this.#roster = new Roster<V>({
      timeoutTicks: settings.timeoutTicks,
      maxUids: settings.maxUids,
      capacity: settings.capacity,
      wake: () => this.#driver.wake(),
      rest: () => this.#rest(),
      expired: (uid, value) => this.#expired(uid, value),
    });
    const driven = {
      run: (ticks: number, budget: number) => this.#run(ticks, budget),
      isBusy: () => this.#delivering,
      failed: (error: unknown) => this.#failed(error),
    };
    this.#driver = settings.manual ? new ManualDriver(driven) : new IntervalDriver(driven, settings);
    if (settings.onExpire !== undefined) this.#listeners.add('expire', settings.onExpire);
    if (settings.signal !== undefined) this.#closeOn(settings.signal);
  }

  get size(): number {
    return this.#roster.size;
  }

  get ticksToExpiry(): number | undefined {
    const ticks = this.#roster.ask(engine.ticks_to_expiry, -1);
    return ticks < 0 ? undefined : ticks;
  }

  touch(uid: Uid, options?: TouchOptions<V>): boolean {
    if (options === undefined) return this.#roster.touch(uid);
    return this.#roster.touchWith(uid, this.#timeoutTicks(options), givenValue(options)) < 0;
  }

  touchMany(uids: readonly Uid[]): number {
    if (!Array.isArray(uids)) throw new TypeError(`uids is ${show(uids)}; it takes an array of uids`);
    return this.#roster.touchMany(uids);
  }

  handle(uid: Uid, options: TouchOptions<V> = {}): Handle {
    return this.#roster.handle(uid, this.#timeoutTicks(options), givenValue(options));
  }

  has(uid: Uid): boolean {
    return this.#roster.find(uid) !== undefined;
  }

  get(uid: Uid): V | undefined {
    const entry = this.#roster.find(uid);
    return entry === undefined ? undefined : this.#roster.value(entry);
  }

  remaining(uid: Uid): number | undefined {
    const entry = this.#roster.find(uid);
    return entry === undefined ? undefined : this.#roster.remaining(entry) * this.#settings.tickMs;
  }

  delete(uid: Uid): boolean {
    const entry = this.#roster.find(uid);
    if (entry !== undefined) this.#roster.delete(uid, entry);
    return entry !== undefined;
  }

  clear(): void {
    this.#roster.clear();
  }

  tick(): number {
    this.#roster.assertOpen();
    return this.#delivering ? 0 : this.#driver.tick();
  }

  [Symbol.iterator](): IterableIterator<Uid> {
    return this.#uids(this.entries());
  }

  entries(): IterableIterator<[Uid, V]> {
    this.#roster.assertOpen();
    return this.#roster.each();
  }

  on(event: 'expire' | 'expireBatch' | 'error', listener: (...args: never[]) => unknown): () => void {
    this.#roster.assertOpen();
    return this.#listeners.add(event, listener);
  }

  expirations(options?: { signal?: unknown }): AsyncIterableIterator<[Uid, V]> {
    this.#roster.assertOpen();
    if (options !== undefined && (typeof options !== 'object' || options === null)) {
      throw new TypeError(`options is ${show(options)}; it takes an object`);
    }
    // A signal that outlives the wheel holds this set through it, and not the wheel.
    const all = this.#expirations;
    const expirations = new Expirations<V>(readSignal(options?.signal), (ended) => all.delete(ended));
    if (!expirations.ended) all.add(expirations);
    return expirations;
  }

  stats(): WheelStats {
    const now = this.#roster.ticksBefore;
    return this.#roster.ask((wheel) => this.#count(wheel), { ...(this.#lastStats ?? noStats(now)), slots: noSlots() });
  }

  close(): [Uid, V][] {
    return this.#close();
  }

  [DISPOSE](): void {
    this.close();
  }

  #close(): [Uid, V][] {
    if (this.#roster.closed) return [];
    this.#driver.rest();
    try {
      this.#lastStats = { ...this.stats(), size: 0, memory: 0 };
      return this.#roster.close();
    } finally {
      for (const expirations of [...this.#expirations]) expirations.end();
      if (!this.#delivering) this.#listeners.release();
      this.#stopListening();
    }
  }

  *#uids(entries: Iterable<[Uid, V]>): Generator<Uid, undefined> {
    for (const [uid] of entries) yield uid;
  }

  #timeoutTicks(options: TouchOptions<V>): number {
    if (typeof options !== 'object' || options === null) throw new TypeError(`options is ${show(options)}; it takes an object`);
    return options.timeout === undefined ? 0 : timeoutTicks(options.timeout, this.#settings.tickMs);
  }

  #rest(): void {
    // Whoever arrives in a callback finds the timer running.
    if (this.#delivering) return;
    this.#driver.rest();
    this.#listeners.release();
  }

  #run(ticks: number, budget: number): number {
    let behind = false;
    try {
      this.#delivering = true;
      this.#listeners.hold();
      const expired = this.#roster.tick(ticks, budget);
      this.#deliverBatch();
      behind = expired >= budget && this.size > 0;
      return expired;
    } finally {
      this.#delivering = false;
      if (!behind) this.#listeners.release();
      if (this.size === 0) this.#driver.rest();
    }
  }

  #failed(error: unknown): void {
    // There is nothing more to wait for.
    if (isBroken()) this.#driver.rest();
    this.#listeners.failed(error);
  }

  #expired(uid: Uid, value: V): void {
    if (this.#listeners.has('expireBatch')) this.#batch.push([uid, value]);
    for (const expirations of this.#expirations) expirations.push(uid, value);
    this.#listeners.emit('expire', uid, value);
  }

  #deliverBatch(): void {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#listeners.emit('expireBatch', batch);
  }

  #count(wheel: number): WheelStats {
    const address = engine.count(wheel) >>> 0;
    const memory = data();
    const count = (number: number) => memory.getFloat64(address + 8 * number, true);
    const slots = (ring: number) => Array.from({ length: SLOTS }, (_, slot) => engine.slot_len(wheel, ring, slot));
    return {
      size: this.size,
      now: count(0),
      touches: count(1) + this.#roster.beats,
      expired: count(2),
      lateBy: this.#driver.lateBy,
      memory: count(3),
      pointer: count(4),
      slots: Array.from({ length: count(5) }, (_, ring) => slots(ring)),
    };
  }

  #closeOn(signal: NonNullable<Settings<V>['signal']>): void {
    if (signal.aborted) {
      // Not by a method that a subclass may have, whose fields don't exist yet.
      this.#close();
      return;
    }
    // A signal that outlives the wheel does not keep it.
    const wheel = typeof WeakRef === 'function' ? new WeakRef(this) : { deref: () => this };
    const close = () => wheel.deref()?.close();
    signal.addEventListener('abort', close);
    this.#stopListening = () => signal.removeEventListener('abort', close);
  }
}
