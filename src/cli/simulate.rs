//! `ketboard simulate`: QAOA at given angles on a model file of any format.

use super::number::list;
use super::options::{StateOptions, TalkOptions};
use super::page::{PrintedPage, print_json};
use super::subject::model;
use crate::files::write_together;
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_circuits::{Bitstring, Counts};
use ketboard_qaoa::{Angles, Ansatz, Cost, Purpose, State};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Angles: numbers in radians, pi/2, -3pi/8, 0.25*pi; or a ramp 0..0.8:4, a straight line at the midpoints of 4 layers. \
                  On a puzzle file: ketboard evaluate."
)]
pub(crate) struct SimulateArguments {
    /// The model: any format that `ketboard qubo` writes, told by its content
    model: PathBuf,
    /// Angles of the cost layers, first layer first
    #[arg(long, value_name = "a,b", allow_hyphen_values = true)]
    gammas: String,
    /// Angles of the mixer layers, as many; to minimize, a ramp has β < 0
    #[arg(long, value_name = "c,d", allow_hyphen_values = true)]
    betas: String,
    /// Write the probability of every basis state: {bitstring: probability}, character k is qubit k
    #[arg(long, value_name = "OUT.json")]
    probs: Option<PathBuf>,
    /// Write simulated measurement counts, as `ketboard decode` reads them
    #[arg(long, value_name = "OUT.json")]
    counts: Option<PathBuf>,
    #[command(flatten)]
    settings: StateOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard simulate`: the state of a model at given angles.
pub(crate) fn run(arguments: &SimulateArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let gammas = list("--gammas", &arguments.gammas)?;
    let angles = Angles::new(gammas, list("--betas", &arguments.betas)?)?;
    let settings = arguments.settings.read()?;
    let precision = settings.precision;
    let cost = model(&arguments.model)?.energies(Purpose::Evaluation, precision)?;
    let state = Ansatz::new(cost.clone())
        .with_precision(precision)
        .state(&angles)?;
    arguments.talk.note_idle_ranks();
    write_files(arguments, &settings, &state)?;
    report(arguments, &cost, &state)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the probabilities and the shots that were asked for, all files or none.
///
/// # Errors
/// If both are to go into one file, or a file cannot be written.
fn write_files(arguments: &SimulateArguments, settings: &Settings, state: &State) -> Result<()> {
    let mut files: Vec<(&Path, String)> = Vec::new();
    if let Some(path) = &arguments.probs {
        // the number of each basis state, and its line of the text
        state.check_list(8 + line_of(state))?;
        files.push((path, probabilities_json(state)));
    }
    if let Some(path) = &arguments.counts {
        if arguments.probs.as_ref() == Some(path) {
            let found = format!("{} is also the file of --probs", path.display());
            return Err(Error::argument("--counts", found, "give two files"));
        }
        let (n, shots) = (state.dims().len(), settings.shots);
        let counts = Counts::from_shots(n, state.sample(shots, settings.seed)?);
        let counts = counts.mapped(|index| Bitstring::of_index(*index, n));
        files.push((path, format!("{}\n", counts.to_json())));
    }
    let files: Vec<(&Path, &[u8])> = files
        .iter()
        .map(|(path, text)| (*path, text.as_bytes()))
        .collect();
    write_together(&files)
}

/// Prints ⟨C⟩, the norm of the state, and the probability of the lowest energy.
fn report(arguments: &SimulateArguments, cost: &Cost, state: &State) -> Result<()> {
    let expectation = state.expectation(cost);
    let ground = state.ground_probability(cost, cost.rounding());
    if arguments.talk.json {
        return print_json(&serde_json::json!({
            "n": state.dims().len(), "expectation": expectation, "norm": state.norm(),
            "ground_probability": ground,
        }));
    }
    let mut page = PrintedPage::default();
    let lowest = format!("P(lowest energy {})", cost.min());
    page.line(format_args!("{:22}{}", "qubits", state.dims().len()));
    page.line(format_args!("{:22}{expectation}", "⟨C⟩"));
    page.line(format_args!("{:22}{}", "norm", state.norm()));
    page.line(format_args!("{lowest:22}{ground}"));
    page.print()
}

/// The probability of every bitstring, character k of which is qubit k.
fn probabilities_json(state: &State) -> String {
    let n = state.dims().len();
    let mut text = String::with_capacity(state.states() * line_of(state));
    text.push('{');
    for (index, probability) in (0..).zip(state.probabilities()) {
        let separator = if index == 0 { "" } else { "," };
        let bits = Bitstring::of_index(index, n);
        let value = serde_json::Value::from(probability);
        text.push_str(&format!("{separator}\n\"{bits}\": {value}"));
    }
    text.push_str("\n}\n");
    text
}

/// Characters of a line of that text, at most.
fn line_of(state: &State) -> usize {
    state.dims().len() + 40
}
