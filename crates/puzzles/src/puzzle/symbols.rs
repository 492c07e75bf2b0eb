//! Square boards whose every cell holds one of n symbols, each symbol once in each row and column:
//! n×n×n variables.
//!
//! x_ijk = 1 where cell (i, j) holds symbol k. Σ_k x_ijk = 1 for each cell, Σ_j x_ijk = 1 for each
//! row and symbol, Σ_i x_ijk = 1 for each column and symbol: the Latin square, to which Sudoku adds
//! boxes and the N-queens square diagonals. The symbols are 1 to 9, then A, B, …; capitals and
//! small letters are the same. Other codes than one variable a symbol are not here.

use super::board::{Board, check_size, read_size};
use super::board::{DIAGONALS, Moves, attacked_pairs};
use super::{Choice, DocumentValue, Family, Shapes, Slot};
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
fn latin_square<'a>(root: &DocumentValue<'a>) -> Result<Board<'a>> {
    let size = read_size(root, MOST)?;
    let grid = root.get("grid").map(|value| value.grid()).transpose()?;
    let (rows, cols) = match (&grid, size) {
        (Some(grid), _) => grid.symbols().shape(),
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
        if cols != side || side > MOST {
            let found = format!("`grid` has {side} rows of {cols} cells");
            let remedy = format!("write a square of at most {MOST} rows");
            return Err(grid.value().wrong(found, remedy));
        }
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
            board.give(var(side, cell, *symbol), true, grid.line(cell.row));
        }
    }
    Ok(board)
}

/// The variable that is 1 where `cell` of a board of so many symbols holds one of them.
pub(super) fn var(size: usize, cell: Cell, symbol: usize) -> Var {
    Var((cell.row * size + cell.col) * size + symbol)
}

/// Adds that each symbol is once in each group of cells, called `place` and its number.
fn add_each_once(
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
    match symbols(size).last() {
        Some(last) if size > 9 => format!("1 to 9, A to {last}, or '.' (open)"),
        Some(last) if size > 1 => format!("a digit from 1 to {last}, or '.' (open)"),
        _ => "1, or '.' (open)".to_owned(),
    }
}

// The N-queens square: every cell has one of N colors, and the cells of each color solve N queens.
//
// N-queens² of "Solving N-Queens Puzzle with Q#" (Q# Holiday Calendar 2022): x_ijk = 1 where cell
// (i, j) has color k; each color once in each row and column, and, with diagonals, x_ijk·x_lmk for
// each pair of cells on a diagonal (eq. 3 of the source paper, for each color). Without diagonals
// it is the Latin square. Colors are written 1, 2, …. With diagonals and without clues the sizes
// 2, 3, 4, 6, 8, 9 and 10 have no solution. Edges may be joined: the diagonals wrap.

/// N queens squared.
pub(super) static N_QUEENS_SQUARED: Family = Family {
    name: "n-queens-squared",
    about: "every cell has one of N colors, the cells of each color solve N queens",
    also_called: &["n-queens-colors", "queens-squared"],
    keys: &[
        ("size", "rows, columns and colors"),
        ("grid", "grid of colors 1, 2, … that are given; . is open"),
        (
            "diagonals",
            "true (if absent): no color twice on a diagonal; false: rows and columns alone",
        ),
    ],
    parse: queens_squared,
    sample: r#"family = "n-queens-squared"
name = "Latin square of order 3"
size = 3
diagonals = false
"#,
};

fn queens_squared<'a>(root: &DocumentValue<'a>) -> Result<Board<'a>> {
    let mut board = latin_square(root)?;
    let diagonals: Option<bool> = root.optional("diagonals", "true or false")?;
    if diagonals.unwrap_or(true) {
        let size = board.slots.rows();
        let moves = Moves::along(DIAGONALS, usize::MAX);
        let shape = (board.slots.shape(), board.look.topology);
        for [a, b] in attacked_pairs(shape, |_| Some(&moves)).into_keys() {
            for (number, symbol) in symbols(size).enumerate() {
                let pair = [a, b].map(|cell| var(size, cell, number));
                let name = format!("{symbol} in {a} and {b}");
                let rule = Constraint::not_both(Kind::Diagonal, name, pair);
                board.model.add(rule);
            }
        }
    }
    Ok(board)
}

