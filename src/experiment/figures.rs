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
mod time;
mod words;

use super::LandscapeRecord;
use crate::error::{Error, Result};
use crate::lab::Record;
use crate::plots::{self, PictureLayout, Theme};
pub(crate) use chosen::{FEW, first_few};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use study::Study;

/// What is drawn, and how.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct FigurePlan {
    /// Names of figures; empty for all.
    pub only: Vec<String>,
    /// Each picture is written in each of these; empty for the light one.
    pub themes: Vec<Theme>,
    /// The depth of whatever is of one depth; absent for the deepest there is.
    pub depth: Option<usize>,
    /// The landscapes that lie beside the records.
    pub landscapes: Vec<LandscapeRecord>,
    /// The puzzles that figures are of, by name; empty for all, of whom a few are drawn one by one.
    pub puzzles: Vec<String>,
    /// How wide pictures are, how large their letters, and which words stand around them.
    pub layout: PictureLayout,
    /// Other names for settings, puzzles and what stands beside them: the old one, the new one.
    pub labels: Vec<(String, String)>,
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

/// Every figure, in the order of reading.
pub(crate) static FIGURES: [Figure; 10] = [
    Figure {
        name: "success",
        about: "success probability against depth",
        draw: curves::success,
    },
    Figure {
        name: "ground",
        about: "ground-state probability against depth, of models without rules",
        draw: curves::ground,
    },
    Figure {
        name: "expectation",
        about: "⟨C⟩ against depth",
        draw: curves::expectation,
    },
    Figure {
        name: "qubits",
        about: "success probability against qubits at one depth, with a fitted exponent",
        draw: qubits::success,
    },
    Figure {
        name: "time",
        about: "shots, and layers with and without the search for angles, until a solution was seen with 99 %",
        draw: time::all,
    },
    Figure {
        name: "landscape",
        about: "⟨C⟩ and success over (γ, β) with the optimizer's path, of what `ketboard landscape` wrote",
        draw: curves::landscapes,
    },
    Figure {
        name: "angles",
        about: "γ and β against the layer",
        draw: angles::patterns,
    },
    Figure {
        name: "broken",
        about: "broken rules of each kind against the layer",
        draw: states::broken,
    },
    Figure {
        name: "marginals",
        about: "what is likely in each cell, layer by layer",
        draw: states::marginals,
    },
    Figure {
        name: "boards",
        about: "the ten likeliest boards of the final state",
        draw: states::boards,
    },
];

/// What was drawn and what was not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct WrittenFigures {
    /// The SVG files; beside each lies the PNG of the same name.
    pub written: Vec<PathBuf>,
    /// What could not be drawn.
    pub left_out: Vec<NotDrawn>,
}

/// A figure, or a part of one, that was not drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NotDrawn {
    /// The name of the figure, as [`FIGURES`] has it.
    pub figure: &'static str,
    /// Why it was not drawn, and what would help.
    pub reason: String,
}

/// The pictures of a figure.
#[derive(Debug, Default)]
struct DrawnFigure {
    /// Name of the file without its extension, and SVG text.
    pictures: Vec<(String, String)>,
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

    fn push(&mut self, name: impl Into<String>, svg: String) {
        self.pictures.push((name.into(), svg));
    }
}

/// Draws every figure of the plan for which the records hold numbers, as SVG and PNG into `folder`.
///
/// # Errors
/// If there is neither a record nor a landscape, if a name of the plan is none of a
/// figure, a puzzle or a series, if no record has the plan's depth, if one run stands twice in the
/// records, and if a file cannot be written.
pub(crate) fn draw_figures(
    records: &[Record],
    folder: &Path,
    plan: &FigurePlan,
) -> Result<WrittenFigures> {
    let mut figures = WrittenFigures::default();
    let records: Vec<&Record> = records.iter().collect();
    let pictures = pictures(&records, plan, &mut figures.left_out)?;
    let themes = match plan.themes.as_slice() {
        [] => &[Theme::Light],
        themes => themes,
    };
    let files: Vec<(&str, &str, Theme)> = pictures
        .iter()
        .flat_map(|(name, svg)| themes.iter().map(move |theme| (&**name, &**svg, *theme)))
        .collect();
    let written = files.into_par_iter().map(|(name, svg, theme)| {
        let path = folder.join(format!("{name}{}", theme.suffix()));
        let svg = plan.layout.on_paper(&theme.dress(svg));
        plots::save_scaled(&svg, &path, plan.layout.scale())?;
        Ok(folder.join(format!("{name}{}.svg", theme.suffix())))
    });
    figures.written = written.collect::<Result<_>>()?;
    Ok(figures)
}

/// The pictures of a plan: the name of each file without its extension, and its SVG text.
///
/// # Errors
/// As [`draw_figures`], which writes them.
pub(crate) fn pictures(
    records: &[&Record],
    plan: &FigurePlan,
    left_out: &mut Vec<NotDrawn>,
) -> Result<Vec<(String, String)>> {
    let chosen = chosen(&plan.only)?;
    let study = Study::new(records, plan)?;
    let mut pictures = Vec::new();
    for figure in chosen {
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

fn chosen(names: &[String]) -> Result<Vec<&'static Figure>> {
    let known = |name: &String| FIGURES.iter().any(|figure| figure.name == name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let all: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
        return Err(Error::setting(
            "only",
            format!("there is no figure {unknown:?}"),
            format!("choose of {}", all.join(", ")),
        ));
    }
    let wanted =
        |figure: &&Figure| names.is_empty() || names.iter().any(|name| name == figure.name);
    Ok(FIGURES.iter().filter(wanted).collect())
}
