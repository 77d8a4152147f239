//! Rings on rings: who is looked at, and when. It knows entry numbers and ticks, no uids.

use crate::at::{at, at_mut};
use crate::chunks::Chunks;
use crate::late::Late;
use crate::ring::{Occupied, RINGS, SLOTS, place_for, slot_of};
use crate::slots::{BLOCK, DUE, Item, Place, Places, REACHED, Slots};
use crate::world::sized;
use alloc::collections::TryReserveError;
use core::hint::black_box;

#[cfg(feature = "small-world")]
mod state;
#[cfg(feature = "small-world")]
pub use state::State;

/// The longest timeout, in ticks: 2³¹ − 1.
///
/// Ticks of touches are kept as 32 bits and compared by wrapping subtraction; see [`Wheel::advance`].
pub const MAX_TIMEOUT: u32 = (1 << (BITS - 1)) - 1;

/// How many of a tick's lowest bits a touch keeps.
const BITS: u32 = sized(32, 4);

/// The largest gap that the late intervals are kept for; a larger one is settled at once.
const MAX_GAP: u64 = (1 << (BITS - 2)) - 1;

/// As many late intervals are kept even if fewer entries are here.
const LATE: usize = sized(1024, 2) as usize;

/// What the wheel knows of an entry. Dense: it is all that a touch writes, and all that a quiet tick reads and writes beside
/// the slots.
#[derive(Clone, Copy)]
#[repr(C)]
struct Beat {
    /// The tick for which the entry was last touched.
    touched: u32,
    place: Place,
}

type Beats = Chunks<Beat>;

#[derive(Clone)]
pub struct Wheel {
    /// Ticks so far: the pointer goes as far as this.
    now: u64,
    /// The tick up to which the slots were reached. Behind `now` only while due entries are being taken: it stays at the
    /// tick of those that were given out, until each is taken.
    elapsed: u64,
    rings: [Occupied; RINGS],
    slots: Slots,
    beats: Beats,
    late: Late,
    /// The longest timeout that anyone had.
    longest: u32,
}

impl Wheel {
    pub fn starting_at(now: u64) -> Self {
        Wheel {
            now,
            elapsed: now,
            rings: [Occupied::default(); RINGS],
            slots: Slots::new(),
            beats: Chunks::new(),
            late: Late::new(),
            longest: 0,
        }
    }

    pub fn now(&self) -> u64 {
        self.now
    }

    /// Makes room for entries up to number `entries` − 1.
    pub fn reserve(&mut self, entries: u32) -> Result<(), TryReserveError> {
        self.beats.reserve(entries)?;
        self.slots.reserve(entries)?;
        while self.beats.len() < entries {
            self.beats.push(Beat { touched: 0, place: Place(0) });
        }
        Ok(())
    }

    /// A new entry, touched now.
    pub fn start(&mut self, entry: u32, timeout: u32) {
        self.longest = self.longest.max(timeout);
        self.touch(entry);
        self.file(Item { entry, timeout });
    }

    /// Counts as made at the next tick. The entry stays where it is until its slot is reached.
    #[inline]
    pub fn touch(&mut self, entry: u32) {
        self.beats[entry].touched = (self.now + 1) as u32;
    }

    /// Touches, and gives the entry a timeout of its own. Only a shorter one could be due before the slot is reached.
    pub fn touch_with(&mut self, entry: u32, timeout: u32) {
        self.longest = self.longest.max(timeout);
        self.touch(entry);
        let place = self.beats.place(entry);
        if timeout < self.slots.item(place).timeout {
            self.cancel(entry);
            self.file(Item { entry, timeout });
        } else {
            self.slots.item_mut(place).timeout = timeout;
        }
    }

    /// Where the tick of an entry's last touch is kept, as long as the wheel lives: whoever writes the next tick there has
    /// touched the entry.
    pub fn touched_at(&self, entry: u32) -> &u32 {
        &self.beats[entry].touched
    }

    pub fn cancel(&mut self, entry: u32) {
        let slot = self.slots.remove(self.beats.place(entry), &mut self.beats);
        self.vacate(slot);
    }

    /// Ticks until the entry expires: timeout + 1 right after a touch, 0 when it is due.
    pub fn remaining(&self, entry: u32) -> u64 {
        self.deadline(*self.slots.item(self.beats.place(entry))).saturating_sub(self.now)
    }

