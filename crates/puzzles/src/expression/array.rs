//! Variables in rows and columns: sums over axes, and the lines of a board.

use super::{Expression, Variable};
use std::ops::Index;

/// Variables in `D` dimensions; `x[[r, c]]` is one of them. Made by
/// [`VariableSpace::array`](super::VariableSpace::array).
///
/// ```
/// use ketboard_puzzles::{VariableArray, VariableSpace};
///
/// let mut space = VariableSpace::new();
/// let x: VariableArray<2> = space.array("x", [2, 3])?;
/// assert_eq!((x.shape(), x[[1, 2]].index()), ([2, 3], 5)); // the last index runs fastest
/// let values = [true, false, true, false, false, false];
/// let shown: Vec<String> = x.rows().map(|row| row.show(&values, 'Q', '.')).collect();
/// assert_eq!(shown, ["Q.Q", "..."]);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableArray<const D: usize> {
    shape: [usize; D],
    variables: Vec<Variable>,
}

impl<const D: usize> VariableArray<D> {
    pub(super) fn new(shape: [usize; D], variables: Vec<Variable>) -> Self {
        Self { shape, variables }
    }

    /// The extent of each dimension.
    pub fn shape(&self) -> [usize; D] {
        self.shape
    }

    /// All variables; the last index runs fastest.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Variable> {
        self.variables.iter().copied()
    }

    /// The sum of all variables.
    pub fn sum(&self) -> Expression {
        self.iter().sum()
    }

    /// The variable at an index; none outside of the array.
    pub fn get(&self, index: [usize; D]) -> Option<Variable> {
        Some(self.variables[self.place(index)?])
    }

    fn place(&self, index: [usize; D]) -> Option<usize> {
        let place = |flat: usize, (&i, &extent)| (i < extent).then(|| flat * extent + i);
        index.iter().zip(&self.shape).try_fold(0, place)
    }
}

impl VariableArray<1> {
    /// One character for each variable: `one` where `values`, which holds all of the space's
    /// variables, has a 1, else `zero`.
    ///
    /// # Panics
    /// If `values` is shorter than the space.
    pub fn show(&self, values: &[bool], one: char, zero: char) -> String {
        let sign = |variable: Variable| if values[variable.index()] { one } else { zero };
        self.iter().map(sign).collect()
    }
}

impl VariableArray<2> {
    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = VariableArray<1>> {
        let [rows, columns] = self.shape;
        (0..rows).map(move |r| self.line((0..columns).map(move |c| [r, c])))
    }

    /// The columns, from the left.
    pub fn columns(&self) -> impl Iterator<Item = VariableArray<1>> {
        let [rows, columns] = self.shape;
        (0..columns).map(move |c| self.line((0..rows).map(move |r| [r, c])))
    }

    /// The diagonals from top left to bottom right (c − r constant), from the bottom left corner to
    /// the top right one, those of length 1 included.
    ///
    /// Source 001 calls these anti-diagonals.
    pub fn diagonals(&self) -> impl Iterator<Item = VariableArray<1>> {
        // k = c − r + rows − 1
        self.slanted(|k, r, rows| (k + r + 1).wrapping_sub(rows))
    }

    /// The diagonals from top right to bottom left (r + c constant), from the top left corner to
    /// the bottom right one, those of length 1 included.
    ///
    /// Source 001 says that these run from top left to bottom right; on its own board they do not.
    pub fn anti_diagonals(&self) -> impl Iterator<Item = VariableArray<1>> {
        self.slanted(|k, r, _| k.wrapping_sub(r))
    }

    /// The lines k = 0, 1, … that have a variable of row r in the column of k, r and the rows.
    fn slanted(
        &self,
        column: fn(usize, usize, usize) -> usize,
    ) -> impl Iterator<Item = VariableArray<1>> {
        let [rows, columns] = self.shape;
        let is_empty = self.variables.is_empty();
        let lines = if is_empty { 0 } else { rows + columns - 1 };
        (0..lines).map(move |k| self.line((0..rows).map(move |r| [r, column(k, r, rows)])))
    }

    /// The variables at those of the places that lie on the array.
    fn line(&self, places: impl Iterator<Item = [usize; 2]>) -> VariableArray<1> {
        let variables: Vec<_> = places.filter_map(|place| self.get(place)).collect();
        VariableArray::new([variables.len()], variables)
    }
}

/// The variable at an index.
///
/// # Panics
/// Outside of the array, as indexing a slice does; [`VariableArray::get`] asks.
impl<const D: usize> Index<[usize; D]> for VariableArray<D> {
    type Output = Variable;

    fn index(&self, index: [usize; D]) -> &Variable {
        let flat = self.place(index);
        &self.variables[flat.expect("an index inside the array")]
    }
}
