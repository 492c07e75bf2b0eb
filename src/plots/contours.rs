//! Contours of values on a grid, by marching squares.
//!
//! A contour crosses an edge of the grid where the value between its ends, taken as linear, is the
//! level. Inside is what lies at or above the level, on the left of a contour that goes around it;
//! a cell with two opposite corners inside is joined where the mean of its corners is inside, too.
//! Around the grid lies a ring of no width that is outside at every level, so that all contours
//! close.

use std::collections::BTreeMap;

use super::canvas::Point;

/// Values over the pairs of two rising lists.
#[derive(Clone, Debug)]
pub(super) struct Field {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Row by row of `y`.
    values: Vec<Vec<f64>>,
}

/// A closed line; `true` marks a point on the border of the field.
type ContourLoop = Vec<(Point, bool)>;

/// An edge of the grid: its lower left corner, and whether it goes up.
type Edge = (usize, usize, bool);

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

impl Field {
    /// The field with values between those given, so that contours are smooth.
    pub(super) fn smooth(
        (x, y): (&[f64], &[f64]),
        ends: (Point, Point),
        values: &[Vec<f64>],
    ) -> Self {
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
        Self::new((&divided(x, across), &divided(y, up)), ends, &values)
    }

    /// The field of `values[row][column]` at `x[column]`, `y[row]`, as wide as the outer edges say:
    /// beyond the first and the last value it is constant.
    pub(super) fn new(
        (x, y): (&[f64], &[f64]),
        ((left, right), (low, high)): (Point, Point),
        values: &[Vec<f64>],
    ) -> Self {
        // The border twice: as the last points of the field, and as the ring outside.
        let padded = |inner: &[f64], from: f64, to: f64| {
            let ends = [from, from].into_iter();
            ends.chain(inner.iter().copied()).chain([to, to]).collect()
        };
        let outside = f64::NEG_INFINITY;
        let row = |row: &Vec<f64>| {
            let (first, last) = (row[0], row[row.len() - 1]);
            let ends = [outside, first].into_iter();
            ends.chain(row.iter().copied())
                .chain([last, outside])
                .collect::<Vec<f64>>()
        };
        let inner: Vec<Vec<f64>> = values.iter().map(row).collect();
        let ring = vec![outside; x.len() + 4];
        let (first, last) = (inner[0].clone(), inner[inner.len() - 1].clone());
        let mut rows = vec![ring.clone(), first];
        rows.extend(inner);
        rows.extend([last, ring]);
        Self {
            x: padded(x, left, right),
            y: padded(y, low, high),
            values: rows,
        }
    }

    /// The closed lines around all that lies at or above the level.
    fn loops(&self, level: f64) -> Vec<ContourLoop> {
        let mut next: BTreeMap<Edge, Edge> = BTreeMap::new();
        for row in 0..self.y.len() - 1 {
            for column in 0..self.x.len() - 1 {
                for (from, to) in self.crossings((column, row), level) {
                    next.insert(from, to);
                }
            }
        }
        let mut loops = Vec::new();
        while let Some((&start, _)) = next.first_key_value() {
            let mut line = ContourLoop::new();
            let mut at = start;
            while let Some(to) = next.remove(&at) {
                line.push(self.point(at, level));
                at = to;
            }
            loops.push(line);
        }
        loops
    }

    /// From which edge to which the contour crosses a cell.
    fn crossings(&self, (column, row): (usize, usize), level: f64) -> Vec<(Edge, Edge)> {
        let around = [(0, 0), (1, 0), (1, 1), (0, 1)];
        let corners = around.map(|(right, up)| self.values[row + up][column + right]);
        let inside = corners.map(|value| value >= level);
        let edges = [
            (column, row, false),
            (column + 1, row, true),
            (column, row + 1, false),
            (column, row, true),
        ];
        let leaves = |k: &usize| inside[*k] && !inside[(*k + 1) % 4];
        let enters = |k: usize| !inside[k] && inside[(k + 1) % 4];
        let joined = corners.iter().sum::<f64>() / 4.0 >= level;
        let of = |exit: usize| {
            let mut entries = (1..4).map(|step| (exit + step) % 4).filter(|&k| enters(k));
            let first = entries.next();
            // Of two entries the nearer one goes around an outer corner, the farther around an
            // inner one.
            let entry = if joined {
                first
            } else {
                entries.next().or(first)
            };
            entry.map(|entry| (edges[exit], edges[entry]))
        };
        (0..4).filter(leaves).filter_map(of).collect()
    }

    fn point(&self, (column, row, up): Edge, level: f64) -> (Point, bool) {
        let end = if up {
            (column, row + 1)
        } else {
            (column + 1, row)
        };
        let value = |(column, row): (usize, usize)| self.values[row][column];
        let (from, to) = (value((column, row)), value(end));
        let border = !(from.is_finite() && to.is_finite());
        let share = match (from.is_finite(), to.is_finite()) {
            (true, true) => ((level - from) / (to - from)).clamp(0.0, 1.0),
            (true, false) => 0.0,
            (false, _) => 1.0,
        };
        let between = |from: f64, to: f64| from + share * (to - from);
        let x = between(self.x[column], self.x[end.0]);
        let y = between(self.y[row], self.y[end.1]);
        ((x, y), border)
    }

    /// The corners of all that lies at or above the level, as one polygon: from one part to the
    /// next it goes to and fro, around holes the other way.
    pub(super) fn above(&self, level: f64) -> Vec<Point> {
        let mut corners: Vec<Point> = Vec::new();
        for line in self.loops(level) {
            let Some(&(start, _)) = line.first() else {
                continue;
            };
            corners.extend(line.iter().map(|(point, _)| *point));
            corners.push(start);
            // Back to where the first part begins, so that no way between parts encloses anything.
            let home = corners[0];
            corners.push(home);
        }
        corners
    }

    /// The lines of the level, without the border of the field.
    pub(super) fn lines(&self, level: f64) -> Vec<Vec<Point>> {
        let mut lines = Vec::new();
        for mut line in self.loops(level) {
            match line.iter().position(|(_, border)| *border) {
                // To begin at the border keeps a line whole that would begin in its middle.
                Some(first) => line.rotate_left(first),
                None => line.extend_from_within(..1),
            }
            let inside = line.split(|(_, border)| *border);
            let whole = inside.filter(|run| run.len() > 1);
            lines.extend(whole.map(|run| run.iter().map(|(point, _)| *point).collect()));
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
        Field::new((&at, &at), ((-0.5, 4.5), (-0.5, 4.5)), &values)
    }

    /// The area on the left of a polygon.
    fn area(corners: &[Point]) -> f64 {
        let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
        pairs.map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0
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
            ends.contains(&(4.5, 3.5)) && ends.contains(&(3.5, 4.5)),
            "{ends:?}"
        );
        assert!(!open[0].contains(&(4.5, 4.5)));
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
        // Around the hill a square of diagonal 1, around the corner what is left of a larger one.
        let above = area(&hills().above(1.0));
        assert!((above - 0.5 - 0.25).abs() < 1e-9, "{above}");
        assert!((area(&hills().above(-1.0)) - 25.0).abs() < 1e-9);
        let pit: Vec<Vec<f64>> = vec![vec![1.0; 3], vec![1.0, 0.0, 1.0], vec![1.0; 3]];
        let at = [0.0, 1.0, 2.0];
        let pit = Field::new((&at, &at), ((0.0, 2.0), (0.0, 2.0)), &pit);
        let above = area(&pit.above(0.5));
        assert!((above - (4.0 - 0.5)).abs() < 1e-9, "{above}");
    }
}
