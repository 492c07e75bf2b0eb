//! The lines of a chart: what is drawn of a setting or of what stands beside it, and how.

use super::axis::NOTHING;
use super::canvas::{Pen, PictureCanvas, Point};
use super::chart::{DrawnValues, PlotFrame};
use super::legend::{Beyond, Marker, floor_mark, interval_mark, limit_mark};
use super::lines::MOST_COLORS;
use super::palette::{BLUE, CURVES, Color, GRAY, INK};
use super::series::{Curve, Middle, Series, middles};
use std::slice::from_ref;

const BAND: f64 = 0.18;

/// Markers and dashes of settings, in order.
const STYLES: [(Marker, Option<(f64, f64)>); MOST_COLORS] = [
    (Marker::Disc, None),
    (Marker::Square, Some((9.0, 3.0))),
    (Marker::Diamond, Some((3.0, 3.0))),
    (Marker::Triangle, Some((16.0, 4.0))),
    (Marker::Ring, None),
    (Marker::Wedge, Some((6.0, 2.0))),
];

/// The pen and the marker of setting `k`; beyond six, colors come again with other markers.
pub(super) fn style(k: usize) -> (Pen, Marker) {
    let (marker, dash) = STYLES[(k + k / MOST_COLORS) % MOST_COLORS];
    let pen = Pen {
        dash,
        ..Pen::solid(CURVES[k % MOST_COLORS], 2.4)
    };
    (pen, marker)
}

/// One thing that is drawn: values, joined or not.
pub(super) struct Line {
    pub(super) at: Vec<Middle>,
    pub(super) pen: Pen,
    pub(super) marker: Option<Marker>,
    /// Whether the middle half is drawn.
    pub(super) band: bool,
    pub(super) is_joined: bool,
    /// Whether it is none of the settings.
    pub(super) is_beside: bool,
    /// Drawn from value to value, in place of a line through them; empty for that.
    pub(super) path: Vec<Point>,
    /// Whether equal values are drawn as a line over the whole frame.
    pub(super) is_level: bool,
    /// Pixels to the right, so that bars of several settings do not cover each other.
    pub(super) shift: f64,
    /// What the legend says, and the color of its line there; empty for nothing.
    pub(super) label: String,
    pub(super) key: Color,
    pub(super) told: Vec<DrawnValues>,
}

impl Line {
    /// Values joined by straight lines, which neither legend nor file names.
    pub(super) fn new(at: Vec<Middle>, pen: Pen, marker: Option<Marker>) -> Self {
        Self {
            at,
            pen,
            marker,
            band: false,
            is_joined: true,
            is_beside: false,
            path: Vec::new(),
            is_level: false,
            shift: 0.0,
            label: String::new(),
            key: pen.color,
            told: Vec::new(),
        }
    }

    /// The line with its name in legend and files, where its limits stand apart.
    pub(super) fn named(mut self, label: impl Into<String>, told: &str) -> Self {
        self.label = label.into();
        for side in [None, Some(Beyond::Below), Some(Beyond::Above)] {
            let own = self.at.iter().filter(|middle| middle.beyond == side);
            let points: Vec<Middle> = own.copied().collect();
            if !points.is_empty() {
                let name = match side {
                    None => told.to_owned(),
                    Some(side) => format!("{told}: {}", limit_name(side)),
                };
                self.told.push(DrawnValues { name, points });
            }
        }
        self
    }

    /// Every number that an axis must hold; on a logarithmic one an end of an interval that is far
    /// below its value would stretch it without end.
    pub(super) fn heights(&self, is_logarithmic: bool) -> Vec<f64> {
        let of = |middle: &Middle| {
            let (low, high) = middle.interval.unwrap_or((middle.y, middle.y));
            let low = if is_logarithmic && low < 0.1 * middle.y {
                middle.y
            } else {
                low
            };
            [middle.y, low, high]
        };
        let path = self.path.iter().map(|point| point.1);
        self.at.iter().flat_map(of).chain(path).collect()
    }

