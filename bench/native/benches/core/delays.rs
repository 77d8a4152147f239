//! tokio-util's `DelayQueue`, as its documentation shows it: with a map from uid to key beside it. The map is the standard
//! library's with its default hasher, keyed against attacks as the core's is.

use crate::timeouts::{TIMEOUT, Timeouts};
use idlewheel_bench::Uuid;
use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::runtime::{Builder, EnterGuard, Runtime};
use tokio::time::{Instant, advance};
use tokio_util::time::DelayQueue;
use tokio_util::time::delay_queue::Key;

const TICK: Duration = Duration::from_secs(1);

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_time().start_paused(true).build().expect("tokio starts"));

/// To be held while there are `Delays`: entering the runtime for each touch would cost them time.
pub fn runtime() -> EnterGuard<'static> {
    RUNTIME.enter()
}

pub struct Delays {
    /// The uids are shared with the map, so that each is kept once.
    queue: DelayQueue<Rc<[u8]>>,
    keys: HashMap<Rc<[u8]>, Key>,
    /// Of whoever is touched before the next tick. Computed once a tick, for `reset` would read the clock each time, and tokio's
    /// paused one is behind a lock.
    deadline: Instant,
}

impl Timeouts for Delays {
    const NAME: &'static str = "DelayQueue";
    const EXPIRES_IN: u32 = TIMEOUT;
    type Handle = Key;

    fn new() -> Self {
        Delays { queue: DelayQueue::new(), keys: HashMap::new(), deadline: deadline() }
    }

    fn touch(&mut self, uid: &Uuid) {
        if let Some(key) = self.keys.get(&uid[..]) {
            self.queue.reset_at(key, self.deadline);
        } else {
            let uid = Rc::from(&uid[..]);
            let key = self.queue.insert_at(Rc::clone(&uid), self.deadline);
            self.keys.insert(uid, key);
        }
    }

    fn handle(&self, uid: &Uuid) -> Key {
        self.keys[&uid[..]]
    }

    fn touch_handle(&mut self, key: Key) {
        self.queue.reset_at(&key, self.deadline);
    }

    fn pass_tick(&mut self) {
        RUNTIME.block_on(advance(TICK));
        self.deadline = deadline();
    }

    fn expire(&mut self) -> usize {
        let mut context = Context::from_waker(Waker::noop());
        let mut expired = 0;
        while let Poll::Ready(Some(due)) = self.queue.poll_expired(&mut context) {
            self.keys.remove(black_box(due.get_ref()));
            expired += 1;
        }
        expired
    }
}

fn deadline() -> Instant {
    Instant::now() + TICK * TIMEOUT
}
