// Who is here: uids in the engine, their values beside it, and a cache in front.

import type { Uid } from './api.d.ts';
import { Desk, MAX_UIDS, NO_MEMORY } from './desk.ts';
import { assertWhole, engine } from './engine.ts';
import { IdleWheelError } from './errors.ts';
import { LeaseHandle } from './handle.ts';
import { randomWords } from './host.ts';
import { words } from './memory.ts';
import { badUid, isUid } from './uid.ts';

/** Up to so many uids, finding a string in a `Map` is quicker than writing it into memory. */
const CACHED = 65_536;

/**
 * Integers are kept out, and with them what may be one written out: V8 hashes them without a key, older ones also as strings of up to ten
 * digits, so that strangers could choose some that collide.
 */
const mayBeCached = (uid: Uid): uid is string => typeof uid === 'string' && (uid.length > 10 || !(uid.charCodeAt(0) < 58));

/** In place of a value: the one that is there stays. */
export const KEEP = Symbol('keep');

/** What the roster asks of its wheel, and tells it. */
export interface RosterOwner<V> {
  readonly timeoutTicks: number;
  readonly maxUids: number;
  readonly capacity: number | undefined;
  /** The first uid is about to arrive. If this throws, it does not. */
  wake(): void;
  /** Nobody is here any more. */
  rest(): void;
  expired(uid: Uid, value: V): void;
}

export class Roster<V> {
  #size = 0;
  readonly #owner: RosterOwner<V>;
  /** Undefined until the first touch, and after `close()`. */
  #desk: Desk | undefined;
  #closed = false;
  /** Ticks before the engine was needed. */
  #ticksBefore = 0;
  /** By entry number. */
  #values: (V | undefined)[] = [];
  /** Where the touches of each string are written; undefined while too many are here. */
  #cache: Map<string, number> | undefined = new Map();
  /** By entry number: those that were given to the user. */
  #handles: (LeaseHandle<V> | undefined)[] = [];
  #beats = 0;
  /** Where the engine keeps the next tick. */
  #next = 0;

  constructor(owner: RosterOwner<V>) {
    this.#owner = owner;
  }

  get size(): number {
    return this.#size;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get ticksBefore(): number {
    return this.#ticksBefore;
  }

  /** Touches that the engine did not see. */
  get beats(): number {
    return this.#beats;
  }

