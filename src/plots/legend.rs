//! Markers, marks, and the legend that says what each of them means, in rows above the plot.

use super::canvas::{Fill, Lettering, Pen, PictureCanvas, Point};
use super::chart::TICK;
use super::palette::{Color, INK, PAPER};
use super::text::{width, wrap};

/// The shape of a marker: curves are told apart without color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Marker {
    Disc,
    /// A hollow square.
    Square,
    Diamond,
    /// A hollow triangle, upright.
    Triangle,
    /// A hollow circle.
    Ring,
    /// A filled triangle that points down.
    Wedge,
    /// Two strokes, slanted.
    Cross,
    /// Two strokes, upright.
    Plus,
    /// A small disc.
    Dot,
}

impl Marker {
    /// Draws the marker around `at`.
    pub(super) fn draw(self, canvas: &PictureCanvas, at: Point, color: Color) {
        let filled = |outline| canvas.path(at, 1.0, outline, Fill(color, 1.0));
        let strokes = |outline| canvas.path(at, 1.0, outline, Pen::solid(color, 1.8));
        let hollow = |outline| {
            canvas.path(at, 1.0, outline, Fill(PAPER, 1.0));
            strokes(outline);
        };
        match self {
            Self::Disc => canvas.disc(at, 4.0, color),
            Self::Dot => canvas.disc(at, 2.3, color),
            Self::Ring => {
                canvas.disc(at, 4.0, PAPER);
                canvas.circle(at, 4.0, Pen::solid(color, 1.8));
            }
            Self::Square => hollow("M-4-4H4V4H-4Z"),
            Self::Diamond => filled("M0-5.5L5.5 0 0 5.5-5.5 0Z"),
            Self::Triangle => hollow("M0-5.5L5.5 4.5H-5.5Z"),
            Self::Wedge => filled("M0 5.5L5.5-4H-5.5Z"),
            Self::Cross => strokes("M-3.6-3.6L3.6 3.6M-3.6 3.6L3.6-3.6"),
            Self::Plus => strokes("M-4.8 0H4.8M0-4.8V4.8"),
        }
    }
}

/// On which side of its limit a number lies that no run showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Beyond {
    /// At most the limit, as a probability whose runs all failed.
    Below,
    /// At least the limit, as the time of a search that never ended.
    Above,
}

/// What stands before a label.
#[derive(Clone, Copy, Debug)]
pub(super) enum LegendMark {
    /// A line, with a marker of its own at each value.
    Line(Pen, Option<Marker>),
    /// A value below the axis, drawn at its floor.
    Floor(Color),
    /// The end of an interval, in place of a value that was not seen.
    Limit(Pen, Beyond),
    /// The first point of a path.
    Start,
    /// The last point of a path.
    End,
}

/// A mark and its meaning.
#[derive(Clone, Debug)]
pub(super) struct LegendKey {
    pub(super) mark: LegendMark,
    pub(super) label: String,
}

/// A row of the legend: the mark of each key, and its label in lines.
pub(super) type LegendRow = Vec<(LegendMark, Vec<String>)>;

/// Long enough for a dash on both sides of a marker.
const SAMPLE: f64 = 34.0;
const GAP: f64 = 6.0;
const BETWEEN: f64 = 18.0;
/// Height of a line of the legend.
pub(super) const ROW: f64 = 18.0;

fn key_width(lines: &[String]) -> f64 {
    let widths = lines.iter().map(|line| width(line, TICK, false));
    SAMPLE + GAP + widths.fold(0.0, f64::max)
}

pub(super) fn row_lines(row: &LegendRow) -> usize {
    row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1)
}

