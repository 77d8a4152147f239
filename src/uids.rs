//! The exact bytes of a uid ↔ its entry.

use crate::at::first;
use crate::chunks::Chunks;
use crate::index::Index;
use alloc::boxed::Box;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::hint::black_box;
use siphasher::sip::SipHasher13;

/// Bytes of a uid that its entry holds itself: a uuid fits. Longer ones are kept apart.
const HEAD: usize = 43;
const NONE: u32 = u32::MAX;

/// Uids that are looked up at once.
pub const BATCH: usize = 64;
/// In place of an entry: the uid is not here.
pub const NO_ENTRY: u32 = u32::MAX;

/// The even generation after which an entry is given up: its odd ones would come again, and with them old leases.
const LAST_GENERATION: u32 = u32::MAX - 1;

/// What the bytes of a uid mean. Uids of different kinds are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// An integer: the 8 bytes of its `f64`, little-endian, zero never negative.
    Number,
    /// A string of code units up to 0xFF: one byte each.
    Latin1,
    /// Any other string: two bytes a code unit, little-endian. No UTF-8, so that lone surrogates survive.
    Utf16,
}

/// A uid as it is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Uid<'a> {
    kind: Kind,
    bytes: &'a [u8],
}

impl<'a> Uid<'a> {
    /// A string whose code units are all up to 0xFF: one byte each.
    pub const fn latin1(bytes: &'a [u8]) -> Self {
        Uid { kind: Kind::Latin1, bytes }
    }

    /// A string with at least one code unit above 0xFF: two bytes each, little-endian.
    pub const fn utf16(bytes: &'a [u8]) -> Self {
        Uid { kind: Kind::Utf16, bytes }
    }

    /// The bytes of [`number_bytes`](Self::number_bytes).
    pub const fn number(bytes: &'a [u8; 8]) -> Self {
        Uid { kind: Kind::Number, bytes }
    }

    /// An integer as bytes; `-0` is `0`.
    pub fn number_bytes(number: f64) -> [u8; 8] {
        (number + 0.0).to_le_bytes()
    }

    /// What the bytes mean.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The bytes, exactly as they were given.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

impl PartialEq for Uid<'_> {
    /// By words of eight bytes: in WebAssembly, where `==` of slices has no quick library behind it, a touch of a uuid takes up to
    /// a sixth less so.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let (words, rest) = self.bytes.as_chunks::<8>();
        let (other_words, other_rest) = other.bytes.as_chunks::<8>();
        self.kind == other.kind
            && self.bytes.len() == other.bytes.len()
            && words.iter().zip(other_words).all(|(&a, &b)| u64::from_le_bytes(a) == u64::from_le_bytes(b))
            && rest.iter().zip(other_rest).all(|(a, b)| a == b)
    }
}

impl Eq for Uid<'_> {}

/// A uid that is here: one cache line.
#[derive(Clone)]
#[repr(align(64))]
struct Entry {
    /// Odd while a uid has the entry. Grows with each use; an entry that has used them all up is never used again.
    generation: u32,
    /// Free: the next free entry.
    hash: u32,
    len: u32,
    /// How many uids were new before this one.
    born: u64,
    kind: Kind,
    /// The uid, or, if it is longer, the number of its `Long` in the first four bytes.
    head: [u8; HEAD],
}

const _: () = assert!(size_of::<Entry>() == 64);

impl Entry {
    const fn is_taken(&self) -> bool {
        self.generation % 2 == 1
    }

    fn long(&self) -> u32 {
        u32::from_le_bytes([self.head[0], self.head[1], self.head[2], self.head[3]])
    }
}

/// The bytes of a uid that its entry can't hold.
#[derive(Clone)]
enum Long {
    Bytes(Box<[u8]>),
    /// Free; the next free one.
    Free(u32),
}

#[derive(Clone)]
pub struct Uids {
    entries: Chunks<Entry>,
    /// The first free entry.
    free: u32,
    len: u32,
    born: u64,
    index: Index,
    longs: Chunks<Long>,
    free_long: u32,
    long_bytes: usize,
    hasher: SipHasher13,
}

