//! Keeps the text of a panic where JavaScript can read it after the trap.
//!
//! A text with numbers in it is not put together: to format one weighs 1.6 KB. There is a single one in the engine, of memory
//! that was refused where nobody asked whether there is some.

use core::fmt::{self, Write};
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

/// What does not fit is cut off.
const ROOM: usize = 512;

static TEXT: [AtomicU8; ROOM] = [const { AtomicU8::new(0) }; ROOM];
static LEN: AtomicUsize = AtomicUsize::new(0);

struct Text;

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (place, byte) in TEXT.iter().skip(LEN.load(Relaxed)).zip(text.bytes()) {
            place.store(byte, Relaxed);
            LEN.fetch_add(1, Relaxed);
        }
        Ok(())
    }
}

#[panic_handler]
fn keep(info: &PanicInfo) -> ! {
    LEN.store(0, Relaxed);
    let _ = Text.write_str(info.message().as_str().unwrap_or("memory allocation failed"));
    core::arch::wasm32::unreachable()
}

pub fn address() -> usize {
    TEXT.as_ptr().addr()
}

pub fn len() -> usize {
    LEN.load(Relaxed)
}
