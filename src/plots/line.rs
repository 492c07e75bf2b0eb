//! The lines of a chart: what is drawn of a setting or of what stands beside it, and how.

use super::axis::NOTHING;
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::PlotFrame;
use super::legend::{Beyond, LegendKey, LegendMark, floor_mark, interval_mark, limit_mark};
use super::lines::MOST_SERIES;
use super::marker::Marker;
use super::palette::{BLUE, CURVES, GRAY, INK};
use super::readings::DrawnValues;
use super::series::{Curve, Middle, Series, middles};
use plotters::prelude::RGBColor;

/// Markers and dashes of settings, in order.
const STYLES: [(Marker, Option<(f64, f64)>); MOST_SERIES] = [
    (Marker::Disc, None),
    (Marker::Square, Some((9.0, 3.0))),
    (Marker::Diamond, Some((3.0, 3.0))),
    (Marker::Triangle, Some((16.0, 4.0))),
    (Marker::Ring, None),
    (Marker::Wedge, Some((6.0, 2.0))),
];

pub(super) const BAND: f64 = 0.2;

/// One thing that is drawn: values, joined or not, and what legend and file tell of them.
pub(super) struct Line {
    pub(super) at: Vec<Middle>,
    pub(super) pen: Pen,
    pub(super) marker: Option<Marker>,
    /// The color of the middle half.
    pub(super) band: Option<RGBColor>,
    /// Drawn from value to value, in place of a line through them; `None` for no line.
    pub(super) path: Option<Vec<Point>>,
    pub(super) is_level: bool,
    /// Whether it is none of the settings.
    pub(super) is_beside: bool,
    pub(super) keys: Vec<LegendKey>,
    pub(super) told: Vec<DrawnValues>,
}

impl Line {
    /// Values joined by straight lines, which neither legend nor file names.
    pub(super) fn new(at: Vec<Middle>, pen: Pen, marker: Option<Marker>) -> Self {
        Self {
            at,
            pen,
            marker,
            band: None,
            path: Some(Vec::new()),
            is_level: false,
            is_beside: false,
            keys: Vec::new(),
            told: Vec::new(),
        }
    }

    /// The line with its name in legend and file: its limits have names of their own.
    pub(super) fn named(mut self, label: String, told: &str) -> Self {
        let limit = |middle: &Middle| middle.beyond;
        if self.at.iter().any(|middle| middle.beyond.is_none()) {
            let mark = self.mark();
            self.keys.push(LegendKey::new(mark, label));
        }
        let beyond = self.at.iter().find_map(limit);
        self.keys
            .extend(beyond.map(|beyond| limit_key(self.pen, beyond, told)));
        for side in [None, Some(Beyond::Below), Some(Beyond::Above)] {
            let own = self.at.iter().filter(|middle| middle.beyond == side);
            let points: Vec<Point> = own.map(|middle| (middle.x, middle.y)).collect();
            let name = side.map_or(told.to_owned(), |side| limit_name(told, side));
            if !points.is_empty() {
                self.told.push(DrawnValues { name, points });
            }
        }
        self
    }

    fn mark(&self) -> LegendMark {
        match self.marker {
            Some(Marker::Dash) => LegendMark::Bar(self.pen),
            Some(marker) => LegendMark::Marked(self.pen, marker),
            None => LegendMark::Line(self.pen),
        }
    }

    /// Every number that an axis must hold; on a logarithmic one an end of an interval that is far
    /// below its value would stretch it without end.
    pub(super) fn heights(&self, is_logarithmic: bool) -> Vec<f64> {
        let of = |middle: &Middle| {
            let (low, high) = middle.interval.unwrap_or((middle.y, middle.y));
            let is_near = |low: &f64| !is_logarithmic || *low >= 0.1 * middle.y;
            let low = Some(low).filter(is_near);
            let high = Some(high).filter(|high| high.is_finite());
            [Some(middle.y), low, high].into_iter().flatten()
        };
        let path = self.path.iter().flatten().map(|point| point.1);
        self.at.iter().flat_map(of).chain(path).collect()
    }

