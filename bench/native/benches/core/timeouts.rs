//! What is compared.

use idlewheel_bench::Uuid;

/// Seconds of silence after which a uid expires.
pub const TIMEOUT: u32 = 30;

pub trait Timeouts {
    const NAME: &'static str;

    /// In which tick after the last touch a uid expires.
    const EXPIRES_IN: u32;

    /// What a uid can be touched by without looking it up.
    type Handle: Copy;

    fn new() -> Self;

    /// A uid that is not here arrives; the timeout of one that is begins anew.
    fn touch(&mut self, uid: &Uuid);

    fn handle(&self, uid: &Uuid) -> Self::Handle;

    fn touch_handle(&mut self, handle: Self::Handle);

    /// Moves the clock on by a tick, if there is one: that is the host's work, and not measured.
    fn pass_tick(&mut self);

    /// The work of a tick: whoever is due leaves. How many did.
    fn expire(&mut self) -> usize;
}
