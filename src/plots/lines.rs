//! The line chart: numbers of one or several settings against depth, layer, size or cost, with what
//! stands beside them.
//!
//! Of one setting each puzzle has a line, with a color, a dash, a marker and a name of its own up
//! to six, and in gray beyond; from three on the median and the middle half stand over them. Of
//! several settings each has a color, a dash and a marker: the median thick, every puzzle thin.
//! From three puzzles on bands would lie over each other and mix their colors: each setting then
//! has a small plot of its own below.
//!
//! All that is drawn is a list of [`Line`]s first; legend, axes and the values that the file tells
//! are read off that list.

use super::Heading;
use super::axis::{AxisKind, AxisOf, LONGEST, NOTHING, power_of_ten};
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas};
use super::chart::{Chart, ChartFrame, MARGIN, PlotFrame};
use super::check::some;
use super::legend::{LegendKey, LegendMark};
use super::line::{BAND, Line, cloud, part_lines, puzzles, setting_lines};
use super::marker::Marker;
use super::palette::{CURVES, GRAY, SOFT_INK};
use super::series::{Curve, Look, Series, middles};
use super::text::width;
use crate::error::{Error, Result};

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
    /// Abscissas where something begins, each with a short name above the frame.
    pub columns: Vec<(f64, String)>,
    /// What begins there, for the legend.
    pub beginning: String,
    /// What the reader must know to read the plot.
    pub notes: Vec<String>,
}

/// How many settings one plot tells apart at a glance, and with a look at markers and dashes.
pub(crate) const MOST_SERIES: usize = CURVES.len();
const MOST_LINES: usize = 2 * MOST_SERIES;

/// Beyond so many values a line of evaluations has no dots.
const MOST_DOTS: usize = 150;