  assertOpen(): void {
    if (this.#closed) throw new IdleWheelError('CLOSED', 'the wheel is closed');
    assertWhole();
  }

  /** True: the uid was not here, now it is. */
  touch(uid: Uid): boolean {
    if (mayBeCached(uid)) {
      const cell = this.#cache?.get(uid);
      if (cell !== undefined) {
        this.beat(cell);
        return false;
      }
    }
    return this.#touchUid(uid, 0) < 0;
  }

  /** The same with a timeout, 0 for none given, and a value. */
  touchWith(uid: Uid, timeoutTicks: number, value: V | undefined | typeof KEEP): number {
    const code = this.#touchUid(uid, timeoutTicks);
    if (value !== KEEP) this.#values[code < 0 ? ~code : code] = value;
    return code;
  }

  /** Touches whoever's touches are written there. */
  beat(cell: number): void {
    assertWhole();
    const memory = words();
    memory[cell] = memory[this.#next] as number;
    this.#beats++;
  }

  /** Touches, and returns the handle. */
  handle(uid: Uid, timeoutTicks: number, value: V | undefined | typeof KEEP): LeaseHandle<V> {
    const code = this.touchWith(uid, timeoutTicks, value);
    const entry = code < 0 ? ~code : code;
    const desk = this.#desk as Desk;
    // -0 is 0.
    this.#handles[entry] ??= new LeaseHandle(uid === 0 ? 0 : uid, this, entry, desk.cell(entry));
    return this.#handles[entry];
  }

  /** Touches all or none; returns how many were not here. */
  touchMany(given: readonly Uid[]): number {
    // Read once: an array can have getters.
    const uids = [...given];
    for (let i = 0; i < uids.length; i++) {
      if (!isUid(uids[i])) throw badUid(uids[i], `uids[${i}]`);
    }
    const desk = this.#start();
    const known: number[] = [];
    const missing: Uid[] = [];
    for (let from = 0; from < uids.length; ) from += desk.findSome(uids, from, known, missing);
    const added = this.#addAll(desk, missing, known);
    desk.touchEntries(known);
    return added;
  }

  /** The uid's entry, or undefined. */
  find(uid: Uid): number | undefined {
    if (!isUid(uid)) throw badUid(uid);
    this.assertOpen();
    const desk = this.#desk;
    if (desk === undefined) return undefined;
    const entry = desk.find(uid);
    if (entry === NO_MEMORY) throw new IdleWheelError('CAPACITY', 'the host refused memory to look up so long a uid');
    return entry < 0 ? undefined : entry;
  }

  value(entry: number): V {
    return this.#values[entry] as V;
  }

  /** Ticks until the uid expires. */
  remaining(entry: number): number {
    return this.ask((wheel) => engine.remaining(wheel, entry), 0);
  }

  delete(uid: Uid, entry: number): void {
    this.ask((wheel) => engine.leave(wheel, entry), undefined);
    this.#left(uid, entry);
    if (this.#size === 0) this.#owner.rest();
  }

  clear(): void {
    this.assertOpen();
    this.ask(engine.clear, undefined);
    this.#forget();
    this.#cache = new Map();
    this.#owner.rest();
  }

  /** Moves on by so many ticks and delivers who is due, up to `budget`; returns how many those were. */
  tick(ticks: number, budget: number): number {
    const desk = this.#desk;
    if (desk === undefined) {
      this.#ticksBefore += ticks;
      return 0;
    }
    let taken = 0;
    for (let passed = ticks; ; passed = 0) {
      const count = desk.nextDue(passed, budget - taken);
      if (count === 0) return taken;
      for (let i = 0; i < count; i++) {
        // A record of somebody who was deleted meanwhile may say anything; `take` knows.
        const { entry, generation, uid } = desk.due(i);
        if (!desk.take(entry, generation)) continue;
        taken++;
        const value = this.value(entry);
        this.#left(uid, entry);
        this.#owner.expired(uid, value);
        if (this.#closed) return taken;
      }
    }
  }

  /** Asks the engine something about this wheel, or answers `none` where there is none. */
  ask<T>(question: (wheel: number) => T, none: T): T {
    return this.#desk === undefined ? none : this.#desk.ask(question);
  }

  /** As a Map's iterator: who is here all the while comes once; who leaves before their turn does not come; who joins does. */
  *each(): Generator<[Uid, V], undefined> {
    let after = 0;
    let before = this.ask(engine.born, 0);
    while (after < before) {
      for (let from = 0; ; ) {
        const entry = this.ask((wheel) => engine.next_entry(wheel, from, after, before), -1);
        if (this.#desk === undefined || entry < 0) break;
        from = entry + 1;
        yield [this.#desk.found().uid, this.value(entry)];
      }
      // Those who joined meanwhile come in a round of their own.
      after = before;
      before = this.ask(engine.born, 0);
    }
  }

  /** Ends it all; returns who was here. */
  close(): [Uid, V][] {
    const desk = this.#desk;
    this.#closed = true;
    if (desk === undefined) return [];
    try {
      return [...this.each()];
    } finally {
      this.#desk = undefined;
      this.#forget();
      this.#cache = undefined;
      desk.destroy();
    }
  }

  #forget(): void {
    // Not for...of: it visits the holes as well.
    this.#handles.forEach((handle) => {
      handle?.end();
    });
    this.#handles = [];
    this.#values = [];
    this.#size = 0;
  }

  /** Compiles the engine on first use. */
  #start(): Desk {
    this.assertOpen();
    if (this.#desk === undefined) {
      const { timeoutTicks, maxUids, capacity } = this.#owner;
      const desk = new Desk(this.#ticksBefore, timeoutTicks, maxUids, randomWords());
      if (capacity !== undefined && !desk.ask((wheel) => engine.reserve(wheel, capacity))) {
        desk.destroy();
        throw new IdleWheelError('CAPACITY', `the host refused memory for a capacity of ${capacity} uids`);
      }
      this.#next = desk.next;
      this.#desk = desk;
    }
    return this.#desk;
  }

  /** Returns the entry, or its complement if the uid is new. */
  #touchUid(uid: Uid, timeoutTicks: number): number {
    if (!isUid(uid)) throw badUid(uid);
    const desk = this.#start();
    try {
      if (this.#size === 0) this.#owner.wake();
      // The user's clock may have closed the wheel.
      this.assertOpen();
      const code = desk.touch(uid, timeoutTicks);
      if (code === MAX_UIDS) throw new IdleWheelError('CAPACITY', `maxUids is ${this.#owner.maxUids}: no room for another uid`);
      if (code === NO_MEMORY) throw new IdleWheelError('CAPACITY', `the host refused memory for another uid; ${this.#size} are here`);
      if (code < 0) this.#size++;
      if (mayBeCached(uid)) this.#remember(desk, code < 0 ? ~code : code);
      return code;
    } finally {
      if (this.#size === 0) this.#owner.rest();
    }
  }

  /** Adds uids that were not here, all or none; returns how many. Those that come again are `known` then. */
  #addAll(desk: Desk, missing: readonly Uid[], known: number[]): number {
    const added: [Uid, number][] = [];
    try {
      for (const uid of missing) {
        // Not by a Set: the host may hash integers without a key.
        const entry = desk.find(uid);
        if (entry >= 0) {
          known.push(entry);
          continue;
        }
        const code = this.#touchUid(uid, 0);
        // Known after all, where the user's clock has touched it.
        if (code < 0) added.push([uid, ~code]);
      }
    } catch (error) {
      for (const [uid, entry] of added) {
        desk.ask((wheel) => engine.retract(wheel, entry));
        this.#left(uid, entry);
      }
      if (this.#size === 0) this.#owner.rest();
      throw error;
    }
    return added.length;
  }

  /** Keeps where the touches of the string go that was just touched. */
  #remember(desk: Desk, entry: number): void {
    if (this.#size > CACHED) {
      this.#cache = undefined;
      return;
    }
    try {
      // Full again only when it has been half empty, lest it be filled anew at each crossing.
      if (this.#cache === undefined && this.#size < CACHED / 2) this.#cache = new Map();
      // A copy: a string that was cut out of a message would keep the whole message.
      const own = desk.written();
      if (own !== undefined) this.#cache?.set(own, desk.cell(entry));
    } catch {
      // The uid has been touched: a cache without it is slower, a touch that throws would be half done. But for a trap.
      assertWhole();
    }
  }

  #left(uid: Uid, entry: number): void {
    this.#size--;
    if (mayBeCached(uid)) this.#cache?.delete(uid);
    if (entry < this.#values.length) this.#values[entry] = undefined;
    if (entry < this.#handles.length) {
      this.#handles[entry]?.end();
      this.#handles[entry] = undefined;
    }
  }
}
