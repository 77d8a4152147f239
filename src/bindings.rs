//! The engine of the npm package: numbers in, numbers out.
//!
//! Uids travel through memory. A uid on its way in is written to the scratch area; where a uid on its way out lies is told
//! in a record. Values, listeners and clocks stay in JavaScript, which nothing here calls. Functions and numbers, because an exported class costs each call a reference count and a borrow; all
//! its methods together were 4 KB larger.

use crate::at::first;
use crate::sessions::{Full, Lease, Sessions, Touched};
use crate::uids::{BATCH, Kind, NO_ENTRY, Uid};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hint::black_box;
use core::mem::size_of;
use slab::Slab;
use spin::{Mutex, MutexGuard};
use wasm_bindgen::prelude::*;

#[cfg(feature = "faults")]
mod faults;
#[cfg(feature = "package")]
mod panic_text;

/// 5 KB less than the default allocator. What is allocated here is large and long-lived, so its speed matters little.
#[cfg(all(feature = "package", not(feature = "faults")))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(feature = "faults")]
#[global_allocator]
static ALLOCATOR: faults::Refusing = faults::Refusing(talc::wasm::new_wasm_dynamic_allocator());

/// Bytes of the scratch area: uids of up to half as many code units are written without asking for more.
const SCRATCH: usize = 4096;
/// Due uids of one chunk.
const CHUNK: usize = 256;
/// 32-bit words of a record: entry, generation, kind, bytes, and their address.
const RECORD: usize = 5;

/// From so many uids on, memory is asked for ahead.
const MANY: u32 = 4096;
/// About what a uid takes, with what is not full.
const UID_BYTES: usize = 128;

const MAX_UIDS: i32 = i32::MIN;
const MEMORY: i32 = i32::MIN + 1;
const NONE: i32 = -1;

/// One wheel.
struct Wheel {
    sessions: Sessions,
    scratch: [u8; SCRATCH],
    long_scratch: Vec<u8>,
    /// In: kind and bytes of each uid.
    batch: [[u32; 2]; BATCH],
    /// Out: the entry of each, or 2³²−1.
    entries: [u32; BATCH],
    /// The tick that a touch made now counts for: what JavaScript writes where it knows the entry.
    next: u32,
    /// The entry with which memory is asked for ahead: there is room for those before it, or they are few.
    many: u32,
    /// The records of the due uids of a chunk.
    due: [[u32; RECORD]; CHUNK],
    /// One record.
    spot: [u32; RECORD],
    /// What is counted.
    counts: [f64; 6],
}

// Boxed, because JavaScript holds addresses inside a wheel. Nobody waits for the lock: there is one thread.
static WHEELS: Mutex<Slab<Box<Wheel>>> = Mutex::new(Slab::new());

/// All wheels, until JavaScript goes on. Not inlined: each function begins with this.
#[inline(never)]
fn wheels() -> MutexGuard<'static, Slab<Box<Wheel>>> {
    #[cfg(feature = "faults")]
    faults::before_each_use();
    match WHEELS.try_lock() {
        Some(wheels) => wheels,
        // After a trap: what was under way then was never ended.
        None => panic!("a wheel is in use"),
    }
}

#[inline]
fn with_all<T>(act: impl FnOnce(&mut Slab<Box<Wheel>>) -> T) -> T {
    act(&mut wheels())
}

#[inline]
fn with<T>(wheel: usize, act: impl FnOnce(&mut Wheel) -> T) -> T {
    with_all(|wheels| match wheels.get_mut(wheel) {
        Some(wheel) => act(wheel),
        None => no_such_wheel(),
    })
}

#[cold]
#[inline(never)]
fn no_such_wheel() -> ! {
    panic!("no such wheel")
}

/// Whether there is memory for one more wheel, and for the slab of wheels to double: so the making can't be refused half-way.
#[wasm_bindgen]
pub fn has_room() -> bool {
    let wheels = with_all(|wheels| wheels.capacity());
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(SCRATCH + 2 * size_of::<Wheel>() + 4 * size_of::<usize>() * wheels).is_ok() && black_box(&room).is_empty()
}

