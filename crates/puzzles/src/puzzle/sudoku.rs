//! Sudoku: each of n symbols once in each row, column and box. Boxes of any shape rows·cols = n;
//! with boxes of one row it is the Latin square.
//!
//! The rules are those of Pal, Chandra, Mongia, Behera & Panigrahi, "Solving Sudoku game using a
//! hybrid classical-quantum algorithm", at any size: x_ijk = 1 where cell (i, j) holds symbol k,
//! and (1 − Σx)² for each cell, and for each symbol in each row, column and box. Clues are values
//! of variables; the reduction clears their peers. The circuits of that source, and variants with
//! diagonals, cages or irregular boxes, are not here.

use super::file::Section;
use super::symbols::SymbolBoard;
use super::{Document, Family, Key, Look, Puzzle, Shapes, key};
use crate::error::Result;
use crate::grid::{Cell, Grid, Topology};
use crate::model::Kind;

/// Sudoku.
pub(crate) static FAMILY: Family = Family {
    name: "sudoku",
    about: "each symbol once in each row, column and box",
    also_called: &["mini-sudoku"],
    keys: KEYS,
    parse,
    sample: SAMPLE,
};

static KEYS: &[Key] = &[
    key(
        "grid",
        "grid of digits, then letters from A; . or 0 is open",
    ),
    key(
        "box",
        "[rows, cols] of a box; the squarest with as many cells as symbols if absent; [1, n]: none",
    ),
];

const SAMPLE: &str = r#"family = "sudoku"
name = "Four clues"
grid = """
.4..
...3
2...
..1.
"""
box = [2, 2]
"#;

fn parse(document: &Document<'_>) -> Result<Puzzle> {
    let root = document.root();
    refuse_joined_edges(&root)?;
    let remedy = "add `grid`, a square of digits and . (open)";
    let board = SymbolBoard::read(&root.require("grid", remedy)?.grid()?)?;
    let shape = read_box(&root, board.size())?;
    let mut model = board.model();
    let boxes = boxes(board.size(), shape);
    for (number, cells) in boxes.iter().flatten().enumerate() {
        let place = format!("box {}", number + 1);
        board.add_each_once(&mut model, Kind::Region, &place, cells);
    }
    let look = Look {
        regions: boxes.map(|boxes| numbers(board.size(), &boxes)),
        ..Look::of(Shapes::Digits, Topology::Plane)
    };
    let lines = board.give_clues(&mut model);
    Puzzle::stated("sudoku", &root, board.slots(), (model, lines), look)
}

/// Rows, columns and boxes stay what they are when edges are joined: the key would have no effect.
fn refuse_joined_edges(root: &Section<'_>) -> Result<()> {
    match root.get("topology") {
        Some(value) if value.text("\"plane\"")? != "plane" => Err(value.wrong(
            "a sudoku has no joined edges: none of its rules sees an edge",
            "leave `topology` out",
        )),
        Some(_) | None => Ok(()),
    }
}

/// Rows and columns of a box: the key `box`, or the squarest shape that the number of symbols has.
fn read_box(root: &Section<'_>, size: usize) -> Result<(usize, usize)> {
    let remedy =
        format!("give box = [rows, cols] with rows · cols = {size}; [1, {size}] for no boxes");
    let Some(value) = root.get("box") else {
        let found = format!("boxes of {size} cells have no usual shape");
        return usual_box(size).ok_or_else(|| root.wrong(found, remedy));
    };
    let (rows, cols) = value.integer_pair("a pair [rows, cols], such as [2, 3]")?;
    let side = |side: i64| {
        usize::try_from(side)
            .ok()
            .filter(|side| (1..=size).contains(side))
    };
    match (side(rows), side(cols)) {
        (Some(rows), Some(cols)) if rows * cols == size => Ok((rows, cols)),
        _ => {
            let found = format!("`box` is [{rows}, {cols}], the grid has {size} symbols");
            Err(value.wrong(found, remedy))
        }
    }
}

/// The squarest box, wide rather than high: 2×2 of 4, 2×3 of 6, 3×3 of 9, 4×4 of 16; none for a
/// prime number of symbols.
pub(crate) fn usual_box(size: usize) -> Option<(usize, usize)> {
    let divides = |rows: &usize| size.is_multiple_of(*rows) && rows * rows <= size;
    let rows = (1..=size).rev().find(divides)?;
    (rows > 1 || size == 1).then_some((rows, size / rows))
}

/// The cells of each box, in reading order; none where boxes are rows or columns once more.
fn boxes(size: usize, (rows, cols): (usize, usize)) -> Option<Vec<Vec<Cell>>> {
    if rows == 1 || cols == 1 {
        return None;
    }
    let inside = |corner: Cell| {
        let cells = (0..rows).flat_map(move |down| (0..cols).map(move |right| (down, right)));
        cells
            .map(|(down, right)| Cell::new(corner.row + down, corner.col + right))
            .collect()
    };
    let corners = (0..size).step_by(rows).flat_map(|row| {
        let cols = (0..size).step_by(cols);
        cols.map(move |col| Cell::new(row, col))
    });
    Some(corners.map(inside).collect())
}

/// The number of each cell's box.
fn numbers(size: usize, boxes: &[Vec<Cell>]) -> Grid<Option<usize>> {
    Grid::from_fn(size, size, |cell| {
        boxes.iter().position(|cells| cells.contains(&cell))
    })
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
