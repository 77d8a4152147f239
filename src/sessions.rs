//! A wheel and its uids.

use crate::ring::{RINGS, SLOTS};
use crate::uids::{BATCH, Uid, Uids};
use crate::wheel::Wheel;
use core::fmt;

/// More have no number.
const MAX_ENTRIES: u32 = 1 << 31;

/// Why a uid that is not here can't be added. Everybody who is here stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// As many uids are here as may be.
    MaxUids,
    /// The host refused memory.
    Memory,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Full::MaxUids => "as many uids are here as may be",
            Full::Memory => "the host refused memory for another uid",
        })
    }
}

impl core::error::Error for Full {}

/// A uid's entry for as long as the uid stays. A number alone may have gone to another uid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The entry's number: small, because the numbers of uids that left are used again.
    pub entry: u32,
    /// Which of the entry's uses this is.
    pub generation: u32,
}

/// What a touch found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// The uid was not here; now it has this entry.
    New(u32),
    /// The uid was here, in this entry.
    Known(u32),
}

/// Who is here, and until when. Time is the ticks told to [`advance`](Self::advance).
#[derive(Clone)]
pub struct Sessions {
    uids: Uids,
    wheel: Wheel,
    /// The timeout of whoever has none of their own, in ticks.
    timeout: u32,
    max_uids: u32,
    touches: u64,
    expired: u64,
}

impl Sessions {
    /// A wheel for at most `max_uids` uids that may be silent for `timeout` ticks, from 1 to [`MAX_TIMEOUT`](crate::MAX_TIMEOUT).
    ///
    /// The `seed` keys the hash of uids: take it from the host's randomness where uids come from strangers.
    ///
    /// # Panics
    ///
    /// If the timeout is out of range.
    pub fn new(timeout: u32, max_uids: u32, seed: [u64; 2]) -> Self {
        Self::starting_at(0, timeout, max_uids, seed)
    }

    /// The same, with `now` ticks passed already.
    ///
    /// # Panics
    ///
    /// If the timeout is out of range.
    pub fn starting_at(now: u64, timeout: u32, max_uids: u32, seed: [u64; 2]) -> Self {
        assert_timeout(timeout);
        Sessions { uids: Uids::new(seed), wheel: Wheel::starting_at(now), timeout, max_uids, touches: 0, expired: 0 }
    }

    /// Makes room for `uids` in all, so that no touch needs memory until there are more.
    ///
    /// # Errors
    ///
    /// [`Full::Memory`] where the host refuses it.
    pub fn reserve(&mut self, uids: u32) -> Result<(), Full> {
        if uids > MAX_ENTRIES {
            return Err(Full::Memory);
        }
        self.uids.reserve(uids).and_then(|()| self.wheel.reserve(uids)).map_err(|_| Full::Memory)
    }

    /// The uid is alive: counts as said at the next tick. A `timeout` is its own until another is given or it is gone.
    ///
    /// O(1). A known uid costs one look-up and one store.
    ///
    /// # Errors
    ///
    /// [`Full`] if the uid is not here and can't be added; nothing has changed.
    ///
    /// # Panics
    ///
    /// If the timeout is out of range.
    pub fn touch(&mut self, uid: Uid, timeout: Option<u32>) -> Result<Touched, Full> {
        let hash = self.uids.hash(uid);
        if let Some(entry) = self.uids.find(uid, hash) {
            self.touch_entry(entry, timeout);
            return Ok(Touched::Known(entry));
        }
        if self.uids.len() >= self.max_uids {
            return Err(Full::MaxUids);
        }
        let timeout = timeout.unwrap_or(self.timeout);
        assert_timeout(timeout);
        self.wheel.reserve(self.uids.next_entry() + 1).map_err(|_| Full::Memory)?;
        let is_first = self.is_empty();
        let entry = self.uids.insert(uid, hash).map_err(|_| Full::Memory)?;
        if is_first {
            self.wheel.catch_up();
        }
        self.wheel.start(entry, timeout);
        self.touches += 1;
        Ok(Touched::New(entry))
    }

    /// Touches without a look-up. False: the uid is gone.
    pub fn touch_lease(&mut self, lease: Lease, timeout: Option<u32>) -> bool {
        let alive = self.is_alive(lease);
        if alive {
            self.touch_entry(lease.entry, timeout);
        }
        alive
    }

    /// The uid's entry, if it is here.
    pub fn find(&self, uid: Uid) -> Option<u32> {
        self.uids.find(uid, self.uids.hash(uid))
    }

    /// The entries of up to 64 uids, 2³²−1 for each that is not here. Quicker than one after another: the look-ups overlap.
    ///
    /// # Panics
    ///
    /// If there are more.
    pub fn find_batch(&self, uids: &[Uid], entries: &mut [u32; BATCH]) {
        self.uids.find_batch(uids, entries);
    }

    /// Touches an entry that has a uid.
    #[inline]
    pub fn beat(&mut self, entry: u32) {
        self.touch_entry(entry, None);
    }

    /// The lease of an entry that has a uid.
    pub fn lease(&self, entry: u32) -> Lease {
        Lease { entry, generation: self.uids.generation(entry) }
    }

    /// Where the tick of the entry's last touch is kept. It stays there; whoever writes there the next tick's lowest 32 bits
    /// has touched the entry.
    pub fn touched_at(&self, entry: u32) -> &u32 {
        self.wheel.touched_at(entry)
    }