/// A new wheel's number. `now`: ticks so far. `timeout`: in ticks. `max`: the most uids, 2³²−1 for no limit. The seed: four
/// random numbers.
#[wasm_bindgen]
pub fn create(now: f64, timeout: u32, max: u32, seed_a: u32, seed_b: u32, seed_c: u32, seed_d: u32) -> usize {
    let seed = [join(seed_a, seed_b), join(seed_c, seed_d)];
    let wheel = Box::new(Wheel {
        sessions: Sessions::starting_at(now as u64, timeout, max, seed),
        scratch: [0; SCRATCH],
        long_scratch: Vec::new(),
        batch: [[0; 2]; BATCH],
        entries: [NO_ENTRY; BATCH],
        next: (now as u64 + 1) as u32,
        many: MANY,
        due: [[0; RECORD]; CHUNK],
        spot: [0; RECORD],
        counts: [0.0; 6],
    });
    with_all(|wheels| wheels.insert(wheel))
}

/// Gives back the memory of a wheel; its number may go to another.
#[wasm_bindgen]
pub fn destroy(wheel: usize) {
    drop(with_all(|wheels| wheels.try_remove(wheel)));
}

/// The address of an area for one uid that the scratch area can't hold; 0: the host refused. It is given back with the
/// next call; 0 bytes: none is needed any more.
#[wasm_bindgen]
pub fn long_scratch(wheel: usize, bytes: usize) -> usize {
    with(wheel, |wheel| {
        wheel.long_scratch = Vec::new();
        if wheel.long_scratch.try_reserve_exact(bytes).is_err() {
            return 0;
        }
        wheel.long_scratch.resize(bytes, 0);
        wheel.long_scratch.as_ptr().addr()
    })
}

/// The address of the spot, which holds the addresses of the scratch area, the batch, its entries, the due records and the
/// next tick then.
#[wasm_bindgen]
pub fn areas(wheel: usize) -> usize {
    with(wheel, |wheel| {
        wheel.spot[0] = wheel.scratch.as_ptr().addr() as u32;
        wheel.spot[1] = wheel.batch.as_ptr().addr() as u32;
        wheel.spot[2] = wheel.entries.as_ptr().addr() as u32;
        wheel.spot[3] = wheel.due.as_ptr().addr() as u32;
        wheel.spot[4] = core::ptr::from_ref(&wheel.next).addr() as u32;
        wheel.spot.as_ptr().addr()
    })
}

/// Makes room; false: the host refused.
#[wasm_bindgen]
pub fn reserve(wheel: usize, uids: u32) -> bool {
    with(wheel, |wheel| {
        let is_reserved = wheel.sessions.reserve(uids).is_ok();
        if is_reserved {
            wheel.many = wheel.many.max(uids);
        }
        is_reserved
    })
}

/// Touches the string in scratch memory. The entry if it was here, its complement if it is new; or why it can't be.
/// A `timeout` of 0: none given.
#[wasm_bindgen]
pub fn touch_text(wheel: usize, wide: bool, bytes: usize, timeout: u32) -> i32 {
    with(wheel, |wheel| {
        let uid = text(wide, written(&wheel.scratch, &wheel.long_scratch, bytes));
        let touched = wheel.sessions.touch(uid, given(timeout));
        wheel.answer(touched)
    })
}

/// Touches an integer.
#[wasm_bindgen]
pub fn touch_number(wheel: usize, number: f64, timeout: u32) -> i32 {
    let bytes = Uid::number_bytes(number);
    with(wheel, |wheel| {
        let touched = wheel.sessions.touch(Uid::number(&bytes), given(timeout));
        wheel.answer(touched)
    })
}

/// The address of the tick for which the entry was last touched. It stays good as long as the uid is here; to write the next
/// tick there is a touch.
#[wasm_bindgen]
pub fn touched_at(wheel: usize, entry: u32) -> usize {
    with(wheel, |wheel| core::ptr::from_ref(wheel.sessions.touched_at(entry)).addr())
}

