//! The optimizer's trace: ⟨C⟩ at each evaluation, and the best so far.

use super::Heading;
use super::axis::Axis;
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point};
use super::chart::{Chart, PlotFrame};
use super::check::{finite, some};
use super::legend::{LegendKey, LegendMark};
use super::palette::{BLUE, GRAY, INK, SOFT_INK, VERMILION};
use super::readings::DrawnValues;
use super::text::width;
use crate::error::{Error, Result};

/// Beyond so many evaluations only the extremes of each of half as many stretches are drawn.
const MOST_POINTS: usize = 3000;

/// Beyond so many evaluations the line has no dots.
const MOST_DOTS: usize = 150;

/// Every evaluation of an optimization, in order.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OptimizerTrace {
    /// The words around the plot.
    pub heading: Heading,
    /// ⟨C⟩ at evaluation 1, 2, ...
    pub evaluations: Vec<f64>,
    /// Where a depth begins: the 0-based index of its first evaluation, and the depth; rising
    /// indices.
    pub depth_starts: Vec<(usize, usize)>,
    /// The least value of C, drawn as a line if given.
    pub minimum: Option<f64>,
}

/// The SVG of an optimizer's trace, with a light line where a new depth starts.
///
/// # Errors
/// [`Error::NotFinite`] for NaN and infinities, [`Error::Argument`] where there is no evaluation or
/// a depth starts outside of them.
pub(crate) fn optimizer_trace(plot: &OptimizerTrace) -> Result<String> {
    check(plot)?;
    let values = &plot.evaluations;
    let (low, high) = values
        .iter()
        .chain(&plot.minimum)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &v| {
            (l.min(v), h.max(v))
        });
    let x = Axis::whole_numbers("evaluation", (1, values.len()), 9);
    let mut chart = Chart::new(&plot.heading, x, Axis::roomy("⟨C⟩", (low, high), 7));
    chart.keys = keys(plot);
    chart.head = 28.0;
    let drawn = extremes(values).into_iter();
    let points: Vec<_> = drawn.map(|k| (k + 1, values[k])).collect();
    chart.values = vec![DrawnValues::over("⟨C⟩", &points)];
    if values.len() > MOST_POINTS {
        chart.notes.push(format!(
            "Of {} evaluations the least and the largest of each short stretch are drawn.",
            values.len()
        ));
    }
    Ok(chart.draw(|canvas, frame| {
        draw_starts(canvas, frame, &plot.depth_starts, values.len());
        if let Some(minimum) = plot.minimum {
            let y = frame.at(1.0, minimum).1;
            canvas.line(&[(frame.left, y), (frame.right, y)], minimum_pen());
        }
        draw_evaluations(canvas, frame, values);
        canvas.line(&best_so_far(frame, values), best_pen());
        if let [only] = values[..] {
            canvas.disc(frame.at(1.0, only), 4.0, VERMILION);
        }
    }))
}

fn check(plot: &OptimizerTrace) -> Result<()> {
    some("evaluations", &plot.evaluations)?;
    for (k, &value) in plot.evaluations.iter().enumerate() {
        finite(&format!("⟨C⟩ at evaluation {}", k + 1), value)?;
    }
    plot.minimum
        .map_or(Ok(0.0), |value| finite("minimum of C", value))?;
    let inside = plot
        .depth_starts
        .iter()
        .all(|&(start, _)| start < plot.evaluations.len());
    if inside && plot.depth_starts.is_sorted_by_key(|&(start, _)| start) {
        return Ok(());
    }
    Err(Error::argument(
        "depth_starts",
        format!(
            "{:?} among {} evaluations",
            plot.depth_starts,
            plot.evaluations.len()
        ),
        "give rising indices of evaluations, counted from 0",
    ))
}

fn each_pen() -> Pen {
    Pen::solid(BLUE, 1.0).faint(0.65)
}

fn best_pen() -> Pen {
    Pen::solid(VERMILION, 2.4)
}

fn minimum_pen() -> Pen {
    Pen::solid(INK, 1.3).dashed(1.6, 3.4)
}

