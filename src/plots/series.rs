//! What a line chart draws: values of puzzles under settings, and of what is beside them.
//!
//! Of several curves the median counts, at the abscissas that all of them reach. Some values are
//! measured in runs. Where the median of these is that no run succeeded, no value is seen but a
//! limit, the end of the interval: it is drawn with an arrow to where the value lies, and no line
//! leads there.

use super::axis::{Axis, NOTHING};
use super::canvas::{Pen, Point};
use super::legend::Marker;
use super::palette::{BLUE, CURVES, INK, SOFT_INK, VERMILION};
use ketboard_circuits::{median_interval, quantile};

/// A value at an abscissa, with its 95 % interval where it is measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Datum {
    pub x: f64,
    pub y: f64,
    pub interval: Option<(f64, f64)>,
}

impl From<Point> for Datum {
    fn from((x, y): Point) -> Self {
        let interval = None;
        Self { x, y, interval }
    }
}

/// The values of one puzzle, or of one algorithm.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Curve {
    pub name: String,
    /// In any order, each abscissa once.
    pub points: Vec<Datum>,
}

impl Curve {
    /// A curve through values that are known exactly.
    pub(crate) fn exact(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self {
            name: name.into(),
            points: points.into_iter().map(Datum::from).collect(),
        }
    }
}

/// What a series is, and so how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// One of the things that the chart compares: a setting, an algorithm.
    Setting,
    /// A uniformly random state of the same space.
    RandomGuess,
    /// The least value that there is.
    Minimum,
    /// Simulated annealing.
    Annealing,
    /// Grover's search.
    Grover,
    /// Each evaluation of a search.
    Evaluations,
    /// The best evaluation so far.
    Best,
}

impl Look {
    /// The pen and the marker; in the color of a setting that it is beside alone.
    pub(super) fn style(self, beside: Option<usize>) -> (Pen, Option<Marker>) {
        let color = |own| beside.map_or(own, |k| CURVES[k % CURVES.len()]);
        match self {
            Self::Setting => (Pen::solid(color(BLUE), 2.6), None),
            Self::RandomGuess => (Pen::solid(color(SOFT_INK), 1.4).dashed(6.0, 4.0), None),
            Self::Minimum => (Pen::solid(color(SOFT_INK), 1.4).dashed(1.6, 3.4), None),
            Self::Annealing => {
                let pen = Pen::solid(color(INK), 1.4).dashed(1.6, 3.4);
                (pen, Some(Marker::Cross))
            }
            Self::Grover => {
                let pen = Pen::solid(color(INK), 1.4).dashed(12.0, 4.0);
                (pen, Some(Marker::Plus))
            }
            Self::Evaluations => (Pen::solid(BLUE, 1.0).faint(0.65), Some(Marker::Dot)),
            Self::Best => (Pen::solid(VERMILION, 2.4), None),
        }
    }
}

/// Curves under one name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Series {
    /// For the legend; not shown of the only setting, whose curves have names of their own.
    pub name: String,
    /// What the legend says in place of the name; empty for the name.
    pub label: String,
    pub look: Look,
    /// The names of the settings that it is beside; empty for all.
    pub beside: Vec<String>,
    /// One curve a puzzle.
    pub curves: Vec<Curve>,
    /// The ends of a line that was fitted to the curves, where each is a point.
    pub fit: Option<[Point; 2]>,
}

impl Series {
    /// A series beside all settings, joined by straight lines.
    pub(crate) fn new(name: impl Into<String>, look: Look, curves: Vec<Curve>) -> Self {
        Self {
            name: name.into(),
            label: String::new(),
            look,
            beside: Vec::new(),
            curves,
            fit: None,
        }
    }
}

/// What is drawn at one abscissa: the median of one or more values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Middle {
    pub(super) x: f64,
    /// The median of the values; 0, or infinite, where it is that no run succeeded.
    pub(super) y: f64,
    pub(super) interval: Option<(f64, f64)>,
    /// The end of the interval beyond which a median lies that was not seen, and the way there:
    /// 1 downward, −1 upward.
    pub(super) limit: Option<(f64, f64)>,
    /// The first and the third quartile.
    pub(super) half: (f64, f64),
    /// How many values there are.
    pub(super) count: usize,
}

impl Middle {
    /// Whether it has no place on a logarithmic axis, and lies at its floor.
    pub(super) fn is_at_floor(&self, axis: &Axis) -> bool {
        axis.is_logarithmic && self.limit.is_none() && self.y < NOTHING
    }

    /// The median over some values; its interval is that of the order statistics, of few values
    /// the medians of their own ends.
    fn of(sample: &[&Datum]) -> Option<Self> {
        let quantile = |part| quantile(sample.iter().map(|datum| datum.y), part);
        let ends = median_ends(sample.iter().map(|datum| datum.interval));
        let y = quantile(0.5)?;
        let limit = match (y, ends) {
            (y, Some((_, high))) if y < NOTHING => Some((high, 1.0)),
            (f64::INFINITY, Some((low, _))) => Some((low, -1.0)),
            _ => None,
        };
        let own = median_interval(sample.iter().map(|datum| datum.y));
        let interval = own.filter(|_| limit.is_none()).or(ends);
        let is_known = limit.map_or(y, |(end, _)| end).is_finite();
        is_known.then_some(Self {
            x: sample.first()?.x,
            y,
            interval: interval.filter(|(low, high)| low < high),
            limit,
            half: (quantile(0.25)?, quantile(0.75)?),
            count: sample.len(),
        })
    }
}

/// The medians of both ends of intervals, where all are known.
pub(crate) fn median_ends(all: impl Iterator<Item = Option<(f64, f64)>>) -> Option<(f64, f64)> {
    let all: Vec<(f64, f64)> = all.collect::<Option<_>>()?;
    let end = |of: fn(&(f64, f64)) -> f64| quantile(all.iter().map(of), 0.5);
    end(|ends| ends.0).zip(end(|ends| ends.1))
}

/// The medians over the curves by rising abscissa: where all have a value or, of a cloud, any.
pub(super) fn middles(curves: &[Curve], is_cloud: bool) -> Vec<Middle> {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let mut places: Vec<f64> = points.map(|datum| datum.x).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let at = |x: f64| {
        let points = curves.iter().flat_map(|curve| &curve.points);
        let sample: Vec<&Datum> = points.filter(|datum| datum.x == x).collect();
        let is_shared = is_cloud || sample.len() == curves.len();
        is_shared.then(|| Middle::of(&sample)).flatten()
    };
    places.into_iter().filter_map(at).collect()
}
