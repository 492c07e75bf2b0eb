//! What others reach on the same problems: one line each, the median over the puzzles, always of
//! the same look.
//!
//! Some are measured in runs. Where the median of these measurements is that no run succeeded, no
//! value is known but a limit, the end of the interval: it is drawn with an arrow to where the
//! value lies, and no line leads there.

use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::PlotFrame;
use super::check::some;
use super::depths::{DepthCurve, level, shared};
use super::legend::{Beyond, LegendKey, LegendMark, limit_mark};
use super::marker::Marker;
use super::palette::{CURVES, INK, SOFT_INK};
use super::readings::DrawnValues;
use super::success::NOTHING;
use crate::error::Result;

/// Who is compared with QAOA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BaselineMethod {
    /// A uniformly random state of the same space.
    RandomGuess,
    /// Simulated annealing.
    Annealing,
    /// Grover's search.
    Grover,
}

impl BaselineMethod {
    /// Whether it is as good as its space is small: annealing walks over all variables, whatever
    /// the registers.
    pub(crate) fn depends_on_the_space(self) -> bool {
        match self {
            Self::RandomGuess | Self::Grover => true,
            Self::Annealing => false,
        }
    }

    /// Its pen; in the color of a series that it stands beside alone.
    pub(super) fn pen(self, beside: Option<usize>) -> Pen {
        let color = |own| beside.and_then(|k| CURVES.get(k).copied()).unwrap_or(own);
        match self {
            Self::RandomGuess => Pen::solid(color(SOFT_INK), 1.4).dashed(6.0, 4.0),
            Self::Annealing => Pen::solid(color(INK), 1.4).dashed(1.6, 3.4),
            Self::Grover => Pen::solid(color(INK), 1.4).dashed(12.0, 4.0),
        }
    }

    pub(super) fn marker(self) -> Option<Marker> {
        match self {
            Self::RandomGuess => None,
            Self::Annealing => Some(Marker::Cross),
            Self::Grover => Some(Marker::Plus),
        }
    }

    pub(super) fn key(self, beside: Option<usize>, label: impl Into<String>) -> LegendKey {
        let pen = self.pen(beside);
        let marked = |marker| LegendMark::Marked(pen, marker);
        LegendKey::new(self.marker().map_or(LegendMark::Line(pen), marked), label)
    }
}

/// One of them on the puzzles of a plot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Baseline {
    /// The method that reaches these values.
    pub method: BaselineMethod,
    /// Its name in the legend: `annealing at equal calls`.
    pub name: String,
    /// The place of the series whose color it takes, where it is that of one series alone.
    pub beside: Option<usize>,
    /// Its values, a curve a puzzle; drawn is the median over the puzzles. A time may be infinite
    /// where it has a limit.
    pub curves: Vec<DepthCurve>,
    /// Where its values are measured: the upper end of the interval of each probability, or the
    /// lower end of that of each time; a curve a puzzle. Drawn where the median itself is 0 or
    /// infinite. Empty where values are exact.
    pub limits: Vec<DepthCurve>,
}

/// What is drawn at one depth.
#[derive(Clone, Copy, PartialEq, Debug)]
struct DepthMedian {
    depth: usize,
    /// The median of the values, or of their limits.
    value: f64,
    /// On which side the median lies where `value` is a limit.
    beyond: Option<Beyond>,
}

impl Baseline {
    /// The baseline with each value as `checked` returns it.
    pub(super) fn new(given: &Self, checked: impl Fn(&str, f64) -> Result<f64>) -> Result<Self> {
        some(&given.name, &given.curves)?;
        let named = |what: &str, value| checked(&format!("{} of {what}", given.name), value);
        let curve = |c: &DepthCurve| DepthCurve::new(&c.puzzle, &c.points, named);
        let curves = given.curves.iter().map(curve).collect::<Result<_>>()?;
        let limits = given.limits.iter().map(curve).collect::<Result<_>>()?;
        Ok(Self {
            curves,
            limits,
            ..given.clone()
        })
    }

