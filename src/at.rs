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

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn what_is_there_is_given_and_what_is_not_panics() {
        let mut items = [1, 2, 3];
        assert_eq!((at(&items, 2), first(&items, 2), first(&items, 3)), (&3, &[1, 2][..], &[1, 2, 3][..]));
        *at_mut(&mut items, 0) = 7;
        assert_eq!(items, [7, 2, 3]);
        assert!(catch_unwind(|| *at(&items, 3)).is_err());
        assert!(catch_unwind(|| *at_mut(&mut items.clone(), 3)).is_err());
        assert!(catch_unwind(|| first(&items, 4).len()).is_err());
    }

    #[test]
    fn adding_never_makes_room() {
        let mut items = Vec::with_capacity(1);
        for item in 0..items.capacity() {
            add(&mut items, item);
        }
        assert_eq!(items.len(), items.capacity());
        assert!(catch_unwind(move || add(&mut items, 0)).is_err());
    }
}
