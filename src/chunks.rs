//! A vector that never moves what it holds.
//!
//! It grows by whole chunks, each twice as large as the one before: few, large allocations, and no copy. An address inside
//! a chunk stays good for as long as the vector lives.

use crate::at::{add, at, at_mut};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

/// The size of the first chunk, and its logarithm.
const FIRST: u32 = 1 << FIRST_LOG;
const FIRST_LOG: u32 = 6;

pub struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: u32,
}

/// The chunk that holds item `index`, and its offset there. Counted from `FIRST` on, a chunk begins at each power of two.
const fn locate(index: u32) -> (usize, usize) {
    let counted = index + FIRST;
    // As `ilog2`, which would check for zero.
    let log = counted.leading_zeros() ^ 31;
    ((log - FIRST_LOG) as usize, (counted - (1 << log)) as usize)
}

const fn chunk_size(chunk: usize) -> usize {
    (FIRST as usize) << chunk
}

impl<T> Chunks<T> {
    pub const fn new() -> Self {
        Chunks { chunks: Vec::new(), len: 0 }
    }

    pub const fn len(&self) -> u32 {
        self.len
    }

    /// Makes room for `len` items in all; those that are here stay where they are, also when the host refuses.
    pub fn reserve(&mut self, len: u32) -> Result<(), TryReserveError> {
        let Some(last) = len.checked_sub(1) else { return Ok(()) };
        while self.chunks.len() <= locate(last).0 {
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(chunk_size(self.chunks.len()))?;
            self.chunks.try_reserve(1)?;
            add(&mut self.chunks, chunk);
        }
        Ok(())
    }

    /// Adds an item for which there is room already.
    pub fn push(&mut self, item: T) {
        let (chunk, offset) = locate(self.len);
        let chunk = at_mut(&mut self.chunks, chunk);
        debug_assert!(offset == chunk.len() && offset < chunk.capacity(), "reserve() comes before push()");
        add(chunk, item);
        self.len += 1;
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.chunks.iter_mut().flatten()
    }

    /// Bytes held, used or not.
    pub const fn bytes(&self) -> usize {
        // All chunks together are as large as the next one would be, less the first.
        (chunk_size(self.chunks.len()) - chunk_size(0)) * size_of::<T>()
    }
}

impl<T: Clone> Clone for Chunks<T> {
    fn clone(&self) -> Self {
        let copy = |chunk: &Vec<T>| {
            // With the same room, unlike a `Vec`'s own.
            let mut copied = Vec::with_capacity(chunk.capacity());
            copied.extend_from_slice(chunk);
            copied
        };
        Chunks { chunks: self.chunks.iter().map(copy).collect(), len: self.len }
    }
}

impl<T> Index<u32> for Chunks<T> {
    type Output = T;

    // In its dozens of uses this weighs 0.8 KB compressed; a touch of an integer takes a quarter less.
    #[inline]
    fn index(&self, index: u32) -> &T {
        let (chunk, offset) = locate(index);
        let chunk: &Vec<T> = at(&self.chunks, chunk);
        at(chunk, offset)
    }
}

impl<T> IndexMut<u32> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut T {
        let (chunk, offset) = locate(index);
        let chunk: &mut Vec<T> = at_mut(&mut self.chunks, chunk);
        at_mut(chunk, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_follow_each_other_without_a_gap() {
        let mut expected = (0, 0);
        for index in 0..10_000 {
            assert_eq!(locate(index), expected, "item {index}");
            expected.1 += 1;
            if expected.1 == chunk_size(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long in Miri")]
    fn what_is_held_does_not_move() {
        let mut chunks = Chunks::new();
        chunks.reserve(1).unwrap();
        chunks.push(7_u64);
        let before = std::ptr::from_ref(&chunks[0]);
        for item in 0..100_000 {
            chunks.reserve(chunks.len() + 1).unwrap();
            chunks.push(item);
        }
        assert_eq!(before, std::ptr::from_ref(&chunks[0]));
        assert_eq!((chunks[0], chunks[64], chunks[100_000]), (7, 63, 99_999));
    }

    #[test]
    fn bytes_are_all_that_there_is_room_for() {
        let mut chunks = Chunks::<u64>::new();
        for len in [0, 1, 64, 65, 192, 193, 10_000] {
            chunks.reserve(len).unwrap();
            let room: usize = chunks.chunks.iter().map(Vec::capacity).sum();
            assert_eq!(chunks.bytes(), 8 * room, "room for {len}");
            assert!(room >= len as usize);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends where memory is refused")]
    fn a_refused_chunk_is_an_error_and_loses_nothing() {
        type Huge = [u8; 1 << 30];
        let mut chunks = Chunks::<Huge>::new();
        assert!(chunks.reserve(u32::MAX >> 1).is_err());
        assert_eq!(chunks.len(), 0);
    }
}
