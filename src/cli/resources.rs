//! `ketboard resources`: what a puzzle's circuit costs, logical and physical.

use super::activity;
use super::no_solution::NoSolution;
use super::number::{DEEPEST, within};
use super::options::{SpaceOptions, TalkOptions};
use super::page::{PrintedPage, print_json};
use super::ready::{needs_qubits, prepared};
use super::registers;
use super::words::{plural, seconds};
use crate::experiment::RegistersRecord;
use crate::pipeline::{
    GroverMethod, Problem, deletion_circuit, grover_circuit, impossible_square, plain_queens,
    plain_squares,
};
use crate::settings::{RunStage, SETTINGS, Settings};
use crate::{Error, Result};
use clap::ValueEnum;
use ketboard_circuits::{Assumptions, Circuit, LogicalCost, PhysicalCost};
use ketboard_puzzles::Limits;
use ketboard_qaoa::Angles;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Decompositions: Toffoli 7 T; k controls by relative-phase Toffolis in clean ancillas (Maslov 2016); rotations by \
                  Ross & Selinger, 3 log2(1/eps) T each. The second account undoes ANDs of 4 T by measurements (Jones 2013, Gidney \
                  2018); depths and the surface code are those of the first. Surface code: Litinski 2019, compact block, one factory."
)]
pub(crate) struct ResourcesArguments {
    /// The puzzle file
    file: PathBuf,
    /// The circuit that is counted
    #[arg(long, value_enum, value_name = "NAME", default_value = "qaoa")]
    algorithm: Algorithm,
    /// Number of QAOA layers p [default: 4]
    #[arg(long, short = 'p', value_name = "P", value_parser = within::<0, DEEPEST>, allow_negative_numbers = true)]
    depth: Option<usize>,
    /// Number of Grover iterations [default: the best one for the counted number of solutions]
    #[arg(long, value_name = "N", value_parser = within::<0, 100_000>, allow_negative_numbers = true)]
    iterations: Option<usize>,
    /// Probability that a physical operation errs
    #[arg(long, value_name = "P", default_value_t = Assumptions::default().physical_error, allow_negative_numbers = true)]
    physical_error: f64,
    /// Seconds of a code cycle
    #[arg(long, value_name = "S", default_value_t = Assumptions::default().cycle_time, allow_negative_numbers = true)]
    cycle_time: f64,
    /// Probability that the whole circuit may fail; rotations, magic states and code share it in
    /// thirds
    #[arg(long, value_name = "P", default_value_t = Assumptions::default().budget, allow_negative_numbers = true)]
    budget: f64,
    #[command(flatten)]
    settings: SpaceOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
enum Algorithm {
    /// The QAOA circuit at generic angles
    Qaoa,
    /// Grover search: of rows for n-queens and n-queens-squared without clues, else of the reduced
    /// qubits with listed solutions
    Grover,
    /// The first iteration of a Sudoku's deletion
    Deletion,
}

/// The gates over which depths and CX are counted.
const GATE_SET: &str = "Clifford + T + RZ";

/// QAOA layers unless told otherwise.
const DEPTH: usize = 4;

pub(crate) fn run(arguments: &ResourcesArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    arguments.check(&settings)?;
    let problem = match prepared(&settings, &arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return no_solution.report(talk),
    };
    let (what, circuit) = match arguments.algorithm {
        Algorithm::Qaoa => arguments.qaoa(&problem)?,
        Algorithm::Grover => match arguments.grover(&problem)? {
            Ok(found) => found,
            Err(no_solution) => return no_solution.report(talk),
        },
        Algorithm::Deletion => {
            let circuit = deletion_circuit(&problem.puzzle, None)?;
            ("deletion, one iteration".to_owned(), circuit)
        }
    };
    let assumptions = Assumptions {
        physical_error: arguments.physical_error,
        cycle_time: arguments.cycle_time,
        budget: arguments.budget,
    };
    let logical = LogicalCost::of(&circuit, assumptions.synthesis_error());
    let physical = PhysicalCost::of(&logical, &assumptions)?;
    if talk.json {
        let mut json = to_json(&what, &logical, &physical, &assumptions);
        for (key, value) in RegistersRecord::of(&problem)
            .iter()
            .flat_map(RegistersRecord::keys)
        {
            json[key] = value;
        }
        print_json(&json)?;
    } else {
        page(arguments, &problem, &what, &logical, &physical).print()?;
    }
    Ok(ExitCode::SUCCESS)
}

impl ResourcesArguments {
    /// Refuses options that would do nothing.
    fn check(&self, settings: &Settings) -> Result<()> {
        let reduces = settings.reduce.is_some() || settings.target_qubits.is_some();
        let is = |algorithm| self.algorithm == algorithm;
        let on_registers = SETTINGS
            .iter()
            .any(|one| one.stage == RunStage::Registers && one.is_changed(settings));
        let idle = [
            ("--depth", self.depth.is_some() && !is(Algorithm::Qaoa)),
            (
                "--iterations",
                self.iterations.is_some() && !is(Algorithm::Grover),
            ),
            (
                "--weight",
                !settings.weights.is_empty() && !is(Algorithm::Qaoa),
            ),
            ("--registers, --mixer", on_registers && !is(Algorithm::Qaoa)),
            (
                "--reduce, --target-qubits",
                reduces && is(Algorithm::Deletion),
            ),
        ];
        match idle.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Error::argument(
                *option,
                "it does nothing with this --algorithm",
                "leave it out, or choose another --algorithm",
            )),
            None => Ok(()),
        }
    }

    fn qaoa(&self, problem: &Problem) -> Result<(String, Circuit)> {
        needs_qubits(problem, "circuit")?;
        let depth = self.depth.unwrap_or(DEPTH);
        // Rational angles: no rotation by a multiple of π/4, so no angle is cheaper than a generic
        // one.
        let angles = Angles::ramp(depth, 1.0, -1.0);
        let circuit = problem.ansatz_circuit()?.circuit(&angles);
        Ok((format!("QAOA, depth {depth}"), circuit))
    }

    fn grover(
        &self,
        problem: &Problem,
    ) -> Result<std::result::Result<(String, Circuit), NoSolution>> {
        let puzzle = &problem.puzzle;
        if let Some(reason) = impossible_square(puzzle) {
            return Ok(Err(NoSolution::known(puzzle, reason)));
        }
        activity::doing("searching for all boards that obey the rules");
        let truth = problem.truth(&Limits::default())?;
        if truth.complete && truth.boards.is_empty() {
            return Ok(Err(NoSolution::by_search(puzzle)));
        }
        let is_rows = plain_queens(puzzle).is_some() || plain_squares(puzzle).is_some();
        let method = if is_rows {
            GroverMethod::RowsCircuit
        } else {
            needs_qubits(problem, "circuit")?;
            GroverMethod::Qubits
        };
        let (circuit, iterations) = grover_circuit(problem, &truth, method, self.iterations)?;
        let what = format!(
            "Grover search ({}), {}",
            method.name(),
            plural(iterations as u64, "iteration")
        );
        Ok(Ok((what, circuit)))
    }
}

