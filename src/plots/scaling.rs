//! Success probability against the number of qubits at one depth, with the exponent of P ≈ c·2^(−a
//! n) and its interval.
//!
//! The axis of probabilities is logarithmic, so that the law is a straight line. A probability
//! below 1e-15 has no logarithm worth fitting: such points are left out of picture and fit, and a
//! note names them. Nor is a line fitted to fewer than three sizes, or over families that come in
//! different sizes, whose difference it would take for one of sizes. What others reach is the
//! median over all puzzles of a size; where that was measured to be 0, the median of the intervals'
//! upper ends stands there with an arrow down.

use super::Heading;
use super::axis::Axis;
use super::baseline::{BaselineMethod, limit_key};
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::{Chart, PlotFrame};
use super::check::{probability, some};
use super::depths::Spread;
use super::fit::{ExponentialFit, exponential_fit};
use super::legend::{Beyond, LegendKey, LegendMark, interval_mark, limit_mark};
use super::readings::DrawnValues;
use super::series::{MEDIAN_INTERVALS, few, interval_key, style};
use super::success::{NOTHING, probability_of};
use crate::error::Result;
use ketboard_circuits::Interval;
use std::collections::{BTreeMap, BTreeSet};

/// The success probability of one puzzle, and its number of qubits.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SizedPoint {
    /// The name of the puzzle, for notes and pages.
    pub puzzle: String,
    /// Its family: a fit needs the same sizes of all families.
    pub family: String,
    /// Its number of qubits n.
    pub qubits: usize,
    /// The success probability, in [0, 1].
    pub value: f64,
    /// Its 95 % interval, where it was measured.
    pub interval: Option<Interval>,
}

/// The puzzles under one setting.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SizedSeries {
    /// The setting, for the legend.
    pub name: String,
    /// One point for each puzzle; at least one.
    pub points: Vec<SizedPoint>,
}

/// What one of the others reaches on the same puzzles.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SizedBaseline {
    /// The method that reaches these values.
    pub method: BaselineMethod,
    /// Its name in the legend.
    pub name: String,
    /// The names of the series that it stands beside; empty for all.
    pub beside: Vec<String>,
    /// One point a puzzle; drawn is the median over the puzzles of a size.
    pub points: Vec<SizedPoint>,
}

/// Success of many puzzles at one depth.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SuccessAgainstQubits {
    /// The words around the plot.
    pub heading: Heading,
    /// The set whose probability is summed: `all boards that obey the rules`.
    pub summed: String,
    /// One series for each setting; at least one.
    pub series: Vec<SizedSeries>,
    /// What other methods reach on the same puzzles.
    pub baselines: Vec<SizedBaseline>,
}

/// More left-out points than this are counted, not named.
const NAMED: usize = 12;

/// The SVG of success probability against qubits: a marker a puzzle, a fitted line a setting.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN, [`crate::Error::Argument`] for what is no probability, for
/// more settings than can be told apart and where there is nothing to draw.
pub(crate) fn success_against_qubits(plot: &SuccessAgainstQubits) -> Result<String> {
    some("settings", &plot.series)?;
    few(plot.series.len())?;
    let series = plot.series.iter().map(|s| Cloud::new(&s.name, &s.points));
    let series = series.collect::<Result<Vec<_>>>()?;
    let baselines = plot
        .baselines
        .iter()
        .map(|b| Cloud::new(&b.name, &b.points));
    let baselines = baselines.collect::<Result<Vec<_>>>()?;

    let place = |b: &SizedBaseline| {
        let first = b.beside.first()?;
        plot.series.iter().position(|s| s.name == *first)
    };
    let methods = plot.baselines.iter().map(|b| (b.method, place(b)));
    let methods: Vec<(BaselineMethod, Option<usize>)> = methods.collect();
    let mut chart = Chart::new(
        &plot.heading,
        sizes(&series),
        chances(&plot.summed, series.iter().chain(&baselines)),
    );
    chart.keys = keys(&series, &methods, &baselines);
    chart.notes = vec![probability_of(&plot.summed).1];
    chart.notes.extend(left_out(&series));
    let mut middles = baselines.iter().flat_map(Cloud::middles);
    if middles.any(|middle| middle.interval.is_some()) {
        chart.keys.push(interval_key());
        chart.notes.push(MEDIAN_INTERVALS.to_owned());
    }
    chart.values = values(plot, &baselines);
    Ok(chart.draw(|canvas, frame| {
        for (method, cloud) in methods.iter().zip(&baselines) {
            cloud.draw_medians(canvas, frame, *method);
        }
        for (k, cloud) in series.iter().enumerate() {
            cloud.draw_points(canvas, frame, k);
        }
        for (k, cloud) in series.iter().enumerate() {
            if let Some(line) = cloud.line(frame) {
                canvas.line(&line, fit_pen(k));
            }
        }
    }))
}

