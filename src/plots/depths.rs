//! What plots over the depth p share: one curve a puzzle, and over several puzzles their median and
//! quartiles.
//!
//! Up to six curves have a color, a dash, a marker and a name each; more are gray. From three on,
//! the median and the quartile band are drawn at the depths all puzzles reached.

use plotters::prelude::RGBColor;

use super::axis::Axis;
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::PlotFrame;
use super::legend::{LegendKey, LegendMark, interval_mark};
use super::marker::Marker;
use super::palette::{BLUE, CURVES, GRAY, INK};
use super::readings::DrawnValues;
use super::series::style;
use crate::error::{Error, Result};
use ketboard_circuits::{Interval, median_interval, quantile};

/// A value of one puzzle at each of some depths.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DepthCurve {
    /// The puzzle's name, for the legend.
    pub puzzle: String,
    /// Depth p and value, in any order.
    pub points: Vec<(usize, f64)>,
}

impl DepthCurve {
    /// The curve with its points in order and each value as `checked` returns it.
    pub(super) fn new(
        puzzle: &str,
        points: &[(usize, f64)],
        checked: impl Fn(&str, f64) -> Result<f64>,
    ) -> Result<Self> {
        super::check::some(&format!("depths of {puzzle}"), points)?;
        let check = |&(depth, value): &(usize, f64)| {
            Ok((depth, checked(&format!("{puzzle} at p = {depth}"), value)?))
        };
        let mut points = points.iter().map(check).collect::<Result<Vec<_>>>()?;
        points.sort_by_key(|&(depth, _)| depth);
        match points.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            None => Ok(Self {
                puzzle: puzzle.to_owned(),
                points,
            }),
            Some(pair) => Err(Error::argument(
                format!("depths of {puzzle}"),
                format!("p = {} occurs twice", pair[0].0),
                "give one value a depth",
            )),
        }
    }
}

impl DepthCurve {
    /// The depths that have a value.
    pub(super) fn depths(&self) -> impl Iterator<Item = usize> {
        self.points.iter().map(|&(depth, _)| depth)
    }
}

/// Several puzzles at one depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spread {
    pub(super) lower: f64,
    pub(super) median: f64,
    pub(super) upper: f64,
    /// The 95 % interval of the median; none below six puzzles.
    pub(super) interval: Option<Interval>,
}

impl Spread {
    /// The spread of a sample; `None` of an empty one.
    pub(super) fn of(sample: &[f64]) -> Option<Self> {
        let at = |share| quantile(sample.iter().copied(), share);
        Some(Self {
            lower: at(0.25)?,
            median: at(0.5)?,
            upper: at(0.75)?,
            interval: median_interval(sample.iter().copied()),
        })
    }
}

/// Whether each of so many curves has a color and a name.
pub(super) fn named(count: usize) -> bool {
    count <= CURVES.len()
}

/// The color of curve `k` of `count`.
pub(super) fn color(k: usize, count: usize) -> RGBColor {
    if named(count) { CURVES[k] } else { GRAY }
}

/// The axis of the depths of all curves, or of their layers, as `name` says.
pub(super) fn axis<'a>(
    name: &str,
    curves: impl IntoIterator<Item = &'a DepthCurve> + Clone,
) -> Axis {
    let depths = || {
        curves
            .clone()
            .into_iter()
            .flat_map(|curve| &curve.points)
            .map(|&(depth, _)| depth)
    };
    let ends = (depths().min().unwrap_or(1), depths().max().unwrap_or(1));
    Axis::whole_numbers(name, ends, 14)
}

/// The quartiles over the puzzles at each depth all of them reached; none below three puzzles.
pub(super) fn spread(curves: &[DepthCurve]) -> Vec<(usize, Spread)> {
    match curves {
        [_, .., _, _] => shared(curves),
        _ => Vec::new(),
    }
}

/// The quartiles over any number of puzzles at each depth all of them reached.
pub(super) fn shared(curves: &[DepthCurve]) -> Vec<(usize, Spread)> {
    let Some(first) = curves.first() else {
        return Vec::new();
    };
    let value = |curve: &DepthCurve, depth: usize| {
        curve
            .points
            .iter()
            .find(|point| point.0 == depth)
            .map(|point| point.1)
    };
    let at = |depth: usize| {
        let sample: Option<Vec<f64>> = curves.iter().map(|curve| value(curve, depth)).collect();
        Some((depth, Spread::of(&sample?)?))
    };
    first
        .points
        .iter()
        .filter_map(|&(depth, _)| at(depth))
        .collect()
}

/// The name of the axis of depths.
pub(super) const DEPTH: &str = "depth p";

/// The median, where one is drawn, and each curve that has a name in the legend.
pub(super) fn values(curves: &[DepthCurve]) -> Vec<DrawnValues> {
    let spread = spread(curves);
    let medians: Vec<_> = spread.iter().map(|(at, q)| (*at, q.median)).collect();
    let median = DrawnValues::over(format!("median of {} puzzles", curves.len()), &medians);
    let each = |curve: &DepthCurve| DrawnValues::over(&*curve.puzzle, &curve.points);
    let each = curves.iter().filter(|_| named(curves.len())).map(each);
    let median = (!medians.is_empty()).then_some(median);
    median.into_iter().chain(each).collect()
}

