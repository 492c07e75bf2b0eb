//! Files for other programs: circuits in the formats of their fields.
//!
//! Each file says which puzzle, which angles and which conventions
//! ([`ketboard_puzzles::ModelFile::CONVENTIONS`]) it holds: as values where its format has a place
//! for them, else as comments. No file is opened here.

mod circuit_format;
mod header;
mod ionq;
mod job;
mod qasm;

pub use circuit_format::{CircuitExport, CircuitFormat, Service};
pub use header::CircuitHeader;
pub use job::Backend;
