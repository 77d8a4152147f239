//! Items that are there.
//!
//! As a slice's own brackets, but with one failure for all: theirs bring each an index, a length and a place in the source,
//! which made the package's engine 3 KB larger.

use alloc::vec::Vec;

#[inline]
pub fn at<T>(items: &[T], index: usize) -> &T {
    match items.get(index) {
        Some(item) => item,
        None => no_item(),
    }
}

#[inline]
pub fn at_mut<T>(items: &mut [T], index: usize) -> &mut T {
    match items.get_mut(index) {
        Some(item) => item,
        None => no_item(),
    }
}

/// The first so many items.
#[inline]
pub fn first<T>(items: &[T], count: usize) -> &[T] {
    match items.get(..count) {
        Some(items) => items,
        None => no_item(),
    }
}

/// Adds an item for which there is room: what growth would need is left out.
#[inline]
pub fn add<T>(items: &mut Vec<T>, item: T) {
    if items.len() == items.capacity() {
        no_item();
    }
    items.push(item);
}

#[cold]
#[inline(never)]
fn no_item() -> ! {
    panic!("an index is out of bounds")
}
