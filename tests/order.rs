//! Who is due is given out by deadline, and who was given out and not taken is given out again.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, drain, tick, touch, touch_for, wheel};
use idlewheel::{Lease, Sessions};

/// One uid due at each of the ticks from 2 to `count` + 1, named by its timeout, all looked at in one late tick.
fn one_a_tick(count: u32) -> Sessions {
    let mut sessions = wheel(30);
    for timeout in 1..=count {
        touch_for(&mut sessions, &Name::number(timeout.into()), timeout);
    }
    sessions.advance(1);
    assert!(sessions.next_due().is_none());
    sessions.advance(count);
    sessions
}

fn give(sessions: &mut Sessions, count: usize) -> Vec<Lease> {
    (0..count).map_while(|_| sessions.next_due()).collect()
}

fn numbers(names: &[Name]) -> Vec<u32> {
    names.iter().map(|name| f64::from_le_bytes(name.uid().bytes().try_into().expect("a number")) as u32).collect()
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn a_late_tick_gives_out_by_deadline() {
    let mut sessions = one_a_tick(2_000);
    assert_eq!(numbers(&drain(&mut sessions)), (1..=2_000).collect::<Vec<_>>());
}

#[test]
fn those_of_a_later_tick_wait_until_all_of_this_one_are_taken() {
    let mut sessions = one_a_tick(3);
    touch_for(&mut sessions, &Name::text("late"), 1);
    let first = sessions.next_due().expect("one is due at tick 2");
    assert_eq!(sessions.next_due(), None, "the next is due at tick 3");
    sessions.recall();
    assert_eq!(sessions.next_due(), Some(first), "recalled");
    assert!(sessions.take(first));
    assert_eq!(numbers(&drain(&mut sessions)), [2, 3]);
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn who_is_recalled_after_others_were_taken_keeps_its_turn() {
    for taken in [&[][..], &[0_usize], &[0, 1, 2], &[4, 2, 0], &[9], &[0, 40, 69], &[68, 0]] {
        let mut sessions = one_a_tick(3);
        for number in 100..170 {
            touch_for(&mut sessions, &Name::number(number.into()), 3);
        }
        sessions.advance(1);
        let early = drain(&mut sessions);
        sessions.advance(3);
        let leases = give(&mut sessions, 70);
        assert_eq!((numbers(&early), leases.len()), (vec![1, 2, 3], 70));
        for &number in taken {
            assert!(sessions.take(leases[number]));
        }
        sessions.recall();
        assert_eq!(drain(&mut sessions).len(), 70 - taken.len(), "after {taken:?} were taken");
    }
}

#[test]
fn who_is_given_out_is_still_here() {
    let mut sessions = wheel(3);
    let ada = Name::text("ada");
    touch(&mut sessions, &ada);
    tick(&mut sessions, 1);
    sessions.advance(3);
    assert_eq!(sessions.ticks_to_expiry(), Some(1));
    let lease = sessions.next_due().expect("ada is due");
    assert_eq!((sessions.len(), sessions.find(ada.uid()), sessions.remaining(lease.entry)), (1, Some(lease.entry), 0));
    assert_eq!(sessions.ticks_to_expiry(), Some(1));
    assert_eq!(sessions.slot_len(0, sessions.pointer()), 1, "counted where the pointer stands");
    assert!(sessions.take(lease));
    assert_eq!((sessions.len(), sessions.find(ada.uid()), sessions.ticks_to_expiry()), (0, None, None));
    assert!(!sessions.take(lease), "nobody is taken twice");
    assert_eq!(sessions.expired(), 1);
}

#[test]
fn who_is_touched_after_being_given_out_lives_on() {
    for timeout in [None, Some(1), Some(30), Some(100)] {
        let mut sessions = wheel(3);
        let ada = Name::text("ada");
        touch(&mut sessions, &ada);
        tick(&mut sessions, 1);
        sessions.advance(3);
        let lease = sessions.next_due().expect("ada is due");
        assert!(sessions.touch_lease(lease, timeout));
        assert!(!sessions.take(lease));
        sessions.check();
        assert_eq!(tick(&mut sessions, 1), []);
        for _ in 1..timeout.unwrap_or(3) {
            assert_eq!(tick(&mut sessions, 1), []);
        }
        assert_eq!(tick(&mut sessions, 1), [ada], "own timeout {timeout:?}");
    }
}

#[test]
fn who_is_deleted_after_being_given_out_is_not_taken_nor_is_its_successor() {
    let mut sessions = wheel(3);
    let ada = Name::text("ada");
    touch(&mut sessions, &ada);
    tick(&mut sessions, 1);
    sessions.advance(3);
    let lease = sessions.next_due().expect("ada is due");
    assert!(sessions.delete(lease));
    touch(&mut sessions, &ada);
    assert!(!sessions.take(lease), "the lease of a former life");
    assert_eq!(sessions.expired(), 0);
    assert_eq!(tick(&mut sessions, 1), []);
    assert_eq!(tick(&mut sessions, 3), [ada]);
}

/// micropython #17347: a callback that touches whoever expired went on for ever.
#[test]
fn what_is_touched_while_due_ones_are_taken_is_due_in_a_later_tick() {
    let mut sessions = wheel(1);
    let ada = Name::text("ada");
    touch(&mut sessions, &ada);
    tick(&mut sessions, 1);
    sessions.advance(1_000);
    let mut taken = 0;
    while let Some(lease) = sessions.next_due() {
        assert!(sessions.take(lease));
        touch(&mut sessions, &ada);
        taken += 1;
    }
    assert_eq!((taken, sessions.len()), (1, 1));
}

#[test]
fn clear_while_due_ones_wait_leaves_nobody() {
    let mut sessions = one_a_tick(100);
    let leases = give(&mut sessions, 40);
    sessions.clear();
    sessions.check();
    assert!(sessions.is_empty() && sessions.next_due().is_none());
    assert!(leases.into_iter().all(|lease| !sessions.is_alive(lease) && !sessions.take(lease)));
    sessions.recall();
    assert!(sessions.next_due().is_none());
    assert_eq!((sessions.expired(), sessions.ticks_to_expiry()), (0, None));
}
