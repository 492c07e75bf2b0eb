//! The legend: what each kind of line, band and marker means, in rows above the plot.

use plotters::prelude::RGBColor;

use super::canvas::{Lettering, Pen, PictureCanvas, Point};
use super::marker::Marker;
use super::palette::{INK, PAPER};
use super::text::{width, wrap};

const SIZE: f64 = 12.0;
/// Long enough for two of the longest dashes beside a marker.
const SAMPLE: f64 = 46.0;
const GAP: f64 = 7.0;
const BETWEEN: f64 = 20.0;

/// Height of a row of the legend, and of each further line of a label in it.
const ROW: f64 = 19.0;
const FURTHER: f64 = 15.0;

/// What stands before a label.
#[derive(Clone, Copy, Debug)]
pub(super) enum LegendMark {
    /// A line.
    Line(Pen),
    /// A line with a marker of its own at each value.
    Marked(Pen, Marker),
    /// An interval.
    Bar(Pen),
    /// An area: its color and opacity.
    Band(RGBColor, f64),
    /// A value below the axis, drawn at its floor.
    Floor(RGBColor),
    /// The end of an interval, in place of a value that was not seen.
    Limit(Pen, Beyond),
    /// The first point of a path.
    Start,
    /// The last point of a path.
    End,
}

/// On which side of its limit a number lies that no run showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Beyond {
    /// At most the limit, as a probability whose runs all failed.
    Below,
    /// At least the limit, as the time of a search that never ended.
    Above,
}

/// A mark and its meaning.
#[derive(Clone, Debug)]
pub(super) struct LegendKey {
    pub(super) mark: LegendMark,
    pub(super) label: String,
}

impl LegendKey {
    pub(super) fn new(mark: LegendMark, label: impl Into<String>) -> Self {
        Self {
            mark,
            label: label.into(),
        }
    }
}

/// A row: the mark of each key, and its label in lines.
type LegendRow = Vec<(LegendMark, Vec<String>)>;

fn key_width(lines: &[String]) -> f64 {
    let widths = lines.iter().map(|line| width(line, SIZE, false));
    SAMPLE + GAP + widths.fold(0.0, f64::max)
}

/// The keys in rows no wider than `limit`; labels too long for a row go on in another line.
pub(super) fn rows(keys: &[LegendKey], limit: f64) -> Vec<LegendRow> {
    let mut rows: Vec<LegendRow> = Vec::new();
    let mut used = f64::INFINITY;
    for key in keys {
        let lines = wrap(&key.label, limit - SAMPLE - GAP, SIZE, false);
        let needed = key_width(&lines) + BETWEEN;
        if used + needed - BETWEEN > limit {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += needed;
        if let Some(row) = rows.last_mut() {
            row.push((key.mark, lines));
        }
    }
    rows
}

fn row_height(row: &LegendRow) -> f64 {
    let lines = row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1);
    ROW + FURTHER * lines.saturating_sub(1) as f64
}

/// The height of the rows.
pub(super) fn height(rows: &[LegendRow]) -> f64 {
    rows.iter().map(row_height).sum()
}

/// Draws the rows downward from their upper left corner.
pub(super) fn draw(canvas: &PictureCanvas<'_>, (left, mut top): Point, rows: &[LegendRow]) {
    for row in rows {
        let baseline = top + 13.0;
        let mut x = left;
        for (mark, lines) in row {
            sample(canvas, (x, baseline - 4.5), *mark);
            for (k, line) in lines.iter().enumerate() {
                let at = (x + SAMPLE + GAP, baseline + FURTHER * k as f64);
                canvas.text(at, line, Lettering::new(SIZE, INK));
            }
            x += key_width(lines) + BETWEEN;
        }
        top += row_height(row);
    }
}

