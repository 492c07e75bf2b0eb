//! Plots: plain numbers in, SVG text out, and a PNG that looks the same.
//!
//! A line chart, a sheet of boards, a landscape and a matrix are plain data that give what is
//! [`Drawn`] of them; `png` rasterizes an SVG text and [`save`] writes the files. All text is set
//! in DejaVu Sans, which is compiled into the program, so that a picture needs no fonts of the
//! system and the same data give the same bytes. Lengths are in pixels of a picture 800 pixels
//! wide, or as wide as its [`PictureLayout`] says.
//!
//! This module computes nothing about puzzles or states: what it draws, it was given.

mod axis;
mod boards;
mod canvas;
mod chart;
mod file;
mod fit;
mod landscape;
mod layout;
mod legend;
mod letters;
mod line;
mod lines;
mod palette;
mod series;
mod small_board;
mod symbols;
mod text;

pub(crate) use axis::{AxisKind, AxisOf, NOTHING, short_probability};
pub(crate) use boards::{BoardSheet, coefficient_matrix};
pub(crate) use file::{FORMATS, keep_formats, save, save_as};
#[cfg(test)]
pub(crate) use file::{png, tree as shapes};
pub(crate) use fit::exponential_fit;
pub(crate) use landscape::{LandscapePlot, landscape};
pub(crate) use layout::PictureLayout;
pub(crate) use lines::{LineChart, MOST_SERIES, optimizer_trace};
pub(crate) use palette::style_rules;
pub(crate) use series::{Curve, Datum, Look, Series, median_ends};
pub(crate) use small_board::{
    BoardCell, BoardLayers, CellGroup, SmallBoard, board_layers, board_picture,
};
pub(crate) use text::short;

/// The words around a plot: what it shows, and what was run to get it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Heading {
    /// Above the plot, in bold; long titles wrap.
    pub title: String,
    /// What was run: puzzle, settings, seed; the caption begins with it.
    pub caption: String,
}

impl Heading {
    /// A title and a caption.
    pub(crate) fn new(title: impl Into<String>, caption: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            caption: caption.into(),
        }
    }
}

/// What is drawn of a plot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Drawn {
    /// The picture, which holds the caption as its description.
    pub svg: String,
    /// What was run, and what the reader must know.
    pub caption: String,
    /// The numbers of a chart as CSV; empty for other pictures.
    pub table: String,
    /// Pixels of a PNG per pixel of the SVG.
    pub scale: f32,
}

impl Drawn {
    fn new(svg: String, caption: String, layout: PictureLayout) -> Self {
        Self {
            svg,
            caption,
            table: String::new(),
            scale: layout.scale(),
        }
    }
}
