//! `ketboard plot`: pictures from the records of a sweep, nothing run again.

use super::flags::in_reason;
use super::options::TalkOptions;
use super::page::said;
use super::pictures::PictureOptions;
use super::words::plural;
use crate::experiment::{FIGURES, Figure, FigurePlan};
use crate::lab::read_records;
use crate::{Error, Result};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(after_long_help = figures())]
pub(crate) struct PlotArguments {
    /// The folder with records.jsonl, as `sweep` writes it
    dir: PathBuf,
    /// The figures to draw, separated by commas [default: all that the records hold]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// The depth of figures that show one depth [default: the deepest that most runs have]
    #[arg(long, value_name = "P")]
    depth: Option<usize>,
    /// The puzzles to draw, by name or pattern such as 'tents*', separated by commas
    /// [default: all, of whom four are drawn one by one]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    puzzles: Vec<String>,
    /// A line for each of these: family, qubits, or settings, separated by commas
    /// [default: the settings in which the records differ]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    by: Vec<String>,
    /// Also write the numbers of each chart, as CSV beside it
    #[arg(long)]
    table: bool,
    /// Where the pictures go [default: the folder of the records]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pictures: PictureOptions,
}

/// The list of all figures, for the long help.
fn figures() -> String {
    let line = |figure: &Figure| format!("  {:12}{}\n", figure.name, figure.about);
    let lines: String = FIGURES.iter().map(line).collect();
    format!("Figures:\n{lines}\nEach is written as SVG and PNG, with its caption as text.")
}

/// Runs `ketboard plot`: figures from records.
pub(crate) fn run(arguments: &PlotArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let records = said(read_records(&arguments.dir)?);
    let plan = FigurePlan {
        only: arguments.only.clone(),
        depth: arguments.depth,
        puzzles: arguments.puzzles.clone(),
        by: arguments.by.clone(),
        table: arguments.table,
        ..FigurePlan::default()
    };
    let folder = arguments.out.as_ref().unwrap_or(&arguments.dir);
    let (mut figures, files) = arguments.pictures.draw(&records, folder, plan)?;
    for left in &mut figures.left_out {
        left.reason = in_reason(&left.reason);
    }
    let why = figures.left_out.iter();
    let why = why.map(|one| format!("{}: {}", one.figure, one.reason));
    let why: Vec<String> = why.collect();
    let json = json!({"written": files, "left_out": figures.left_out});
    if figures.pictures.is_empty() {
        let found = format!("no picture can be drawn of it; {}", why.join("; "));
        let remedy = "choose other figures by `only`, or leave it out for all that there are";
        let folder = arguments.dir.display().to_string();
        return Err(Error::input(folder, None, found, remedy));
    }
    talk.tell(&json, None, |page| {
        why.iter()
            .for_each(|why| page.line(format_args!("not drawn: {why}")));
        let written = plural(figures.pictures.len() as u64, "picture");
        page.line(format_args!("wrote {written} to {}", folder.display()));
    })
}
