//! A random solution of a puzzle: the exact solver's first board of a model whose rules, and the
//! variables in them, stand in random order. Every solution can come up; they are not equally likely.

use crate::classical::{Limits, for_each_solution};
use crate::grid::{Cell, Grid};
use crate::model::{Form, Model};
use crate::puzzle::{Puzzle, PuzzleText};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;

/// Values that the exact solver may assume for one board.
const NODES: u64 = 20_000;

/// A board that obeys the rules of a file with these keys; `None` where none is found in good time.
pub(super) fn board(family: &str, keys: &PuzzleText, rng: &mut ChaCha8Rng) -> Option<Grid<char>> {
    let file = PuzzleText::new(family, "draft").and(keys).end();
    let puzzle = Puzzle::parse(&file, "draft").ok()?;
    let mut rules = puzzle.model.constraints().to_vec();
    rules.shuffle(rng);
    let mut mixed = Model::default();
    for name in puzzle.model.names() {
        mixed.add_variable(name.as_str());
    }
    for mut rule in rules {
        if let Form::Sum(sum) = &mut rule.form {
            sum.literals.shuffle(rng);
        }
        mixed.add(rule);
    }
    let mut rows = None;
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::NONE
    };
    for_each_solution(&mixed, &limits, |solution| {
        rows = Some(puzzle.board(&solution.to_vec()));
        ControlFlow::Break(())
    });
    let rows = rows?;
    Some(
        puzzle
            .slots
            .map(|cell, _| char::from(rows[cell.row].as_bytes()[cell.col])),
    )
}

/// The cells of so many queens in every row and column of a square board, none of which attacks
/// another in a file with these further keys; in reading order.
pub(super) fn queens(
    size: usize,
    each: usize,
    keys: &PuzzleText,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<Cell>> {
    let counts = vec![Some(each); size];
    let lines = PuzzleText::default()
        .value("size", size)
        .counts("row_counts", &counts);
    let board = board(
        "n-queens",
        &lines.counts("col_counts", &counts).and(keys),
        rng,
    )?;
    let queens = board.iter().filter(|(_, symbol)| **symbol == '1');
    Some(queens.map(|(cell, _)| cell).collect())
}
