//! Curves over the depth under one or several settings, with what stands beside them.
//!
//! Under one setting curves look as in [`super::depths`]. Of several settings each has a color, a
//! dash and a marker of its own: the median thick, every puzzle thin. From three puzzles on a
//! setting has a band, the middle half, and a small plot of its own, since bands that lie over each
//! other mix their colors.

use super::Heading;
use super::baseline::{Baseline, keys as baseline_keys};
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::{Chart, PlotFrame, overview};
use super::check::some;
use super::depths::{self, BAND, DepthCurve, Spread};
use super::legend::{LegendKey, LegendMark, floor_mark};
use super::marker::Marker;
use super::palette::{CURVES, GRAY, SOFT_INK};
use super::readings::DrawnValues;
use super::success::NOTHING;
use crate::error::{Error, Result};
use plotters::prelude::RGBColor;

/// The puzzles of a plot under one setting.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Series {
    /// The setting, for the legend; not shown where there is one.
    pub name: String,
    /// One curve for each puzzle; at least one.
    pub curves: Vec<DepthCurve>,
}

/// A number against the depth: of one or more puzzles, under one or more settings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AgainstDepth {
    /// The words around the plot.
    pub heading: Heading,
    /// Of a probability the set that it sums, `all boards that obey the rules`; else the name of
    /// the axis.
    pub what: String,
    /// At least one setting.
    pub series: Vec<Series>,
    /// What other methods reach on the same puzzles.
    pub baselines: Vec<Baseline>,
}

/// How many settings one plot tells apart.
pub(crate) const MOST_SERIES: usize = CURVES.len();

/// Markers and dashes, in order.
const STYLES: [(Marker, Option<(f64, f64)>); MOST_SERIES] = [
    (Marker::Disc, None),
    (Marker::Square, Some((9.0, 3.0))),
    (Marker::Diamond, Some((3.0, 3.0))),
    (Marker::Triangle, Some((16.0, 4.0))),
    (Marker::Ring, None),
    (Marker::Wedge, Some((6.0, 2.0))),
];

/// The pen of the line of setting `k` and its marker.
pub(super) fn style(k: usize) -> (Pen, Marker) {
    let (marker, dash) = STYLES[k];
    let pen = Pen {
        dash,
        ..Pen::solid(CURVES[k], 2.6)
    };
    (pen, marker)
}

/// Refuses more settings than can be told apart.
pub(super) fn few(count: usize) -> Result<()> {
    if count <= MOST_SERIES {
        return Ok(());
    }
    Err(Error::argument(
        "settings",
        format!("found {count}"),
        format!("give at most {MOST_SERIES}: more are not told apart"),
    ))
}

impl AgainstDepth {
    /// The plot with each value of a curve as `value` returns it, and of a baseline as `beside`
    /// does.
    ///
    /// # Errors
    /// What these refuse, more than [`MOST_SERIES`] series, a depth twice, and where there is
    /// nothing to draw.
    pub(super) fn checked(
        &self,
        value: impl Fn(&str, f64) -> Result<f64>,
        beside: impl Fn(&str, f64) -> Result<f64>,
    ) -> Result<Self> {
        some("settings", &self.series)?;
        few(self.series.len())?;
        let one = |s: &Series| {
            some("puzzles", &s.curves)?;
            let curve = |c: &DepthCurve| DepthCurve::new(&c.puzzle, &c.points, &value);
            Ok(Series {
                name: s.name.clone(),
                curves: s.curves.iter().map(curve).collect::<Result<_>>()?,
            })
        };
        let baselines = self.baselines.iter().map(|b| Baseline::new(b, &beside));
        Ok(Self {
            series: self.series.iter().map(one).collect::<Result<_>>()?,
            baselines: baselines.collect::<Result<_>>()?,
            ..self.clone()
        })
    }

    /// All curves of all series.
    pub(super) fn curves(&self) -> impl Iterator<Item = &DepthCurve> + Clone {
        self.series.iter().flat_map(|s| &s.curves)
    }

