//! Cells, grids and the shape of the plane they lie in.
//!
//! A cell is written `r1c1`: 1-based, row first. Inside the program rows and columns are 0-based.
//! This module knows coordinates only; it does not know what a rule is.

use crate::error::Error;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// One place on a board, 0-based.
///
/// ```
/// use ketboard_puzzles::Cell;
///
/// let cell: Cell = "r2c3".parse().unwrap();
/// assert_eq!((cell, cell.to_string()), (Cell::new(1, 2), "r2c3".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Row, from the top, 0-based.
    pub row: usize,
    /// Column, from the left, 0-based.
    pub col: usize,
}

impl Cell {
    /// The cell at 0-based `row` and `col`.
    pub fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }

    /// The cells beside, above and below it on a plane board of rows and columns.
    pub(crate) fn neighbors(self, shape: (usize, usize)) -> impl Iterator<Item = Self> {
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter();
        steps.filter_map(move |step| Topology::Plane.step(shape, self, step))
    }
}

/// The cells of a plane board that are reached from `start` by steps that `joined` allows.
pub(crate) fn piece(
    shape: (usize, usize),
    start: Cell,
    joined: impl Fn(Cell, Cell) -> bool,
) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        let near = cell.neighbors(shape).filter(|next| joined(cell, *next));
        open.extend(near.filter(|next| reached.insert(*next)));
    }
    reached
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

impl FromStr for Cell {
    type Err = Error;

    /// Reads `r1c1`; surrounding blanks and the case of the letters do not matter.
    fn from_str(text: &str) -> Result<Self, Error> {
        let rest = text.trim().strip_prefix(['r', 'R']);
        let places = rest.and_then(|rest| rest.split_once(['c', 'C']));
        let place = |digits: &str| {
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            let place = digits.parse::<usize>().ok().filter(|_| plain);
            place?.checked_sub(1)
        };
        let cell = places.and_then(|(row, col)| Some(Self::new(place(row)?, place(col)?)));
        cell.ok_or_else(|| {
            let remedy = "a cell is written r1c1 (row first, counted from 1)";
            Error::argument("cell", format!("found {text:?}"), remedy)
        })
    }
}

/// A rectangle of values, row by row.
///
/// ```
/// use ketboard_puzzles::{Cell, Grid};
///
/// let board = Grid::from_fn(2, 3, |cell| cell.row * 3 + cell.col);
/// assert_eq!((board.rows(), board.cols(), board[Cell::new(1, 2)]), (2, 3, 5));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid<T> {
    rows: usize,
    cols: usize,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// The grid whose value at each cell is `value(cell)`.
    pub fn from_fn(rows: usize, cols: usize, mut value: impl FnMut(Cell) -> T) -> Self {
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell { row, col }));
        Self {
            rows,
            cols,
            values: cells.map(&mut value).collect(),
        }
    }

    /// How many rows the grid has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns the grid has.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Rows and columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    /// The value at a cell, or `None` outside the rectangle.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        let is_inside = cell.row < self.rows && cell.col < self.cols;
        is_inside.then(|| &self.values[cell.row * self.cols + cell.col])
    }

    /// All cells with their values, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        let cols = self.cols;
        self.values
            .iter()
            .enumerate()
            .map(move |(i, v)| (Cell::new(i / cols, i % cols), v))
    }

    /// The same rectangle with every value replaced by `change(cell, value)`.
    pub(crate) fn map<U>(&self, mut change: impl FnMut(Cell, &T) -> U) -> Grid<U> {
        Grid::from_fn(self.rows, self.cols, |cell| change(cell, &self[cell]))
    }

    /// The same with values that may be refused.
    pub(crate) fn try_map<U, E>(
        &self,
        change: impl FnMut((Cell, &T)) -> Result<U, E>,
    ) -> Result<Grid<U>, E> {
        let (rows, cols) = self.shape();
        let values = self.iter().map(change).collect::<Result<_, E>>()?;
        Ok(Grid { rows, cols, values })
    }
}

impl Grid<char> {
    /// A text a row.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let row = move |row| (0..self.cols).map(move |col| self[Cell { row, col }]);
        (0..self.rows).map(move |k| row(k).collect())
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        self.get(cell).expect("a cell of the grid")
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(self.get(cell).is_some(), "{cell} is no cell of the grid");
        &mut self.values[cell.row * self.cols + cell.col]
    }
}

/// How the edges of the board are joined.
///
/// ```
/// use ketboard_puzzles::{Cell, Topology};
///
/// let beyond = |topology: Topology| topology.step((4, 4), Cell::new(0, 3), (0, 1));
/// assert_eq!(beyond(Topology::Plane), None);
/// assert_eq!(beyond(Topology::Cylinder), Some(Cell::new(0, 0)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topology {
    /// No edge is joined.
    #[default]
    Plane,
    /// Columns wrap: the right edge meets the left edge.
    Cylinder,
    /// Rows and columns wrap.
    Torus,
}

impl Topology {
    /// The cell `(down, right)` steps away on a board of `rows`×`cols`, or `None` off the edge.
    pub fn step(
        self,
        (rows, cols): (usize, usize),
        from: Cell,
        (down, right): (i64, i64),
    ) -> Option<Cell> {
        let along = |position: usize, length: usize, by: i64, wraps: bool| {
            let target = position as i64 + by;
            let wrapped = target.rem_euclid(length as i64);
            (wraps || wrapped == target).then_some(wrapped as usize)
        };
        let row = along(from.row, rows, down, self == Self::Torus)?;
        let col = along(from.col, cols, right, self != Self::Plane)?;
        Some(Cell { row, col })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_outside_has_no_value_however_far_it_is() {
        let grid = Grid::from_fn(2, 2, |cell| 1 + 2 * cell.row + cell.col);
        assert_eq!(grid.get(Cell::new(1, 0)), Some(&3));
        for far in [2, usize::MAX / 2, usize::MAX] {
            assert_eq!(grid.get(Cell::new(far, 0)), None, "{far}");
            assert_eq!(grid.get(Cell::new(0, far)), None, "{far}");
        }
    }

    #[test]
    fn a_cell_survives_being_written_and_read() {
        for cell in [Cell::new(0, 0), Cell::new(4, 11)] {
            assert_eq!(cell.to_string().parse::<Cell>().unwrap(), cell);
        }
    }

    #[test]
    fn what_is_not_a_cell_is_refused() {
        for text in [
            "", "r0c1", "r1c0", "c1r1", "r1", "r-1c2", "r1c2x", "r+1c1", "r1c1c1",
        ] {
            assert!(
                text.parse::<Cell>().is_err(),
                "{text:?} was taken for a cell"
            );
        }
    }

    #[test]
    fn steps_wrap_only_over_joined_edges() {
        let corner = Cell::new(0, 0);
        let step = |topology: Topology| topology.step((3, 4), corner, (-1, -1));
        assert_eq!(step(Topology::Plane), None);
        assert_eq!(step(Topology::Cylinder), None);
        assert_eq!(step(Topology::Torus), Some(Cell::new(2, 3)));
        assert_eq!(
            Topology::Cylinder.step((3, 4), corner, (1, -1)),
            Some(Cell::new(1, 3))
        );
    }
}
