// One wheel in the engine, with its scratch memory: uids are written here on their way in, and read on their way out.

import type { Uid } from './api.d.ts';
import { assertWhole, createWheel, engine, trapped } from './engine.ts';
import { bytes, words } from './memory.ts';
import { isForNode, isLatin1, LATIN1, NUMBER, readUid, UTF16, writeAscii, writeLatin1, writeNumber, writeUtf16 } from './uid.ts';

// As in src/bindings.rs.
const RECORD = 5;
const BATCH = 64;
const SCRATCH = 4096;
const NO_ENTRY = 2 ** 32 - 1;

/** Why a uid can't be added: what `touch` returns beside entries. */
export const MAX_UIDS = -(2 ** 31);
export const NO_MEMORY = MAX_UIDS + 1;

export interface DueRecord {
  readonly entry: number;
  readonly generation: number;
  readonly uid: Uid;
}

/** Gives back the memory of wheels that nobody closed and nobody can reach any more. */
let collected: FinalizationRegistry<number> | undefined;

function destroyCollected(wheel: number): void {
  try {
    engine.destroy(wheel);
  } catch (error) {
    // Nobody is there to be told; the next call of any wheel is.
    trapped(error);
  }
}

export class Desk {
  /** The wheel's number. */
  readonly #wheel: number;
  readonly #batch: number;
  readonly #entries: number;
  /** Word of the engine's memory that holds the next tick. */
  readonly next: number;
  readonly #due: number;
  readonly #spot: number;
  readonly #scratch: number;
  #scratchView: Uint8Array = new Uint8Array(0);
  // What was written last.
  /** 1: two bytes a code unit. */
  #wide = 0;
  #long = false;
  #length = 0;

  constructor(now: number, timeoutTicks: number, maxUids: number, seed: Uint32Array) {
    const wheel = createWheel(now, timeoutTicks, maxUids, seed);
    this.#wheel = wheel;
    this.#spot = this.ask(engine.areas) >>> 0;
    const areas = words();
    // Unsigned: the upper half of the engine's 4 GiB has addresses too.
    const first = this.#spot >>> 2;
    this.#scratch = areas[first] as number;
    this.#batch = areas[first + 1] as number;
    this.#entries = areas[first + 2] as number;
    this.#due = areas[first + 3] as number;
    this.next = (areas[first + 4] as number) >>> 2;
    if (typeof FinalizationRegistry === 'function') {
      collected ??= new FinalizationRegistry(destroyCollected);
      collected.register(this, wheel, this);
    }
  }

  /** Gives the wheel's memory back. */
  destroy(): void {
    collected?.unregister(this);
    this.ask(engine.destroy);
  }

