//! `ketboard export`: the circuit at optimized or given angles.

use super::options::{DepthOption, ModelOptions, SearchOptions, TalkOptions, show_progress};
use super::product::Product;
use super::ready::needs_qubits;
use super::words::plural;
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard::circuit::Circuit;
use ketboard::encode::{Ising, ModelFile, model_hash};
use ketboard::export::{CIRCUIT_FORMATS, CircuitFormat, Header};
use ketboard::files::{check_target, read_text};
use ketboard::pipeline::{Problem, ReductionPlan, find_angles};
use ketboard::qaoa::Angles;
use ketboard::{Error, Result};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The puzzle file
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
    model: ModelOptions,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let format = find(&arguments.to)?;
    let problem = match arguments.model.prepare(&arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return no_solution.report(&arguments.talk),
    };
    needs_qubits(&problem, "circuit")?;
    if let Some(path) = &arguments.output {
        check_target(path)?;
    }
    let angles = match &arguments.angles {
        Some(path) => angles_from(path, &problem)?,
        None => optimized(arguments, &problem)?,
    };
    let ising = Ising::checked(&problem.cost.polynomial)?;
    let terms: Vec<_> = ising
        .terms()
        .map(|(qubits, c)| (qubits.to_vec(), c))
        .collect();
    let circuit = Circuit::qaoa(&terms, problem.qubits(), &angles);
    let mut text = Vec::new();
    (format.write)(
        &circuit,
        &header(&problem, &angles, &arguments.model.plan()),
        &mut text,
    )?;
    product(text, format, &problem, &angles)
        .deliver(arguments.output.as_deref(), &arguments.talk)?;
    Ok(ExitCode::SUCCESS)
}

fn formats() -> PossibleValuesParser {
    let value = |f: &'static CircuitFormat| PossibleValue::new(f.name).help(f.about);
    PossibleValuesParser::new(CIRCUIT_FORMATS.iter().map(value))
}

fn find(name: &str) -> Result<&'static CircuitFormat> {
    let format = CIRCUIT_FORMATS.iter().find(|format| format.name == name);
    format.ok_or_else(|| Error::argument("--to", format!("found {name:?}"), "see --help"))
}

fn product(text: Vec<u8>, format: &CircuitFormat, problem: &Problem, angles: &Angles) -> Product {
    let qubits = plural(problem.qubits() as u64, "qubit");
    Product {
        text,
        summary: format!("{qubits}, depth {}, format {}", angles.depth(), format.name),
        about: Map::from_iter([
            ("format".to_owned(), Value::from(format.name)),
            ("qubits".to_owned(), problem.qubits().into()),
            ("depth".to_owned(), angles.depth().into()),
            ("gammas".to_owned(), angles.gammas.clone().into()),
            ("betas".to_owned(), angles.betas.clone().into()),
        ]),
    }
}

/// An export needs angles, not samples.
const SHOTS: usize = 1;

fn optimized(arguments: &Arguments, problem: &Problem) -> Result<Angles> {
    let plan = arguments.search.plan(arguments.depth.depth, SHOTS)?;
    let bar = arguments.talk.progress_bar("angles", &plan, 1);
    let stages = find_angles(&problem.diagonal()?, &plan, &|progress| {
        show_progress(&bar, &progress)
    })?;
    bar.finish_and_clear();
    Ok(stages
        .last()
        .map(|stage| stage.angles.clone())
        .unwrap_or_default())
}

/// The part of a result file that an export needs.
#[derive(Deserialize)]
struct AnglesFile {
    gammas: Vec<f64>,
    betas: Vec<f64>,
    model_hash: Option<String>,
}

fn angles_from(path: &Path, problem: &Problem) -> Result<Angles> {
    let name = path.display().to_string();
    let file: AnglesFile = serde_json::from_str(&read_text(path)?).map_err(|error| {
        let remedy = "give a JSON object with the lists \"gammas\" and \"betas\"";
        let found = error.to_string();
        let found = found.split(" at line").next().unwrap_or_default();
        Error::input(&name, Some(error.line()), found, remedy)
    })?;
    let hash = model_hash(&problem.cost.polynomial);
    if file.model_hash.is_some_and(|of_angles| of_angles != hash) {
        return Err(Error::input(
            &name,
            None,
            format!(
                "its angles belong to another model than that of {}",
                problem.puzzle.file
            ),
            "use the same puzzle file, --reduce, --target-qubits, --weight and encodings as for the angles",
        ));
    }
    if file.gammas.len() != file.betas.len() {
        let found = format!(
            "{} gammas and {} betas",
            file.gammas.len(),
            file.betas.len()
        );
        let remedy = "give one gamma and one beta for each layer";
        return Err(Error::input(&name, None, found, remedy));
    }
    Angles::new(file.gammas, file.betas)
}

fn header(problem: &Problem, angles: &Angles, plan: &ReductionPlan) -> Header {
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
        .chain(auxiliaries.map(|(qubit, meaning)| format!("q[{qubit}] is auxiliary: {meaning}")));
    Header {
        title: None,
        puzzle: problem.puzzle.name.clone(),
        file: problem.puzzle.file.clone(),
        model_hash: model_hash(&problem.cost.polynomial),
        angles: angles.clone(),
        cells: cells.map(|(name, text)| (name.to_owned(), text)).collect(),
        notes: notes.collect(),
    }
}
