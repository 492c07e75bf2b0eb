//! Quantum circuits for QAOA and Grover search, from gates to machines and back.
//!
//! A [`Circuit`] is a list of gates over named registers. It is simulated densely
//! ([`Circuit::simulate`]) or as a sparse state ([`SparseState`]), compiled to a [`Device`]'s
//! couplings ([`compile`]) and native gates, rated under its noise ([`NoiseModel`]), written in the
//! formats of the vendors ([`CircuitFormat::ALL`]), and its measured counts are read back
//! ([`MeasuredResults::read`]).
//!
//! ```
//! use ketboard_circuits::{CircuitFormat, Circuit, CircuitExport, CircuitHeader};
//! use ketboard_qaoa::Angles;
//!
//! // C = 0.5 Z_0 Z_1, one layer
//! let angles = Angles::new(vec![0.7], vec![-0.4])?;
//! let circuit = Circuit::qaoa(&[(vec![0, 1], 0.5)], 2, &angles);
//! let state = circuit.simulate()?;
//! assert!((state.iter().map(|a| a.norm_sqr()).sum::<f64>() - 1.0).abs() < 1e-12);
//! let header = CircuitHeader::default();
//! let text = CircuitFormat::ALL[0].text(&CircuitExport::new(&circuit, &header))?;
//! assert!(text.starts_with("OPENQASM 3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | for | see |
//! |---|---|
//! | a state over qudits as a circuit | [`RegisterAnsatz`], [`Qudit`] |
//! | success under a machine's noise | [`NoisyCircuit`], [`TrajectoryPlan`] |
//! | Grover search | [`GroverCircuit`], [`GroverAmplitudes::best_iterations`] |
//! | Sudoku by deletion of marked states | [`DeletionCircuit`], [`Position`] |
//! | what a circuit costs on an error-corrected machine | [`LogicalCost`], [`PhysicalCost`] |
//! | counts, and boards checked by the rules | [`Counts`], [`Counts::judge`], [`wilson`] |
//!
//! This crate contacts no machine and opens no file.
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "tests compare with the system's functions"
    )
)]

mod circuit;
mod compile;
mod deletion;
mod device;
mod error;
mod export;
mod grover;
mod native;
mod noise;
mod quantiles;
mod resources;
mod sample;
mod unique_json;

pub use circuit::{
    Circuit, Gate, GateCount, Op, Program, ProgramLayer, Qudit, Register, RegisterAnsatz,
    SparseState,
};
pub use compile::{Candidate, CompileGoal, CompileMethod, CompileSettings, Compiled, compile};
pub use deletion::{CellOutcome, CellQubits, Deleted, DeletionCircuit, Position};
pub use device::Device;
pub use error::{Error, Result};
pub use export::{Backend, CircuitExport, CircuitFormat, CircuitHeader, Service};
pub use grover::{Diagonals, GroverAmplitudes, GroverCircuit};
pub use noise::{NoiseModel, NoisyCircuit, NoisySuccess, TrajectoryPlan};
pub use quantiles::{median_interval, quantile};
pub use resources::{Assumptions, LogicalCost, MeasuredAnds, PhysicalCost};
pub use sample::{
    BitOrder, Bitstring, CountUnit, Counts, Judged, MeasuredResults, ResultHints, SaidBy, Summary,
    wilson,
};

/// The README's example, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CircuitsReadme;

#[cfg(test)]
#[path = "../tests/library/tests.rs"]
mod tests;
