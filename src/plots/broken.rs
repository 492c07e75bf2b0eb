//! Broken rules against the layer, as areas stacked on each other: which rule a circuit fails to
//! learn.
//!
//! The height of an area is the mean number of broken rules of one kind in the state after a layer;
//! their sum is the mean number of broken rules. Each area has its name beside it and a hatching of
//! its own, so that colors are never needed.

use super::Heading;
use super::axis::Axis;
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point};
use super::chart::{Chart, PlotFrame};
use super::check::{finite, some};
use super::palette::{CURVES, INK, PAPER};
use super::readings::DrawnValues;
use super::text::{shorten, width};
use crate::error::{Error, Result};

/// Mean numbers of broken rules, layer by layer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BrokenRules {
    /// The words around the plot.
    pub heading: Heading,
    /// The kinds of rules, the lowest area first.
    pub kinds: Vec<String>,
    /// For layer 0 (the initial state), 1, …: how many rules of each kind are broken on average. At
    /// least two layers.
    pub layers: Vec<Vec<f64>>,
}

const SIZE: f64 = 12.0;
const MOST_ROOM: f64 = 190.0;
const FILL: f64 = 0.55;

/// The SVG of broken rules as stacked areas.
///
/// # Errors
/// [`Error::NotFinite`] for NaN and infinities, [`Error::Argument`] for negative numbers, for
/// layers of another length than the kinds, and where there is nothing to draw.
pub(crate) fn broken_rules(plot: &BrokenRules) -> Result<String> {
    check(plot)?;
    let stacks: Vec<Vec<f64>> = plot.layers.iter().map(|layer| sums(layer)).collect();
    let last = stacks.len() - 1;
    let top = stacks.iter().filter_map(|stack| stack.last().copied());
    let top = top.fold(0.0, f64::max);
    let x = Axis {
        low: 0.0,
        high: last as f64,
        ..Axis::whole_numbers("layer", (0, last), 14)
    };
    let ceiling = if top == 0.0 { 1.0 } else { top };
    let y = Axis::round("broken rules (mean)", (0.0, ceiling), 5);
    let names: Vec<String> = plot
        .kinds
        .iter()
        .map(|kind| shorten(kind, plot.heading.layout.scaled(MOST_ROOM), SIZE))
        .collect();
    let widest = names.iter().map(|name| width(name, SIZE, false));
    let mut chart = Chart::new(&plot.heading, x, y);
    chart.right = 30.0 + widest.fold(0.0, f64::max);
    chart.values = values(plot);
    Ok(chart.draw(|canvas, frame| {
        for kind in 0..plot.kinds.len() {
            draw_area(canvas, &Area::new(frame, &stacks, kind), kind);
        }
        draw_names(canvas, frame, &names, &stacks[last]);
    }))
}

fn check(plot: &BrokenRules) -> Result<()> {
    some("kinds of rules", &plot.kinds)?;
    if plot.layers.len() < 2 {
        return Err(Error::argument(
            "layers",
            format!("found {}", plot.layers.len()),
            "give the initial state and one layer at least",
        ));
    }
    for (k, layer) in plot.layers.iter().enumerate() {
        if layer.len() != plot.kinds.len() {
            return Err(Error::argument(
                format!("layer {k}"),
                format!("found {} numbers", layer.len()),
                format!("give one for each of {} kinds", plot.kinds.len()),
            ));
        }
        for (kind, &broken) in plot.kinds.iter().zip(layer) {
            let what = format!("broken rules of kind {kind} in layer {k}");
            if finite(&what, broken)? < -1e-9 {
                let found = format!("found {broken}");
                return Err(Error::argument(
                    what,
                    found,
                    "a number of rules is at least 0",
                ));
            }
        }
    }
    Ok(())
}

fn values(plot: &BrokenRules) -> Vec<DrawnValues> {
    let of_kind = |(kind, name): (usize, &String)| {
        let layers = plot.layers.iter().enumerate();
        let points: Vec<_> = layers.map(|(k, broken)| (k, broken[kind])).collect();
        DrawnValues::over(&**name, &points)
    };
    plot.kinds.iter().enumerate().map(of_kind).collect()
}

/// 0, the first, the first and the second, ….
fn sums(layer: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums = vec![0.0];
    for broken in layer {
        sum += broken.max(0.0);
        sums.push(sum);
    }
    sums
}

