//! What the slots hold: entry numbers, each with its timeout, in blocks.
//!
//! A slot is walked without chasing pointers inside a block, and whoever leaves is replaced by the slot's last item, so a
//! place is one number: block and position. Blocks come from one pool, which is grown when a uid is new. Moving an entry
//! from slot to slot therefore needs no memory, and can't fail.

use crate::at::{at, at_mut, first};
use crate::chunks::Chunks;
use crate::ring::{RINGS, SLOTS};
use crate::world::sized;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// Entries that were in a slot which the pointer reached, and that nobody has looked at yet.
pub const REACHED: usize = RINGS * SLOTS as usize;
/// Entries that are due, until each is taken.
pub const DUE: usize = REACHED + 1;
const COUNT: usize = DUE + 1;

/// With its header, a block of 31 items fills four cache lines.
pub const BLOCK: u32 = sized(31, 2);
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Item {
    pub entry: u32,
    /// In ticks.
    pub timeout: u32,
}

/// Where an item is: 32 times its block, and its position there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub u32);

impl Place {
    const fn new(block: u32, position: u32) -> Self {
        Place(block << 5 | position)
    }

    const fn block(self) -> u32 {
        self.0 >> 5
    }

    const fn position(self) -> usize {
        (self.0 & 31) as usize
    }
}

/// Keeps each entry's way back to its item.
pub trait Places {
    fn place(&self, entry: u32) -> Place;
    fn set_place(&mut self, entry: u32, place: Place);
}

#[derive(Clone)]
struct Block {
    /// The next block of the chain, or of the free ones; `NONE`: the last.
    next: u32,
    chain: u16,
    len: u16,
    items: [Item; BLOCK as usize],
}

/// The blocks of one slot. Only the first may have room left.
#[derive(Clone, Copy)]
struct Chain {
    first: u32,
    /// Items, not blocks.
    len: u32,
}

#[derive(Clone)]
pub struct Slots {
    blocks: Chunks<Block>,
    /// The first free block.
    free: u32,
    chains: [Chain; COUNT],
    /// Which chain a slot has, and which slot a chain: two slots swap all they hold by these two numbers.
    chain_of: [u8; COUNT],
    slot_of: [u8; COUNT],
}

impl Slots {
    pub fn new() -> Self {
        let identity = core::array::from_fn(|slot| slot as u8);
        Slots { blocks: Chunks::new(), free: NONE, chains: [Chain { first: NONE, len: 0 }; COUNT], chain_of: identity, slot_of: identity }
    }

    fn chain(&self, slot: usize) -> &Chain {
        at(&self.chains, (*at(&self.chain_of, slot)).into())
    }

    pub fn len(&self, slot: usize) -> u32 {
        self.chain(slot).len
    }

    /// Makes room for `items` in all, however they are spread: each slot may have one block that is not full.
    pub fn reserve(&mut self, items: u32) -> Result<(), TryReserveError> {
        let blocks = items.min(items / BLOCK + COUNT as u32);
        if blocks <= self.blocks.len() {
            return Ok(());
        }
        self.blocks.reserve(blocks)?;
        while self.blocks.len() < blocks {
            self.blocks.push(Block { next: self.free, chain: 0, len: 0, items: [Item::default(); BLOCK as usize] });
            self.free = self.blocks.len() - 1;
        }
        Ok(())
    }

    #[inline]
    pub fn push(&mut self, slot: usize, item: Item, places: &mut impl Places) {
        let chain_number = *at(&self.chain_of, slot);
        let chain = at_mut(&mut self.chains, chain_number.into());
        if chain.len.is_multiple_of(BLOCK) {
            let block = self.free;
            debug_assert_ne!(block, NONE, "reserve() comes before push()");
            self.free = self.blocks[block].next;
            self.blocks[block].next = chain.first;
            self.blocks[block].chain = chain_number.into();
            chain.first = block;
        }
        chain.len += 1;
        let block = &mut self.blocks[chain.first];
        *at_mut(&mut block.items, block.len.into()) = item;
        places.set_place(item.entry, Place::new(chain.first, block.len.into()));
        block.len += 1;
    }

    /// The items of the slot's last block: those that `pop` gives next.
    #[inline]
    pub fn last_block(&self, slot: usize) -> &[Item] {
        match *self.chain(slot) {
            Chain { len: 0, .. } => &[],
            Chain { first: block, .. } => {
                let block = &self.blocks[block];
                first(&block.items, block.len.into())
            }
        }
    }

    /// Takes the slot's last item.
    #[inline]
    pub fn pop(&mut self, slot: usize) -> Option<Item> {
        let chain = at_mut(&mut self.chains, (*at(&self.chain_of, slot)).into());
        if chain.len == 0 {
            return None;
        }
        chain.len -= 1;
        let first = chain.first;
        let block = &mut self.blocks[first];
        block.len -= 1;
        let item = *at(&block.items, block.len.into());
        if block.len == 0 {
            chain.first = block.next;
            block.next = self.free;
            self.free = first;
        }
        Some(item)
    }

