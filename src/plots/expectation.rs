//! The expectation ⟨C⟩ against depth, between the least value of C and its mean over all states.

use super::Heading;
use super::axis::Axis;
use super::canvas::{Pen, PictureCanvas};
use super::chart::{Chart, PlotFrame};
use super::check::{finite, some};
use super::depths::{self, DepthCurve};
use super::legend::{LegendKey, LegendMark};
use super::palette::{SOFT_INK, VERMILION};
use super::quartiles::quartiles;
use crate::error::Result;

/// What the vertical axis shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExpectationAxis {
    /// ⟨C⟩ itself.
    Expectation,
    /// ⟨C⟩ less the lowest energy, so that puzzles can be compared.
    AboveLowest,
}

/// The expectations ⟨C⟩ of one puzzle at its depths.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ExpectationCurve {
    /// The puzzle's name, for the legend.
    pub puzzle: String,
    /// Depth p and ⟨C⟩, in any order.
    pub points: Vec<(usize, f64)>,
    /// The least value of C.
    pub minimum: f64,
    /// The mean of C over all 2ⁿ states: ⟨C⟩ at p = 0.
    pub mean: f64,
}

/// Expectations of one or more puzzles.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ExpectationAgainstDepth {
    /// The words around the plot.
    pub heading: Heading,
    /// What the vertical axis shows.
    pub ordinate: ExpectationAxis,
    /// One curve for each puzzle; at least one.
    pub curves: Vec<ExpectationCurve>,
}

/// The SVG of the expectation against depth: a line a puzzle, its mean over all states dashed, its
/// minimum dotted, and from three puzzles on the median and the middle half.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN and infinities, [`crate::Error::Argument`] for a depth that
/// occurs twice and where there is nothing to draw.
pub(crate) fn expectation_against_depth(plot: &ExpectationAgainstDepth) -> Result<String> {
    some("puzzles", &plot.curves)?;
    let shifted = |curve| Shifted::new(curve, plot.ordinate);
    let all = plot
        .curves
        .iter()
        .map(shifted)
        .collect::<Result<Vec<_>>>()?;
    let curves: Vec<DepthCurve> = all.iter().map(|s| s.curve.clone()).collect();
    let minima: Vec<f64> = all.iter().map(|s| s.minimum).collect();
    let means: Vec<f64> = all.iter().map(|s| s.mean).collect();

    let title = match plot.ordinate {
        ExpectationAxis::Expectation => "⟨C⟩",
        ExpectationAxis::AboveLowest => "⟨C⟩ − lowest energy",
    };
    let points = curves
        .iter()
        .flat_map(|curve| &curve.points)
        .map(|point| point.1);
    let range = points
        .chain(drawn(&minima))
        .chain(drawn(&means))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
            (low.min(v), high.max(v))
        });
    let mut chart = Chart::new(
        &plot.heading,
        depths::axis(depths::DEPTH, &curves),
        Axis::roomy(title, range, 7),
    );
    chart.keys = depths::keys(&curves);
    chart.keys.extend(level_keys(curves.len()));
    chart.values = depths::values(&curves);
    Ok(chart.draw(|canvas, frame| {
        levels(canvas, frame, &means, mean_pen);
        levels(canvas, frame, &minima, minimum_pen);
        depths::draw(canvas, &curves, |depth, value| {
            frame.at(depth as f64, value)
        });
    }))
}

/// A curve with the zero of its axis taken off.
struct Shifted {
    curve: DepthCurve,
    minimum: f64,
    mean: f64,
}

impl Shifted {
    fn new(given: &ExpectationCurve, ordinate: ExpectationAxis) -> Result<Self> {
        let of = |what: &str| format!("{what} of {}", given.puzzle);
        let zero = match ordinate {
            ExpectationAxis::Expectation => 0.0,
            ExpectationAxis::AboveLowest => finite(&of("minimum"), given.minimum)?,
        };
        let less = |what: &str, value: f64| Ok(finite(what, value)? - zero);
        Ok(Self {
            curve: DepthCurve::new(&given.puzzle, &given.points, less)?,
            minimum: less(&of("minimum"), given.minimum)?,
            mean: less(&of("mean"), given.mean)?,
        })
    }
}

fn mean_pen(k: usize, count: usize) -> Pen {
    let color = if depths::named(count) {
        depths::color(k, count)
    } else {
        VERMILION
    };
    Pen::solid(color, 1.3).dashed(6.0, 4.0)
}

fn minimum_pen(k: usize, count: usize) -> Pen {
    mean_pen(k, count).dashed(1.6, 3.4)
}

fn level_keys(count: usize) -> Vec<LegendKey> {
    let (color, which) = match count {
        1 => (depths::color(0, 1), ""),
        _ if depths::named(count) => (SOFT_INK, ", in the puzzle's color"),
        _ => (VERMILION, ": median"),
    };
    let key = |pen: Pen, what: &str| {
        LegendKey::new(
            LegendMark::Line(Pen { color, ..pen }),
            format!("{what}{which}"),
        )
    };
    vec![
        key(mean_pen(0, count), "mean over all states"),
        key(minimum_pen(0, count), "minimum of C"),
    ]
}

fn levels(
    canvas: &PictureCanvas<'_>,
    frame: &PlotFrame<'_>,
    values: &[f64],
    pen: impl Fn(usize, usize) -> Pen,
) {
    let count = values.len();
    for (k, value) in drawn(values).into_iter().enumerate() {
        depths::level(canvas, frame, frame.at(0.0, value).1, pen(k, count));
    }
}

/// Each puzzle's value where puzzles have names, else the median.
fn drawn(values: &[f64]) -> Vec<f64> {
    if depths::named(values.len()) {
        values.to_vec()
    } else {
        quartiles(values.iter().copied())
            .map(|spread| spread.median)
            .into_iter()
            .collect()
    }
}
