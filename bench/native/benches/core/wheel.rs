//! The core.

use crate::timeouts::{TIMEOUT, Timeouts};
use idlewheel::{Lease, Sessions, Uid};
use idlewheel_bench::Uuid;
use std::hint::black_box;

impl Timeouts for Sessions {
    const NAME: &'static str = "idlewheel";
    /// A touch counts as made at the next tick.
    const EXPIRES_IN: u32 = TIMEOUT + 1;
    type Handle = Lease;

    fn new() -> Self {
        Sessions::new(TIMEOUT, u32::MAX, [1, 2])
    }

    fn touch(&mut self, uid: &Uuid) {
        Sessions::touch(self, Uid::latin1(uid), None).expect("there is room");
    }

    fn handle(&self, uid: &Uuid) -> Lease {
        self.lease(self.find(Uid::latin1(uid)).expect("the uid is here"))
    }

    fn touch_handle(&mut self, lease: Lease) {
        assert!(self.touch_lease(lease, None));
    }

    fn pass_tick(&mut self) {}

    fn expire(&mut self) -> usize {
        self.advance(1);
        let mut expired = 0;
        while let Some(due) = self.next_due() {
            black_box(self.uid(due.entry));
            self.take(due);
            expired += 1;
        }
        expired
    }
}
