//! Where everyone is: the rings in use, and how many are in each slot.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, drain, tick, touch, touch_for, wheel, wheel_at};
use idlewheel::Sessions;

/// Ring and slot of each uid, in their order; a slot is named as often as it holds someone.
fn filed(sessions: &Sessions) -> Vec<(usize, u32)> {
    let slots = (0..sessions.rings()).flat_map(|ring| (0..31).map(move |slot| (ring, slot)));
    slots.flat_map(|(ring, slot)| std::iter::repeat_n((ring, slot), sessions.slot_len(ring, slot) as usize)).collect()
}

#[test]
fn the_rings_in_use_are_all_up_to_the_highest_that_holds_anyone() {
    let mut sessions = wheel(30);
    assert_eq!(sessions.rings(), 1, "nobody is here");
    // Seen from tick 0, ring n + 1 is for deadlines from 32 spans of ring n on, and a deadline is a tick more than the timeout.
    let timeouts: Vec<u32> = (0..6).map(|ring| 32 * 31_u32.pow(ring) - 2).flat_map(|longest| [longest, longest + 1]).collect();
    for (timeout, rings) in timeouts.iter().zip([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]) {
        touch_for(&mut sessions, &Name::number((*timeout).into()), *timeout);
        assert_eq!(sessions.rings(), rings, "with a timeout of {timeout}");
    }
    for (timeout, rings) in timeouts.iter().rev().zip([6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1]) {
        let entry = sessions.find(Name::number((*timeout).into()).uid()).expect("touched");
        assert!(sessions.delete(sessions.lease(entry)));
        assert_eq!(sessions.rings(), rings, "without the timeouts from {timeout} on");
    }
}

#[test]
fn a_uid_is_in_the_slot_of_its_deadline() {
    let mut sessions = wheel_at(100, 30);
    touch(&mut sessions, &Name::text("ada"));
    touch_for(&mut sessions, &Name::text("bob"), 31);
    touch_for(&mut sessions, &Name::text("eve"), 31);
    // 131 is 4 turns and 7; 132 is in the fifth turn, which is a slot of ring 1.
    assert_eq!(filed(&sessions), [(0, 7), (1, 4), (1, 4)]);
}

/// What is looked at is still counted where the pointer stands.
#[test]
fn who_is_due_is_in_the_slot_of_the_pointer() {
    let mut sessions = wheel(3);
    for name in ["ada", "bob", "eve"] {
        touch(&mut sessions, &Name::text(name));
    }
    tick(&mut sessions, 1);
    sessions.advance(3);
    assert_eq!(filed(&sessions), [(0, 4); 3]);
    let lease = sessions.next_due().expect("three are due");
    assert_eq!((sessions.pointer(), filed(&sessions)), (4, vec![(0, 4); 3]));
    assert!(sessions.take(lease));
    assert_eq!(filed(&sessions), [(0, 4); 2]);
    drain(&mut sessions);
    assert_eq!(filed(&sessions), []);
}

/// A slot is a hint: a touch writes the tick and nothing else, unless it could make the uid due before its slot is looked at.
#[test]
fn a_touch_moves_nobody_but_for_a_shorter_timeout() {
    let mut sessions = wheel(30);
    let names = [Name::text("ada"), Name::text("bob")];
    touch(&mut sessions, &names[0]);
    assert_eq!(tick(&mut sessions, 5), []);
    touch(&mut sessions, &names[1]);
    let before = filed(&sessions);
    assert_eq!(before, [(0, 0), (0, 5)]);
    for timeout in [30, 31, 100_000] {
        touch(&mut sessions, &names[0]);
        touch_for(&mut sessions, &names[0], timeout);
        assert_eq!(filed(&sessions), before, "a timeout of {timeout}");
    }
    touch_for(&mut sessions, &names[0], 10);
    assert_ne!(filed(&sessions), before);
}
