//! Boards of puzzles for pictures: the givens, and boards that are likely, judged by the rules.

use crate::pipeline::LikelyBoard;
use crate::plots::{self, BoardCell, CellGroup, SmallBoard, short_probability};
use ketboard_puzzles::{Assignment, Cell, Constraint, Grid, Puzzle, Slot, Var, Violation};
use std::collections::{BTreeMap, BTreeSet};

/// How many of the likeliest boards are drawn.
pub(super) const BOARDS: usize = 10;

/// The SVG of the board with its givens, nothing deduced.
pub(crate) fn board_picture(puzzle: &Puzzle) -> String {
    plots::board_picture(&given_board(puzzle), puzzle.look.shapes)
}

/// The board with its givens, nothing deduced, for a picture.
pub(crate) fn given_board(puzzle: &Puzzle) -> SmallBoard {
    let mut values = vec![false; puzzle.model.len()];
    for (var, value) in puzzle.model.givens() {
        values[var.index()] = *value;
    }
    let rows = puzzle.board(&values);
    let cell = |cell| {
        let (value, is_given) = (symbol(puzzle, &rows, cell), puzzle.is_given(cell));
        let is_open = "01".contains(value) && !is_given;
        BoardCell {
            value: if is_open { '.' } else { value },
            region: puzzle.look.regions.as_ref().and_then(|grid| grid[cell]),
            is_given,
            ..BoardCell::default()
        }
    };
    SmallBoard {
        signs: puzzle.look.signs.clone(),
        margins: puzzle.margins(),
        groups: groups(puzzle),
        joined: puzzle.look.topology,
        ..SmallBoard::new(Grid::from_fn(
            puzzle.slots.rows(),
            puzzle.slots.cols(),
            cell,
        ))
    }
}

/// What a cell shows in the rows of a board, or the letter of whatever takes it; a capital where a
/// piece is, a small letter where it might be.
fn symbol(puzzle: &Puzzle, rows: &[String], cell: Cell) -> char {
    let value = rows.get(cell.row).and_then(|row| row.chars().nth(cell.col));
    let piece = puzzle.look.pieces.as_ref().and_then(|grid| grid[cell]);
    match (&puzzle.slots[cell], value.unwrap_or('#'), piece) {
        (Slot::Tree, ..) => 'T',
        (Slot::Bit(_), '1', Some(letter)) => letter,
        (Slot::Bit(_), _, Some(letter)) => letter.to_ascii_lowercase(),
        (_, value, _) => value,
    }
}

/// A likely board of a record, whose variables are those that its rows tell.
pub(super) fn likely_board(puzzle: &Puzzle, likely: &LikelyBoard) -> SmallBoard {
    let board = assignment(puzzle, &likely.board);
    judged_board(puzzle, None, likely, board.as_ref())
}

/// The assignment that shows this board, where only one can.
fn assignment(puzzle: &Puzzle, rows: &[String]) -> Option<Assignment> {
    let mut board = vec![false; puzzle.model.len()];
    let mut shown = 0;
    for (cell, slot) in puzzle.slots.iter() {
        let symbol = rows.get(cell.row)?.chars().nth(cell.col)?;
        shown += slot.vars().len();
        match slot {
            Slot::Missing | Slot::Tree => (),
            Slot::Bit(var) => board[var.index()] = symbol == '1',
            Slot::Choice(choice) => {
                let ones = choice.of.iter().filter(|(known, _)| *known == symbol);
                match *ones.collect::<Vec<_>>() {
                    [(_, var)] => board[var.index()] = true,
                    [] if symbol == choice.none => (),
                    _ => return None,
                }
            }
        }
    }
    (shown == board.len()).then_some(board)
}

/// A likely board with its judgement, for a picture; `best` is the value of the best boards where
/// they differ and it is known. Without its variables, where its rows do not tell them, no broken
/// rule is named.
pub(crate) fn judged_board(
    puzzle: &Puzzle,
    best: Option<f64>,
    likely: &LikelyBoard,
    variables: Option<&Assignment>,
) -> SmallBoard {
    let (model, solves) = (&puzzle.model, likely.solves == Some(true));
    let violations = variables.map(|board| model.violations(board));
    let value = variables.and_then(|board| model.value(board));
    let words = match (violations.as_deref(), value, best) {
        _ if !puzzle.has_board() && solves => "an exact ground state".to_owned(),
        _ if !puzzle.has_board() => "no ground state".to_owned(),
        (None, ..) if !solves => "breaks rules".to_owned(),
        (None | Some([]), None, _) => "obeys all rules".to_owned(),
        (None | Some([]), Some(value), None) => format!("obeys all rules, value {value}"),
        (None | Some([]), Some(value), Some(best)) => {
            format!("obeys all rules, value {value} of best {best}")
        }
        (Some([Violation::Given(var)]), ..) => format!("breaks the given {}", model.name(*var)),
        (Some([Violation::Constraint(index)]), ..) => {
            format!("breaks {}", model.constraints()[*index].name)
        }
        (Some(many), ..) => format!("breaks {} rules", many.len()),
    };
    let vars = |violation: &Violation| match violation {
        Violation::Given(var) => vec![*var],
        Violation::Constraint(index) => model.constraints()[*index].vars(),
    };
    let broken = violations.iter().flatten().flat_map(vars).collect();
    let mut board = given_board(puzzle);
    for broken in cells_of(puzzle, &broken) {
        board.cells[broken].is_broken = true;
    }
    for (cell, _) in puzzle.slots.iter() {
        board.cells[cell].value = symbol(puzzle, &likely.board, cell);
    }
    SmallBoard {
        title: format!("P = {}", short_probability(likely.probability)),
        obeys: likely.solves,
        words,
        ..board
    }
}

/// The regions with their counts, where any is not 1; those that have numbers for names may overlap
/// others.
fn groups(puzzle: &Puzzle) -> Vec<CellGroup> {
    let group = |rule: &Constraint| -> Option<(String, CellGroup)> {
        let name = rule.name.strip_prefix("region ")?;
        let group = CellGroup {
            cells: cells_of(puzzle, &rule.vars().into_iter().collect()),
            count: rule.form.count_text()?,
            overlaps: name.starts_with(|c: char| c.is_ascii_digit()),
        };
        Some((name.to_owned(), group))
    };
    // of several rules on a region the last one states its count
    let rules = puzzle.model.constraints().iter();
    let all: BTreeMap<String, CellGroup> = rules.filter_map(group).collect();
    let is_plain = |group: &CellGroup| group.count == "1" && !group.overlaps;
    if all.values().all(is_plain) {
        return Vec::new();
    }
    all.into_values().collect()
}

/// The cells of any of these variables.
pub(crate) fn cells_of(puzzle: &Puzzle, vars: &BTreeSet<Var>) -> Vec<Cell> {
    let takes_part = |slot: &Slot| slot.vars().iter().any(|var| vars.contains(var));
    let cells = puzzle.slots.iter().filter(|(_, slot)| takes_part(slot));
    cells.map(|(cell, _)| cell).collect()
}
