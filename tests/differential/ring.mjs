// The plain ring, as one would write it in an afternoon: a Map and 31 Sets. A touch files the uid in the slot that is looked at `ticks` ticks after the
// next one; for 30 ticks that is the slot behind the pointer, the last to be reached.

const SLOTS = 31;

export class Ring {
  #expired;
  #ticks;
  #uids = new Map();
  /** The slot that the next tick looks at. */
  pointer = 0;
  slots = Array.from({ length: SLOTS }, () => new Set());

  constructor({ ticks, expired }) {
    this.#ticks = ticks;
    this.#expired = expired;
  }

  get size() {
    return this.#uids.size;
  }

  /** True: it was not here. Ticks that are given stay the uid's own until it is gone. */
  touch(uid, ownTicks) {
    const old = this.#uids.get(uid);
    const isHere = old !== undefined && this.isSlot(old.slot);
    if (isHere) this.slots[old.slot].delete(uid);
    const ticks = ownTicks ?? old?.ticks ?? this.#ticks;
    const slot = this.slotAfter(ticks);
    this.slots[slot].add(uid);
    this.#uids.set(uid, { slot, ticks });
    return !isHere;
  }

  delete(uid) {
    const old = this.#uids.get(uid);
    if (old === undefined) return false;
    this.slots[old.slot].delete(uid);
    return this.#uids.delete(uid);
  }

  tick() {
    const silent = this.slots[this.pointer];
    this.slots[this.pointer] = new Set();
    this.pointer = (this.pointer + 1) % SLOTS;
    for (const uid of silent) {
      this.#uids.delete(uid);
      this.#expired(uid);
    }
  }

  isSlot(slot) {
    return slot !== undefined;
  }

  slotAfter(ticks) {
    return (this.pointer + ticks) % SLOTS;
  }
}

/** Well-known bug: slot 0 is falsy. Whoever sits there is not found, and expires from there although they were touched. */
export class RingWithFalsySlot extends Ring {
  isSlot(slot) {
    return Boolean(slot);
  }
}

/** Well-known bug: the slot behind pointer 0 is -1, and no tick looks there. */
export class RingWithSlotMinusOne extends Ring {
  constructor(options) {
    super(options);
    this.slots[-1] = new Set();
  }

  slotAfter(ticks) {
    return ticks === SLOTS - 1 ? this.pointer - 1 : super.slotAfter(ticks);
  }
}
