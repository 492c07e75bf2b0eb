//! Circuits and models in the formats of other programs.

mod circuit_format;
mod openqasm3;

pub use circuit_format::{CIRCUIT_FORMATS, CircuitFormat, Header};
