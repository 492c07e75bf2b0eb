//! The line chart: numbers of one or several settings against depth, layer, size or cost, with what
//! is beside them.
//!
//! Of one setting each puzzle has a line, with a color, a dash, a marker and a name of its own up
//! to six, and in gray beyond; from three on the median and the interquartile range are drawn over
//! them. Of several settings each has a color, a dash and a marker for its median; of up to three
//! the middle half and the puzzles are drawn too, more would become one area.
//!
//! All that is drawn is a list of [`Line`]s first; legend, axes, caption, and the values that files
//! tell are read off that list.

use super::axis::{AxisKind, AxisOf, NOTHING};
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas};
use super::chart::{Chart, PlotFrame};
use super::layout::PictureLayout;
use super::legend::{LegendKey, Marker};
use super::line::{Line, cloud, style};
use super::palette::{BLUE, CURVES, GRAY, INK, SOFT_INK};
use super::series::{Curve, Look, Middle, Series, middles};
use super::text::{joined, width};
use super::{Drawn, Heading};
use std::slice::from_ref;

/// A line chart.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LineChart {
    /// The words around the plot.
    pub heading: Heading,
    pub x: AxisOf,
    /// One frame below the other, each with its upward axis and what is drawn in it; at least one.
    pub panels: Vec<(AxisOf, Vec<Series>)>,
    /// Whether a curve is one point: a puzzle at its size. Medians are then over all that lie at
    /// one abscissa.
    pub is_cloud: bool,
    /// Abscissas where something begins, each with its name above the frame.
    pub columns: Vec<(f64, String)>,
}

/// How many settings have a color of their own, and how many a marker and a dash in their color.
pub(super) const MOST_COLORS: usize = CURVES.len();
pub(crate) const MOST_SERIES: usize = 2 * MOST_COLORS;
/// So many settings are drawn with their puzzles.
const FEW: usize = 3;
/// Beyond so many values a line of evaluations has no dots.
const MOST_DOTS: usize = 150;

const MEDIANS: &str =
    "Thick lines are medians over the puzzles, as are those of what is beside QAOA.";
const BANDS: &str = "Thin lines are single puzzles, bands their interquartile range.";
const BESIDE: &str = "What is beside one setting alone has its color.";
const BARS: &str = "Bars are 95 % intervals: of a median over six puzzles or more by order statistics, of a measured probability Wilson's.";
const ARROWS: &str = "An arrow begins at the end of the 95 % interval where no run succeeded: the value lies beyond.";
const GAPS: &str = "Where a puzzle has no point its time is infinite or was not computed; the median is drawn at the depths that all puzzles have.";

impl LineChart {
    /// A chart with one frame.
    pub(crate) fn new(heading: Heading, x: AxisOf, y: AxisOf, series: Vec<Series>) -> Self {
        Self {
            heading,
            x,
            panels: vec![(y, series)],
            is_cloud: false,
            columns: Vec::new(),
        }
    }

    /// The picture of the chart.
    pub(crate) fn drawn(&self, layout: PictureLayout) -> Drawn {
        let panels = self.panels.iter();
        let lines: Vec<Vec<Line>> = panels.map(|(y, all)| self.lines(y, all)).collect();
        let places = lines.iter().flatten().flat_map(|line| &line.at);
        let places: Vec<f64> = places.map(|middle| middle.x).collect();
        let digits = places.iter().copied().fold(1.0, f64::max).to_string().len() as f64;
        let across = (0.75 * layout.width / (8.0 * digits.min(5.0) + 8.0)).min(14.0) as usize;
        let height = layout.scaled(if self.panels.len() > 1 { 220.0 } else { 360.0 });
        let caption = self.caption(&lines);
        let mut keys: Vec<LegendKey> = lines[0].iter().filter_map(Line::key).collect();
        let frames = lines.into_iter().zip(&self.panels).map(|(lines, (y, _))| {
            let is_logarithmic = !matches!(y.kind, AxisKind::Numbers | AxisKind::FromZero);
            let heights = lines.iter().flat_map(|line| line.heights(is_logarithmic));
            let heights: Vec<f64> = heights.collect();
            let y = y.holding(&heights, layout.ticks(6));
            PlotFrame::new(self.x.holding(&places, across), y, height, lines)
        });
        let frames: Vec<PlotFrame> = frames.collect();
        let has_floor = |frame: &PlotFrame| {
            let mut values = frame.lines.iter().flat_map(|line| &line.at);
            values.any(|value| value.is_at_floor(&frame.y))
        };
        keys.extend(frames.iter().any(has_floor).then(|| LegendKey {
            line: None,
            marker: Some((Marker::Floor, SOFT_INK)),
            label: "0 or below 10⁻¹⁵".to_owned(),
        }));
        let chart = Chart {
            heading: &self.heading,
            layout,
            keys,
            head: if self.columns.is_empty() { 10.0 } else { 26.0 },
            right: 0.0,
            frames,
        };
        chart.drawn(caption, |canvas, frame| {
            self.draw_columns(canvas, frame);
            for is_beside in [true, false] {
                let lines = frame.lines.iter();
                let lines = lines.filter(|line| line.is_beside == is_beside);
                lines.for_each(|line| line.draw(canvas, frame));
            }
        })
    }

