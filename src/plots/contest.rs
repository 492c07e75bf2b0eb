//! Success of one run of several algorithms against what a run costs: calls, or the depth of a
//! circuit.
//!
//! The axis of costs is logarithmic, that of probabilities as in [`super::success`]. A cost below 1
//! is drawn at 1, which a note says. Each algorithm has a color, a shape of marker and a dash of
//! its own; a measured probability stands in its confidence interval, and where no run succeeded
//! the upper end of the interval stands alone, with an arrow down.

use super::Heading;
use super::axis::Axis;
use super::baseline::limit_key;
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::{Chart, PlotFrame};
use super::check::{finite, probability};
use super::legend::{Beyond, LegendKey, LegendMark, floor_mark, interval_mark, limit_mark};
use super::marker::Marker;
use super::palette::{CURVES, INK, SOFT_INK};
use super::success::{NOTHING, ProbabilityAxis, probability_of};
use crate::error::{Error, Result};

/// Points of the curve of repeated guesses.
const FINE: usize = 160;

/// What a random guess is held against.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Guessing {
    /// One guess with this probability, whatever the cost: a level.
    Once(f64),
    /// As many guesses as the cost says, each with this probability f: 1 − (1 − f)ˣ.
    Repeated(f64),
}

/// One algorithm at one setting.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ContestPoint {
    /// What a run costs, at least 0.
    pub cost: f64,
    /// The probability that a run succeeds.
    pub success: f64,
    /// Its confidence interval, where it was measured.
    pub interval: Option<(f64, f64)>,
}

impl ContestPoint {
    /// The most that the success can be, where no run showed any.
    fn limit(&self) -> Option<f64> {
        let (_, high) = self.interval.filter(|_| self.success < NOTHING)?;
        Some(high)
    }
}

/// The points of one algorithm.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ContestSeries {
    /// Its name in the legend.
    pub name: String,
    /// Its settings, by rising cost.
    pub points: Vec<ContestPoint>,
    /// The line through them, by rising cost; empty for straight lines from point to point.
    pub line: Vec<(f64, f64)>,
}

/// Success probability against cost for several algorithms.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SuccessAgainstCost {
    /// The words around the plot.
    pub heading: Heading,
    /// What is a cost, the name of the axis.
    pub cost: String,
    /// The set whose probability is summed: `all boards that obey the rules`.
    pub summed: String,
    /// At most five, at least one of them with a point; one without has no place in the legend.
    pub series: Vec<ContestSeries>,
    /// What a random guess reaches, drawn as a line.
    pub guessing: Guessing,
}

/// The marker and the dash of each curve, in order.
const STYLES: [(Marker, Option<Dash>); 5] = [
    (Marker::Disc, None),
    (Marker::Square, None),
    (Marker::Diamond, Some((9.0, 3.0))),
    (Marker::Triangle, Some((2.0, 3.0))),
    (Marker::Ring, Some((5.0, 2.0))),
];

/// Lengths of dash and gap.
type Dash = (f64, f64);

/// The SVG of success against cost: a curve an algorithm, and the random guess dashed.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN, [`crate::Error::Argument`] for what is no probability, for
/// a negative cost, for more than five algorithms and where there is nothing to draw.
pub(crate) fn success_against_cost(plot: &SuccessAgainstCost) -> Result<String> {
    if plot.series.len() > STYLES.len() {
        return Err(Error::argument(
            "algorithms",
            format!("found {}", plot.series.len()),
            "give at most five: more shapes are not told apart",
        ));
    }
    let series = plot
        .series
        .iter()
        .map(checked)
        .collect::<Result<Vec<_>>>()?;
    let points: Vec<ContestPoint> = series.iter().flat_map(|s| s.points.clone()).collect();
    super::check::some("points", &points)?;
    let guess = match plot.guessing {
        Guessing::Once(guess) | Guessing::Repeated(guess) => probability("random guess", guess)?,
    };

    let across = costs(&plot.cost, &points);
    let values = points.iter().map(|p| p.limit().unwrap_or(p.success));
    let (name, meaning) = probability_of(&plot.summed);
    let ordinate = ProbabilityAxis::new(name, values.chain([guess]).collect());
    let dashed = Pen::solid(INK, 1.3).dashed(6.0, 4.0);
    let ends = (across.low, across.high);
    let mut chart = Chart::new(&plot.heading, across, ordinate.axis.clone());
    let key = |(k, series): (usize, &ContestSeries)| {
        LegendKey::new(LegendMark::Marked(pen(k), STYLES[k].0), &series.name)
    };
    let drawn = series.iter().enumerate();
    let drawn = drawn.filter(|(_, series)| !series.points.is_empty());
    chart.keys = drawn.clone().map(key).collect();
    let never = |(_, series): &(usize, &ContestSeries)| {
        series.points.iter().any(|point| point.limit().is_some())
    };
    let limits = drawn.filter(never);
    let limits = limits.map(|(k, series)| limit_key(pen(k), Beyond::Below, &series.name));
    chart.keys.extend(limits);
    chart.keys.push(LegendKey::new(
        LegendMark::Line(dashed),
        guess_name(plot.guessing),
    ));
    let clipped = ordinate.clip_label.clone();
    chart
        .keys
        .extend(clipped.map(|label| LegendKey::new(LegendMark::Floor(SOFT_INK), label)));
    chart.notes.push(meaning);
    if points.iter().any(|point| point.cost < 1.0) {
        chart.notes.push("Costs of 0 are drawn at 1.".to_owned());
    }
    Ok(chart.draw(|canvas, frame| {
        let place = |(cost, value): (f64, f64)| frame.at(cost.max(1.0), ordinate.shown(value));
        let guesses = guess_line(plot.guessing, guess, ends);
        canvas.line(&guesses.into_iter().map(place).collect::<Vec<_>>(), dashed);
        for (k, series) in series.iter().enumerate() {
            draw_series(canvas, series, k, &place);
        }
        for (k, series) in series.iter().enumerate() {
            draw_points(canvas, frame, (series, k), &ordinate);
        }
    }))
}

