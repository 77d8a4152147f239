//! Whatever is done in whatever order, from whatever clock on, the wheel answers as the model does.

#![no_main]

use idlewheel_fuzz::History;
use idlewheel_fuzz::common::history::{mixed_names, replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|history: History<12>| replay(history.start, history.timeout, mixed_names(), &history.ops));
