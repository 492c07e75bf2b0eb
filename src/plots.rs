//! Plots: plain numbers in, SVG text out, and a PNG that looks the same.
//!
//! A line chart, a sheet of boards, a landscape and a matrix are plain data that give what is
//! [`Drawn`] of them; [`png`] rasterizes an SVG text and [`save`] writes the files. All text is set
//! in DejaVu Sans, which is compiled into the program, so that a picture needs no fonts of the
//! system and the same data give the same bytes. Lengths are in pixels of a picture 800 pixels
//! wide, or as wide as its [`PictureLayout`] says.
//!
//! This module computes nothing about puzzles or states: what it draws, it was given. Numbers that
//! cannot be drawn (NaN, a probability above 1) are refused by name.

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
mod number;
mod palette;
mod raster;
mod series;
mod small_board;
mod symbols;
mod text;
mod trace;

pub(crate) use axis::{AxisKind, AxisOf, NOTHING, short_probability};
pub(crate) use boards::{BoardSheet, coefficient_matrix};
pub(crate) use file::{Format, keep_formats, save, save_as};
pub(crate) use fit::exponential_fit;
pub(crate) use landscape::{LandscapePlot, landscape};
pub(crate) use layout::PictureLayout;
pub(crate) use lines::{LineChart, MOST_SERIES};
pub(crate) use number::short;
pub(crate) use palette::style_rules;
#[cfg(test)]
pub(crate) use raster::{png, tree as shapes};
pub(crate) use series::{Curve, Datum, Look, Series};
pub(crate) use small_board::{
    CellGroup, CellShade, ShadeContent, SmallBoard, Tone, board_layers, board_picture,
};
pub(crate) use trace::optimizer_trace;

/// The words around a plot: what it shows, and what was run to get it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Heading {
    /// Above the plot, in bold; long titles wrap.
    pub title: String,
    /// What was run: puzzle, settings, seed; the caption begins with it.
    pub caption: String,
    /// How wide the picture is, and whether its title is drawn.
    pub layout: PictureLayout,
}

impl Heading {
    /// A title and a caption of a picture of the usual width.
    pub(crate) fn new(title: impl Into<String>, caption: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            caption: caption.into(),
            layout: PictureLayout::default(),
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
