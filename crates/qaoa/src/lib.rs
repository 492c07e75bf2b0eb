//! QAOA on an exact state vector, for any diagonal cost over qubits or qudits.
//!
//! > |γ, β⟩ = e^{−iβ_p M} e^{−iγ_p C} ⋯ e^{−iβ_1 M} e^{−iγ_1 C} |s⟩
//!
//! There are three main types: a [`Cost`] C, a [`Mixer`] M with its start state |s⟩, and an
//! [`Ansatz`], which combines the two. For given [`Angles`] γ and β an ansatz computes the
//! [`State`], ⟨C⟩ and its exact gradient, and it searches for the best angles at each depth.
//!
//! ```
//! use ketboard_qaoa::{Angles, Ansatz, Cost, SearchSettings, search::go_on};
//!
//! // MaxCut on a triangle: C is the number of edges that are not cut, and an edge between i and j
//! // adds 1 − x_i − x_j + 2 x_i x_j
//! let vertices = [(0b001, -2.0), (0b010, -2.0), (0b100, -2.0)];
//! let edges = [(0b011, 2.0), (0b110, 2.0), (0b101, 2.0)];
//! let offset = [(0, 3.0)];
//! let cost = Cost::from_terms(3, offset.into_iter().chain(vertices).chain(edges))?;
//! let ansatz = Ansatz::new(cost);
//! let angles = Angles::new(vec![0.5], vec![-0.3])?;
//! let (value, slope) = ansatz.gradient(&angles)?;
//! assert!(value < ansatz.cost().mean() && slope.depth() == 1);
//! let best = ansatz.optimize(&SearchSettings { depth: 1, ..SearchSettings::default() }, &go_on)?;
//! assert!(best[0].expectation < 1.0 + 1e-6); // two of the three edges are cut
//! # Ok::<(), ketboard_qaoa::Error>(())
//! ```
//!
//! Qubit k is bit k of the index of a basis state. A term (mask, coefficient) is the coefficient
//! times the product of the x_k whose bit is set in the mask; the term of mask 0 is a constant. The
//! search minimizes C: a ramp that lowers ⟨C⟩ has γ > 0 and β < 0.
//!
//! | if you want | see |
//! |---|---|
//! | a cost over qudits | [`Cost::from_tables`] |
//! | a cost from values, or from a histogram | [`Cost::from_values`], [`Cost::from_histogram`] |
//! | a mixer that keeps the rules of a qudit, one on any graph, or several at once | [`Mixer`] |
//! | a γ for a group of terms, a β for a qubit | [`Ansatz::with_groups`], [`Mixer::x_per_qubit`] |
//! | an objective other than ⟨C⟩ | [`Objective`], [`Ansatz::with_observable`] |
//! | many evaluations that reuse memory | [`Evaluator`] |
//! | to know how the search for angles works (`src/optimize`) | [`SearchSettings`], [`search`] |
//! | to minimize a function of your own | [`SearchSettings::minimize`] |
//! | single precision | [`Ansatz::with_precision`], [`Precision`] |
//! | to know how much memory a state needs, and how much is free | [`memory`] |
//! | one state over several processes (MPI ranks) | [`ranks`] |
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "tests compare with the system's functions"
    )
)]

mod ansatz;
mod cost;
mod error;
mod mixer;
mod optimize;
mod sim;
mod state;
mod tasks;

pub use ansatz::{Angles, Ansatz, Evaluator, Objective};
pub use cost::Cost;
pub use error::{Error, Result};
pub use mixer::Mixer;
pub use optimize::{SearchSettings, Stage};
pub use sim::{Precision, instructions, memory, ranks, sin_cos};
pub use state::{State, sample_probabilities};

/// How many angles a layer has.
pub mod angles {
    pub use crate::ansatz::AngleShape;
}

/// Mixers by the names that settings give them.
pub mod mixers {
    pub use crate::mixer::{MixerAction, MixerName};
}

/// The settings of a search, and its callback.
pub mod search {
    pub use crate::optimize::{Callback, Effort, OPTIMIZERS, Optimizer, Progress, Strategy, go_on};
}

/// The README's example, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
