//! Success probability against depth, beside what others reach.
//!
//! The axis is logarithmic where the largest value is more than 30 times the smallest. A
//! probability below 1e-15 (rounding, or exactly 0) has no place on such an axis: it is drawn as a
//! triangle at the axis' floor, and a note says so. That is for computed probabilities. A measured
//! 0 is no value but a limit, and is drawn as one on every axis ([`super::baseline`]).

use super::Heading;
use super::axis::{Axis, power_of_ten};
use super::baseline::Baseline;
use super::canvas::{PictureCanvas, Point};
use super::chart::{Chart, overview};
use super::check::probability;
use super::depths::{self, DepthCurve};
use super::legend::{LegendKey, LegendMark, floor_mark};
use super::palette::{CURVES, SOFT_INK};
use super::series::{self, Series};
use crate::error::Result;
use plotters::prelude::RGBColor;

/// Below this a probability is rounding, not signal, for a logarithmic axis.
pub(super) const NOTHING: f64 = 1e-15;

/// Largest over smallest value beyond which the axis is logarithmic.
const WIDE: f64 = 30.0;

/// Success probabilities of one or more puzzles, under one or more settings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SuccessAgainstDepth {
    /// The words around the plot.
    pub heading: Heading,
    /// The set whose probability is summed: `all boards that obey the rules`.
    pub summed: String,
    /// At least one setting; values are probabilities.
    pub series: Vec<Series>,
    /// What other methods reach on the same puzzles.
    pub baselines: Vec<Baseline>,
}

/// The SVG of success probability against depth: a thin line a puzzle, from three puzzles on the
/// median and the middle half, and the baselines dashed.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN, [`crate::Error::Argument`] for what is no probability, for
/// a depth that occurs twice, for more settings than can be told apart and where there is nothing
/// to draw.
pub(crate) fn success_against_depth(plot: &SuccessAgainstDepth) -> Result<String> {
    drawn(plot, depths::DEPTH)
}

/// The SVG of success probability after each layer of a circuit, in which the layer stands in the
/// place of the depth.
///
/// # Errors
/// As [`success_against_depth`].
pub(crate) fn success_against_layer(plot: &SuccessAgainstDepth) -> Result<String> {
    drawn(plot, "layer")
}

fn drawn(plot: &SuccessAgainstDepth, abscissa: &str) -> Result<String> {
    let series = series::checked(&plot.series, probability)?;
    let baseline = |given| Baseline::new(given, probability);
    let baselines = plot.baselines.iter().map(baseline);
    let baselines = baselines.collect::<Result<Vec<_>>>()?;
    let points = series::curves(&series).flat_map(|curve| &curve.points);
    let beside = baselines.iter().flat_map(Baseline::medians);
    let values = points.copied().chain(beside).map(|point| point.1);
    let (name, meaning) = probability_of(&plot.summed);
    let ordinate = ProbabilityAxis::new(name, values.collect());

    let across = depths::axis(abscissa, series::curves(&series));
    let mut chart = Chart::new(&plot.heading, across, ordinate.axis);
    chart.notes.push(meaning);
    chart.values = series::values(&series);
    let beside = baselines.iter().flat_map(Baseline::values);
    chart.values.extend(beside);
    chart.keys = series::keys(&series);
    chart.keys.extend(baselines.iter().flat_map(Baseline::keys));
    chart.keys.extend(
        ordinate
            .clip_label
            .map(|label| LegendKey::new(LegendMark::Floor(SOFT_INK), label)),
    );
    let shown = |value: f64| ordinate.floor.map_or(value, |floor| value.max(floor));
    if series::crowded(&series) {
        chart.notes.push(series::PARTS.to_owned());
        return Ok(overview(
            &chart,
            &series::names(&series),
            |part, canvas, frame| {
                let place = |depth: usize, value: f64| frame.at(depth as f64, shown(value));
                if part.is_none() {
                    for baseline in &baselines {
                        baseline.draw(canvas, frame, place);
                    }
                }
                series::draw_part(canvas, &series, part, place);
                if let Some(k) = part.filter(|_| ordinate.floor.is_some()) {
                    draw_floor_marks(canvas, &series[k].curves, |_| CURVES[k], place);
                }
            },
        ));
    }
    Ok(chart.draw(|canvas, frame| {
        let place = |depth: usize, value: f64| frame.at(depth as f64, shown(value));
        for baseline in &baselines {
            baseline.draw(canvas, frame, place);
        }
        series::draw(canvas, &series, place);
        for (s, one) in series.iter().enumerate() {
            if ordinate.floor.is_some() {
                let color = |k: usize| match series.len() {
                    1 => depths::color(k, one.curves.len()),
                    _ => CURVES[s],
                };
                draw_floor_marks(canvas, &one.curves, color, place);
            }
        }
    }))
}

/// The states of lowest energy, as the set whose probability is summed.
pub(crate) const LOWEST_STATES: &str = "the states of lowest energy";

/// The name of an axis of probabilities, and the sentence that says of what.
pub(super) fn probability_of(summed: &str) -> (&'static str, String) {
    let name = match summed {
        LOWEST_STATES => "P(ground)",
        _ => "P(success)",
    };
    (name, format!("{name} is the probability of {summed}."))
}

/// The axis of probabilities; `floor` is the low end of a logarithmic one, and the label says what
/// lies below.
#[derive(Debug)]
pub(super) struct ProbabilityAxis {
    pub(super) axis: Axis,
    pub(super) floor: Option<f64>,
    pub(super) clip_label: Option<String>,
}

impl ProbabilityAxis {
    pub(super) fn new(title: &str, values: Vec<f64>) -> Self {
        let high = values.iter().copied().fold(0.0, f64::max);
        let low = values
            .iter()
            .copied()
            .filter(|&v| v >= NOTHING)
            .fold(high, f64::min);
        if high > WIDE * low {
            let clips = values.iter().any(|&v| v < NOTHING);
            return Self::logarithmic(title, (low, high), clips);
        }
        let ceiling = if high == 0.0 { 1.0 } else { high };
        Self {
            axis: Axis::round(title, (0.0, ceiling), 5),
            floor: None,
            clip_label: None,
        }
    }

    /// Where a value is drawn.
    pub(super) fn shown(&self, value: f64) -> f64 {
        self.floor.map_or(value, |floor| value.max(floor))
    }

    fn logarithmic(title: &str, (low, high): (f64, f64), clips: bool) -> Self {
        // The floor of clipped values lies a decade lower, which is room enough.
        let first = match clips {
            true => (libm::log10(low) + 1e-9).floor() as i32 - 1,
            false => Axis::first_decade(low),
        };
        let last = (libm::log10(high) - 1e-9).ceil() as i32;
        let label = format!(
            "0 or below 10⁻¹⁵, drawn at the floor {}",
            power_of_ten(first)
        );
        let axis = Axis::decades(title, (first, last));
        Self {
            floor: Some(axis.low),
            clip_label: clips.then_some(label),
            axis,
        }
    }
}

fn draw_floor_marks(
    canvas: &PictureCanvas<'_>,
    curves: &[DepthCurve],
    color: impl Fn(usize) -> RGBColor,
    place: impl Fn(usize, f64) -> Point,
) {
    for (k, curve) in curves.iter().enumerate() {
        for &(depth, value) in curve.points.iter().filter(|point| point.1 < NOTHING) {
            floor_mark(canvas, place(depth, value), color(k));
        }
    }
}
