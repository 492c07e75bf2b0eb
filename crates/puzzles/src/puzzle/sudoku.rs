//! Sudoku: each of n symbols once in each row, column and box. Boxes of any shape rows·cols = n;
//! with boxes of one row it is the Latin square.
//!
//! The rules are those of Pal, Chandra, Mongia, Behera & Panigrahi, "Solving Sudoku game using a
//! hybrid classical-quantum algorithm", at any size: x_ijk = 1 where cell (i, j) holds symbol k,
//! and (1 − Σx)² for each cell, and for each symbol in each row, column and box. Clues are values
//! of variables; the reduction clears their peers. The circuits of that source, and variants with
//! diagonals, cages or irregular boxes, are not here.

use super::board::Board;
use super::symbols::{add_each_once, latin_square};
use super::{DocumentValue, Family};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::model::{Kind, Part};

/// Sudoku.
pub(super) static FAMILY: Family = Family {
    name: "sudoku",
    about: "each symbol once in each row, column and box",
    also_called: &["mini-sudoku"],
    keys: "grid box",
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
    if let Some(value) = root.get("topology") {
        let found = "a sudoku has no joined edges: none of its rules sees an edge";
        let is_joined = value.text("\"plane\"")? != "plane";
        value.refuse_if(is_joined, found, "leave `topology` out")?;
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
    let found = format!("`box` is [{rows}, {cols}], the grid has {size} symbols");
    value.refuse_if(across * down != size, &found, &remedy)?;
    Ok((across, down))
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
