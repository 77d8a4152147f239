//! A small world, searched exhaustively: two rings of 4 slots, 3 uids, timeouts of at most 7 ticks and gaps of at most 8, touches that keep 4 bits
//! of their tick. Every sequence of the operations below, up to a depth, answers as a map without a wheel does.
//!
//! `cargo test --features small-world --test small_world -- --nocapture`; `SMALL_WORLD_DEPTH` says how deep: 4 takes a second, 5 ten, 6 minutes.
//!
//! A state that was met before is not gone into again, unless it is met with more operations left than then. Uids that are here are told
//! apart by what holds of them, and not by their names.

#![cfg(feature = "small-world")]

mod common;

use common::Name;
use common::history::{Op, apply};
use common::pair::{Fate, Pair};
use idlewheel::MAX_TIMEOUT;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

const NAMES: usize = 3;
const TIMEOUT: u32 = 3;
const LONGEST: u32 = 7;
const LARGEST_GAP: u32 = 8;

/// What can be done to someone who is here, or to one of those who are not.
fn operations_on(name: usize) -> [Op; 5] {
    let touch = |timeout| Op::Touch(name, timeout);
    [touch(None), touch(Some(1)), touch(Some(5)), touch(Some(LONGEST)), Op::Delete(name)]
}

fn operations() -> Vec<Op> {
    let mut ops: Vec<_> = [1, 3, LARGEST_GAP - 1, LARGEST_GAP].map(Op::Advance).into();
    let others = (0..NAMES).flat_map(|name| [Fate::TouchOther(name), Fate::DeleteOther(name)]);
    let fates = [Fate::Take, Fate::Leave, Fate::Return, Fate::Delete, Fate::Touch(None)].into_iter().chain(others);
    ops.extend(fates.map(|fate| Op::Drain(vec![fate], NAMES)));
    ops.extend([Op::DrainAll(vec![], 1), Op::Tick(1), Op::Clear, Op::Recall]);
    ops
}

struct Search {
    /// How many operations were left when a state was gone into, by two hashes of the state.
    seen: HashMap<(u64, u64), u8>,
    steps: u64,
}

impl Search {
    fn go_into(&mut self, pair: &Pair, left: u8) {
        let seen = self.seen.entry(state(pair)).or_default();
        if *seen >= left {
            return;
        }
        *seen = left;
        // One of those who are not here stands for all of them.
        let absent = (0..NAMES).find(|&name| pair.real.find(pair.names[name].uid()).is_none());
        let here = (0..NAMES).filter(|&name| pair.real.find(pair.names[name].uid()).is_some());
        for op in here.chain(absent).flat_map(operations_on).chain(operations()) {
            let mut next = pair.clone();
            next.forget_leases();
            apply(&mut next, &op);
            self.steps += 1;
            if left > 1 {
                self.go_into(&next, left - 1);
            }
        }
    }
}

/// All that later answers depend on, of the wheel and of the model.
fn state(pair: &Pair) -> (u64, u64) {
    let mut wheel = pair.real.state();
    let naive: Vec<_> = wheel
        .filed
        .iter_mut()
        .map(|(_, entry, _, _)| {
            let name = Name::of(pair.real.uid(*entry));
            // Which number an entry has says nothing.
            *entry = 0;
            (pair.naive.remaining(&name), pair.naive.here[&name].given)
        })
        .collect();
    let all = (wheel, naive, pair.ticks_to_deal_with());
    [0_u8, 1]
        .map(|salt| {
            let mut hasher = DefaultHasher::new();
            (salt, &all).hash(&mut hasher);
            hasher.finish()
        })
        .into()
}

/// From each place where the pointer can stand.
#[test]
fn every_sequence_of_operations_answers_as_the_model_does() {
    assert_eq!(MAX_TIMEOUT, LONGEST, "the world is small");
    let depth = std::env::var("SMALL_WORLD_DEPTH").map_or(4, |depth| depth.parse().expect("SMALL_WORLD_DEPTH is a number"));
    let mut search = Search { seen: HashMap::new(), steps: 0 };
    for start in 1_000..1_016 {
        let names = (0..NAMES).map(|number| Name::number(number as f64)).collect();
        search.go_into(&Pair::new(start, TIMEOUT, names), depth);
        println!("from tick {start}: {} operations so far, {} states", search.steps, search.seen.len());
    }
    assert!(search.steps > 0);
}
