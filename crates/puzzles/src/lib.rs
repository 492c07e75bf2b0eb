//! Logic puzzles.
#![allow(missing_docs)]
pub mod classical;
pub mod draw;
pub mod encode;
pub mod error;
pub mod expression;
pub mod formats;
pub mod generate;
pub mod grid;
pub mod histogram;
pub mod import;
pub mod model;
pub mod puzzle;
pub mod reduce;
pub mod registers;
pub use error::{Error, Result};

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
