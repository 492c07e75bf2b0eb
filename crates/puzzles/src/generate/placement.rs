//! Random placements: queens or stars on an empty board.
//!
//! The exact solver's first board of a model whose rules and variables stand in random order. Every
//! placement can come up; they are not equally likely.

use crate::classical::{Limits, for_each_solution};
use crate::grid::{Cell, Grid, Topology};
use crate::model::{Constraint, Kind, Model, Var};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;

/// Values that the exact solver may assume for one placement.
const NODES: u64 = 20_000;

/// `each` pieces in every row and column, no two a multiple up to `reach` of one of `steps` apart,
/// in reading order; `None` where none is found in good time.
pub(super) fn random(
    size: usize,
    each: u32,
    steps: &[(i64, i64)],
    reach: usize,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<Cell>> {
    let mut model = Model::default();
    let vars = Grid::from_fn(size, size, |cell| model.add_in_cell(cell, ""));
    let line = |of: fn(Cell) -> usize, k| -> Vec<Var> {
        let all = vars.iter().filter(|(cell, _)| of(*cell) == k);
        all.map(|(_, var)| *var).collect()
    };
    let rows = (0..size).map(|k| line(|cell| cell.row, k));
    let cols = (0..size).map(|k| line(|cell| cell.col, k));
    let mut lines: Vec<Vec<Var>> = rows.chain(cols).collect();
    lines.shuffle(rng);
    for mut cells in lines {
        cells.shuffle(rng);
        model.add(Constraint::exactly(Kind::Row, "line", each, cells));
    }
    for (cell, &var) in vars.iter() {
        for &(down, right) in steps {
            for k in 1..=reach as i64 {
                let other = Topology::Plane.step((size, size), cell, (k * down, k * right));
                let Some(other) = other else { break };
                let pair = [var, vars[other]];
                model.add(Constraint::not_both(Kind::Diagonal, "pair", pair));
            }
        }
    }
    first_board(&model).map(|board| {
        let cells = vars.iter().filter(|(_, var)| board[var.index()]);
        cells.map(|(cell, _)| cell).collect()
    })
}

fn first_board(model: &Model) -> Option<Vec<bool>> {
    let mut board = None;
    let limits = Limits {
        solutions: None,
        nodes: Some(NODES),
        ..Limits::NONE
    };
    for_each_solution(model, &limits, |solution| {
        board = Some(solution.to_vec());
        ControlFlow::Break(())
    });
    board
}

/// The steps to the neighbors after a cell in reading order: with each pair of touching cells once.
pub(super) const TOUCHING: &[(i64, i64)] = &[(0, 1), (1, -1), (1, 0), (1, 1)];

/// The steps along the diagonals, downward.
pub(super) const DIAGONALS: &[(i64, i64)] = &[(1, -1), (1, 1)];