// Sudoku: each of n symbols once in each row, column and box. Boxes of any shape rows·cols = n;
// with boxes of one row it is the Latin square.
//
// The rules are those of Pal, Chandra, Mongia, Behera & Panigrahi, "Solving Sudoku game using a
// hybrid classical-quantum algorithm", at any size: x_ijk = 1 where cell (i, j) holds symbol k,
// and (1 − Σx)² for each cell, and for each symbol in each row, column and box. Clues are values
// of variables; the reduction clears their peers. The circuits of that source, and variants with
// diagonals, cages or irregular boxes, are not here.

/// Sudoku.
pub(super) static SUDOKU: Family = Family {
    name: "sudoku",
    about: "each symbol once in each row, column and box",
    also_called: &["mini-sudoku"],
    keys: &[
        (
            "grid",
            "grid of digits, then letters from A; . or 0 is open",
        ),
        (
            "box",
            "[rows, cols] of a box; the squarest with as many cells as symbols if absent; [1, n]: none",
        ),
    ],
    parse: sudoku,
    sample: r#"family = "sudoku"
name = "Four clues"
grid = """
.4..
...3
2...
..1.
"""
box = [2, 2]
"#,
};

fn sudoku<'a>(root: &DocumentValue<'a>) -> Result<Board<'a>> {
    if let Some(value) = root.get("topology")
        && value.text("\"plane\"")? != "plane"
    {
        let found = "a sudoku has no joined edges: none of its rules sees an edge";
        return Err(value.wrong(found, "leave `topology` out"));
    }
    root.require("grid", "add `grid`, a square of digits and . (open)")?;
    let mut board = latin_square(root)?;
    let size = board.slots.rows();
    let (rows, cols) = read_box(root, size)?;
    // boxes of one row or column are rows or columns once more
    if rows > 1 && cols > 1 {
        let across = size / cols;
        let number = |cell: Cell| cell.row / rows * across + cell.col / cols;
        let boxes = Grid::from_fn(size, size, |cell| Some(number(cell)));
        add_each_once(&mut board, (Kind::Region, Part::Region), "box", number);
        board.look.regions = Some(boxes);
    }
    Ok(board)
}

/// Rows and columns of a box: the key `box`, or the squarest shape that the number of symbols has.
fn read_box(root: &DocumentValue<'_>, size: usize) -> Result<(usize, usize)> {
    let remedy =
        format!("give box = [rows, cols] with rows · cols = {size}; [1, {size}] for no boxes");
    let Some(value) = root.get("box") else {
        let found = format!("boxes of {size} cells have no usual shape");
        return usual_box(size).ok_or_else(|| root.wrong(found, remedy));
    };
    let (rows, cols): (u16, u16) = value.read("a pair [rows, cols], such as [2, 3]")?;
    let (across, down) = (usize::from(rows), usize::from(cols));
    if across * down == size {
        return Ok((across, down));
    }
    let found = format!("`box` is [{rows}, {cols}], the grid has {size} symbols");
    Err(value.wrong(found, remedy))
}

/// The squarest box, wide rather than high: 2×2 of 4, 2×3 of 6, 3×3 of 9, 4×4 of 16; none for a
/// prime number of symbols.
pub(crate) fn usual_box(size: usize) -> Option<(usize, usize)> {
    let divides = |rows: &usize| size.is_multiple_of(*rows) && rows * rows <= size;
    let rows = (1..=size).rev().find(divides)?;
    (rows > 1 || size == 1).then_some((rows, size / rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_box_is_the_squarest() {
        let usual: Vec<_> = (1..=16).filter_map(usual_box).collect();
        let expected = [
            (1, 1),
            (2, 2),
            (2, 3),
            (2, 4),
            (3, 3),
            (2, 5),
            (3, 4),
            (2, 7),
            (3, 5),
            (4, 4),
        ];
        assert_eq!(usual, expected);
    }
}