    /// Every value that is drawn; intervals of medians of the curves lie between these.
    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        let points = self.curves().flat_map(|curve| &curve.points);
        let beside = self.baselines.iter().flat_map(Baseline::ends);
        points.map(|point| point.1).chain(beside)
    }

    /// Draws everything into the chart, whose axes hold it: values beyond them stand at their ends.
    /// With a key for them, curves have a mark where they are nothing.
    pub(super) fn draw(&self, mut chart: Chart<'_>, nothing: Option<LegendKey>) -> String {
        chart.keys.extend(keys(&self.series));
        chart.keys.extend(baseline_keys(&self.baselines));
        if self.has_intervals() {
            chart.keys.push(interval_key());
        }
        if self.has_intervals() || self.series.iter().any(|s| s.curves.len() > 2) {
            chart.notes.push(MEDIAN_INTERVALS.to_owned());
        }
        let clips = nothing.is_some();
        chart.keys.extend(nothing);
        let values = self.baselines.iter().flat_map(Baseline::values);
        chart.values = values_of(&self.series).into_iter().chain(values).collect();
        let (low, high) = (chart.y.low, chart.y.high);
        let content = |part: Option<usize>, canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>| {
            let place = |depth: usize, value: f64| frame.at(depth as f64, value.clamp(low, high));
            let name = part.map(|k| &self.series[k].name);
            let stands_here = |b: &&Baseline| match name {
                Some(name) => b.beside.contains(name),
                None => b.beside.is_empty() || self.series.len() < 3 || !self.is_crowded(),
            };
            for baseline in self.baselines.iter().filter(stands_here) {
                let first = |s: &Series| baseline.beside.first() == Some(&s.name);
                baseline.draw(canvas, frame, (self.series.iter().position(first), &place));
            }
            match (part, self.is_crowded()) {
                (None, true) => draw_medians(canvas, &self.series, place),
                (None, false) => draw(canvas, &self.series, place),
                (Some(k), _) => draw_part(canvas, &self.series, k, place),
            }
            let shown = self.series.iter().enumerate();
            let shown = shown.filter(|(s, _)| part.map_or(!self.is_crowded(), |k| k == *s));
            for (s, one) in shown.filter(|_| clips) {
                let color = |k: usize| match self.series.len() {
                    1 => depths::color(k, one.curves.len()),
                    _ => CURVES[s],
                };
                draw_floor_marks(canvas, &one.curves, color, place);
            }
        };
        if !self.is_crowded() {
            return chart.draw(|canvas, frame| content(None, canvas, frame));
        }
        chart.notes.push(PARTS.to_owned());
        let names: Vec<&str> = self.series.iter().map(|s| &*s.name).collect();
        overview(&chart, &names, content)
    }

    /// Whether bands of several settings would lie over each other: each setting is then drawn by
    /// itself as well.
    fn is_crowded(&self) -> bool {
        self.series.len() > 1 && self.series.iter().any(|s| s.curves.len() > 2)
    }

    fn has_intervals(&self) -> bool {
        let has = |(_, q): &(usize, Spread)| q.interval.is_some();
        let of_series = |s: &Series| depths::shared(&s.curves).iter().any(has);
        self.series.iter().any(of_series) || self.baselines.iter().any(Baseline::has_intervals)
    }
}

/// The key of the bars that [`MEDIAN_INTERVALS`] speaks of.
pub(super) fn interval_key() -> LegendKey {
    LegendKey::new(LegendMark::Bar(Pen::solid(SOFT_INK, 1.3)), "95 % interval")
}

/// What bars at medians, and at what was measured, are.
pub(super) const MEDIAN_INTERVALS: &str = "Bars are 95 % intervals: of a median over six puzzles or more by order statistics (fewer puzzles tell none), of a measured probability Wilson's.";

/// The values that a page tells: of one setting its puzzles, of several the median of each.
fn values_of(series: &[Series]) -> Vec<DrawnValues> {
    match series {
        [one] => depths::values(&one.curves),
        several => several
            .iter()
            .map(|one| DrawnValues::over(&*one.name, &medians(one)))
            .collect(),
    }
}

