//! A wheel of the numeric face, as JavaScript sees it: functions, and memory read and written through typed arrays.

use idlewheel::bindings as engine;
use js_sys::{Float64Array, Uint8Array, Uint32Array, WebAssembly};
use wasm_bindgen::prelude::*;

pub const NUMBER: u32 = 0;
pub const LATIN1: u32 = 1;
pub const UTF16: u32 = 2;
pub const NO_LIMIT: u32 = u32::MAX;

const SCRATCH: usize = 4096;
const RECORD: u32 = 5;

/// Looked up anew at each use: a growth of the memory detaches it.
fn buffer() -> JsValue {
    wasm_bindgen::memory().unchecked_into::<WebAssembly::Memory>().buffer()
}

pub fn memory_bytes() -> u32 {
    Uint8Array::new(&buffer()).length()
}

pub fn write(address: u32, bytes: &[u8]) {
    Uint8Array::new_with_byte_offset_and_length(&buffer(), address, bytes.len() as u32).copy_from(bytes);
}

pub fn read(address: u32, len: u32) -> Vec<u8> {
    Uint8Array::new_with_byte_offset_and_length(&buffer(), address, len).to_vec()
}

pub fn words(address: u32, count: u32) -> Vec<u32> {
    Uint32Array::new_with_byte_offset_and_length(&buffer(), address, count).to_vec()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub entry: u32,
    pub generation: u32,
    pub kind: u32,
    pub bytes: Vec<u8>,
}

/// Copied where tests hand it to closures: it is addresses only.
#[derive(Clone, Copy)]
pub struct Desk {
    pub wheel: usize,
    scratch: u32,
    batch: u32,
    entries: u32,
    due: u32,
    next: u32,
    spot: u32,
}

impl Desk {
    pub fn new(timeout: u32, max: u32) -> Self {
        Self::starting_at(0.0, timeout, max)
    }

    pub fn starting_at(now: f64, timeout: u32, max: u32) -> Self {
        assert!(engine::has_room());
        let wheel = engine::create(now, timeout, max, 1, 2, 3, 4);
        let spot = engine::areas(wheel) as u32;
        let areas = words(spot, 5);
        Desk { wheel, scratch: areas[0], batch: areas[1], entries: areas[2], due: areas[3], next: areas[4], spot }
    }

    pub fn touch(&self, wide: bool, bytes: &[u8], timeout: u32) -> i32 {
        self.written(bytes, |len| engine::touch_text(self.wheel, wide, len, timeout))
    }

    pub fn find(&self, wide: bool, bytes: &[u8]) -> i32 {
        self.written(bytes, |len| engine::find_text(self.wheel, wide, len))
    }

    pub fn touch_latin1(&self, text: &str) -> i32 {
        self.touch(false, text.as_bytes(), 0)
    }

    fn written<T>(&self, bytes: &[u8], act: impl FnOnce(usize) -> T) -> T {
        if bytes.len() <= SCRATCH {
            write(self.scratch, bytes);
            return act(bytes.len());
        }
        let address = engine::long_scratch(self.wheel, bytes.len());
        assert_ne!(address, 0, "there is memory");
        write(address as u32, bytes);
        let given = act(bytes.len());
        engine::long_scratch(self.wheel, 0);
        given
    }

    /// The entries of these uids, −1 for those who are not here; up to 64 of them. If all are here they are touched, where
    /// `touch` says so.
    pub fn find_batch(&self, uids: &[(u32, &[u8])], touch: bool) -> Vec<i32> {
        let heads: Vec<u8> =
            uids.iter().flat_map(|(kind, bytes)| [kind.to_le_bytes(), (bytes.len() as u32).to_le_bytes()]).flatten().collect();
        write(self.batch, &heads);
        write(self.scratch, &uids.iter().flat_map(|(_, bytes)| bytes.to_vec()).collect::<Vec<_>>());
        let missing = engine::find_batch(self.wheel, uids.len(), touch);
        let found: Vec<_> = words(self.entries, uids.len() as u32).into_iter().map(|word| word as i32).collect();
        assert_eq!(missing, found.iter().filter(|&&entry| entry < 0).count());
        found
    }

    /// Touches as JavaScript does where it knows the entry: by writing.
    pub fn beat(&self, entry: u32) {
        let address = engine::touched_at(self.wheel, entry) as u32;
        write(address, &words(self.next, 1)[0].to_le_bytes());
    }

    pub fn due(&self, number: u32) -> Record {
        self.record(self.due + 4 * RECORD * number)
    }

    pub fn spot(&self) -> Record {
        self.record(self.spot)
    }

    fn record(&self, address: u32) -> Record {
        let words = words(address, RECORD);
        Record { entry: words[0], generation: words[1], kind: words[2], bytes: read(words[4], words[3]) }
    }

    /// Ticks, touches, expiries, bytes, pointer and rings.
    pub fn counts(&self) -> [f64; 6] {
        let address = engine::count(self.wheel) as u32;
        let counts = Float64Array::new_with_byte_offset_and_length(&buffer(), address, 6).to_vec();
        counts.try_into().expect("six numbers")
    }

    pub fn take(&self, record: &Record) -> bool {
        engine::take(self.wheel, record.entry, record.generation)
    }

    /// Ticks, and delivers chunk by chunk until `deliver` answers false or throws; returns how many were taken.
    pub fn tick(&self, ticks: u32, budget: u32, mut deliver: impl FnMut(u32) -> Result<bool, JsValue> + 'static) -> u32 {
        let before = self.counts()[2];
        let taken = || (self.counts()[2] - before) as u32;
        let mut passed = ticks;
        loop {
            let count = engine::next_due(self.wheel, std::mem::take(&mut passed), budget - taken());
            if count == 0 || !deliver(count).unwrap_or(false) {
                return taken();
            }
        }
    }

    /// Ticks, and takes all that is due. Their bytes, in the order in which they came.
    pub fn silent_after(&self, ticks: u32) -> Vec<Vec<u8>> {
        let (desk, silent) = (*self, std::rc::Rc::new(std::cell::RefCell::new(Vec::new())));
        let seen = silent.clone();
        let taken = self.tick(ticks, NO_LIMIT, move |count| {
            for number in 0..count {
                let record = desk.due(number);
                assert!(desk.take(&record));
                seen.borrow_mut().push(record.bytes);
            }
            Ok(true)
        });
        assert_eq!(taken as usize, silent.borrow().len());
        silent.take()
    }
}
