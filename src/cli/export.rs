//! `ketboard export`: the circuit at optimized or given angles.

use super::common::{ModelOptions, SearchOptions, TalkOptions, show_progress};
use ketboard::circuit::Circuit;
use ketboard::encode::{Ising, model_hash};
use ketboard::export::{CIRCUIT_FORMATS, CircuitFormat, Header};
use ketboard::files::{read_text, write_whole};
use ketboard::pipeline::{Problem, ReductionPlan, find_angles};
use ketboard::qaoa::Angles;
use ketboard::{Error, Result};
use serde::Deserialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The puzzle file
    file: PathBuf,
    /// The circuit format: qasm3
    #[arg(long, value_name = "FORMAT", default_value = "qasm3")]
    to: String,
    /// Angles from any JSON with `gammas` and `betas`, e.g. what `solve --json` wrote [default: optimize now]
    #[arg(long, value_name = "RESULT.json")]
    angles: Option<PathBuf>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    model: ModelOptions,
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
        Err(no_solution) => return Ok(no_solution.report(&arguments.talk)),
    };
    let angles = match &arguments.angles {
        Some(path) => angles_from(path, &problem)?,
        None => optimized(arguments, &problem)?,
    };
    let ising = Ising::from(&problem.cost.polynomial);
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
    match &arguments.output {
        Some(path) => write_whole(path, &text)?,
        None => std::io::stdout()
            .write_all(&text)
            .map_err(|source| Error::Write {
                path: "standard output".into(),
                source,
            })?,
    }
    Ok(ExitCode::SUCCESS)
}

fn find(name: &str) -> Result<&'static CircuitFormat> {
    CIRCUIT_FORMATS
        .iter()
        .find(|format| format.name == name)
        .ok_or_else(|| {
            let names: Vec<_> = CIRCUIT_FORMATS.iter().map(|format| format.name).collect();
            Error::argument(
                "--to",
                format!("found {name:?}"),
                format!("use one of {}", names.join(", ")),
            )
        })
}

fn optimized(arguments: &Arguments, problem: &Problem) -> Result<Angles> {
    let plan = arguments.search.plan(arguments.search.depth)?;
    let bar = arguments.talk.progress_bar(
        (plan.settings.depth * plan.settings.starts) as u64,
        "angles",
    );
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
        Error::input(&name, Some(error.line()), error.to_string(), remedy)
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
            "use the same puzzle file, --reduce, --target-qubits and --weight as for the angles",
        ));
    }
    Angles::new(file.gammas, file.betas)
        .map_err(|error| Error::input(&name, None, error.to_string(), "mend the angles"))
}

fn header(problem: &Problem, angles: &Angles, plan: &ReductionPlan) -> Header {
    let model = &problem.puzzle.model;
    let cells = model.variables().map(|var| {
        (
            model.name(var).to_owned(),
            problem.reduction.value(var).to_string(),
        )
    });
    Header {
        puzzle: problem.puzzle.name.clone(),
        file: problem.puzzle.file.clone(),
        model_hash: model_hash(&problem.cost.polynomial),
        angles: angles.clone(),
        cells: cells.collect(),
        notes: vec![format!(
            "family {}; reduction: {}",
            problem.puzzle.family,
            plan.describe()
        )],
    }
}
