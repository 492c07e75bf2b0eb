//! `ketboard spectrum`: how many boards have which energy, and QAOA with the Grover mixer on that
//! alone.

use super::activity;
use super::number::{DEEPEST, within};
use super::options::{ModelOptions, TalkOptions, value_parser};
use super::subject::{prepared, puzzle};
use crate::Result;
use crate::error::NoSolution;
use crate::pipeline::{GroverMixerDepth, Problem, Spectrum};
use crate::settings::setting;
use ketboard_puzzles::RegisterChoice;
use ketboard_qaoa::{SearchSettings, memory, search::Effort};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct SpectrumArguments {
    /// The puzzle file
    file: PathBuf,
    /// Which rules the states keep by construction: the space is the product of the legal fillings
    /// of each
    #[arg(long, value_name = "WHICH", default_value = "rows", value_parser = value_parser(setting("registers").expect("a row of the table")))]
    registers: String,
    /// Number of QAOA layers p: every depth from 1 to p is optimized; 0 for the histogram alone
    #[arg(long, short = 'p', value_name = "P", default_value = "0", value_parser = within::<0, DEEPEST>)]
    depth: usize,
    #[command(flatten)]
    settings: ModelOptions,
}

/// Runs `ketboard spectrum`: how many states have which energy, and QAOA with the Grover mixer on
/// that alone.
pub(crate) fn run(arguments: &SpectrumArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let choice = RegisterChoice::from_name(&arguments.registers).unwrap_or(RegisterChoice::Rows);
    let settings = arguments.settings.0.clone().by_the_paper_alone();
    let problem = prepared(&settings, puzzle(&arguments.file)?)?;
    activity::doing("counting states by energy, then listing the boards that obey the rules");
    let spectrum = problem.spectrum(choice, memory::available() / 2)?;
    if spectrum.solutions() == Some(0) {
        return Err(NoSolution::by_search(&problem.puzzle).into());
    }
    activity::doing("searching for angles");
    let settings = SearchSettings {
        depth: arguments.depth,
        effort: Effort::Thorough,
        ..SearchSettings::default()
    };
    let depths = spectrum.grover_mixer(&settings)?;
    let json = to_json(&problem, choice, &spectrum, &depths);
    talk.tell_with_board(&json, &problem.puzzle, None)
}

/// The histogram, and each depth. Counts are texts: they may exceed what numbers of JSON hold.
fn to_json(
    problem: &Problem,
    choice: RegisterChoice,
    spectrum: &Spectrum,
    depths: &[GroverMixerDepth],
) -> Value {
    let histogram = &spectrum.histogram;
    let obeying = |at: usize| Some(spectrum.obeying.as_ref()?[at].to_string());
    let levels = histogram.levels.iter().enumerate().map(|(at, level)| {
        let share = level.1 as f64 / histogram.states() as f64;
        json!({"energy": level.0, "states": level.1.to_string(), "obeying": obeying(at), "share": share})
    });
    json!({
        "qubits": problem.qubits(),
        "registers": choice.name(),
        "dims": spectrum.registers.dims(),
        "states": histogram.states().to_string(),
        "solutions": spectrum.solutions().map(|solutions| solutions.to_string()),
        "random_success_probability": spectrum.random_guess(),
        "mean": histogram.mean(),
        "standard_deviation": histogram.standard_deviation(),
        "levels": levels.collect::<Value>(),
        "frontier": histogram.frontier,
        "bytes": histogram.bytes,
        "depths": depths,
    })
}