/// The legend of the curves and of their spread.
pub(super) fn keys(curves: &[DepthCurve]) -> Vec<LegendKey> {
    let count = curves.len();
    let mut keys = Vec::new();
    if named(count) {
        let key = |(k, curve): (usize, &DepthCurve)| {
            LegendKey::new(
                LegendMark::Marked(pen(k, count), style(k).1),
                curve.puzzle.clone(),
            )
        };
        keys.extend(curves.iter().enumerate().map(key));
    } else {
        keys.push(LegendKey::new(
            LegendMark::Line(pen(0, count)),
            "each puzzle",
        ));
    }
    if !spread(curves).is_empty() {
        let median = format!("median of {count} puzzles");
        keys.push(LegendKey::new(LegendMark::Curve(median_pen(count)), median));
        keys.push(LegendKey::new(
            LegendMark::Band(median_color(count), BAND),
            "middle half (quartiles)",
        ));
    }
    keys
}

/// Draws the band, the curves and the median; `place` says where a value at a depth lies.
pub(super) fn draw(
    canvas: &PictureCanvas<'_>,
    curves: &[DepthCurve],
    place: impl Fn(usize, f64) -> Point,
) {
    let spread = spread(curves);
    let count = curves.len();
    band(canvas, &spread, median_color(count), &place);
    for (k, curve) in curves.iter().enumerate() {
        let marker = named(count).then(|| style(k).1);
        line(canvas, &curve.points, (pen(k, count), marker), &place);
    }
    let medians: Vec<_> = spread.iter().map(|(depth, q)| (*depth, q.median)).collect();
    intervals(canvas, &spread, median_pen(count), &place);
    line(
        canvas,
        &medians,
        (median_pen(count), Some(Marker::Disc)),
        &place,
    );
}

/// Draws the interval of each median that has one.
pub(super) fn intervals(
    canvas: &PictureCanvas<'_>,
    spread: &[(usize, Spread)],
    pen: Pen,
    place: &impl Fn(usize, f64) -> Point,
) {
    for (depth, q) in spread {
        if let Some((low, high)) = q.interval {
            interval_mark(canvas, (place(*depth, low), place(*depth, high)), pen);
        }
    }
}

/// Draws a horizontal line over the whole frame.
pub(super) fn level(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, y: f64, pen: Pen) {
    canvas.line(&[(frame.left, y), (frame.right, y)], pen);
}

pub(super) const BAND: f64 = 0.2;

pub(super) fn band(
    canvas: &PictureCanvas<'_>,
    spread: &[(usize, Spread)],
    color: RGBColor,
    place: &impl Fn(usize, f64) -> Point,
) {
    let upper = spread.iter().map(|(depth, q)| place(*depth, q.upper));
    let lower = spread.iter().rev().map(|(depth, q)| place(*depth, q.lower));
    let mut corners: Vec<Point> = upper.chain(lower).collect();
    if let [above, below] = corners[..] {
        // One depth has no width of its own.
        let beside = |(x, y): Point, by: f64| (x + by, y);
        corners = vec![
            beside(above, -14.0),
            beside(above, 14.0),
            beside(below, 14.0),
            beside(below, -14.0),
        ];
    }
    if !corners.is_empty() {
        canvas.area(&corners, color, BAND);
    }
}

fn line(
    canvas: &PictureCanvas<'_>,
    points: &[(usize, f64)],
    (pen, marker): (Pen, Option<Marker>),
    place: &impl Fn(usize, f64) -> Point,
) {
    let places: Vec<Point> = points
        .iter()
        .map(|&(depth, value)| place(depth, value))
        .collect();
    if places.len() > 1 {
        canvas.line(&places, pen);
    }
    for at in places {
        match marker {
            Some(marker) => marker.draw(canvas, at, pen.color),
            // A faint line shows where it goes; a point alone has nothing else.
            None if points.len() == 1 => canvas.disc(at, 2.0, pen.color),
            None => (),
        }
    }
}

/// Faint where a median stands over it.
fn pen(k: usize, count: usize) -> Pen {
    match (named(count), count > 2) {
        (true, true) => style(k).0.of_width(1.3).faint(0.6),
        (true, false) => style(k).0.of_width(1.6),
        (false, _) => Pen::solid(GRAY, 1.0).faint(0.45),
    }
}

fn median_pen(count: usize) -> Pen {
    Pen::solid(median_color(count), 3.0)
}

fn median_color(count: usize) -> RGBColor {
    if named(count) { INK } else { BLUE }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: &[(usize, f64)]) -> DepthCurve {
        DepthCurve::new("a", points, super::super::check::finite).unwrap()
    }

    #[test]
    fn a_spread_needs_three_puzzles_and_a_depth_they_share() {
        let (a, b, c) = (
            curve(&[(1, 1.0), (2, 4.0)]),
            curve(&[(2, 6.0)]),
            curve(&[(2, 5.0), (3, 0.0)]),
        );
        assert!(spread(&[a.clone(), b.clone()]).is_empty());
        let depths: Vec<_> = spread(&[a, b, c])
            .iter()
            .map(|(p, q)| (*p, q.median))
            .collect();
        assert_eq!(depths, [(2, 5.0)]);
    }

    #[test]
    fn points_come_in_any_order_but_once() {
        assert_eq!(curve(&[(3, 1.0), (1, 2.0)]).points, [(1, 2.0), (3, 1.0)]);
        assert!(DepthCurve::new("a", &[(1, 0.0), (1, 0.1)], super::super::check::finite).is_err());
    }
}