    /// Draws all of it; at the floor of an axis that has one stand triangles.
    pub(super) fn draw(&self, canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, has_floor: bool) {
        let at = |middle: &Middle| frame.at(middle.x, middle.y);
        if let Some(color) = self.band {
            self.draw_band(canvas, frame, color);
        }
        match &self.path {
            Some(path) if !path.is_empty() => {
                let path = path.iter().map(|&(x, y)| frame.at(x, y));
                canvas.line(&path.collect::<Vec<_>>(), self.pen);
            }
            // A line joins values and stops at limits, beyond which nobody knows where it would go.
            Some(_) => {
                for run in self.at.split(|middle| middle.beyond.is_some()) {
                    let places: Vec<Point> = run.iter().map(at).collect();
                    match places.first() {
                        Some(&(_, y)) if self.is_level => {
                            canvas.line(&[(frame.left, y), (frame.right, y)], self.pen);
                        }
                        Some(_) if places.len() > 1 => canvas.line(&places, self.pen),
                        Some(_) | None => (),
                    }
                }
            }
            None => (),
        }
        for (k, middle) in self.at.iter().enumerate() {
            let (x, y) = at(middle);
            // The interval of a level is the same at all depths.
            let is_shown = !self.is_level || k + 1 == self.at.len();
            if let Some((low, high)) = middle.interval.filter(|_| is_shown) {
                let ends = (frame.at(middle.x, low), frame.at(middle.x, high));
                let pen = self.pen.faint(self.pen.opacity.min(0.8));
                interval_mark(canvas, ends, pen);
                if high.is_infinite() {
                    let top = ends.1.1;
                    let head = [(x - 5.0, top + 8.0), (x, top), (x + 5.0, top + 8.0)];
                    canvas.line(&head, Pen::solid(pen.color, 1.3).faint(0.6));
                }
            }
            match (middle.beyond, self.marker) {
                (Some(beyond), _) => limit_mark(canvas, (x, y), self.pen, beyond),
                (None, Some(marker)) => marker.draw(canvas, (x, y), self.pen.color),
                // A faint line shows where it goes; a point alone has nothing else.
                (None, None) if self.at.len() == 1 && !self.is_level => {
                    canvas.disc((x, y), 2.0, self.pen.color);
                }
                (None, None) => (),
            }
            if has_floor && middle.beyond.is_none() && middle.y < NOTHING {
                floor_mark(canvas, (x, y), self.pen.color);
            }
        }
    }

    fn draw_band(&self, canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, color: RGBColor) {
        let upper = self
            .at
            .iter()
            .map(|middle| frame.at(middle.x, middle.half.1));
        let lower = self.at.iter().rev();
        let lower = lower.map(|middle| frame.at(middle.x, middle.half.0));
        let mut corners: Vec<Point> = upper.chain(lower).collect();
        if let [(x, above), (_, below)] = corners[..] {
            // One depth has no width of its own.
            let (left, right) = (x - 14.0, x + 14.0);
            corners = vec![(left, above), (right, above), (right, below), (left, below)];
        }
        if !corners.is_empty() {
            canvas.area(&corners, color, BAND);
        }
    }
}

fn limit_name(name: &str, beyond: Beyond) -> String {
    let end = match beyond {
        Beyond::Below => "at most",
        Beyond::Above => "at least",
    };
    format!("{name}: no run succeeded, {end}")
}

fn limit_key(pen: Pen, beyond: Beyond, name: &str) -> LegendKey {
    let label = limit_name(name, beyond) + " (95 % interval)";
    LegendKey::new(LegendMark::Limit(pen, beyond), label)
}

/// The pen and the marker of setting `k`; beyond six, colors come again with other markers.
fn style(k: usize) -> (Pen, Marker) {
    let (marker, dash) = STYLES[(k + k / MOST_SERIES) % MOST_SERIES];
    let pen = Pen {
        dash,
        ..Pen::solid(CURVES[k % MOST_SERIES], 2.6)
    };
    (pen, marker)
}

/// The fainter the more there are, so that many do not become one area.
fn thin(k: usize, count: usize) -> Pen {
    Pen::solid(CURVES[k % MOST_SERIES], 0.9).faint((6.0 / count as f64).clamp(0.12, 0.4))
}

/// The puzzles of the only setting, and from three on their median with the middle half.
pub(super) fn puzzles(one: &Series) -> Vec<Line> {
    let count = one.curves.len();
    let is_named = count <= CURVES.len();
    let each = |(k, curve): (usize, &Curve)| {
        let at = middles(std::slice::from_ref(curve), false);
        if is_named {
            let (pen, marker) = style(k);
            let pen = match count > 2 {
                true => pen.of_width(1.3).faint(0.6),
                false => pen.of_width(1.8),
            };
            let line = Line {
                path: Some(one.line.clone()),
                ..Line::new(at, pen, Some(marker))
            };
            return line.named(curve.name.clone(), &curve.name);
        }
        let mut line = Line::new(at, Pen::solid(GRAY, 1.0).faint(0.45), None);
        if k == 0 {
            line.keys.push(LegendKey::new(line.mark(), "each puzzle"));
        }
        line
    };
    let mut lines: Vec<Line> = one.curves.iter().enumerate().map(each).collect();
    if count > 2 {
        let color = if is_named { INK } else { BLUE };
        let at = middles(&one.curves, false);
        let name = format!("median of {count} puzzles");
        let line = Line::new(at, Pen::solid(color, 3.0), Some(Marker::Disc));
        let line = Line {
            band: Some(color),
            ..line.named(name.clone(), &name)
        };
        lines.push(line);
    }
    lines
}

