//! Plots: plain numbers in, SVG text out, and a PNG and a PDF that look the same.
//!
//! Each kind of plot is a struct of plain data and a function that returns its SVG text; [`png`]
//! rasterizes such a text and [`save`] writes both files. All text is set in DejaVu Sans, which is
//! compiled into the program, so that a picture needs no fonts of the system and the same data give
//! the same bytes. Lengths are in pixels of a picture 800 pixels wide, or as wide as its
//! [`PictureLayout`] says.
//!
//! This module computes nothing about puzzles or states: what it draws, it was told. Numbers that
//! cannot be drawn (NaN, a probability above 1) are refused by name.

mod angles;
mod axis;
mod baseline;
mod boards;
mod broken;
mod canvas;
mod chart;
mod check;
mod contest;
mod contours;
mod depths;
mod device;
mod expectation;
mod file;
mod fit;
mod landscape;
mod layout;
mod legend;
mod letters;
mod marginals;
mod marker;
mod matrix;
mod palette;
mod pdf;
mod raster;
mod readings;
mod scaling;
mod series;
mod small_board;
mod success;
mod symbols;
mod text;
mod theme;
mod time_to_solution;
mod trace;

pub(crate) use angles::{AnglePattern, AnglePatterns, angle_patterns};
pub(crate) use axis::{short_number, short_probability};
pub(crate) use baseline::{Baseline, BaselineMethod};
pub(crate) use boards::{LikeliestBoards, likeliest_boards};
pub(crate) use broken::{BrokenRules, broken_rules};
pub(crate) use contest::{
    ContestPoint, ContestSeries, Guessing, SuccessAgainstCost, success_against_cost,
};
pub(crate) use depths::DepthCurve;
pub(crate) use device::{SuccessOnDevice, success_on_device};
pub(crate) use expectation::expectation_against_depth;
pub(crate) use file::{Format, keep_formats, save, save_as, save_scaled};
pub(crate) use landscape::{LandscapePlot, Quantity, landscape};
pub(crate) use layout::PictureLayout;
pub(crate) use marginals::{CellMarginal, MarginalBoards, MarginalLayer, marginal_boards};
pub(crate) use matrix::{CoefficientMatrix, coefficient_matrix};
pub(crate) use palette::style_rules;
#[cfg(test)]
pub(crate) use pdf::pdf;
#[cfg(test)]
pub(crate) use raster::{png, tree as shapes};
pub(crate) use scaling::{
    SizedBaseline, SizedPoint, SizedSeries, SuccessAgainstQubits, success_against_qubits,
};
pub(crate) use series::{AgainstDepth, MOST_SERIES, Series};
pub(crate) use small_board::{BoardSign, SmallBoard, SymbolStyle, board_layers, board_picture};
pub(crate) use success::{LOWEST_STATES, success_against_depth, success_against_layer};
pub(crate) use theme::Theme;
pub(crate) use time_to_solution::time_to_solution;
pub(crate) use trace::{OptimizerTrace, optimizer_trace};

/// The words around a plot: what it shows, and what was run to get it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Heading {
    /// Above the plot, in bold; long titles wrap.
    pub title: String,
    /// Below the plot, small: puzzle, settings, seed; empty for none.
    pub caption: String,
    /// How wide the picture is, and which of these words are drawn.
    pub layout: PictureLayout,
}

impl Heading {
    /// A title and a caption around a picture of the usual width.
    pub(crate) fn new(title: impl Into<String>, caption: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            caption: caption.into(),
            layout: PictureLayout::default(),
        }
    }
}
