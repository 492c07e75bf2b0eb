//! What a piece attacks: single steps, and lines to the edge or to a reach; and the pairs of cells
//! that cannot both hold one.
//!
//! With D_ij the cells attacked from (i, j), the penalty is Σ x_ij·x_kl over pairs (eq. 3, 7, 12,
//! 24 of the source paper). Pairs, and never "at most one piece in D_ij ∪ {(i, j)}" (§2.1): an
//! empty cell may see a queen on each of its diagonals. Over joined edges steps and lines wrap
//! (§2.3.5). A line is not blocked, as in the paper: it attacks the first piece in its way in any
//! case. Missing cells do not block the view.

use super::file::DocumentValue;
use crate::error::Result;
use crate::grid::{Cell, Topology};
use std::collections::{BTreeMap, BTreeSet};

/// A step on the board: (down, right).
pub(super) type Offset = (i64, i64);

pub(super) const SIDES: &[Offset] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
pub(super) const DIAGONALS: &[Offset] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The steps to the eight neighbors.
pub(super) fn around() -> Vec<Offset> {
    [SIDES, DIAGONALS].concat()
}

/// What a piece attacks: lines, by their step and how many steps they go; `usize::MAX` is to the
/// edge, and 1 a single cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moves(Vec<(Offset, usize)>);

impl Moves {
    /// Lines that go so far, and nothing else.
    pub(super) fn along(steps: &[Offset], reach: usize) -> Self {
        Self(steps.iter().map(|step| (*step, reach)).collect())
    }

    /// These and others.
    pub(super) fn and(&self, others: &Self) -> Self {
        Self([&self.0[..], &others.0].concat())
    }

    /// The eight neighbors: pieces that must not touch.
    pub(crate) fn touching() -> Self {
        Self::along(&around(), 1)
    }

    /// Whether they lead so far `(down, right)` on an endless board.
    pub(crate) fn lead(&self, step: Offset) -> bool {
        let most = step.0.abs().max(step.1.abs()) as usize;
        let leads = |&((a, b), reach): &(Offset, usize)| {
            (1..=reach.min(most) as i64).any(|times| (a * times, b * times) == step)
        };
        self.0.iter().any(leads)
    }

    /// The places attacked from `from`, which is never one of them, whether a cell is there or not.
    pub(crate) fn targets(&self, shape: BoardShape, from: Cell) -> BTreeSet<Cell> {
        let lines = self.0.iter();
        let line = |(step, reach): &(Offset, usize)| ray(shape, from, *step).take(*reach);
        lines.flat_map(line).collect()
    }
}

/// Rows and columns, and which edges are joined.
type BoardShape = ((usize, usize), Topology);

/// The places a line of equal steps passes until the edge, or until it returns to `from`.
pub(super) fn ray(
    (shape, topology): BoardShape,
    from: Cell,
    step: Offset,
) -> impl Iterator<Item = Cell> {
    let next = move |cell: &Cell| {
        topology
            .step(shape, *cell, step)
            .filter(|cell| *cell != from)
    };
    std::iter::successors(next(&from), next)
}

/// The pairs of places of which one attacks the other, in reading order, and whether in 1 or 2
/// directions.
pub(super) fn attacked_pairs<'m>(
    shape: BoardShape,
    moves: impl Fn(Cell) -> Option<&'m Moves>,
) -> BTreeMap<[Cell; 2], u32> {
    let mut pairs = BTreeMap::new();
    let (rows, cols) = shape.0;
    for from in (0..rows * cols).map(|k| Cell::new(k / cols, k % cols)) {
        let targets = moves(from).map(|moves| moves.targets(shape, from));
        for to in targets.into_iter().flatten() {
            *pairs.entry([from.min(to), from.max(to)]).or_default() += 1;
        }
    }
    pairs
}

/// The list of steps at `key`; empty where the section lacks it.
pub(super) fn read_offsets(root: &DocumentValue<'_>, key: &str) -> Result<Vec<Offset>> {
    let Some(value) = root.get(key) else {
        return Ok(Vec::new());
    };
    let expected = "a list of steps [down, right] from -100 to 100, such as [[1, 2], [2, 1]]";
    let steps: Vec<(i8, i8)> = value.read(expected)?;
    if steps.contains(&(0, 0)) {
        let found = format!("`{key}` holds [0, 0], a piece attacking itself");
        return Err(value.wrong(found, "give a step to another cell"));
    }
    let wide = |(down, right): (i8, i8)| (i64::from(down), i64::from(right));
    Ok(steps.into_iter().map(wide).collect())
}
