//! The arithmetic of rings: 31 slots each, and one word that says which are occupied.
//!
//! Ring 0 turns one slot a tick. One slot of ring n + 1 spans a whole turn of ring n, so a slot of ring n spans 31ⁿ ticks.
//! The slots of a ring are counted on without end (`tick / 31ⁿ`); the remainder by 31 is the place in the ring. A ring
//! holds the 31 spans that follow the current one. The last of these has the current slot's own place, which is empty:
//! whoever was there was looked at when it was reached.

use crate::at::at;
use crate::world::sized;

/// Slots of a ring. With a timeout of 30 ticks, one turn is the longest that a uid can be silent: 30 ticks and the one
/// that the touch waits for. And 31 bits fit a word.
pub const SLOTS: u32 = sized(31, 4);

/// Rings enough for 2³¹ − 1 ticks and as many again that a late tick may bring at once.
pub const RINGS: usize = sized(7, 2) as usize;

/// Ticks that one slot of each ring spans: 31ⁿ.
const SPANS: [u64; RINGS] = {
    let mut spans = [1; RINGS];
    let mut level = 1;
    while level < RINGS {
        spans[level] = spans[level - 1] * SLOTS as u64;
        level += 1;
    }
    spans
};

/// The lowest ring that can hold `when`, seen from `elapsed`, the tick that was looked at last; and the slot there.
pub fn place_for(elapsed: u64, when: u64) -> (usize, u32) {
    debug_assert!(when > elapsed, "tick {when} was looked at: it is {elapsed} now");
    let (mut from, mut to, mut level) = (elapsed, when, 0);
    while to - from > u64::from(SLOTS) {
        from /= u64::from(SLOTS);
        to /= u64::from(SLOTS);
        level += 1;
    }
    debug_assert!(level < RINGS, "{} ticks are more than {RINGS} rings span", when - elapsed);
    (level, slot_of(to))
}

/// The place in a ring of a slot that is counted on without end. In ring 0, slots are ticks.
pub const fn slot_of(counted: u64) -> u32 {
    // WebAssembly divides 64 bits slowly, and the first 136 years have 32.
    if counted <= u32::MAX as u64 { counted as u32 % SLOTS } else { (counted % SLOTS as u64) as u32 }
}

/// Which of a ring's slots hold anyone: bit n for slot n.
#[derive(Clone, Copy, Default)]
pub struct Occupied(u32);

impl Occupied {
    pub fn set(&mut self, slot: u32) {
        self.0 |= 1 << slot;
    }

    pub fn clear(&mut self, slot: u32) {
        self.0 &= !(1 << slot);
    }

    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// How many slots after `slot` the next occupied one comes: 1 to 31 (31: `slot` itself, a turn later).
    pub fn distance_after(self, slot: u32) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        // The word turned so that bit 0 is the slot after `slot`.
        let first = (slot + 1) % SLOTS;
        let turned = (self.0 >> first) | (self.0 << (SLOTS - first));
        Some(turned.trailing_zeros() + 1)
    }

    /// The next occupied slot of ring `level`, seen from `elapsed`: its first tick, and its place.
    pub fn next(self, level: usize, elapsed: u64) -> Option<(u64, u32)> {
        let span = *at(&SPANS, level);
        let current = elapsed / span;
        let next = current + u64::from(self.distance_after(slot_of(current))?);
        Some((next * span, slot_of(next)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_ring_0_is_30_ticks_and_one() {
        assert_eq!(place_for(100, 101), (0, 8));
        assert_eq!(place_for(100, 131), (0, 7));
        assert_eq!(place_for(100, 132), (1, 4));
    }

    #[test]
    fn every_distance_has_a_ring_wherever_the_wheel_stands() {
        for start in [0, 1, 30, 31, 960, 961, 29_791, SPANS[5] - 1, SPANS[6] - 1, SPANS[6], SPANS[6] * 31 - 1, 1 << 32, (1 << 53) - 1] {
            for log in 0..=32 {
                let when = start + (1 << log);
                let (level, slot) = place_for(start, when);
                let ahead = when / SPANS[level] - start / SPANS[level];
                assert!((1..=31).contains(&ahead), "2^{log} ticks from {start}: {ahead} slots ahead in ring {level}");
                let mut occupied = Occupied::default();
                occupied.set(slot);
                let (reached, _) = occupied.next(level, start).unwrap();
                assert!(reached <= when && when < reached + SPANS[level], "2^{log} ticks from {start}: reached at {reached}");
            }
        }
    }

    #[test]
    fn the_next_occupied_slot_is_found_from_every_slot() {
        for slot in 0..SLOTS {
            for other in 0..SLOTS {
                let mut occupied = Occupied::default();
                occupied.set(other);
                let expected = (other + SLOTS - slot - 1) % SLOTS + 1;
                assert_eq!(occupied.distance_after(slot), Some(expected), "from {slot} to {other}");
            }
        }
    }

    #[test]
    fn the_nearest_of_many_is_found_and_none_of_none() {
        let mut occupied = Occupied::default();
        assert_eq!(occupied.distance_after(7), None);
        for slot in [0, 7, 8, 30] {
            occupied.set(slot);
        }
        assert_eq!(occupied.distance_after(7), Some(1));
        assert_eq!(occupied.distance_after(8), Some(22));
        assert_eq!(occupied.distance_after(30), Some(1));
        occupied.clear(0);
        assert_eq!(occupied.distance_after(30), Some(8));
    }

    #[test]
    fn the_next_tick_is_the_first_of_the_slot() {
        let mut occupied = Occupied::default();
        occupied.set(slot_of(100 / 31));
        assert_eq!(occupied.next(1, 50), Some((93, 3)));
        assert_eq!(occupied.next(1, 92), Some((93, 3)));
        assert_eq!(occupied.next(1, 93), Some((93 + 961, 3)));
    }
}
