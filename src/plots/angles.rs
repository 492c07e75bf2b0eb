//! Angle patterns: γ above, β below, against the layer, so that depths can be laid over each other.
//!
//! Layer k of p lies at (k − ½)/p, the middle of its share of the circuit (the abscissa of the
//! Fourier parameters of Zhou et al. 2020, eq. 8). A pattern of several puzzles is its median, each
//! puzzle thin.

use super::Heading;
use super::axis::Axis;
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::{Chart, PlotFrame, stack};
use super::check::{finite, some};
use super::depths::Spread;
use super::legend::{LegendKey, LegendMark, interval_mark};
use super::readings::DrawnValues;
use super::series::{MEDIAN_INTERVALS, few, interval_key, style};
use crate::error::Result;

/// Angles that belong together: those of one depth, or of one group of terms.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AnglePattern {
    /// What they are of: `p = 3`.
    pub name: String,
    /// γ layer by layer: one list a puzzle.
    pub gammas: Vec<Vec<f64>>,
    /// β layer by layer: one list a puzzle.
    pub betas: Vec<Vec<f64>>,
}

/// Several patterns, drawn over each other.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AnglePatterns {
    /// The words around the plot.
    pub heading: Heading,
    /// The name of the upper axis: `γ (radians)`.
    pub gamma_axis: String,
    /// At least one, at most six.
    pub patterns: Vec<AnglePattern>,
}

const HEIGHT: f64 = 220.0;

/// The SVG of angle patterns.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN and infinities, [`crate::Error::Argument`] for more patterns
/// than can be told apart and where there is nothing to draw.
pub(crate) fn angle_patterns(plot: &AnglePatterns) -> Result<String> {
    some("patterns", &plot.patterns)?;
    few(plot.patterns.len())?;
    for pattern in &plot.patterns {
        check(&format!("γ of {}", pattern.name), &pattern.gammas)?;
        check(&format!("β of {}", pattern.name), &pattern.betas)?;
    }
    let gammas = |pattern: &AnglePattern| pattern.gammas.clone();
    let betas = |pattern: &AnglePattern| pattern.betas.clone();
    let up: Vec<_> = plot.patterns.iter().map(gammas).collect();
    let down: Vec<_> = plot.patterns.iter().map(betas).collect();
    let mut upper = panel(&plot.heading, &plot.gamma_axis, &up);
    upper.keys = keys(&plot.patterns);
    upper.values = values(&plot.patterns, &up);
    if plot.patterns.iter().any(|pattern| pattern.gammas.len() > 5) {
        upper.notes.push(MEDIAN_INTERVALS.to_owned());
    }
    let mut lower = panel(&plot.heading, "β (radians)", &down);
    lower.values = values(&plot.patterns, &down);
    Ok(stack(&[upper, lower], |row, canvas, frame| {
        let patterns = if row == 0 { &up } else { &down };
        for (k, lists) in patterns.iter().enumerate() {
            draw_each(canvas, frame, lists, k);
        }
        // No thin line covers a median.
        for (k, lists) in patterns.iter().enumerate() {
            draw_median(canvas, frame, lists, k);
        }
    }))
}

fn check(what: &str, lists: &[Vec<f64>]) -> Result<()> {
    some(what, lists)?;
    for list in lists {
        some(what, list)?;
        for &angle in list {
            finite(what, angle)?;
        }
    }
    Ok(())
}

fn panel<'a>(heading: &'a Heading, name: &str, patterns: &[Vec<Vec<f64>>]) -> Chart<'a> {
    let angles = patterns.iter().flatten().flatten();
    // zero is always on the axis: signs are a convention that a reader must see
    let range = angles.fold((0.0_f64, 0.0_f64), |(low, high), &v| {
        (low.min(v), high.max(v))
    });
    let x = Axis::exact("layer, (k − ½)/p", (0.0, 1.0), 5);
    Chart {
        height: heading.layout.scaled(HEIGHT),
        ..Chart::new(heading, x, Axis::roomy(name, range, 5))
    }
}

fn keys(patterns: &[AnglePattern]) -> Vec<LegendKey> {
    let key = |(k, pattern): (usize, &AnglePattern)| {
        let (pen, marker) = style(k);
        let label = match pattern.gammas.len() {
            1 => pattern.name.clone(),
            count => format!("{}: median of {count}", pattern.name),
        };
        LegendKey::new(LegendMark::Marked(pen, marker), label)
    };
    let mut keys: Vec<LegendKey> = patterns.iter().enumerate().map(key).collect();
    let bundled = |pattern: &AnglePattern| pattern.gammas.len().max(pattern.betas.len()) > 1;
    if patterns.iter().any(bundled) {
        keys.push(LegendKey::new(LegendMark::Line(thin(0)), "each"));
    }
    if patterns.iter().any(|pattern| pattern.gammas.len() > 5) {
        keys.push(interval_key());
    }
    keys
}

/// The median of each pattern.
fn values(patterns: &[AnglePattern], lists: &[Vec<Vec<f64>>]) -> Vec<DrawnValues> {
    let of = |(pattern, lists): (&AnglePattern, &Vec<Vec<f64>>)| {
        let spread = spread(lists);
        let at = |k: usize| (k as f64 + 0.5) / spread.len() as f64;
        let points = spread.iter().enumerate();
        DrawnValues {
            name: pattern.name.clone(),
            points: points.map(|(k, layer)| (at(k), layer.median)).collect(),
        }
    };
    patterns.iter().zip(lists).map(of).collect()
}

fn thin(k: usize) -> Pen {
    Pen {
        dash: None,
        ..style(k).0
    }
    .faint(0.4)
    .of_width(0.9)
}

/// The fainter the more there are, so that many do not become one area.
fn draw_each(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, lists: &[Vec<f64>], k: usize) {
    if lists.len() > 1 {
        let pen = thin(k);
        let pen = pen.faint((6.0 / lists.len() as f64).clamp(0.12, pen.opacity));
        for list in lists {
            canvas.line(&places(frame, list), pen);
        }
    }
}

fn draw_median(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, lists: &[Vec<f64>], k: usize) {
    let (pen, marker) = style(k);
    let pen = pen.of_width(2.4);
    let spread = spread(lists);
    let medians: Vec<f64> = spread.iter().map(|at| at.median).collect();
    let middle = places(frame, &medians);
    for (&(x, _), at) in middle.iter().zip(&spread) {
        if let Some((low, high)) = at.interval {
            let row = |angle: f64| (x, frame.at(0.0, angle).1);
            interval_mark(canvas, (row(low), row(high)), pen);
        }
    }
    if middle.len() > 1 {
        canvas.line(&middle, pen);
    }
    for at in middle {
        marker.draw(canvas, at, pen.color);
    }
}

fn places(frame: &PlotFrame<'_>, list: &[f64]) -> Vec<Point> {
    let at = |k: usize| (k as f64 + 0.5) / list.len() as f64;
    let angles = list.iter().enumerate();
    angles.map(|(k, &angle)| frame.at(at(k), angle)).collect()
}

/// The median at each layer with its interval; empty where lists differ in length.
fn spread(lists: &[Vec<f64>]) -> Vec<Spread> {
    let depth = lists.first().map_or(0, Vec::len);
    if lists.iter().any(|list| list.len() != depth) {
        return Vec::new();
    }
    let of_layer = |k: usize| lists.iter().map(|list| list[k]).collect::<Vec<f64>>();
    (0..depth)
        .filter_map(|k| Spread::of(&of_layer(k)))
        .collect()
}
