//! The exact state vector: a diagonal cost, 2ⁿ amplitudes in f64, and the verbs of QAOA.
//!
//! > layer(γ, β) = e^{−iβΣX} e^{−iγC},  qubit k is bit k of the basis index
//!
//! What is stored is not ψ but φ with ψ_x = (−i)^popcount(x) φ_x. In that basis X becomes Y,
//! e^{−iβX} becomes the real rotation
//!
//! > φ₀' = cos β φ₀ − sin β φ₁,  φ₁' = sin β φ₀ + cos β φ₁
//!
//! and e^{−iγE(x)} stays what it is. Real and imaginary parts never mix in a rotation, so the loops
//! run over plain f64. Probabilities and expectations of diagonals are the same in both;
//! [`QubitState::amplitude`] returns ψ.
//!
//! A state is of f64 or of f32 ([`Real`]); sums are in f64. The folders, in the order in which to
//! read them:
//!
//! - `cost`: the diagonal, from its terms to the tables that a pass reads;
//! - `vector`: the amplitudes in blocks, what is asked of them, and in which order it is summed;
//! - `walk`: `plan` cuts the qubits into groups, `pass` says which pass over memory does what,
//!   `sweep` cuts a pass into tasks for the threads and pieces that stay in a cache;
//! - `forward`: what is done to a piece (`kernel`): `rotation` of qubits whose pairs are whole
//!   vectors, `lanes` of those within a vector, `fused` of the lowest with the phases between;
//! - `phase`: the factors e^{−iγE} that `forward` multiplies with;
//! - `backward`: the adjoint gradient (`adjoint`), the same loops undone on two states;
//! - `qudits`: the same for systems of d levels; `ranks`: a state that several processes share.
//!
//! Each loop over numbers is a small operation on explicit vectors, compiled for every set of
//! `instructions`, and gives the same bits with all of them. [`reference`](mod@reference) is the
//! plain twin that judges it all. The simulator knows no puzzle, no file, and no randomness.

#[cfg(test)]
mod agreement;
mod backward;
mod compiled;
pub(crate) mod cost;
mod forward;
mod instructions;
pub(crate) mod memory;
mod phase;
pub(crate) mod qudits;
pub(crate) mod ranks;
mod real;
#[cfg(test)]
pub(crate) mod reference;
mod vector;
mod walk;

pub(crate) use backward::gradient::gradient_watched;
pub(crate) use cost::diagonal::Diagonal;
pub(crate) use cost::groups::{Groups, LayersInGroups};
pub(crate) use cost::levels::EnergyHistogram;
pub use memory::{Purpose, check as check_memory};
pub use phase::sine::sin_cos;
pub use real::Precision;
pub(crate) use real::Real;
pub(crate) use vector::marks::Marks;
pub(crate) use vector::observable::{DiagonalObservable, ObservableWeights, Weigh};
pub(crate) use vector::state::QubitState;
pub(crate) use walk::watch::Watch;

/// The instructions that the loops over numbers use on this processor: `AVX-512`, `AVX2+FMA`,
/// `NEON` or `portable`. All give the same bits; `KETBOARD_INSTRUCTIONS` in the
/// environment forces one of the last three, where the processor has it.
pub fn instructions() -> &'static str {
    instructions::Instructions::best().name()
}
