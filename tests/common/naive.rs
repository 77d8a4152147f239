//! The contract without a wheel: a map from uid to when it was touched and for how long. Slow, and plain enough to believe.

use super::Name;
use std::collections::BTreeMap;

#[derive(Clone)]
pub struct Naive {
    pub now: u64,
    timeout: u32,
    lives: u64,
    pub here: BTreeMap<Name, Who>,
}

#[derive(Clone)]
pub struct Who {
    /// The tick that the last touch counts for; `None`: the next one, whenever that comes.
    touched: Option<u64>,
    timeout: u32,
    /// No two lives of a uid have the same number.
    pub life: u64,
    /// Given out as due and not taken: not given out again until recalled.
    pub given: bool,
}

impl Naive {
    pub fn starting_at(now: u64, timeout: u32) -> Self {
        Naive { now, timeout, lives: 0, here: BTreeMap::new() }
    }

    /// True: it was not here.
    pub fn touch(&mut self, name: &Name, timeout: Option<u32>) -> bool {
        if let Some(who) = self.here.get_mut(name) {
            who.touched = None;
            who.timeout = timeout.unwrap_or(who.timeout);
            return false;
        }
        self.lives += 1;
        let timeout = timeout.unwrap_or(self.timeout);
        self.here.insert(name.clone(), Who { touched: None, timeout, life: self.lives, given: false });
        true
    }

    pub fn leave(&mut self, name: &Name) -> bool {
        self.here.remove(name).is_some()
    }

    pub fn advance(&mut self, ticks: u64) {
        self.now += ticks;
        for who in self.here.values_mut() {
            who.touched.get_or_insert(self.now);
        }
    }

    pub fn deadline(&self, name: &Name) -> Option<u64> {
        let who = self.here.get(name)?;
        Some(who.touched.unwrap_or(self.now + 1) + u64::from(who.timeout))
    }

    pub fn remaining(&self, name: &Name) -> Option<u64> {
        Some(self.deadline(name)?.saturating_sub(self.now))
    }

    pub fn is_due(&self, name: &Name) -> bool {
        self.remaining(name) == Some(0)
    }

    /// The deadline of who is to be given out next.
    pub fn next_due(&self) -> Option<u64> {
        let waiting = self.here.iter().filter(|(_, who)| !who.given);
        waiting.filter_map(|(name, _)| self.deadline(name)).min().filter(|&deadline| deadline <= self.now)
    }

    pub fn give(&mut self, name: &Name) {
        self.here.get_mut(name).expect("only who is here is due").given = true;
    }

    pub fn recall(&mut self) {
        for who in self.here.values_mut() {
            who.given = false;
        }
    }

    /// Ticks until someone could be due, at least 1.
    pub fn ticks_to_expiry(&self) -> Option<u64> {
        self.here.keys().filter_map(|name| self.remaining(name)).min().map(|ticks| ticks.max(1))
    }
}