/// The entry of the string in scratch memory, or −1.
#[wasm_bindgen]
pub fn find_text(wheel: usize, wide: bool, bytes: usize) -> i32 {
    with(wheel, |wheel| found(wheel.sessions.find(text(wide, written(&wheel.scratch, &wheel.long_scratch, bytes)))))
}

/// The entry of an integer, or −1.
#[wasm_bindgen]
pub fn find_number(wheel: usize, number: f64) -> i32 {
    let bytes = Uid::number_bytes(number);
    with(wheel, |wheel| found(wheel.sessions.find(Uid::number(&bytes))))
}

/// Looks up the uids of a batch, whose bytes follow each other in scratch memory; returns how many are not here. If none is
/// missing and `touch` is true they are touched as well.
#[wasm_bindgen]
pub fn find_batch(wheel: usize, count: usize, touch: bool) -> usize {
    with(wheel, |wheel| {
        let mut uids = [Uid::latin1(&[]); BATCH];
        let mut rest = &wheel.scratch[..];
        for (uid, &[kind, len]) in uids.iter_mut().zip(&wheel.batch).take(count) {
            let (bytes, others) = rest.split_at_checked(len as usize).unwrap_or_default();
            *uid = uid_of(kind, bytes);
            rest = others;
        }
        wheel.sessions.find_batch(first(&uids, count), &mut wheel.entries);
        let missing = first(&wheel.entries, count).iter().filter(|&&entry| entry == NO_ENTRY).count();
        if touch && missing == 0 {
            wheel.beat(count);
        }
        missing
    })
}

/// Touches the entries of a batch, all of which have uids.
#[wasm_bindgen]
pub fn touch_batch(wheel: usize, count: usize) {
    with(wheel, |wheel| wheel.beat(count));
}

/// The uid of an entry left by itself.
#[wasm_bindgen]
pub fn leave(wheel: usize, entry: u32) {
    with(wheel, |wheel| wheel.sessions.delete(wheel.sessions.lease(entry)));
}

/// Takes back the touch that made a uid new.
#[wasm_bindgen]
pub fn retract(wheel: usize, entry: u32) {
    with(wheel, |wheel| wheel.sessions.retract(entry));
}

/// Everyone leaves.
#[wasm_bindgen]
pub fn clear(wheel: usize) {
    with(wheel, |wheel| wheel.sessions.clear());
}

/// Ticks until the entry expires.
#[wasm_bindgen]
pub fn remaining(wheel: usize, entry: u32) -> f64 {
    with(wheel, |wheel| wheel.sessions.remaining(entry) as f64)
}

/// So many ticks have passed, or none. Writes the due records of up to `most` uids, and of no more than a chunk; returns how
/// many those are. Whoever was written before and is not taken is written again.
#[wasm_bindgen]
pub fn next_due(wheel: usize, ticks: u32, most: u32) -> u32 {
    with(wheel, |wheel| {
        wheel.sessions.advance(ticks);
        wheel.next = (wheel.sessions.now() + 1) as u32;
        wheel.sessions.recall();
        let mut count = 0;
        for place in wheel.due.iter_mut().take(most as usize) {
            let Some(lease) = wheel.sessions.next_due() else { break };
            *place = record(&wheel.sessions, lease.entry);
            count += 1;
        }
        count
    })
}

/// True: the due uid is gone now. False: it was touched or deleted since its record was made.
#[wasm_bindgen]
pub fn take(wheel: usize, entry: u32, generation: u32) -> bool {
    with(wheel, |wheel| wheel.sessions.take(Lease { entry, generation }))
}

/// Ticks until someone could expire; −1: nobody is here.
#[wasm_bindgen]
pub fn ticks_to_expiry(wheel: usize) -> f64 {
    with(wheel, |wheel| wheel.sessions.ticks_to_expiry().map_or(-1.0, |ticks| ticks as f64))
}

/// The next entry from `from` on whose uid was new after `after` others and before `before`, or −1. Its record is in the
/// spot.
#[wasm_bindgen]
pub fn next_entry(wheel: usize, from: u32, after: f64, before: f64) -> i32 {
    with(wheel, |wheel| {
        let entry = wheel.sessions.next_entry(from, after as u64, before as u64);
        if let Some(entry) = entry {
            wheel.spot = record(&wheel.sessions, entry);
        }
        found(entry)
    })
}

