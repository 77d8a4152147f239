//! What the fuzzer's bytes mean. The wheel, the model and the histories are those of the crate's own tests.

#[path = "../../tests/common/mod.rs"]
pub mod common;
mod history;
mod uid;

pub use history::History;
pub use uid::{Visit, Visits};
