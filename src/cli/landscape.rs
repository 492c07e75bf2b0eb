//! `ketboard landscape`: ⟨C⟩ and success probability over (γ, β) at depth 1.

use super::activity;
use super::options::{SearchOptions, TalkOptions, within};
use super::pictures::PictureOptions;
use super::stopping::Stopping;
use super::subject::{opened, source};
use crate::Result;
use crate::experiment::{angle_axes, draw_landscape, landscape};
use crate::files::check_folder;
use crate::page::short;
use crate::pipeline::Truth;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct LandscapeArguments {
    /// A puzzle file, or a model as `ketboard export --to json` writes it
    file: PathBuf,
    /// Points on each axis
    #[arg(long, value_name = "N", default_value = "61", value_parser = within::<2, 1000>)]
    points: usize,
    /// End of the γ axis, which begins at 0 [default: 4 over the spread of the energies]
    #[arg(long, value_name = "γ", allow_hyphen_values = true)]
    gamma_max: Option<f64>,
    /// The β axis runs from -β to β [default: π/2]
    #[arg(long, value_name = "β", allow_hyphen_values = true)]
    beta_max: Option<f64>,
    /// Folder for the record and the pictures
    #[arg(long, value_name = "DIR", default_value = ".", help_heading = "Output")]
    out: PathBuf,
    #[command(flatten)]
    settings: SearchOptions,
    #[command(flatten)]
    pictures: PictureOptions,
}

/// Runs `ketboard landscape`: the values on a grid of angles, and the path of a search among them.
pub(crate) fn run(arguments: &LandscapeArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let points = arguments.points;
    let settings = &arguments.settings.0;
    let plan = settings.search(1)?;
    let mut problem = opened(settings, source(&arguments.file)?)?;
    if problem.is_model {
        problem.truth = Truth::unknown(); // its landscape is that of ⟨C⟩ alone
    }
    problem.needs_states("angle to vary")?;
    let ansatz = problem.ansatz()?;
    let axes = angle_axes(&ansatz, points, [arguments.gamma_max, arguments.beta_max])?;
    check_folder(&arguments.out)?;
    let layout = arguments.pictures.layout();
    let bar = talk.bar("points", points * points);
    let stopping = Stopping::listen();
    let found = landscape(&problem, &ansatz, axes, &plan, &|mapped| {
        bar.set_position(mapped as u64);
        stopping.answer()
    })?;
    bar.finish_and_clear();
    activity::doing("drawing");
    drop(stopping);
    let draw = |folder: &Path| draw_landscape(&found, folder, layout);
    let files = arguments.pictures.fill(&arguments.out, draw)?;
    let (gamma, beta, value) = found.lowest();
    let [gamma, beta, value] = [gamma, beta, value].map(short);
    let lowest = format!("lowest ⟨C⟩ on the grid: {value} at γ = {gamma}, β = {beta}");
    talk.tell(&json!(found), Some(lowest.clone()), |page| {
        page.line(lowest);
        for file in &files {
            page.line(format_args!("wrote {}", file.display()));
        }
    })
}
