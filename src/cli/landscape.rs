//! `ketboard landscape`: ⟨C⟩ and success probability over (γ, β) at depth 1.

use super::activity;
use super::number::within;
use super::options::{SearchOptions, TalkOptions, needs_expectation, needs_standard_ansatz};
use super::page::{PrintedPage, print_json};
use super::pictures::PictureOptions;
use super::stopping::Stopping;
use super::subject::{PuzzleOrModel, subject};
use crate::Result;
use crate::experiment::{
    AngleLandscape, AngleRange, LandscapeRecord, LandscapeRegisters, draw_landscape, landscape,
};
use crate::files::{check_folder, fill_folder, is_standard_input};
use crate::pipeline::{AnsatzKind, SearchPlan, Truth};
use ketboard_qaoa::{Ansatz, Precision};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct LandscapeArguments {
    /// A puzzle file, or a model in any format that `ketboard qubo` writes
    file: PathBuf,
    /// Grid points along each axis; each is one run of the circuit
    #[arg(long, value_name = "N", default_value = "61", value_parser = within::<2, 1000>, allow_negative_numbers = true)]
    points: usize,
    /// Largest γ; the axis starts at 0 [default: 4 divided by the standard deviation of C]
    #[arg(long, value_name = "γ", allow_hyphen_values = true)]
    gamma_max: Option<f64>,
    /// Largest β; the axis starts at −β. Beyond π/2 the landscape repeats itself
    #[arg(long, value_name = "β", default_value_t = std::f64::consts::FRAC_PI_2, allow_hyphen_values = true)]
    beta_max: f64,
    /// Folder for landscape-*.svg, .png, .csv and .json
    #[arg(long, value_name = "DIR", default_value = ".", help_heading = "Output")]
    out: PathBuf,
    #[command(flatten)]
    settings: SearchOptions,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard landscape`: ⟨C⟩ and success over a grid of (γ, β).
pub(crate) fn run(arguments: &LandscapeArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let settings = arguments.settings.read()?;
    needs_standard_ansatz(&settings, "landscape")?;
    needs_expectation(&settings, "landscape")?;
    let plan = settings.search(1)?;
    let subject = match subject(&settings, &arguments.file, "angle to vary", Precision::F64)? {
        Ok(subject) => subject,
        Err(no_solution) => return no_solution.report(&arguments.talk),
    };
    match subject {
        PuzzleOrModel::Puzzle(puzzle) => {
            let (problem, truth) = *puzzle;
            let about = About {
                title: problem.puzzle.name.clone(),
                qubits: problem.qubits(),
                registers: LandscapeRegisters::of(&problem),
            };
            let ansatz = problem.ansatz(AnsatzKind::Standard, Precision::F64)?.ansatz;
            explore(arguments, &ansatz, &truth, about, &plan)
        }
        PuzzleOrModel::Model(model) => {
            let ansatz = model.ansatz(AnsatzKind::Standard, Precision::F64)?.ansatz;
            let about = About {
                title: model.name(),
                qubits: model.qubits(),
                registers: None,
            };
            explore(arguments, &ansatz, &Truth::unknown(), about, &plan)
        }
    }
}

/// What a cost is of.
struct About {
    title: String,
    qubits: usize,
    registers: Option<LandscapeRegisters>,
}

/// The landscape of an ansatz, drawn and told.
fn explore(
    arguments: &LandscapeArguments,
    ansatz: &Ansatz,
    truth: &Truth,
    about: About,
    plan: &SearchPlan,
) -> Result<ExitCode> {
    let spread = ansatz.cost().standard_deviation();
    let gamma_max = arguments.gamma_max.unwrap_or(4.0 / spread.max(1e-9));
    let beta_max = arguments.beta_max;
    let gammas = AngleRange::new("--gamma-max", 0.0, gamma_max, arguments.points)?;
    let betas = AngleRange::new("--beta-max", -beta_max, beta_max, arguments.points)?;
    check_folder(&arguments.out)?;
    let name = match is_standard_input(&arguments.file) {
        true => OsStr::new("standard-input"),
        false => arguments.file.file_stem().unwrap_or_default(),
    };
    let points = arguments.points * arguments.points;
    let bar = arguments.talk.bar_over("points", points);
    let stopping = Stopping::listen();
    let found = landscape(ansatz, truth, gammas, betas, plan, &|mapped| {
        bar.set_position(mapped as u64);
        stopping.answer()
    })?;
    bar.finish_and_clear();
    activity::doing("drawing");
    drop(stopping);
    let record = LandscapeRecord {
        name: name.to_string_lossy().into_owned(),
        title: about.title,
        qubits: about.qubits,
        registers: about.registers,
        landscape: found,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let files = fill_folder(&arguments.out, |folder| {
        draw_landscape(&record, folder)?;
        arguments.pictures.apply(folder)
    })?;
    report(&arguments.talk, &record.landscape, &files)?;
    Ok(ExitCode::SUCCESS)
}

/// Says where on the grid ⟨C⟩ is lowest and success is highest, and which files were written.
fn report(talk: &TalkOptions, found: &AngleLandscape, files: &[PathBuf]) -> Result<()> {
    if talk.json {
        return print_json(&found.report());
    }
    let (gamma, beta, value) = found.lowest();
    let mut page = PrintedPage::default();
    page.line(format_args!(
        "lowest ⟨C⟩ on the grid: {value:.4} at γ = {gamma:.4}, β = {beta:.4}"
    ));
    if talk.speaks() {
        for file in files {
            page.line(format_args!("wrote {}", file.display()));
        }
    }
    page.print()
}
