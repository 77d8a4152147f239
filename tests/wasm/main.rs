//! Both faces, called from JavaScript. One program: a browser is started once for all of it.

#![cfg(target_family = "wasm")]

mod bindings;
mod desk;
#[cfg(feature = "plain")]
mod plain;
mod tick;
