//! The arithmetic of rings: 31 slots each, and one word that says which are occupied.
//!
//! Ring 0 turns one slot a tick. One slot of ring n + 1 spans a whole turn of ring n, so a slot of ring n spans 31ⁿ ticks.
//! The slots of a ring are counted on without end (`tick / 31ⁿ`); the remainder by 31 is the place in the ring. A ring
//! holds the 31 spans that follow the current one. The last of these has the current slot's own place, which is empty:
//! whoever was there was looked at when it was reached.

/// Slots of a ring. With a timeout of 30 ticks, one turn is the longest that a uid can be silent: 30 ticks and the one
/// that the touch waits for. And 31 bits fit a word.
pub const SLOTS: u32 = 31;

/// Rings enough for 2³¹ − 1 ticks and as many again that a late tick may bring at once.
pub const RINGS: usize = 7;

/// Ticks that one slot of a ring spans: 31ⁿ.
pub const fn span(level: usize) -> u64 {
    (SLOTS as u64).pow(level as u32)
}

/// The lowest ring that can hold `when`, seen from `elapsed`, the tick that was looked at last.
pub fn level_for(elapsed: u64, when: u64) -> usize {
    debug_assert!(when > elapsed, "tick {when} was looked at: it is {elapsed} now");
    (0..RINGS)
        .find(|&level| when / span(level) - elapsed / span(level) <= u64::from(SLOTS))
        .expect("seven rings span all that can be filed")
}

/// The slot of ring `level` that holds the tick `when`.
pub fn slot_for(level: usize, when: u64) -> u32 {
    ((when / span(level)) % u64::from(SLOTS)) as u32
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

    /// The first tick of the next occupied slot of ring `level`, seen from `elapsed`.
    pub fn next_tick(self, level: usize, elapsed: u64) -> Option<u64> {
        let current = elapsed / span(level);
        let distance = self.distance_after((current % u64::from(SLOTS)) as u32)?;
        Some((current + u64::from(distance)) * span(level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_ring_0_is_30_ticks_and_one() {
        assert_eq!(level_for(100, 101), 0);
        assert_eq!(level_for(100, 131), 0);
        assert_eq!(level_for(100, 132), 1);
    }

    #[test]
    fn a_slot_spans_a_turn_of_the_ring_below() {
        for level in 1..RINGS {
            assert_eq!(span(level), span(level - 1) * 31);
        }
    }

    #[test]
    fn every_distance_has_a_ring_wherever_the_wheel_stands() {
        for start in [0, 1, 30, 31, 960, 961, 29_791, span(5) - 1, span(6) - 1, span(6), span(6) * 31 - 1, 1 << 32, (1 << 53) - 1] {
            for log in 0..=32 {
                let level = level_for(start, start + (1 << log));
                let ahead = (start + (1 << log)) / span(level) - start / span(level);
                assert!((1..=31).contains(&ahead), "2^{log} ticks from {start}: {ahead} slots ahead in ring {level}");
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
        occupied.set(slot_for(1, 100));
        assert_eq!(occupied.next_tick(1, 50), Some(93));
        assert_eq!(occupied.next_tick(1, 92), Some(93));
        assert_eq!(occupied.next_tick(1, 93), Some(93 + 961));
    }
}
