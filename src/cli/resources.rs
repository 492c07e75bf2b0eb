//! `ketboard resources`: what a puzzle's circuit costs, logical and physical.

use super::options::{DEEPEST, SpaceOptions, TalkOptions, within};
use super::subject::{opened, prepared, puzzle};
use super::words::plural;
use crate::json::extend;
use crate::pipeline::{
    GroverMethod, RowsCircuit, deletion_circuit, grover_circuit, registers_record,
};
use crate::settings::Settings;
use crate::{Error, Result};
use clap::ValueEnum;
use ketboard_circuits::{Assumptions, LogicalCost, PhysicalCost};
use ketboard_qaoa::Angles;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ResourcesArguments {
    /// The puzzle file
    file: PathBuf,
    /// The circuit that is counted
    #[arg(long, value_enum, value_name = "NAME", default_value = "qaoa")]
    algorithm: Algorithm,
    /// Number of QAOA layers p [default: 4]
    #[arg(long, short = 'p', value_name = "P", value_parser = within::<0, DEEPEST>)]
    depth: Option<usize>,
    #[command(flatten)]
    settings: SpaceOptions,
}

/// What can be counted: QAOA at generic angles, Grover search with the best number of iterations,
/// or the first iteration of a Sudoku's deletion.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
enum Algorithm {
    Qaoa,
    Grover,
    Deletion,
}

/// Runs `ketboard resources`: what a circuit costs on an error-corrected machine.
pub(crate) fn run(arguments: &ResourcesArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let settings = arguments.settings.0.clone();
    let algorithm = arguments.algorithm;
    if arguments.depth.is_some() && algorithm != Algorithm::Qaoa {
        let remedy = "leave it out: only QAOA has layers";
        return Err(Error::setting("depth", "it does nothing here", remedy));
    }
    let puzzle = puzzle(&arguments.file)?;
    let problem = match algorithm {
        Algorithm::Grover => opened(&settings, puzzle)?,
        Algorithm::Qaoa | Algorithm::Deletion => prepared(&settings, puzzle)?,
    };
    let (what, circuit) = match algorithm {
        Algorithm::Qaoa => {
            problem.needs_qubits("circuit")?;
            let depth = arguments.depth.unwrap_or(4);
            // Rational angles: no rotation by a multiple of π/4, so no angle is cheaper than a
            // generic one.
            let angles = Angles::ramp(depth, 1.0, -1.0);
            let circuit = problem.ansatz_circuit()?.circuit(&angles);
            (format!("QAOA, depth {depth}"), circuit)
        }
        Algorithm::Grover => {
            let is_plain = settings == Settings::default();
            let method = match RowsCircuit::of(&problem.puzzle).filter(|_| is_plain) {
                Some(_) => GroverMethod::RowsCircuit,
                None => GroverMethod::States,
            };
            let (circuit, k) = grover_circuit(&problem, method, None)?;
            let (method, iterations) = (method.name(), plural(k as u64, "iteration"));
            (format!("Grover search ({method}), {iterations}"), circuit)
        }
        Algorithm::Deletion => {
            let circuit = deletion_circuit(&problem.puzzle, None)?;
            ("deletion, one iteration".to_owned(), circuit)
        }
    };
    let assumptions = Assumptions::default();
    let logical = LogicalCost::of(&circuit, assumptions.synthesis_error());
    let physical = PhysicalCost::of(&logical, &assumptions)?;
    let mut json = json!({"circuit": what, "gate_set": "Clifford + T + RZ"});
    extend(&mut json, logical);
    json["physical"] = json!(physical);
    json["assumptions"] = json!(assumptions);
    extend(&mut json, registers_record(&problem));
    talk.tell_with_board(&json, &problem.puzzle, None)
}
