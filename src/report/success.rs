//! Success probability against depth, beside the probability of a random guess.
//!
//! The axis is logarithmic where the largest value is more than 30 times the smallest. A probability below 1e-15
//! (rounding, or exactly 0) has no place on such an axis: it is drawn as a triangle at the axis' floor, and a note says so.

use super::Heading;
use super::axis::{Axis, power_of_ten};
use super::canvas::{Canvas, Pen};
use super::chart::{Chart, Frame};
use super::check::{probability, some};
use super::depths::{self, Curve};
use super::legend::{Key, Mark, floor_mark};
use super::palette::{SOFT_INK, VERMILION};
use super::quartiles::quartiles;
use crate::error::Result;

/// Below this a probability is rounding, not signal, for a logarithmic axis.
pub(super) const NOTHING: f64 = 1e-15;

/// Largest over smallest value beyond which the axis is logarithmic.
const WIDE: f64 = 30.0;

/// Success probabilities of one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct SuccessCurve {
    /// The puzzle's name, for the legend.
    pub puzzle: String,
    /// Depth p and probability in [0, 1], in any order.
    pub points: Vec<(usize, f64)>,
    /// The probability that a uniformly random bitstring is in the summed set.
    pub random_guess: f64,
}

/// Success probabilities of one or more puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct SuccessAgainstDepth {
    /// The words around the plot.
    pub heading: Heading,
    /// The set whose probability is summed, as it stands in P(...): `all boards that obey the rules`.
    pub summed: String,
    /// At least one puzzle.
    pub curves: Vec<SuccessCurve>,
}

/// The SVG of success probability against depth: a line a puzzle, the random guess dashed, and from three puzzles on the
/// median and the middle half.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN, [`crate::Error::Argument`] for what is no probability, for a depth that occurs
/// twice and where there is nothing to draw.
pub fn success_against_depth(plot: &SuccessAgainstDepth) -> Result<String> {
    some("puzzles", &plot.curves)?;
    let curve = |c: &SuccessCurve| Curve::new(&c.puzzle, &c.points, probability);
    let curves = plot.curves.iter().map(curve).collect::<Result<Vec<_>>>()?;
    let guess =
        |c: &SuccessCurve| probability(&format!("random guess of {}", c.puzzle), c.random_guess);
    let mut guesses = plot.curves.iter().map(guess).collect::<Result<Vec<_>>>()?;
    // one line where all are the same, as of several searches on one puzzle
    if guesses.iter().all(|guess| *guess == guesses[0]) {
        guesses.truncate(1);
    }
    let points = curves.iter().flat_map(|curve| &curve.points);
    let values = points.map(|point| point.1).chain(guesses.iter().copied());
    let ordinate = Ordinate::new(&format!("P({})", plot.summed), values.collect());

    let mut chart = Chart::new(&plot.heading, depths::axis(&curves), ordinate.axis);
    chart.keys = depths::keys(&curves);
    chart.keys.extend(guess_keys(guesses.len()));
    chart.keys.extend(
        ordinate
            .clip_label
            .map(|label| Key::new(Mark::Floor(SOFT_INK), label)),
    );
    let shown = |value: f64| ordinate.floor.map_or(value, |floor| value.max(floor));
    Ok(chart.draw(|canvas, frame| {
        draw_guesses(canvas, frame, &guesses, shown);
        depths::draw(canvas, &curves, |depth, value| {
            frame.at(depth as f64, shown(value))
        });
        if ordinate.floor.is_some() {
            draw_floor_marks(canvas, frame, &curves, shown);
        }
    }))
}

/// The axis of probabilities; `floor` is the low end of a logarithmic one, and the label says what lies below.
#[derive(Debug)]
pub(super) struct Ordinate {
    pub(super) axis: Axis,
    pub(super) floor: Option<f64>,
    pub(super) clip_label: Option<String>,
}

impl Ordinate {
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
        let first = (low.log10() + 1e-9).floor() as i32 - i32::from(clips);
        let last = (high.log10() - 1e-9).ceil() as i32;
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

fn guess_pen(k: usize, count: usize) -> Pen {
    let color = match count {
        1 => SOFT_INK,
        _ if depths::named(count) => depths::color(k, count),
        _ => VERMILION,
    };
    Pen::solid(color, 1.3).dashed(6.0, 4.0)
}

fn guess_keys(count: usize) -> Vec<Key> {
    if count == 1 {
        return vec![Key::new(Mark::Line(guess_pen(0, 1)), "random guess")];
    }
    if depths::named(count) {
        let pen = Pen {
            color: SOFT_INK,
            ..guess_pen(0, count)
        };
        return vec![Key::new(
            Mark::Line(pen),
            "random guess, in the puzzle's color",
        )];
    }
    vec![
        Key::new(Mark::Line(guess_pen(0, count)), "random guess: median"),
        Key::new(Mark::Band(VERMILION, 0.13), "random guess: middle half"),
    ]
}

fn draw_guesses(
    canvas: &Canvas<'_>,
    frame: &Frame<'_>,
    guesses: &[f64],
    shown: impl Fn(f64) -> f64,
) {
    let count = guesses.len();
    let row = |value: f64| frame.at(0.0, shown(value)).1;
    if depths::named(count) {
        for (k, &guess) in guesses.iter().enumerate() {
            depths::level(canvas, frame, row(guess), guess_pen(k, count));
        }
    } else if let Some(spread) = quartiles(guesses.iter().copied()) {
        let (top, bottom) = (row(spread.upper), row(spread.lower));
        let corners = [
            (frame.left, top),
            (frame.right, top),
            (frame.right, bottom),
            (frame.left, bottom),
        ];
        canvas.area(&corners, VERMILION, 0.13);
        depths::level(canvas, frame, row(spread.median), guess_pen(0, count));
    }
}

fn draw_floor_marks(
    canvas: &Canvas<'_>,
    frame: &Frame<'_>,
    curves: &[Curve],
    shown: impl Fn(f64) -> f64,
) {
    for (k, curve) in curves.iter().enumerate() {
        for &(depth, value) in curve.points.iter().filter(|point| point.1 < NOTHING) {
            let tip = frame.at(depth as f64, shown(value));
            floor_mark(canvas, tip, depths::color(k, curves.len()));
        }
    }
}
