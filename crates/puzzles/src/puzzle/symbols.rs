//! Square boards whose every cell holds one of n symbols, each symbol once in each row and column:
//! n×n×n variables.
//!
//! x_ijk = 1 where cell (i, j) holds symbol k. Σ_k x_ijk = 1 for each cell, Σ_j x_ijk = 1 for each
//! row and symbol, Σ_i x_ijk = 1 for each column and symbol: the Latin square, to which Sudoku adds
//! boxes and the N-queens square diagonals. The symbols are 1 to 9, then A, B, …; capitals and
//! small letters are the same. Other codes than one variable a symbol are not here.

use super::file::{DocumentValue, Section, TextGrid};
use super::{Choice, Slot};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::model::{Constraint, Kind, Model, Var};
use std::collections::BTreeMap;

/// The most symbols of a board: its variables grow with the third power.
pub(crate) const MOST: usize = 16;

/// Symbols are drawn from the start of this list.
const SYMBOLS: &str = "123456789ABCDEFG";

/// The clues of a square board, and the variables of its cells.
#[derive(Clone, Debug)]
pub(crate) struct SymbolBoard {
    /// By cell: the number of the symbol that is given, from 0.
    clues: Grid<Option<usize>>,
    /// By row: the line of the file; empty where the file has no grid.
    lines: Vec<usize>,
}

impl SymbolBoard {
    /// The board of so many symbols, without a clue.
    pub(crate) fn open(size: usize) -> Self {
        Self {
            clues: Grid::from_fn(size, size, |_| None),
            lines: Vec::new(),
        }
    }

    /// The board whose clues stand in `grid`: a symbol, or `.` or `0` where none is given.
    ///
    /// # Errors
    /// A grid that is no square of 1 to [`MOST`] rows, a missing cell, a symbol that the board does
    /// not have.
    pub(crate) fn read(grid: &TextGrid<'_>) -> Result<Self> {
        let (rows, cols) = (grid.symbols().rows(), grid.symbols().cols());
        if rows != cols || rows > MOST {
            let found = format!("`{}` has {rows} rows of {cols} cells", grid.value().key());
            let remedy = format!("write a square of at most {MOST} rows");
            return Err(grid.value().wrong(found, remedy));
        }
        let expected = expected(rows);
        let present = Grid::from_fn(rows, cols, |_| true);
        let clues = grid.on_board(&present, &expected, |symbol| match symbol {
            '.' | '0' => Some(None),
            other => number(other, rows).map(Some),
        })?;
        Ok(Self {
            clues: clues.map(|_, clue| clue.flatten()),
            lines: (0..rows).map(|row| grid.line(row)).collect(),
        })
    }

    /// Rows, columns and symbols.
    pub(crate) fn size(&self) -> usize {
        self.clues.rows()
    }

    /// The variable that is 1 where `cell` holds the symbol with this number.
    pub(crate) fn var(&self, cell: Cell, symbol: usize) -> Var {
        Var((cell.row * self.size() + cell.col) * self.size() + symbol)
    }

    /// The Latin square: one symbol in each cell, each symbol once in each row and column.
    pub(crate) fn model(&self) -> Model {
        let size = self.size();
        let mut model = Model::default();
        for (cell, _) in self.clues.iter() {
            for symbol in symbols(size) {
                model.add_variable(format!("{cell}={symbol}"));
            }
        }
        for (cell, _) in self.clues.iter() {
            let vars = (0..size).map(|symbol| self.var(cell, symbol)).collect();
            model.add(Constraint::exactly(Kind::Cell, cell.to_string(), 1, vars));
        }
        for line in 0..size {
            let row: Vec<Cell> = (0..size).map(|col| Cell::new(line, col)).collect();
            self.add_each_once(&mut model, Kind::Row, &format!("row {}", line + 1), &row);
        }
        for line in 0..size {
            let col: Vec<Cell> = (0..size).map(|row| Cell::new(row, line)).collect();
            self.add_each_once(
                &mut model,
                Kind::Column,
                &format!("column {}", line + 1),
                &col,
            );
        }
        model
    }

    /// Adds that each symbol stands once in `cells`, which `place` names.
    pub(crate) fn add_each_once(&self, model: &mut Model, kind: Kind, place: &str, cells: &[Cell]) {
        for (number, symbol) in symbols(self.size()).enumerate() {
            let vars = cells.iter().map(|cell| self.var(*cell, number)).collect();
            let name = format!("{symbol} in {place}");
            model.add(Constraint::exactly(kind, name, 1, vars));
        }
    }

    /// Gives the clues: the variable of each is 1. Returns the line of each.
    pub(crate) fn give_clues(&self, model: &mut Model) -> BTreeMap<Var, usize> {
        let mut lines = BTreeMap::new();
        for (cell, clue) in self.clues.iter() {
            if let Some(symbol) = clue {
                let var = self.var(cell, *symbol);
                model.give(var, true);
                lines.insert(var, self.lines[cell.row]);
            }
        }
        lines
    }

    /// What the cells show: the symbol, `.` for none, `*` for several.
    pub(crate) fn slots(&self) -> Grid<Slot> {
        let size = self.size();
        self.clues.map(|cell, clue| {
            let of = symbols(size).enumerate();
            Slot::Choice(Choice {
                of: of.map(|(k, symbol)| (symbol, self.var(cell, k))).collect(),
                none: '.',
                several: '*',
                given: clue.and_then(|clue| symbols(size).nth(clue)),
            })
        })
    }
}

/// The symbols of a board of so many.
pub(crate) fn symbols(size: usize) -> impl Iterator<Item = char> {
    SYMBOLS.chars().take(size)
}

/// The key `size`: 1 to [`MOST`].
pub(crate) fn read_size(value: &DocumentValue<'_>) -> Result<usize> {
    let expected = format!("an integer from 1 to {MOST}");
    let size = value.integer_in(1..=MOST as i64, &expected)?;
    Ok(usize::try_from(size).expect("1 to 16 fits"))
}

/// The board of the key `grid`, or without clues of the key `size`; with both, they must agree.
///
/// # Errors
/// Neither key, or what [`SymbolBoard::read`] and [`read_size`] refuse.
pub(crate) fn read_board(root: &Section<'_>) -> Result<SymbolBoard> {
    let size = root
        .get("size")
        .map(|value| read_size(&value))
        .transpose()?;
    let Some(value) = root.get("grid") else {
        let remedy = "add `size = 5`, or `grid` with clues";
        let size = size.ok_or_else(|| root.wrong("found no board", remedy))?;
        return Ok(SymbolBoard::open(size));
    };
    let board = SymbolBoard::read(&value.grid()?)?;
    match size {
        Some(size) if size != board.size() => {
            let found = format!("`size` is {size}, the grid has {} rows", board.size());
            Err(value.wrong(found, "leave `size` out where the grid tells it"))
        }
        _ => Ok(board),
    }
}

fn number(symbol: char, size: usize) -> Option<usize> {
    let symbol = symbol.to_ascii_uppercase();
    symbols(size).position(|known| known == symbol)
}

fn expected(size: usize) -> String {
    match symbols(size).last() {
        Some(last) if size > 9 => format!("1 to 9, A to {last}, or '.' (open)"),
        Some(last) if size > 1 => format!("a digit from 1 to {last}, or '.' (open)"),
        _ => "1, or '.' (open)".to_owned(),
    }
}
