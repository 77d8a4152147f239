//! Which ticks came late, and by how much.
//!
//! A touch writes the next tick. When that tick turns out to be late by n ticks, the touch counts as made n ticks later.
//! Nobody who was touched is visited for that: the interval is noted here, and consulted when an entry looks due.

use crate::at::{add, at};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

#[derive(Clone, Copy)]
struct Interval {
    /// The tick for which the touches were written.
    tick: u64,
    /// How many ticks later they count.
    later: u32,
}

/// Intervals in the order of their ticks.
#[derive(Clone)]
pub struct Late(Vec<Interval>);

impl Late {
    pub const fn new() -> Self {
        Late(Vec::new())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The tick for which a touch counts that was written for `tick`.
    #[inline]
    pub fn counted(&self, tick: u64) -> u64 {
        if self.0.is_empty() {
            return tick;
        }
        match self.0.binary_search_by_key(&tick, |interval| interval.tick) {
            Ok(found) => tick + u64::from(at(&self.0, found).later),
            Err(_) => tick,
        }
    }

    pub fn note(&mut self, tick: u64, later: u32) -> Result<(), TryReserveError> {
        self.0.try_reserve(1)?;
        add(&mut self.0, Interval { tick, later });
        Ok(())
    }

    /// Forgets what counts for `tick` or earlier, once that is half of all: so each is moved but once, on average.
    pub fn forget(&mut self, tick: u64) {
        let old = self.0.partition_point(|interval| interval.tick + u64::from(interval.later) <= tick);
        if 2 * old > self.len() {
            self.0.drain(..old);
        }
    }

    #[cfg(feature = "small-world")]
    pub fn intervals(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        self.0.iter().map(|interval| (interval.tick, interval.later))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Interval>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_touches_of_a_late_interval_count_later() {
        let mut late = Late::new();
        late.note(10, 5).unwrap();
        late.note(20, 1).unwrap();
        let counted: Vec<_> = [9, 10, 11, 15, 20, 21].map(|tick| late.counted(tick)).into();
        assert_eq!(counted, [9, 15, 11, 15, 21, 21]);
    }

    #[test]
    fn what_no_timeout_can_reach_is_forgotten() {
        let mut late = Late::new();
        late.note(10, 5).unwrap();
        late.note(20, 1).unwrap();
        late.forget(14);
        assert_eq!(late.len(), 2);
        late.forget(21);
        assert_eq!(late.len(), 0);
    }

    #[test]
    fn what_a_timeout_may_still_reach_is_kept_and_so_is_what_is_no_more_than_half_of_all() {
        let mut late = Late::new();
        late.note(10, 5).unwrap();
        late.note(20, 10).unwrap();
        late.forget(29);
        assert_eq!(late.len(), 2, "the first alone");
        late.note(40, 1).unwrap();
        late.forget(29);
        assert_eq!(late.len(), 3);
        late.forget(30);
        assert_eq!((late.len(), late.counted(40)), (1, 41));
    }

    #[test]
    fn bytes_are_those_of_the_list() {
        let mut late = Late::new();
        assert_eq!(late.bytes(), 0);
        late.note(10, 5).unwrap();
        assert_eq!(late.bytes(), 16 * late.0.capacity());
    }
}
