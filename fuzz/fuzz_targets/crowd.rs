//! The same with so many uids that slots fill several blocks, and shards of the index grow.

#![no_main]

use idlewheel_fuzz::History;
use idlewheel_fuzz::common::history::{numbered_names, replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|history: History<150>| replay(history.start, history.timeout, numbered_names(150), &history.ops));
