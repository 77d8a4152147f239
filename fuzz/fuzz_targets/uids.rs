//! Uids are exact, and each is found as long as it is here and no longer: as in a map of the standard library.

#![no_main]

use idlewheel::{Sessions, Touched};
use idlewheel_fuzz::common::Name;
use idlewheel_fuzz::{Visit, Visits};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

/// Those who are here, and how many were new before each.
type Here = BTreeMap<Name, u64>;

fn go(sessions: &mut Sessions, here: &mut Here, names: &[Name], visit: &Visit) {
    match *visit {
        Visit::Touch(number) => {
            let (name, born) = (&names[number], sessions.born());
            let is_new = !here.contains_key(name);
            here.entry(name.clone()).or_insert(born);
            let touched = sessions.touch(name.uid(), None).expect("there is room");
            assert_eq!(matches!(touched, Touched::New(_)), is_new, "whether {name:?} is new");
            let (Touched::New(entry) | Touched::Known(entry)) = touched;
            assert_eq!(Name::of(sessions.uid(entry)), *name);
        }
        Visit::Find(number) => assert_eq!(find(sessions, &names[number]), here.contains_key(&names[number]), "{:?}", names[number]),
        Visit::Delete(number) => {
            let name = &names[number];
            let deleted = sessions.find(name.uid()).is_some_and(|entry| sessions.delete(sessions.lease(entry)));
            assert_eq!(deleted, here.remove(name).is_some(), "delete of {name:?}");
        }
        Visit::Clear => {
            sessions.clear();
            here.clear();
        }
        Visit::Born(after, before) => {
            let span = after.into()..before.into();
            let expected: Vec<_> = here.iter().filter(|(_, born)| span.contains(*born)).map(|(name, _)| name.clone()).collect();
            assert_eq!(born_between(sessions, span.start, span.end), expected, "born in {span:?}");
        }
    }
}

fn find(sessions: &Sessions, name: &Name) -> bool {
    let found = sessions.find(name.uid());
    assert!(found.is_none_or(|entry| Name::of(sessions.uid(entry)) == *name), "another was found for {name:?}");
    found.is_some()
}

fn born_between(sessions: &Sessions, after: u64, before: u64) -> Vec<Name> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(entry) = sessions.next_entry(from, after, before) {
        all.push(Name::of(sessions.uid(entry)));
        from = entry + 1;
    }
    all.sort();
    all
}

fuzz_target!(|given: Visits| {
    let minus_zero = Name::Number((-0.0_f64).to_le_bytes());
    assert!(!given.names.contains(&minus_zero), "-0 is 0");
    let mut sessions = Sessions::new(30, u32::MAX, given.seed);
    let mut here = Here::new();
    for visit in &given.visits {
        go(&mut sessions, &mut here, &given.names, visit);
        sessions.check();
        assert_eq!(sessions.len() as usize, here.len());
        for name in &given.names {
            assert_eq!(find(&sessions, name), here.contains_key(name), "{name:?} after {visit:?}");
        }
    }
});