    /// Draws all of it; at the floor of an axis that has one stand triangles.
    pub(super) fn draw(&self, canvas: &PictureCanvas, frame: &PlotFrame<'_>, has_floor: bool) {
        let at = |x: f64, y: f64| {
            let (x, y) = frame.at(x, y);
            (x + self.shift, y)
        };
        let place = |middle: &Middle| at(middle.x, middle.y);
        if self.band {
            let upper = self.at.iter().map(|middle| at(middle.x, middle.half.1));
            let lower = self
                .at
                .iter()
                .rev()
                .map(|middle| at(middle.x, middle.half.0));
            let mut corners: Vec<Point> = upper.chain(lower).collect();
            if let [(x, above), (_, below)] = corners[..] {
                // one depth has no width of its own
                let (left, right) = (x - 14.0, x + 14.0);
                corners = vec![(left, above), (right, above), (right, below), (left, below)];
            }
            canvas.area(&corners, self.pen.color, BAND);
        }
        if !self.path.is_empty() {
            let path = self.path.iter().map(|&(x, y)| at(x, y));
            canvas.line(&path.collect::<Vec<_>>(), self.pen);
        } else if self.is_joined {
            // a line stops at limits, beyond which nobody knows where it would go
            for run in self.at.split(|middle| middle.beyond.is_some()) {
                let places: Vec<Point> = run.iter().map(place).collect();
                match places.first() {
                    Some(&(_, y)) if self.is_level => {
                        canvas.line(&[(frame.left, y), (frame.right, y)], self.pen);
                    }
                    Some(_) if places.len() > 1 => canvas.line(&places, self.pen),
                    Some(_) | None => (),
                }
            }
        }
        for (k, middle) in self.at.iter().enumerate() {
            let (x, y) = place(middle);
            // the interval of a level is the same at all depths
            let is_shown = !self.is_level || k + 1 == self.at.len();
            if let Some((low, high)) = middle.interval.filter(|_| is_shown) {
                let ends = (at(middle.x, low), at(middle.x, high));
                interval_mark(canvas, ends, self.pen.faint(self.pen.opacity.min(0.8)));
                if high.is_infinite() {
                    let top = ends.1.1;
                    let head = [(x - 5.0, top + 8.0), (x, top), (x + 5.0, top + 8.0)];
                    canvas.line(&head, Pen::solid(self.pen.color, 1.3).faint(0.6));
                }
            }
            match (middle.beyond, self.marker) {
                (Some(beyond), _) => limit_mark(canvas, (x, y), self.pen, beyond),
                (None, Some(marker)) => marker.draw(canvas, (x, y), self.pen.color),
                // a faint line shows where it goes; a point alone has nothing else
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
}

pub(super) fn limit_name(beyond: Beyond) -> &'static str {
    match beyond {
        Beyond::Below => "no run succeeded, at most",
        Beyond::Above => "no run succeeded, at least",
    }
}

/// The puzzles of the only setting, and from three on their median with the middle half.
pub(super) fn puzzles(one: &Series) -> Vec<Line> {
    let count = one.curves.len();
    let is_named = count <= MOST_COLORS;
    let each = |(k, curve): (usize, &Curve)| {
        let at = middles(from_ref(curve), false);
        if is_named {
            let (pen, marker) = style(k);
            let pen = match count > 2 {
                true => Pen { width: 1.5, ..pen }.faint(0.6),
                false => Pen { width: 1.8, ..pen },
            };
            return Line {
                path: one.line.clone(),
                ..Line::new(at, pen, Some(marker)).named(&*curve.name, &curve.name)
            };
        }
        Line {
            label: if k == 0 { "each puzzle" } else { "" }.to_owned(),
            ..Line::new(at, Pen::solid(GRAY, 1.0).faint(0.45), None)
        }
    };
    let mut lines: Vec<Line> = one.curves.iter().enumerate().map(each).collect();
    if count > 2 {
        let color = if is_named { INK } else { BLUE };
        let name = format!("median of {count} puzzles");
        let at = middles(&one.curves, false);
        let line = Line::new(at, Pen::solid(color, 3.0), Some(Marker::Disc));
        lines.push(Line {
            band: true,
            ..line.named(&*name, &name)
        });
    }
    lines
}

/// Setting `k` as points, one a puzzle, with the line that was fitted to them.
pub(super) fn cloud((k, setting): (usize, &&Series)) -> Line {
    let (pen, marker) = style(k);
    let points = |curve| middles(from_ref(curve), true);
    let told = setting.curves.iter().map(|curve| DrawnValues {
        name: curve.name.clone(),
        points: points(curve),
    });
    Line {
        is_joined: false,
        path: setting.line.clone(),
        label: setting.label.clone(),
        told: told.collect(),
        ..Line::new(
            setting.curves.iter().flat_map(points).collect(),
            pen,
            Some(marker),
        )
    }
}
