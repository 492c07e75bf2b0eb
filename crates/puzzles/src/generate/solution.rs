//! A random solution: the exact solver's first one of a model whose rules, and the variables of
//! each, stand in random order. Every solution can come up; they are not equally likely.

use crate::classical::solutions_up_to;
use crate::grid::{Cell, Grid};
use crate::model::{Assignment, Form, Model};
use crate::puzzle::{Puzzle, PuzzleText};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Values that the exact solver may assume for one solution.
const NODES: u64 = 20_000;

/// `None` where there is no solution, or none is found in good time.
pub(super) fn random_solution(model: &Model, rng: &mut ChaCha8Rng) -> Option<Assignment> {
    let shuffled = model.with_rules(|rules| {
        rules.shuffle(rng);
        for rule in rules {
            if let Form::Sum(sum) = &mut rule.form {
                sum.literals.shuffle(rng);
            }
        }
    });
    solutions_up_to(&shuffled, 1, Some(NODES)).pop()
}

/// The board of a random solution of the puzzle in a file.
pub(super) fn random_board(file: PuzzleText, rng: &mut ChaCha8Rng) -> Option<Grid<char>> {
    let puzzle = Puzzle::parse(&file.end(), "draft").ok()?;
    let rows = puzzle.board(&random_solution(&puzzle.model, rng)?);
    let symbol = |cell: Cell| char::from(rows[cell.row].as_bytes()[cell.col]);
    Some(puzzle.slots.map(|cell, _| symbol(cell)))
}

/// The cells whose variables are 1.
pub(super) fn cells_of(model: &Model, solution: &[bool]) -> Vec<Cell> {
    let ones = model.variables().filter(|var| solution[var.index()]);
    ones.filter_map(|var| model.cell(var)).collect()
}

/// The cells of a board that hold a 1.
pub(super) fn ones(board: &Grid<char>) -> Vec<Cell> {
    let ones = board.iter().filter(|(_, symbol)| **symbol == '1');
    ones.map(|(cell, _)| cell).collect()
}
