//! Going through all uids while they come and go: `next_entry` finds each that was born in a given span once.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, tick, touch, wheel};
use idlewheel::Sessions;

/// All of a span, from the first entry on.
fn born_between(sessions: &Sessions, after: u64, before: u64) -> Vec<Name> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(entry) = sessions.next_entry(from, after, before) {
        assert!(entry >= from);
        all.push(Name::of(sessions.uid(entry)));
        from = entry + 1;
    }
    all.sort();
    all
}

fn names(numbers: impl IntoIterator<Item = u32>) -> Vec<Name> {
    let mut names: Vec<_> = numbers.into_iter().map(|number| Name::number(number.into())).collect();
    names.sort();
    names
}

fn delete(sessions: &mut Sessions, number: u32) {
    let entry = sessions.find(Name::number(number.into()).uid()).expect("it is here");
    assert!(sessions.delete(sessions.lease(entry)));
}

fn with(count: u32) -> Sessions {
    let mut sessions = wheel(30);
    for name in names(0..count) {
        touch(&mut sessions, &name);
    }
    sessions
}

#[test]
fn everyone_is_found_once() {
    let sessions = with(500);
    assert_eq!(sessions.born(), 500);
    assert_eq!(born_between(&sessions, 0, 500), names(0..500));
    assert_eq!(born_between(&sessions, 0, u64::MAX), names(0..500));
}

#[test]
fn spans_are_disjoint_and_leave_nobody_out() {
    let mut sessions = wheel(30);
    for number in 0..500_u32 {
        touch(&mut sessions, &Name::number(number.into()));
    }
    for number in (0..500).step_by(3) {
        delete(&mut sessions, number);
    }
    for number in 500..600_u32 {
        touch(&mut sessions, &Name::number(number.into()));
    }
    let edges = [0, 1, 100, 499, 500, 501, 600];
    for span in edges.windows(2) {
        let expected = (span[0]..span[1]).filter(|&born| born >= 500 || born % 3 != 0);
        assert_eq!(born_between(&sessions, span[0], span[1]), names(expected.map(|born| born as u32)), "{span:?}");
    }
    assert_eq!(born_between(&sessions, 600, u64::MAX), []);
    assert_eq!(born_between(&sessions, 5, 5), []);
}

#[test]
fn a_touch_of_a_known_uid_is_no_birth() {
    let mut sessions = with(10);
    for name in names(0..10) {
        touch(&mut sessions, &name);
    }
    tick(&mut sessions, 1);
    assert_eq!(sessions.born(), 10);
}

/// A uid that left and came back is born anew: one that went through the old span does not meet it again.
#[test]
fn who_comes_back_in_an_old_entry_belongs_to_the_new_span() {
    let mut sessions = with(10);
    delete(&mut sessions, 3);
    touch(&mut sessions, &Name::number(3.0));
    assert_eq!(sessions.find(Name::number(3.0).uid()).map(|entry| entry < 10), Some(true), "the entry is used again");
    assert_eq!(born_between(&sessions, 0, 10), names((0..10).filter(|&number| number != 3)));
    assert_eq!(born_between(&sessions, 10, 11), names([3]));
}

/// As an iterator does it: span after span, until none is born any more. The listener of each deletes and adds.
#[test]
fn changes_while_going_through_skip_nobody_and_show_nobody_twice() {
    let mut sessions = with(200);
    let (mut seen, mut after) = (Vec::new(), 0);
    let mut added = 200_u32;
    while after < sessions.born() {
        let before = sessions.born();
        let mut from = 0;
        while let Some(entry) = sessions.next_entry(from, after, before) {
            from = entry + 1;
            let name = Name::of(sessions.uid(entry));
            if seen.len() % 2 == 0 && added < 400 {
                assert!(sessions.delete(sessions.lease(entry)));
                touch(&mut sessions, &Name::number(added.into()));
                added += 1;
            }
            seen.push(name);
        }
        after = before;
    }
    seen.sort();
    assert_eq!(seen, names(0..added));
}

#[test]
fn nobody_is_found_behind_the_last_or_after_clear() {
    let mut sessions = with(3);
    assert_eq!(sessions.next_entry(3, 0, u64::MAX), None);
    assert_eq!(sessions.next_entry(u32::MAX, 0, u64::MAX), None);
    sessions.clear();
    assert_eq!(sessions.next_entry(0, 0, u64::MAX), None);
}