    /// So many ticks have passed. Whoever was touched since the tick before counts as touched at the last of them. O(1), but for
    /// O(entries) once in as many late ticks, and for a gap of 2³⁰ ticks.
    ///
    /// Due entries are then given by [`next_due`](Self::next_due). A gap of more than 2³¹ ticks counts as 2³¹: whoever was
    /// not touched since is due after that many, whatever the timeout.
    ///
    /// Why 32 bits suffice for a touch: an entry that was not yet found due was touched, at its latest counting, less than
    /// `MAX_TIMEOUT` ticks before `elapsed`. `touched` may be older than that by one late interval, of at most `MAX_GAP`,
    /// and `now` further on by `MAX_GAP`; or by 2³¹, with all intervals settled before. In either case `now + 1 - touched < 2³²`.
    pub fn advance(&mut self, ticks: u32) {
        // Who waits to be taken may be due at `elapsed` itself, and not only after it: a tick more.
        let behind = self.now - self.elapsed + u64::from(self.due() > 0);
        let ticks = u64::from(ticks).min((1 << (BITS - 1)) - behind);
        if ticks == 0 {
            return;
        }
        let large = behind + ticks > MAX_GAP;
        if large {
            self.settle();
        }
        let next = self.now + 1;
        let later = ticks - 1;
        self.now += ticks;
        if later > 0 && (large || self.late.note(next, later as u32).is_err()) {
            // Without a note, those it would have been for are written to.
            self.rewrite(|touched| if touched == next { next + later } else { touched });
        }
        if self.late.len() > LATE.max(self.beats.len() as usize) {
            self.settle();
        }
        self.late.forget(self.elapsed.saturating_sub(self.longest.into()));
    }

    /// Nobody is here, so there is nothing to reach: also if all left while due entries were being taken.
    pub fn catch_up(&mut self) {
        self.elapsed = self.now;
    }

    /// The next entry that is due, by deadline. It stays an entry, to be touched or cancelled, until it is [taken](Self::take).
    /// `None`: nobody is due, or not before those of this tick that were given out are taken.
    pub fn next_due(&mut self) -> Option<u32> {
        loop {
            self.fetch_beats();
            while let Some(item) = self.slots.pop(REACHED) {
                let deadline = self.deadline(item);
                if deadline <= self.elapsed {
                    self.slots.push(DUE, item, &mut self.beats);
                    return Some(item.entry);
                }
                self.file_for(deadline, item);
                self.fetch_beats();
            }
            if self.slots.len(DUE) > 0 || !self.reach_next() {
                return None;
            }
        }
    }

    /// True: the entry was due and is cancelled. False: it was touched since it was given out, and is filed anew.
    pub fn take(&mut self, entry: u32) -> bool {
        let place = self.beats.place(entry);
        if self.slots.slot(place) != DUE {
            return false;
        }
        let item = *self.slots.item(place);
        self.slots.remove(place, &mut self.beats);
        let due = self.deadline(item) <= self.elapsed;
        if !due {
            self.file(item);
        }
        due
    }

    /// Puts back who was given out as due and not taken, to be given out again.
    pub fn recall(&mut self) {
        while let Some(item) = self.slots.pop(DUE) {
            self.slots.push(REACHED, item, &mut self.beats);
        }
    }

    /// Ticks until someone could be due, at least 1: the next occupied slot. Nobody is due earlier.
    pub fn ticks_to_expiry(&self) -> Option<u64> {
        if self.due() > 0 {
            return Some(1);
        }
        let (next, _) = (0..RINGS).filter_map(|level| self.next_in(level)).min()?;
        Some(next.saturating_sub(self.now).max(1))
    }

    /// The slot of the last tick in ring 0.
    pub fn pointer(&self) -> u32 {
        slot_of(self.now)
    }

    /// Rings in use: up to the highest that holds anyone, ring 0 at least.
    pub fn rings(&self) -> usize {
        self.rings.iter().rposition(|ring| ring.any()).map_or(1, |level| level + 1)
    }

    /// Entries in a slot. Those being looked at are still counted where the pointer stands.
    pub fn slot_len(&self, level: usize, slot: u32) -> u32 {
        let waiting = if level == 0 && slot == self.pointer() { self.due() } else { 0 };
        self.slots.len(index(level, slot)) + waiting
    }

    pub fn bytes(&self) -> usize {
        self.slots.bytes() + self.beats.bytes() + self.late.bytes()
    }

    /// Entries in slots that were reached, due or not yet looked at.
    fn due(&self) -> u32 {
        self.slots.len(REACHED) + self.slots.len(DUE)
    }

    /// Reads what a full block's entries were last touched for, before one after another is looked at: so the memory answers
    /// for all of them in the time of a few.
    #[inline]
    fn fetch_beats(&self) {
        let items = self.slots.last_block(REACHED);
        if items.len() == BLOCK as usize {
            black_box(items.iter().fold(0, |fetched, item| fetched ^ self.beats[item.entry].touched));
        }
    }

