//! Knows who has fallen silent.
//!
//! A user, a session, a socket or an order (a *uid*) says now and then that it is alive. Whoever has not said so for its
//! *timeout* expires. This crate is the core of the npm package `idlewheel`; it knows no clock, no timer and, outside
//! `bindings` and `plain`, no JavaScript: its time is the ticks that it is told of.
//!
//! # The algorithm
//!
//! A ring of 31 slots and a map from uid to slot. Each tick the pointer moves one slot on; whoever is in the slot that it
//! reaches has been silent for 30 ticks. A touch moves the uid to the slot just behind the pointer, the last to be
//! reached. No table is scanned; each uid is handled once; a touch and a tick cost the same with ten uids or ten million.
//!
//! Three things are added to the ring as it is usually told:
//!
//! - **A slot is a hint.** When an entry was last touched, and its timeout, are the only truth. A touch writes the tick
//!   and nothing else; the entry is filed anew when the pointer finds it in its old slot. A touch is one store, and a uid
//!   that beats ten times a turn is moved once.
//! - **Rings on rings.** One slot of ring n + 1 spans a whole turn of ring n. Seven rings hold every timeout up to
//!   2³¹ − 1 ticks; an entry comes down ring by ring as its deadline draws near, and expires on the tick itself.
//! - **Late ticks.** A host's timer may be late by many ticks. They are caught up in one go, at a cost that depends on who
//!   expires, and whoever was touched since the tick before counts as touched at its end.
//!
//! # Why nobody expires early
//!
//! Let `T` be the timeout in ticks. A touch between the ticks `n` and `n + 1` is counted as made at `n + 1`, the next one:
//! never before it was made. The deadline is `n + 1 + T`, and an entry leaves only where the deadline computed from its
//! last touch is not after the tick looked at. So at least `T` whole ticks lie between the touch and the expiry. They are
//! at most `T + 1`, because an entry is always filed in a slot that is reached no later than its deadline: a touch
//! without a timeout of its own only moves the deadline on, a shorter timeout is filed at once, and an entry that is
//! found before its deadline is filed for exactly that.
//!
//! # Where it comes from
//!
//! Timing wheels, and the hierarchy of them, are George Varghese and Tony Lauck's ("Hashed and Hierarchical Timing
//! Wheels", SOSP 1987). The ring of 31 slots for sessions of 30 seconds is folklore of messaging servers.
//!
//! # What it is not
//!
//! Not a scheduler: it runs nothing at a time of day, and a uid has one deadline. Not a cache: nobody is evicted to make
//! room; a uid beyond the limit is refused with [`Full`], and everybody who is here stays.
//!
//! # Example
//!
//! ```
//! use idlewheel::{Sessions, Uid};
//!
//! let mut sessions = Sessions::new(30, u32::MAX, [1, 2]);
//! sessions.touch(Uid::latin1(b"ada"), None)?;
//! let mut silent = Vec::new();
//! for _ in 0..31 {
//!     sessions.advance(1);
//!     while let Some(lease) = sessions.next_due() {
//!         silent.push(sessions.uid(lease.entry).bytes().to_vec());
//!         sessions.take(lease);
//!     }
//! }
//! assert_eq!(silent, [b"ada"]);
//! # Ok::<(), idlewheel::Full>(())
//! ```
//!
//! # Cost
//!
//! `touch`, `delete`, `remaining`: O(1). `next_due`: O(1) for each entry found in a slot that was reached. `advance`: O(1), but
//! for O(entries) once in as many late ticks.
//! About 100 bytes for each uid of up to 43 bytes, up to twice that just after growth: memory is taken in steps that double.
//! Nothing is allocated by a touch of a known uid or by a tick on time; a late tick may note that it was.

// An allocator can't be written without it, and the test build has one that refuses.
#![cfg_attr(not(feature = "faults"), forbid(unsafe_code))]
#![warn(missing_docs)]
// What std has for panics weighs 3 KB: docs/size.md.
#![cfg_attr(all(feature = "package", target_family = "wasm"), no_std)]

extern crate alloc;

mod at;
mod chunks;
mod index;
mod late;
mod ring;
mod sessions;
mod slots;
mod uids;
mod wheel;
mod world;

// Public for its tests. A build with `plain` exports its functions as well: they are what the tests of both faces run.
#[cfg(target_family = "wasm")]
#[doc(hidden)]
pub mod bindings;
#[cfg(all(target_family = "wasm", feature = "plain"))]
mod plain;

pub use sessions::{Full, Lease, Sessions, Touched};
pub use uids::{Kind, Uid};
pub use wheel::MAX_TIMEOUT;

#[cfg(all(target_family = "wasm", feature = "plain"))]
pub use plain::IdleWheel;