/// Each puzzle by its name, and the median of each of the others at each size.
fn values(plot: &SuccessAgainstQubits, baselines: &[Cloud]) -> Vec<DrawnValues> {
    let each = plot.series.iter().flat_map(|series| {
        let name = |point: &SizedPoint| match series.name.as_str() {
            "" => point.puzzle.clone(),
            setting => format!("{}, {setting}", point.puzzle),
        };
        let points = series.points.iter();
        points.map(move |point| DrawnValues::over(name(point), &[(point.qubits, point.value)]))
    });
    let beside = baselines.iter().map(|cloud| {
        let middles = cloud.middles().into_iter();
        let seen = middles.filter(|middle| !middle.is_limit);
        DrawnValues {
            name: cloud.name.clone(),
            points: seen.map(|middle| (middle.size, middle.value)).collect(),
        }
    });
    each.chain(beside).collect()
}

/// Points that have a logarithm, those that have none, and the law of the former.
struct Cloud {
    name: String,
    shown: Vec<(f64, f64)>,
    zeros: Vec<String>,
    fit: Option<ExponentialFit>,
    /// Every point's size, value and interval.
    all: Vec<(f64, f64, Option<Interval>)>,
}

/// The median over the puzzles of a size, or a limit of it.
struct SizeMedian {
    size: f64,
    value: f64,
    is_limit: bool,
    interval: Option<Interval>,
}

impl Cloud {
    fn new(name: &str, points: &[SizedPoint]) -> Result<Self> {
        some(&format!("points of {name}"), points)?;
        let mut cloud = Self {
            name: name.to_owned(),
            shown: Vec::new(),
            zeros: Vec::new(),
            fit: None,
            all: Vec::new(),
        };
        for point in points {
            let of = format!("{} of {name}", point.puzzle);
            let value = probability(&of, point.value)?;
            let end = |(low, high)| {
                Ok::<_, crate::Error>((probability(&of, low)?, probability(&of, high)?))
            };
            let interval = point.interval.map(end).transpose()?;
            cloud.all.push((point.qubits as f64, value, interval));
            if value >= NOTHING {
                cloud.shown.push((point.qubits as f64, value));
            } else {
                cloud.zeros.push(point.puzzle.clone());
            }
        }
        let mut sizes: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for point in points {
            sizes.entry(&point.family).or_default().insert(point.qubits);
        }
        let mut sizes = sizes.into_values();
        let first = sizes.next();
        if sizes.all(|of_family| Some(of_family) == first) {
            cloud.fit = exponential_fit(&cloud.shown);
        }
        Ok(cloud)
    }

    fn ends(&self) -> (f64, f64) {
        let sizes = || self.shown.iter().map(|point| point.0);
        (
            sizes().fold(f64::INFINITY, f64::min),
            sizes().fold(f64::NEG_INFINITY, f64::max),
        )
    }

    fn line(&self, frame: &PlotFrame<'_>) -> Option<[Point; 2]> {
        let fit = self.fit?;
        let (low, high) = self.ends();
        Some([low, high].map(|n| frame.at(n, fit.value(n))))
    }

    /// The fit in words: `a = 0.45 [0.40, 0.50]`.
    fn law(&self) -> String {
        self.fit.map_or_else(
            || "no line".to_owned(),
            |fit| {
                let (low, high) = fit.interval;
                format!("a = {:.3} [{low:.3}, {high:.3}]", fit.exponent).replace('-', "−")
            },
        )
    }

    fn draw_points(&self, canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, k: usize) {
        let (pen, marker) = style(k);
        for &(n, value) in &self.shown {
            marker.draw(canvas, frame.at(n, value), pen.color);
        }
    }

    /// The median at each size; its limit where it was measured to be 0, and nothing where it is 0.
    fn middles(&self) -> Vec<SizeMedian> {
        let mut sizes: Vec<f64> = self.all.iter().map(|point| point.0).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        let middle = |size: f64| {
            let of_size = || self.all.iter().filter(move |point| point.0 == size);
            let spread = Spread::of(&of_size().map(|point| point.1).collect::<Vec<_>>())?;
            let end = |of: fn(Interval) -> f64| {
                let ends: Option<Vec<f64>> = of_size().map(|point| point.2.map(of)).collect();
                Some(Spread::of(&ends?)?.median)
            };
            let (low, high) = (end(|(low, _)| low), end(|(_, high)| high));
            let is_limit = spread.median < NOTHING;
            Some(SizeMedian {
                size,
                value: if is_limit { high? } else { spread.median },
                is_limit,
                interval: spread
                    .interval
                    .or(low.zip(high))
                    .filter(|(low, high)| low < high && !is_limit),
            })
        };
        sizes.into_iter().filter_map(middle).collect()
    }

