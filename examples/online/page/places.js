// Where a uid is on the rings. The arithmetic of the wheel itself (src/ring.rs), which tells no uid's place.

export const SLOTS = 31;

/** Ticks that one slot of a ring spans. */
export const span = (ring) => SLOTS ** ring;

/** The rings that a timeout of so many ticks needs. */
export function ringsFor(timeoutTicks) {
  let rings = 1;
  // A touch waits for the next tick: that is one more.
  while (span(rings) < timeoutTicks + 1) rings++;
  return rings;
}

/** The ring and the slot of a deadline, and its turn: the slots of that ring counted on without end. */
export function placeOf(now, deadline) {
  let ring = 0;
  while (Math.floor(deadline / span(ring)) - Math.floor(now / span(ring)) > SLOTS) ring++;
  const turn = Math.floor(deadline / span(ring));
  return { ring, slot: turn % SLOTS, turn };
}
