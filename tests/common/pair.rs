//! The wheel and the naive model, told the same things and asked the same questions.

use super::naive::Naive;
use super::{Name, wheel_at};
use idlewheel::{Lease, MAX_TIMEOUT, Sessions, Touched};

/// 2³¹, where the world is as large as users have it.
pub const MAX_GAP: u64 = MAX_TIMEOUT as u64 + 1;

/// What is done with someone who is given out as due.
#[derive(Clone, Copy, Debug)]
pub enum Fate {
    Take,
    /// Touched first, so that taking finds it alive.
    Touch(Option<u32>),
    Delete,
    /// Not taken: given out again after a recall.
    Leave,
    /// Taken, and touched anew at once.
    Return,
    /// Another is touched first, or deleted first, and may be due as well.
    TouchOther(usize),
    DeleteOther(usize),
}

#[derive(Clone)]
pub struct Pair {
    pub real: Sessions,
    pub naive: Naive,
    pub names: Vec<Name>,
    leases: Vec<(Lease, Name, u64)>,
    touches: u64,
    expired: u64,
    /// The tick up to which all that was due was given out and dealt with.
    looked_at: u64,
}

impl Pair {
    pub fn new(start: u64, timeout: u32, names: Vec<Name>) -> Self {
        let (real, naive) = (wheel_at(start, timeout), Naive::starting_at(start, timeout));
        Pair { real, naive, names, leases: Vec::new(), touches: 0, expired: 0, looked_at: start }
    }

    fn name(&self, number: usize) -> Name {
        self.names[number % self.names.len()].clone()
    }

    pub fn touch(&mut self, number: usize, timeout: Option<u32>) {
        let name = self.name(number);
        let touched = self.real.touch(name.uid(), timeout).expect("there is room");
        let (Touched::New(entry) | Touched::Known(entry)) = touched;
        assert_eq!(matches!(touched, Touched::New(_)), self.naive.touch(&name, timeout), "whether {name:?} is new");
        self.touches += 1;
        self.leases.push((self.real.lease(entry), name.clone(), self.naive.here[&name].life));
    }

    pub fn touch_lease(&mut self, number: usize, timeout: Option<u32>) {
        if self.leases.is_empty() {
            return;
        }
        let (lease, name, life) = self.leases[number % self.leases.len()].clone();
        let alive = self.is_alive(&name, life);
        assert_eq!(self.real.is_alive(lease), alive, "whether the lease of {name:?} is alive");
        assert_eq!(self.real.touch_lease(lease, timeout), alive, "touch by lease of {name:?}");
        if alive {
            self.naive.touch(&name, timeout);
            self.touches += 1;
        }
    }

    pub fn delete(&mut self, number: usize) {
        let name = self.name(number);
        let found = self.real.find(name.uid());
        let deleted = found.is_some_and(|entry| self.real.delete(self.real.lease(entry)));
        assert_eq!(deleted, self.naive.leave(&name), "delete of {name:?}");
    }

    pub fn delete_lease(&mut self, number: usize) {
        if self.leases.is_empty() {
            return;
        }
        let (lease, name, life) = self.leases[number % self.leases.len()].clone();
        let alive = self.is_alive(&name, life);
        assert_eq!(self.real.delete(lease), alive, "delete by lease of {name:?}");
        if alive {
            self.naive.leave(&name);
        }
    }

    /// A touch that is taken back if the uid was not here.
    pub fn retract(&mut self, number: usize) {
        let name = self.name(number);
        if self.naive.here.contains_key(&name) {
            return;
        }
        if let Ok(Touched::New(entry)) = self.real.touch(name.uid(), Some(7)) {
            self.real.retract(entry);
        }
    }

    pub fn clear(&mut self) {
        self.real.clear();
        self.naive.here.clear();
    }

    pub fn recall(&mut self) {
        self.real.recall();
        self.naive.recall();
    }

    /// A gap counts as 2³¹ at most. While someone due waits to be taken, gaps may add up to no more than that.
    pub fn advance(&mut self, ticks: u32) {
        let before = self.real.now();
        self.real.advance(ticks);
        let went = self.real.now() - before;
        let most = u64::from(ticks).min(MAX_GAP);
        let least = most.min((self.looked_at + MAX_GAP).saturating_sub(before));
        assert!((least..=most).contains(&went), "advance({ticks}) went {went}, not {least} to {most}");
        if went > 0 {
            self.naive.advance(went);
        }
    }