impl Uids {
    pub fn new(seed: [u64; 2]) -> Self {
        Uids {
            entries: Chunks::new(),
            free: NONE,
            len: 0,
            born: 0,
            index: Index::new(),
            longs: Chunks::new(),
            free_long: NONE,
            long_bytes: 0,
            hasher: SipHasher13::new_with_keys(seed[0], seed[1]),
        }
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    /// Entries ever used: every entry number is less.
    pub fn entries(&self) -> u32 {
        self.entries.len()
    }

    pub fn born(&self) -> u64 {
        self.born
    }

    #[inline]
    pub fn hash(&self, uid: Uid) -> u32 {
        self.hasher.hash(uid.bytes) as u32
    }

    #[inline]
    pub fn find(&self, uid: Uid, hash: u32) -> Option<u32> {
        self.index.find(hash, |entry| self.uid(entry) == uid)
    }

    /// Looks up as many as a batch holds: the entry of each, or `NO_ENTRY`.
    ///
    /// Memory answers several questions in the time of one, if none has to wait for another's answer. So each step is done
    /// for all before the next: hash, look into the index, fetch the entry, compare.
    pub fn find_batch(&self, uids: &[Uid], entries: &mut [u32; BATCH]) {
        let mut hashes = [0; BATCH];
        for (hash, &uid) in hashes.iter_mut().zip(uids) {
            *hash = self.hash(uid);
        }
        for ((entry, &hash), _) in entries.iter_mut().zip(&hashes).zip(uids) {
            *entry = self.index.candidate(hash).unwrap_or(NO_ENTRY);
        }
        let fetched = first(entries, uids.len()).iter().filter(|&&entry| entry != NO_ENTRY && self.entries[entry].is_taken()).count();
        // Or the compiler would not fetch them.
        black_box(fetched);
        for ((entry, &hash), &uid) in entries.iter_mut().zip(&hashes).zip(uids) {
            if *entry != NO_ENTRY && self.uid(*entry) != uid {
                *entry = self.find(uid, hash).unwrap_or(NO_ENTRY);
            }
        }
    }

    /// Makes room for so many entries in all.
    pub fn reserve(&mut self, entries: u32) -> Result<(), TryReserveError> {
        self.entries.reserve(entries)?;
        self.index.reserve(entries as usize)
    }

    /// The number that the next uid's entry will have.
    pub fn next_entry(&self) -> u32 {
        if self.free == NONE { self.entries.len() } else { self.free }
    }

    /// Adds a uid that is not here. If memory is refused nothing has changed.
    pub fn insert(&mut self, uid: Uid, hash: u32) -> Result<u32, TryReserveError> {
        let entry = self.next_entry();
        self.entries.reserve(entry + 1)?;
        self.index.reserve_one(hash)?;
        let mut head = [0; HEAD];
        if let Some(head) = head.get_mut(..uid.bytes.len()) {
            head.copy_from_slice(uid.bytes);
        } else {
            head[..4].copy_from_slice(&self.keep_long(uid.bytes)?.to_le_bytes());
        }
        self.index.insert(hash, entry);
        let taken = Entry { generation: 1, hash, len: uid.bytes.len() as u32, born: self.born, kind: uid.kind, head };
        if self.free == NONE {
            self.entries.push(taken);
        } else {
            let old = &mut self.entries[entry];
            self.free = old.hash;
            *old = Entry { generation: old.generation + 1, ..taken };
        }
        self.born += 1;
        self.len += 1;
        Ok(entry)
    }

    pub fn remove(&mut self, entry: u32) {
        self.index.remove(self.entries[entry].hash, entry);
        if self.entries[entry].len as usize > HEAD {
            self.drop_long(self.entries[entry].long());
        }
        let old = &mut self.entries[entry];
        old.generation += 1;
        if old.generation < LAST_GENERATION {
            old.hash = self.free;
            self.free = entry;
        }
        self.len -= 1;
    }

    pub fn uid(&self, entry: u32) -> Uid<'_> {
        let entry = &self.entries[entry];
        let bytes = match entry.head.get(..entry.len as usize) {
            Some(bytes) => bytes,
            None => match &self.longs[entry.long()] {
                Long::Bytes(bytes) => bytes,
                Long::Free(_) => unreachable!("a uid that is here keeps its bytes"),
            },
        };
        Uid { kind: entry.kind, bytes }
    }

    pub fn generation(&self, entry: u32) -> u32 {
        self.entries[entry].generation
    }

    pub fn is_taken(&self, entry: u32) -> bool {
        self.entries[entry].is_taken()
    }

    /// The next entry from number `from` on whose uid was new after `after` others and before `before`.
    pub fn next(&self, from: u32, after: u64, before: u64) -> Option<u32> {
        (from..self.entries.len()).find(|&number| {
            let entry = &self.entries[number];
            entry.is_taken() && (after..before).contains(&entry.born)
        })
    }

    pub fn bytes(&self) -> usize {
        self.entries.bytes() + self.index.bytes() + self.longs.bytes() + self.long_bytes
    }

