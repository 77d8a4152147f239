//! Bytes as uids that are alike, and what is asked about them.

use crate::common::Name;
use arbitrary::{Arbitrary, Result, Unstructured};

/// Uids that differ in little, and what is done with them.
#[derive(Debug)]
pub struct Visits {
    pub seed: [u64; 2],
    pub names: Vec<Name>,
    pub visits: Vec<Visit>,
}

/// A uid is its number among the names.
#[derive(Debug)]
pub enum Visit {
    Touch(usize),
    Find(usize),
    Delete(usize),
    Clear,
    /// Everyone who was new after so many others, and before so many.
    Born(u8, u8),
}

impl Arbitrary<'_> for Visits {
    fn arbitrary(bytes: &mut Unstructured) -> Result<Self> {
        let seed = [bytes.arbitrary::<u8>()?.into(), 0];
        let count = bytes.int_in_range(1..=16)?;
        let mut names = vec![name(bytes)?];
        for _ in 1..count {
            let next = if bytes.arbitrary()? { name(bytes)? } else { relative(bytes.choose(&names)?.clone(), bytes)? };
            names.push(next);
        }
        let mut visits = Vec::new();
        while !bytes.is_empty() && visits.len() < 200 {
            visits.push(visit(bytes, names.len())?);
        }
        Ok(Visits { seed, names, visits })
    }
}

fn visit(bytes: &mut Unstructured, names: usize) -> Result<Visit> {
    Ok(match bytes.int_in_range(0..=7)? {
        0..=2 => Visit::Touch(bytes.choose_index(names)?),
        3 => Visit::Find(bytes.choose_index(names)?),
        4 | 5 => Visit::Delete(bytes.choose_index(names)?),
        6 => Visit::Born(bytes.arbitrary()?, bytes.arbitrary()?),
        _ => Visit::Clear,
    })
}

fn name(bytes: &mut Unstructured) -> Result<Name> {
    Ok(match bytes.int_in_range(0..=3)? {
        // A safe integer has 54 bits, its sign among them.
        0 => Name::number((bytes.arbitrary::<i64>()? >> 10) as f64),
        1 => Name::number(*bytes.choose(&[0.0, -0.0])?),
        2 => Name::Latin1(text(bytes)?),
        _ => Name::Utf16(text(bytes)?.into_iter().flat_map(|byte| [byte, byte.rotate_left(3)]).collect()),
    })
}

/// Of any length up to 300, however few bytes are left.
fn text(bytes: &mut Unstructured) -> Result<Vec<u8>> {
    let len = bytes.int_in_range(0..=300)?;
    let given = len.min(bytes.int_in_range(0..=48)?).min(bytes.len());
    let mut text = bytes.bytes(given)?.to_vec();
    text.resize(len, b'x');
    Ok(text)
}

/// Another kind with the same bytes, or a byte more, less or changed.
fn relative(name: Name, bytes: &mut Unstructured) -> Result<Name> {
    let mut own = name.uid().bytes().to_vec();
    let at = bytes.int_in_range(0..=own.len())?;
    match bytes.int_in_range(0..=4)? {
        0 => own.insert(at, bytes.arbitrary()?),
        1 => own.truncate(at),
        2 => own.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (at % 8)),
        3 => own.resize(8, 0),
        _ => {}
    }
    Ok(match <[u8; 8]>::try_from(own.as_slice()) {
        Ok(number) if bytes.arbitrary()? => Name::number(f64::from_le_bytes(number)),
        _ if bytes.arbitrary()? => Name::Latin1(own),
        _ => Name::Utf16(own),
    })
}
