//! How large the world is: as users have it, or, with the feature `small-world`, so small that a test can try everything.
//!
//! Each number has its small form where it is defined. All proofs hold in both worlds; in the small one they are tried.

/// The one of the two numbers that this world has.
pub const fn sized(full: u32, small: u32) -> u32 {
    if cfg!(feature = "small-world") { small } else { full }
}
