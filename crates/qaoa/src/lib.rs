//! QAOA on an exact state vector, for any diagonal cost over qubits or qudits.
//!
//! The state is a product of layers on a start state:
//!
//! > |γ, β⟩ = e^{−iβ_p M} e^{−iγ_p C} ⋯ e^{−iβ_1 M} e^{−iγ_1 C} |s⟩
//!
//! with a diagonal cost C, a mixer M and the mixer's start state |s⟩. A [`Diagonal`] holds the cost, [`Angles`] hold γ and
//! β, and an [`Ansatz`] answers for both: the state, ⟨C⟩, its exact gradient, and the best angles at each depth.
//!
//! ```
//! use ketboard_qaoa::{Angles, Ansatz, Diagonal, SearchSettings};
//!
//! // MaxCut on a triangle: C counts the edges that are not cut, (1 + Z_i Z_j)/2 each; 0b011 is Z_0 Z_1
//! let cost = Diagonal::from_terms(3, [(0, 1.5), (0b011, 0.5), (0b110, 0.5), (0b101, 0.5)])?;
//! let ansatz = Ansatz::new(&cost);
//! let value = ansatz.expectation(&Angles::new(vec![0.5], vec![-0.3])?)?;
//! assert!(value < cost.mean());
//! let stages = ansatz.optimize(&SearchSettings { depth: 2, ..Default::default() })?;
//! assert!((stages[1].expectation - 1.0).abs() < 1e-6); // two of the three edges are cut
//! # Ok::<(), ketboard_qaoa::Error>(())
//! ```
//!
//! Qubit k is bit k of the basis index. A term (mask, coefficient) is coefficient · Π Z over the mask's bits, where Z is +1 for
//! a bit 0 and −1 for a bit 1. C is minimized; a ramp that minimizes has γ > 0 and β < 0.
//!
//! | for | see |
//! |---|---|
//! | many evaluations in memory that is taken once | [`Evaluator`], [`RegisterEvaluator`], [`MultiAngle`] |
//! | qudits under a mixer that keeps their states legal | [`RegisterCost`], [`QuditSpace`], [`RegisterMixing`] |
//! | other objectives than ⟨C⟩ | [`Goal`] |
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

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