/// Uids that were ever new.
#[wasm_bindgen]
pub fn born(wheel: usize) -> f64 {
    with(wheel, |wheel| wheel.sessions.born() as f64)
}

/// The address of six `f64`: ticks, touches and uids taken so far, bytes held, the slot of the last tick in ring 0, and the
/// rings in use.
#[wasm_bindgen]
pub fn count(wheel: usize) -> usize {
    with(wheel, |wheel| {
        let sessions = &wheel.sessions;
        let held = size_of::<Wheel>() + sessions.bytes() + wheel.long_scratch.capacity();
        wheel.counts = [
            sessions.now() as f64,
            sessions.touches() as f64,
            sessions.expired() as f64,
            held as f64,
            sessions.pointer().into(),
            sessions.rings() as f64,
        ];
        wheel.counts.as_ptr().addr()
    })
}

/// Uids in a slot.
#[wasm_bindgen]
pub fn slot_len(wheel: usize, ring: usize, slot: u32) -> u32 {
    with(wheel, |wheel| wheel.sessions.slot_len(ring, slot))
}

/// The address of the last panic's text.
#[cfg(feature = "package")]
#[wasm_bindgen]
pub fn panic_text() -> usize {
    panic_text::address()
}

/// Bytes of the last panic's text; 0: there was none.
#[cfg(feature = "package")]
#[wasm_bindgen]
pub fn panic_len() -> usize {
    panic_text::len()
}

impl Wheel {
    /// Touches the first `count` entries of the batch.
    fn beat(&mut self, count: usize) {
        for &entry in first(&self.entries, count) {
            self.sessions.beat(entry);
        }
    }

    fn answer(&mut self, touched: Result<Touched, Full>) -> i32 {
        match touched {
            Ok(Touched::Known(entry)) => entry as i32,
            Ok(Touched::New(entry)) => {
                if entry >= self.many {
                    self.ask_ahead(entry);
                }
                !(entry as i32)
            }
            Err(Full::MaxUids) => MAX_UIDS,
            Err(Full::Memory) => MEMORY,
        }
    }

    /// Makes the memory grow for half as many uids again, at once: a growth can set off a collection of the host's whole
    /// heap, and index, entries, ticks and blocks would each set off growths of their own. What is not used yet takes no
    /// memory of the machine; if the host refuses, whoever needs it asks again.
    fn ask_ahead(&mut self, entry: u32) {
        self.many = entry.saturating_add(entry / 2);
        let mut ahead = Vec::<u8>::new();
        black_box(ahead.try_reserve_exact(entry as usize / 2 * UID_BYTES).is_ok());
    }
}

fn record(sessions: &Sessions, entry: u32) -> [u32; RECORD] {
    let uid = sessions.uid(entry);
    [entry, sessions.lease(entry).generation, uid.kind() as u32, uid.bytes().len() as u32, uid.bytes().as_ptr().addr() as u32]
}

fn join(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn given(timeout: u32) -> Option<u32> {
    (timeout > 0).then_some(timeout)
}

/// What was written last: to the scratch area, if it holds as much.
fn written<'a>(scratch: &'a [u8; SCRATCH], long_scratch: &'a [u8], bytes: usize) -> &'a [u8] {
    scratch.get(..bytes).unwrap_or(long_scratch)
}

fn text(wide: bool, bytes: &[u8]) -> Uid<'_> {
    if wide { Uid::utf16(bytes) } else { Uid::latin1(bytes) }
}

fn uid_of(kind: u32, bytes: &[u8]) -> Uid<'_> {
    match (kind == Kind::Number as u32, bytes.first_chunk()) {
        (true, Some(number)) => Uid::number(number),
        _ => text(kind == Kind::Utf16 as u32, bytes),
    }
}

fn found(entry: Option<u32>) -> i32 {
    entry.map_or(NONE, |entry| entry as i32)
}
