//! The lines of a chart: what is drawn of a setting or of its baselines, and how.

use super::canvas::{Fill, Pen, PictureCanvas, Point};
use super::chart::PlotFrame;
use super::legend::{LegendKey, Marker};
use super::lines::MOST_COLORS;
use super::palette::{CURVES, Color};
use super::series::{Middle, Series, middles};
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
#[derive(Debug)]
pub(super) struct Line {
    pub(super) at: Vec<Middle>,
    pub(super) pen: Pen,
    pub(super) marker: Option<Marker>,
    /// What files call it; empty for what they do not tell.
    pub(super) name: String,
    /// What the legend says, and the color there; empty for nothing.
    pub(super) label: String,
    pub(super) key: Color,
    /// Whether the interquartile range is drawn.
    pub(super) has_band: bool,
    pub(super) is_joined: bool,
    /// Whether it is none of the settings.
    pub(super) is_beside: bool,
    /// Whether equal values are drawn as a line over the whole frame.
    pub(super) is_level: bool,
    /// The ends of the line that was fitted to the setting.
    pub(super) fit: Option<[Point; 2]>,
    /// Pixels to the right, so that bars of several settings do not cover each other.
    pub(super) shift: f64,
}

impl Line {
    /// Values joined by straight lines, which neither legend nor file names.
    pub(super) fn new(at: Vec<Middle>, pen: Pen, marker: Option<Marker>) -> Self {
        Self {
            at,
            pen,
            marker,
            name: String::new(),
            label: String::new(),
            key: pen.color,
            has_band: false,
            is_joined: true,
            is_beside: false,
            is_level: false,
            fit: None,
            shift: 0.0,
        }
    }

    /// The line with its name in legend and files.
    pub(super) fn named(self, label: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            name: name.into(),
            ..self
        }
    }

    /// Its key in the legend, where it has one.
    pub(super) fn key(&self) -> Option<LegendKey> {
        let is_drawn = self.is_joined || self.fit.is_some();
        let pen = Pen {
            color: self.key,
            ..self.pen
        };
        (!self.label.is_empty()).then(|| LegendKey {
            line: is_drawn.then_some(pen),
            marker: self.marker.map(|marker| (marker, self.key)),
            label: self.label.clone(),
        })
    }

    /// Every number that an axis must hold; on a logarithmic one an end of an interval that is far
    /// below its value would stretch it without end.
    pub(super) fn heights(&self, is_logarithmic: bool) -> Vec<f64> {
        let of = |middle: &Middle| match (middle.limit, middle.interval) {
            (Some((end, _)), _) => [end; 3],
            (None, Some((low, high))) if !is_logarithmic || low >= 0.1 * middle.y => {
                [low, middle.y, high]
            }
            (None, interval) => [middle.y, middle.y, interval.map_or(middle.y, |ends| ends.1)],
        };
        let fit = self.fit.iter().flatten().map(|end| end.1);
        self.at.iter().flat_map(of).chain(fit).collect()
    }

    /// Draws all of it; at the floor of an axis are triangles.
    pub(super) fn draw(&self, canvas: &PictureCanvas, frame: &PlotFrame) {
        let at = |x: f64, y: f64| {
            let (x, y) = frame.at(x, y);
            (x + self.shift, y)
        };
        if self.has_band {
            let upper = self.at.iter().map(|middle| at(middle.x, middle.half.1));
            let lower = self.at.iter().rev();
            let lower = lower.map(|middle| at(middle.x, middle.half.0));
            let corners: Vec<Point> = upper.chain(lower).collect();
            canvas.polygon(&corners, Fill(self.pen.color, BAND));
        }
        if let Some(ends) = self.fit {
            canvas.line(&ends.map(|(x, y)| at(x, y)), self.pen);
        }
        if self.is_joined {
            // a line stops at limits, beyond which nobody knows where it would go
            for run in self.at.split(|middle| middle.limit.is_some()) {
                let places: Vec<Point> = run.iter().map(|one| at(one.x, one.y)).collect();
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
            if let Some((end, way)) = middle.limit {
                limit_mark(canvas, at(middle.x, end), self.pen.color, way);
                continue;
            }
            let place = at(middle.x, middle.y);
            // the interval of a level is the same at all depths
            let is_shown = !self.is_level || k + 1 == self.at.len();
            if let Some((low, high)) = middle.interval.filter(|_| is_shown) {
                let pen = Pen::solid(self.pen.color, 1.3).faint(self.pen.opacity.min(0.8));
                let (low, top) = (at(middle.x, low), at(middle.x, high));
                canvas.line(&[low, top], pen);
                for (x, y) in [low, top] {
                    canvas.line(&[(x - 3.5, y), (x + 3.5, y)], pen);
                }
                if high.is_infinite() {
                    let (x, y) = top;
                    canvas.line(&[(x - 5.0, y + 8.0), (x, y), (x + 5.0, y + 8.0)], pen);
                }
            }
            match self.marker {
                Some(marker) => marker.draw(canvas, place, self.pen.color),
                // a faint line shows where it goes; a point alone has nothing else
                None if self.at.len() == 1 && !self.is_level => {
                    canvas.disc(place, 2.0, self.pen.color);
                }
                None => (),
            }
            if middle.is_at_floor(&frame.y) {
                Marker::Floor.draw(canvas, place, self.pen.color);
            }
        }
    }
}

/// A stroke at the end of an interval and an arrow from there to where the number lies.
fn limit_mark(canvas: &PictureCanvas, at: Point, color: Color, way: f64) {
    const LENGTH: f64 = 14.0;
    let pen = Pen::solid(color, 1.6);
    let to = |x: f64, y: f64| (at.0 + x, at.1 + way * y);
    canvas.line(&[to(-5.5, 0.0), to(5.5, 0.0)], pen);
    canvas.line(&[at, to(0.0, LENGTH)], pen);
    let end = LENGTH - 5.0;
    canvas.line(&[to(-3.5, end), to(0.0, LENGTH), to(3.5, end)], pen);
}

/// Setting `k` as points, one a puzzle, with the line that was fitted to them.
pub(super) fn cloud((k, setting): (usize, &&Series)) -> Vec<Line> {
    let (pen, marker) = style(k);
    let point = |curve| Line {
        is_joined: false,
        ..Line::new(middles(from_ref(curve), true), pen, Some(marker)).named("", &*curve.name)
    };
    let mut lines: Vec<Line> = setting.curves.iter().map(point).collect();
    if let Some(first) = lines.first_mut() {
        first.fit = setting.fit;
        first.label.clone_from(&setting.label);
    }
    lines
}