    /// All that is drawn in a panel, in the order of the legend: what is beside the settings, which
    /// are drawn over it, comes last.
    fn lines(&self, y: &AxisOf, all: &[Series]) -> Vec<Line> {
        let (settings, others): (Vec<&Series>, Vec<&Series>) =
            all.iter().partition(|series| series.look == Look::Setting);
        let mut lines: Vec<Line> = if self.is_cloud {
            settings.iter().enumerate().flat_map(cloud).collect()
        } else {
            self.settings(&settings)
        };
        for (n, series) in others.iter().enumerate() {
            let is_first = others[..n].iter().all(|before| before.name != series.name);
            lines.push(self.beside(series, &settings, is_first));
        }
        if y.kind == AxisKind::Decades {
            for line in &mut lines {
                line.at
                    .retain(|one| one.limit.is_some() || one.y >= NOTHING);
            }
        }
        lines
    }

    /// What is beside the settings, or beside one of them in its color; of one name the first
    /// is in the legend.
    fn beside(&self, series: &Series, settings: &[&Series], is_first: bool) -> Line {
        let first = series.beside.first();
        let place = first.and_then(|name| settings.iter().position(|s| s.name == *name));
        let (pen, marker) = series.look.style(place);
        let at = middles(&series.curves, self.is_cloud);
        let is_flat = at.windows(2).all(|pair| pair[0].y == pair[1].y) && !self.is_cloud;
        let marker = match series.look {
            Look::RandomGuess if self.is_cloud => Some(Marker::Dot),
            Look::Evaluations if at.len() > MOST_DOTS => None,
            _ if place.is_some() && settings.len() > FEW => None,
            _ => marker,
        };
        let name = [vec![series.name.clone()], series.beside.clone()].concat();
        let label = if is_first { &*series.name } else { "" };
        Line {
            is_level: is_flat && matches!(series.look, Look::RandomGuess | Look::Minimum),
            is_beside: true,
            key: series.look.style(None).0.color,
            ..Line::new(at, pen, marker).named(label, name.join(", "))
        }
    }

    /// The settings: of few their puzzles, named where one setting is alone, and over them the
    /// medians.
    fn settings(&self, all: &[&Series]) -> Vec<Line> {
        let (is_alone, is_few) = (all.len() == 1, all.len() <= FEW);
        let mut lines = Vec::new();
        let has_puzzles = |one: &Series| is_alone || is_few && one.curves.len() > 1;
        for (k, one) in all.iter().enumerate().filter(|(_, one)| has_puzzles(one)) {
            let count = one.curves.len();
            // the fainter the more there are, so that many do not become one area
            let faint = (6.0 / count as f64).clamp(0.12, 0.4);
            for (n, curve) in one.curves.iter().enumerate() {
                let at = middles(from_ref(curve), false);
                lines.push(if is_alone && count <= MOST_COLORS {
                    let (pen, marker) = style(n);
                    let (width, opacity) = if count > 2 { (1.5, 0.6) } else { (1.8, 1.0) };
                    let pen = Pen { width, ..pen }.faint(opacity);
                    Line::new(at, pen, Some(marker)).named(&*curve.name, &*curve.name)
                } else {
                    let (color, label) = match (is_alone, n) {
                        (true, 0) => (GRAY, "each puzzle"),
                        (true, _) => (GRAY, ""),
                        (false, _) => (CURVES[k], ""),
                    };
                    Line::new(at, Pen::solid(color, 0.9).faint(faint), None).named(label, "")
                });
            }
        }
        let are_alike = all
            .iter()
            .all(|one| one.curves.len() == all[0].curves.len());
        let is_drawn = |one: &&&Series| !is_alone || one.curves.len() > 2;
        for (k, one) in all.iter().filter(is_drawn).enumerate() {
            let count = one.curves.len();
            let (pen, marker) = style(k);
            let color = if count > MOST_COLORS { BLUE } else { INK };
            let (pen, name) = if is_alone {
                (Pen::solid(color, 3.0), format!("median of {count} puzzles"))
            } else {
                (pen, one.name.clone())
            };
            let label = if are_alike || count == 1 {
                name.clone()
            } else {
                format!("{name}: {count} puzzles")
            };
            let line = Line::new(middles(&one.curves, false), pen, Some(marker));
            let has_bars = line.at.iter().any(|middle| middle.interval.is_some());
            let is_apart = has_bars && self.x.kind == AxisKind::WholeNumbers;
            let place = k as f64 - (all.len() as f64 - 1.0) / 2.0;
            lines.push(Line {
                has_band: is_few && count > 2,
                shift: if is_apart { 4.0 * place } else { 0.0 },
                ..line.named(label, name)
            });
        }
        lines
    }

