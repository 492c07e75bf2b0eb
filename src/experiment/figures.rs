//! Figures from records alone: nothing is simulated, and what the records do not hold is not drawn.
//!
//! A figure is a line of [`FIGURES`]: a name and a function from the records, sorted into settings
//! and chains, to pictures. Curves are over all puzzles; what shows one state (its broken rules,
//! marginals, boards) is drawn puzzle by puzzle.

mod angles;
mod chosen;
mod curves;
mod qubits;
mod states;
mod study;
mod words;

use crate::error::{Error, Result};
use crate::files::write_whole;
use crate::pipeline::Record;
use crate::plots::{self, Curve, Drawn, LineChart, Look, PictureLayout};
use rayon::prelude::*;
use serde::Serialize;
use std::path::Path;
use study::Study;
pub(crate) use study::without_seed;
pub(crate) use words::spread;

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
    draw: fn(&Study<'_>, &mut Figures) -> Result<()>,
}

const fn figure(
    name: &'static str,
    about: &'static str,
    draw: fn(&Study<'_>, &mut Figures) -> Result<()>,
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
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Name of the file without its extension, and the picture.
    pub pictures: Vec<(String, Drawn)>,
    pub left_out: Vec<NotDrawn>,
    /// The figure that is being drawn.
    figure: &'static str,
}

/// A figure, or a part of one, that was not drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct NotDrawn {
    /// The name of the figure, as [`FIGURES`] has it.
    pub figure: &'static str,
    /// Why it was not drawn, and what would help.
    pub reason: String,
}

impl Figures {
    fn leave_out(&mut self, reason: impl Into<String>) {
        let (figure, reason) = (self.figure, reason.into());
        self.left_out.push(NotDrawn { figure, reason });
    }

    /// Draws a chart that should have so many curves into a file of this name, or says why not.
    fn add(&mut self, name: &str, chart: &LineChart, study: &Study<'_>, wanted: usize) {
        let (y, series) = &chart.panels[0];
        let own = series.iter().filter(|one| one.look == Look::Setting);
        let curves: Vec<&Curve> = own.flat_map(|one| &one.curves).collect();
        match curves.iter().map(|curve| curve.points.len()).sum() {
            0 => return self.leave_out(format!("no record has a number for {}", y.title)),
            1 => {
                let remedy = "a curve needs two depths, or two puzzles";
                return self.leave_out(format!("it would hold one point alone: {remedy}"));
            }
            _ => (),
        }
        let drawn = chart.drawn(study.plan.layout);
        self.pictures.push((name.to_owned(), drawn));
        if curves.len() < wanted {
            let lacking = wanted - curves.len();
            self.leave_out(format!("{lacking} of the curves: {LACKING}"));
        }
    }
}

/// Why a curve is not drawn.
const LACKING: &str = "their records hold no such numbers";

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
) -> Result<Figures> {
    let figures = figures(&Vec::from_iter(records), plan)?;
    figures.pictures.par_iter().try_for_each(|(name, drawn)| {
        if plan.table && !drawn.table.is_empty() {
            write_whole(&folder.join(format!("{name}.csv")), drawn.table.as_bytes())?;
        }
        plots::save(drawn, folder, name)
    })?;
    Ok(figures)
}

/// The figures of a plan.
///
/// # Errors
/// As [`draw_figures`], which writes them.
pub(crate) fn figures(records: &[&Record], plan: &FigurePlan) -> Result<Figures> {
    let names = || FIGURES.iter().map(|figure| figure.name);
    if let Some(name) = plan
        .only
        .iter()
        .find(|only| names().all(|name| name != **only))
    {
        return Err(unknown(
            "only",
            format!("there is no figure {name:?}"),
            names(),
        ));
    }
    let study = Study::new(records, plan)?;
    let mut figures = Figures::default();
    for figure in &FIGURES {
        if plan.only.is_empty() || plan.only.iter().any(|only| only == figure.name) {
            figures.figure = figure.name;
            (figure.draw)(&study, &mut figures)?;
        }
    }
    Ok(figures)
}

/// That a plan asks for what is not there.
fn unknown(setting: &str, found: String, all: impl Iterator<Item = impl ToString>) -> Error {
    let all: Vec<String> = all.map(|one| one.to_string()).collect();
    Error::setting(setting, found, format!("choose of {}", all.join(", ")))
}
