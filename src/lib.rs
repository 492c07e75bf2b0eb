//! Ketboard: QAOA on logic puzzles, from a puzzle file to a judged board.
//!
//! A puzzle is read ([`puzzle`]), stated as constraints over binary variables ([`model`]), reduced by its
//! initial conditions ([`reduce`]), written as a QUBO and a diagonal Ising Hamiltonian ([`encode`]), and handed to p layers
//! of QAOA on an exact state vector ([`sim`], [`qaoa`]):
//!
//! |γ, β⟩ = Π_{k=p..1} e^{-iβ_k ΣX} e^{-iγ_k C} |+⟩ⁿ
//!
//! whose angles are optimized ([`optimize`]), whose samples are decoded and judged by the rules ([`sample`],
//! [`classical`]), and whose circuit is exported ([`circuit`], [`export`]). [`pipeline`] joins the two halves; read it first.

mod cli;
pub mod error;
pub mod experiment;
pub mod files;
pub mod html;
pub mod lab;
mod options;
pub mod pipeline;
mod problem;
mod puzzle;
pub mod report;
mod run;

#[doc(hidden)]
pub use cli::main;
pub use error::{Error, Result};
pub use ketboard_circuits::{
    circuit, compile, deletion, device, export, grover, native, noise, resources, sample,
};
pub use ketboard_puzzles::{
    classical, draw, encode, expression, formats, generate, grid, histogram, import, model, reduce, registers,
};
pub use ketboard_qaoa::optimize::Progress;
pub use ketboard_qaoa::qaoa::Angles;
pub use ketboard_qaoa::{optimize, qaoa, sim};
pub use options::Options;
pub use problem::Problem;
pub use puzzle::Puzzle;
pub use run::Run;

/// The README's library example, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