    /// What the reader must know, after what was run.
    fn caption(&self, lines: &[Vec<Line>]) -> String {
        let (y, all) = &self.panels[0];
        let settings = || all.iter().filter(|series| series.look == Look::Setting);
        let drawn = || lines.iter().flatten();
        let has_value = |is: fn(&Middle) -> bool| drawn().flat_map(|line| &line.at).any(is);
        let places = |c: &Curve| c.points.iter().map(|d| d.x).collect::<Vec<_>>();
        let differ = |two: &[Curve]| places(&two[0]) != places(&two[1]);
        let has_gaps = settings().any(|s| s.curves.windows(2).any(differ));
        let are_many = settings().any(|s| s.curves.len() > 1) && settings().count() > 1;
        let sentences = [
            (true, &*self.heading.caption),
            (true, &self.x.meaning),
            (true, &y.meaning),
            (are_many && !self.is_cloud, MEDIANS),
            (drawn().any(|line| line.has_band), BANDS),
            (all.iter().any(|one| !one.beside.is_empty()), BESIDE),
            (
                has_value(|one| one.interval.is_some() && one.limit.is_none()),
                BARS,
            ),
            (has_value(|one| one.limit.is_some()), ARROWS),
            (y.kind == AxisKind::Costs && has_gaps, GAPS),
        ];
        joined(&sentences, "\n")
    }

    /// A light upright line where something begins, with its name above where there is room.
    fn draw_columns(&self, canvas: &PictureCanvas, frame: &PlotFrame) {
        const SIZE: f64 = 11.0;
        for (k, (x, name)) in self.columns.iter().enumerate() {
            let (left, _) = frame.at(*x, f64::INFINITY);
            let pen = Pen::solid(GRAY, 1.0).dashed(5.0, 3.0);
            canvas.line(&[(left, frame.bottom), (left, frame.top - 14.0)], pen);
            let next = self.columns.get(k + 1);
            let end = next.map_or(frame.right, |(next, _)| frame.at(*next, 0.0).0);
            let letters = Lettering::new(SIZE, SOFT_INK);
            let needed = width(name, SIZE, false) + 8.0;
            if needed <= end - left {
                canvas.text((left + 4.0, frame.top - 5.0), name, letters);
            } else if next.is_none() && k == 0 {
                let letters = letters.anchored(Anchor::Right);
                canvas.text((left - 4.0, frame.top - 5.0), name, letters);
            }
        }
    }
}

/// The chart of the evaluations of a search, in order; `starts` says at which of them, counted from
/// 0, a depth begins, and `minimum` is the least value of C.
pub(crate) fn optimizer_trace(
    heading: Heading,
    values: &[f64],
    starts: &[(usize, usize)],
    minimum: f64,
) -> LineChart {
    let series = |name: &str, look, values: Vec<f64>| {
        let points = (1..).map(f64::from).zip(values);
        Series::new(name, look, vec![Curve::exact(name, points)])
    };
    let best = values.iter().scan(f64::INFINITY, |best, value| {
        *best = value.min(*best);
        Some(*best)
    });
    let series = vec![
        series("each evaluation", Look::Evaluations, values.to_vec()),
        series("best so far", Look::Best, best.collect()),
        series("minimum of C", Look::Minimum, vec![minimum]),
    ];
    let x = AxisOf::new("evaluation", AxisKind::WholeNumbers);
    let starts = starts
        .iter()
        .map(|(k, depth)| (*k as f64 + 1.0, format!("p = {depth}")));
    LineChart {
        columns: starts.collect(),
        ..LineChart::new(heading, x, AxisOf::expectation(), series)
    }
}