fn to_json(
    what: &str,
    logical: &LogicalCost,
    physical: &PhysicalCost,
    assumptions: &Assumptions,
) -> Value {
    json!({
        "circuit": what,
        "qubits": logical.qubits,
        "ancillas": logical.ancillas,
        "clean_ancillas": logical.clean_ancillas,
        "gates": logical.gates,
        "decomposed": logical.decomposed,
        "depth": logical.depth,
        "gate_set": GATE_SET,
        "two_qubit_gates": logical.two_qubit_gates,
        "two_qubit_depth": logical.two_qubit_depth,
        "t_gates": logical.t_gates,
        "rotations": logical.rotations,
        "t_per_rotation": logical.t_per_rotation,
        "t_count": logical.t_count,
        "t_depth": logical.t_depth,
        "measured_ands": {
            "t_gates": logical.measured_ands.t_gates,
            "t_count": logical.measured_ands.t_count,
            "clean_ancillas": logical.measured_ands.clean_ancillas,
            "measurements": logical.measured_ands.measurements,
        },
        "physical": {
            "distance": physical.distance,
            "factory": physical.factory,
            "tiles": physical.tiles,
            "cycles": physical.cycles,
            "physical_qubits": physical.physical_qubits,
            "runtime_s": physical.runtime,
            "failure": physical.failure,
        },
        "assumptions": {
            "physical_error": assumptions.physical_error,
            "cycle_time_s": assumptions.cycle_time,
            "budget": assumptions.budget,
        },
    })
}

fn page(
    arguments: &ResourcesArguments,
    problem: &Problem,
    what: &str,
    logical: &LogicalCost,
    physical: &PhysicalCost,
) -> PrintedPage {
    let mut page = PrintedPage::default();
    if arguments.talk.quiet {
        page.line(format_args!(
            "{} {}",
            logical.t_count, physical.physical_qubits
        ));
        return page;
    }
    let puzzle = &problem.puzzle;
    page.line(format_args!("{} ({}): {what}", puzzle.name, puzzle.family));
    if let Some(known) = &problem.registers {
        let space = registers::summary(problem, known);
        page.line(format_args!("Registers: {space}"));
    }
    page.line(format_args!(
        "Logical: {}, {} of them ancillas, and {} for the decomposition",
        plural(logical.qubits as u64, "qubit"),
        logical.ancillas,
        logical.clean_ancillas
    ));
    page.line(format_args!("  gates: {}", counts(&logical.gates)));
    page.line(format_args!(
        "  over Clifford + T + RZ: {}",
        counts(&logical.decomposed)
    ));
    page.line(format_args!(
        "  depth {} over {GATE_SET}; {} CX, CX depth {}",
        logical.depth, logical.two_qubit_gates, logical.two_qubit_depth
    ));
    page.line(format_args!(
        "  T count {} ({} T, {} of {} T each), T depth {}",
        logical.t_count,
        logical.t_gates,
        plural(logical.rotations as u64, "rotation"),
        logical.t_per_rotation,
        logical.t_depth
    ));
    let measured = &logical.measured_ands;
    if measured.measurements > 0 {
        page.line(format_args!(
            "  with ANDs undone by {}: T count {} ({} T), {}",
            plural(measured.measurements as u64, "measurement"),
            measured.t_count,
            measured.t_gates,
            plural(measured.clean_ancillas as u64, "clean ancilla"),
        ));
    }
    page.line(format_args!(
        "Surface code at p = {}, {} a cycle, budget {}:",
        arguments.physical_error,
        seconds(arguments.cycle_time),
        arguments.budget
    ));
    page.line(format_args!(
        "  distance {}, {} ({} factory): {} in {}",
        physical.distance,
        plural(physical.tiles as u64, "tile"),
        physical.factory.unwrap_or("no"),
        plural(physical.physical_qubits as u64, "physical qubit"),
        seconds(physical.runtime)
    ));
    page
}

fn counts(gates: &std::collections::BTreeMap<String, usize>) -> String {
    let each = gates.iter().map(|(name, count)| format!("{count} {name}"));
    each.collect::<Vec<_>>().join(", ")
}
