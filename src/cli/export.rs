//! `ketboard export`: the circuit at optimized or given angles, or a job at several sets of them.

mod sets;

use self::sets::{CircuitMaker, CircuitSet};
use super::activity;
use super::angles::{angles_for, angles_of_parts, ansatz_for};
use super::circuit_file::{QISKITS_ORDER, circuit_formats};
use super::hardware::HardwareOptions;
use super::options::{DepthOption, SearchOptions, TalkOptions, show_progress};
use super::product::FinishedText;
use super::registers;
use super::subject::{prepared, source};
use super::words::plural;
use crate::files::check_target;
use crate::pipeline::RegistersRecord;
use crate::pipeline::{AnsatzCircuit, AnsatzCounts, Problem, find_angles};
use crate::settings::{AnsatzKind, Settings};
use crate::{Error, Result};
use ketboard_circuits::{CIRCUIT_FORMATS, CircuitExport, CircuitFormat, CircuitHeader, GateCount};
use ketboard_puzzles::{Ising, ModelFile, model_hash};
use ketboard_qaoa::{AngleShape, Angles};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ExportArguments {
    /// A puzzle file, or a model in any format that `ketboard qubo` writes
    file: PathBuf,
    /// The circuit format
    #[arg(long, value_name = "FORMAT", default_value = CIRCUIT_FORMATS[0].name, value_parser = circuit_formats())]
    to: String,
    /// A file with "gammas" and "betas", as `solve --json` writes it [default: optimize now]
    ///
    /// A record of a sweep (records.jsonl#RUN) and two lines of text are read, too. With --job the
    /// option may stand several times, for one job at several sets of angles, of any depths.
    /// Give the same --reduce, --target-qubits, --weight, encodings, --registers and --mixer as for
    /// the angles.
    #[arg(long, value_name = "RESULT.json")]
    angles: Vec<PathBuf>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT", help_heading = "Output")]
    output: Option<PathBuf>,
    #[command(flatten)]
    hardware: HardwareOptions,
    #[command(flatten)]
    settings: SearchOptions,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    talk: TalkOptions,
}

/// What a circuit is made of: a cost, and who it belongs to.
struct ExportedCost {
    problem: Problem,
    /// The header of the circuit, without its angles.
    header: CircuitHeader,
    /// What programs are told of registers.
    registers: Option<RegistersRecord>,
}

/// Runs `ketboard export`: the ansatz at given or searched angles, as a circuit or a job.
pub(crate) fn run(arguments: &ExportArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let format = CircuitFormat::named(&arguments.to)?;
    let settings = arguments.settings.read()?;
    let hardware = arguments.hardware.chosen(format, settings.seed)?;
    let source = source(&arguments.file)?;
    let problem = prepared(&settings, source.clone())?;
    problem.needs_qubits("circuit")?;
    let cost = ExportedCost {
        header: header(&problem, source.energies.as_ref()),
        registers: RegistersRecord::of(&problem),
        problem,
    };
    let problem = &cost.problem;
    check_degree(problem)?;
    let n = problem.qubits();
    format.check(n, hardware.device())?;
    if let Some(path) = &arguments.output {
        check_target(path)?;
    }
    let kind = common_ansatz(&arguments.angles, settings.ansatz)?;
    if arguments.angles.len() > 1 && !hardware.is_job() {
        let found = format!("{} sets of angles for one circuit", arguments.angles.len());
        let remedy = "add --job and --backend, whose body takes several sets, or give one";
        return Err(Error::argument("--angles", found, remedy));
    }
    let parts = problem.ansatz_parts(kind)?;
    let (gates, shape) = match &parts {
        None => (problem.ansatz_circuit()?, AngleShape::STANDARD),
        Some(parts) => {
            check_format(format, kind)?;
            let polynomial = &problem.cost.polynomial;
            let gates = AnsatzCircuit::in_parts(polynomial, parts, kind)?;
            (gates, kind.shape(parts.len(), n))
        }
    };
    let read = |path: &PathBuf| match &parts {
        None => angles_for(path, problem),
        Some(parts) => {
            let of = (&problem.cost.polynomial, problem.puzzle.file.as_str());
            angles_of_parts(path, of, parts, shape)
        }
    };
    let angles = match &arguments.angles[..] {
        [] => vec![optimized(arguments, &settings, problem)?],
        paths => paths.iter().map(read).collect::<Result<_>>()?,
    };
    let maker = CircuitMaker {
        cost: &cost,
        gates: &gates,
        parts: parts.as_ref(),
        kind,
        shape,
        hardware: &hardware,
    };
    let sets: Vec<CircuitSet> = angles
        .iter()
        .map(|angles| maker.at(angles))
        .collect::<Result<_>>()?;
    let again = |angles: &Angles| Ok(gates.circuit(angles));
    let exports: Vec<CircuitExport> = sets
        .iter()
        .map(|set| CircuitExport {
            ansatz: parts.is_none().then_some(&again),
            ..CircuitExport::new(&set.circuit, &set.header)
        })
        .collect();
    let counted = plural(n as u64, "qubit");
    let (depths, place) = match &sets[..] {
        [set] => (format!("depth {}", set.depth), set.place.clone()),
        several => {
            let depths: Vec<String> = several.iter().map(|set| set.depth.to_string()).collect();
            let depths = format!(
                "{} sets of angles, depths {}",
                sets.len(),
                depths.join(", ")
            );
            (depths, several[0].place.replacen("; ", "; the first ", 1))
        }
    };
    let summary = format!("{counted}, {depths}, format {}{place}", format.name);
    let product = FinishedText {
        text: hardware.text(format, &exports)?.into_bytes(),
        summary,
        about: maker.about(format, n, &sets),
    };
    product.deliver(arguments.output.as_deref(), &arguments.talk)?;
    Ok(ExitCode::SUCCESS)
}

