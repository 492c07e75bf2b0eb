//! QAOA on an exact state vector.
#![allow(missing_docs)]
pub mod error;
pub mod optimize;
pub mod qaoa;
pub mod sim;
pub use error::{Error, Result, readable_bytes};

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
