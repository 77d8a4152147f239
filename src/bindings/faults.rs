//! Test builds: memory that is refused and panics, at whatever point a test asks for.

use core::alloc::{GlobalAlloc, Layout};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use talc::wasm::WasmDynamicTalc;
use wasm_bindgen::prelude::*;

const NO_END: u32 = u32::MAX;

/// How many more allocations are granted, how many more bytes, and how many more uses of the wheels go well.
static GRANTED: AtomicU32 = AtomicU32::new(NO_END);
static ROOM: AtomicU32 = AtomicU32::new(NO_END);
static GOOD: AtomicU32 = AtomicU32::new(NO_END);

/// After so many allocations, every further one is refused.
#[wasm_bindgen]
pub fn grant(allocations: u32) {
    GRANTED.store(allocations, Relaxed);
}

/// A host with so much memory left: what would need more is refused, and what is given back may be used again.
#[wasm_bindgen]
pub fn leave_room(bytes: u32) {
    ROOM.store(bytes, Relaxed);
}

/// After so many uses of the wheels, the next one panics.
#[wasm_bindgen]
pub fn panic_after(uses: u32) {
    GOOD.store(uses, Relaxed);
}

/// How many of them are left.
#[wasm_bindgen]
pub fn uses_left() -> u32 {
    GOOD.load(Relaxed)
}

pub fn before_each_use() {
    assert!(take(&GOOD, 1), "asked to panic");
}

/// False: so many are not left.
fn take(left: &AtomicU32, count: usize) -> bool {
    left.fetch_update(Relaxed, Relaxed, |left| if left == NO_END { Some(left) } else { left.checked_sub(count as u32) }).is_ok()
}

fn give_back(left: &AtomicU32, count: usize) {
    let _ = left.fetch_update(Relaxed, Relaxed, |left| (left != NO_END).then(|| left.saturating_add(count as u32)));
}

fn is_granted(bytes: usize) -> bool {
    take(&GRANTED, 1) && take(&ROOM, bytes)
}

pub struct Refusing(pub WasmDynamicTalc);

// SAFETY: everything is the allocator's; null is what an allocator answers where it refuses.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_granted(layout.size()) { unsafe { self.0.alloc(layout) } } else { null_mut() }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        give_back(&ROOM, layout.size());
        unsafe { self.0.dealloc(at, layout) }
    }
}
