// The classic ring in plain JavaScript: a Map that says in which of 31 slots somebody is, and 31 Sets. Its two well-known bugs are mended: slot 0 is
// no "not here", and the slot behind pointer 0 is 30 and not -1. It also keeps what listeners may do: whoever is touched by one before
// their turn lives on, whoever is deleted has no turn, and a throw keeps nobody else from theirs.

import { HandDriven, rethrow, timeoutTicks } from './common.mjs';

class Ring extends HandDriven {
  slotOf = new Map();
  slots;
  /** The slot that the next tick looks at, and the one behind it: the last to be reached. */
  pointer = 0;
  newest;
  onExpire;

  constructor(options) {
    super(options);
    const { timeoutMs, tickMs, onExpire } = options;
    const ticks = timeoutTicks(timeoutMs, tickMs);
    this.slots = Array.from({ length: ticks + 1 }, () => new Set());
    this.newest = ticks;
    this.onExpire = onExpire;
  }

  touch(uid) {
    const { newest } = this;
    const slot = this.slotOf.get(uid);
    if (slot === newest) return false;
    if (slot !== undefined) this.slots[slot].delete(uid);
    this.slots[newest].add(uid);
    this.slotOf.set(uid, newest);
    return slot === undefined;
  }

  delete(uid) {
    const slot = this.slotOf.get(uid);
    if (slot === undefined) return false;
    this.slots[slot].delete(uid);
    return this.slotOf.delete(uid);
  }

  advance() {
    const { slotOf, slots, pointer, onExpire } = this;
    const silent = slots[pointer];
    const thrown = [];
    // Whoever is touched or deleted by a listener before their turn is taken out of this very Set, and so out of the loop.
    for (const uid of silent) {
      slotOf.delete(uid);
      try {
        onExpire(uid);
      } catch (error) {
        thrown.push(error);
      }
    }
    // Quicker than deleting one by one. Not before all are told: until then nobody else is to be filed in this slot.
    if (silent.size > 0) slots[pointer] = new Set();
    this.newest = pointer;
    this.pointer = pointer + 1 === slots.length ? 0 : pointer + 1;
    rethrow(thrown);
  }

  get size() {
    return this.slotOf.size;
  }
}

export const ring = {
  name: 'ring',
  about: 'the classic ring, a Map and 31 Sets',
  virtual: true,
  browser: true,
  create: (options) => new Ring(options),
};