    /// Takes the item at `place`; the slot's last item moves there. Returns the slot.
    pub fn remove(&mut self, place: Place, places: &mut impl Places) -> usize {
        let slot = self.slot(place);
        let removed = *self.item(place);
        if let Some(last) = self.pop(slot).filter(|&last| last != removed) {
            *self.item_mut(place) = last;
            places.set_place(last.entry, place);
        }
        slot
    }

    pub fn slot(&self, place: Place) -> usize {
        (*at(&self.slot_of, self.blocks[place.block()].chain.into())).into()
    }

    pub fn item(&self, place: Place) -> &Item {
        at(&self.blocks[place.block()].items, place.position())
    }

    pub fn item_mut(&mut self, place: Place) -> &mut Item {
        at_mut(&mut self.blocks[place.block()].items, place.position())
    }

    /// Two slots exchange all they hold, however much that is, in O(1).
    pub fn swap(&mut self, a: usize, b: usize) {
        let chain = *at(&self.chain_of, a);
        *at_mut(&mut self.chain_of, a) = core::mem::replace(at_mut(&mut self.chain_of, b), chain);
        for slot in [a, b] {
            *at_mut(&mut self.slot_of, (*at(&self.chain_of, slot)).into()) = slot as u8;
        }
    }

    pub fn bytes(&self) -> usize {
        self.blocks.bytes()
    }

    /// All that is held, slot by slot.
    pub fn items(&self) -> Vec<(usize, Item, Place)> {
        let mut all = Vec::new();
        for slot in 0..COUNT {
            let chain = self.chains[self.chain_of[slot] as usize];
            let (mut block, mut left) = (chain.first, chain.len);
            while left > 0 {
                let held = &self.blocks[block];
                assert_eq!(u16::from(self.chain_of[slot]), held.chain, "a block belongs to its chain");
                assert!(u32::from(held.len) == BLOCK || block == chain.first, "only the first block has room left");
                left -= u32::from(held.len);
                all.extend((0..u32::from(held.len)).map(|position| (slot, held.items[position as usize], Place::new(block, position))));
                block = held.next;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Places for Vec<Place> {
        fn place(&self, entry: u32) -> Place {
            self[entry as usize]
        }

        fn set_place(&mut self, entry: u32, place: Place) {
            self[entry as usize] = place;
        }
    }

    fn slots_with(entries: u32) -> (Slots, Vec<Place>) {
        let mut slots = Slots::new();
        slots.reserve(entries).unwrap();
        (slots, vec![Place(0); entries as usize])
    }

    #[test]
    fn a_block_fills_four_cache_lines() {
        assert_eq!(size_of::<Block>(), 256);
    }

    #[test]
    fn whoever_leaves_is_replaced_by_the_last_of_the_slot() {
        let (mut slots, mut places) = slots_with(100);
        for entry in 0..100 {
            slots.push(3, Item { entry, timeout: entry }, &mut places);
        }
        for entry in [0, 99, 50, 31, 62, 98] {
            assert_eq!(slots.remove(places[entry], &mut places), 3);
        }
        assert_eq!(slots.len(3), 94);
        let mut held: Vec<_> = slots.items().iter().map(|&(_, item, place)| (item.entry, place)).collect();
        held.sort_by_key(|&(entry, _)| entry);
        let expected: Vec<_> =
            (0..100).filter(|entry| ![0, 99, 50, 31, 62, 98].contains(entry)).map(|entry| (entry, places[entry as usize])).collect();
        assert_eq!(held, expected);
    }

    #[test]
    fn swapped_slots_still_know_their_items() {
        let (mut slots, mut places) = slots_with(3);
        for entry in 0..3 {
            slots.push(entry as usize, Item { entry, timeout: 1 }, &mut places);
        }
        slots.swap(0, REACHED);
        assert_eq!((slots.len(0), slots.len(REACHED)), (0, 1));
        assert_eq!(slots.remove(places[0], &mut places), REACHED);
        slots.swap(1, REACHED);
        assert_eq!(slots.pop(REACHED).unwrap().entry, 1);
        assert_eq!(slots.pop(REACHED), None);
        assert_eq!(slots.slot(places[2]), 2);
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long in Miri")]
    fn the_pool_suffices_however_the_items_are_spread() {
        let (mut slots, mut places) = slots_with(7_000);
        assert_eq!(slots.blocks.len() as usize, 7_000 / 31 + COUNT);
        for round in 0..50 {
            for entry in 0..7_000 {
                if round > 0 {
                    slots.remove(places[entry as usize], &mut places);
                }
                // The rounds go from one slot for all to all slots for each.
                let slot = (entry as usize * round) % COUNT;
                slots.push(slot, Item { entry, timeout: 1 }, &mut places);
            }
        }
        assert_eq!(slots.items().len(), 7_000);
    }
}