    /// The depth and the value of whatever is drawn: medians, and limits where these are 0 or
    /// infinite.
    pub(super) fn medians(&self) -> Vec<(usize, f64)> {
        let drawn = self.drawn().into_iter();
        drawn.map(|middle| (middle.depth, middle.value)).collect()
    }

    /// The values that a page tells, and apart from them the limits.
    pub(super) fn values(&self) -> Vec<DrawnValues> {
        let sides = [None, Some(Beyond::Below), Some(Beyond::Above)];
        let of_side = |beyond: Option<Beyond>| {
            let drawn = self.drawn().into_iter();
            let own = drawn.filter(|middle| middle.beyond == beyond);
            let points: Vec<_> = own.map(|middle| (middle.depth, middle.value)).collect();
            let name = match beyond {
                None => self.name.clone(),
                Some(beyond) => limit_name(&self.name, beyond),
            };
            (!points.is_empty()).then(|| DrawnValues::over(name, &points))
        };
        sides.into_iter().filter_map(of_side).collect()
    }

    fn drawn(&self) -> Vec<DepthMedian> {
        let limits = shared(&self.limits);
        let limit = |depth| limits.iter().find(|(at, _)| *at == depth);
        let middle = |(depth, value): (usize, f64)| {
            let beyond = match value {
                value if value < NOTHING => Some(Beyond::Below),
                value if value.is_infinite() => Some(Beyond::Above),
                _ => None,
            };
            match limit(depth).filter(|_| beyond.is_some()) {
                Some((_, limit)) => Some(DepthMedian {
                    depth,
                    value: limit.median,
                    beyond,
                }),
                None => value.is_finite().then_some(DepthMedian {
                    depth,
                    value,
                    beyond: None,
                }),
            }
        };
        let spread = shared(&self.curves).into_iter();
        let drawn = spread.filter_map(|(depth, q)| middle((depth, q.median)));
        drawn.collect()
    }

    /// The keys of the line and, where there are any, of the limits.
    pub(super) fn keys(&self) -> Vec<LegendKey> {
        let drawn = self.drawn();
        let beyond = drawn.iter().find_map(|middle| middle.beyond);
        let line = drawn.iter().any(|middle| middle.beyond.is_none());
        let limit =
            beyond.map(|beyond| limit_key(self.method.pen(self.beside), beyond, &self.name));
        let line = (line || limit.is_none()).then(|| self.key());
        line.into_iter().chain(limit).collect()
    }

    fn key(&self) -> LegendKey {
        let same = self
            .curves
            .windows(2)
            .all(|pair| pair[0].points == pair[1].points);
        let median = if same { "" } else { ": median" };
        let label = format!("{}{median}", self.name);
        self.method.key(self.beside, label)
    }

    pub(super) fn draw(
        &self,
        canvas: &PictureCanvas<'_>,
        frame: &PlotFrame<'_>,
        place: impl Fn(usize, f64) -> Point,
    ) {
        let drawn = self.drawn();
        let at = |middle: &DepthMedian| place(middle.depth, middle.value);
        let pen = self.method.pen(self.beside);
        let flat = drawn.windows(2).all(|pair| pair[0].value == pair[1].value);
        // A line joins values and stops at limits, beyond which nobody knows where it would go.
        for run in drawn.split(|middle| middle.beyond.is_some()) {
            let places: Vec<Point> = run.iter().map(at).collect();
            match places.first() {
                Some(&(_, y)) if flat && self.method == BaselineMethod::RandomGuess => {
                    level(canvas, frame, y, pen);
                }
                Some(_) if places.len() > 1 => canvas.line(&places, pen),
                Some(_) | None => (),
            }
        }
        for middle in &drawn {
            match (middle.beyond, self.method.marker()) {
                (Some(beyond), _) => limit_mark(canvas, at(middle), pen, beyond),
                (None, Some(marker)) => marker.draw(canvas, at(middle), pen.color),
                (None, None) => (),
            }
        }
    }
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
