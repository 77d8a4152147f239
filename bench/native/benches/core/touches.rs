//! The timeout of somebody known begins anew.

use crate::SIZES;
use crate::delays::Delays;
use crate::heartbeats::{Heartbeats, uids};
use crate::timeouts::Timeouts;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion};
use idlewheel::Sessions;

pub fn by_uid(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("touch a known uuid");
    for size in SIZES {
        uid::<Sessions>(&mut group, size);
        uid::<Delays>(&mut group, size);
    }
}

pub fn by_handle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("touch by lease or key");
    for size in SIZES {
        handle::<Sessions>(&mut group, size);
        handle::<Delays>(&mut group, size);
    }
}

fn uid<T: Timeouts>(group: &mut BenchmarkGroup<WallTime>, size: usize) {
    touches(group, size, || {
        let (timeouts, uids) = uids::<T>(size);
        Heartbeats::new(timeouts, uids, |timeouts, uid| timeouts.touch(uid))
    });
}

fn handle<T: Timeouts>(group: &mut BenchmarkGroup<WallTime>, size: usize) {
    touches(group, size, || {
        let (timeouts, uids) = uids::<T>(size);
        let handles = uids.iter().map(|uid| timeouts.handle(uid)).collect();
        Heartbeats::new(timeouts, handles, |timeouts, &handle| timeouts.touch_handle(handle))
    });
}

fn touches<T: Timeouts, B, F: Fn(&mut T, &B)>(group: &mut BenchmarkGroup<WallTime>, size: usize, begin: impl Fn() -> Heartbeats<T, B, F>) {
    // Not for whom the command line leaves out.
    let mut begun = None;
    group.bench_function(BenchmarkId::new(T::NAME, size), |bencher| {
        let heartbeats = begun.get_or_insert_with(&begin);
        bencher.iter_custom(|touches| heartbeats.run(touches as usize).touching);
    });
}
