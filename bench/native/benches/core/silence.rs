//! Everybody falls silent at once, as after a network failure, and expires in one tick.

use crate::SIZES;
use crate::delays::Delays;
use crate::timeouts::Timeouts;
use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};
use idlewheel::Sessions;
use idlewheel_bench::{Random, Uuid, uuids};

pub fn of_everybody(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("everybody expires at once");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    for size in SIZES {
        group.throughput(Throughput::Elements(size as u64));
        let uids = uuids(size, &mut Random::new(1));
        expire::<Sessions>(&mut group, &uids);
        expire::<Delays>(&mut group, &uids);
    }
}

fn expire<T: Timeouts>(group: &mut BenchmarkGroup<WallTime>, uids: &[Uuid]) {
    group.bench_function(BenchmarkId::new(T::NAME, uids.len()), |bencher| {
        bencher.iter_batched_ref(|| silent::<T>(uids), |timeouts| assert_eq!(timeouts.expire(), uids.len()), BatchSize::PerIteration);
    });
}

/// All that is left is the work of the tick in which they expire.
fn silent<T: Timeouts>(uids: &[Uuid]) -> T {
    let mut timeouts = T::new();
    for uid in uids {
        timeouts.touch(uid);
    }
    for _ in 1..T::EXPIRES_IN {
        timeouts.pass_tick();
        assert_eq!(timeouts.expire(), 0);
    }
    timeouts.pass_tick();
    timeouts
}
