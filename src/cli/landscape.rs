//! `ketboard landscape`: ⟨C⟩ and success probability over (γ, β) at depth 1.

use super::common::{ModelOptions, NoSolution, SearchOptions, TalkOptions, print_json, stem};
use ketboard::classical::Limits;
use ketboard::experiment::{Axis, draw_landscape, landscape};
use ketboard::files::make_folder;
use ketboard::{Error, Result};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The puzzle file
    file: PathBuf,
    /// Grid points along each axis
    #[arg(long, value_name = "N", default_value_t = 61)]
    points: usize,
    /// Largest γ [default: four times the ramp's γ, set by the spread of C]
    #[arg(long, value_name = "γ", allow_hyphen_values = true)]
    gamma_max: Option<f64>,
    /// Range of β on either side of 0
    #[arg(long, value_name = "β", default_value_t = std::f64::consts::FRAC_PI_2, allow_hyphen_values = true)]
    beta_max: f64,
    /// Folder for landscape-*.svg, .png and .csv
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let problem = match arguments.model.prepare(&arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return Ok(no_solution.report(&arguments.talk)),
    };
    if problem.qubits() == 0 {
        let remedy = "use --reduce paper or a larger --target-qubits";
        return Err(Error::argument(
            "landscape",
            "no qubit is left after the reduction",
            remedy,
        ));
    }
    let truth = problem.truth(&Limits::default())?;
    if truth.complete && truth.boards.is_empty() {
        return Ok(NoSolution::from_search(&arguments.file).report(&arguments.talk));
    }
    let diagonal = problem.diagonal()?;
    let gamma_max = arguments
        .gamma_max
        .unwrap_or(4.0 / diagonal.standard_deviation().max(1e-9));
    let gammas = Axis::new("--gamma-max", 0.0, gamma_max, arguments.points)?;
    let betas = Axis::new(
        "--beta-max",
        -arguments.beta_max,
        arguments.beta_max,
        arguments.points,
    )?;
    make_folder(&arguments.out)?;
    let found = landscape(&diagonal, &truth, gammas, betas, &arguments.search.plan(1)?)?;
    let files = draw_landscape(&found, &problem, &arguments.out, &stem(&arguments.file))?;
    if arguments.talk.json {
        print_json(&found.as_json());
    } else if arguments.talk.speaks() {
        let (gamma, beta, value) = found.lowest();
        anstream::println!("lowest ⟨C⟩ on the grid: {value:.4} at γ = {gamma:.4}, β = {beta:.4}");
        for file in files {
            anstream::println!("wrote {}", file.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}