    /// The median at each size, joined.
    fn draw_medians(
        &self,
        canvas: &PictureCanvas<'_>,
        frame: &PlotFrame<'_>,
        (method, beside): (BaselineMethod, Option<usize>),
    ) {
        let pen = method.pen(beside);
        let middles = self.middles();
        let low = |value: f64| value.max(frame.low());
        let at = |middle: &SizeMedian| frame.at(middle.size, middle.value);
        for run in middles.split(|middle| middle.is_limit) {
            let places: Vec<Point> = run.iter().map(at).collect();
            if places.len() > 1 {
                canvas.line(&places, pen);
            }
        }
        for middle in &middles {
            if let Some((from, to)) = middle.interval {
                let end = |value| frame.at(middle.size, low(value));
                interval_mark(canvas, (end(from), end(to)), pen.faint(0.6));
            }
            match method.marker() {
                _ if middle.is_limit => limit_mark(canvas, at(middle), pen, Beyond::Below),
                Some(marker) => marker.draw(canvas, at(middle), pen.color),
                None => canvas.disc(at(middle), 2.2, pen.color),
            }
        }
    }
}

fn fit_pen(k: usize) -> Pen {
    Pen {
        width: 2.2,
        ..style(k).0
    }
}

fn sizes(series: &[Cloud]) -> Axis {
    let sizes = || {
        series
            .iter()
            .flat_map(|cloud| &cloud.shown)
            .map(|p| p.0 as usize)
    };
    let ends = (sizes().min().unwrap_or(1), sizes().max().unwrap_or(1));
    Axis::whole_numbers("qubits n", ends, 14)
}

fn chances<'a>(summed: &str, clouds: impl Iterator<Item = &'a Cloud>) -> Axis {
    let (name, _) = probability_of(summed);
    let mut ends = (1.0_f64, 0.0_f64);
    for cloud in clouds {
        let (low, high) = cloud.ends();
        let law = cloud
            .fit
            .iter()
            .flat_map(|fit| [fit.value(low), fit.value(high)]);
        let middles = cloud.middles().into_iter();
        let middles = middles.flat_map(|m| [Some(m.value), m.interval.map(|ends| ends.0)]);
        let middles = middles.flatten().filter(|value| *value >= NOTHING);
        let values = cloud.shown.iter().map(|point| point.1);
        for value in values.chain(law).chain(middles) {
            ends = (ends.0.min(value), ends.1.max(value));
        }
    }
    let (low, high) = ends;
    if high <= 0.0 {
        return Axis::decades(name, (-1, 0));
    }
    let last = (libm::log10(high) - 1e-9).ceil() as i32;
    let first = Axis::first_decade(low);
    Axis::decades(name, (first, last))
}

fn keys(
    series: &[Cloud],
    methods: &[(BaselineMethod, Option<usize>)],
    baselines: &[Cloud],
) -> Vec<LegendKey> {
    let key = |(k, cloud): (usize, &Cloud)| {
        let (_, marker) = style(k);
        let label = match cloud.name.as_str() {
            "" if cloud.fit.is_some() => format!("each puzzle, and c·2^(−a n): {}", cloud.law()),
            "" => format!("each puzzle: {}", cloud.law()),
            name => format!("{name}: {}", cloud.law()),
        };
        LegendKey::new(LegendMark::Marked(fit_pen(k), marker), label)
    };
    let mut keys: Vec<LegendKey> = series.iter().enumerate().map(key).collect();
    for (k, ((method, beside), cloud)) in methods.iter().zip(baselines).enumerate() {
        if baselines[..k]
            .iter()
            .any(|before| before.name == cloud.name)
        {
            continue;
        }
        let each = beside.map_or("", |_| ", in the color of its setting");
        keys.push(method.key(None, format!("{}: median{each}", cloud.name)));
        let of_name = baselines.iter().filter(|other| other.name == cloud.name);
        if of_name
            .flat_map(Cloud::middles)
            .any(|middle| middle.is_limit)
        {
            keys.push(limit_key(method.pen(None), Beyond::Below, &cloud.name));
        }
    }
    keys
}

fn left_out(series: &[Cloud]) -> Vec<String> {
    let law = "Lines are least squares of log₂ P on n, P ≈ c·2^(−a n); in brackets the 95 % interval of a (Student's t). There is no line below three sizes, nor over families that come in different sizes.";
    let mut notes = vec![law.to_owned()];
    for cloud in series.iter().filter(|cloud| !cloud.zeros.is_empty()) {
        let of = match cloud.name.as_str() {
            "" => String::new(),
            name => format!(" of {name}"),
        };
        let who = match cloud.zeros.len() {
            many if many > NAMED => format!("{many} puzzles"),
            _ => cloud.zeros.join(", "),
        };
        notes.push(format!(
            "Left out{of}, with a probability of 0 or below 10⁻¹⁵: {who}."
        ));
    }
    notes
}