fn checked(series: &ContestSeries) -> Result<ContestSeries> {
    let name = &series.name;
    let cost = |cost: f64| match finite(&format!("cost of {name}"), cost)? {
        cost if cost < 0.0 => Err(Error::argument(
            format!("cost of {name}"),
            format!("found {cost}"),
            "a cost is at least 0",
        )),
        cost => Ok(cost),
    };
    let success = |value| probability(&format!("success of {name}"), value);
    let point = |point: &ContestPoint| {
        let ends = |(low, high)| Ok::<_, Error>((success(low)?, success(high)?));
        Ok(ContestPoint {
            cost: cost(point.cost)?,
            success: success(point.success)?,
            interval: point.interval.map(ends).transpose()?,
        })
    };
    let on_line = series
        .line
        .iter()
        .map(|&(x, y)| Ok((cost(x)?, success(y)?)));
    Ok(ContestSeries {
        name: name.clone(),
        points: series.points.iter().map(point).collect::<Result<_>>()?,
        line: on_line.collect::<Result<_>>()?,
    })
}

/// Whole decades around all costs.
fn costs(title: &str, points: &[ContestPoint]) -> Axis {
    let powers = || points.iter().map(|point| libm::log10(point.cost.max(1.0)));
    let (least, most) = (
        powers().fold(f64::INFINITY, f64::min),
        powers().fold(0.0, f64::max),
    );
    let decades = ((least + 1e-9).floor() as i32, (most - 1e-9).ceil() as i32);
    Axis::decades(title, decades)
}

fn pen(k: usize) -> Pen {
    Pen {
        dash: STYLES[k].1,
        ..Pen::solid(CURVES[k], 1.8)
    }
}

fn guess_name(guessing: Guessing) -> &'static str {
    match guessing {
        Guessing::Once(_) => "random guess",
        Guessing::Repeated(_) => "as many random guesses",
    }
}

fn guess_line(guessing: Guessing, guess: f64, (low, high): (f64, f64)) -> Vec<(f64, f64)> {
    match guessing {
        Guessing::Once(_) => vec![(low, guess), (high, guess)],
        Guessing::Repeated(_) => {
            let at = |step: usize| low * libm::pow(high / low, step as f64 / FINE as f64);
            // 1 − (1 − f)ˣ without loss for small f.
            let seen = |x: f64| -libm::expm1(x * libm::log1p(-guess));
            (0..=FINE).map(|step| (at(step), seen(at(step)))).collect()
        }
    }
}

fn draw_series(
    canvas: &PictureCanvas<'_>,
    series: &ContestSeries,
    k: usize,
    place: &impl Fn((f64, f64)) -> Point,
) {
    let known = series.points.iter().filter(|p| p.limit().is_none());
    let points = known.map(|point| (point.cost, point.success));
    let line: Vec<Point> = match series.line.len() {
        0 => points.map(place).collect(),
        _ => series.line.iter().copied().map(place).collect(),
    };
    if line.len() > 1 {
        canvas.line(&line, pen(k));
    }
}

fn draw_points(
    canvas: &PictureCanvas<'_>,
    frame: &PlotFrame<'_>,
    (series, k): (&ContestSeries, usize),
    ordinate: &ProbabilityAxis,
) {
    let (color, marker) = (CURVES[k], STYLES[k].0);
    for point in &series.points {
        let at = |value: f64| frame.at(point.cost.max(1.0), ordinate.shown(value));
        if let Some(limit) = point.limit() {
            limit_mark(canvas, at(limit), pen(k), Beyond::Below);
            continue;
        }
        if let Some((low, high)) = point.interval {
            interval_mark(canvas, (at(low), at(high)), pen(k));
        }
        if ordinate.floor.is_some() && point.success < NOTHING {
            floor_mark(canvas, at(point.success), color);
        } else {
            marker.draw(canvas, at(point.success), color);
        }
    }
}
