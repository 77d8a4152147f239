//! The core beside tokio-util's `DelayQueue`, which is what a Rust program has for timeouts that are restarted.
//!
//! Both get the same uids in the same order, by the same code. Time is ticks of a second, told to the core and passed by
//! tokio's paused clock for the other: none passes in truth.

mod arrivals;
mod delays;
mod heartbeats;
mod silence;
mod ticks;
mod timeouts;
mod touches;
mod wheel;

use criterion::{Criterion, criterion_group, criterion_main};
use std::time::Duration;

const SIZES: [usize; 3] = [1_000, 100_000, 1_000_000];

fn all(criterion: &mut Criterion) {
    let _runtime = delays::runtime();
    touches::by_uid(criterion);
    touches::by_handle(criterion);
    ticks::with_nobody_due(criterion);
    arrivals::of_new_uids(criterion);
    silence::of_everybody(criterion);
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3)).sample_size(20);
    targets = all
}
criterion_main!(benches);
