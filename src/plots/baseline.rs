//! What others reach on the same problems: one line each, the median over the puzzles, always of
//! the same look.
//!
//! Some are measured in runs. Where the median of these measurements is that no run succeeded, no
//! value is known but a limit, the end of the interval: it is drawn with an arrow to where the
//! value lies, and no line leads there.

use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::PlotFrame;
use super::check::some;
use super::depths::{DepthCurve, Spread, level, shared};
use super::legend::{Beyond, LegendKey, LegendMark, interval_mark, limit_mark};
use super::marker::Marker;
use super::palette::{CURVES, INK, SOFT_INK};
use super::readings::DrawnValues;
use super::success::NOTHING;
use crate::error::Result;
use ketboard_circuits::Interval;

/// Who is compared with QAOA, and what else is drawn as one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BaselineMethod {
    /// A uniformly random state of the same space.
    RandomGuess,
    /// The least value that there is.
    Minimum,
    /// Simulated annealing.
    Annealing,
    /// Grover's search.
    Grover,
    /// QAOA itself, by shots.
    Measured,
}

impl BaselineMethod {
    /// Its pen; in the color of a series that it stands beside alone.
    pub(super) fn pen(self, beside: Option<usize>) -> Pen {
        let color = |own| beside.and_then(|k| CURVES.get(k).copied()).unwrap_or(own);
        match self {
            Self::RandomGuess => Pen::solid(color(SOFT_INK), 1.4).dashed(6.0, 4.0),
            Self::Minimum => Pen::solid(color(SOFT_INK), 1.4).dashed(1.6, 3.4),
            Self::Annealing => Pen::solid(color(INK), 1.4).dashed(1.6, 3.4),
            Self::Grover => Pen::solid(color(INK), 1.4).dashed(12.0, 4.0),
            Self::Measured => Pen::solid(color(SOFT_INK), 1.4),
        }
    }

    pub(super) fn marker(self) -> Option<Marker> {
        match self {
            Self::RandomGuess | Self::Minimum | Self::Measured => None,
            Self::Annealing => Some(Marker::Cross),
            Self::Grover => Some(Marker::Plus),
        }
    }

    pub(super) fn key(self, beside: Option<usize>, label: impl Into<String>) -> LegendKey {
        let pen = self.pen(beside);
        let mark = match (self, self.marker()) {
            (Self::Measured, _) => LegendMark::Bar(pen),
            (_, Some(marker)) => LegendMark::Marked(pen, marker),
            (_, None) => LegendMark::Line(pen),
        };
        LegendKey::new(mark, label)
    }
}

/// One of them on the puzzles of a plot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Baseline {
    /// The method that reaches these values.
    pub method: BaselineMethod,
    /// Its name in the legend: `random guess`.
    pub name: String,
    /// The names of the series that it stands beside; empty for all.
    pub beside: Vec<String>,
    /// Its values, a curve a puzzle; drawn is the median over the puzzles. A time may be infinite
    /// where its lower end is known.
    pub curves: Vec<DepthCurve>,
    /// Where its values are measured, the lower ends of their 95 % intervals; empty where they are
    /// exact.
    pub lows: Vec<DepthCurve>,
    /// The upper ends; those of times may be infinite.
    pub highs: Vec<DepthCurve>,
}

/// What is drawn at one depth.
#[derive(Clone, Copy, PartialEq, Debug)]
struct DepthMedian {
    depth: usize,
    /// The median of the values, or of an end of their intervals.
    value: f64,
    /// On which side the median lies where `value` is such an end.
    beyond: Option<Beyond>,
    interval: Option<Interval>,
}

impl Baseline {
    /// The baseline with each value as `checked` returns it.
    pub(super) fn new(given: &Self, checked: impl Fn(&str, f64) -> Result<f64>) -> Result<Self> {
        some(&given.name, &given.curves)?;
        let named = |what: &str, value| checked(&format!("{} of {what}", given.name), value);
        let curve = |c: &DepthCurve| DepthCurve::new(&c.puzzle, &c.points, named);
        let all = |curves: &[DepthCurve]| curves.iter().map(curve).collect::<Result<_>>();
        Ok(Self {
            curves: all(&given.curves)?,
            lows: all(&given.lows)?,
            highs: all(&given.highs)?,
            ..given.clone()
        })
    }

    /// Every number that is drawn, but for an end of an interval that is 0.
    pub(super) fn ends(&self) -> impl Iterator<Item = f64> + use<> {
        let ends = |middle: DepthMedian| {
            let (low, high) = middle.interval.unwrap_or((middle.value, middle.value));
            [
                Some(middle.value),
                Some(low).filter(|low| *low != 0.0),
                Some(high),
            ]
        };
        self.drawn().into_iter().flat_map(ends).flatten()
    }

    /// Whether any value has an interval.
    pub(super) fn has_intervals(&self) -> bool {
        self.drawn().iter().any(|middle| middle.interval.is_some())
    }

    /// The values that a page tells, and apart from them the limits.
    pub(super) fn values(&self) -> Vec<DrawnValues> {
        let sides = [None, Some(Beyond::Below), Some(Beyond::Above)];
        let of_side = |beyond: Option<Beyond>| {
            let drawn = self.drawn().into_iter();
            let own = drawn.filter(|middle| middle.beyond == beyond);
            let points: Vec<_> = own.map(|middle| (middle.depth, middle.value)).collect();
            let who = [vec![self.name.clone()], self.beside.clone()]
                .concat()
                .join(", ");
            let name = match beyond {
                None => who,
                Some(beyond) => limit_name(&who, beyond),
            };
            (!points.is_empty()).then(|| DrawnValues::over(name, &points))
        };
        sides.into_iter().filter_map(of_side).collect()
    }

