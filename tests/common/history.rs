//! What can be done with a wheel, one thing after another. proptest and the fuzzer both make such histories.

use super::Name;
use super::pair::{Fate, Pair};

#[derive(Clone, Debug)]
pub enum Op {
    Touch(usize, Option<u32>),
    TouchMany(usize, usize, Option<u32>),
    TouchLease(usize, Option<u32>),
    Delete(usize),
    DeleteLease(usize),
    /// From this one on, every so many.
    DeleteEvery(usize, usize),
    Retract(usize),
    Clear,
    Recall,
    Advance(u32),
    /// To so many ticks from the next deadline, before it or after.
    AdvanceToNext(i64),
    /// To the very tick that `ticks_to_expiry` names.
    AdvanceAsTold,
    /// Some of those who are due, so many given out at once.
    Drain(Vec<Fate>, usize),
    /// All of them.
    DrainAll(Vec<Fate>, usize),
    /// One call of the host.
    Tick(u32),
}

pub fn apply(pair: &mut Pair, op: &Op) {
    match op {
        Op::Touch(name, timeout) => pair.touch(*name, *timeout),
        Op::TouchMany(from, count, timeout) => (*from..from + count).for_each(|name| pair.touch(name, *timeout)),
        Op::TouchLease(lease, timeout) => pair.touch_lease(*lease, *timeout),
        Op::Delete(name) => pair.delete(*name),
        Op::DeleteLease(lease) => pair.delete_lease(*lease),
        Op::DeleteEvery(from, step) => (*from..pair.names.len()).step_by(*step).for_each(|name| pair.delete(name)),
        Op::Retract(name) => pair.retract(*name),
        Op::Clear => pair.clear(),
        Op::Recall => pair.recall(),
        Op::Advance(ticks) => pair.advance(*ticks),
        Op::AdvanceToNext(further) => {
            let ticks = pair.naive.ticks_to_expiry().unwrap_or(0).saturating_add_signed(*further);
            pair.advance(ticks.try_into().unwrap_or(u32::MAX));
        }
        Op::AdvanceAsTold => pair.advance(pair.real.ticks_to_expiry().unwrap_or(0).try_into().unwrap_or(u32::MAX)),
        Op::Drain(fates, chunk) => pair.drain(fates, *chunk, false),
        Op::DrainAll(fates, chunk) => pair.drain(fates, *chunk, true),
        Op::Tick(ticks) => {
            pair.advance(*ticks);
            pair.drain(&[], 256, true);
        }
    }
    pair.agree();
}

/// Does all of it to a wheel and to the model, which have to agree after each step; and then nobody may be left behind.
pub fn replay(start: u64, timeout: u32, names: Vec<Name>, ops: &[Op]) {
    let mut pair = Pair::new(start, timeout, names);
    for op in ops {
        apply(&mut pair, op);
    }
    // Nobody is forgotten: the longest silence takes everybody along.
    pair.drain(&[], 256, true);
    for _ in 0..2 {
        pair.advance(u32::MAX);
        pair.drain(&[], 256, true);
    }
    pair.agree();
    assert!(pair.real.is_empty());
}

/// All kinds, and lengths on both sides of what an entry holds itself.
pub fn mixed_names() -> Vec<Name> {
    let long = "x".repeat(60);
    ["", "1", "ada", &long[..43], &long[..44], &long, "\u{fc}", "\u{4e2d}\u{6587}"]
        .map(Name::text)
        .into_iter()
        .chain([0.0, 1.0, -1.0, 9_007_199_254_740_991.0].map(Name::number))
        .collect()
}

pub fn numbered_names(count: u32) -> Vec<Name> {
    (0..count).map(|number| Name::number(number.into())).collect()
}
