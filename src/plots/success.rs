//! Success probability against depth, beside what others reach.
//!
//! The axis is logarithmic where the largest value is more than 30 times the smallest. A
//! probability below 1e-15 (rounding, or exactly 0) has no place on such an axis: it is drawn as a
//! triangle at the axis' floor, and a note says so. That is for computed probabilities. A measured
//! 0 is no value but a limit, and is drawn as one on every axis ([`super::baseline`]).

use super::axis::{Axis, power_of_ten};
use super::chart::Chart;
use super::check::probability;
use super::depths;
use super::legend::{LegendKey, LegendMark};
use super::palette::SOFT_INK;
use super::series::AgainstDepth;
use crate::error::Result;

/// Below this a probability is rounding, not signal, for a logarithmic axis.
pub(super) const NOTHING: f64 = 1e-15;

/// Largest over smallest value beyond which the axis is logarithmic.
const WIDE: f64 = 30.0;

/// The SVG of success probability against depth: a thin line a puzzle, from three puzzles on the
/// median and the middle half, and the baselines dashed.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN, [`crate::Error::Argument`] for what is no probability, for
/// a depth that occurs twice, for more settings than can be told apart and where there is nothing
/// to draw.
pub(crate) fn success_against_depth(plot: &AgainstDepth) -> Result<String> {
    drawn(plot, depths::DEPTH)
}

/// The SVG of success probability after each layer of a circuit, in which the layer stands in the
/// place of the depth.
///
/// # Errors
/// As [`success_against_depth`].
pub(crate) fn success_against_layer(plot: &AgainstDepth) -> Result<String> {
    drawn(plot, "layer")
}

fn drawn(plot: &AgainstDepth, abscissa: &str) -> Result<String> {
    let plot = plot.checked(probability, probability)?;
    let (name, meaning) = probability_of(&plot.what);
    let ordinate = ProbabilityAxis::new(name, plot.values().collect());
    let across = depths::axis(abscissa, plot.curves());
    let mut chart = Chart::new(&plot.heading, across, ordinate.axis);
    chart.notes.push(meaning);
    let key = |label| LegendKey::new(LegendMark::Floor(SOFT_INK), label);
    Ok(plot.draw(chart, ordinate.clip_label.map(key)))
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