/// The median of setting `k`; its number of puzzles is in the label where settings differ in it.
fn median((k, setting): (usize, &Series), are_alike: bool) -> Line {
    let (pen, marker) = style(k);
    let label = match setting.curves.len() {
        count if are_alike || count == 1 => setting.name.clone(),
        count => format!("{}: median of {count} puzzles", setting.name),
    };
    let line = Line {
        path: Some(setting.line.clone()),
        ..Line::new(middles(&setting.curves, false), pen, Some(marker))
    };
    line.named(label, &setting.name)
}

/// The puzzles of setting `k`, thin; none where there is one alone.
fn thin_lines((k, setting): (usize, &Series)) -> Vec<Line> {
    let count = setting.curves.len();
    let curves = setting.curves.iter().filter(|_| count > 1);
    let line = |curve: &Curve| {
        Line::new(
            middles(std::slice::from_ref(curve), false),
            thin(k, count),
            None,
        )
    };
    curves.map(line).collect()
}

/// Several settings in one frame: where it is crowded the medians alone.
pub(super) fn setting_lines(settings: &[&Series], is_crowded: bool) -> Vec<Line> {
    let numbered = || settings.iter().copied().enumerate();
    let mut lines: Vec<Line> = match is_crowded {
        true => Vec::new(),
        false => numbered().flat_map(thin_lines).collect(),
    };
    let count = settings.first().map_or(0, |setting| setting.curves.len());
    let are_alike = settings.iter().all(|s| s.curves.len() == count);
    lines.extend(numbered().map(|one| median(one, are_alike)));
    let mut keys = Vec::new();
    if are_alike && count > 1 {
        let mark = LegendMark::Line(Pen::solid(INK, 2.6));
        keys.push(LegendKey::new(mark, format!("median of {count} puzzles")));
    }
    if settings.iter().any(|s| s.curves.len() > 1) {
        keys.push(LegendKey::new(LegendMark::Line(thin(0, 1)), "each puzzle"));
    }
    if let Some(line) = lines.last_mut() {
        line.keys.extend(keys);
    }
    lines
}

/// Setting `k` in a small plot, with the medians of the others in gray.
pub(super) fn part_lines(settings: &[&Series], k: usize) -> Vec<Line> {
    let own = median((k, settings[k]), true);
    let color = own.pen.color;
    let mut lines = vec![Line {
        band: Some(color),
        path: None,
        marker: None,
        ..Line::new(own.at.clone(), own.pen, None)
    }];
    lines[0]
        .at
        .iter_mut()
        .for_each(|middle| middle.interval = None);
    lines.extend(thin_lines((k, settings[k])));
    let others = settings.iter().enumerate().filter(|(other, _)| *other != k);
    lines.extend(others.map(|(_, other)| {
        let mut at = middles(&other.curves, false);
        at.iter_mut().for_each(|middle| middle.interval = None);
        Line::new(at, Pen::solid(GRAY, 0.9).faint(0.8), None)
    }));
    lines.push(own);
    lines
}

/// Setting `k` as points, one a puzzle, with the line that was fitted to them.
pub(super) fn cloud((k, setting): (usize, &&Series)) -> Line {
    let (pen, marker) = style(k);
    let curves = setting.curves.iter();
    let at = curves
        .clone()
        .flat_map(|curve| middles(std::slice::from_ref(curve), true));
    let mut line =
        Line::new(at.collect(), pen.of_width(2.2), Some(marker)).named(setting.label.clone(), "");
    let is_fitted = !setting.line.is_empty();
    line.path = is_fitted.then(|| setting.line.clone());
    line.told = curves
        .map(|curve| DrawnValues {
            name: curve.name.clone(),
            points: curve
                .points
                .iter()
                .map(|datum| (datum.x, datum.y))
                .collect(),
        })
        .collect();
    line
}
