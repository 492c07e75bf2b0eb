//! What holds for this crate, tested from within: no name is public for the sake of a test.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::Problem;
use crate::settings::Settings;
use ketboard_circuits::{Circuit, Gate};
use ketboard_puzzles::{Encodings, Limits, RegisterChoice};
use ketboard_qaoa::{Ansatz, mixers::MixerName};

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
mod stars_and_tents;
mod stopped;
mod symbols;
mod tents_matching;
mod two_forms;
mod whole_boards;

/// The problem with the solutions that the exact solver lists.
fn knowing(mut problem: Problem, limits: &Limits) -> Problem {
    problem.truth = problem.truth(limits).unwrap();
    problem
}

/// The same puzzle on other registers.
fn on_registers(
    problem: &Problem,
    choice: Option<RegisterChoice>,
    mixer: Option<MixerName>,
) -> crate::Result<Problem> {
    problem.with(|settings| (settings.registers, settings.mixer) = (choice, mixer))
}

impl Problem {
    /// The same puzzle under other settings, with nothing known of its solutions.
    fn with(&self, change: impl FnOnce(&mut Settings)) -> crate::Result<Self> {
        let mut settings = self.settings.clone();
        change(&mut settings);
        Self::new(self.puzzle.clone(), &settings)
    }
}

/// The same puzzle in other encodings.
fn encoded_as(problem: &Problem, encodings: Encodings) -> crate::Result<Problem> {
    problem.with(|settings| {
        settings.distinct_lines = encodings.distinct_lines;
        (settings.counts, settings.symbols) = (encodings.counts, encodings.symbols);
    })
}

/// The standard ansatz of a problem, in f64.
fn ansatz_of(problem: &Problem) -> Ansatz {
    problem.ansatz().unwrap()
}
