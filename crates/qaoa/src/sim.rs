//! The exact state vector: a diagonal cost, amplitudes over qubits or qudits, and the verbs of
//! QAOA.
//!
//! > layer(γ, β) = e^{−iβH} e^{−iγC},  index = Σ level_r · stride_r, qudit 0 fastest
//!
//! A qubit is a qudit of two levels. Real and imaginary parts are arrays of their own, in f64 or
//! f32; sums are in f64. The files, in the order in which to read them:
//!
//! | files | what they do |
//! |---|---|
//! | `space`, `cut`, `piece` | basis states; how they are cut into pieces that stay in a cache |
//! | `terms`, `tables`, `units`, `diagonal`, `groups` | the cost, from terms or tables to levels |
//! | `mixing` | what a layer does to each qudit |
//! | `pass`, `sweep`, `sums`, `watch` | passes over memory, their pieces, threads and sums |
//! | `turn`, `kernel` | what a pass does to a piece, and the loops over its numbers |
//! | `kernel::phases`, `kernel::product`, `sine` | the factors e^{−iγE} |
//! | `circuit`, `grover` | a circuit run, and undone for the gradient |
//! | `vector`, `observable`, `outcomes`, `amplitudes` | the state, and what is asked of it |
//! | `ranks`, `exchange` | a state that several processes share |
//! | `real`, `instructions`, `buffer`, `memory` | numbers, processors, memory |
//!
//! Each loop over numbers is a small operation on lines of the cache, compiled for every set of
//! instructions, and gives the same bits with all of them. The plain twins that judge it all are
//! `reference` and `qudit_reference`. The simulator knows no puzzle, no file, and no randomness.

#[cfg(test)]
mod agreement;
mod amplitudes;
mod buffer;
mod circuit;
mod cut;
mod diagonal;
mod exchange;
mod groups;
mod grover;
mod instructions;
mod kernel;
pub mod memory;
mod mixing;
mod observable;
mod outcomes;
mod pass;
mod piece;
#[cfg(test)]
pub(crate) mod qudit_reference;
pub mod ranks;
mod real;
#[cfg(test)]
pub(crate) mod reference;
mod sine;
mod space;
mod sums;
mod sweep;
mod tables;
mod terms;
mod turn;
mod units;
mod vector;
mod watch;

pub(crate) use amplitudes::Amplitudes;
pub(crate) use circuit::{Circuit, Gates, LayerPhases};
pub(crate) use diagonal::{CostData, Diagonal};
pub(crate) use groups::Groups;
pub(crate) use memory::Purpose;
pub(crate) use mixing::{Mixing, QuditMixing, path_edges, ring_edges};
pub(crate) use observable::Weight;
pub(crate) use outcomes::measured;
pub use real::Precision;
pub use sine::sin_cos;
pub(crate) use space::Space;
pub(crate) use vector::Question;
pub(crate) use watch::Watch;

/// The instructions that the loops over numbers use on this processor: `AVX-512`, `AVX2+FMA`,
/// `NEON` or `portable`. All give the same bits; `KETBOARD_INSTRUCTIONS` in the
/// environment forces one of the last three, where the processor has it.
pub fn instructions() -> &'static str {
    instructions::Instructions::best().name()
}
