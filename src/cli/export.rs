//! `ketboard export`: the circuit at optimized or given angles.

use super::angles_file::angles_from;
use super::hardware::HardwareOptions;
use super::no_solution::NoSolution;
use super::options::{DepthOption, ModelOptions, SearchOptions, TalkOptions, show_progress};
use super::product::Product;
use super::ready::needs_qubits;
use super::subject::model_if_any;
use super::words::plural;
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard::circuit::Circuit;
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
    #[arg(long, value_name = "FORMAT", default_value = CIRCUIT_FORMATS[0].name, value_parser = formats())]
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
    let hardware = arguments.hardware.chosen(format)?;
    let cost = match cost(arguments)? {
        Ok(cost) => cost,
        Err(no_solution) => return no_solution.report(&arguments.talk),
    };
    check_degree(&cost)?;
    if let Some(path) = &arguments.output {
        check_target(path)?;
    }
    let angles = match &arguments.angles {
        Some(path) => angles_from(path, &cost.file, &cost.polynomial)?,
        None => optimized(arguments, &cost)?,
    };
    let ising = Ising::checked(&cost.polynomial)?;
    let terms: Vec<_> = ising
        .terms()
        .map(|(qubits, c)| (qubits.to_vec(), c))
        .collect();
    let n = cost.polynomial.n();
    let ansatz = |angles: &Angles| Circuit::qaoa(&terms, n, angles);
    let circuit = ansatz(&angles);
    let header = Header {
        angles: angles.clone(),
        ..cost.header
    };
    let export = Export {
        ansatz: Some(&ansatz),
        ..Export::new(&circuit, &header)
    };
    let text = hardware.text(format, &export)?.into_bytes();
    product(text, format, n, &angles).deliver(arguments.output.as_deref(), &arguments.talk)?;
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

fn formats() -> PossibleValuesParser {
    let value = |f: &'static CircuitFormat| PossibleValue::new(f.name).help(f.about);
    PossibleValuesParser::new(CIRCUIT_FORMATS.iter().map(value))
}

fn product(text: Vec<u8>, format: &CircuitFormat, qubits: usize, angles: &Angles) -> Product {
    let counted = plural(qubits as u64, "qubit");
    Product {
        text,
        summary: format!(
            "{counted}, depth {}, format {}",
            angles.depth(),
            format.name
        ),
        about: Map::from_iter([
            ("format".to_owned(), Value::from(format.name)),
            ("qubits".to_owned(), qubits.into()),
            ("depth".to_owned(), angles.depth().into()),
            ("gammas".to_owned(), angles.gammas.clone().into()),
            ("betas".to_owned(), angles.betas.clone().into()),
        ]),
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
