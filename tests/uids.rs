//! Uids are exact: what is not the same, kind by kind and byte by byte, is not the same uid.

#![cfg(not(target_family = "wasm"))]

mod common;

use common::{Name, SEED, drain, tick, touch, wheel};
use idlewheel::{Full, Kind, Sessions, Touched, Uid};

fn bytes(len: usize, last: u8) -> Vec<u8> {
    let mut bytes = vec![b'x'; len];
    if let Some(end) = bytes.last_mut() {
        *end = last;
    }
    bytes
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn every_length_comes_back_as_it_was_given() {
    let mut sessions = wheel(30);
    let mut names = Vec::new();
    for len in 0..=300 {
        names.push(Name::Latin1((0..len).map(|at| (at * 7 + len) as u8).collect()));
        names.push(Name::Utf16((0..2 * len).map(|at| (at * 5 + len) as u8).collect()));
    }
    for name in &names {
        touch(&mut sessions, name);
    }
    assert_eq!(sessions.len() as usize, names.len());
    sessions.check();
    tick(&mut sessions, 1);
    let mut silent = tick(&mut sessions, 30);
    silent.sort();
    names.sort();
    assert_eq!(silent, names);
}

#[test]
fn the_same_bytes_of_another_kind_are_another_uid() {
    let mut sessions = wheel(30);
    // The bytes of a number are as good as any for a string.
    let one = Uid::number_bytes(1.0);
    let uids = [Uid::number(&one), Uid::latin1(&one), Uid::utf16(&one), Uid::latin1(b"1"), Uid::utf16(b"1\0")];
    for (number, uid) in uids.into_iter().enumerate() {
        assert_eq!(sessions.find(uid), None);
        assert!(matches!(sessions.touch(uid, None), Ok(Touched::New(_))), "{uid:?}");
        assert_eq!(sessions.len() as usize, number + 1);
    }
    let empty = [Uid::latin1(b""), Uid::utf16(b"")];
    assert!(empty.iter().all(|&uid| matches!(sessions.touch(uid, None), Ok(Touched::New(_)))));
    for uid in uids.into_iter().chain(empty) {
        let entry = sessions.find(uid).expect("touched");
        assert_eq!((sessions.uid(entry).kind(), sessions.uid(entry).bytes()), (uid.kind(), uid.bytes()));
    }
}

#[test]
fn uids_that_differ_in_one_byte_only_are_two() {
    for len in [1, 8, 42, 43, 44, 45, 60, 1_000] {
        let mut sessions = wheel(30);
        let (a, b, shorter, zero) = (bytes(len, b'a'), bytes(len, b'b'), bytes(len - 1, b'x'), [bytes(len, b'a'), vec![0]].concat());
        for (count, text) in [&a, &b, &shorter, &zero].into_iter().enumerate() {
            assert!(matches!(sessions.touch(Uid::latin1(text), None), Ok(Touched::New(_))), "length {len}, uid {count}");
        }
        let entry = sessions.find(Uid::latin1(&b)).expect("touched");
        assert!(sessions.delete(sessions.lease(entry)));
        assert_eq!(sessions.find(Uid::latin1(&b)), None);
        assert!([&a, &shorter, &zero].into_iter().all(|text| sessions.find(Uid::latin1(text)).is_some()));
        sessions.check();
    }
}

#[test]
fn a_prefix_is_no_match() {
    let mut sessions = wheel(30);
    let long = bytes(60, b'z');
    for len in 0..=60 {
        assert!(matches!(sessions.touch(Uid::latin1(&long[..len]), None), Ok(Touched::New(_))), "the first {len} bytes");
    }
    for len in 0..=60 {
        let entry = sessions.find(Uid::latin1(&long[..len])).expect("touched");
        assert_eq!(sessions.uid(entry).bytes().len(), len);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn a_megabyte_is_a_uid_and_its_memory_comes_back() {
    let mut sessions = wheel(3);
    let (a, b) = (bytes(1 << 20, b'a'), bytes(1 << 20, b'b'));
    touch(&mut sessions, &Name::text("ada"));
    let before = sessions.bytes();
    for text in [&a, &b] {
        sessions.touch(Uid::latin1(text), None).expect("there is room");
    }
    assert!(sessions.bytes() >= before + (2 << 20), "what is held is counted");
    assert!(matches!(sessions.touch(Uid::latin1(&a), None), Ok(Touched::Known(_))));
    tick(&mut sessions, 1);
    let silent = tick(&mut sessions, 3);
    assert!(silent.contains(&Name::Latin1(a)) && silent.contains(&Name::Latin1(b)));
    assert!(sessions.bytes() < before + (1 << 20), "what has left is given back");
}

#[test]
fn integers_are_exact_to_the_last_and_zero_has_no_sign() {
    let mut sessions = wheel(30);
    let largest = 9_007_199_254_740_991.0;
    for number in [0.0, 1.0, -1.0, 256.0, 2_147_483_648.0, largest, largest - 1.0, -largest] {
        assert!(matches!(sessions.touch(Name::number(number).uid(), None), Ok(Touched::New(_))), "{number}");
        let entry = sessions.find(Name::number(number).uid()).expect("touched");
        assert_eq!(sessions.uid(entry).kind(), Kind::Number);
        assert_eq!(sessions.uid(entry).bytes(), number.to_le_bytes());
    }
    assert!(matches!(sessions.touch(Name::number(-0.0).uid(), None), Ok(Touched::Known(_))));
    assert_eq!(Uid::number_bytes(-0.0), [0; 8]);
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn a_hundred_thousand_uids_are_found_each_by_itself_with_any_seed() {
    for seed in [[0, 0], SEED, [u64::MAX, 1]] {
        let mut sessions = Sessions::new(30, u32::MAX, seed);
        let name = |number: u32| Name::Latin1(format!("0b5e-session-{number}-of-many").into_bytes());
        for number in 0..100_000 {
            assert!(matches!(sessions.touch(name(number).uid(), None), Ok(Touched::New(_))));
        }
        for number in 0..100_000 {
            let entry = sessions.find(name(number).uid()).expect("touched");
            assert_eq!(Name::of(sessions.uid(entry)), name(number));
        }
        assert_eq!(sessions.find(name(100_000).uid()), None);
        assert_eq!(sessions.len(), 100_000);
    }
}

#[test]
fn a_uid_too_many_is_refused_and_everyone_here_stays() {
    for max in [0, 1, 2, 100] {
        let mut sessions = Sessions::new(5, max, SEED);
        for number in 0..max {
            touch(&mut sessions, &Name::number(number.into()));
        }
        let (eve, touches) = (Name::text("eve"), sessions.touches());
        for timeout in [None, Some(1)] {
            assert_eq!(sessions.touch(eve.uid(), timeout), Err(Full::MaxUids));
        }
        assert_eq!((sessions.len(), sessions.touches(), sessions.born(), sessions.find(eve.uid())), (max, touches, max.into(), None));
        for number in 0..max {
            assert!(matches!(sessions.touch(Name::number(number.into()).uid(), None), Ok(Touched::Known(_))));
        }
        sessions.check();
        tick(&mut sessions, 1);
        sessions.advance(5);
        // Due and not yet taken, they count; a place is free with the first that is taken.
        assert_eq!(sessions.touch(eve.uid(), None), Err(Full::MaxUids));
        if let Some(lease) = sessions.next_due() {
            assert!(sessions.take(lease));
            touch(&mut sessions, &eve);
            assert_eq!(drain(&mut sessions).len() as u32, max - 1);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes too long in Miri")]
fn a_timeout_out_of_range_panics_and_changes_nothing() {
    let mut sessions = wheel(30);
    touch(&mut sessions, &Name::text("ada"));
    for (name, timeout) in [("ada", 0), ("ada", 1 << 31), ("ada", u32::MAX), ("eve", 0), ("eve", 1 << 31)] {
        let name = Name::text(name);
        let touched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| sessions.touch(name.uid(), Some(timeout))));
        let text = *touched.expect_err("out of range").downcast::<String>().expect("a text");
        assert!(text.contains(&timeout.to_string()) && text.contains("2147483647"), "{text}");
        assert_eq!((sessions.len(), sessions.touches()), (1, 1));
        sessions.check();
    }
    for timeout in [0, 1 << 31] {
        assert!(std::panic::catch_unwind(|| wheel(timeout)).is_err(), "{timeout}");
    }
}

#[test]
fn entries_of_a_batch_are_touched_by_number_and_the_tick_is_where_it_is_said_to_be() {
    let mut sessions = Sessions::starting_at(u64::from(u32::MAX) - 5, 3, u32::MAX, [1, 2]);
    let (ada, eve) = (Uid::latin1(b"ada"), Uid::latin1(b"eve"));
    sessions.touch(ada, None).unwrap();
    let mut entries = [0; 64];
    for tick in 0..10 {
        sessions.find_batch(&[ada, eve], &mut entries);
        assert_eq!(entries[..2], [0, u32::MAX]);
        sessions.beat(entries[0]);
        assert_eq!(sessions.touches(), 2 + tick);
        // The next tick's lowest 32 bits, which begin anew on the way.
        assert_eq!(*sessions.touched_at(0), (u64::from(u32::MAX) - 4 + tick) as u32);
        assert_eq!(sessions.remaining(0), 4);
        sessions.advance(1);
        assert_eq!(sessions.next_due(), None);
    }
}
