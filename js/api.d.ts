// The public surface, kept by hand. It needs no DOM types and no Node types: whoever has them gets them, nobody else gets an error.
/// <reference lib="esnext.disposable" />

/** {@link IdleWheel}, what it takes and what it gives. `idlewheel/slim` has the same names. @packageDocumentation */

/** Whoever or whatever may fall silent: any string, exactly, or a safe integer. `1` and `"1"` are two. */
export type Uid = string | number;

/** A host's own class where its types are loaded, and nothing where they are not. */
type HostClass<Name extends string> = typeof globalThis extends { [P in Name]: { prototype: infer Instance } } ? Instance & object : never;
type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Instance } } } ? Instance & object : never;

/** Bytes, as `ArrayBuffer` or a view on one. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** What a wheel is made with: each is optional, and checked by the constructor. */
export interface WheelOptions<V = undefined> {
  /** How long a uid may be silent, in ms: finite, from one tick to 2³¹−1 ticks; rounded up to whole ticks. Default 30 000. */
  timeout?: number | undefined;
  /** The wheel's resolution, in ms: a whole number from 1 to 2³¹−1. Default 1 000. */
  tick?: number | undefined;
  /** `'interval'` (default): one host `setInterval` while anyone is here. `'manual'`: no timer, no clock; each `tick()` is one slot. */
  driver?: 'interval' | 'manual' | undefined;
  /** What a tick that came late by a tick or more does: `'count'` (default) counts the gap as silence, `'forgive'` counts it as one tick. */
  gap?: 'count' | 'forgive' | undefined;
  /** Count the machine's sleep as a gap, by comparing with the wall clock. Default false. */
  countSleep?: boolean | undefined;
  /** The clock of the interval driver, in ms; monotonic. Default: the host's `performance.now`, looked up at each reading. */
  clock?: (() => number) | undefined;
  /** Keep the Node process alive while anyone is here. Default false. */
  ref?: boolean | undefined;
  /** The most uids here at once: a whole number from 1, or `Infinity` (default). */
  maxUids?: number | undefined;
  /** The most expiries delivered in one turn of the event loop by the interval driver: a whole number from 1, or `Infinity`. Default 10 000. */
  maxPerTurn?: number | undefined;
  /** Room to reserve on first use, in uids: a whole number from 1 to 2³¹−1. */
  capacity?: number | undefined;
  /** Closes the wheel when it aborts; already aborted: the wheel is closed from the start. */
  signal?: HostClass<'AbortSignal'> | undefined;
  /** The first `expire` listener. */
  onExpire?: ((uid: Uid, value: V) => unknown) | undefined;
}

/** What a touch may say beside the uid. */
export interface TouchOptions<V = undefined> {
  /** Kept with the uid and handed to the listeners; left out: the value that is there stays. */
  value?: V;
  /** This uid's own timeout, in ms, until another is given or the uid is gone; range as in {@link WheelOptions.timeout}. */
  timeout?: number | undefined;
}

/** What a wheel counts. */
export interface WheelStats {
  /** Uids here. */
  size: number;
  /** Ticks looked at so far. */
  now: number;
  /** Each uid of each touch so far. */
  touches: number;
  /** Each uid delivered so far. */
  expired: number;
  /** Ms by which the last tick came late. */
  lateBy: number;
  /** Bytes held in WebAssembly for this wheel. */
  memory: number;
  /** The slot of the last tick in ring 0. */
  pointer: number;
  /** Uids per slot, for each ring in use: 31 numbers a ring. */
  slots: number[][];
}

/** The way back to one uid: touches it without looking it up. False once the uid expired, was deleted or the wheel closed, for ever. */
export interface Handle {
  /** Whom it touches: also when they are gone. */
  readonly uid: Uid;
  /** Whether the uid is still the one that was touched. */
  readonly alive: boolean;
  /** The uid is alive. False: it is gone. O(1), allocates nothing. */
  touch(): boolean;
  /** The uid left by itself: no event. False: it was gone. O(1). */
  delete(): boolean;
}

