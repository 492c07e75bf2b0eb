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
use super::chart::{Chart, ChartFrame, PlotFrame};
use super::legend::{LegendKey, Marker};
use super::line::{Line, cloud, style};
use super::palette::{BLUE, CURVES, GRAY, INK, SOFT_INK};
use super::series::{Curve, Look, Middle, Series, middles};
use super::text::width;
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
    ///
    /// # Errors
    /// For NaN and for what has no place on its axis, for more settings than can be seen apart and
    /// where there is nothing to draw.
    pub(crate) fn drawn(&self) -> Drawn {
        let layout = self.heading.layout;
        let panels = 0..self.panels.len();
        let lines: Vec<Vec<Line>> = panels.map(|panel| self.lines(panel)).collect();
        let places = lines.iter().flatten().flat_map(|line| &line.at);
        let places: Vec<f64> = places.map(|middle| middle.x).collect();
        let digits = places.iter().copied().fold(1.0, f64::max).to_string().len() as f64;
        let across = (0.75 * layout.width / (8.0 * digits.min(5.0) + 8.0)).min(14.0) as usize;
        let height = layout.scaled(if self.panels.len() > 1 { 220.0 } else { 360.0 });
        let mut floors = Vec::new();
        let frames = lines.iter().zip(&self.panels).map(|(lines, (y, _))| {
            let is_logarithmic = !matches!(y.kind, AxisKind::Numbers | AxisKind::FromZero);
            let heights = lines.iter().flat_map(|line| line.heights(is_logarithmic));
            let heights: Vec<f64> = heights.collect();
            let axis = y.holding(&heights, layout.ticks(6));
            floors.push(axis.low > 0.0 && heights.iter().any(|v| *v < NOTHING));
            ChartFrame {
                x: self.x.holding(&places, across),
                y: axis,
                height,
                lines: settings_first(lines).collect(),
            }
        });
        let frames = frames.collect();
        let mut keys: Vec<LegendKey> = settings_first(&lines[0]).filter_map(Line::key).collect();
        keys.extend(floors.contains(&true).then(|| LegendKey {
            line: None,
            marker: Some((Marker::Floor, SOFT_INK)),
            label: "0 or below 10⁻¹⁵".to_owned(),
        }));
        let chart = Chart {
            heading: &self.heading,
            keys,
            head: if self.columns.is_empty() { 10.0 } else { 26.0 },
            right: 0.0,
            frames,
        };
        let caption = self.caption(&lines);
        let svg = chart.draw(&caption, |k, canvas, frame| {
            self.draw_columns(canvas, frame);
            let lines = lines[k].iter();
            lines.for_each(|line| line.draw(canvas, frame, floors[k]));
        });
        Drawn {
            table: chart.table(),
            ..Drawn::new(svg, caption, layout)
        }
    }

    /// All that is drawn in a panel: the last is on top.
    fn lines(&self, panel: usize) -> Vec<Line> {
        let (y, all) = &self.panels[panel];
        let (settings, others): (Vec<&Series>, Vec<&Series>) =
            all.iter().partition(|series| series.look == Look::Setting);
        let mut lines: Vec<Line> = Vec::new();
        for (n, series) in others.iter().enumerate() {
            let is_first = others[..n].iter().all(|before| before.name != series.name);
            lines.push(self.beside(series, &settings, is_first));
        }
        lines.extend(if self.is_cloud {
            settings.iter().enumerate().flat_map(cloud).collect()
        } else {
            self.settings(&settings)
        });
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
        let is_flat = at.windows(2).all(|pair| pair[0].y == pair[1].y);
        let marker = match series.look {
            Look::RandomGuess if self.is_cloud => Some(Marker::Dot),
            Look::Evaluations if at.len() > MOST_DOTS => None,
            _ if place.is_some() && settings.len() > FEW => None,
            _ => marker,
        };
        let name = [vec![series.name.clone()], series.beside.clone()].concat();
        let label = if is_first { &*series.name } else { "" };
        Line {
            is_level: series.look.is_level() && is_flat && !self.is_cloud,
            is_joined: series.look != Look::Measured,
            is_beside: true,
            key: series.look.style(None).0.color,
            path: series.line.clone(),
            ..Line::new(at, pen, marker).named(label, name.join(", "))
        }
    }

    /// The settings: of few their puzzles, named where one setting is alone, and over them the
    /// medians.
    fn settings(&self, all: &[&Series]) -> Vec<Line> {
        let (is_alone, is_few) = (all.len() == 1, all.len() <= FEW);
        let mut lines = Vec::new();
        for (k, one) in all.iter().enumerate().filter(|_| is_few) {
            let count = one.curves.len();
            for (n, curve) in one
                .curves
                .iter()
                .enumerate()
                .filter(|_| is_alone || count > 1)
            {
                let at = middles(from_ref(curve), false);
                if is_alone && count <= MOST_COLORS {
                    let (pen, marker) = style(n);
                    let (width, opacity) = if count > 2 { (1.5, 0.6) } else { (1.8, 1.0) };
                    let pen = Pen { width, ..pen }.faint(opacity);
                    lines.push(Line {
                        path: one.line.clone(),
                        ..Line::new(at, pen, Some(marker)).named(&*curve.name, &*curve.name)
                    });
                    continue;
                }
                let pen = Pen::solid(if is_alone { GRAY } else { CURVES[k] }, 0.9);
                // the fainter the more there are, so that many do not become one area
                let pen = pen.faint((6.0 / count as f64).clamp(0.12, 0.4));
                let label = if is_alone && n == 0 {
                    "each puzzle"
                } else {
                    ""
                };
                lines.push(Line::new(at, pen, None).named(label, ""));
            }
        }
        let are_alike = all
            .iter()
            .all(|one| one.curves.len() == all[0].curves.len());
        let is_drawn = |one: &&Series| !is_alone || one.curves.len() > 2;
        for (k, one) in all.iter().copied().filter(is_drawn).enumerate() {
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
                path: if is_alone {
                    Vec::new()
                } else {
                    one.line.clone()
                },
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
        let has_line = |is: fn(&Line) -> bool| lines.iter().flatten().any(is);
        let has_value =
            |is: fn(&Middle) -> bool| lines.iter().flatten().flat_map(|l| &l.at).any(is);
        let places = |c: &Curve| c.points.iter().map(|d| d.x).collect::<Vec<_>>();
        let differ = |two: &[Curve]| places(&two[0]) != places(&two[1]);
        let has_gaps = settings().any(|s| s.curves.windows(2).any(differ));
        let are_many = settings().any(|s| s.curves.len() > 1) && settings().count() > 1;
        let is_of_times = y.kind == AxisKind::Costs;
        let is_of_costs = self.x.kind == AxisKind::Costs;
        let sentences = [
            (true, &*self.heading.caption),
            (true, &self.x.meaning),
            (true, &y.meaning),
            (are_many && !self.is_cloud, MEDIANS),
            (has_line(|line| line.has_band), BANDS),
            (all.iter().any(|series| !series.beside.is_empty()), BESIDE),
            (
                has_value(|middle| middle.interval.is_some() && middle.limit.is_none()),
                BARS,
            ),
            (has_value(|middle| middle.limit.is_some()), ARROWS),
            (is_of_times && has_gaps, GAPS),
            (
                is_of_costs && has_value(|middle| middle.x < 1.0),
                "Costs of 0 are drawn at 1.",
            ),
        ];
        let shown = sentences
            .iter()
            .filter(|(is_shown, s)| *is_shown && !s.is_empty());
        shown
            .map(|(_, sentence)| *sentence)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// A light upright line where something begins, with its name above where there is room.
    fn draw_columns(&self, canvas: &PictureCanvas, frame: &PlotFrame<'_>) {
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

/// The lines in the order of legend and files: what is beside the settings comes last.
fn settings_first(lines: &[Line]) -> impl Iterator<Item = &Line> {
    let of = |is_beside: bool| lines.iter().filter(move |line| line.is_beside == is_beside);
    of(false).chain(of(true))
}