fn start_pen() -> Pen {
    Pen::solid(GRAY, 1.0).dashed(5.0, 3.0)
}

fn keys(plot: &OptimizerTrace) -> Vec<LegendKey> {
    let each = if plot.evaluations.len() > MOST_DOTS {
        LegendMark::Line(each_pen())
    } else {
        LegendMark::Curve(each_pen())
    };
    let mut keys = vec![
        LegendKey::new(each, "each evaluation"),
        LegendKey::new(LegendMark::Line(best_pen()), "best so far"),
    ];
    if plot.minimum.is_some() {
        keys.push(LegendKey::new(
            LegendMark::Line(minimum_pen()),
            "minimum of C",
        ));
    }
    if !plot.depth_starts.is_empty() {
        keys.push(LegendKey::new(
            LegendMark::Line(start_pen()),
            "a new depth starts",
        ));
    }
    keys
}

fn draw_starts(
    canvas: &PictureCanvas<'_>,
    frame: &PlotFrame<'_>,
    starts: &[(usize, usize)],
    count: usize,
) {
    const SIZE: f64 = 11.0;
    let column = |index: usize| frame.at(index as f64 + 1.0, 0.0).0;
    for (k, &(start, depth)) in starts.iter().enumerate() {
        let x = column(start);
        canvas.line(&[(x, frame.bottom), (x, frame.top - 14.0)], start_pen());
        let end = starts
            .get(k + 1)
            .map_or(frame.right.max(column(count - 1)), |next| column(next.0));
        let fits = |label: &String| width(label, SIZE, false) + 8.0 <= end - x;
        let label = [format!("p = {depth}"), depth.to_string()]
            .into_iter()
            .find(fits);
        if let Some(label) = label {
            let lettering = Lettering::new(SIZE, SOFT_INK).anchored(Anchor::Start);
            canvas.text((x + 4.0, frame.top - 5.0), &label, lettering);
        }
    }
}

fn draw_evaluations(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, values: &[f64]) {
    let places: Vec<Point> = extremes(values)
        .into_iter()
        .map(|k| frame.at(k as f64 + 1.0, values[k]))
        .collect();
    canvas.line(&places, each_pen());
    if values.len() <= MOST_DOTS {
        for at in places {
            canvas.disc(at, 2.4, BLUE);
        }
    }
}

/// The indices drawn: all of a short trace, the least and the largest of each stretch of a long
/// one.
fn extremes(values: &[f64]) -> Vec<usize> {
    if values.len() <= MOST_POINTS {
        return (0..values.len()).collect();
    }
    let stretch = values.len().div_ceil(MOST_POINTS / 2);
    let by_value = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
    let mut kept = Vec::with_capacity(MOST_POINTS);
    for first in (0..values.len()).step_by(stretch) {
        let indices = first..(first + stretch).min(values.len());
        kept.extend(indices.clone().min_by(by_value));
        kept.extend(indices.max_by(by_value));
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// The stairs of the running minimum.
fn best_so_far(frame: &PlotFrame<'_>, values: &[f64]) -> Vec<Point> {
    let mut best = f64::INFINITY;
    let mut stairs: Vec<Point> = Vec::new();
    for (k, &value) in values.iter().enumerate() {
        if value < best {
            best = value;
            let (x, y) = frame.at(k as f64 + 1.0, best);
            stairs.extend(stairs.last().map(|&(_, before)| (x, before)));
            stairs.push((x, y));
        }
    }
    stairs.push(frame.at(values.len() as f64, best));
    stairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_trace_keeps_its_extremes_and_its_order() {
        let values: Vec<f64> = (0..50_000).map(|k| f64::from(k * 7919 % 50_021)).collect();
        let kept = extremes(&values);
        assert!(kept.len() <= MOST_POINTS && kept.is_sorted());
        let of = |pick: fn(f64, f64) -> f64, v: &[f64]| v.iter().copied().reduce(pick);
        let drawn: Vec<f64> = kept.iter().map(|&k| values[k]).collect();
        assert_eq!(of(f64::min, &drawn), of(f64::min, &values));
        assert_eq!(of(f64::max, &drawn), of(f64::max, &values));
    }
}
