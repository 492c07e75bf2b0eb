//! Cells, grids and the shape of the plane they lie in.
//!
//! A cell is written `r1c1`: 1-based, row first. Inside the program rows and columns are 0-based.
//! This module knows coordinates only; it does not know what a rule is.

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
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

/// Text that is not a cell; `Display` says what a cell looks like.
///
/// ```
/// use ketboard_puzzles::{Cell, NotACell};
///
/// assert_eq!("b4".parse::<Cell>(), Err(NotACell("b4".to_owned())));
/// assert!("r0c1".parse::<Cell>().is_err()); // rows are counted from 1
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found {0:?}; a cell is written r1c1 (row first, counted from 1)")]
pub struct NotACell(pub String);

impl FromStr for Cell {
    type Err = NotACell;

    /// Reads `r1c1`; surrounding blanks and the case of the letters do not matter.
    fn from_str(text: &str) -> Result<Self, NotACell> {
        let wrong = || NotACell(text.to_owned());
        let lower = text.trim().to_ascii_lowercase();
        let (row, col) = lower
            .strip_prefix('r')
            .and_then(|rest| rest.split_once('c'))
            .ok_or_else(wrong)?;
        let number = |digits: &str| match digits.parse::<usize>() {
            Ok(value) if value >= 1 && digits.bytes().all(|b| b.is_ascii_digit()) => Ok(value - 1),
            _ => Err(wrong()),
        };
        Ok(Self {
            row: number(row)?,
            col: number(col)?,
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

    /// Whether the cell lies inside the rectangle.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// The value at a cell, or `None` outside the rectangle.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.contains(cell)
            .then(|| &self.values[cell.row * self.cols + cell.col])
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
        let values = self
            .iter()
            .map(|(cell, value)| change(cell, value))
            .collect();
        Grid {
            rows: self.rows,
            cols: self.cols,
            values,
        }
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
        assert!(self.contains(cell), "{cell} is no cell of the grid");
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
            assert_eq!(cell.to_string().parse(), Ok(cell), "{cell}");
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
