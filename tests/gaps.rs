//! The longest timeouts and the largest gaps: ticks of touches are kept in 32 bits, and nobody may notice.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, STARTS, drain, tick, touch, touch_for, wheel, wheel_at};
use idlewheel::MAX_TIMEOUT;

const GAP: u32 = 1 << 31;

#[test]
fn a_gap_counts_as_2_to_the_31_ticks_at_most() {
    for start in STARTS {
        let mut sessions = wheel_at(start, 30);
        sessions.advance(u32::MAX);
        assert_eq!(sessions.now(), start + u64::from(GAP));
        drain(&mut sessions);
        sessions.advance(GAP);
        assert_eq!(sessions.now(), start + 2 * u64::from(GAP));
    }
}

#[test]
fn the_largest_gap_takes_everyone_along_who_was_silent_in_it() {
    for start in STARTS {
        let mut sessions = wheel_at(start, MAX_TIMEOUT);
        let ada = Name::text("ada");
        touch(&mut sessions, &ada);
        assert_eq!(tick(&mut sessions, 1), []);
        assert_eq!(tick(&mut sessions, GAP), [ada], "from {start}");
    }
}

#[test]
fn whoever_was_touched_in_the_largest_gap_has_the_whole_timeout_left() {
    for start in STARTS {
        let mut sessions = wheel_at(start, MAX_TIMEOUT);
        let ada = Name::text("ada");
        touch(&mut sessions, &ada);
        assert_eq!(tick(&mut sessions, GAP), []);
        assert_eq!(tick(&mut sessions, MAX_TIMEOUT - 1), [], "from {start}");
        assert_eq!(tick(&mut sessions, 1), [ada], "from {start}");
    }
}

/// The touch is written for a tick that came 2³⁰ ticks late, and looked at 2³¹ ticks after it could have expired.
#[test]
fn a_late_touch_and_the_longest_timeout_and_the_largest_gap_add_up() {
    let gaps = [(1 << 30) - 1, 1 << 30, (1 << 30) + 1, GAP];
    for late in [1, 2, 1 << 29].into_iter().chain(gaps) {
        for (left, gap) in [1, 2, 1 << 20].into_iter().flat_map(|left| gaps.map(|gap| (left, gap))) {
            let mut sessions = wheel(MAX_TIMEOUT);
            let ada = Name::text("ada");
            touch(&mut sessions, &ada);
            assert_eq!(tick(&mut sessions, late), []);
            // In pieces that need no settling, up to `left` ticks before the deadline.
            assert_eq!(tick(&mut sessions, 1 << 30), []);
            assert_eq!(tick(&mut sessions, MAX_TIMEOUT - (1 << 30) - left), []);
            sessions.check();
            assert_eq!(tick(&mut sessions, gap), [ada], "touched in a gap of {late}, looked at {left} ticks before, then a gap of {gap}");
        }
    }
}

/// Whoever was given out as due and not taken stays due, however long that lasts.
#[test]
fn who_is_due_stays_due_over_the_largest_gaps() {
    for timeout in [1, 30, MAX_TIMEOUT] {
        let mut sessions = wheel(timeout);
        let ada = Name::text("ada");
        touch(&mut sessions, &ada);
        sessions.advance(1);
        assert!(sessions.next_due().is_none());
        sessions.advance(timeout);
        for gap in 0..4 {
            sessions.recall();
            let lease = sessions.next_due().expect("due, and not taken");
            assert!(sessions.next_due().is_none());
            assert_eq!(sessions.remaining(lease.entry), 0, "timeout {timeout}, after {gap} gaps");
            assert_eq!(sessions.ticks_to_expiry(), Some(1));
            sessions.advance(GAP);
        }
        sessions.recall();
        assert_eq!(drain(&mut sessions), [ada]);
    }
}

#[test]
fn who_waits_to_be_given_out_is_due_whatever_gap_comes_on_top() {
    let mut sessions = wheel(MAX_TIMEOUT);
    let names: Vec<_> = (0..100).map(|number| Name::number(number.into())).collect();
    for (number, name) in names.iter().enumerate() {
        touch_for(&mut sessions, name, MAX_TIMEOUT - number as u32);
    }
    sessions.advance(1);
    for _ in 0..5 {
        sessions.advance(MAX_TIMEOUT);
        let lease = sessions.next_due().expect("a hundred are due");
        assert!(sessions.take(lease));
        sessions.check();
    }
    let silent = drain(&mut sessions);
    let expected: Vec<_> = names[..95].iter().rev().cloned().collect();
    assert_eq!(silent, expected, "the rest, by deadline");
}

#[test]
fn a_touch_while_others_wait_counts_at_the_end_of_the_next_gap() {
    let mut sessions = wheel(5);
    let (ada, bob, eve) = (Name::text("ada"), Name::text("bob"), Name::text("eve"));
    touch(&mut sessions, &ada);
    touch_for(&mut sessions, &bob, 6);
    sessions.advance(1);
    sessions.advance(10);
    let lease = sessions.next_due().expect("ada is due");
    assert!(sessions.take(lease));
    // Bob waits; he is touched, and Eve is new.
    touch(&mut sessions, &bob);
    touch(&mut sessions, &eve);
    assert_eq!(tick(&mut sessions, 100), []);
    assert_eq!(sessions.now(), 111);
    assert_eq!(tick(&mut sessions, 4), []);
    assert_eq!(tick(&mut sessions, 1), [eve]);
    assert_eq!(tick(&mut sessions, 1), [bob]);
}

#[test]
fn no_ticks_are_no_tick() {
    let mut sessions = wheel(1);
    let ada = Name::text("ada");
    touch(&mut sessions, &ada);
    for _ in 0..3 {
        assert_eq!(tick(&mut sessions, 0), []);
    }
    assert_eq!((sessions.now(), tick(&mut sessions, 1)), (0, vec![]));
    assert_eq!(tick(&mut sessions, 1), [ada]);
}

#[test]
fn after_all_have_left_in_the_midst_of_a_delivery_a_gap_counts_whole() {
    let mut sessions = wheel(2);
    for name in ["ada", "bob"] {
        touch(&mut sessions, &Name::text(name));
    }
    assert_eq!(tick(&mut sessions, 1), []);
    sessions.advance(40);
    let due = sessions.next_due().expect("one is due, and nobody asks for the other");
    assert!(sessions.take(due));
    sessions.clear();
    touch_for(&mut sessions, &Name::text("cleo"), MAX_TIMEOUT);
    let before = sessions.now();
    sessions.advance(GAP);
    assert_eq!(sessions.now() - before, u64::from(GAP));
}
