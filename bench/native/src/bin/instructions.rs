//! Runs one hot path of the core many times, for `npm run bench:instructions`, which counts the instructions of
//! [`measured`] under callgrind. Prints how many operations that were. Without an argument: the names of the paths.

use idlewheel::{Lease, Sessions, Touched, Uid};
use idlewheel_bench::{Random, Uuid, uuids};
use std::hint::black_box;

/// As many as a small server has; under callgrind each path is a fraction of a second.
const UIDS: usize = 2_000;
const TIMEOUT: u32 = 30;
/// Everybody beats once in as many ticks.
const BEAT: usize = 10;

/// The body of a path: returns how many operations it [`measured`].
type Path = fn() -> usize;

const PATHS: [(&str, Path); 7] = [
    ("touch-uuid", touch_uuid),
    ("touch-integer", touch_integer),
    ("touch-lease", touch_lease),
    ("new-uuid", new_uuid),
    ("tick", tick),
    ("expire", expire),
    ("find", find),
];

/// All that is counted happens in here. What an operation returns is written to memory, so that none ends in a jump, which
/// callgrind could take for the end of this function.
#[inline(never)]
fn measured<R>(operation: impl FnOnce() -> R) -> R {
    black_box(operation())
}

fn touch_uuid() -> usize {
    let uids = all();
    let mut sessions = filled(&uids);
    for uid in &uids {
        let touched = measured(|| sessions.touch(Uid::latin1(uid), None));
        assert!(matches!(touched, Ok(Touched::Known(_))));
    }
    uids.len()
}

fn touch_integer() -> usize {
    let mut sessions = empty();
    let numbers = (0..UIDS).map(|number| number as f64);
    for known in [false, true] {
        for number in numbers.clone() {
            let mut touch = || sessions.touch(Uid::number(&Uid::number_bytes(number)), None);
            let touched = if known { measured(touch) } else { touch() };
            assert_eq!(matches!(touched, Ok(Touched::Known(_))), known);
        }
    }
    UIDS
}

fn touch_lease() -> usize {
    let uids = all();
    let mut sessions = filled(&uids);
    let leases: Vec<_> = uids.iter().map(|uid| sessions.lease(sessions.find(Uid::latin1(uid)).expect("is here"))).collect();
    for &lease in &leases {
        assert!(measured(|| sessions.touch_lease(lease, None)));
    }
    leases.len()
}

/// With the growth of everything: nothing was reserved.
fn new_uuid() -> usize {
    let uids = all();
    let mut sessions = empty();
    for uid in &uids {
        let touched = measured(|| sessions.touch(Uid::latin1(uid), None));
        assert!(matches!(touched, Ok(Touched::New(_))));
    }
    uids.len()
}

/// Nobody is due, since everybody beats; the pointer finds a part of them in each slot, and files them anew.
fn tick() -> usize {
    let uids = all();
    let mut sessions = filled(&uids);
    let beats: Vec<&[Uuid]> = uids.chunks(UIDS / BEAT).collect();
    // Whoever is found has beaten in the tick before, and is found again in 30.
    let turn = TIMEOUT as usize;
    for (now, beat) in beats.iter().cycle().take(3 * turn).enumerate() {
        touch_all(&mut sessions, beat);
        let mut tick = || one_tick(&mut sessions);
        let due = if now < 2 * turn { tick() } else { measured(tick) };
        assert_eq!(due, None);
    }
    turn
}

/// All of them in one tick.
fn expire() -> usize {
    let mut sessions = filled(&all());
    for _ in 0..TIMEOUT {
        assert_eq!(one_tick(&mut sessions), None);
    }
    sessions.advance(1);
    for _ in 0..UIDS {
        assert!(measured(|| {
            let due = sessions.next_due().expect("everybody is due");
            black_box(sessions.uid(due.entry));
            sessions.take(due)
        }));
    }
    assert!(sessions.is_empty());
    UIDS
}

fn find() -> usize {
    let uids = all();
    let sessions = filled(&uids);
    for uid in &uids {
        assert!(measured(|| sessions.find(Uid::latin1(uid))).is_some());
    }
    uids.len()
}

fn all() -> Vec<Uuid> {
    uuids(UIDS, &mut Random::new(1))
}

fn empty() -> Sessions {
    Sessions::new(TIMEOUT, u32::MAX, [1, 2])
}

fn filled(uids: &[Uuid]) -> Sessions {
    let mut sessions = empty();
    touch_all(&mut sessions, uids);
    sessions
}

fn touch_all(sessions: &mut Sessions, uids: &[Uuid]) {
    for uid in uids {
        sessions.touch(Uid::latin1(uid), None).expect("there is room");
    }
}

fn one_tick(sessions: &mut Sessions) -> Option<Lease> {
    sessions.advance(1);
    sessions.next_due()
}

fn main() {
    let Some(wanted) = std::env::args().nth(1) else {
        return PATHS.iter().for_each(|(name, _)| println!("{name}"));
    };
    let (_, path) = PATHS.iter().find(|(name, _)| *name == wanted).expect("the argument is the name of a path");
    println!("{}", path());
}