/// The legend of the settings, their medians and bands.
fn keys(series: &[Series]) -> Vec<LegendKey> {
    if let [one] = series {
        return depths::keys(&one.curves);
    }
    let key = |(k, s): (usize, &Series)| {
        let (pen, marker) = style(k);
        let median = match s.curves.len() {
            1 => String::new(),
            count => format!(": median of {count} puzzles"),
        };
        LegendKey::new(
            LegendMark::Marked(pen, marker),
            format!("{}{median}", s.name),
        )
    };
    let mut keys: Vec<LegendKey> = series.iter().enumerate().map(key).collect();
    if series.iter().any(|s| s.curves.len() > 2) {
        let band = LegendMark::Band(CURVES[0], BAND);
        keys.push(LegendKey::new(
            band,
            "middle half (quartiles), in the color of its setting",
        ));
    }
    if series.iter().any(|s| s.curves.len() > 1) {
        keys.push(LegendKey::new(LegendMark::Line(thin(0)), "each puzzle"));
    }
    keys
}

/// Draws curves and medians; `place` says where a value at a depth lies.
fn draw(canvas: &PictureCanvas<'_>, series: &[Series], place: impl Fn(usize, f64) -> Point + Copy) {
    if let [one] = series {
        return depths::draw(canvas, &one.curves, place);
    }
    for (k, s) in series.iter().enumerate() {
        draw_puzzles(canvas, (k, s), place);
    }
    draw_medians(canvas, series, place);
}

/// Of setting `k` its band, its puzzles and its median, and in gray the medians of the others.
fn draw_part(
    canvas: &PictureCanvas<'_>,
    series: &[Series],
    k: usize,
    place: impl Fn(usize, f64) -> Point + Copy,
) {
    depths::band(
        canvas,
        &depths::spread(&series[k].curves),
        CURVES[k],
        &place,
    );
    draw_puzzles(canvas, (k, &series[k]), place);
    for (_, other) in series.iter().enumerate().filter(|(other, _)| *other != k) {
        let places = places(&medians(other), place);
        if places.len() > 1 {
            canvas.line(&places, OTHERS);
        }
    }
    draw_median(canvas, (k, &series[k]), place);
}

/// What to say of small plots.
const PARTS: &str = "Above: medians. Below: each setting by itself on the same axes, with its middle half, its puzzles and what stands beside it alone; the gray lines are the medians of the other settings.";

const OTHERS: Pen = Pen {
    color: GRAY,
    opacity: 0.8,
    width: 0.9,
    dash: None,
};

fn draw_puzzles(
    canvas: &PictureCanvas<'_>,
    (k, s): (usize, &Series),
    place: impl Fn(usize, f64) -> Point,
) {
    if s.curves.len() > 1 {
        for curve in &s.curves {
            canvas.line(&places(&curve.points, &place), thin(k));
        }
    }
}

fn draw_medians(
    canvas: &PictureCanvas<'_>,
    series: &[Series],
    place: impl Fn(usize, f64) -> Point + Copy,
) {
    for one in series.iter().enumerate() {
        draw_median(canvas, one, place);
    }
}

fn draw_median(
    canvas: &PictureCanvas<'_>,
    (k, s): (usize, &Series),
    place: impl Fn(usize, f64) -> Point,
) {
    let (pen, marker) = style(k);
    depths::intervals(canvas, &depths::shared(&s.curves), pen, &place);
    let places = places(&medians(s), place);
    if places.len() > 1 {
        canvas.line(&places, pen);
    }
    for at in places {
        marker.draw(canvas, at, pen.color);
    }
}

fn medians(series: &Series) -> Vec<(usize, f64)> {
    let medians = depths::shared(&series.curves).into_iter();
    medians.map(|(depth, q)| (depth, q.median)).collect()
}

fn thin(k: usize) -> Pen {
    Pen::solid(CURVES[k], 0.8).faint(0.35)
}

fn places(points: &[(usize, f64)], place: impl Fn(usize, f64) -> Point) -> Vec<Point> {
    points
        .iter()
        .map(|&(depth, value)| place(depth, value))
        .collect()
}

fn draw_floor_marks(
    canvas: &PictureCanvas<'_>,
    curves: &[DepthCurve],
    color: impl Fn(usize) -> RGBColor,
    place: impl Fn(usize, f64) -> Point,
) {
    for (k, curve) in curves.iter().enumerate() {
        for &(depth, value) in curve.points.iter().filter(|point| point.1 < NOTHING) {
            floor_mark(canvas, place(depth, value), color(k));
        }
    }
}
