//! What it takes until a solution was seen with 99 %, against depth, on a logarithmic axis.
//!
//! A time is ⌈ln 0.01 / ln(1 − P)⌉ runs, or these runs in layers; it comes here as a number. Where
//! it is infinite (P = 0) a puzzle has no point at that depth, and the median is drawn only at
//! depths where every puzzle has one. A search whose runs all failed took at least as long as the
//! end of the interval says: that is drawn as a limit, with an arrow up.

use super::Heading;
use super::axis::Axis;
use super::baseline::Baseline;
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::{Chart, overview};
use super::check::finite;
use super::depths::{self, DepthCurve};
use super::legend::{LegendKey, LegendMark};
use super::palette::SOFT_INK;
use super::series::{self, Series};
use crate::error::{Error, Result};

/// A time measured in shots, with its interval.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MeasuredTime {
    /// The depth p.
    pub depth: usize,
    /// The estimated number of shots.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end; absent where it is infinite.
    pub high: Option<f64>,
}

/// Times to solution of one or more puzzles, under one or more settings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TimeToSolution {
    /// The words around the plot.
    pub heading: Heading,
    /// What is counted, the name of the axis: `shots to 99 %`.
    pub counted: String,
    /// At least one setting; values are at least 1.
    pub series: Vec<Series>,
    /// What other methods need on the same puzzles.
    pub baselines: Vec<Baseline>,
    /// What shots showed, drawn as bars; empty for none.
    pub measured: Vec<MeasuredTime>,
}

/// The SVG of times to solution against depth.
///
/// # Errors
/// [`Error::NotFinite`] for NaN and infinities, [`Error::Argument`] for a time below 1, for a depth
/// that occurs twice, for more settings than can be told apart and where there is nothing to draw.
pub(crate) fn time_to_solution(plot: &TimeToSolution) -> Result<String> {
    let series = series::checked(&plot.series, time)?;
    let baselines = plot
        .baselines
        .iter()
        .map(|given| Baseline::new(given, perhaps_never));
    let baselines = baselines.collect::<Result<Vec<_>>>()?;
    let measured = plot.measured.iter().map(checked);
    let measured = measured.collect::<Result<Vec<_>>>()?;

    let points = series::curves(&series).flat_map(|curve| &curve.points);
    let beside = baselines.iter().flat_map(Baseline::medians);
    let bars = measured
        .iter()
        .flat_map(|m| [m.low, m.high.unwrap_or(m.value)]);
    let values = points
        .copied()
        .chain(beside)
        .map(|point| point.1)
        .chain(bars);
    let (told, beyond): (Vec<f64>, Vec<f64>) = values.partition(|value| *value <= MOST);
    let ends = told.iter().fold((MOST, 1.0), |(low, high): (f64, f64), v| {
        (low.min(*v), high.max(*v))
    });
    let ends = (ends.0.min(ends.1), ends.1);
    let across = depths::axis(depths::DEPTH, series::curves(&series));
    let mut chart = Chart::new(&plot.heading, across, decades(&plot.counted, ends));
    let top = chart.y.high;
    let shown = |value: f64| if value > MOST { top } else { value };
    chart.keys = series::keys(&series);
    if !measured.is_empty() {
        let key = LegendKey::new(LegendMark::Bar(bar_pen()), "measured, 95 % interval");
        chart.keys.push(key);
    }
    chart.keys.extend(baselines.iter().flat_map(Baseline::keys));
    chart.notes = gaps(&series);
    chart.values = series::values(&series);
    let beside = baselines.iter().flat_map(Baseline::values);
    chart.values.extend(beside);
    if !beyond.is_empty() {
        chart.notes.push(BEYOND.to_owned());
    }
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
                    for bar in &measured {
                        draw_bar(canvas, bar, (place, frame.top));
                    }
                }
                series::draw_part(canvas, &series, part, place);
            },
        ));
    }
    Ok(chart.draw(|canvas, frame| {
        let place = |depth: usize, value: f64| frame.at(depth as f64, shown(value));
        for baseline in &baselines {
            baseline.draw(canvas, frame, place);
        }
        series::draw(canvas, &series, place);
        for bar in &measured {
            draw_bar(canvas, bar, (place, frame.top));
        }
    }))
}

/// A longer time is of a probability below 10⁻¹⁵, which is rounding: it would stretch the axis and
/// tell nothing.
const MOST: f64 = 1e15;
const BEYOND: &str =
    "A time above 10¹⁵ is of a probability that is rounding: it is drawn at the upper edge.";

fn time(what: &str, value: f64) -> Result<f64> {
    match finite(what, value)? {
        value if value >= 1.0 => Ok(value),
        value => Err(Error::argument(
            what,
            format!("found {value}"),
            "a time to solution is at least 1",
        )),
    }
}

/// A time that may be infinite: what stands beside QAOA has limits in its place.
fn perhaps_never(what: &str, value: f64) -> Result<f64> {
    match value {
        f64::INFINITY => Ok(value),
        value => time(what, value),
    }
}

fn checked(bar: &MeasuredTime) -> Result<MeasuredTime> {
    let what = format!("the measured time at p = {}", bar.depth);
    time(&what, bar.value)?;
    time(&what, bar.low)?;
    if let Some(high) = bar.high {
        time(&what, high)?;
    }
    Ok(bar.clone())
}

fn decades(title: &str, (low, high): (f64, f64)) -> Axis {
    let first = (libm::log10(low) + 1e-9).floor() as i32;
    let last = (libm::log10(high) - 1e-9).ceil() as i32;
    Axis::decades(title, (first, last))
}

fn bar_pen() -> Pen {
    Pen::solid(SOFT_INK, 1.4)
}

/// An interval with a stroke at its ends; one without an upper end goes on to the top as an arrow.
fn draw_bar(
    canvas: &PictureCanvas<'_>,
    bar: &MeasuredTime,
    (place, top): (impl Fn(usize, f64) -> Point, f64),
) {
    let pen = bar_pen();
    let stroke = |(x, y): Point| canvas.line(&[(x - 5.0, y), (x + 5.0, y)], pen);
    let low = place(bar.depth, bar.low);
    stroke(low);
    stroke(place(bar.depth, bar.value));
    match bar.high {
        Some(high) => {
            let high = place(bar.depth, high);
            canvas.line(&[low, high], pen);
            stroke(high);
        }
        None => {
            canvas.line(&[low, (low.0, top)], pen);
            let head = [
                (low.0 - 5.0, top + 8.0),
                (low.0, top),
                (low.0 + 5.0, top + 8.0),
            ];
            canvas.line(&head, pen);
        }
    }
}

/// Says where a median stops because a puzzle has no finite time.
fn gaps(series: &[Series]) -> Vec<String> {
    let depths_of = |s: &Series| {
        let mut all: Vec<usize> = s.curves.iter().flat_map(DepthCurve::depths).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let gap = series.iter().any(|s| {
        let all = depths_of(s);
        s.curves.len() > 1 && s.curves.iter().any(|curve| curve.points.len() < all.len())
    });
    let note = "Where a puzzle has no point its time is infinite or was not computed; the median is drawn at the depths that all puzzles have.";
    if gap {
        vec![note.to_owned()]
    } else {
        Vec::new()
    }
}
