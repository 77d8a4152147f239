//! An allocator that counts and, when told to, refuses; each thread for itself, since tests run side by side.
//!
//! A test file that wants it says `#[global_allocator] static ALLOCATOR: Counting = Counting;`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

pub struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
    /// Bytes granted, less those given back, of which another thread may have been granted some.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// How many more allocations are granted.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// What `act` gives, and how many allocations it asked for.
pub fn counted<T>(act: impl FnOnce() -> T) -> (T, u64) {
    let before = COUNT.get();
    let given = act();
    (given, COUNT.get() - before)
}

/// What `act` gives, and how many bytes more are held than before.
pub fn held<T>(act: impl FnOnce() -> T) -> (T, isize) {
    let before = HELD.get();
    let given = act();
    (given, HELD.get() - before)
}

/// What `act` gives where only so many allocations are granted. It must not panic: that needs memory.
pub fn granting<T>(allocations: u64, act: impl FnOnce() -> T) -> T {
    LEFT.set(allocations);
    let given = act();
    LEFT.set(u64::MAX);
    given
}

fn is_granted() -> bool {
    COUNT.set(COUNT.get() + 1);
    let left = LEFT.get();
    LEFT.set(left.saturating_sub(u64::from(left != u64::MAX)));
    left > 0
}

fn hold(more: usize, less: usize) {
    HELD.set(HELD.get() + more as isize - less as isize);
}

// SAFETY: everything is the system's allocator; null is what an allocator answers where it refuses.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !is_granted() {
            return null_mut();
        }
        hold(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        hold(0, layout.size());
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_granted() {
            return null_mut();
        }
        hold(size, layout.size());
        unsafe { System.realloc(at, layout, size) }
    }
}
