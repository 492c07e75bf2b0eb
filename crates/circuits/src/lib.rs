//! Quantum circuits.
#![allow(missing_docs)]
pub mod circuit;
pub mod compile;
pub mod deletion;
pub mod device;
pub mod error;
pub mod export;
pub mod grover;
pub mod native;
pub mod noise;
pub mod resources;
pub mod sample;
pub use error::{Error, Result};

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