const MEDIAN_INTERVALS: &str = "Bars are 95 % intervals: of a median over six puzzles or more by order statistics, of a measured probability Wilson's.";
const PARTS: &str = "Above: medians. Below: each setting by itself on the same axes, with its middle half, its puzzles and what stands beside it alone; the gray lines are the medians of the other settings.";
const BEYOND: &str =
    "A time above 10¹⁵ is of a probability that is rounding: it is drawn at the upper edge.";
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
            beginning: String::new(),
            notes: Vec::new(),
        }
    }

    /// The SVG text of the chart.
    ///
    /// # Errors
    /// For NaN and for what has no place on its axis, for more settings than can be told apart and
    /// where there is nothing to draw.
    pub(crate) fn svg(&self) -> Result<String> {
        self.check()?;
        let parts = self.parts();
        let panels = (0..self.panels.len()).map(|panel| self.lines(panel, None));
        let small = (0..parts).map(|k| self.lines(0, Some(k)));
        let lines: Vec<Vec<Line>> = panels.chain(small).collect();
        let places = lines.iter().flatten().flat_map(|line| &line.at);
        let places: Vec<f64> = places.map(|middle| middle.x).collect();
        let mut floors = Vec::new();
        let frames = self.panels.iter().enumerate().map(|(k, (y, _))| {
            let shown = lines
                .iter()
                .enumerate()
                .filter(|(n, _)| *n == k || parts > 0);
            let shown = shown.flat_map(|(_, lines)| lines);
            let is_logarithmic = !matches!(y.kind, AxisKind::Numbers | AxisKind::Signed);
            let heights = shown.flat_map(|line| line.heights(is_logarithmic));
            let heights: Vec<f64> = heights.collect();
            let axis = y.holding(&heights);
            let has_floor = axis.low > 0.0 && heights.iter().any(|v| *v < NOTHING);
            floors.push(has_floor.then_some(axis.low));
            let sides = [false, true].into_iter();
            let told = sides.flat_map(|side| lines[k].iter().filter(move |l| l.is_beside == side));
            let told = told.flat_map(|line| line.told.clone());
            ChartFrame {
                x: self.x.holding(&places),
                y: axis,
                height: self.heading.layout.scaled(if self.panels.len() > 1 {
                    220.0
                } else {
                    360.0
                }),
                values: told.collect(),
            }
        });
        let frames: Vec<ChartFrame> = frames.collect();
        let first = Chart::new(&self.heading, frames[0].x.clone(), frames[0].y.clone());
        let chart = Chart {
            keys: self.keys(&lines, floors.iter().flatten().next()),
            notes: self.notes(&lines),
            head: if self.columns.is_empty() { 12.0 } else { 28.0 },
            frames,
            small: self
                .settings(0)
                .take(parts)
                .map(|s| s.name.clone())
                .collect(),
            ..first
        };
        Ok(chart.draw(|k, canvas, frame| {
            self.draw_columns(canvas, frame);
            let has_floor = floors[k.min(floors.len() - 1)].is_some();
            lines[k]
                .iter()
                .for_each(|line| line.draw(canvas, frame, has_floor));
        }))
    }

    /// Refuses what has no place on its axis, by its name.
    fn check(&self) -> Result<()> {
        for (y, all) in &self.panels {
            some("settings", all)?;
            let settings = all.iter().filter(|one| one.look == Look::Setting).count();
            if settings > MOST_LINES {
                let remedy = format!("give at most {MOST_LINES}: more are not told apart");
                return Err(Error::argument(
                    "settings",
                    format!("found {settings}"),
                    remedy,
                ));
            }
            for series in all {
                some("puzzles", &series.curves)?;
                for curve in &series.curves {
                    let name = match &*series.name {
                        "" => curve.name.clone(),
                        name if name == curve.name => curve.name.clone(),
                        name => format!("{name}, {}", curve.name),
                    };
                    some(&format!("values of {name}"), &curve.points)?;
                    for datum in &curve.points {
                        self.x
                            .checked(&format!("{} of {name}", self.x.title), datum.x)?;
                        let what = format!("{name} at {} = {}", self.x.title, datum.x);
                        y.checked(&what, datum.y)?;
                        for end in datum.interval.iter().flat_map(|ends| [ends.0, ends.1]) {
                            y.checked(&what, end)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn settings(&self, panel: usize) -> impl Iterator<Item = &Series> {
        let all = self.panels[panel].1.iter();
        all.filter(|series| series.look == Look::Setting)
    }

    /// How many small plots there are: one a setting where bands would lie over each other.
    fn parts(&self) -> usize {
        let count = self.settings(0).count();
        let many = self.settings(0).any(|s| s.curves.len() > 2);
        let is_crowded = self.panels.len() == 1 && !self.is_cloud && count > 1 && many;
        if is_crowded { count } else { 0 }
    }

    /// All that is drawn in a panel, or in the small plot of a setting: the last is on top.
    fn lines(&self, panel: usize, part: Option<usize>) -> Vec<Line> {
        let (y, all) = &self.panels[panel];
        let settings: Vec<&Series> = self.settings(panel).collect();
        let mut lines = match (settings.as_slice(), part) {
            _ if self.is_cloud => settings.iter().enumerate().map(cloud).collect(),
            ([one], _) => puzzles(one),
            (_, Some(k)) => part_lines(&settings, k),
            _ => setting_lines(&settings, self.parts() > 0),
        };
        // of several settings what stands beside one alone is drawn where that stands alone
        let is_here = |series: &&Series| match part {
            Some(k) => series.beside.contains(&settings[k].name),
            None => series.beside.is_empty() || settings.len() < 3 || self.parts() == 0,
        };
        let others = all.iter().filter(|series| series.look != Look::Setting);
        let others: Vec<&Series> = others.collect();
        let mut beside = Vec::new();
        for (n, series) in others.iter().enumerate() {
            let known = others[..n].iter().any(|before| before.name == series.name);
            let of_name: Vec<&&Series> = others.iter().filter(|s| s.name == series.name).collect();
            let mut line = self.beside(series, &settings);
            // one key for all of a name, in no setting's color
            let all = of_name.iter().flat_map(|s| self.beside(s, &[]).at);
            let (pen, marker) = series.look.style(None);
            let key = Line::new(all.collect(), pen, marker);
            line.keys = match known {
                true => Vec::new(),
                false => key.named(label_of(&of_name), &series.name).keys,
            };
            if !is_here(series) {
                line.at.clear();
            }
            beside.push(line);
        }
        lines.splice(0..0, beside);
        for line in &mut lines {
            if y.kind == AxisKind::Decades {
                line.at.retain(|middle| middle.y >= NOTHING);
            }
        }
        lines
    }

    /// What stands beside the settings, or beside one of them in its color.
    fn beside(&self, series: &Series, settings: &[&Series]) -> Line {
        let first = series.beside.first();
        let place = first.and_then(|name| settings.iter().position(|s| s.name == *name));
        let (pen, marker) = series.look.style(place);
        let at = middles(&series.curves, self.is_cloud);
        let is_flat = at.windows(2).all(|pair| pair[0].y == pair[1].y);
        let marker = match series.look {
            Look::RandomGuess if self.is_cloud => Some(Marker::Dot),
            Look::Evaluations if at.len() > MOST_DOTS => None,
            _ => marker,
        };
        let is_joined = series.look != Look::Measured;
        let told = [vec![series.name.clone()], series.beside.clone()].concat();
        let line = Line {
            is_beside: true,
            is_level: series.look.is_level() && is_flat && !self.is_cloud,
            path: is_joined.then(|| series.line.clone()),
            ..Line::new(at, pen, marker)
        };
        line.named(label_of(&[&series]), &told.join(", "))
    }

    fn keys(&self, lines: &[Vec<Line>], floor: Option<&f64>) -> Vec<LegendKey> {
        let of = |is_beside: bool| {
            let lines = lines[0]
                .iter()
                .filter(move |line| line.is_beside == is_beside);
            lines.flat_map(|line| line.keys.clone())
        };
        let mut keys: Vec<LegendKey> = of(false).collect();
        if let Some(color) = lines.iter().flatten().find_map(|line| line.band) {
            let each = match self.parts() {
                0 => "",
                _ => ", in the color of its setting",
            };
            let label = format!("middle half (quartiles){each}");
            keys.push(LegendKey::new(LegendMark::Band(color, BAND), label));
        }
        keys.extend(of(true));
        if has_intervals(lines) {
            let bar = LegendMark::Bar(Pen::solid(SOFT_INK, 1.3));
            keys.push(LegendKey::new(bar, "95 % interval"));
        }
        if !self.columns.is_empty() {
            keys.push(LegendKey::new(
                LegendMark::Line(column_pen()),
                &*self.beginning,
            ));
        }
        keys.extend(floor.map(|low| {
            let power = power_of_ten(libm::log10(*low).round() as i32);
            let label = format!("0 or below 10⁻¹⁵, drawn at the floor {power}");
            LegendKey::new(LegendMark::Floor(SOFT_INK), label)
        }));
        keys
    }

    fn notes(&self, lines: &[Vec<Line>]) -> Vec<String> {
        let (y, all) = &self.panels[0];
        let mut notes: Vec<String> = [&self.x.meaning, &y.meaning]
            .into_iter()
            .filter(|meaning| !meaning.is_empty())
            .cloned()
            .collect();
        notes.extend(self.notes.clone());
        let mut add =
            |is_needed: bool, note: &str| notes.extend(is_needed.then(|| note.to_owned()));
        let values = || lines.iter().flatten().flat_map(|line| &line.at);
        let is_of_times = y.kind == AxisKind::Times;
        let costs = self.x.kind == AxisKind::Costs && values().any(|middle| middle.x < 1.0);
        let gap = |s: &Series| {
            let points = |curve: &Curve| curve.points.iter().map(|d| d.x).collect::<Vec<_>>();
            s.curves
                .windows(2)
                .any(|pair| points(&pair[0]) != points(&pair[1]))
        };
        add(
            is_of_times && all.iter().any(|s| s.look == Look::Setting && gap(s)),
            GAPS,
        );
        add(
            is_of_times && values().any(|middle| middle.y > LONGEST),
            BEYOND,
        );
        add(costs, "Costs of 0 are drawn at 1.");
        add(has_intervals(lines), MEDIAN_INTERVALS);
        add(self.parts() > 0, PARTS);
        notes
    }

    /// A light upright line where something begins, with its name above where there is room.
    fn draw_columns(&self, canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>) {
        const SIZE: f64 = 11.0;
        for (k, (x, name)) in self.columns.iter().enumerate() {
            let (left, _) = frame.at(*x, f64::INFINITY);
            let next = self.columns.get(k + 1);
            let end = next.map_or(frame.right + MARGIN, |(next, _)| frame.at(*next, 0.0).0);
            canvas.line(
                &[(left, frame.bottom), (left, frame.top - 14.0)],
                column_pen(),
            );
            let short = name.rsplit(' ').next().unwrap_or_default();
            let fits = |name: &&str| width(name, SIZE, false) + 8.0 <= end - left;
            if let Some(name) = [&**name, short].into_iter().find(fits) {
                let letters = Lettering::new(SIZE, SOFT_INK).anchored(Anchor::Left);
                canvas.text((left + 4.0, frame.top - 5.0), name, letters);
            }
        }
    }
}

fn column_pen() -> Pen {
    Pen::solid(GRAY, 1.0).dashed(5.0, 3.0)
}

fn has_intervals(lines: &[Vec<Line>]) -> bool {
    let mut values = lines.iter().flatten().flat_map(|line| &line.at);
    values.any(|middle| middle.interval.is_some())
}

/// The label of what stands beside settings under one name.
fn label_of(of_name: &[&&Series]) -> String {
    let differ = |series: &&&Series| {
        series
            .curves
            .windows(2)
            .any(|pair| pair[0].points != pair[1].points)
    };
    let median = if of_name.iter().any(differ) {
        ": median"
    } else {
        ""
    };
    let is_each = of_name.iter().any(|series| !series.beside.is_empty());
    let each = if is_each {
        ", in the color of its setting"
    } else {
        ""
    };
    format!("{}{median}{each}", of_name[0].name)
}
