//! What holds for this crate, tested from within: no name is public for the sake of a test.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::{AnsatzKind, Problem};
use ketboard_circuits::{Circuit, Gate};
use ketboard_qaoa::{Ansatz, Precision};

mod advice;
mod attack_sets;
mod book;
mod chess;
mod compile;
mod deletion;
mod dialects;
mod encodings;
mod every_family;
mod experiment;
mod expression;
mod figures;
mod grover;
mod layers;
mod metrics;
mod objectives;
mod optimize;
mod own_models;
mod page;
mod pipeline;
mod playground;
mod plots;
mod precision;
mod queens_squared;
#[path = "../../crates/circuits/tests/library/support/read_qasm.rs"]
mod read_qasm;
#[path = "support/records.rs"]
mod records;
mod registers;
mod resources;
mod settings;
mod slips;
mod spectrum;
mod stars_and_tents;
mod stopped;
mod symbols;
mod tents_matching;
mod two_forms;

/// The standard ansatz of a problem, in f64.
fn ansatz_of(problem: &Problem) -> Ansatz {
    let named = problem.ansatz(AnsatzKind::Standard, Precision::F64);
    named.unwrap().ansatz
}
