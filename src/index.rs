//! From the hash of a uid to its entry.
//!
//! A table of (hash, entry) pairs with linear probing, split into shards by other bits of the hash: one growth moves the
//! thousands of uids of one shard, not all, and reads no entry. A pair is removed by moving back those behind it, so that
//! churn leaves nothing behind. (With `hashbrown::HashTable` in its place the package's engine was 1.9 KB larger.) The hash
//! must be keyed: with it known, uids could be chosen to collide.

use crate::at::{at, at_mut};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

const SHARDS: usize = 64;
/// Pairs of a shard's first table.
const FIRST: usize = 4;
const EMPTY: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Pair {
    hash: u32,
    /// `EMPTY`: none.
    entry: u32,
}

/// At most three quarters full, so that probing ends soon, and at all.
#[derive(Clone)]
struct Shard {
    /// A power of two of them, or none.
    pairs: Vec<Pair>,
    len: usize,
}

#[derive(Clone)]
pub struct Index([Shard; SHARDS]);

impl Index {
    pub const fn new() -> Self {
        Index([const { Shard { pairs: Vec::new(), len: 0 } }; SHARDS])
    }

    /// The first entry of this hash for which `is` holds.
    #[inline]
    pub fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let shard = &self.0[shard_of(hash)];
        let position = shard.probe(hash, |pair| pair.hash == hash && is(pair.entry))?;
        Some(at(&shard.pairs, position).entry)
    }

    /// The first entry of this hash, if there is one: most likely the one that is looked for.
    #[inline]
    pub fn candidate(&self, hash: u32) -> Option<u32> {
        self.find(hash, |_| true)
    }

    /// Makes room for so many entries in all, as far as hashes can be foretold: five times the standard deviation is added.
    pub fn reserve(&mut self, entries: usize) -> Result<(), TryReserveError> {
        let mean = entries.div_ceil(SHARDS);
        self.0.iter_mut().try_for_each(|shard| shard.reserve(mean + 5 * mean.isqrt()))
    }

    /// Makes room for one more of this hash.
    pub fn reserve_one(&mut self, hash: u32) -> Result<(), TryReserveError> {
        let shard = &mut self.0[shard_of(hash)];
        shard.reserve(shard.len + 1)
    }

    /// Adds an entry for which there is room.
    pub fn insert(&mut self, hash: u32, entry: u32) {
        let shard = &mut self.0[shard_of(hash)];
        shard.place(Pair { hash, entry });
        shard.len += 1;
    }

    pub fn remove(&mut self, hash: u32, entry: u32) {
        let shard = &mut self.0[shard_of(hash)];
        let Some(mut gap) = shard.probe(hash, |pair| pair.entry == entry) else { return };
        shard.len -= 1;
        let mask = shard.pairs.len() - 1;
        let mut next = gap;
        loop {
            next = (next + 1) & mask;
            let pair = *at(&shard.pairs, next);
            if pair.entry == EMPTY {
                break;
            }
            // A pair may fill the gap unless it would come to lie before the position where its probing begins.
            if (next.wrapping_sub(pair.hash as usize) & mask) >= (next.wrapping_sub(gap) & mask) {
                *at_mut(&mut shard.pairs, gap) = pair;
                gap = next;
            }
        }
        at_mut(&mut shard.pairs, gap).entry = EMPTY;
    }

    /// Bytes held beside itself.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|shard| shard.pairs.capacity() * size_of::<Pair>()).sum()
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|shard| shard.len).sum()
    }

    /// How many pairs a look-up looks at.
    #[cfg(test)]
    pub fn looked_at(&self, hash: u32, is: impl Fn(u32) -> bool) -> u32 {
        let looked_at = core::cell::Cell::new(0);
        self.0[shard_of(hash)].probe(hash, |pair| {
            looked_at.set(looked_at.get() + 1);
            pair.hash == hash && is(pair.entry)
        });
        looked_at.get()
    }
}

