//! Keeps the text of a panic where JavaScript can read it after the trap.

use std::fmt::Write;
use std::panic;
use std::sync::{Mutex, Once};

struct Text {
    bytes: [u8; 512],
    len: usize,
}

/// What does not fit is cut off: a panic is no time to allocate.
impl Write for Text {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            if let Some(place) = self.bytes.get_mut(self.len) {
                *place = byte;
                self.len += 1;
            }
        }
        Ok(())
    }
}

static TEXT: Mutex<Text> = Mutex::new(Text { bytes: [0; 512], len: 0 });
static INSTALLED: Once = Once::new();

pub fn install() {
    INSTALLED.call_once(|| {
        panic::set_hook(Box::new(|info| {
            if let Ok(mut text) = TEXT.lock() {
                text.len = 0;
                // Writing to `Text` can't fail.
                let _ = write!(text, "{info}");
            }
        }));
    });
}

pub fn address() -> usize {
    TEXT.lock().map_or(0, |text| text.bytes.as_ptr().addr())
}

pub fn len() -> usize {
    TEXT.lock().map_or(0, |text| text.len)
}
