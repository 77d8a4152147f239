//! The classic ring with `setInterval` and 31 sets, as it is often written in JavaScript, has two faults. Both are about the
//! place where the ring begins, so all is tried with the pointer at each of the 31 places.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, drain, tick, touch, wheel};
use idlewheel::Sessions;

const TIMEOUT: u32 = 30;

/// A wheel whose pointer stands at `place`.
fn pointing_at(place: u32) -> Sessions {
    let mut sessions = wheel(TIMEOUT);
    for _ in 0..place {
        sessions.advance(1);
    }
    assert_eq!(sessions.pointer(), place);
    sessions
}

/// At which tick from now on someone expires, single ticks, within two turns.
fn silence(sessions: &mut Sessions) -> Option<(u32, Vec<Name>)> {
    (1..=62).find_map(|ticks| {
        sessions.advance(1);
        let silent = drain(sessions);
        (!silent.is_empty()).then_some((ticks, silent))
    })
}

#[test]
fn the_pointer_goes_round_in_31_ticks() {
    let mut sessions = wheel(TIMEOUT);
    for ticks in 0..200 {
        assert_eq!(sessions.pointer(), ticks % 31);
        sessions.advance(1);
    }
}

#[test]
fn silence_lasts_31_ticks_wherever_the_pointer_stands() {
    for place in 0..31 {
        let mut sessions = pointing_at(place);
        let ada = Name::text("ada");
        touch(&mut sessions, &ada);
        assert_eq!(silence(&mut sessions), Some((31, vec![ada])), "touched at pointer {place}");
        assert!(sessions.is_empty());
        assert_eq!(silence(&mut sessions), None, "and only once");
    }
}

/// Fault one: `if (slotIndex)` takes slot 0 for no slot. Who was in it is not taken out by a touch, and expires all the same.
#[test]
fn a_touched_uid_does_not_expire_from_its_old_slot() {
    for place in 0..31 {
        for age in 1..=30 {
            let mut sessions = pointing_at(place);
            let ada = Name::text("ada");
            touch(&mut sessions, &ada);
            for _ in 0..age {
                assert_eq!(tick(&mut sessions, 1), []);
            }
            touch(&mut sessions, &ada);
            assert_eq!(sessions.len(), 1);
            assert_eq!(silence(&mut sessions), Some((31, vec![ada])), "touched at pointer {place}, and {age} ticks later");
            assert_eq!(silence(&mut sessions), None);
        }
    }
}

/// Fault two: with the pointer at 0 the slot before it is −1, where nobody ever looks.
#[test]
fn who_is_touched_in_every_place_of_the_ring_expires_in_turn() {
    for first in 0..31 {
        let mut sessions = pointing_at(first);
        let names: Vec<_> = (0..31).map(|number| Name::number(number.into())).collect();
        for name in &names[..30] {
            touch(&mut sessions, name);
            assert_eq!(tick(&mut sessions, 1), []);
        }
        // The ring is full with the last, and in its tick the first falls due.
        touch(&mut sessions, &names[30]);
        for name in names {
            assert_eq!(tick(&mut sessions, 1), [name], "beginning at pointer {first}");
        }
        assert!(sessions.is_empty());
    }
}

#[test]
fn a_uid_that_beats_every_tick_stays_for_ever_and_ends_from_every_place() {
    for beats in 62..93 {
        let mut sessions = wheel(TIMEOUT);
        let ada = Name::text("ada");
        for _ in 0..beats {
            touch(&mut sessions, &ada);
            assert_eq!(tick(&mut sessions, 1), []);
        }
        // The last beat was one tick ago.
        assert_eq!(silence(&mut sessions), Some((30, vec![ada])), "{beats} beats");
    }
}

#[test]
fn a_uid_that_beats_at_the_last_moment_stays() {
    let mut sessions = wheel(TIMEOUT);
    let ada = Name::text("ada");
    for _ in 0..31 * 31 {
        touch(&mut sessions, &ada);
        for _ in 0..30 {
            assert_eq!(tick(&mut sessions, 1), []);
        }
    }
    assert_eq!(sessions.len(), 1);
}

#[test]
fn who_leaves_from_any_place_is_not_reported() {
    for place in 0..31 {
        let mut sessions = pointing_at(place);
        let (ada, bob) = (Name::text("ada"), Name::text("bob"));
        touch(&mut sessions, &ada);
        touch(&mut sessions, &bob);
        let entry = sessions.find(ada.uid()).expect("touched");
        assert!(sessions.delete(sessions.lease(entry)));
        assert_eq!(silence(&mut sessions), Some((31, vec![bob])), "pointer {place}");
    }
}
