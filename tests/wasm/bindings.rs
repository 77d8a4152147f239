//! The numeric face: uids on their way in and out, leases, batches, counts.

use crate::desk::{Desk, LATIN1, NO_LIMIT, NUMBER, UTF16, memory_bytes};
use idlewheel::bindings as engine;
use wasm_bindgen_test::wasm_bindgen_test;

const MAX_UIDS: i32 = i32::MIN;

#[wasm_bindgen_test]
fn a_new_uid_is_the_complement_of_its_entry_and_a_known_one_its_entry() {
    let desk = Desk::new(30, NO_LIMIT);
    let entry = !desk.touch_latin1("ada");
    assert!(entry >= 0);
    assert_eq!(desk.touch_latin1("ada"), entry);
    assert_eq!(desk.find(false, b"ada"), entry);
    assert_eq!(desk.find(false, b"bob"), -1);
    assert_eq!(engine::find_number(desk.wheel, 7.0), -1);
    let number = !engine::touch_number(desk.wheel, 7.0, 0);
    assert!(number >= 0 && number != entry);
    assert_eq!((engine::touch_number(desk.wheel, 7.0, 0), engine::find_number(desk.wheel, 7.0)), (number, number));
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn strings_numbers_and_widths_are_kept_apart() {
    let desk = Desk::new(30, NO_LIMIT);
    let entries = [
        !desk.touch(false, b"1", 0),
        !desk.touch(true, b"1\0", 0),
        !desk.touch(false, b"1\0", 0),
        !engine::touch_number(desk.wheel, 1.0, 0),
        !desk.touch(false, b"", 0),
        // A lone surrogate, and a pair the wrong way round.
        !desk.touch(true, &[0x00, 0xd8], 0),
        !desk.touch(true, &[0x00, 0xdc, 0x00, 0xd8], 0),
    ];
    assert!(entries.iter().all(|&entry| entry >= 0), "{entries:?} are all new");
    assert_eq!(desk.find(true, &[0x00, 0xd8]), entries[5]);
    assert!(engine::touch_number(desk.wheel, 0.0, 0) < 0);
    assert!(engine::touch_number(desk.wheel, -0.0, 0) >= 0, "-0 is 0");
    assert_eq!(desk.silent_after(1).len(), 0);
    let silent = desk.silent_after(30);
    assert_eq!(silent.len(), 8);
    assert!(silent.contains(&vec![0x00, 0xdc, 0x00, 0xd8]) && silent.contains(&0.0_f64.to_le_bytes().to_vec()));
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn uids_longer_than_the_scratch_area_go_through_one_of_their_own() {
    let desk = Desk::new(3, NO_LIMIT);
    let before = desk.counts()[3];
    let lengths = [4_095, 4_096, 4_097, 8_192, 1 << 20];
    let uids: Vec<Vec<u8>> = lengths.iter().map(|&len| (0..len).map(|at| (at % 251) as u8).collect()).collect();
    for uid in &uids {
        assert!(desk.touch(false, uid, 0) < 0);
        assert!(desk.touch(false, uid, 0) >= 0);
        // A short one in between, and shrunk is what was grown.
        assert!(desk.touch_latin1("ada") >= 0 || uid.len() == 4_095);
    }
    let held = desk.counts()[3] - before;
    let total: usize = lengths.iter().sum();
    assert!(held < (total + 100_000) as f64, "{held} bytes for uids of {total}: the areas were given back");
    assert_eq!(engine::long_scratch(desk.wheel, usize::MAX), 0, "more than any host has is refused");
    assert_eq!(desk.silent_after(1).len(), 0);
    let silent = desk.silent_after(3);
    assert_eq!(silent.len(), 6);
    assert!(uids.iter().all(|uid| silent.contains(uid)));
    assert!(desk.counts()[3] - before < 100_000.0, "what has left is given back");
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn a_timeout_of_0_is_none_and_any_other_the_uids_own() {
    let desk = Desk::new(3, NO_LIMIT);
    desk.touch(false, b"wheel's", 0);
    desk.touch(false, b"longer", 5);
    desk.touch(false, b"longer", 0);
    engine::touch_number(desk.wheel, 1.0, 1);
    let remaining = |entry: i32| engine::remaining(desk.wheel, entry as u32);
    assert_eq!(remaining(desk.find(false, b"wheel's")), 4.0);
    assert_eq!(remaining(desk.find(false, b"longer")), 6.0);
    assert_eq!(remaining(engine::find_number(desk.wheel, 1.0)), 2.0);
    let silent: Vec<_> = (0..6).map(|_| desk.silent_after(1)).collect();
    assert_eq!(silent[0..3], [vec![], vec![1.0_f64.to_le_bytes().to_vec()], vec![]]);
    assert_eq!(silent[3..6], [vec![b"wheel's".to_vec()], vec![], vec![b"longer".to_vec()]]);
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn a_uid_too_many_is_told_and_the_rest_stays() {
    let desk = Desk::new(30, 2);
    assert!(desk.touch_latin1("ada") < 0 && engine::touch_number(desk.wheel, 1.0, 0) < 0);
    assert_eq!((desk.touch_latin1("eve"), engine::touch_number(desk.wheel, 2.0, 5)), (MAX_UIDS, MAX_UIDS));
    assert!(desk.touch_latin1("ada") >= 0 && engine::touch_number(desk.wheel, 1.0, 0) >= 0);
    assert_eq!(desk.counts()[1], 4.0, "a refused touch is none");
    assert_eq!(desk.silent_after(1).len(), 0);
    assert_eq!(desk.silent_after(30).len(), 2);
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn who_is_written_to_is_touched_and_an_old_record_takes_nobody() {
    let desk = Desk::new(3, NO_LIMIT);
    let entry = !desk.touch_latin1("ada") as u32;
    for _ in 0..5 {
        assert_eq!(desk.silent_after(1).len() + desk.silent_after(1).len(), 0);
        assert_eq!(engine::remaining(desk.wheel, entry), 2.0);
        desk.beat(entry);
        assert_eq!(engine::remaining(desk.wheel, entry), 4.0);
    }
    engine::leave(desk.wheel, entry);
    assert_eq!(!desk.touch_latin1("ada") as u32, entry, "the entry is used again");
    assert!(!engine::take(desk.wheel, entry, 1) && !engine::take(desk.wheel, u32::MAX, 1));
    engine::retract(desk.wheel, entry);
    assert_eq!((desk.find(false, b"ada"), desk.counts()[1]), (-1, 1.0));
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn a_batch_of_all_kinds_is_found_and_touched() {
    let desk = Desk::new(3, NO_LIMIT);
    let number = 5.0_f64.to_le_bytes();
    let texts: Vec<String> = (0..60).map(|at| "x".repeat(at)).collect();
    let mut uids: Vec<(u32, &[u8])> = texts.iter().map(|text| (LATIN1, text.as_bytes())).collect();
    uids.extend([(NUMBER, &number[..]), (LATIN1, &number[..]), (UTF16, b"\x00\xd8"), (UTF16, b"")]);
    assert_eq!(desk.find_batch(&uids, false), [-1; 64]);
    let mut expected: Vec<i32> = texts.iter().map(|text| !desk.touch_latin1(text)).collect();
    expected.extend([!engine::touch_number(desk.wheel, 5.0, 0), !desk.touch(false, &number, 0), !desk.touch(true, b"\x00\xd8", 0), -1]);
    assert_eq!(desk.find_batch(&uids, false), expected);
    assert_eq!(desk.silent_after(1).len(), 0);
    assert_eq!(desk.silent_after(2).len(), 0);
    // All but the first three and the last, who is not here.
    assert_eq!(desk.find_batch(&uids[3..63], false), expected[3..63]);
    engine::touch_batch(desk.wheel, 60);
    assert_eq!(desk.find_batch(&uids[3..63], true), expected[3..63]);
    assert_eq!(desk.counts()[1], 63.0 + 120.0);
    assert_eq!(desk.find_batch(&uids[62..], true)[1], -1);
    assert_eq!(desk.counts()[1], 63.0 + 120.0, "where one is missing nobody is touched");
    assert_eq!(desk.silent_after(1).len(), 3);
    assert_eq!(desk.silent_after(2).len(), 0);
    assert_eq!(desk.silent_after(1).len(), 60);
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn going_through_all_finds_each_once_with_its_record() {
    let desk = Desk::new(30, NO_LIMIT);
    let long = "y".repeat(100);
    desk.touch_latin1("ada");
    desk.touch_latin1(&long);
    desk.touch(true, b"\x00\xd8", 0);
    engine::touch_number(desk.wheel, 7.0, 0);
    let (mut seen, mut from) = (Vec::new(), 0);
    loop {
        let entry = engine::next_entry(desk.wheel, from, 1.0, engine::born(desk.wheel));
        if entry < 0 {
            break;
        }
        let record = desk.spot();
        assert_eq!(record.entry, entry as u32);
        assert_eq!(record.generation, 1);
        seen.push((record.kind, record.bytes));
        from = record.entry + 1;
    }
    assert_eq!(seen, [(LATIN1, long.into_bytes()), (UTF16, b"\x00\xd8".to_vec()), (NUMBER, 7.0_f64.to_le_bytes().to_vec())]);
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn counts_and_slots_tell_who_is_where() {
    let desk = Desk::starting_at(100.0, 30, NO_LIMIT);
    assert_eq!(desk.counts()[..3], [100.0, 0.0, 0.0]);
    assert_eq!((desk.counts()[4], desk.counts()[5]), (7.0, 1.0));
    assert_eq!(engine::ticks_to_expiry(desk.wheel), -1.0);
    desk.touch_latin1("ada");
    desk.touch(false, b"bob", 1_000);
    assert!((1.0..=31.0).contains(&engine::ticks_to_expiry(desk.wheel)));
    assert_eq!(desk.counts()[5], 3.0, "a thousand ticks need a third ring");
    let in_ring = |ring| (0..31).map(|slot| engine::slot_len(desk.wheel, ring, slot)).collect::<Vec<_>>();
    assert_eq!([0, 1, 2].map(|ring| in_ring(ring).iter().sum::<u32>()), [1, 0, 1]);
    assert_eq!((in_ring(0)[7], desk.silent_after(31).len()), (1, 0), "a touch in a late tick counts at its end");
    assert_eq!(desk.silent_after(30), [b"ada"]);
    assert_eq!(desk.counts()[..3], [161.0, 2.0, 1.0]);
    engine::clear(desk.wheel);
    assert_eq!((engine::ticks_to_expiry(desk.wheel), desk.find(false, b"bob")), (-1.0, -1));
    engine::destroy(desk.wheel);
}

#[wasm_bindgen_test]
fn clocks_beyond_32_bits_are_exact() {
    for start in [2_147_483_647.0, 4_294_967_295.0, 9_007_199_000_000_000.0] {
        let desk = Desk::starting_at(start, 30, NO_LIMIT);
        desk.touch_latin1("ada");
        assert_eq!(desk.silent_after(1).len(), 0);
        assert_eq!(desk.silent_after(29).len(), 0);
        assert_eq!(desk.silent_after(1), [b"ada"], "from {start}");
        assert_eq!(desk.counts()[0], start + 31.0);
        engine::destroy(desk.wheel);
    }
}

#[wasm_bindgen_test]
fn wheels_come_and_go_without_memory_going_with_them() {
    let other = Desk::new(30, NO_LIMIT);
    other.touch_latin1("ada");
    let mut bytes = 0;
    for round in 0..200 {
        let desk = Desk::new(30, NO_LIMIT);
        assert!(engine::reserve(desk.wheel, 5_000));
        assert_ne!(desk.wheel, other.wheel);
        assert_eq!(desk.find(false, b"ada"), -1, "wheels share nothing");
        desk.touch_latin1("bob");
        engine::destroy(desk.wheel);
        engine::destroy(desk.wheel);
        if round == 20 {
            bytes = memory_bytes();
        }
    }
    assert_eq!(memory_bytes(), bytes);
    assert_eq!((other.find(false, b"bob"), other.find(false, b"ada")), (-1, 0));
    engine::destroy(other.wheel);
}
