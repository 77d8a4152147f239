//! What a wheel's answers depend on, so that a test knows when it has seen a wheel before.

use super::*;

/// Two wheels of equal state give equal answers for ever, but for their numbers of entries and the tick they count from.
#[derive(Clone, Debug, Hash, PartialEq, Eq)]
pub struct State {
    /// Where the pointer stands, on all rings at once and in the bits that a touch keeps.
    clock: u64,
    behind: u64,
    longest: u32,
    /// How long ago the touches were written that count later, and by how much.
    late: Vec<(u64, u32)>,
    /// Entries in the order in which their slots hold them: slot, entry, timeout, and how long ago it was touched.
    pub filed: Vec<(usize, u32, u32, u64)>,
}

impl Wheel {
    pub fn state(&self) -> State {
        let turn = u64::from(SLOTS).pow(RINGS as u32).max(1 << BITS);
        let ago = |tick: u64| self.now + 1 - tick;
        State {
            clock: self.now % turn,
            behind: self.now - self.elapsed,
            longest: self.longest,
            late: self.late.intervals().map(|(tick, later)| (ago(tick), later)).collect(),
            filed: self
                .slots
                .items()
                .into_iter()
                .map(|(slot, Item { entry, timeout }, _)| (slot, entry, timeout, ago(self.touched(entry))))
                .collect(),
        }
    }
}
