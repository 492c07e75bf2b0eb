//! Files for other programs: circuits in the formats of their fields.
//!
//! Each file says which puzzle, which angles and which conventions
//! ([`ketboard_puzzles::CONVENTIONS`]) it holds: as values where its format has a place for them,
//! else as comments. No file is opened here.

mod backend;
mod circuit_format;
mod header;
mod ionq;
mod job;
mod parametric;
mod qasm;

pub use backend::Backend;
pub use circuit_format::{CircuitExport, CircuitFormat, Service};
pub use header::CircuitHeader;