impl Shard {
    fn reserve(&mut self, len: usize) -> Result<(), TryReserveError> {
        if 4 * len <= 3 * self.pairs.len() {
            return Ok(());
        }
        let size = (4 * len).div_ceil(3).next_power_of_two().max(FIRST);
        let mut pairs = Vec::new();
        pairs.try_reserve_exact(size)?;
        pairs.resize(size, Pair { hash: 0, entry: EMPTY });
        for pair in core::mem::replace(&mut self.pairs, pairs) {
            if pair.entry != EMPTY {
                self.place(pair);
            }
        }
        Ok(())
    }

    /// The position of the first pair for which `is` holds, of those that probing from this hash on meets.
    #[inline]
    fn probe(&self, hash: u32, is: impl Fn(Pair) -> bool) -> Option<usize> {
        let mask = self.pairs.len().checked_sub(1)?;
        let mut position = hash as usize & mask;
        loop {
            let pair = *at(&self.pairs, position);
            if pair.entry == EMPTY {
                return None;
            }
            if is(pair) {
                return Some(position);
            }
            position = (position + 1) & mask;
        }
    }

    fn place(&mut self, pair: Pair) {
        let mask = self.pairs.len() - 1;
        let mut position = pair.hash as usize & mask;
        while at(&self.pairs, position).entry != EMPTY {
            position = (position + 1) & mask;
        }
        *at_mut(&mut self.pairs, position) = pair;
    }
}

/// By the highest bits: the lowest ones choose the position in a shard.
const fn shard_of(hash: u32) -> usize {
    (hash >> 26) as usize
}

const _: () = assert!(SHARDS == 1 << (32 - 26));

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair of these hashes may collide, in any way.
    const HASHES: [u32; 7] = [0, 1, 2, 3, 4, 7, 8];

    #[test]
    #[cfg_attr(miri, ignore = "takes too long in Miri")]
    fn what_is_removed_hides_nobody() {
        // Every order in which three of six that collide can leave.
        for a in 0..6 {
            for b in 0..6 {
                for c in 0..6 {
                    for first in HASHES {
                        let mut index = Index::new();
                        let hash = |entry: u32| if entry.is_multiple_of(2) { first } else { HASHES[entry as usize] };
                        for entry in 0..6 {
                            index.reserve_one(hash(entry)).unwrap();
                            index.insert(hash(entry), entry);
                        }
                        for entry in [a, b, c] {
                            index.remove(hash(entry), entry);
                        }
                        for entry in 0..6 {
                            let expected = (![a, b, c].contains(&entry)).then_some(entry);
                            assert_eq!(index.find(hash(entry), |found| found == entry), expected, "{entry} of {first} after {a} {b} {c}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long in Miri")]
    fn growth_loses_nobody() {
        let mut index = Index::new();
        let hash = |entry: u32| entry.wrapping_mul(0x9e37_79b9);
        for entry in 0..10_000 {
            index.reserve_one(hash(entry)).unwrap();
            index.insert(hash(entry), entry);
        }
        assert_eq!(index.len(), 10_000);
        assert!((0..10_000).all(|entry| index.find(hash(entry), |found| found == entry) == Some(entry)));
    }

    /// The 64 shards share uids by chance: that one has five standard deviations more than its share is not to be expected.
    #[test]
    #[cfg_attr(miri, ignore = "takes too long in Miri")]
    fn reserve_makes_room_for_more_than_a_fair_share_in_each_shard() {
        let mut index = Index::new();
        index.reserve(64 * 1_400).unwrap();
        // 1 400 and five times their square root, in a table that is three quarters full at most.
        assert!(index.0.iter().all(|shard| shard.pairs.len() == 4_096));
        assert_eq!(index.bytes(), 64 * 4_096 * 8);
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long in Miri")]
    fn churn_needs_no_more_room() {
        let mut index = Index::new();
        let hash = |entry: u32| entry.wrapping_mul(0x9e37_79b9);
        for entry in 0..100_000 {
            index.reserve_one(hash(entry)).unwrap();
            index.insert(hash(entry), entry);
            if entry >= 100 {
                index.remove(hash(entry - 100), entry - 100);
            }
        }
        assert_eq!(index.len(), 100);
        assert!(index.bytes() < 64 * 1024, "{} bytes for 100 entries", index.bytes());
    }
}
