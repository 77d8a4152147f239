//! What is given to the core, here and to whatever it is compared with: the same in every run.

/// SplitMix64 (Steele, Lea and Flood, 2014): a few lines, so that no version of a library changes the data.
pub struct Random(u64);

impl Random {
    /// The same seed gives the same numbers.
    pub const fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Any of the 2⁶⁴.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`. Not quite evenly, which no order of uids would show.
    fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound as u64) as usize
    }

    /// Fisher and Yates's.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The text of a uuid.
pub type Uuid = [u8; 36];

/// So many uuids of version 4.
pub fn uuids(count: usize, random: &mut Random) -> Vec<Uuid> {
    std::iter::repeat_with(|| uuid(random)).take(count).collect()
}

fn uuid(random: &mut Random) -> Uuid {
    let mut digits = format!("{:016x}{:016x}", random.number(), random.number()).into_bytes();
    digits[12] = b'4';
    digits[16] = b"89ab"[random.below(4)];
    let groups = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    groups.join(&b'-').try_into().expect("32 digits and 4 dashes")
}
