//! Contours of values on a grid, by marching squares (the crate `contour`).
//!
//! A contour crosses between two values where the value, taken as linear, is the level. Around the
//! grid all is outside at every level, so that contours close.

use contour::ContourBuilder;

use super::canvas::Point;

/// Values over the pairs of two rising lists.
#[derive(Clone, Debug)]
pub(super) struct Field {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Row by row of `y`.
    values: Vec<f64>,
}

/// Points along each side that make contours look smooth.
const SMOOTH: usize = 90;

/// Values between those of a list, `steps` to an interval, by cubics through neighbors (Catmull and
/// Rom 1974).
fn refined(values: &[f64], steps: usize) -> Vec<f64> {
    let last = values.len() - 1;
    let between = |k: usize, step: usize| {
        if step == 0 {
            return values[k];
        }
        let t = step as f64 / steps as f64;
        let [a, b, c, d] = [k.saturating_sub(1), k, k + 1, (k + 2).min(last)].map(|k| values[k]);
        let (bend, turn) = (2.0 * a - 5.0 * b + 4.0 * c - d, 3.0 * (b - c) + d - a);
        // A cubic may swing beyond its ends where values rise fast from a plain.
        let value = b + 0.5 * t * (c - a + t * (bend + t * turn));
        value.clamp(b.min(c), b.max(c))
    };
    let inner = (0..last).flat_map(|k| (0..steps).map(move |step| (k, step)));
    let inner = inner.map(|(k, step)| between(k, step));
    inner.chain([values[last]]).collect()
}

/// As many values between, each interval in equal steps.
fn divided(places: &[f64], steps: usize) -> Vec<f64> {
    let inner = places.windows(2).flat_map(|pair| {
        let (from, to) = (pair[0], pair[1]);
        (0..steps).map(move |step| from + (to - from) * step as f64 / steps as f64)
    });
    inner.chain(places.last().copied()).collect()
}

/// The value at a place along a list, counted in steps from its first value.
fn along(list: &[f64], place: f64) -> f64 {
    let last = list.len() - 1;
    let place = place.clamp(0.0, last as f64);
    let before = (place as usize).min(last.saturating_sub(1));
    let after = (before + 1).min(last);
    list[before] + (place - before as f64) * (list[after] - list[before])
}

impl Field {
    /// The field of `values[row][column]` at `x[column]`, `y[row]`.
    pub(super) fn new(x: &[f64], y: &[f64], values: &[Vec<f64>]) -> Self {
        Self {
            x: x.to_vec(),
            y: y.to_vec(),
            values: values.concat(),
        }
    }

    /// The field with values between those given, so that contours are smooth.
    pub(super) fn smooth(x: &[f64], y: &[f64], values: &[Vec<f64>]) -> Self {
        let steps = |count: usize| SMOOTH.div_ceil(count).clamp(1, 8);
        let (across, up) = (steps(x.len()), steps(y.len()));
        let rows: Vec<Vec<f64>> = values.iter().map(|row| refined(row, across)).collect();
        let column = |k: usize| -> Vec<f64> {
            let column: Vec<f64> = rows.iter().map(|row| row[k]).collect();
            refined(&column, up)
        };
        let columns: Vec<Vec<f64>> = (0..rows[0].len()).map(column).collect();
        let row = |k: usize| columns.iter().map(|column| column[k]).collect();
        let values: Vec<Vec<f64>> = (0..columns[0].len()).map(row).collect();
        Self::new(&divided(x, across), &divided(y, up), &values)
    }

    /// The closed lines around all that lies at or above the level; `true` marks a point on the
    /// border of the field.
    fn rings(&self, level: f64) -> Vec<Vec<(Point, bool)>> {
        let (columns, rows) = (self.x.len(), self.y.len());
        let builder = ContourBuilder::new(columns, rows, true);
        // only a number of values that is not that of the grid is refused
        let lines = builder.lines(&self.values, &[level]).unwrap_or_default();
        let rings = lines.into_iter().flat_map(|line| line.into_inner().0.0);
        let point = |at: &contour::Pt| {
            // the crate counts from half a step before the first value
            let is_end = |place: f64, count: usize| place <= 0.0 || place >= count as f64;
            let place = (along(&self.x, at.x - 0.5), along(&self.y, at.y - 0.5));
            (place, is_end(at.x, columns) || is_end(at.y, rows))
        };
        rings
            .map(|ring| ring.0.iter().map(point).collect())
            .collect()
    }

