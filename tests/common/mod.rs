//! What the native tests share.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

pub mod allocator;
pub mod history;
pub mod naive;
pub mod pair;

use idlewheel::{Kind, Sessions, Uid};

pub const SEED: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];

/// Clocks to start at: the edges of every ring, of 31 and 32 bits and of JavaScript's integers, 0 and 1, and far from any edge.
pub const STARTS: [u64; 33] = {
    let edges = [31, 961, 29_791, 923_521, 28_629_151, 887_503_681, 27_512_614_111, 1 << 31, 1 << 32, 1 << 53];
    let mut starts = [0; 33];
    let mut edge = 0;
    while edge < edges.len() {
        starts[3 * edge] = edges[edge] - 1;
        starts[3 * edge + 1] = edges[edge];
        starts[3 * edge + 2] = edges[edge] + 1;
        edge += 1;
    }
    starts[31] = 1;
    starts[32] = (1 << 53) - 5_000_000_000;
    starts
};

/// A uid that owns its bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    Number([u8; 8]),
    Latin1(Vec<u8>),
    Utf16(Vec<u8>),
}

impl Name {
    pub fn number(number: f64) -> Self {
        Name::Number(Uid::number_bytes(number))
    }

    pub fn text(text: &str) -> Self {
        match text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect() {
            Some(bytes) => Name::Latin1(bytes),
            None => Name::Utf16(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        }
    }

    pub fn of(uid: Uid) -> Self {
        match uid.kind() {
            Kind::Number => Name::Number(uid.bytes().try_into().expect("a number has 8 bytes")),
            Kind::Latin1 => Name::Latin1(uid.bytes().to_vec()),
            Kind::Utf16 => Name::Utf16(uid.bytes().to_vec()),
        }
    }

    pub fn uid(&self) -> Uid<'_> {
        match self {
            Name::Number(bytes) => Uid::number(bytes),
            Name::Latin1(bytes) => Uid::latin1(bytes),
            Name::Utf16(bytes) => Uid::utf16(bytes),
        }
    }
}

pub fn wheel(timeout: u32) -> Sessions {
    wheel_at(0, timeout)
}

pub fn wheel_at(start: u64, timeout: u32) -> Sessions {
    Sessions::starting_at(start, timeout, u32::MAX, SEED)
}

/// Takes all that is due.
pub fn drain(sessions: &mut Sessions) -> Vec<Name> {
    let mut silent = Vec::new();
    while let Some(lease) = sessions.next_due() {
        silent.push(Name::of(sessions.uid(lease.entry)));
        assert!(sessions.take(lease), "whoever was given out as due and not touched is taken");
    }
    silent
}

/// One call of the host: so many ticks, and all that is due.
pub fn tick(sessions: &mut Sessions, ticks: u32) -> Vec<Name> {
    sessions.advance(ticks);
    drain(sessions)
}

pub fn touch(sessions: &mut Sessions, name: &Name) {
    sessions.touch(name.uid(), None).expect("there is room");
}

pub fn touch_for(sessions: &mut Sessions, name: &Name, timeout: u32) {
    sessions.touch(name.uid(), Some(timeout)).expect("there is room");
}
