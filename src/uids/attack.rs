//! Uids that someone chose so that they collide: a touch looks at no more of the index than with random ones.

use super::*;

/// What an attacker who reads the code may know of the seed: everything about another one.
const THEIRS: [u64; 2] = [1, 2];
const OURS: [[u64; 2]; 3] = [[0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210], [0, 0], [u64::MAX, 7]];

const COUNT: u32 = if cfg!(miri) { 100 } else { 20_000 };

/// Pairs that were looked at for each uid that is here, and for as many that are not: on average, times a thousand.
fn cost(seed: [u64; 2], uids: &[Vec<u8>]) -> (u32, u32) {
    let (here, absent) = uids.split_at(uids.len() / 2);
    let mut table = Uids::new(seed);
    for bytes in here {
        let uid = Uid::latin1(bytes);
        assert_eq!(table.find(uid, table.hash(uid)), None, "uids differ");
        table.insert(uid, table.hash(uid)).unwrap();
    }
    let looked_at = |all: &[Vec<u8>]| {
        let each = all.iter().map(|bytes| {
            let uid = Uid::latin1(bytes);
            table.index.looked_at(table.hash(uid), |entry| table.uid(entry) == uid)
        });
        each.map(u64::from).sum::<u64>() * 1000 / all.len() as u64
    };
    (looked_at(here) as u32, looked_at(absent) as u32)
}

fn random(count: u32) -> Vec<Vec<u8>> {
    // Any generator but the hash itself: xorshift64*.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    (0..count).map(|_| [next(), next()].map(u64::to_le_bytes).concat()).collect()
}

fn assert_no_better_than_random(what: &str, uids: &[Vec<u8>]) {
    for seed in OURS {
        let (found, missed) = cost(seed, uids);
        let (found_at_random, missed_at_random) = cost(seed, &random(uids.len() as u32));
        assert!(found_at_random >= 1000, "whoever is here is looked at");
        assert!(
            found <= 2 * found_at_random && missed <= 2 * missed_at_random,
            "{what}: {found} and {missed} thousandths of a pair for each uid, at random {found_at_random} and {missed_at_random}"
        );
    }
}

/// Uids whose hashes under `seed` agree in all the bits that choose the shard, and in those that choose the position in it.
fn colliding(seed: [u64; 2], count: u32) -> Vec<Vec<u8>> {
    const SAME: u32 = 0xfc00_00ff;
    let table = Uids::new(seed);
    let candidates = (0_u32..).map(|number| format!("user-{number}").into_bytes());
    candidates.filter(|bytes| table.hash(Uid::latin1(bytes)) & SAME == 0x5400_0015).take(count as usize).collect()
}

#[test]
#[cfg_attr(miri, ignore = "of as few uids as Miri can do an average says nothing")]
fn patterns_cost_no_more_than_random_uids() {
    let numbered = |name: &dyn Fn(u32) -> Vec<u8>| (0..COUNT).map(name).collect::<Vec<_>>();
    let patterns: [(&str, Vec<Vec<u8>>); 9] = [
        ("a long common prefix", numbered(&|n| format!("{}{n}", "prefix-".repeat(20)).into_bytes())),
        ("a long common suffix", numbered(&|n| format!("{n}{}", "-suffix".repeat(20)).into_bytes())),
        ("numbers in a row", numbered(&|n| n.to_string().into_bytes())),
        ("the lowest bits of 64", numbered(&|n| u64::from(n).to_le_bytes().to_vec())),
        ("the highest bits of 64", numbered(&|n| (u64::from(n) << 48).to_le_bytes().to_vec())),
        ("one number twice", numbered(&|n| [n, n].map(u32::to_le_bytes).concat())),
        ("integers as doubles", numbered(&|n| Uid::number_bytes(f64::from(n) * 65_536.0).to_vec())),
        ("nothing but zeros, of each length", (0..COUNT.min(2_000)).map(|n| vec![0; n as usize]).collect()),
        // "Aa" and "BB" have one hash in every language that multiplies by 31.
        ("Aa and BB", numbered(&|n| (0..15).flat_map(|bit| if n >> bit & 1 == 0 { *b"Aa" } else { *b"BB" }).collect())),
    ];
    for (what, uids) in patterns {
        assert_no_better_than_random(what, &uids);
    }
}

#[test]
#[cfg_attr(miri, ignore = "of as few uids as Miri can do an average says nothing")]
fn uids_that_differ_in_one_bit_cost_no_more_than_random_uids() {
    let flipped = |bit: u32| {
        let mut bytes = vec![0x55; COUNT.div_ceil(8) as usize];
        bytes[bit as usize / 8] ^= 1 << (bit % 8);
        bytes
    };
    assert_no_better_than_random("one bit of many", &(0..COUNT.min(4_000)).map(flipped).collect::<Vec<_>>());
}

#[test]
#[cfg_attr(miri, ignore = "millions of hashes")]
fn who_knows_the_code_but_not_the_seed_can_not_make_uids_collide() {
    let chosen = colliding(THEIRS, 200);
    assert_no_better_than_random("chosen for another seed", &chosen);
    // Known, the seed gives them all away: so the key is what holds the promise, and this test would see it broken.
    let (found, missed) = cost(THEIRS, &chosen);
    assert!(found > 40_000 && missed > 90_000, "{found} and {missed} thousandths of a pair where the seed is known");
}

/// A wheel's index is never more than three quarters full, so a look-up ends.
#[test]
fn a_uid_that_is_not_here_ends_the_look_up_at_the_first_gap() {
    let (found, missed) = cost(OURS[0], &random(COUNT));
    assert!(found < 3_000 && missed < 10_000, "{found} and {missed} thousandths of a pair on average");
}
