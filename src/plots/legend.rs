//! Markers, marks, and the legend that says what each of them means, in rows above the plot.

use super::canvas::{Fill, Lettering, Pen, PictureCanvas, Point};
use super::chart::TICK;
use super::palette::{Color, INK, PAPER};
use super::text::{width, wrap};

/// A mark at a value: curves differ in it, too, not in color alone.
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
    /// A hollow triangle that points down to the floor of an axis, below which the value lies.
    Floor,
    /// A white disc in a ring: the first point of a path.
    Start,
    /// A white diamond with a heart: the last point of a path.
    End,
}

impl Marker {
    /// Draws the marker around `at`; that of a floor is above it.
    pub(super) fn draw(self, canvas: &PictureCanvas, at: Point, color: Color) {
        let pen = Pen::solid(color, 1.8);
        let filled = |outline| canvas.path(at, 1.0, outline, Fill(color, 1.0));
        let strokes = |outline| canvas.path(at, 1.0, outline, pen);
        let hollow = |outline| {
            canvas.path(at, 1.0, outline, Fill(PAPER, 1.0));
            strokes(outline);
        };
        let ring = |radius| {
            canvas.disc(at, radius, PAPER);
            canvas.circle(at, radius, pen);
        };
        match self {
            Self::Disc => canvas.disc(at, 4.0, color),
            Self::Dot => canvas.disc(at, 2.3, color),
            Self::Ring => ring(4.0),
            Self::Start => ring(5.0),
            Self::Square => hollow("M-4-4H4V4H-4Z"),
            Self::Diamond => filled("M0-5.5L5.5 0 0 5.5-5.5 0Z"),
            Self::Triangle => hollow("M0-5.5L5.5 4.5H-5.5Z"),
            Self::Wedge => filled("M0 5.5L5.5-4H-5.5Z"),
            Self::Cross => strokes("M-3.6-3.6L3.6 3.6M-3.6 3.6L3.6-3.6"),
            Self::Plus => strokes("M-4.8 0H4.8M0-4.8V4.8"),
            Self::Floor => hollow("M0 0L-5-8.5H5Z"),
            Self::End => {
                hollow("M0-7.5L7.5 0 0 7.5-7.5 0Z");
                filled("M0-3.5L3.5 0 0 3.5-3.5 0Z");
            }
        }
    }
}

/// A line, a mark, or both, and what they mean.
#[derive(Clone, Debug)]
pub(super) struct LegendKey {
    pub(super) line: Option<Pen>,
    pub(super) marker: Option<(Marker, Color)>,
    pub(super) label: String,
}

/// A row of the legend: each key, and its label in lines.
pub(super) type LegendRow<'k> = Vec<(&'k LegendKey, Vec<String>)>;

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

pub(super) fn row_lines(row: &LegendRow<'_>) -> usize {
    row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1)
}

/// The keys in rows no wider than `limit`; labels too long for a row go on in another line.
pub(super) fn legend_rows(keys: &[LegendKey], limit: f64) -> Vec<LegendRow<'_>> {
    let mut rows: Vec<LegendRow<'_>> = Vec::new();
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
            row.push((key, lines));
        }
    }
    rows
}

/// Draws the rows downward from their upper left corner.
pub(super) fn draw_legend(canvas: &PictureCanvas, (left, mut top): Point, rows: &[LegendRow<'_>]) {
    for row in rows {
        let mut x = left;
        for (key, lines) in row {
            if let Some(pen) = key.line {
                canvas.line(&[(x, top + 8.5), (x + SAMPLE, top + 8.5)], pen);
            }
            if let Some((marker, color)) = key.marker {
                let drop = if marker == Marker::Floor { 12.5 } else { 8.5 };
                marker.draw(canvas, (x + SAMPLE / 2.0, top + drop), color);
            }
            for (k, line) in lines.iter().enumerate() {
                let at = (x + SAMPLE + GAP, top + 13.0 + ROW * k as f64);
                canvas.text(at, line, Lettering::new(TICK, INK));
            }
            x += key_width(lines) + BETWEEN;
        }
        top += ROW * row_lines(row) as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_every_key_and_are_never_too_wide() {
        let label = |k: usize| format!("tango-6x6-{} no. {k}", "long-".repeat(k * k));
        let keys: Vec<_> = (0..7)
            .map(|k| LegendKey {
                line: None,
                marker: Some((Marker::Floor, INK)),
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