/// The keys in rows no wider than `limit`; labels too long for a row go on in another line.
pub(super) fn legend_rows(keys: &[LegendKey], limit: f64) -> Vec<LegendRow> {
    let mut rows: Vec<LegendRow> = Vec::new();
    let mut used = f64::INFINITY;
    for key in keys {
        let lines = wrap(&key.label, limit - SAMPLE - GAP, TICK, false);
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

/// Draws the rows downward from their upper left corner.
pub(super) fn draw_legend(canvas: &PictureCanvas, (left, mut top): Point, rows: &[LegendRow]) {
    for row in rows {
        let mut x = left;
        for (mark, lines) in row {
            mark.draw(canvas, (x, top + 8.5));
            for (k, line) in lines.iter().enumerate() {
                let at = (x + SAMPLE + GAP, top + 13.0 + ROW * k as f64);
                canvas.text(at, line, Lettering::new(TICK, INK));
            }
            x += key_width(lines) + BETWEEN;
        }
        top += ROW * row_lines(row) as f64;
    }
}

impl LegendMark {
    fn draw(self, canvas: &PictureCanvas, (x, y): Point) {
        let middle = (x + SAMPLE / 2.0, y);
        match self {
            Self::Line(pen, marker) => {
                canvas.line(&[(x, y), (x + SAMPLE, y)], pen);
                if let Some(marker) = marker {
                    marker.draw(canvas, middle, pen.color);
                }
            }
            Self::Floor(color) => floor_mark(canvas, (middle.0, y + 4.0), color),
            Self::Limit(pen, Beyond::Below) => {
                limit_mark(canvas, (middle.0, y - 6.5), pen, Beyond::Below);
            }
            Self::Limit(pen, Beyond::Above) => {
                limit_mark(canvas, (middle.0, y + 6.5), pen, Beyond::Above);
            }
            Self::Start => start_mark(canvas, middle),
            Self::End => end_mark(canvas, middle),
        }
    }
}

/// A hollow triangle that points down to the floor at `tip`.
pub(super) fn floor_mark(canvas: &PictureCanvas, tip: Point, color: Color) {
    const TRIANGLE: &str = "M0 0L-5-8.5H5Z";
    canvas.path(tip, 1.0, TRIANGLE, Fill(PAPER, 1.0));
    canvas.path(tip, 1.0, TRIANGLE, Pen::solid(color, 1.4));
}

/// A thin line with a stroke at both ends.
pub(super) fn interval_mark(canvas: &PictureCanvas, (low, high): (Point, Point), pen: Pen) {
    let pen = Pen::solid(pen.color, 1.3).faint(pen.opacity);
    canvas.line(&[low, high], pen);
    for (x, y) in [low, high] {
        canvas.line(&[(x - 3.5, y), (x + 3.5, y)], pen);
    }
}

/// A stroke at the limit and an arrow from there to where the number lies.
pub(super) fn limit_mark(canvas: &PictureCanvas, at: Point, pen: Pen, beyond: Beyond) {
    const LENGTH: f64 = 14.0;
    let along = match beyond {
        Beyond::Below => 1.0,
        Beyond::Above => -1.0,
    };
    let pen = Pen::solid(pen.color, 1.6);
    let to = |x: f64, y: f64| (at.0 + x, at.1 + along * y);
    canvas.line(&[to(-5.5, 0.0), to(5.5, 0.0)], pen);
    canvas.line(&[at, to(0.0, LENGTH)], pen);
    let end = LENGTH - 5.0;
    canvas.line(&[to(-3.5, end), to(0.0, LENGTH), to(3.5, end)], pen);
}

/// A white disc in a dark ring.
pub(super) fn start_mark(canvas: &PictureCanvas, at: Point) {
    canvas.disc(at, 5.0, PAPER);
    canvas.circle(at, 5.0, Pen::solid(INK, 2.0));
}

/// A white diamond with a dark border and a dark heart.
pub(super) fn end_mark(canvas: &PictureCanvas, at: Point) {
    const DIAMOND: &str = "M0-7.5L7.5 0 0 7.5-7.5 0Z";
    canvas.path(at, 1.0, DIAMOND, Fill(PAPER, 1.0));
    canvas.path(at, 1.0, DIAMOND, Pen::solid(INK, 1.6));
    canvas.path(at, 1.0, "M0-3.5L3.5 0 0 3.5-3.5 0Z", Fill(INK, 1.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_every_key_and_are_never_too_wide() {
        let label = |k: usize| format!("tango-6x6-{} no. {k}", "long-".repeat(k * k));
        let keys: Vec<_> = (0..7)
            .map(|k| LegendKey {
                mark: LegendMark::Floor(INK),
                label: label(k),
            })
            .collect();
        let rows = legend_rows(&keys, 400.0);
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
