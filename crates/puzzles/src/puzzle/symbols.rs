//! Square boards whose every cell holds one of n symbols, each symbol once in each row and column:
//! n×n×n variables.
//!
//! x_ijk = 1 where cell (i, j) holds symbol k. Σ_k x_ijk = 1 for each cell, Σ_j x_ijk = 1 for each
//! row and symbol, Σ_i x_ijk = 1 for each column and symbol: the Latin square, to which Sudoku adds
//! boxes and the N-queens square diagonals. The symbols are 1 to 9, then A, B, …; capitals and
//! small letters are the same. Other codes than one variable a symbol are not here.

use super::board::{Board, check_size, read_size};
use super::{Choice, DocumentValue, Shapes, Slot};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::model::{Constraint, Kind, Model, Part, Var};

/// The most symbols of a board: its variables grow with the third power.
const MOST: usize = 16;

/// The symbols of a board of so many.
pub(crate) fn symbols(size: usize) -> impl Iterator<Item = char> {
    "123456789ABCDEFG".chars().take(size)
}

/// The Latin square whose clues are in the key `grid`, or which has the key `size` and none.
///
/// # Errors
/// Neither key, two that do not agree, a grid that is no square of 1 to [`MOST`] rows, a missing
/// cell, a symbol that the board does not have.
pub(super) fn latin_square<'a>(root: &DocumentValue<'a>) -> Result<Board<'a>> {
    let size = read_size(root, MOST)?;
    let grid = root.get("grid").map(|value| value.grid()).transpose()?;
    let (rows, cols) = match (&grid, size) {
        (Some(grid), _) => grid.symbols.shape(),
        (None, Some(size)) => (size, size),
        (None, None) => {
            let remedy = "add `size = 5`, or `grid` with clues";
            return Err(root.wrong("found no board", remedy));
        }
    };
    check_size(root, size, (rows, cols))?;
    let side = rows;
    let all = Grid::from_fn(side, side, |_| true);
    let mut clues = all.map(|_, _| None);
    if let Some(grid) = &grid {
        let found = format!("`grid` has {side} rows of {cols} cells");
        let remedy = format!("write a square of at most {MOST} rows");
        grid.value
            .refuse_if(cols != side || side > MOST, &found, &remedy)?;
        let number = |symbol: char| symbols(side).position(|known| known == symbol);
        let read = grid.on_board(&all, &expected(side), |symbol| match symbol {
            '.' | '0' => Some(None),
            other => number(other.to_ascii_uppercase()).map(Some),
        })?;
        clues = read.map(|_, clue| clue.flatten());
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
    board.model.add_all(all.iter().map(|(cell, _)| {
        let vars = (0..side).map(|symbol| var(side, cell, symbol)).collect();
        Constraint::exactly(Kind::Cell, cell.to_string(), 1, vars)
    }));
    add_each_once(&mut board, (Kind::Row, Part::Row), "row", |cell| cell.row);
    add_each_once(&mut board, (Kind::Column, Part::Column), "column", |cell| {
        cell.col
    });
    for (cell, clue) in clues.iter() {
        if let (Some(symbol), Some(grid)) = (clue, &grid) {
            board.give(var(side, cell, *symbol), true, grid.lines[cell.row]);
        }
    }
    Ok(board)
}

/// The variable that is 1 where `cell` of a board of so many symbols holds one of them.
pub(super) fn var(size: usize, cell: Cell, symbol: usize) -> Var {
    Var((cell.row * size + cell.col) * size + symbol)
}

/// Adds that each symbol is once in each group of cells, called `place` and its number.
pub(super) fn add_each_once(
    board: &mut Board<'_>,
    (kind, part): (Kind, Part),
    place: &str,
    number: impl Fn(Cell) -> usize,
) {
    let size = board.slots.rows();
    for group in 0..size {
        let inside = board
            .slots
            .iter()
            .map(|(cell, _)| cell)
            .filter(|cell| number(*cell) == group);
        let (cells, place): (Vec<Cell>, _) = (inside.collect(), format!("{place} {}", group + 1));
        for (k, symbol) in symbols(size).enumerate() {
            let vars = cells.iter().map(|cell| var(size, *cell, k)).collect();
            let rule = Constraint::exactly(kind, format!("{symbol} in {place}"), 1, vars);
            board.model.add(rule.of(part, &place));
        }
    }
}

fn expected(size: usize) -> String {
    let last = symbols(size).last().unwrap_or('1');
    format!("a digit or letter from 1 to {last}, or '.' (open)")
}
