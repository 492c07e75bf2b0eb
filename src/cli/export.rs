//! `ketboard export`: the circuit at optimized or given angles.

use super::angles::angles_from;
use super::circuit_file::circuit_formats;
use super::hardware::{Hardware, HardwareOptions, method_name};
use super::no_solution::NoSolution;
use super::options::{DepthOption, ModelOptions, SearchOptions, TalkOptions, show_progress};
use super::product::Product;
use super::ready::needs_qubits;
use super::subject::model_if_any;
use super::words::{plural, probability};
use ketboard::circuit::Circuit;
use ketboard::compile::{Compiled, Program};
use ketboard::encode::{Ising, ModelFile, Polynomial, model_hash};
use ketboard::export::{CIRCUIT_FORMATS, CircuitFormat, Export, Header};
use ketboard::files::check_target;
use ketboard::pipeline::{PlainModel, Problem, ReductionPlan, find_angles};
use ketboard::qaoa::Angles;
use ketboard::sim::{Diagonal, Purpose};
use ketboard::{Error, Result};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// A puzzle file, or a model in any format that `ketboard qubo` writes
    file: PathBuf,
    /// The circuit format
    #[arg(long, value_name = "FORMAT", default_value = CIRCUIT_FORMATS[0].name, value_parser = circuit_formats())]
    to: String,
    /// Angles from any JSON with "gammas" and "betas", such as what solve --json wrote [default: optimize now]
    ///
    /// Give the same --reduce, --target-qubits, --weight and encodings as for the angles.
    #[arg(long, value_name = "RESULT.json")]
    angles: Option<PathBuf>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    hardware: HardwareOptions,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// What a circuit is made of: a cost, and who it belongs to.
struct Cost {
    /// The file it came from.
    file: String,
    polynomial: Polynomial,
    diagonal: Box<dyn Fn() -> Result<Diagonal>>,
    /// The header of the circuit, without its angles.
    header: Header,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let format = CircuitFormat::named(&arguments.to)?;
    let hardware = arguments.hardware.chosen(format, arguments.search.seed)?;
    let cost = match cost(arguments)? {
        Ok(cost) => cost,
        Err(no_solution) => return no_solution.report(&arguments.talk),
    };
    check_degree(&cost)?;
    format.check(cost.polynomial.n(), hardware.device())?;
    if let Some(path) = &arguments.output {
        check_target(path)?;
    }
    let angles = match &arguments.angles {
        Some(path) => angles_from(path, &cost.polynomial, &cost.file)?,
        None => optimized(arguments, &cost)?,
    };
    let ising = Ising::checked(&cost.polynomial)?;
    let terms: Vec<_> = ising
        .terms()
        .map(|(qubits, c)| (qubits.to_vec(), c))
        .collect();
    let n = cost.polynomial.n();
    let ansatz = |angles: &Angles| Circuit::qaoa(&terms, n, angles);
    let compiled = hardware.compiled(&Program::qaoa(&terms, n, &angles))?;
    let mut header = Header {
        angles: angles.clone(),
        ..cost.header
    };
    let mut about = about(format, n, &angles, &hardware);
    let mut place = String::new();
    if let Some(compiled) = &compiled {
        let route = route(compiled, &hardware);
        place = format!("; {route}");
        let starts = &compiled.placement;
        header
            .notes
            .push(format!("{route}; variables start on qubits {starts:?}"));
        add_route(&mut about, compiled);
    }
    let circuit = compiled.map_or_else(|| ansatz(&angles), |compiled| compiled.circuit);
    let export = Export {
        ansatz: Some(&ansatz),
        ..Export::new(&circuit, &header)
    };
    let counted = plural(n as u64, "qubit");
    let summary = format!(
        "{counted}, depth {}, format {}{place}",
        angles.depth(),
        format.name
    );
    let product = Product {
        text: hardware.text(format, &export)?.into_bytes(),
        summary,
        about,
    };
    product.deliver(arguments.output.as_deref(), &arguments.talk)?;
    Ok(ExitCode::SUCCESS)
}

/// The cost of the file: a model's, or that of a puzzle, reduced and encoded.
fn cost(arguments: &Arguments) -> Result<std::result::Result<Cost, NoSolution>> {
    let options = &arguments.model;
    if let Some(model) = model_if_any(options, &arguments.file, "circuit")? {
        return Ok(Ok(cost_of_model(model)));
    }
    let problem = match options.prepare(&arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return Ok(Err(no_solution)),
    };
    needs_qubits(&problem, "circuit")?;
    Ok(Ok(Cost {
        file: problem.puzzle.file.clone(),
        polynomial: problem.cost.polynomial.clone(),
        header: header(&problem, &options.plan()),
        diagonal: Box::new(move || problem.diagonal()),
    }))
}