    /// Gives out due uids `chunk` by chunk, each of which then meets its fate. Where there are more than `fates`, the rest
    /// is taken, or, if not `all`, left as it is.
    pub fn drain(&mut self, fates: &[Fate], chunk: usize, all: bool) {
        let mut met = 0;
        loop {
            self.recall();
            let given = self.give(chunk);
            if given.is_empty() {
                return;
            }
            for (lease, name, life) in given {
                let fate = match fates.get(met) {
                    Some(&fate) => fate,
                    None if all => Fate::Take,
                    None => return,
                };
                met += 1;
                self.meet(lease, &name, life, fate);
                self.agree();
            }
        }
    }

    fn give(&mut self, most: usize) -> Vec<(Lease, Name, u64)> {
        let mut given = Vec::new();
        while given.len() < most {
            let expected = self.naive.next_due();
            let Some(lease) = self.real.next_due() else {
                // Those of a later tick wait until all of this one are taken.
                if self.naive.here.values().all(|who| !who.given) {
                    assert_eq!(expected, None, "someone due by then is not given out");
                    self.looked_at = self.naive.now;
                }
                break;
            };
            let name = Name::of(self.real.uid(lease.entry));
            assert_eq!(self.naive.deadline(&name), expected, "{name:?} is given out in its turn");
            self.naive.give(&name);
            let life = self.naive.here[&name].life;
            given.push((lease, name, life));
        }
        given
    }

    fn meet(&mut self, lease: Lease, name: &Name, life: u64, fate: Fate) {
        let alive = self.is_alive(name, life);
        match fate {
            Fate::Leave => return,
            Fate::Touch(timeout) => {
                assert_eq!(self.real.touch_lease(lease, timeout), alive);
                if alive {
                    self.naive.touch(name, timeout);
                    self.touches += 1;
                }
            }
            Fate::Delete => {
                assert_eq!(self.real.delete(lease), alive);
                if alive {
                    self.naive.leave(name);
                }
            }
            Fate::TouchOther(number) => self.touch(number, None),
            Fate::DeleteOther(number) => self.delete(number),
            Fate::Take | Fate::Return => {}
        }
        let due = self.is_alive(name, life) && self.naive.is_due(name);
        assert_eq!(self.real.take(lease), due, "take of {name:?}");
        if due {
            self.naive.leave(name);
            self.expired += 1;
        }
        assert!(!self.real.take(lease), "nobody is taken twice");
        if let Fate::Return = fate {
            self.real.touch(name.uid(), None).expect("there is room");
            self.naive.touch(name, None);
            self.touches += 1;
        }
    }

    fn is_alive(&self, name: &Name, life: u64) -> bool {
        self.naive.here.get(name).is_some_and(|who| who.life == life)
    }

    /// Ticks of which it is not certain that all who were due have been dealt with.
    pub fn ticks_to_deal_with(&self) -> u64 {
        self.naive.now - self.looked_at
    }

    pub fn forget_leases(&mut self) {
        self.leases.clear();
    }

    /// Every question, about everybody.
    pub fn agree(&self) {
        self.real.check();
        assert_eq!(self.real.len() as usize, self.naive.here.len(), "uids here");
        assert_eq!(self.real.is_empty(), self.naive.here.is_empty());
        assert_eq!((self.real.now(), self.real.touches(), self.real.expired()), (self.naive.now, self.touches, self.expired));
        for name in &self.names {
            let found = self.real.find(name.uid());
            assert_eq!(found.map(|entry| self.real.remaining(entry)), self.naive.remaining(name), "remaining of {name:?}");
            if let Some(entry) = found {
                assert_eq!(Name::of(self.real.uid(entry)), *name);
            }
        }
        let bound = self.real.ticks_to_expiry();
        assert_eq!(bound.is_some(), self.naive.ticks_to_expiry().is_some(), "an empty wheel expects nobody");
        assert!(bound >= Some(1) || bound.is_none());
        assert!(bound <= self.naive.ticks_to_expiry(), "ticks_to_expiry {bound:?} is late for {:?}", self.naive.ticks_to_expiry());
    }
}
