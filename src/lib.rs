//! Ketboard: QAOA on logic puzzles, from a puzzle file to a board that is checked against the
//! rules.
//!
//! A puzzle is read, stated as constraints over binary variables, reduced by its initial
//! conditions, written as a QUBO and a diagonal Ising Hamiltonian C, and handed to p layers of QAOA
//! on an exact state vector:
//!
//! > |γ, β⟩ = Π_{k=p..1} e^{−iβ_k ΣX} e^{−iγ_k C} |+⟩ⁿ
//!
//! whose angles are optimized, and whose samples are decoded and checked against the rules.
//!
//! ```
//! use ketboard::{Options, Puzzle};
//!
//! let run = Puzzle::read("examples/puzzles/tango-4x4.toml")?.solve(&Options::default().depth(6))?;
//! println!("{run}");
//! assert!(run.is_solved());
//! # Ok::<(), ketboard::Error>(())
//! ```
//!
//! [`Puzzle`] is the way in, [`Options`] says how, [`Problem`] is a puzzle ready to run with all
//! its solutions, and [`Run`] is what was found. Models of your own run as puzzles do ([`Solve`]).
//!
//! The parts are crates of their own, and of use alone:
//!
//! | crate | what it holds |
//! |---|---|
//! | [`qaoa`] | the engine: cost, state, mixers, ansatz, gradient, optimizers; it knows no puzzle |
//! | [`puzzles`] | families, rules, reduction, exact solver, encodings; it knows no amplitude |
//! | [`circuits`] | gates, compiling, devices, noise, formats of vendors, results, Grover search |
//!
//! Sweeps run from the library as from the program ([`sweep`], [`records`], [`verify`]). The
//! program's commands, figures and reports live here and are no part of the library's promises.
#![cfg_attr(
    not(feature = "program"),
    allow(dead_code, unused_imports, reason = "what only the commands call")
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "tests compare with the system's functions"
    )
)]

#[cfg(feature = "program")]
mod cli;
mod error;
mod experiment;
mod files;
mod json;
mod lab;
mod options;
mod page;
mod pipeline;
mod playground;
mod plots;
mod problem;
mod puzzle;
mod run;
mod settings;
mod solve;
mod sweep;

#[cfg(feature = "program")]
#[doc(hidden)]
pub use cli::main;
pub use error::{Error, NoSolution, Result};
pub use ketboard_circuits as circuits;
pub use ketboard_puzzles as puzzles;
pub use ketboard_qaoa as qaoa;
pub use ketboard_qaoa::{Angles, Objective, Precision, mixers::MixerName, search::Progress};
pub use options::Options;
pub use pipeline::{
    Advice, Broken, DeletionOutcome, DeletionStep, DeviceRecord, GroverMethod, GroverOutcome,
    GroverPlan, KindAdvice, Metrics, OpenCell, Problem, SafeWeight, deletion_circuit,
    solve_by_deletion,
};
pub use playground::Playground;
pub use puzzle::Puzzle;
pub use run::{Run, stage_record};
pub use settings::AngleTable;
pub use solve::Solve;
pub use sweep::{Picture, SweepListener, Verified, figure, records, sweep, sweep_text, verify};

/// The README's library example, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct KetboardReadmeDoctests;

/// The examples of the guide to the library, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/guides/library.md")]
struct GuideDoctests;

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
