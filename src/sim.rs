//! The exact state vector: a diagonal cost, 2ⁿ amplitudes in f64, and the verbs of QAOA.
//!
//! > layer(γ, β) = e^{−iβΣX} e^{−iγC},  qubit k is bit k of the basis index
//!
//! What is stored is not ψ but φ with ψ_x = (−i)^popcount(x) φ_x. In that basis X becomes Y, e^{−iβX} becomes the real rotation
//!
//! > φ₀' = cos β φ₀ − sin β φ₁,  φ₁' = sin β φ₀ + cos β φ₁
//!
//! and e^{−iγE(x)} stays what it is. Real and imaginary parts never mix in a rotation, so the loops run over plain f64. Probabilities
//! and expectations of diagonals are the same in both; [`State::amplitude`] returns ψ.
//!
//! `block` is the unit of storage, `rotation` the mixer, `sweep` the passes over memory, `layer` and `adjoint` what is done
//! in them, and [`reference`](mod@reference) the plain twin that judges it all. The simulator knows no puzzle, no file, and no randomness.

mod adjoint;
mod block;
mod diagonal;
mod kernel;
mod layer;
pub mod memory;
pub mod reference;
mod rotation;
mod state;
mod sweep;
mod tabulate;

pub use adjoint::{Derivatives, apply_cost, undo_layer};
pub use diagonal::Diagonal;
pub use memory::{Purpose, check as check_memory};
pub use state::State;
