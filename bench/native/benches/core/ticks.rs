//! Ticks in which nobody is due, because everybody beats. That is most ticks.
//!
//! They are counted by the turn: in the core each uid is filed anew once in 30 ticks, in the `DelayQueue` when it comes down a
//! level, and those who beat together are so together.

use crate::SIZES;
use crate::delays::Delays;
use crate::heartbeats::{Heartbeats, uids};
use crate::timeouts::{TIMEOUT, Timeouts};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};
use idlewheel::Sessions;
use std::time::Duration;

pub fn with_nobody_due(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("30 ticks with nobody due");
    // The touches between the ticks, which are not measured, take most of the time.
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements(TIMEOUT.into()));
    for size in SIZES {
        tick::<Sessions>(&mut group, size);
        tick::<Delays>(&mut group, size);
    }
}

fn tick<T: Timeouts>(group: &mut BenchmarkGroup<WallTime>, size: usize) {
    let mut begun = None;
    group.bench_function(BenchmarkId::new(T::NAME, size), |bencher| {
        let heartbeats = begun.get_or_insert_with(|| {
            let (timeouts, uids) = uids::<T>(size);
            Heartbeats::new(timeouts, uids, |timeouts, uid| timeouts.touch(uid))
        });
        let turn = heartbeats.a_tick() * TIMEOUT as usize;
        bencher.iter_custom(|turns| heartbeats.run(turns as usize * turn).ticking);
    });
}
