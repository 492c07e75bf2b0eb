//! Boards of a record, for pictures: its puzzle is read again, its boards are judged again by the
//! rules.

use crate::error::Result;
use crate::experiment::given_board;
use crate::experiment::pictures::{judged_by_energy, shown_board, small_board};
use crate::lab::{Input, Record};
use crate::pipeline::LikelyBoard;
use crate::plots::SmallBoard;
use ketboard_puzzles::{Assignment, Model, ModelFile, Puzzle, Slot};
use std::collections::BTreeSet;

/// The puzzle of a record; of a model its variables in a row.
///
/// # Errors
/// If the text is no puzzle, or no model.
pub(super) fn puzzle(record: &Record) -> Result<Puzzle> {
    let text = match &record.input {
        Input::Puzzle(text) => return Ok(Puzzle::parse(text, &record.name)?),
        Input::Model(text) => text,
    };
    let mut model = Model::default();
    for name in ModelFile::parse(text, &record.name)?.variable_names() {
        model.add_variable(name);
    }
    Ok(Puzzle::of_model(&record.name, model))
}

/// The board with its givens, open where a cell is to be found.
pub(super) fn open_board(puzzle: &Puzzle) -> SmallBoard {
    let open = |c: char| if c.is_ascii_lowercase() { '.' } else { c };
    let mut board = given_board(puzzle);
    for row in &mut board.rows {
        *row = row.chars().map(open).collect();
    }
    board
}

/// A likely board. Where the picture of a board does not tell which variables are 1, only the
/// record's own judgement is shown.
pub(super) fn likely_board(puzzle: &Puzzle, likely: &LikelyBoard) -> SmallBoard {
    let solves = likely.solves == Some(true);
    let verdict = match solves {
        true => "obeys all rules",
        false => "breaks rules",
    };
    let shown = match assignment(puzzle, &likely.board) {
        Some(board) => small_board(puzzle, None, &board, likely.probability),
        None => shown_board(puzzle, &likely.board, likely.probability, solves, verdict),
    };
    let shown = SmallBoard {
        obeys: Some(solves),
        ..shown
    };
    match puzzle.has_board() {
        true => shown,
        false => judged_by_energy(shown, solves),
    }
}

/// The assignment that shows this board, where only one can.
fn assignment(puzzle: &Puzzle, rows: &[String]) -> Option<Assignment> {
    let mut board = vec![false; puzzle.model.len()];
    let mut shown = BTreeSet::new();
    for (cell, slot) in puzzle.slots.iter() {
        let symbol = rows.get(cell.row)?.chars().nth(cell.col)?;
        shown.extend(slot.vars());
        match slot {
            Slot::Missing | Slot::Fixture(_) => (),
            Slot::Bit(var) => board[var.index()] = symbol == '1',
            Slot::Choice(choice) => {
                let mut of = choice.of.iter().filter(|(known, _)| *known == symbol);
                match (of.next(), of.next()) {
                    (Some((_, var)), None) => board[var.index()] = true,
                    (None, _) if symbol == choice.none => (),
                    (None | Some(_), _) => return None,
                }
            }
        }
    }
    (shown.len() == puzzle.model.len()).then_some(board)
}
