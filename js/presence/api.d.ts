/**
 * {@link Presence} knows who is here; {@link Mirror} shows it on the other side.
 * @packageDocumentation
 */
/// <reference lib="esnext.disposable" />

import type { Uid, WheelOptions, WheelStats } from 'idlewheel';

/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Somebody who is here. The objects are frozen, and are made anew with each change. */
export interface Present {
  /** Whose it is. */
  readonly uid: Uid;
  /** No connection of the uid has been active for `away` ms. */
  readonly away: boolean;
  /**
   * One for each connection, in the order in which they came, where one that replaced another has its place: its metadata, or null. During
   * `grace` those of the last one that was lost.
   */
  readonly metas: readonly Json[];
}

/** Why a uid left: by itself, because its last connection fell silent, was lost, or had lived for `maxLife`. */
export type LeaveReason = 'left' | 'timeout' | 'closed' | 'expired';

/** Why a connection ended: one of those, or because another one came under its id. */
export type EndReason = LeaveReason | 'replaced';

/** What a presence is made with: each is optional, and checked by the constructor. */
export interface PresenceOptions extends Pick<WheelOptions, 'tick' | 'driver' | 'gap' | 'countSleep' | 'clock' | 'ref' | 'maxPerTurn'> {
  /** How long a connection may be silent, in ms; range as in a wheel's. Default 30 000. */
  timeout?: number | undefined;
  /** How long a uid whose last connection was silent or lost may take to come back without anybody being told, in ms. Default 0: none. */
  grace?: number | undefined;
  /** After so long without activity a uid is away, in ms; a new connection is activity. Default: never. */
  away?: number | undefined;
  /** A connection ends after that, whatever it does, in ms. Default: never. */
  maxLife?: number | undefined;
  /** The most connections at once: a whole number from 1, or `Infinity` (default). */
  maxConnections?: number | undefined;
  /** The most connections of one uid: a whole number from 1, or `Infinity` (default). */
  maxPerUid?: number | undefined;
}

/** What a connection may be given. */
export interface ConnectOptions {
  /** Known to the other side, such as a tab's. Another connection of the uid with this id is replaced by this one. Default: one that nobody has. */
  id?: string | undefined;
  /** Told to the others: whatever JSON can hold. It is copied. */
  meta?: Json | undefined;
  /** Called once, when the connection has ended. */
  onEnd?: ((reason: EndReason) => unknown) | undefined;
}

/** One of a uid's tabs, devices or sockets. It ends itself only: once it has ended, every method gives false, for ever. */
export interface Connection {
  /** Whose connection it is. */
  readonly uid: Uid;
  /** Its own among those of the uid. */
  readonly id: string;
  /** What it was given, or null: a frozen copy. */
  readonly meta: Json;
  /** Whether it has not ended. */
  readonly alive: boolean;
  /** A sign of life; with `active: true` one of activity too. O(1), allocates nothing. */
  beat(options?: { active?: boolean | undefined }): boolean;
  /** New metadata. `TypeError` for what JSON can't hold. O(connections of the uid). */
  update(meta: Json): boolean;
  /** It left by itself: with the last one, the uid leaves at once. */
  leave(): boolean;
  /** It was lost without a word, as when a socket closes: after the last one the uid has its `grace`. */
  lost(): boolean;
}

/** What changed since the diff before: what cancelled out is not in it. Plain JSON. */
export interface PresenceDiff {
  /** Which presence this is of: another one, as after a restart, has another. */
  readonly epoch: string;
  /** Its number; the first is 1. It follows that with the number before, or a snapshot with that. */
  readonly version: number;
  /** Who is here and was not. */
  readonly joined: readonly Present[];
  /** Who was here and is not. */
  readonly left: readonly Uid[];
  /** Who is away, or back, or has other connections or metadata than before. */
  readonly changed: readonly Present[];
}