  /** Asks the engine something about this wheel; what it throws is a trap. */
  ask<T>(question: (wheel: number) => T): T {
    assertWhole();
    try {
      return question(this.#wheel);
    } catch (error) {
      throw trapped(error);
    }
  }

  // Without a closure, from here on: these are called for each touch, tick or expiry, and are to allocate nothing.

  /** The uid's entry if it is here, its complement if it is new; or `MAX_UIDS` or `NO_MEMORY`. A timeout of 0: none given. */
  touch(uid: Uid, timeoutTicks: number): number {
    assertWhole();
    try {
      if (typeof uid === 'number') return engine.touch_number(this.#wheel, uid, timeoutTicks);
      const length = this.#write(uid);
      return length < 0 ? NO_MEMORY : engine.touch_text(this.#wheel, this.#wide, length, timeoutTicks);
    } catch (error) {
      throw trapped(error);
    } finally {
      if (this.#long) this.#dropLong();
    }
  }

  /** The uid's entry, −1 if it is not here, or `NO_MEMORY`. */
  find(uid: Uid): number {
    assertWhole();
    try {
      if (typeof uid === 'number') return engine.find_number(this.#wheel, uid);
      const length = this.#write(uid);
      return length < 0 ? NO_MEMORY : engine.find_text(this.#wheel, this.#wide, length);
    } catch (error) {
      throw trapped(error);
    } finally {
      if (this.#long) this.#dropLong();
    }
  }

  /** The string that was touched last, as one that holds on to nothing else; undefined if it was a long one. */
  written(): string | undefined {
    return this.#length > SCRATCH ? undefined : (readUid(this.#wide ? UTF16 : LATIN1, this.#length, this.#scratch) as string);
  }

  /** Word of the engine's memory that holds the tick for which the entry was last touched. */
  cell(entry: number): number {
    return this.ask((wheel) => engine.touched_at(wheel, entry)) >>> 2;
  }

  /** Moves on, and writes the due records of up to `most` uids; returns how many those are. Those that are not taken are written again. */
  nextDue(ticks: number, most: number): number {
    assertWhole();
    try {
      return engine.next_due(this.#wheel, ticks, most);
    } catch (error) {
      throw trapped(error);
    }
  }

  /** True: the due uid is gone now. False: it was touched or deleted meanwhile. */
  take(entry: number, generation: number): boolean {
    assertWhole();
    try {
      return engine.take(this.#wheel, entry, generation) > 0;
    } catch (error) {
      throw trapped(error);
    }
  }

  /**
   * Looks up uids from number `from` on, as many as a batch holds; returns how many those were. Where one batch holds them all, and all are here,
   * they are touched at once, for then there is nothing to undo: neither `known` nor `missing` gets any.
   */
  findSome(uids: readonly Uid[], from: number, known: number[], missing: Uid[]): number {
    const count = this.#writeJoined(uids, from) || this.#writeBatch(uids, from);
    if (count === 0) {
      const uid = uids[from] as Uid;
      const entry = this.find(uid);
      // Where there is no memory to look it up, adding it says so.
      if (entry < 0) missing.push(uid);
      else known.push(entry);
      return 1;
    }
    const all = count === uids.length;
    if (this.ask((wheel) => engine.find_batch(wheel, count, +all)) === 0 && all) return count;
    const found = words().subarray(this.#entries >>> 2);
    for (let i = 0; i < count; i++) {
      const entry = found[i] as number;
      if (entry === NO_ENTRY) missing.push(uids[from + i] as Uid);
      else known.push(entry);
    }
    return count;
  }

  /** Touches entries that have uids. */
  touchEntries(entries: readonly number[]): void {
    for (let from = 0; from < entries.length; from += BATCH) {
      const some = entries.slice(from, from + BATCH);
      words().set(some, this.#entries >>> 2);
      this.ask((wheel) => engine.touch_batch(wheel, some.length));
    }
  }

  /** One of the due records of a chunk. */
  due(number: number): DueRecord {
    return this.#read(this.#due + 4 * RECORD * number);
  }

  /** The record that `next_entry` left. */
  found(): DueRecord {
    return this.#read(this.#spot);
  }

  #read(address: number): DueRecord {
    const memory = words();
    const at = address >>> 2;
    const uid = readUid(memory[at + 2] as number, memory[at + 3] as number, memory[at + 4] as number);
    return { entry: memory[at] as number, generation: memory[at + 1] as number, uid };
  }

  /** The scratch memory. */
  #view(): Uint8Array {
    // Detached by growth.
    if (this.#scratchView.length === 0) this.#scratchView = bytes().subarray(this.#scratch, this.#scratch + SCRATCH);
    return this.#scratchView;
  }

  /** Writes all strings of a batch at once, if there are only strings, all ASCII, which fit; returns how many, or 0. */
  #writeJoined(uids: readonly Uid[], from: number): number {
    const some = from === 0 && uids.length <= BATCH ? uids : uids.slice(from, from + BATCH);
    const memory = words();
    let record = this.#batch >>> 2;
    let length = 0;
    for (let i = 0; i < some.length; i++) {
      const uid = some[i];
      if (typeof uid !== 'string') return 0;
      memory[record++] = LATIN1;
      memory[record++] = uid.length;
      length += uid.length;
    }
    return length <= SCRATCH && writeAscii(some.join(''), this.#view()) ? some.length : 0;
  }

  /** Returns how many uids fit into scratch memory: none, if the first is a long one. */
  #writeBatch(uids: readonly Uid[], from: number): number {
    const memory = words();
    const end = this.#scratch + SCRATCH;
    let start = this.#scratch;
    let record = this.#batch >>> 2;
    let count = 0;
    for (; count < BATCH && from + count < uids.length; count++) {
      const uid = uids[from + count] as Uid;
      if (start + (typeof uid === 'number' ? 8 : 2 * uid.length) > end) break;
      let kind = NUMBER;
      let length = 8;
      if (typeof uid === 'number') {
        writeNumber(uid, start);
      } else if (writeLatin1(uid, start)) {
        kind = LATIN1;
        length = uid.length;
      } else {
        kind = UTF16;
        length = 2 * uid.length;
        writeUtf16(uid, start);
      }
      memory[record++] = kind;
      memory[record++] = length;
      start += length;
    }
    return count;
  }

  /** Returns how many bytes, or −1 where the host refused them. */
  #write(uid: string): number {
    this.#length = 2 * uid.length > SCRATCH ? this.#writeLong(uid) : this.#writeShort(uid);
    return this.#length;
  }

  #writeShort(uid: string): number {
    this.#wide = 0;
    if (isForNode(uid.length) && writeAscii(uid, this.#view())) return uid.length;
    if (writeLatin1(uid, this.#scratch)) return uid.length;
    this.#wide = 1;
    writeUtf16(uid, this.#scratch);
    return 2 * uid.length;
  }

  #writeLong(uid: string): number {
    const wide = !isLatin1(uid);
    const length = wide ? 2 * uid.length : uid.length;
    const address = length > SCRATCH ? engine.long_scratch(this.#wheel, length) >>> 0 : this.#scratch;
    if (address === 0) return -1;
    this.#long = length > SCRATCH;
    this.#wide = +wide;
    if (wide) writeUtf16(uid, address);
    else writeLatin1(uid, address);
    return length;
  }

  #dropLong(): void {
    this.#long = false;
    this.ask((wheel) => engine.long_scratch(wheel, 0));
  }
}
