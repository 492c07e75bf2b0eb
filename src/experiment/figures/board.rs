//! Boards of a record, for pictures: its puzzle is read again, its boards are judged again by the
//! rules.

use crate::error::Result;
use crate::experiment::{given_board, judged_board};
use crate::lab::Record;
use crate::pipeline::{LikelyBoard, Source};
use crate::plots::SmallBoard;
use ketboard_puzzles::{Assignment, Puzzle, Slot};
use std::collections::BTreeSet;

/// The puzzle of a record; of a model its variables in a row.
///
/// # Errors
/// If the text is no puzzle, or no model.
pub(super) fn puzzle(record: &Record) -> Result<Puzzle> {
    let source = Source::parse(record.input.text(), &record.name)?;
    Ok(source.puzzle)
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

/// A likely board of a record.
pub(super) fn likely_board(puzzle: &Puzzle, likely: &LikelyBoard) -> SmallBoard {
    let board = assignment(puzzle, &likely.board);
    judged_board(puzzle, None, likely, board.as_ref())
}

/// The assignment that shows this board, where only one can.
fn assignment(puzzle: &Puzzle, rows: &[String]) -> Option<Assignment> {
    let mut board = vec![false; puzzle.model.len()];
    let mut shown = BTreeSet::new();
    for (cell, slot) in puzzle.slots.iter() {
        let symbol = rows.get(cell.row)?.chars().nth(cell.col)?;
        shown.extend(slot.vars());
        match slot {
            Slot::Missing | Slot::Tree => (),
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