/** Everybody who is here, for a newcomer. Plain JSON. */
export interface PresenceSnapshot {
  /** Which presence this is of. */
  readonly epoch: string;
  /** The number of the last diff that is in it. */
  readonly version: number;
  /** Everybody who is here. */
  readonly present: readonly Present[];
}

/**
 * Knows who is here: uids with any number of connections, on one wheel.
 *
 * After `close()` every call throws `CLOSED`, but for `close`, `size`, `connections` and those of connections (false).
 * Errors are those of a wheel; `CAPACITY` beyond `maxConnections` or `maxPerUid`. A call that throws changes nothing.
 */
export class Presence implements Iterable<Present>, Disposable {
  /** `TypeError` for an option of a wrong type or name, `RangeError` for one out of range. Starts no timer, compiles nothing. */
  constructor(options?: PresenceOptions);
  /** A connection of the uid, which joins with its first one. O(connections of the uid). */
  connect(uid: Uid, options?: ConnectOptions): Connection;
  /** The uid's connection of that id, if there is one. O(1). */
  connection(uid: Uid, id: string): Connection | undefined;
  /** All connections of the uid leave. False: it was not here. O(connections of the uid). */
  leave(uid: Uid): boolean;
  /** Whether the uid is here, its grace included. O(1). */
  has(uid: Uid): boolean;
  /** The uid as the others see it; undefined when it is not here. O(1). */
  get(uid: Uid): Present | undefined;
  /** Everybody who is here. O(uids). */
  list(): Present[];
  /** Uids here; 0 after `close()`. */
  readonly size: number;
  /** Connections here; 0 after `close()`. */
  readonly connections: number;
  /** Like a Map's: survives changes made while it runs. */
  [Symbol.iterator](): IterableIterator<Present>;
  /** Everybody, for {@link Mirror.sync}. What has changed since the last diff is told in one first. O(uids). */
  snapshot(): PresenceSnapshot;
  /** Looks at all that is due, now, and tells the diff with `driver: 'manual'`. Returns how many timeouts of any kind ran out. */
  tick(): number;
  /** Returns a function that stops listening. */
  on(event: 'join' | 'away' | 'back' | 'update', listener: (uid: Uid, present: Present) => unknown): () => void;
  on(event: 'leave', listener: (uid: Uid, reason: LeaveReason) => unknown): () => void;
  /** Once per turn of the event loop in which anything changed; with `driver: 'manual'`, in `tick()`. */
  on(event: 'diff', listener: (diff: PresenceDiff) => unknown): () => void;
  on(event: 'error', listener: (error: unknown) => void): () => void;
  /** Those of its wheel, which has an entry for each connection, and one for each `away`, `maxLife` and `grace` that runs. */
  stats(): WheelStats;
  /** Stops; returns who was still here. No events; again: `[]`. */
  close(): Present[];
  /** `close()`, for `using`. */
  [Symbol.dispose](): void;
}

/** The other side: shows what a {@link Presence} knows, by its snapshots and diffs. */
export class Mirror implements Iterable<Present> {
  /** Empty, or as in the snapshot. */
  constructor(snapshot?: PresenceSnapshot);
  /** Takes everything from a snapshot. `TypeError` for what is none: nothing has changed then. */
  sync(snapshot: PresenceSnapshot): void;
  /** False: a diff is missing before this one, or it is of another presence. Nothing was applied: ask for a snapshot. An old one is ignored. */
  apply(diff: PresenceDiff): boolean;
  /** Of the last diff or snapshot; 0 before. */
  readonly version: number;
  /** Uids here. */
  readonly size: number;
  /** Whether the uid is here. O(1). */
  has(uid: Uid): boolean;
  /** The uid as the others see it; undefined when it is not here. O(1). */
  get(uid: Uid): Present | undefined;
  /** Everybody who is here. O(uids). */
  list(): Present[];
  /** Like a Map's: survives changes made while it runs. */
  [Symbol.iterator](): IterableIterator<Present>;
}