    /// Whether the lease's uid is still here.
    pub fn is_alive(&self, lease: Lease) -> bool {
        lease.entry < self.uids.entries() && self.uids.generation(lease.entry) == lease.generation && self.uids.is_taken(lease.entry)
    }

    /// The uid of an entry that has one.
    pub fn uid(&self, entry: u32) -> Uid<'_> {
        self.uids.uid(entry)
    }

    /// The uid left by itself. False: it was gone already.
    pub fn delete(&mut self, lease: Lease) -> bool {
        let alive = self.is_alive(lease);
        if alive {
            self.wheel.cancel(lease.entry);
            self.uids.remove(lease.entry);
        }
        alive
    }

    /// Takes back the touch that made a uid new: it leaves, and the touch was none.
    pub fn retract(&mut self, entry: u32) {
        if self.delete(self.lease(entry)) {
            self.touches -= 1;
        }
    }

    /// Everyone leaves. O(entries ever used).
    pub fn clear(&mut self) {
        for entry in 0..self.uids.entries() {
            self.delete(self.lease(entry));
        }
    }

    /// Ticks until the entry expires: its timeout + 1 right after a touch, 0 when it is due.
    pub fn remaining(&self, entry: u32) -> u64 {
        self.wheel.remaining(entry)
    }

    /// So many ticks have passed since the last call; more than one: they came late, and whoever was touched since the
    /// tick before counts as touched at the last of them. A gap of more than 2³¹ ticks counts as 2³¹.
    ///
    /// O(1), but for O(entries) once in as many late ticks, and for a gap of more than 2³⁰.
    pub fn advance(&mut self, ticks: u32) {
        self.wheel.advance(ticks);
    }

    /// The next uid that fell silent, by deadline. It stays here, to be touched or deleted, until it is
    /// [taken](Self::take). `None`: nobody is due, or not before those of this tick that were given out are taken; who is
    /// not to be taken is [recalled](Self::recall).
    ///
    /// O(1) for each uid in the slots that the ticks have reached.
    pub fn next_due(&mut self) -> Option<Lease> {
        let entry = self.wheel.next_due()?;
        Some(self.lease(entry))
    }

    /// True: the uid was still due, and is gone. False: it was touched or deleted since it was given out.
    pub fn take(&mut self, lease: Lease) -> bool {
        let due = self.is_alive(lease) && self.wheel.take(lease.entry);
        if due {
            self.uids.remove(lease.entry);
            self.expired += 1;
        }
        due
    }

    /// Puts back who was given out as due and neither taken nor deleted.
    pub fn recall(&mut self) {
        self.wheel.recall();
    }

    /// Ticks until someone could expire, at least 1; nobody does earlier. `None`: nobody is here.
    pub fn ticks_to_expiry(&self) -> Option<u64> {
        self.wheel.ticks_to_expiry()
    }

    /// The next entry from number `from` on that has a uid which was new after `after` others and before `before`.
    pub fn next_entry(&self, from: u32, after: u64, before: u64) -> Option<u32> {
        self.uids.next(from, after, before)
    }

    /// Uids here.
    pub fn len(&self) -> u32 {
        self.uids.len()
    }

    /// Whether nobody is here.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Uids that were ever new.
    pub fn born(&self) -> u64 {
        self.uids.born()
    }

    /// Ticks so far.
    pub fn now(&self) -> u64 {
        self.wheel.now()
    }

    /// Touches so far.
    pub fn touches(&self) -> u64 {
        self.touches
    }

    /// Uids taken so far.
    pub fn expired(&self) -> u64 {
        self.expired
    }

    /// The slot of the last tick in ring 0: from 0 to 30.
    pub fn pointer(&self) -> u32 {
        self.wheel.pointer()
    }

    /// Rings in use: from 1 to 7.
    pub fn rings(&self) -> usize {
        self.wheel.rings()
    }

    /// Uids in a slot.
    pub fn slot_len(&self, ring: usize, slot: u32) -> u32 {
        self.wheel.slot_len(ring, slot)
    }

    /// Bytes held for uids and slots, used or not.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.uids.bytes() + self.wheel.bytes()
    }

    /// All that the answers to come depend on, for a test that has seen enough when it has seen the same state twice.
    #[cfg(feature = "small-world")]
    #[doc(hidden)]
    pub fn state(&self) -> crate::wheel::State {
        self.wheel.state()
    }

    #[inline]
    fn touch_entry(&mut self, entry: u32, timeout: Option<u32>) {
        match timeout {
            None => self.wheel.touch(entry),
            Some(timeout) => {
                assert_timeout(timeout);
                self.wheel.touch_with(entry, timeout);
            }
        }
        self.touches += 1;
    }

    /// Panics unless every invariant holds. O(entries), for tests.
    #[doc(hidden)]
    pub fn check(&self) {
        self.uids.check();
        self.wheel.check();
        let filed: u32 =
            (0..RINGS).flat_map(|ring| (0..SLOTS).map(move |slot| (ring, slot))).map(|(ring, slot)| self.slot_len(ring, slot)).sum();
        assert_eq!(filed, self.len(), "each uid is in exactly one slot");
    }
}

// js/ has asserted it, and names what it got: the text with its numbers would weigh in the engine for nothing.
#[cfg(feature = "package")]
fn assert_timeout(_: u32) {}

#[cfg(not(feature = "package"))]
fn assert_timeout(timeout: u32) {
    use crate::wheel::MAX_TIMEOUT;
    assert!((1..=MAX_TIMEOUT).contains(&timeout), "timeout is {timeout} ticks; it takes 1 to {MAX_TIMEOUT}");
}
