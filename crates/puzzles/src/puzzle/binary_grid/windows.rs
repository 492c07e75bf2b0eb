//! Windows of three: 1 or 2 ones in any three cells that follow each other (eq. 38, 39, 53, 54).
//!
//! A window over a missing cell is no window. Over joined edges the windows wrap (§3.3.4); three
//! steps that come back to a cell are no window, and three cells are never counted twice.

use crate::grid::Cell;
use crate::model::{Constraint, Kind, Var};
use crate::puzzle::board::BoardVariables;
use std::collections::BTreeSet;

/// Right and down.
pub(super) static STRAIGHT: [(i64, i64); 2] = [(0, 1), (1, 0)];

/// Right, down, and both diagonals downward.
pub(super) static ALL: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// One rule for each window along `directions`.
pub(super) fn constraints(board: &BoardVariables, directions: &[(i64, i64)]) -> Vec<Constraint> {
    let mut seen: BTreeSet<BTreeSet<Var>> = BTreeSet::new();
    let mut windows = Vec::new();
    for &direction in directions {
        for (start, _) in board.cells() {
            let Some((cells, vars)) = window(board, start, direction) else {
                continue;
            };
            let set: BTreeSet<Var> = vars.iter().copied().collect();
            if set.len() == 3 && seen.insert(set) {
                let name = name(&cells, direction);
                windows.push(Constraint::one_of_two(Kind::Repetition, name, 1, vars));
            }
        }
    }
    windows
}

/// The three cells from `start` on, if the board has them.
fn window(
    board: &BoardVariables,
    start: Cell,
    direction: (i64, i64),
) -> Option<([Cell; 3], Vec<Var>)> {
    let second = board.step(start, direction)?;
    let third = board.step(second, direction)?;
    let cells = [start, second, third];
    let vars: Option<Vec<Var>> = cells.iter().map(|cell| board.var(*cell)).collect();
    Some((cells, vars?))
}

/// `row 2, columns 3-5`; `row 2, columns 6, 1, 2` over an edge; `r1c1, r2c2 and r3c3` on a
/// diagonal.
fn name(cells: &[Cell; 3], direction: (i64, i64)) -> String {
    let range = |places: [usize; 3]| match places.map(|place| place + 1) {
        [a, _, c] if a < c && c - a == 2 => format!("{a}-{c}"),
        [a, b, c] => format!("{a}, {b}, {c}"),
    };
    let [a, b, c] = cells;
    match direction {
        (0, _) => format!(
            "row {}, columns {}",
            a.row + 1,
            range(cells.map(|cell| cell.col))
        ),
        (_, 0) => format!(
            "column {}, rows {}",
            a.col + 1,
            range(cells.map(|cell| cell.row))
        ),
        _ => format!("{a}, {b} and {c}"),
    }
}
