//! Figures from records alone: nothing is simulated, and what the records do not hold is not drawn.
//!
//! A figure is a line of [`FIGURES`]: a name and a function from the records, sorted into settings
//! and chains, to pictures. Curves are over all puzzles; what shows one state (its broken rules,
//! marginals, boards) is drawn puzzle by puzzle.

mod angles;
mod board;
mod chosen;
mod curves;
mod qubits;
mod states;
mod study;
mod words;

use crate::error::{Error, Result};
use crate::files::write_whole;
use crate::lab::Record;
use crate::plots::{self, Drawn, PictureLayout};
pub(crate) use chosen::FEW;
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};
use study::Study;
pub(crate) use study::without_seed;

/// What is drawn, and how.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct FigurePlan {
    /// Names of figures; empty for all.
    pub only: Vec<String>,
    /// The depth of whatever is of one depth; absent for the deepest there is.
    pub depth: Option<usize>,
    /// The puzzles that figures are of, by name or by a pattern such as `tents*`; empty for all, of
    /// whom a few are drawn one by one.
    pub puzzles: Vec<String>,
    /// What has a line of its own: `family`, `qubits` or settings; empty for the settings in
    /// which the records differ.
    pub by: Vec<String>,
    /// Whether the numbers of each chart are written beside it as CSV.
    pub table: bool,
    /// How wide pictures are, and whether they have a title.
    pub layout: PictureLayout,
}

/// One figure that can be drawn from records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    /// Its name on the command line, with which its files begin.
    pub name: &'static str,
    /// What the figure shows, for the help of the command.
    pub about: &'static str,
    draw: fn(&Study<'_>) -> Result<DrawnFigure>,
}

const fn figure(
    name: &'static str,
    about: &'static str,
    draw: fn(&Study<'_>) -> Result<DrawnFigure>,
) -> Figure {
    Figure { name, about, draw }
}

/// Every figure, in the order of reading.
pub(crate) static FIGURES: [Figure; 8] = [
    figure(
        "success",
        "success probability against depth",
        curves::success,
    ),
    figure("expectation", "⟨C⟩ against depth", curves::expectation),
    figure(
        "qubits",
        "success probability against qubits at one depth, with a fitted exponent",
        qubits::success,
    ),
    figure(
        "time",
        "shots, and layers with and without the search for angles, needed to see a solution with 99 % probability",
        curves::times,
    ),
    figure("angles", "γ and β against the layer", angles::patterns),
    figure(
        "broken",
        "broken rules of each kind against the layer",
        states::broken,
    ),
    figure(
        "marginals",
        "what is likely in each cell, layer by layer",
        states::marginals,
    ),
    figure(
        "boards",
        "the ten likeliest boards of the final state",
        states::boards,
    ),
];

/// What was drawn and what was not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct WrittenFigures {
    /// The SVG files; beside each lie the PNG and the caption of the same name.
    pub written: Vec<PathBuf>,
    /// What could not be drawn.
    pub left_out: Vec<NotDrawn>,
}

/// A figure, or a part of one, that was not drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct NotDrawn {
    /// The name of the figure, as [`FIGURES`] has it.
    pub figure: &'static str,
    /// Why it was not drawn, and what would help.
    pub reason: String,
}

/// The pictures of a figure.
#[derive(Debug, Default)]
struct DrawnFigure {
    /// Name of the file without its extension, and the picture.
    pictures: Vec<(String, Drawn)>,
    /// Why something is not among them.
    left_out: Vec<String>,
}

impl DrawnFigure {
    /// A figure without a picture, and the reason why there is none.
    fn nothing(reason: impl Into<String>) -> Self {
        Self {
            pictures: Vec::new(),
            left_out: vec![reason.into()],
        }
    }
}

/// Draws every figure of the plan for which the records hold numbers, into `folder`: as SVG and
/// PNG, with its caption, and with a table where the plan wants one.
///
/// # Errors
/// If there is no record, if a name of the plan is none of a figure, a puzzle
/// or a setting, if no record has the plan's depth, and if a file cannot be written.
pub(crate) fn draw_figures(
    records: &[Record],
    folder: &Path,
    plan: &FigurePlan,
) -> Result<WrittenFigures> {
    let mut figures = WrittenFigures::default();
    let records: Vec<&Record> = records.iter().collect();
    let pictures = pictures(&records, plan, &mut figures.left_out)?;
    let written = pictures.par_iter().map(|(name, drawn)| {
        if plan.table && !drawn.table.is_empty() {
            write_whole(&folder.join(format!("{name}.csv")), drawn.table.as_bytes())?;
        }
        plots::save(drawn, folder, name)
    });
    figures.written = written.collect::<Result<_>>()?;
    Ok(figures)
}

/// The pictures of a plan, with the name of each file without its extension.
///
/// # Errors
/// As [`draw_figures`], which writes them.
pub(crate) fn pictures(
    records: &[&Record],
    plan: &FigurePlan,
    left_out: &mut Vec<NotDrawn>,
) -> Result<Vec<(String, Drawn)>> {
    let known = |name: &String| FIGURES.iter().any(|figure| figure.name == name);
    if let Some(unknown) = plan.only.iter().find(|name| !known(name)) {
        let all: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
        let remedy = format!("choose of {}", all.join(", "));
        let found = format!("there is no figure {unknown:?}");
        return Err(Error::setting("only", found, remedy));
    }
    let study = Study::new(records, plan)?;
    let mut pictures = Vec::new();
    let is_wanted = |name: &str| plan.only.is_empty() || plan.only.iter().any(|only| only == name);
    for figure in FIGURES.iter().filter(|figure| is_wanted(figure.name)) {
        let drawn = (figure.draw)(&study)?;
        pictures.extend(drawn.pictures);
        let reasons = drawn.left_out.into_iter();
        left_out.extend(reasons.map(|reason| NotDrawn {
            figure: figure.name,
            reason,
        }));
    }
    Ok(pictures)
}
