//! A lease is the way back to one life of one uid, and to no other.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, drain, tick, touch, wheel};
use idlewheel::{Lease, Sessions, Touched};

fn lease_of(sessions: &mut Sessions, name: &Name) -> Lease {
    let (Touched::New(entry) | Touched::Known(entry)) = sessions.touch(name.uid(), None).expect("there is room");
    sessions.lease(entry)
}

/// Everything that a lease is good for answers that it is stale, and does nothing.
fn assert_stale(sessions: &mut Sessions, lease: Lease) {
    let before = (sessions.len(), sessions.touches(), sessions.expired());
    assert!(!sessions.is_alive(lease), "{lease:?}");
    assert!(!sessions.touch_lease(lease, None) && !sessions.touch_lease(lease, Some(5)), "{lease:?}");
    assert!(!sessions.take(lease) && !sessions.delete(lease), "{lease:?}");
    assert_eq!((sessions.len(), sessions.touches(), sessions.expired()), before);
}

#[test]
fn a_lease_lasts_as_long_as_its_uid() {
    let mut sessions = wheel(3);
    let ada = Name::text("ada");
    let lease = lease_of(&mut sessions, &ada);
    for _ in 0..50 {
        assert!(sessions.is_alive(lease) && sessions.touch_lease(lease, None));
        assert_eq!(lease_of(&mut sessions, &ada), lease, "a touch makes no new lease");
        assert_eq!(tick(&mut sessions, 1), []);
    }
    assert_eq!(tick(&mut sessions, 3), [ada]);
    assert_stale(&mut sessions, lease);
}

#[test]
fn a_touch_by_lease_is_a_touch() {
    for timeout in [None, Some(1), Some(3), Some(31), Some(961)] {
        let mut sessions = wheel(3);
        let ada = Name::text("ada");
        let lease = lease_of(&mut sessions, &ada);
        tick(&mut sessions, 3);
        assert!(sessions.touch_lease(lease, timeout));
        assert_eq!(sessions.touches(), 2);
        let expected = timeout.unwrap_or(3);
        assert_eq!(sessions.remaining(lease.entry), u64::from(expected) + 1);
        assert_eq!(tick(&mut sessions, 1), []);
        assert_eq!(tick(&mut sessions, expected - 1), []);
        assert_eq!(tick(&mut sessions, 1), [ada]);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn a_stale_lease_is_stale_for_ever_however_its_entry_is_used() {
    let mut sessions = wheel(3);
    let names = [Name::text("ada"), Name::text("bob"), Name::number(7.0), Name::Latin1(vec![b'x'; 100])];
    let mut stale = Vec::new();
    for life in 0..2_000 {
        let name = &names[life % names.len()];
        let lease = lease_of(&mut sessions, name);
        assert!(!stale.contains(&lease), "life {life} has a lease of its own");
        match life % 3 {
            0 => assert!(sessions.delete(lease)),
            1 => sessions.clear(),
            _ => {
                tick(&mut sessions, 1);
                assert_eq!(tick(&mut sessions, 3), std::slice::from_ref(name));
            }
        }
        stale.push(lease);
    }
    assert!(stale.iter().all(|lease| lease.entry == 0), "one entry was enough for them all");
    let last = lease_of(&mut sessions, &names[0]);
    for lease in stale {
        assert_stale(&mut sessions, lease);
    }
    assert!(sessions.is_alive(last));
    sessions.check();
}

#[test]
fn made_up_leases_are_stale() {
    let mut sessions = wheel(3);
    assert_stale(&mut sessions, Lease { entry: 0, generation: 0 });
    assert_stale(&mut sessions, Lease { entry: u32::MAX, generation: 1 });
    let lease = lease_of(&mut sessions, &Name::text("ada"));
    for entry in [lease.entry + 1, 63, 64, u32::MAX] {
        assert_stale(&mut sessions, Lease { entry, ..lease });
    }
    for generation in [lease.generation.wrapping_sub(1), lease.generation + 1, lease.generation + 2, 0, u32::MAX] {
        assert_stale(&mut sessions, Lease { generation, ..lease });
    }
    assert!(sessions.delete(lease));
    // Not even the number that an entry without a uid has now.
    for generation in 0..5 {
        assert_stale(&mut sessions, Lease { generation, ..lease });
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn entry_numbers_are_less_than_there_were_uids_at_once() {
    let mut sessions = wheel(3);
    for round in 0..50 {
        for number in 0..20 {
            let lease = lease_of(&mut sessions, &Name::number((round * 1_000 + number).into()));
            assert!(lease.entry < 20, "round {round}: {lease:?}");
        }
        tick(&mut sessions, 1);
        assert_eq!(tick(&mut sessions, 3).len(), 20);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn memory_levels_off_under_churn() {
    let mut sessions = wheel(3);
    let mut held = Vec::new();
    for round in 0..200_u32 {
        for number in 0..300_u32 {
            let len = 10 + (number as usize * 7) % 80;
            touch(&mut sessions, &Name::Latin1(format!("{:0len$}", u64::from(round) * 1_000 + u64::from(number)).into_bytes()));
        }
        tick(&mut sessions, 1);
        tick(&mut sessions, 3);
        assert!(sessions.is_empty());
        held.push(sessions.bytes());
    }
    // A shard of the index still grows now and then, when chance puts more uids in it than ever before.
    assert!(held[199] < held[19] + held[19] / 16, "{} bytes after 20 rounds, {} after 200", held[19], held[199]);
}

#[test]
fn a_touch_taken_back_was_none() {
    let mut sessions = wheel(3);
    let (ada, bob) = (Name::text("ada"), Name::Latin1(vec![b'b'; 100]));
    touch(&mut sessions, &ada);
    let lease = lease_of(&mut sessions, &bob);
    sessions.retract(lease.entry);
    assert_eq!((sessions.len(), sessions.touches(), sessions.find(bob.uid())), (1, 1, None));
    assert_stale(&mut sessions, lease);
    sessions.check();
    tick(&mut sessions, 1);
    assert_eq!(tick(&mut sessions, 100), [ada]);
    assert_eq!(sessions.expired(), 1);
}

#[test]
fn who_is_due_but_not_given_out_can_be_touched_and_deleted_by_lease() {
    let mut sessions = wheel(3);
    let (ada, bob, eve) = (Name::text("ada"), Name::text("bob"), Name::text("eve"));
    let (first, second) = (lease_of(&mut sessions, &ada), lease_of(&mut sessions, &bob));
    touch(&mut sessions, &eve);
    tick(&mut sessions, 1);
    sessions.advance(50);
    assert!(sessions.touch_lease(first, None) && sessions.delete(second));
    assert_eq!(drain(&mut sessions), [eve]);
    assert_eq!(tick(&mut sessions, 1), []);
    assert_eq!(tick(&mut sessions, 3), [ada]);
}