/// The lower and the upper edge of one kind.
struct Area {
    lower: Vec<Point>,
    upper: Vec<Point>,
}

impl Area {
    fn new(frame: &PlotFrame<'_>, stacks: &[Vec<f64>], kind: usize) -> Self {
        let edge = |at: usize| {
            let layers = stacks.iter().enumerate();
            layers
                .map(|(k, stack)| frame.at(k as f64, stack[at]))
                .collect()
        };
        Self {
            lower: edge(kind),
            upper: edge(kind + 1),
        }
    }

    /// The heights of both edges in a column.
    fn ends(&self, x: f64) -> (f64, f64) {
        (height(&self.lower, x), height(&self.upper, x))
    }
}

/// The height of a line at `x`, between its points.
fn height(line: &[Point], x: f64) -> f64 {
    let pair = line.windows(2).find(|pair| x <= pair[1].0);
    let [from, to] = pair.map_or([line[0], line[line.len() - 1]], |pair| [pair[0], pair[1]]);
    let share = ((x - from.0) / (to.0 - from.0)).clamp(0.0, 1.0);
    from.1 + share * (to.1 - from.1)
}

fn draw_area(canvas: &PictureCanvas<'_>, area: &Area, kind: usize) {
    let color = CURVES[kind % CURVES.len()];
    let around: Vec<Point> = area
        .lower
        .iter()
        .chain(area.upper.iter().rev())
        .copied()
        .collect();
    canvas.area(&around, color, FILL);
    hatch(canvas, area, kind);
    canvas.line(&area.upper, Pen::solid(PAPER, 2.6));
    canvas.line(&area.upper, Pen::solid(color, 1.4));
}

/// Upright strokes whose distance and dash say which area this is: none, wide, dashed, narrow,
/// dotted, ….
fn hatch(canvas: &PictureCanvas<'_>, area: &Area, kind: usize) {
    let (step, dash) = match kind % 5 {
        0 => return,
        1 => (14.0, None),
        2 => (9.0, Some((2.0, 4.0))),
        3 => (5.0, None),
        _ => (20.0, Some((8.0, 4.0))),
    };
    let pen = Pen {
        dash,
        ..Pen::solid(CURVES[kind % CURVES.len()], 1.0)
    };
    let (left, right) = (area.lower[0].0, area.lower[area.lower.len() - 1].0);
    let mut x = left + step / 2.0;
    while x < right {
        let (low, high) = area.ends(x);
        if low - high > 2.0 {
            canvas.line(&[(x, low), (x, high)], pen);
        }
        x += step;
    }
}

/// The names right of the frame, each at the middle of its area's end, moved apart where areas are
/// thin.
fn draw_names(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, names: &[String], last: &[f64]) {
    const APART: f64 = 16.0;
    let row = |value: f64| frame.at(0.0, value).1;
    let middles: Vec<f64> = last
        .windows(2)
        .map(|pair| row(pair[0]).midpoint(row(pair[1])))
        .collect();
    let mut rows: Vec<f64> = Vec::new();
    for &middle in &middles {
        let below = rows.last().map_or(frame.bottom, |row| row - APART);
        rows.push(middle.min(below));
    }
    for (k, (name, (&middle, &y))) in names.iter().zip(middles.iter().zip(&rows)).enumerate() {
        let pen = Pen::solid(CURVES[k % CURVES.len()], 1.4);
        canvas.line(&[(frame.right + 1.0, middle), (frame.right + 16.0, y)], pen);
        let lettering = Lettering::new(SIZE, INK).anchored(Anchor::Start);
        canvas.text((frame.right + 21.0, y + 4.3), name, lettering);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_as_high_as_its_points_say() {
        let line = [(0.0, 4.0), (2.0, 8.0), (3.0, 8.0)];
        for (x, y) in [(0.0, 4.0), (1.0, 6.0), (2.5, 8.0), (9.0, 8.0)] {
            assert_eq!(height(&line, x), y);
        }
    }

    #[test]
    fn a_stack_is_the_running_sum() {
        assert_eq!(sums(&[1.0, 0.5, -1e-12]), [0.0, 1.0, 1.5, 1.5]);
    }
}