    /// The tick for which an entry was last touched, late intervals not yet counted.
    fn touched(&self, entry: u32) -> u64 {
        whole(self.now, self.beats[entry].touched)
    }

    fn deadline(&self, item: Item) -> u64 {
        self.late.counted(self.touched(item.entry)) + u64::from(item.timeout)
    }

    fn file(&mut self, item: Item) {
        self.file_for(self.deadline(item), item);
    }

    #[inline]
    fn file_for(&mut self, deadline: u64, item: Item) {
        let (level, slot) = place_for(self.elapsed, deadline);
        at_mut(&mut self.rings, level).set(slot);
        self.slots.push(index(level, slot), item, &mut self.beats);
    }

    /// Moves on to the next occupied slot, if there is one up to `now`. Only a slot of ring 0 has reached its tick; what a
    /// slot of another ring holds is filed anew in the rings below, a tick before.
    fn reach_next(&mut self) -> bool {
        // At the same tick the higher ring comes first: it may hold someone for that very tick.
        let next = (0..RINGS).rev().filter_map(|level| Some((self.next_in(level)?, level))).min_by_key(|&((tick, _), _)| tick);
        let Some(((tick, slot), level)) = next.filter(|&((tick, _), _)| tick <= self.now) else {
            self.elapsed = self.now;
            return false;
        };
        at_mut(&mut self.rings, level).clear(slot);
        if level == 0 {
            self.elapsed = tick;
            self.slots.swap(index(level, slot), REACHED);
        } else {
            self.elapsed = tick - 1;
            while let Some(item) = self.slots.pop(index(level, slot)) {
                self.file(item);
            }
        }
        true
    }

    /// The next slot to look at in ring `level`: its first tick, and its place. Not inlined: who asks, asks every ring.
    #[inline(never)]
    fn next_in(&self, level: usize) -> Option<(u64, u32)> {
        at(&self.rings, level).next(level, self.elapsed)
    }

    /// Clears the occupancy bit of a slot whose last entry left.
    fn vacate(&mut self, slot: usize) {
        if slot < REACHED && self.slots.len(slot) == 0 {
            at_mut(&mut self.rings, slot / SLOTS as usize).clear(slot as u32 % SLOTS);
        }
    }

    /// Writes the late intervals into the touches they are for, and forgets them: O(entries), once for as many intervals.
    fn settle(&mut self) {
        let late = core::mem::replace(&mut self.late, Late::new());
        self.rewrite(|touched| late.counted(touched));
        self.late = late;
        self.late.clear();
    }

    fn rewrite(&mut self, counted: impl Fn(u64) -> u64) {
        for Beat { touched, .. } in self.beats.iter_mut() {
            *touched = counted(whole(self.now, *touched)) as u32;
        }
    }

    /// Panics unless each entry is in exactly one slot, where it will be found in time, and the occupancy bits are exact.
    pub fn check(&self) {
        for (slot, item, place) in self.slots.items() {
            assert_eq!(self.beats.place(item.entry), place, "entry {} knows its place", item.entry);
            if slot < REACHED {
                let mut only = Occupied::default();
                only.set(slot as u32 % SLOTS);
                let (reached, _) = only.next(slot / SLOTS as usize, self.elapsed).expect("a slot is occupied");
                assert!(reached <= self.deadline(item), "entry {} is found at {reached}, too late for {}", item.entry, self.deadline(item));
            }
        }
        for level in 0..RINGS {
            for slot in 0..SLOTS {
                let is_set = self.rings[level].distance_after((slot + SLOTS - 1) % SLOTS) == Some(1);
                assert_eq!(is_set, self.slots.len(index(level, slot)) > 0, "occupancy of slot {slot} in ring {level}");
            }
        }
    }
}

impl Places for Beats {
    fn place(&self, entry: u32) -> Place {
        self[entry].place
    }

    fn set_place(&mut self, entry: u32, place: Place) {
        self[entry].place = place;
    }
}

const fn index(level: usize, slot: u32) -> usize {
    level * SLOTS as usize + slot as usize
}

/// The last tick not after `now` + 1 that ends in these bits.
fn whole(now: u64, touched: u32) -> u64 {
    let next = now + 1;
    // Entries that were never touched may look older than time itself.
    let ago = (next as u32).wrapping_sub(touched) & (u32::MAX >> (32 - BITS));
    next.saturating_sub(ago.into())
}