/**
 * Knows who has fallen silent.
 *
 * After `close()` every call throws `CLOSED`, but for `close`, `size`, `ticksToExpiry`, `stats` and handles; after a trap in the
 * engine, `ENGINE`. A uid that is no string and no safe integer is a `TypeError`. A call that throws changes nothing.
 */
export class IdleWheel<V = undefined> implements Iterable<Uid>, Disposable {
  /** `TypeError` for an option of a wrong type or name, `RangeError` for one out of range. Starts no timer, compiles nothing. */
  constructor(options?: WheelOptions<V>);
  /** The uid is alive. True: it was not here, now it is. `CAPACITY` beyond `maxUids` or the host's memory. O(1). */
  touch(uid: Uid, options?: TouchOptions<V>): boolean;
  /** Touches each; returns how many were not here. All or none: if one is refused, nobody was touched. O(uids). */
  touchMany(uids: readonly Uid[]): number;
  /** Touches, and keeps the way back. Throws as `touch`. O(1). */
  handle(uid: Uid, options?: TouchOptions<V>): Handle;
  /** Whether the uid is here: also when it is due and not yet delivered. O(1). */
  has(uid: Uid): boolean;
  /** The uid's value; undefined when it has none or is not here. O(1). */
  get(uid: Uid): V | undefined;
  /** Whole ticks left, in ms: right after a touch the timeout and one tick, 0 when due; undefined when not here. O(1). */
  remaining(uid: Uid): number | undefined;
  /** The uid left by itself: no event. False: it was not here. O(1). */
  delete(uid: Uid): boolean;
  /** Everyone leaves: no events. O(most uids that were ever here). */
  clear(): void;
  /** Looks at all that is due, now; returns how many expired. Inside a callback: does nothing, returns 0. O(entries in the slots reached). */
  tick(): number;
  /** Uids here; 0 after `close()`. */
  readonly size: number;
  /** Ticks until someone could expire, at least 1; a lower bound, never late. Undefined when nobody is here. O(1). */
  readonly ticksToExpiry: number | undefined;
  /** Like a Map's: survives changes made while it runs. Order unspecified. */
  [Symbol.iterator](): IterableIterator<Uid>;
  /** The same, with values. */
  entries(): IterableIterator<[Uid, V]>;
  /** Returns a function that stops listening. `TypeError` for an unknown event or a listener that is no function. */
  on(event: 'expire', listener: (uid: Uid, value: V) => unknown): () => void;
  on(event: 'expireBatch', listener: (batch: readonly [Uid, V][]) => unknown): () => void;
  on(event: 'error', listener: (error: unknown) => void): () => void;
  /** Expiries from this call on; those not yet read wait. Ends after `close()`; an aborted signal rejects with its reason. */
  expirations(options?: { signal?: HostClass<'AbortSignal'> | undefined }): AsyncIterableIterator<[Uid, V]>;
  /** Counts, of now or as of `close()`. O(rings in use). */
  stats(): WheelStats;
  /** Stops; returns who was still here. Again: `[]`. O(most uids that were ever here). */
  close(): [Uid, V][];
  /** `close()`, for `using`. */
  [Symbol.dispose](): void;
}

/** What may be wrong that is no `TypeError` or `RangeError`. `SNAPSHOT` is reserved. */
export class IdleWheelError extends Error {
  /** For whoever tests what they do about one; the package makes its own. */
  constructor(code: 'CAPACITY' | 'CLOSED' | 'SNAPSHOT' | 'ENGINE', message: string, options?: { cause?: unknown });
  /** Beyond `maxUids` or the host's memory; a call after `close()`; reserved; the engine can't be loaded or compiled, or broke down. */
  code: 'CAPACITY' | 'CLOSED' | 'SNAPSHOT' | 'ENGINE';
}

/** Where the engine's bytes may come from. */
export type EngineSource = Bytes | WasmModule | HostClass<'Response'> | HostClass<'URL'> | string;

/** Optional: compiles asynchronously, where a host refuses to do it synchronously. Any number of calls, one engine. */
export function init(source?: EngineSource | Promise<unknown>): Promise<void>;
/** Optional: compiles now and not at the first touch. */
export function initSync(source?: Bytes | WasmModule): void;

// biome-ignore lint/complexity/noUselessEmptyExport: without it every name of the file would be exported.
export {};