fn cost_of_model(model: PlainModel) -> Cost {
    let polynomial = model.model.polynomial().clone();
    let named = model.model.cell_texts();
    let mut cells: Vec<_> = named.map(|(name, text)| (name.to_owned(), text)).collect();
    if cells.is_empty() {
        let names = (0..polynomial.n()).map(|k| format!("x{k}"));
        cells = names.map(|name| (name.clone(), name)).collect();
    }
    Cost {
        file: model.file.clone(),
        header: Header {
            title: None,
            puzzle: model.name(),
            file: model.file.clone(),
            model_hash: model_hash(&polynomial),
            angles: Angles::default(),
            cells,
            notes: vec!["a model without rules: no board, no reduction".to_owned()],
        },
        polynomial,
        diagonal: Box::new(move || model.diagonal(Purpose::Gradient)),
    }
}

/// # Errors
/// If a product has so many variables that its 2^degree products of spins would fill the memory.
fn check_degree(cost: &Cost) -> Result<()> {
    let (degree, limit) = (cost.polynomial.degree(), Ising::DEGREE_LIMIT);
    if degree <= limit {
        return Ok(());
    }
    let found = format!("a product of {degree} variables becomes 2^{degree} rotations");
    let remedy = format!("circuits take products of at most {limit} variables");
    Err(Error::input(&cost.file, None, found, remedy))
}

/// What programs are told of the file.
fn about(
    format: &CircuitFormat,
    qubits: usize,
    angles: &Angles,
    hardware: &Hardware,
) -> Map<String, Value> {
    let mut about = Map::from_iter([
        ("format".to_owned(), Value::from(format.name)),
        ("qubits".to_owned(), qubits.into()),
        ("depth".to_owned(), angles.depth().into()),
        ("gammas".to_owned(), angles.gammas.clone().into()),
        ("betas".to_owned(), angles.betas.clone().into()),
    ]);
    if let Some(name) = hardware.name() {
        about.insert("backend".to_owned(), name.into());
    }
    about
}

/// How the circuit came onto the device, in a line.
fn route(compiled: &Compiled, hardware: &Hardware) -> String {
    let fidelity = compiled.estimated_fidelity;
    let fidelity = fidelity.map_or(String::new(), |f| {
        format!(", estimated fidelity {}", probability(f))
    });
    format!(
        "on {} by {}: {} two-qubit gates in depth {}{fidelity}",
        hardware.name().unwrap_or_default(),
        method_name(compiled.method),
        compiled.two_qubit_gates,
        compiled.two_qubit_depth,
    )
}

/// The same for programs.
fn add_route(about: &mut Map<String, Value>, compiled: &Compiled) {
    let mut add = |key: &str, value: Value| about.insert(key.to_owned(), value);
    add("method", method_name(compiled.method).into());
    add("two_qubit_gates", compiled.two_qubit_gates.into());
    add("two_qubit_depth", compiled.two_qubit_depth.into());
    add("placement", compiled.placement.clone().into());
    add("measured", compiled.circuit.measured().into());
    if let Some(fidelity) = compiled.estimated_fidelity {
        add("estimated_fidelity", fidelity.into());
    }
}

/// An export needs angles, not samples.
const SHOTS: usize = 1;

fn optimized(arguments: &Arguments, cost: &Cost) -> Result<Angles> {
    let plan = arguments.search.plan(arguments.depth.depth, SHOTS)?;
    let bar = arguments.talk.progress_bar("angles", &plan, 1);
    let stages = find_angles(&(cost.diagonal)()?, &plan, &|progress| {
        show_progress(&bar, &progress)
    })?;
    bar.finish_and_clear();
    Ok(stages
        .last()
        .map(|stage| stage.angles.clone())
        .unwrap_or_default())
}

fn header(problem: &Problem, plan: &ReductionPlan) -> Header {
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
        .chain(auxiliaries.map(|(qubit, meaning)| format!("x{qubit} is auxiliary: {meaning}")));
    Header {
        title: None,
        puzzle: problem.puzzle.name.clone(),
        file: problem.puzzle.file.clone(),
        model_hash: model_hash(&problem.cost.polynomial),
        angles: Angles::default(),
        cells: cells.map(|(name, text)| (name.to_owned(), text)).collect(),
        notes: notes.collect(),
    }
}
