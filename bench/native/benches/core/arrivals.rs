//! New uids, one after another, until there are so many; with all growth, for nothing is reserved.

use crate::SIZES;
use crate::delays::Delays;
use crate::timeouts::Timeouts;
use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};
use idlewheel::Sessions;
use idlewheel_bench::{Random, Uuid, uuids};

pub fn of_new_uids(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("new uuids");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    for size in SIZES {
        group.throughput(Throughput::Elements(size as u64));
        let uids = uuids(size, &mut Random::new(1));
        arrive::<Sessions>(&mut group, &uids);
        arrive::<Delays>(&mut group, &uids);
    }
}

fn arrive<T: Timeouts>(group: &mut BenchmarkGroup<WallTime>, uids: &[Uuid]) {
    group.bench_function(BenchmarkId::new(T::NAME, uids.len()), |bencher| {
        let arrive = |mut timeouts: T| {
            for uid in uids {
                timeouts.touch(uid);
            }
            timeouts
        };
        bencher.iter_batched(T::new, arrive, BatchSize::PerIteration);
    });
}
