//! Everybody beats, and nobody is due.

use crate::timeouts::{TIMEOUT, Timeouts};
use idlewheel_bench::{Random, Uuid, uuids};
use std::time::{Duration, Instant};

/// Everybody beats once in so many ticks.
const BEAT: usize = 10;

pub struct Heartbeats<T, B, F> {
    timeouts: T,
    /// What is touched, in the order in which it is.
    beats: Vec<B>,
    /// The next of them.
    next: usize,
    touch: F,
}

/// What was spent on either.
#[derive(Default)]
pub struct Spent {
    pub touching: Duration,
    pub ticking: Duration,
}

/// So many uids, and in the order in which they beat: another than that in which they arrived.
pub fn uids<T: Timeouts>(count: usize) -> (T, Vec<Uuid>) {
    let mut random = Random::new(1);
    let mut uids = uuids(count, &mut random);
    let mut timeouts = T::new();
    for uid in &uids {
        timeouts.touch(uid);
    }
    random.shuffle(&mut uids);
    (timeouts, uids)
}

impl<T: Timeouts, B, F: Fn(&mut T, &B)> Heartbeats<T, B, F> {
    pub fn new(timeouts: T, beats: Vec<B>, touch: F) -> Self {
        let mut heartbeats = Heartbeats { timeouts, beats, next: 0, touch };
        // Until nothing is left of how they arrived.
        heartbeats.run(heartbeats.a_tick() * 2 * TIMEOUT as usize);
        heartbeats
    }

    /// Touches between two ticks.
    pub fn a_tick(&self) -> usize {
        self.beats.len() / BEAT
    }

    /// So many touches, and the ticks between them.
    pub fn run(&mut self, touches: usize) -> Spent {
        let mut spent = Spent::default();
        let mut left = touches;
        while left > 0 {
            let until_tick = self.a_tick() - self.next % self.a_tick();
            let beats = &self.beats[self.next..][..until_tick.min(left)];
            let start = Instant::now();
            for beat in beats {
                (self.touch)(&mut self.timeouts, beat);
            }
            spent.touching += start.elapsed();
            left -= beats.len();
            self.next = (self.next + beats.len()) % self.beats.len();
            if self.next.is_multiple_of(self.a_tick()) {
                spent.ticking += self.tick();
            }
        }
        spent
    }

    fn tick(&mut self) -> Duration {
        self.timeouts.pass_tick();
        let start = Instant::now();
        let expired = self.timeouts.expire();
        let spent = start.elapsed();
        assert_eq!(expired, 0, "everybody beats");
        spent
    }
}
