//! QAOA on an exact state vector.
#![allow(missing_docs)]
mod entropy;
pub mod error;
pub mod optimize;
pub mod qaoa;
pub mod sim;
pub use entropy::entanglement_entropy;
pub use error::{Error, Result, readable_bytes};

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
