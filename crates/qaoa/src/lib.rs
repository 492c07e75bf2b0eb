//! QAOA on an exact state vector, for any diagonal cost over qubits or qudits.
//!
//! The state is a product of layers on a start state:
//!
//! > |γ, β⟩ = e^{−iβ_p M} e^{−iγ_p C} ⋯ e^{−iβ_1 M} e^{−iγ_1 C} |s⟩
//!
//! with a diagonal cost C, a mixer M and the mixer's start state |s⟩. A [`Diagonal`] holds the cost, [`Angles`] hold γ and
//! β, and an [`Ansatz`] answers for both: the state, ⟨C⟩ and its exact gradient. [`depth_by_depth`] finds the best angles of
//! each depth.
//!
//! ```
//! use ketboard_qaoa::{Angles, Ansatz, Diagonal};
//!
//! // MaxCut on a triangle: C counts the edges that are not cut, 1 − x_i − x_j + 2 x_i x_j each
//! let vertices = [(0b001, -2.0), (0b010, -2.0), (0b100, -2.0)];
//! let edges = [(0b011, 2.0), (0b110, 2.0), (0b101, 2.0)];
//! let offset = [(0, 3.0)];
//! let cost = Diagonal::from_terms(3, offset.into_iter().chain(vertices).chain(edges))?;
//! let ansatz = Ansatz::new(&cost);
//! let mut angles = Angles::new(vec![0.5], vec![-0.3])?;
//! assert!(ansatz.expectation(&angles)? < cost.mean());
//! for _ in 0..20 {
//!     let (_, slope) = ansatz.gradient(&angles)?;
//!     angles.gammas[0] -= 0.1 * slope.gammas[0];
//!     angles.betas[0] -= 0.1 * slope.betas[0];
//! }
//! assert!(ansatz.expectation(&angles)? < 1.0 + 1e-6); // two of the three edges are cut
//! # Ok::<(), ketboard_qaoa::Error>(())
//! ```
//!
//! Qubit k is bit k of the basis index. A term (mask, coefficient) is coefficient · Π x over the mask's bits, and the
//! term of mask 0 is the offset. C is minimized; a ramp that minimizes has γ > 0 and β < 0.
//!
//! | for | see |
//! |---|---|
//! | many evaluations in memory that is taken once | [`Evaluator`], [`RegisterEvaluator`], [`MultiAngle`] |
//! | qudits under a mixer that keeps their states legal | [`RegisterCost`], [`QuditSpace`], [`RegisterMixing`] |
//! | other objectives than ⟨C⟩ | [`Goal`] |
//! | the best angles of each depth | [`depth_by_depth`], [`SearchSettings`], [`Strategy`] |
//! | one optimizer on any function | [`OPTIMIZERS`], [`minimize`], [`Objective`] |
//! | f32 | [`Real`], [`Precision`] |
//!
//! This crate knows no puzzle, opens no file and prints nothing.

mod entropy;
mod error;
mod optimize;
mod qaoa;
mod sim;

pub use entropy::entanglement_entropy;
pub use error::{Error, Result, readable_bytes, too_many_states};
pub use optimize::{
    AngleTable, Asking, Budget, Callback, Calls, Carried, Moment, OPTIMIZERS, Objective, Optimizer,
    Optimum, Order as StartOrder, Progress, SearchPrecision, Settings as SearchSettings, Stage,
    Stop as SearchStop, Strategy, TracePoint, Training, continue_depths, depth_by_depth, go_on,
    minimize, minimize_asking, optimizer,
};
pub use qaoa::{
    AngleShape, Angles, Ansatz, Evaluator, Goal, HistogramEvaluator, Mixer, MixerAngles,
    MultiAngle, RegisterEvaluator, Spread, cvar, gibbs, in_shape, interpolate, interpolate_in,
    linear_ramp, ramp_for,
};
pub use sim::memory::{
    available as available_memory, check_lists as check_list_memory,
    check_registers as check_register_memory, needed as memory_needed,
    needed_in as memory_needed_in, registers_needed as register_memory_needed,
};
pub use sim::registers::{
    Mixing as QuditMixing, RegisterCost, RegisterMixing, RegisterState, Space as QuditSpace,
    Table as QuditTable,
};
pub use sim::{
    Diagonal, Groups, LayersInGroups, Marks, Precision, Purpose, Real, State, Watch, Weighing,
    Weights, check_memory, check_memory_in, instructions, sin_cos,
};

/// The README's example, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
