//! Ticks that come late: whoever was touched since the tick before counts as touched at their end, and what must be
//! remembered for that stays small.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, STARTS, tick, touch, touch_for, wheel, wheel_at};
use idlewheel::MAX_TIMEOUT;

#[test]
fn a_touch_in_a_late_tick_counts_at_its_end() {
    for start in STARTS {
        for late in [2, 3, 30, 31, 32, 961, 100_000] {
            let mut sessions = wheel_at(start, 30);
            let (ada, bob) = (Name::text("ada"), Name::text("bob"));
            touch(&mut sessions, &ada);
            touch_for(&mut sessions, &bob, 1_000);
            assert_eq!(tick(&mut sessions, late), [], "{late} ticks at once from {start}");
            assert_eq!(tick(&mut sessions, 29), []);
            assert_eq!(tick(&mut sessions, 1), [ada]);
            assert_eq!(tick(&mut sessions, 969), []);
            assert_eq!(tick(&mut sessions, 1), [bob]);
        }
    }
}

#[test]
fn who_was_silent_before_a_late_tick_is_due_in_it() {
    let mut sessions = wheel(30);
    let (ada, bob) = (Name::text("ada"), Name::text("bob"));
    touch(&mut sessions, &ada);
    tick(&mut sessions, 1);
    touch(&mut sessions, &bob);
    assert_eq!(tick(&mut sessions, 30), [ada]);
    assert_eq!(sessions.remaining(sessions.find(bob.uid()).expect("bob is here")), 30);
}

/// One tick a minute, as in a hidden tab: who beats every 10 s is here, who doesn't is not.
#[test]
fn one_tick_a_minute_expires_only_the_silent() {
    let mut sessions = wheel(30);
    let (ada, bob) = (Name::text("ada"), Name::text("bob"));
    touch(&mut sessions, &bob);
    for minute in 0..2_000 {
        touch(&mut sessions, &ada);
        let silent = tick(&mut sessions, 60);
        assert_eq!(silent, if minute == 1 { vec![bob.clone()] } else { vec![] }, "minute {minute}");
    }
}

/// Each late tick is remembered for as long as a timeout may reach back to it, up to a bound; then all are settled.
#[test]
fn thousands_of_late_ticks_with_the_longest_timeout_hold_no_more_memory() {
    let mut sessions = wheel(MAX_TIMEOUT);
    let names: Vec<_> = (0..10).map(|number| Name::number(number.into())).collect();
    for name in &names {
        touch(&mut sessions, name);
    }
    tick(&mut sessions, 1);
    let mut held = Vec::new();
    let mut due = Vec::new();
    for late in 0..20_000_u32 {
        // Each uid is touched now and then, and the last touch is what counts.
        if late % 1_000 == 0 {
            let name = &names[(late / 1_000) as usize % 10];
            touch(&mut sessions, name);
            due.retain(|(other, _)| other != name);
            due.push((name.clone(), sessions.now() + 2 + u64::from(late % 7) + u64::from(MAX_TIMEOUT)));
        }
        assert_eq!(tick(&mut sessions, 2 + late % 7), []);
        held.push(sessions.bytes());
    }
    sessions.check();
    let most = held[..5_000].iter().max().expect("5 000 late ticks");
    assert!(held.iter().all(|bytes| bytes <= most), "levels off: {most} after 5 000, {} after 20 000", held[19_999]);
    assert!(most - held[0] < 100_000, "and at little: {most} from {}", held[0]);
    for (name, deadline) in due {
        let left = u32::try_from(deadline - sessions.now()).expect("not yet due");
        assert_eq!(tick(&mut sessions, left - 1), [], "{name:?}, settled, is not early");
        assert_eq!(tick(&mut sessions, 1), [name], "nor late");
    }
}

#[test]
fn short_timeouts_forget_late_ticks_by_themselves() {
    let mut sessions = wheel(30);
    let ada = Name::text("ada");
    touch(&mut sessions, &ada);
    let held = sessions.bytes();
    for _ in 0..10_000 {
        touch(&mut sessions, &ada);
        assert_eq!(tick(&mut sessions, 7), []);
    }
    // No more than five are in reach of the timeout at any time.
    assert!(sessions.bytes() < held + 1_000, "{} bytes, {held} before", sessions.bytes());
    assert_eq!(tick(&mut sessions, 29), []);
    assert_eq!(tick(&mut sessions, 1), [ada]);
}

/// Settling rewrites what was touched for late ticks, and nothing else.
#[test]
fn settled_touches_expire_as_if_nothing_had_been_settled() {
    let mut sessions = wheel(30);
    let mut expected = Vec::new();
    for number in 0..3_000_u32 {
        let (name, timeout) = (Name::number(number.into()), 200_000 + 31 * (number % 100));
        let late = 1 + number % 5;
        touch_for(&mut sessions, &name, timeout);
        assert_eq!(tick(&mut sessions, late), []);
        expected.push((sessions.now() + u64::from(timeout), name));
    }
    expected.sort();
    for (deadline, name) in expected {
        if let Some(left) = (deadline - 1).checked_sub(sessions.now()).filter(|&left| left > 0) {
            assert_eq!(tick(&mut sessions, left as u32), [], "before {deadline}");
        }
        if sessions.now() < deadline {
            let silent = tick(&mut sessions, 1);
            assert!(silent.contains(&name), "at {deadline}");
            continue;
        }
        assert_eq!(sessions.find(name.uid()), None, "of the same tick as the one before");
    }
    assert!(sessions.is_empty());
}
