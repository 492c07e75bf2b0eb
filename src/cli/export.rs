//! `ketboard export`: the circuit at optimized or given angles, or a job at several sets of them.

mod sets;

use self::sets::{CircuitMaker, CircuitSet};
use super::activity;
use super::angles::{angles_for, angles_from, angles_of_parts, ansatz_for};
use super::circuit_file::{QISKITS_ORDER, circuit_formats};
use super::hardware::HardwareOptions;
use super::no_solution::NoSolution;
use super::options::{DepthOption, SearchOptions, TalkOptions, show_progress};
use super::product::FinishedText;
use super::ready::{needs_qubits, prepared};
use super::registers;
use super::subject::model_if_any;
use super::words::plural;
use crate::experiment::RegistersRecord;
use crate::files::check_target;
use crate::pipeline::{
    AnsatzCircuit, AnsatzCounts, AnsatzKind, NamedParts, PlainModel, Problem, ReductionPlan,
    SearchPlan, find_angles,
};
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_circuits::{CIRCUIT_FORMATS, CircuitExport, CircuitFormat, CircuitHeader, GateCount};
use ketboard_puzzles::{Ising, ModelFile, Polynomial, model_hash};
use ketboard_qaoa::{AngleShape, Angles, Ansatz, Precision, Stage};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
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
    subject: CostSource,
    /// The header of the circuit, without its angles.
    header: CircuitHeader,
    /// What programs are told of registers.
    registers: Option<RegistersRecord>,
}

/// Where a cost comes from.
enum CostSource {
    Model(PlainModel),
    Puzzle(Box<Problem>),
}

impl CostSource {
    /// The file it came from.
    fn file(&self) -> &str {
        match self {
            Self::Model(model) => &model.file,
            Self::Puzzle(problem) => &problem.puzzle.file,
        }
    }

    /// The cost, as a polynomial over the qubits.
    fn polynomial(&self) -> &Polynomial {
        match self {
            Self::Model(model) => model.model.polynomial(),
            Self::Puzzle(problem) => &problem.cost.polynomial,
        }
    }

    /// The ansatz as gates, on qubits or on qudits.
    ///
    /// # Errors
    /// If a term has more factors than a circuit takes.
    fn ansatz(&self) -> Result<AnsatzCircuit> {
        match self {
            Self::Model(model) => AnsatzCircuit::of(model.model.polynomial()),
            Self::Puzzle(problem) => problem.ansatz_circuit(),
        }
    }

    /// The parts that have angles of their own; `None` in the standard ansatz.
    fn parts(&self, kind: AnsatzKind) -> Result<Option<NamedParts>> {
        match self {
            Self::Model(model) => model.ansatz_parts(kind),
            Self::Puzzle(problem) => problem.ansatz_parts(kind),
        }
    }

    /// The angles in a file.
    ///
    /// # Errors
    /// If the file has none, or those of another model.
    fn angles_in(&self, path: &Path) -> Result<Angles> {
        match self {
            Self::Model(model) => angles_from(path, model.model.polynomial(), &model.file),
            Self::Puzzle(problem) => angles_for(path, problem),
        }
    }
}