    fn drawn(&self) -> Vec<DepthMedian> {
        let (lows, highs) = (shared(&self.lows), shared(&self.highs));
        let end = |of: &[(usize, Spread)], depth| {
            let found = of.iter().find(|(at, _)| *at == depth);
            found.map(|(_, spread)| spread.median)
        };
        let is_wide = |(low, high): &Interval| low < high;
        let middle = |(depth, spread): (usize, Spread)| {
            let (low, high) = (end(&lows, depth), end(&highs, depth));
            let limit = match spread.median {
                value if value < NOTHING => high.map(|high| (high, Beyond::Below)),
                f64::INFINITY => low.map(|low| (low, Beyond::Above)),
                _ => None,
            };
            let (value, beyond, interval) = match limit {
                Some((limit, beyond)) => (limit, Some(beyond), None),
                None => (
                    spread.median,
                    None,
                    spread.interval.or(low.zip(high)).filter(is_wide),
                ),
            };
            value.is_finite().then_some(DepthMedian {
                depth,
                value,
                beyond,
                interval,
            })
        };
        shared(&self.curves)
            .into_iter()
            .filter_map(middle)
            .collect()
    }

    /// Draws the line with its markers, intervals and limits, in the color of a series that it
    /// stands beside alone.
    pub(super) fn draw(
        &self,
        canvas: &PictureCanvas<'_>,
        frame: &PlotFrame<'_>,
        (beside, place): (Option<usize>, impl Fn(usize, f64) -> Point),
    ) {
        let drawn = self.drawn();
        let at = |middle: &DepthMedian| place(middle.depth, middle.value);
        let pen = self.method.pen(beside);
        let flat = drawn.windows(2).all(|pair| pair[0].value == pair[1].value)
            && matches!(
                self.method,
                BaselineMethod::RandomGuess | BaselineMethod::Minimum
            );
        // A line joins values and stops at limits, beyond which nobody knows where it would go.
        for run in drawn.split(|middle| middle.beyond.is_some()) {
            let places: Vec<Point> = run.iter().map(at).collect();
            match places.first() {
                _ if self.method == BaselineMethod::Measured => (),
                Some(&(_, y)) if flat => level(canvas, frame, y, pen),
                Some(_) if places.len() > 1 => canvas.line(&places, pen),
                Some(_) | None => (),
            }
        }
        for (k, middle) in drawn.iter().enumerate() {
            let (x, y) = at(middle);
            // The interval of a level is the same at all depths.
            let is_shown = !flat || k + 1 == drawn.len();
            if let Some((low, high)) = middle.interval.filter(|_| is_shown) {
                let end = |value| (x, place(middle.depth, value).1);
                interval_mark(canvas, (end(low), end(high)), pen.faint(0.6));
                if high.is_infinite() {
                    let top = end(high).1;
                    let head = [(x - 5.0, top + 8.0), (x, top), (x + 5.0, top + 8.0)];
                    canvas.line(&head, Pen::solid(pen.color, 1.3).faint(0.6));
                }
            }
            match (middle.beyond, self.method.marker()) {
                (Some(beyond), _) => limit_mark(canvas, (x, y), pen, beyond),
                (None, Some(marker)) => marker.draw(canvas, (x, y), pen.color),
                (None, None) if self.method == BaselineMethod::Measured => {
                    canvas.line(&[(x - 5.0, y), (x + 5.0, y)], pen);
                }
                (None, None) => (),
            }
        }
    }
}

/// The keys of the lines and, where there are any, of the limits: one for all of a name.
pub(super) fn keys(all: &[Baseline]) -> Vec<LegendKey> {
    let mut keys = Vec::new();
    for (k, one) in all.iter().enumerate() {
        let known = all[..k].iter().any(|before| before.name == one.name);
        let of_name = all.iter().filter(|other| other.name == one.name && !known);
        let of_name: Vec<&Baseline> = of_name.collect();
        let drawn: Vec<DepthMedian> = of_name.iter().flat_map(|other| other.drawn()).collect();
        let beyond = drawn.iter().find_map(|middle| middle.beyond);
        let is_each = one.beside.is_empty() || of_name.is_empty();
        let each = if is_each {
            ""
        } else {
            ", in the color of its setting"
        };
        let differ = |of: &&Baseline| {
            of.curves
                .windows(2)
                .any(|two| two[0].points != two[1].points)
        };
        let median = if of_name.iter().any(differ) {
            ": median"
        } else {
            ""
        };
        if drawn.iter().any(|middle| middle.beyond.is_none()) {
            keys.push(one.method.key(None, format!("{}{median}{each}", one.name)));
        }
        keys.extend(beyond.map(|beyond| limit_key(one.method.pen(None), beyond, &one.name)));
    }
    keys
}

/// The key of the limits of a baseline that never succeeded.
pub(super) fn limit_key(pen: Pen, beyond: Beyond, name: &str) -> LegendKey {
    let label = limit_name(name, beyond) + " (95 % interval)";
    LegendKey::new(LegendMark::Limit(pen, beyond), label)
}

fn limit_name(name: &str, beyond: Beyond) -> String {
    let end = match beyond {
        Beyond::Below => "at most",
        Beyond::Above => "at least",
    };
    format!("{name}: no run succeeded, {end}")
}
