//! What needs no memory: counted, not timed.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::allocator::{Counting, counted, held};
use common::{Name, touch, wheel};
use idlewheel::{Lease, Sessions};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn crowd(count: u32) -> Vec<Name> {
    (0..count).map(|number| Name::Latin1(format!("session-{number}").into_bytes())).collect()
}

fn touched(names: &[Name], timeout: u32) -> Sessions {
    let mut sessions = wheel(timeout);
    for name in names {
        touch(&mut sessions, name);
    }
    sessions.advance(1);
    assert!(sessions.next_due().is_none());
    sessions
}

fn leases(sessions: &Sessions, names: &[Name]) -> Vec<Lease> {
    names.iter().map(|name| sessions.lease(sessions.find(name.uid()).expect("touched"))).collect()
}

/// Takes all that is due, and says how many they were.
fn take_all(sessions: &mut Sessions) -> u32 {
    let mut taken = 0;
    while let Some(lease) = sessions.next_due() {
        taken += u32::from(sessions.take(lease));
    }
    taken
}

#[test]
fn the_counter_counts() {
    let (boxed, count) = counted(|| std::hint::black_box(Box::new(7)));
    assert_eq!((*boxed, count), (7, 1));
    let mut sessions = wheel(30);
    let ((), count) = counted(|| touch(&mut sessions, &Name::number(1.0)));
    assert!(count > 0, "the first uid of a wheel needs memory");
    let long = Name::Latin1(vec![b'x'; 44]);
    let ((), count) = counted(|| touch(&mut sessions, &long));
    assert!(count > 0, "a uid that its entry can't hold needs memory");
}

#[test]
fn a_touch_of_a_known_uid_allocates_nothing() {
    let mut names = crowd(5_000);
    names.extend([Name::Latin1(vec![b'x'; 1_000]), Name::number(-0.0), Name::text("\u{4e2d}")]);
    let mut sessions = touched(&names, 30);
    let leases = leases(&sessions, &names);
    let ((), count) = counted(|| {
        for (name, &lease) in names.iter().zip(&leases) {
            for timeout in [None, Some(1), Some(30), Some(961), Some(5), Some(29_791), None] {
                assert!(sessions.touch(name.uid(), timeout).is_ok());
                assert!(sessions.touch_lease(lease, timeout));
            }
        }
    });
    assert_eq!(count, 0);
    sessions.check();
}

#[test]
fn asking_allocates_nothing() {
    let names = crowd(500);
    let sessions = touched(&names, 30);
    let (sum, count) = counted(|| {
        let entries = names.iter().filter_map(|name| sessions.find(name.uid()));
        let remaining: u64 = entries.map(|entry| sessions.remaining(entry)).sum();
        remaining + sessions.ticks_to_expiry().unwrap_or(0) + sessions.bytes() as u64
    });
    assert!(sum > 0);
    assert_eq!(count, 0);
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn a_tick_without_expiries_allocates_nothing_though_it_files_thousands_anew() {
    let names = crowd(10_000);
    let mut sessions = touched(&names, 30);
    let leases = leases(&sessions, &names);
    let (taken, count) = counted(|| {
        let mut taken = 0;
        for ticks in 0..2_000_u32 {
            // All of them beat now and then, so each turn finds them in their old slot.
            if ticks % 20 == 0 {
                leases.iter().for_each(|&lease| assert!(sessions.touch_lease(lease, None)));
            }
            // And some go to other rings.
            if ticks % 100 == 50 {
                leases.iter().step_by(7).for_each(|&lease| assert!(sessions.touch_lease(lease, Some(31 + ticks))));
            }
            sessions.advance(1);
            taken += take_all(&mut sessions);
        }
        taken
    });
    assert_eq!((taken, count), (0, 0));
    sessions.check();
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn expiries_deletions_and_recalls_allocate_nothing() {
    let names = crowd(10_000);
    let mut sessions = touched(&names, 30);
    let (taken, count) = counted(|| {
        for name in &names[..1_000] {
            let entry = sessions.find(name.uid()).expect("touched");
            assert!(sessions.delete(sessions.lease(entry)));
        }
        for _ in 0..30 {
            sessions.advance(1);
            for _ in 0..100 {
                sessions.next_due();
            }
            sessions.recall();
        }
        take_all(&mut sessions)
    });
    assert_eq!((taken, count), (9_000, 0));
    assert!(sessions.is_empty());
    let mut sessions = touched(&names, 30);
    let ((), count) = counted(|| sessions.clear());
    assert_eq!(count, 0);
}

/// A late tick is remembered, in a list that grows by doubling; a thousand of them ask for memory a dozen times.
#[test]
fn late_ticks_allocate_now_and_then_at_most() {
    let names = crowd(100);
    let mut sessions = touched(&names, 1_000_000);
    let ((), count) = counted(|| {
        for _ in 0..1_000 {
            sessions.advance(7);
            assert!(sessions.next_due().is_none());
        }
    });
    assert!(count <= 12, "{count} allocations");
    let ((), count) = counted(|| {
        for _ in 0..50_000 {
            sessions.advance(7);
            assert!(sessions.next_due().is_none());
        }
    });
    assert!(count <= 2, "{count} allocations once the list is as long as it gets");
}

/// Longer uids still need memory for their bytes, and so would a shard of the index with far more than its share.
#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn after_reserve_new_short_uids_allocate_nothing() {
    for count in [1, 10, 64, 1_000, 20_000] {
        let names = crowd(count);
        let mut sessions = wheel(30);
        let ((), room) = counted(|| sessions.reserve(count).expect("there is memory"));
        assert!(room > 0);
        let ((), again) = counted(|| sessions.reserve(count).expect("there is memory"));
        assert_eq!(again, 0, "there is room for {count} already");
        let held = sessions.bytes();
        let ((), touched) = counted(|| names.iter().for_each(|name| touch(&mut sessions, name)));
        assert_eq!((touched, sessions.bytes()), (0, held), "{count} touches after reserve({count})");
        sessions.check();
    }
}

/// All but the lists of chunks: four, of a few dozen words each.
#[test]
fn bytes_are_what_the_allocator_gave() {
    let (mut sessions, mut given) = held(|| wheel(1_000_000));
    let (short, long) = (crowd(2_000), |number: usize| Name::Latin1(vec![number as u8; 1_000 + number]));
    let steps: [&dyn Fn(&mut Sessions); 6] = [
        &|_| {},
        &|sessions| short.iter().for_each(|name| touch(sessions, name)),
        &|sessions| (0..200).for_each(|number| touch(sessions, &long(number))),
        // Notes of late ticks, for as long as anybody's timeout may reach back to them.
        &|sessions| (0..1_000).for_each(|_| sessions.advance(2)),
        &|sessions| {
            for number in 50..150 {
                let entry = sessions.find(long(number).uid()).expect("touched");
                assert!(sessions.delete(sessions.lease(entry)));
            }
        },
        &|sessions| (200..250).for_each(|number| touch(sessions, &long(number))),
    ];
    let mut counts = Vec::new();
    for step in steps {
        given += held(|| step(&mut sessions)).1;
        let counted = (sessions.bytes() - size_of::<Sessions>()) as isize;
        assert!((counted..counted + 4_096).contains(&given), "{given} bytes are held, and the wheel says {counted}");
        counts.push(counted);
    }
    assert!(counts[3] >= counts[2] + 16_000, "each late tick is noted: {counts:?}");
    assert!(counts[4] <= counts[3] - 100_000, "{counts:?}");
}
