// The honest rival: what one would write who knows the trick and stays in JavaScript. A Map from uid to an entry number, and typed arrays. A touch looks the
// entry up and writes a tick; the slot in which it is filed is a hint, and it is filed anew when that slot is reached (lazy re-arm).

import { HandDriven, rethrow, timeoutTicks } from './common.mjs';

/** In place of a tick: deleted. The entry is free again when its slot is reached, for until then it is filed there. */
const GONE = 0xffffffff;
const FIRST_CAPACITY = 1024;

/** Entry numbers, in an array that grows. A list linked through the entries takes less memory, and is walked at a cache miss a step. */
class Slot {
  entries = new Uint32Array(16);
  length = 0;

  push(entry) {
    if (this.length === this.entries.length) this.entries = doubled(this.entries);
    this.entries[this.length++] = entry;
  }
}

function doubled(array) {
  const larger = new array.constructor(array.length * 2);
  larger.set(array);
  return larger;
}

class Rival extends HandDriven {
  entryOf = new Map();
  /** By entry: the tick that a touch counts for, which is the next one. */
  touched;
  /** By entry: for who is due. */
  uids = [];
  free = [];
  slots;
  spare = new Slot();
  /** The number of the next tick. */
  next = 1;
  timeout;
  onExpire;

  constructor(options) {
    super(options);
    const { timeoutMs, tickMs, onExpire, capacity = FIRST_CAPACITY } = options;
    this.timeout = timeoutTicks(timeoutMs, tickMs);
    this.slots = Array.from({ length: this.timeout + 1 }, () => new Slot());
    this.touched = new Uint32Array(capacity);
    this.onExpire = onExpire;
  }

  touch(uid) {
    const entry = this.entryOf.get(uid);
    if (entry === undefined) return this.add(uid);
    this.touched[entry] = this.next;
    return false;
  }

  add(uid) {
    const entry = this.free.length > 0 ? this.free.pop() : this.uids.length;
    if (entry === this.touched.length) this.touched = doubled(this.touched);
    this.entryOf.set(uid, entry);
    this.uids[entry] = uid;
    this.touched[entry] = this.next;
    this.slots[(this.next + this.timeout) % this.slots.length].push(entry);
    return true;
  }

  delete(uid) {
    const entry = this.entryOf.get(uid);
    if (entry === undefined) return false;
    this.touched[entry] = GONE;
    this.uids[entry] = undefined;
    return this.entryOf.delete(uid);
  }

  advance() {
    const { slots, timeout, touched } = this;
    const now = this.next++;
    const place = now % slots.length;
    const reached = slots[place];
    // Nobody is filed in the slot that is reached, but by listeners: into another array, then.
    slots[place] = this.spare;
    this.spare = reached;
    const { entries, length } = reached;
    reached.length = 0;
    const due = [];
    for (let i = 0; i < length; i++) {
      const entry = entries[i];
      const tick = touched[entry];
      const deadline = tick + timeout;
      if (tick === GONE) this.free.push(entry);
      else if (deadline > now) slots[deadline % slots.length].push(entry);
      else due.push(entry);
    }
    if (due.length > 0) this.expire(due, now);
  }

  expire(due, now) {
    const { entryOf, uids, free, slots, timeout, onExpire } = this;
    const thrown = [];
    for (const entry of due) {
      // Listeners may have touched or deleted somebody before their turn, and made the array grow.
      const tick = this.touched[entry];
      if (tick !== GONE && tick + timeout > now) {
        slots[(tick + timeout) % slots.length].push(entry);
        continue;
      }
      const uid = uids[entry];
      free.push(entry);
      if (tick === GONE) continue;
      uids[entry] = undefined;
      entryOf.delete(uid);
      try {
        onExpire(uid);
      } catch (error) {
        thrown.push(error);
      }
    }
    rethrow(thrown);
  }

  get size() {
    return this.entryOf.size;
  }
}

export const rival = {
  name: 'rival',
  about: 'a Map and typed arrays, lazy re-arm, hand-written',
  virtual: true,
  browser: true,
  create: (options) => new Rival(options),
};
