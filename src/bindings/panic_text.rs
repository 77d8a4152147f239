//! Keeps the text of a panic where JavaScript can read it after the trap.

use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};
use std::sync::Once;

/// What does not fit is cut off: a panic is no time to allocate.
struct Text {
    bytes: [u8; 512],
    len: usize,
}

impl Text {
    fn write(&mut self, text: &str) {
        let room = &mut self.bytes[self.len..];
        let written = room.len().min(text.len());
        room[..written].copy_from_slice(&text.as_bytes()[..written]);
        self.len += written;
    }
}

thread_local! {
    static TEXT: RefCell<Text> = const { RefCell::new(Text { bytes: [0; 512], len: 0 }) };
}
static INSTALLED: Once = Once::new();

pub fn install() {
    INSTALLED.call_once(|| panic::set_hook(Box::new(keep)));
}

/// The message and the file. Formatting the whole would weigh more than all of this.
fn keep(info: &PanicHookInfo) {
    with(|text| {
        text.len = 0;
        text.write(info.payload_as_str().unwrap_or("a panic"));
        if let Some(location) = info.location() {
            text.write(" in ");
            text.write(location.file());
        }
    });
}

pub fn address() -> usize {
    with(|text| text.bytes.as_ptr().addr()).unwrap_or_default()
}

pub fn len() -> usize {
    with(|text| text.len).unwrap_or_default()
}

/// `None` in a panic inside of a panic.
fn with<T>(act: impl FnOnce(&mut Text) -> T) -> Option<T> {
    TEXT.with(|text| text.try_borrow_mut().ok().map(|mut text| act(&mut text)))
}