/// The ansatz that the angles of all files belong to, or the one that was asked for.
///
/// # Errors
/// If they differ.
fn common_ansatz(paths: &[PathBuf], asked: AnsatzKind) -> Result<AnsatzKind> {
    let Some((first, others)) = paths.split_first() else {
        return ansatz_for(None, asked);
    };
    let kind = ansatz_for(Some(first), asked)?;
    for other in others {
        let found = ansatz_for(Some(other), asked)?;
        if found != kind {
            let found = format!(
                "{kind} in {}, {found} in {}",
                first.display(),
                other.display()
            );
            let remedy = "the sets of angles of one job belong to one ansatz";
            return Err(Error::argument("--angles", found, remedy));
        }
    }
    Ok(kind)
}

/// The gates of the parts of the ansatz, where all qubits are coupled.
pub(crate) fn gates_json(counts: &AnsatzCounts) -> Value {
    let count = |count: &GateCount| json!({"one_qubit": count.one_qubit, "cx": count.two_qubit});
    json!({
        "start": count(&counts.prepare),
        "cost_layer": count(&counts.cost),
        "mixer_layer": count(&counts.mixer),
    })
}

/// The same in a line.
pub(crate) fn gates_line(counts: &AnsatzCounts) -> String {
    let AnsatzCounts {
        prepare,
        cost,
        mixer,
    } = counts;
    format!(
        "where all qubits are coupled: {} CX to the start, {} in a cost layer, {} in a mixer layer",
        prepare.two_qubit, cost.two_qubit, mixer.two_qubit
    )
}

/// # Errors
/// If a product has so many variables that its 2^degree products of spins would fill the memory.
fn check_degree(problem: &Problem) -> Result<()> {
    let (degree, limit) = (problem.cost.polynomial.degree(), Ising::DEGREE_LIMIT);
    if degree <= limit {
        return Ok(());
    }
    let found = format!("a product of {degree} variables becomes 2^{degree} rotations");
    let remedy = format!("circuits take products of at most {limit} variables");
    Err(Error::input(&problem.puzzle.file, None, found, remedy))
}

/// # Errors
/// If the format writes the angles of a layer by name, of which there are two only.
fn check_format(format: &CircuitFormat, kind: AnsatzKind) -> Result<()> {
    if format.name != "qasm3-param" {
        return Ok(());
    }
    let found = format!(
        "{} names one gamma and one beta for each layer, and {kind} has more",
        format.name
    );
    Err(Error::argument(
        "--to",
        found,
        "use --to qasm3, which writes the angles as numbers",
    ))
}

/// The angles of the deepest depth of a search, where none were given.
///
/// # Errors
/// If the settings contradict each other, or the state does not fit into memory.
fn optimized(
    arguments: &ExportArguments,
    settings: &Settings,
    problem: &Problem,
) -> Result<Angles> {
    let plan = settings.search(arguments.depth.depth)?.for_problem(problem);
    let ansatz = problem.ansatz_of(plan.ansatz, plan.precision)?.ansatz;
    let bar = arguments.talk.progress_bar(problem.qubits(), &plan);
    let stages = find_angles(&ansatz, &plan, &|progress| {
        show_progress(&bar, progress);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    activity::doing("writing the circuit");
    let last = stages.last();
    Ok(last.map(|stage| stage.angles.clone()).unwrap_or_default())
}

/// What the file says of the puzzle or the model: its name, how it was reduced and encoded, and how
/// each cell is read off the qubits.
fn header(problem: &Problem, energies: Option<&ModelFile>) -> CircuitHeader {
    let of_puzzle = ModelFile::new(&problem.puzzle.model, &problem.reduction, &problem.cost);
    let file = energies.unwrap_or(&of_puzzle);
    let cells = file
        .cell_texts()
        .map(|(name, text)| (name.to_owned(), text));
    let mut cells: Vec<_> = cells.collect();
    let notes = match energies {
        None => {
            let options = format!(
                "family {}; reduction: {}; {}",
                problem.puzzle.family,
                problem.settings.reduction_in_words(),
                problem.encodings
            );
            let auxiliaries = file.auxiliaries().iter();
            let auxiliaries =
                auxiliaries.map(|(qubit, meaning)| format!("x{qubit} is auxiliary: {meaning}"));
            let notes = std::iter::once(options).chain(auxiliaries);
            notes.chain(registers::notes(problem)).collect()
        }
        Some(_) => {
            if cells.is_empty() {
                let names = (0..problem.qubits()).map(|k| format!("x{k}"));
                cells = names.map(|name| (name.clone(), name)).collect();
            }
            vec!["a model without rules: no board, no reduction".to_owned()]
        }
    };
    CircuitHeader {
        puzzle: problem.puzzle.name.clone(),
        file: problem.puzzle.file.clone(),
        model_hash: model_hash(&problem.cost.polynomial),
        mixer: problem.registers.as_ref().map(|known| known.mixer),
        cells,
        notes,
        counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
        ..CircuitHeader::default()
    }
}
