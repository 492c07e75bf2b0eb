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
//! A state is of f64 or of f32 ([`Real`]); sums are in f64. `pass` says which pass over memory does
//! what, `sweep` cuts a pass into pieces that stay in the cache, `kernel` and `adjoint` are what is
//! done to a piece. The loops over numbers are in `rotation` (qubits whose pairs are whole
//! vectors), `lanes` (those within a vector), `fused` (the lowest qubits with the phases between,
//! of `factors`), `undo` and `fused_undo` (the same backward), and `observe`; each is a small
//! operation on explicit vectors, and gives the same bits whatever vectors the processor has
//! (`plan`, `sums`). [`reference`](mod@reference) is the plain twin that judges it
//! all. The simulator knows no puzzle, no file, and no randomness.

mod adjoint;
#[cfg(test)]
mod agreement;
mod block;
mod buffer;
mod circuit;
mod compiled;
mod diagonal;
mod each_lane;
mod each_qubit;
mod energies;
mod factors;
mod fused;
mod fused_undo;
mod gradient;
mod groups;
mod kernel;
mod lanes;
pub(crate) mod levels;
mod marks;
pub(crate) mod memory;
mod multiply;
mod numbers;
mod observable;
mod observe;
mod outcomes;
mod pass;
mod phases;
mod place;
mod plan;
pub(crate) mod ranks;
mod real;
#[cfg(test)]
pub(crate) mod reference;
pub(crate) mod registers;
mod rotation;
mod shuffles;
mod sine;
mod split;
mod state;
mod sums;
mod sweep;
mod tabulate;
mod terms;
mod turns;
mod undo;
mod undo_lanes;
mod units;
mod watch;

pub(crate) use diagonal::Diagonal;
pub(crate) use gradient::gradient_watched;
#[cfg(test)]
pub(crate) use gradient::{gradient, gradient_of};
pub(crate) use groups::{Groups, LayersInGroups};
pub(crate) use levels::EnergyHistogram;
pub(crate) use marks::Marks;
pub use memory::{Purpose, check as check_memory};
pub(crate) use observable::{DiagonalObservable, ObservableWeights, Weigh};
pub use real::Precision;
pub(crate) use real::Real;
pub use sine::sin_cos;
pub(crate) use state::QubitState;
pub(crate) use watch::Watch;

/// The instructions that the loops over numbers use on this processor: `AVX-512`, `AVX2+FMA`,
/// `NEON` or `portable`. All give the same bits; `KETBOARD_INSTRUCTIONS=portable` in the
/// environment forces the last.
pub fn instructions() -> &'static str {
    plan::Instructions::best().name()
}