fn sample(canvas: &PictureCanvas<'_>, (x, y): Point, mark: LegendMark) {
    let middle = (x + SAMPLE / 2.0, y);
    let across = [(x, y), (x + SAMPLE, y)];
    match mark {
        LegendMark::Line(pen) => canvas.line(&across, pen),
        LegendMark::Marked(pen, marker) => {
            canvas.line(&across, pen);
            marker.draw(canvas, middle, pen.color);
        }
        LegendMark::Bar(pen) => {
            interval_mark(canvas, ((middle.0, y + 6.5), (middle.0, y - 6.5)), pen);
        }
        LegendMark::Band(color, opacity) => {
            let (top, bottom) = (y - 6.0, y + 6.0);
            let corners = [
                (x, top),
                (x + SAMPLE, top),
                (x + SAMPLE, bottom),
                (x, bottom),
            ];
            canvas.area(&corners, color, opacity);
        }
        LegendMark::Floor(color) => floor_mark(canvas, (middle.0, y + 4.0), color),
        LegendMark::Limit(pen, beyond) => {
            let at = match beyond {
                Beyond::Below => (middle.0, y - 6.5),
                Beyond::Above => (middle.0, y + 6.5),
            };
            limit_mark(canvas, at, pen, beyond);
        }
        LegendMark::Start => start_mark(canvas, middle),
        LegendMark::End => end_mark(canvas, middle),
    }
}

/// A hollow triangle that points down to the floor at `tip`.
pub(super) fn floor_mark(canvas: &PictureCanvas<'_>, tip: Point, color: RGBColor) {
    let corners = [tip, (tip.0 - 5.0, tip.1 - 8.5), (tip.0 + 5.0, tip.1 - 8.5)];
    canvas.area(&corners, PAPER, 1.0);
    canvas.outline(&corners, Pen::solid(color, 1.4));
}

/// A thin line with a stroke at both ends.
pub(super) fn interval_mark(canvas: &PictureCanvas<'_>, (low, high): (Point, Point), pen: Pen) {
    let pen = Pen::solid(pen.color, 1.3).faint(pen.opacity);
    canvas.line(&[low, high], pen);
    for (x, y) in [low, high] {
        canvas.line(&[(x - 3.5, y), (x + 3.5, y)], pen);
    }
}

/// A stroke at the limit and an arrow from there to where the number lies.
pub(super) fn limit_mark(canvas: &PictureCanvas<'_>, at: Point, pen: Pen, beyond: Beyond) {
    const LENGTH: f64 = 14.0;
    let along = match beyond {
        Beyond::Below => 1.0,
        Beyond::Above => -1.0,
    };
    let pen = Pen::solid(pen.color, 1.6);
    let to = |x: f64, y: f64| (at.0 + x, at.1 + along * y);
    canvas.line(&[to(-5.5, 0.0), to(5.5, 0.0)], pen);
    canvas.line(&[at, to(0.0, LENGTH)], pen);
    let head = [
        to(-3.5, LENGTH - 5.0),
        to(0.0, LENGTH),
        to(3.5, LENGTH - 5.0),
    ];
    canvas.line(&head, pen);
}

/// A white disc in a dark ring.
pub(super) fn start_mark(canvas: &PictureCanvas<'_>, at: Point) {
    canvas.disc(at, 5.0, PAPER);
    canvas.ring(at, 5.0, Pen::solid(INK, 2.0));
}

/// A white diamond with a dark border and a dark heart.
pub(super) fn end_mark(canvas: &PictureCanvas<'_>, at: Point) {
    let diamond = |r: f64| {
        [
            (at.0, at.1 - r),
            (at.0 + r, at.1),
            (at.0, at.1 + r),
            (at.0 - r, at.1),
        ]
    };
    canvas.area(&diamond(7.5), PAPER, 1.0);
    canvas.outline(&diamond(7.5), Pen::solid(INK, 1.6));
    canvas.area(&diamond(3.5), INK, 1.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_every_key_and_are_never_too_wide() {
        let label = |k: usize| format!("tango-6x6-{} no. {k}", "long-".repeat(k * k));
        let keys: Vec<_> = (0..7)
            .map(|k| LegendKey::new(LegendMark::Floor(INK), label(k)))
            .collect();
        let rows = rows(&keys, 400.0);
        assert_eq!(rows.concat().len(), keys.len());
        for row in rows {
            let widths = row.iter().map(|(_, lines)| key_width(lines) + BETWEEN);
            let total = widths.sum::<f64>() - BETWEEN;
            assert!(total <= 400.0, "{total}");
            let label = row.iter().map(|(_, lines)| lines.concat());
            assert!(label.clone().all(|label| !label.contains('…')));
        }
    }
}
