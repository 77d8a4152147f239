//! Timeouts are exact to the tick, from the shortest to the longest, whatever edge of a ring lies between.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, STARTS, tick, touch, touch_for, wheel, wheel_at};
use idlewheel::{MAX_TIMEOUT, Sessions};

const TWO_DAYS: u32 = 48 * 3_600;

/// The ticks from the touch to the expiry, one by one.
fn silence_by_ticks(start: u64, timeout: u32) -> u64 {
    let mut sessions = wheel_at(start, timeout);
    touch(&mut sessions, &Name::text("ada"));
    while tick(&mut sessions, 1).is_empty() {
        assert!(sessions.now() <= start + u64::from(timeout), "timeout {timeout} from {start}: nobody expired");
    }
    sessions.now() - start
}

/// The same, from one tick that `ticks_to_expiry` names to the next. The first comes by itself: the touch counts there.
fn silence_by_leaps(start: u64, timeout: u32) -> u64 {
    let mut sessions = wheel_at(start, timeout);
    touch(&mut sessions, &Name::text("ada"));
    assert!(tick(&mut sessions, 1).is_empty());
    for _ in 0..20 {
        let leap = sessions.ticks_to_expiry().expect("one is here");
        if !tick(&mut sessions, leap.try_into().expect("a timeout fits")).is_empty() {
            return sessions.now() - start;
        }
        sessions.check();
    }
    panic!("timeout {timeout} from {start}: a leap for each ring does not suffice");
}

/// Looked at one tick before the deadline, and on it.
fn silence_by_two_gaps(start: u64, timeout: u32) -> u64 {
    let mut sessions = wheel_at(start, timeout);
    touch(&mut sessions, &Name::text("ada"));
    assert!(tick(&mut sessions, 1).is_empty());
    assert!(tick(&mut sessions, timeout - 1).is_empty(), "timeout {timeout} from {start}: early");
    assert_eq!(tick(&mut sessions, 1).len(), 1, "timeout {timeout} from {start}: late");
    sessions.now() - start
}

#[test]
fn every_tick_is_looked_at_from_every_edge() {
    for start in STARTS {
        for timeout in [1, 2, 29, 30, 31, 32, 33, 61, 62, 63, 960, 961, 962, 963] {
            assert_eq!(silence_by_ticks(start, timeout), u64::from(timeout) + 1, "timeout {timeout} from {start}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn the_third_ring_is_exact_tick_by_tick() {
    for start in [0, 30, 961, 29_790, 29_791, 923_520, (1 << 32) - 1] {
        for timeout in [29_790, 29_791, 29_792] {
            assert_eq!(silence_by_ticks(start, timeout), u64::from(timeout) + 1, "timeout {timeout} from {start}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn two_days_at_a_tick_a_second_are_exact_tick_by_tick() {
    for start in [0, 923_521 - 5] {
        assert_eq!(silence_by_ticks(start, TWO_DAYS), u64::from(TWO_DAYS) + 1);
    }
}

#[test]
fn every_ring_is_exact_by_leaps_and_by_gaps() {
    let edges = (1..7).map(|ring| 31_u32.pow(ring)).flat_map(|edge| [edge - 1, edge, edge + 1]);
    let timeouts: Vec<_> = edges.chain([1, 2, TWO_DAYS, 1 << 30, MAX_TIMEOUT - 1, MAX_TIMEOUT]).collect();
    for start in STARTS {
        for &timeout in &timeouts {
            let expected = u64::from(timeout) + 1;
            assert_eq!(silence_by_leaps(start, timeout), expected, "timeout {timeout} from {start}");
            assert_eq!(silence_by_two_gaps(start, timeout), expected, "timeout {timeout} from {start}");
        }
    }
}

/// Uids with timeouts of 1 to thousands of ticks, touched before the same tick.
fn crowd() -> Sessions {
    let mut sessions = wheel(30);
    for number in 0..400_u32 {
        touch_for(&mut sessions, &Name::number(number.into()), 1 + number * number % 4_999);
    }
    assert_eq!(tick(&mut sessions, 1), []);
    sessions
}

fn timeout_of(name: &Name) -> u64 {
    let Name::Number(bytes) = name else { panic!("the crowd are numbers") };
    let number = f64::from_le_bytes(*bytes) as u64;
    1 + number * number % 4_999
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn any_cadence_of_calls_gives_the_same_expiries() {
    let cadences: [&[u32]; 9] = [&[1], &[2], &[3], &[7, 1], &[30], &[31], &[32], &[1, 961, 5], &[17, 2, 400, 1, 33]];
    for cadence in cadences {
        let mut sessions = crowd();
        let mut steps = cadence.iter().cycle();
        let mut order = Vec::new();
        while !sessions.is_empty() {
            let before = sessions.now();
            for name in tick(&mut sessions, *steps.next().expect("a cycle has no end")) {
                let deadline = 1 + timeout_of(&name);
                assert!(before < deadline && deadline <= sessions.now(), "{name:?} is due at {deadline}, steps of {cadence:?}");
                order.push(deadline);
            }
            sessions.check();
        }
        assert_eq!(order.len(), 400);
        assert!(order.is_sorted(), "by deadline, steps of {cadence:?}");
    }
}

#[test]
fn mixed_timeouts_in_one_slot_expire_each_in_its_own_time() {
    for start in STARTS {
        let mut sessions = wheel_at(start, 30);
        let names: Vec<_> = (1..=200_u32).map(|timeout| (Name::number(timeout.into()), timeout)).collect();
        for (name, timeout) in &names {
            // First the longest, then its own: all are filed anew from wherever they were.
            touch_for(&mut sessions, name, 5_000);
            touch_for(&mut sessions, name, *timeout);
        }
        assert_eq!(tick(&mut sessions, 1), []);
        for (name, timeout) in names {
            assert_eq!(tick(&mut sessions, 1), [name], "timeout {timeout} from {start}");
        }
    }
}

#[test]
fn a_longer_timeout_counts_at_once_and_so_does_a_shorter_one() {
    for (first, second) in [(5, 50), (50, 5), (5, 961), (961, 5), (29_791, 30), (30, MAX_TIMEOUT), (MAX_TIMEOUT, 1)] {
        let mut sessions = wheel(30);
        let ada = Name::text("ada");
        touch_for(&mut sessions, &ada, first);
        assert_eq!(tick(&mut sessions, 1), []);
        touch_for(&mut sessions, &ada, second);
        // Its own until another is given.
        touch(&mut sessions, &ada);
        assert_eq!(tick(&mut sessions, 1), []);
        assert_eq!(tick(&mut sessions, second), [ada], "from {first} to {second}");
    }
}

/// A turn must not add any lateness, not even after thousands.
#[test]
fn thousands_of_turns_are_as_exact_as_the_first() {
    let mut sessions = wheel(30);
    let ada = Name::text("ada");
    for turn in 0..3_000 {
        touch(&mut sessions, &ada);
        assert_eq!(tick(&mut sessions, 30), [], "turn {turn}: the touch counts at the end of the gap");
        for _ in 0..29 {
            assert_eq!(tick(&mut sessions, 1), []);
        }
        assert_eq!(tick(&mut sessions, 1), std::slice::from_ref(&ada), "turn {turn}");
    }
}