/// Runs `ketboard export`: the ansatz at given or searched angles, as a circuit or a job.
pub(crate) fn run(arguments: &ExportArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let format = CircuitFormat::named(&arguments.to)?;
    let settings = arguments.settings.read()?;
    let hardware = arguments.hardware.chosen(format, settings.seed)?;
    let cost = match cost(arguments, &settings)? {
        Ok(cost) => cost,
        Err(no_solution) => return no_solution.report(&arguments.talk),
    };
    check_degree(&cost.subject)?;
    let n = cost.subject.polynomial().n();
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
    let parts = cost.subject.parts(kind)?;
    let (gates, shape) = match &parts {
        None => (cost.subject.ansatz()?, AngleShape::STANDARD),
        Some(parts) => {
            check_format(format, kind)?;
            let polynomial = cost.subject.polynomial();
            let gates = AnsatzCircuit::in_parts(polynomial, parts, kind)?;
            (gates, kind.shape(parts.len(), n))
        }
    };
    let read = |path: &PathBuf| match &parts {
        None => cost.subject.angles_in(path),
        Some(parts) => {
            let of = (cost.subject.polynomial(), cost.subject.file());
            angles_of_parts(path, of, parts, shape)
        }
    };
    let angles = match &arguments.angles[..] {
        [] => vec![optimized(arguments, &settings, &cost.subject)?],
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

/// The cost of the file: a model's, or that of a puzzle, reduced and encoded.
fn cost(
    arguments: &ExportArguments,
    settings: &Settings,
) -> Result<std::result::Result<ExportedCost, NoSolution>> {
    if let Some(model) = model_if_any(settings, &arguments.file, "circuit")? {
        return Ok(Ok(ExportedCost {
            header: header_of_model(&model),
            subject: CostSource::Model(model),
            registers: None,
        }));
    }
    let problem = match prepared(settings, &arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return Ok(Err(no_solution)),
    };
    needs_qubits(&problem, "circuit")?;
    Ok(Ok(ExportedCost {
        header: header(&problem, &settings.reduction()?),
        registers: RegistersRecord::of(&problem),
        subject: CostSource::Puzzle(Box::new(problem)),
    }))
}

/// What the file says of a model: its name, its hash, and which variable each qubit is.
fn header_of_model(model: &PlainModel) -> CircuitHeader {
    let polynomial = model.model.polynomial();
    let named = model.model.cell_texts();
    let mut cells: Vec<_> = named.map(|(name, text)| (name.to_owned(), text)).collect();
    if cells.is_empty() {
        let names = (0..polynomial.n()).map(|k| format!("x{k}"));
        cells = names.map(|name| (name.clone(), name)).collect();
    }
    CircuitHeader {
        puzzle: model.name(),
        file: model.file.clone(),
        model_hash: model_hash(polynomial),
        cells,
        notes: vec!["a model without rules: no board, no reduction".to_owned()],
        counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
        ..CircuitHeader::default()
    }
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
fn check_degree(cost: &CostSource) -> Result<()> {
    let (degree, limit) = (cost.polynomial().degree(), Ising::DEGREE_LIMIT);
    if degree <= limit {
        return Ok(());
    }
    let found = format!("a product of {degree} variables becomes 2^{degree} rotations");
    let remedy = format!("circuits take products of at most {limit} variables");
    Err(Error::input(cost.file(), None, found, remedy))
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
    cost: &CostSource,
) -> Result<Angles> {
    let plan = settings.search(arguments.depth.depth)?;
    let kind = plan.ansatz;
    let stages = match cost {
        CostSource::Model(model) => {
            let ansatz = model.ansatz(kind, Precision::F64)?.ansatz;
            searched(&ansatz, model.qubits(), &plan, arguments)?
        }
        CostSource::Puzzle(problem) => {
            let plan = plan.for_problem(problem);
            let ansatz = problem.ansatz(kind, Precision::F64)?.ansatz;
            searched(&ansatz, problem.qubits(), &plan, arguments)?
        }
    };
    Ok(stages
        .last()
        .map(|stage| stage.angles.clone())
        .unwrap_or_default())
}

/// The search for angles, under a progress bar.
fn searched(
    ansatz: &Ansatz,
    qubits: usize,
    plan: &SearchPlan,
    arguments: &ExportArguments,
) -> Result<Vec<Stage>> {
    let bar = arguments.talk.progress_bar(qubits, plan);
    let stages = find_angles(ansatz, plan, &|progress| {
        show_progress(&bar, progress);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    activity::doing("writing the circuit");
    Ok(stages)
}

/// What the file says of a puzzle: its name, how it was reduced and encoded, and how each cell is
/// read off the qubits.
fn header(problem: &Problem, plan: &ReductionPlan) -> CircuitHeader {
    let model = &problem.puzzle.model;
    let file = ModelFile::new(model, &problem.reduction, &problem.cost);
    let cells = file.cell_texts();
    let auxiliaries = file.auxiliaries().iter();
    let options = format!(
        "family {}; reduction: {}; {}",
        problem.puzzle.family,
        plan.describe(),
        problem.encodings
    );
    let notes = std::iter::once(options)
        .chain(auxiliaries.map(|(qubit, meaning)| format!("x{qubit} is auxiliary: {meaning}")))
        .chain(registers::notes(problem));
    CircuitHeader {
        title: None,
        puzzle: problem.puzzle.name.clone(),
        file: problem.puzzle.file.clone(),
        model_hash: model_hash(&problem.cost.polynomial),
        angles: Angles::default(),
        shape: AngleShape::STANDARD,
        mixer: problem.registers.as_ref().map(|known| known.mixer),
        cells: cells.map(|(name, text)| (name.to_owned(), text)).collect(),
        notes: notes.collect(),
        counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
    }
}
