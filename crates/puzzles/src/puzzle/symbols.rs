//! Square boards whose every cell holds one of n symbols, each symbol once in each row and column:
//! n×n×n variables.
//!
//! x_ijk = 1 where cell (i, j) holds symbol k. Σ_k x_ijk = 1 for each cell, Σ_j x_ijk = 1 for each
//! row and symbol, Σ_i x_ijk = 1 for each column and symbol: the Latin square, to which Sudoku adds
//! boxes and the N-queens square diagonals. The symbols are 1 to 9, then A, B, …; capitals and
//! small letters are the same. Other codes than one variable a symbol are not here.

use super::board::{Board, read_size};
use super::{Choice, Section, Shapes, Slot};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::model::{Constraint, Kind, Model, Part, Var};

/// The most symbols of a board: its variables grow with the third power.
const MOST: usize = 16;

/// The symbols of a board of so many.
pub(crate) fn symbols(size: usize) -> impl Iterator<Item = char> {
    "123456789ABCDEFG".chars().take(size)
}

/// The Latin square whose clues stand in the key `grid`, or which has the key `size` and none.
///
/// # Errors
/// Neither key, two that do not agree, a grid that is no square of 1 to [`MOST`] rows, a missing
/// cell, a symbol that the board does not have.
pub(super) fn latin_square<'a>(root: &Section<'a>) -> Result<Board<'a>> {
    let size = root
        .get("size")
        .map(|value| read_size(&value, MOST))
        .transpose()?;
    let grid = root.get("grid").map(|value| value.grid()).transpose()?;
    let side = match (&grid, size) {
        (Some(grid), _) => grid.symbols().rows(),
        (None, Some(size)) => size,
        (None, None) => {
            let remedy = "add `size = 5`, or `grid` with clues";
            return Err(root.wrong("found no board", remedy));
        }
    };
    let all = Grid::from_fn(side, side, |_| true);
    let mut clues = all.map(|_, _| None);
    if let Some(grid) = &grid {
        if grid.symbols().cols() != side || side > MOST {
            let cols = grid.symbols().cols();
            let found = format!("`grid` has {side} rows of {cols} cells");
            let remedy = format!("write a square of at most {MOST} rows");
            return Err(grid.value().wrong(found, remedy));
        }
        let read = grid.on_board(&all, &expected(side), |symbol| match symbol {
            '.' | '0' => Some(None),
            other => symbols(side)
                .position(|known| known == other.to_ascii_uppercase())
                .map(Some),
        })?;
        clues = read.map(|_, clue| clue.flatten());
        if let Some(size) = size.filter(|size| *size != side) {
            let found = format!("`size` is {size}, the grid has {side} rows");
            return Err(grid
                .value()
                .wrong(found, "leave `size` out where the grid tells it"));
        }
    }
    let mut board = Board::new(root, &all, Shapes::Digits)?;
    board.model = Model::default();
    board.slots = all.map(|cell, _| {
        let add = |symbol: char| (symbol, board.model.add_in_cell(cell, &format!("={symbol}")));
        Slot::Choice(Choice {
            of: symbols(side).map(add).collect(),
            none: '.',
            several: '*',
            given: clues[cell].and_then(|clue| symbols(side).nth(clue)),
        })
    });
    for (cell, _) in all.iter() {
        let vars = (0..side).map(|symbol| var(side, cell, symbol)).collect();
        board
            .model
            .add(Constraint::exactly(Kind::Cell, cell.to_string(), 1, vars));
    }
    for line in 0..side {
        let row: Vec<Cell> = (0..side).map(|col| Cell::new(line, col)).collect();
        add_each_once(
            &mut board,
            (Kind::Row, Part::Row),
            &format!("row {}", line + 1),
            &row,
        );
    }
    for line in 0..side {
        let column: Vec<Cell> = (0..side).map(|row| Cell::new(row, line)).collect();
        let place = format!("column {}", line + 1);
        add_each_once(&mut board, (Kind::Column, Part::Column), &place, &column);
    }
    for (cell, clue) in clues.iter() {
        if let (Some(symbol), Some(grid)) = (clue, &grid) {
            board.give(var(side, cell, *symbol), true, grid.line(cell.row));
        }
    }
    Ok(board)
}

/// The variable that is 1 where `cell` of a board of so many symbols holds one of them.
pub(super) fn var(size: usize, cell: Cell, symbol: usize) -> Var {
    Var((cell.row * size + cell.col) * size + symbol)
}

/// Adds that each symbol stands once in `cells`, which `place` names.
pub(super) fn add_each_once(
    board: &mut Board<'_>,
    (kind, part): (Kind, Part),
    place: &str,
    cells: &[Cell],
) {
    let size = board.slots.rows();
    for (number, symbol) in symbols(size).enumerate() {
        let vars = cells.iter().map(|cell| var(size, *cell, number)).collect();
        let rule = Constraint::exactly(kind, format!("{symbol} in {place}"), 1, vars);
        board.model.add(rule.of(part, place));
    }
}

fn expected(size: usize) -> String {
    match symbols(size).last() {
        Some(last) if size > 9 => format!("1 to 9, A to {last}, or '.' (open)"),
        Some(last) if size > 1 => format!("a digit from 1 to {last}, or '.' (open)"),
        _ => "1, or '.' (open)".to_owned(),
    }
}