    fn keep_long(&mut self, bytes: &[u8]) -> Result<u32, TryReserveError> {
        let mut copy = Vec::new();
        copy.try_reserve_exact(bytes.len())?;
        copy.extend_from_slice(bytes);
        let copy = Long::Bytes(copy.into_boxed_slice());
        let long = self.free_long;
        if long == NONE {
            self.longs.reserve(self.longs.len() + 1)?;
            self.longs.push(copy);
            self.long_bytes += bytes.len();
            return Ok(self.longs.len() - 1);
        }
        if let Long::Free(next) = core::mem::replace(&mut self.longs[long], copy) {
            self.free_long = next;
        }
        self.long_bytes += bytes.len();
        Ok(long)
    }

    fn drop_long(&mut self, long: u32) {
        if let Long::Bytes(bytes) = core::mem::replace(&mut self.longs[long], Long::Free(self.free_long)) {
            self.long_bytes -= bytes.len();
            self.free_long = long;
        }
    }

    /// Panics unless the index and the taken entries are a bijection.
    pub fn check(&self) {
        let indexed = self.index.len();
        let taken = (0..self.entries.len()).filter(|&entry| self.is_taken(entry)).count();
        assert_eq!((indexed, taken), (self.len as usize, self.len as usize), "index and entries agree");
        for entry in (0..self.entries.len()).filter(|&entry| self.is_taken(entry)) {
            assert_eq!(self.find(self.uid(entry), self.hash(self.uid(entry))), Some(entry), "entry {entry} is found by its uid");
        }
    }
}

#[cfg(test)]
mod attack;

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Uid = Uid::latin1(b"ada");

    fn insert(uids: &mut Uids, uid: Uid) -> u32 {
        uids.insert(uid, uids.hash(uid)).unwrap()
    }

    /// moka #524: after 2³¹ uses a lease of long ago would be good again.
    #[test]
    fn an_entry_that_has_used_up_its_generations_is_given_up() {
        let mut uids = Uids::new([1, 2]);
        let entry = insert(&mut uids, ADA);
        uids.entries[entry].generation = LAST_GENERATION - 3;
        uids.remove(entry);
        assert_eq!(insert(&mut uids, ADA), entry, "one use is left");
        assert_eq!(uids.generation(entry), LAST_GENERATION - 1);
        uids.remove(entry);
        let next = insert(&mut uids, ADA);
        assert_ne!(next, entry, "the entry is not used again");
        assert_eq!((uids.generation(entry), uids.is_taken(entry), uids.generation(next)), (LAST_GENERATION, false, 1));
        uids.check();
        for number in 0..100 {
            assert_ne!(insert(&mut uids, Uid::number(&Uid::number_bytes(number.into()))), entry);
        }
        assert_eq!(uids.next(0, 0, u64::MAX), Some(next), "who has the given up entry's number is nobody");
        uids.check();
    }

    /// Of so many uids a few have one hash with another, all 32 bits of it.
    #[test]
    #[cfg_attr(miri, ignore = "takes too long in Miri")]
    fn a_batch_finds_what_one_look_up_after_another_finds() {
        let bytes = |number: u32| Uid::number_bytes(f64::from(number));
        let mut uids = Uids::new([1, 2]);
        let mut hashes = std::collections::HashSet::new();
        let mut nobody = [7; BATCH];
        uids.find_batch(&[Uid::number(&bytes(0))], &mut nobody);
        assert_eq!(nobody[0], NO_ENTRY);
        let mut collisions = 0;
        for number in 0..300_000 {
            insert(&mut uids, Uid::number(&bytes(number)));
            collisions += u32::from(!hashes.insert(uids.hash(Uid::number(&bytes(number)))));
        }
        assert!(collisions > 0, "a candidate is not always the one that is looked for");
        // Every other batch has uids that are not here; the last is not full.
        for first in (0..299_950).step_by(BATCH) {
            let numbers: [[u8; 8]; BATCH] = std::array::from_fn(|at| bytes(first + at as u32 * (1 + first % 128 / 64 * 5_000)));
            let count = if first < 299_900 { BATCH } else { 10 };
            let batch = numbers.each_ref().map(Uid::number);
            let mut entries = [7; BATCH];
            uids.find_batch(&batch[..count], &mut entries);
            for (uid, entry) in batch.iter().zip(&entries[..count]) {
                assert_eq!(uids.find(*uid, uids.hash(*uid)).unwrap_or(NO_ENTRY), *entry, "{uid:?}");
            }
            assert!(entries[count..].iter().all(|&entry| entry == 7));
        }
    }
}