    /// The corners of all that lies at or above the level, as one polygon: from one part to the
    /// next it goes to and fro, around holes the other way.
    pub(super) fn above(&self, level: f64) -> Vec<Point> {
        let mut corners: Vec<Point> = Vec::new();
        for ring in self.rings(level) {
            corners.extend(ring.into_iter().map(|(point, _)| point));
            // Back to where the first part begins, so that no way between parts encloses anything.
            corners.extend(corners.first().copied());
        }
        corners
    }

    /// The lines of the level, without the border of the field.
    pub(super) fn lines(&self, level: f64) -> Vec<Vec<Point>> {
        let mut lines = Vec::new();
        for mut ring in self.rings(level) {
            // To begin at the border keeps a line whole that would begin in its middle.
            if let Some(first) = ring.iter().position(|(_, is_border)| *is_border) {
                ring.pop();
                ring.rotate_left(first);
            }
            let runs = ring
                .split(|(_, is_border)| *is_border)
                .filter(|run| run.len() > 1);
            lines.extend(runs.map(|run| run.iter().map(|(point, _)| *point).collect()));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hill of height 2 in the middle of a plain, and a second one of height 1 in a corner.
    fn hills() -> Field {
        let values = vec![
            vec![0.0, 0.0, 0.0, 0.0, 0.0],
            vec![0.0, 0.0, 0.0, 0.0, 0.0],
            vec![0.0, 0.0, 2.0, 0.0, 0.0],
            vec![0.0, 0.0, 0.0, 0.0, 0.0],
            vec![0.0, 0.0, 0.0, 0.0, 1.0],
        ];
        let at: Vec<f64> = (0..5).map(f64::from).collect();
        Field::new(&at, &at, &values)
    }

    /// The area of a polygon.
    fn area(corners: &[Point]) -> f64 {
        let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
        pairs.map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs() / 2.0
    }

    #[test]
    fn a_contour_lies_where_the_values_between_say() {
        let lines = hills().lines(1.5);
        assert_eq!(lines.len(), 1);
        for expected in [(2.25, 2.0), (2.0, 2.25), (1.75, 2.0), (2.0, 1.75)] {
            assert!(lines[0].contains(&expected), "{expected:?}: {lines:?}");
        }
        assert_eq!(lines[0].first(), lines[0].last());
    }

    #[test]
    fn a_contour_that_meets_the_border_is_open_and_does_not_follow_it() {
        let lines = hills().lines(0.5);
        assert_eq!(lines.len(), 2);
        let open: Vec<_> = lines.iter().filter(|l| l.first() != l.last()).collect();
        assert_eq!(open.len(), 1, "{lines:?}");
        let ends = [open[0][0], open[0][open[0].len() - 1]];
        assert!(
            ends.contains(&(4.0, 3.5)) && ends.contains(&(3.5, 4.0)),
            "{ends:?}"
        );
        assert!(!open[0].contains(&(4.0, 4.0)));
    }

    #[test]
    fn values_between_run_through_the_given_ones_and_never_beyond_them() {
        let given = [0.0, 0.0, 1.0, 0.5];
        let found = refined(&given, 4);
        assert_eq!(found.len(), 13);
        for (k, value) in given.iter().enumerate() {
            assert_eq!(found[4 * k], *value);
        }
        assert!(
            found.iter().all(|value| (0.0..=1.0).contains(value)),
            "{found:?}"
        );
        assert!(found[5] > 0.0 && found[5] < found[6] && found[6] < found[7]);
        assert_eq!(divided(&[0.0, 2.0, 3.0], 2), [0.0, 1.0, 2.0, 2.5, 3.0]);
        assert_eq!(
            (refined(&[7.0], 8), divided(&[7.0], 8)),
            (vec![7.0], vec![7.0])
        );
    }

    #[test]
    fn what_lies_above_a_level_has_its_area_and_holes_are_none_of_it() {
        // Around the hill a square of diagonal 1.5, around the corner a quarter of a smaller one.
        let above = area(&hills().above(0.5));
        assert!((above - 1.125 - 0.125).abs() < 1e-9, "{above}");
        assert!((area(&hills().above(-1.0)) - 16.0).abs() < 1e-9);
        let pit: Vec<Vec<f64>> = vec![vec![1.0; 3], vec![1.0, 0.0, 1.0], vec![1.0; 3]];
        let at = [0.0, 1.0, 2.0];
        let pit = Field::new(&at, &at, &pit);
        let above = area(&pit.above(0.5));
        assert!((above - (4.0 - 0.5)).abs() < 1e-9, "{above}");
    }
}
