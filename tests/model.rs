//! Whatever is done in whatever order, the wheel answers as a map without a wheel does.
//!
//! `PROPTEST_CASES` sets how many histories are tried.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::STARTS;
use common::history::{Op, mixed_names, numbered_names, replay};
use common::pair::Fate;
use idlewheel::MAX_TIMEOUT;
use proptest::prelude::*;

fn short() -> impl Strategy<Value = u32> {
    prop_oneof![Just(1), Just(2), 1..=10_u32, 29..=32_u32, 60..=63_u32]
}

fn any_timeout() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => short(),
        2 => 960..=963_u32,
        2 => 29_790..=29_792_u32,
        1 => 1_000..=2_000_000_u32,
        1 => (1_u32 << 30) - 2..=(1 << 30) + 2,
        1 => 1_000_000_000..=MAX_TIMEOUT,
        1 => MAX_TIMEOUT - 2..=MAX_TIMEOUT,
    ]
}

fn any_gap() -> impl Strategy<Value = u32> {
    prop_oneof![
        6 => Just(1_u32),
        4 => 2..=40_u32,
        2 => Just(31_u32),
        2 => Just(961_u32),
        2 => 1..=5_000_u32,
        1 => 1..=50_000_000_u32,
        1 => (1_u32 << 30) - 2..=(1 << 30) + 2,
        1 => (1_u32 << 31) - 2..=(1 << 31) + 2,
        1 => any::<u32>(),
    ]
}

fn longest() -> impl Strategy<Value = u32> {
    prop_oneof![MAX_TIMEOUT - 2..=MAX_TIMEOUT, (1_u32 << 30) - 2..=(1 << 30) + 2, Just(1_u32)]
}

fn largest() -> impl Strategy<Value = u32> {
    prop_oneof![1..=3_u32, (1_u32 << 30) - 3..=(1 << 30) + 3, (1_u32 << 31) - 4..=(1 << 31) + 1]
}

fn fates(timeout: BoxedStrategy<u32>, names: usize) -> impl Strategy<Value = Vec<Fate>> {
    let fate = prop_oneof![
        6 => Just(Fate::Take),
        1 => proptest::option::of(timeout).prop_map(Fate::Touch),
        1 => Just(Fate::Delete),
        1 => Just(Fate::Leave),
        1 => Just(Fate::Return),
        1 => (0..names).prop_map(Fate::TouchOther),
        1 => (0..names).prop_map(Fate::DeleteOther),
    ];
    proptest::collection::vec(fate, 1..8)
}

fn op(timeout: BoxedStrategy<u32>, gap: BoxedStrategy<u32>, names: usize) -> impl Strategy<Value = Op> {
    let maybe = || proptest::option::of(timeout.clone());
    let fates = || (fates(timeout.clone(), names), prop_oneof![Just(1_usize), 2..=8_usize, Just(256_usize)]);
    prop_oneof![
        8 => (0..names, maybe()).prop_map(|(name, timeout)| Op::Touch(name, timeout)),
        2 => (0..names, 1..=names, maybe()).prop_map(|(from, count, timeout)| Op::TouchMany(from, count, timeout)),
        3 => (any::<usize>(), maybe()).prop_map(|(lease, timeout)| Op::TouchLease(lease, timeout)),
        2 => (0..names).prop_map(Op::Delete),
        1 => any::<usize>().prop_map(Op::DeleteLease),
        1 => (0..names).prop_map(Op::Retract),
        1 => (0..names, 1..=names).prop_map(|(from, step)| Op::DeleteEvery(from, step)),
        1 => Just(Op::Recall),
        6 => gap.clone().prop_map(Op::Tick),
        3 => gap.prop_map(Op::Advance),
        3 => (-1..=1_i64).prop_map(Op::AdvanceToNext),
        2 => Just(Op::AdvanceAsTold),
        3 => fates().prop_map(|(fates, chunk)| Op::Drain(fates, chunk)),
        3 => fates().prop_map(|(fates, chunk)| Op::DrainAll(fates, chunk)),
    ]
}

fn history(
    timeout: BoxedStrategy<u32>,
    gap: BoxedStrategy<u32>,
    names: usize,
    longest: usize,
) -> impl Strategy<Value = (u64, u32, Vec<Op>)> {
    // A clear ends what was being tested, so there is at most one in a history.
    let ops = proptest::collection::vec(op(timeout.clone(), gap, names), 1..longest);
    let ops = (ops, proptest::option::weighted(0.2, 0..longest)).prop_map(|(mut ops, clear)| {
        if let Some(at) = clear.filter(|&at| at < ops.len()) {
            ops[at] = Op::Clear;
        }
        ops
    });
    (proptest::sample::select(STARTS.to_vec()), timeout, ops)
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, max_shrink_iters: 20_000, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn short_timeouts_and_small_gaps((start, timeout, ops) in history(short().boxed(), (1..=70_u32).boxed(), 12, 80)) {
        replay(start, timeout, mixed_names(), &ops);
    }

    #[test]
    fn any_timeouts_and_any_gaps((start, timeout, ops) in history(any_timeout().boxed(), any_gap().boxed(), 12, 80)) {
        replay(start, timeout, mixed_names(), &ops);
    }

    #[test]
    fn the_longest_timeouts_and_the_largest_gaps((start, timeout, ops) in history(longest().boxed(), largest().boxed(), 12, 80)) {
        replay(start, timeout, mixed_names(), &ops);
    }

    #[test]
    fn many_in_one_slot((start, timeout, ops) in history(short().boxed(), (1..=40_u32).boxed(), 150, 20)) {
        replay(start, timeout, numbered_names(150), &ops);
    }
}
