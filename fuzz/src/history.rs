//! Bytes as a history of a wheel.

use crate::common::STARTS;
use crate::common::history::Op;
use crate::common::pair::Fate;
use arbitrary::{Arbitrary, Result, Unstructured};
use idlewheel::MAX_TIMEOUT;

const LONGEST: usize = 100;

/// The turns of the rings that timeouts and gaps can span, and the gaps that are settled at once.
const EDGES: [u32; 8] = [31, 961, 29_791, 923_521, 28_629_151, 887_503_681, 1 << 30, 1 << 31];

/// A clock to start at, the timeout of whoever has none of their own, and what is done with `NAMES` uids.
#[derive(Debug)]
pub struct History<const NAMES: usize> {
    pub start: u64,
    pub timeout: u32,
    pub ops: Vec<Op>,
}

impl<const NAMES: usize> Arbitrary<'_> for History<NAMES> {
    fn arbitrary(bytes: &mut Unstructured) -> Result<Self> {
        let (start, timeout) = (*bytes.choose(&STARTS)?, timeout(bytes)?);
        let mut ops = Vec::new();
        while !bytes.is_empty() && ops.len() < LONGEST {
            ops.push(op(bytes, NAMES)?);
        }
        Ok(History { start, timeout, ops })
    }
}

fn op(bytes: &mut Unstructured, names: usize) -> Result<Op> {
    Ok(match bytes.int_in_range(0..=15)? {
        0 | 1 => Op::Touch(bytes.choose_index(names)?, maybe_timeout(bytes)?),
        2 => Op::TouchMany(bytes.choose_index(names)?, bytes.int_in_range(1..=names)?, maybe_timeout(bytes)?),
        3 => Op::TouchLease(bytes.arbitrary::<u8>()?.into(), maybe_timeout(bytes)?),
        4 => Op::Delete(bytes.choose_index(names)?),
        5 => Op::DeleteLease(bytes.arbitrary::<u8>()?.into()),
        6 => Op::DeleteEvery(bytes.choose_index(names)?, bytes.int_in_range(1..=names)?),
        7 => Op::Retract(bytes.choose_index(names)?),
        8 => Op::Clear,
        9 => Op::Recall,
        10 => Op::Advance(ticks(bytes)?),
        11 => Op::AdvanceToNext(bytes.int_in_range(-1..=1)?),
        12 => Op::AdvanceAsTold,
        13 => Op::Drain(fates(bytes, names)?, bytes.int_in_range(1..=64)?),
        14 => Op::DrainAll(fates(bytes, names)?, bytes.int_in_range(1..=64)?),
        _ => Op::Tick(ticks(bytes)?),
    })
}

fn fates(bytes: &mut Unstructured, names: usize) -> Result<Vec<Fate>> {
    let count = bytes.int_in_range(0..=8)?;
    (0..count).map(|_| fate(bytes, names)).collect()
}

fn fate(bytes: &mut Unstructured, names: usize) -> Result<Fate> {
    Ok(match bytes.int_in_range(0..=6)? {
        0 => Fate::Take,
        1 => Fate::Touch(maybe_timeout(bytes)?),
        2 => Fate::Delete,
        3 => Fate::Leave,
        4 => Fate::Return,
        5 => Fate::TouchOther(bytes.choose_index(names)?),
        _ => Fate::DeleteOther(bytes.choose_index(names)?),
    })
}

/// One, a few, as many as nearly an edge, or any.
fn ticks(bytes: &mut Unstructured) -> Result<u32> {
    Ok(match bytes.int_in_range(0..=3)? {
        0 => 1,
        1 => bytes.int_in_range(2..=70)?,
        2 => bytes.choose(&EDGES)?.saturating_add_signed(bytes.int_in_range(-3..=3)?),
        _ => bytes.arbitrary()?,
    })
}

fn timeout(bytes: &mut Unstructured) -> Result<u32> {
    Ok(ticks(bytes)?.clamp(1, MAX_TIMEOUT))
}

fn maybe_timeout(bytes: &mut Unstructured) -> Result<Option<u32>> {
    if bytes.arbitrary()? { timeout(bytes).map(Some) } else { Ok(None) }
}
