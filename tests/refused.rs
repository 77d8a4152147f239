//! Memory refused by the host is an error of the one touch that needed it. Everybody who is here stays, and expires in time.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::allocator::{Counting, granting};
use common::{Name, tick, touch, wheel};
use idlewheel::{Full, Sessions, Touched};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Numbers, uids that fit an entry, and longer ones.
fn crowd(count: u32) -> Vec<Name> {
    let name = |number: u32| match number % 3 {
        0 => Name::number(number.into()),
        1 => Name::Latin1(format!("session-{number}").into_bytes()),
        _ => Name::Latin1(format!("a-session-with-a-much-longer-name-than-usual-{number}").into_bytes()),
    };
    (0..count).map(name).collect()
}

fn state(sessions: &Sessions) -> (u32, u64, u64, u64, Option<u64>) {
    (sessions.len(), sessions.touches(), sessions.born(), sessions.now(), sessions.ticks_to_expiry())
}

/// Touches a new uid with 0, 1, 2 … allocations granted, until it has all that it needs. Returns how often it was refused.
fn touch_against_refusals(sessions: &mut Sessions, name: &Name) -> u64 {
    for granted in 0.. {
        let before = state(sessions);
        let touched = granting(granted, || sessions.touch(name.uid(), None));
        if let Ok(touched) = touched {
            assert!(matches!(touched, Touched::New(_)));
            return granted;
        }
        assert_eq!(touched, Err(Full::Memory));
        assert_eq!((state(sessions), sessions.find(name.uid())), (before, None), "nothing has changed");
    }
    unreachable!("a touch needs a few allocations at most")
}

#[test]
fn whichever_allocation_of_whichever_touch_is_refused_nothing_is_lost() {
    let names = crowd(1_000);
    let mut sessions = wheel(30);
    let mut refusals = 0;
    for (number, name) in names.iter().enumerate() {
        let refused = touch_against_refusals(&mut sessions, name);
        refusals += refused;
        if refused > 0 && number % 8 == 0 {
            sessions.check();
        }
        assert!(names[..=number].iter().rev().take(20).all(|name| sessions.find(name.uid()).is_some()));
    }
    assert!(refusals > 500, "{refusals} refusals: each longer uid alone needs memory");
    sessions.check();
    tick(&mut sessions, 1);
    assert_eq!(tick(&mut sessions, 29), []);
    let mut silent = tick(&mut sessions, 1);
    let mut expected = names;
    silent.sort();
    expected.sort();
    assert_eq!(silent, expected);
}

/// The same with entries, long names and index buckets that were used before.
#[test]
fn a_refusal_in_a_used_entry_leaves_it_free_for_the_next() {
    let names = crowd(300);
    let mut sessions = wheel(3);
    for round in 0..5 {
        for name in &names {
            touch_against_refusals(&mut sessions, name);
            if round % 2 == 0 {
                let entry = sessions.find(name.uid()).expect("touched");
                assert!(sessions.delete(sessions.lease(entry)));
                touch_against_refusals(&mut sessions, name);
            }
        }
        sessions.check();
        tick(&mut sessions, 1);
        assert_eq!(tick(&mut sessions, 3).len(), 300);
        let highest = names.iter().filter_map(|name| sessions.find(name.uid())).max();
        assert_eq!(highest, None);
    }
    touch(&mut sessions, &names[0]);
    assert!(sessions.find(names[0].uid()) < Some(300), "no entry was lost to a refusal");
}

#[test]
fn a_host_without_memory_refuses_new_uids_only() {
    let names = crowd(500);
    let mut sessions = wheel(30);
    names.iter().for_each(|name| touch(&mut sessions, name));
    let new: Vec<_> = (0..2_000).map(|number| Name::Latin1(format!("{number:050}").into_bytes())).collect();
    let (refused, known, expired) = granting(0, || {
        let refused = new.iter().filter(|name| sessions.touch(name.uid(), None) == Err(Full::Memory)).count();
        sessions.advance(1);
        while let Some(lease) = sessions.next_due() {
            sessions.take(lease);
        }
        let known = names.iter().filter(|name| matches!(sessions.touch(name.uid(), Some(40)), Ok(Touched::Known(_)))).count();
        for _ in 0..41 {
            sessions.advance(1);
            while let Some(lease) = sessions.next_due() {
                sessions.take(lease);
            }
        }
        (refused, known, sessions.expired())
    });
    assert_eq!((refused, known, expired), (2_000, 500, 500));
    sessions.check();
    touch(&mut sessions, &names[0]);
    assert_eq!(sessions.len(), 1, "with memory again all is as before");
}

/// Remembering that a tick was late needs memory; without it, the touches that it is for are written to.
#[test]
fn a_late_tick_without_memory_counts_as_with_it() {
    for granted in [0, u64::MAX] {
        let (ada, bob, eve) = (Name::text("ada"), Name::text("bob"), Name::text("eve"));
        let mut sessions = wheel(30);
        touch(&mut sessions, &bob);
        assert_eq!(tick(&mut sessions, 1), []);
        touch(&mut sessions, &ada);
        touch(&mut sessions, &eve);
        granting(granted, || sessions.advance(20));
        sessions.check();
        touch(&mut sessions, &eve);
        granting(granted, || sessions.advance(3));
        sessions.check();
        assert_eq!(tick(&mut sessions, 6), []);
        assert_eq!(tick(&mut sessions, 1), [bob], "touched for tick 1");
        assert_eq!(tick(&mut sessions, 19), []);
        assert_eq!(tick(&mut sessions, 1), [ada], "touched in the tick that came at 21");
        assert_eq!(tick(&mut sessions, 2), []);
        assert_eq!(tick(&mut sessions, 1), [eve], "touched again in the tick that came at 24");
    }
}

#[test]
fn a_refused_reserve_is_an_error_and_leaves_the_wheel_as_it_was() {
    let mut sessions = wheel(30);
    let ada = Name::text("ada");
    touch(&mut sessions, &ada);
    let before = state(&sessions);
    for granted in 0.. {
        let reserved = granting(granted, || sessions.reserve(10_000));
        sessions.check();
        assert_eq!(state(&sessions), before);
        if reserved.is_ok() {
            assert!(granted > 0, "room for ten thousand needs memory");
            break;
        }
        assert_eq!(reserved, Err(Full::Memory));
    }
    // Room for all the numbers that there are is more than a host has.
    for uids in [u32::MAX - 64, u32::MAX] {
        assert_eq!(granting(5, || sessions.reserve(uids)), Err(Full::Memory));
    }
    tick(&mut sessions, 1);
    assert_eq!(tick(&mut sessions, 30), [ada]);
}

#[test]
fn an_error_says_what_was_refused() {
    assert_eq!(Full::MaxUids.to_string(), "as many uids are here as may be");
    assert_eq!(Full::Memory.to_string(), "the host refused memory for another uid");
}
