//! The N-queens square: every cell has one of N colors, and the cells of each color solve N queens.
//!
//! N-queens² of "Solving N-Queens Puzzle with Q#" (Q# Holiday Calendar 2022): x_ijk = 1 where cell
//! (i, j) has color k; each color once in each row and column, and, with diagonals, x_ijk·x_lmk for
//! each pair of cells on a diagonal (eq. 3 of the source paper, for each color). Without diagonals
//! it is the Latin square. Colors are written 1, 2, …. With diagonals and without clues the sizes
//! 2, 3, 4, 6, 8, 9 and 10 have no solution. Edges may be joined: the diagonals wrap.

use super::board::{Board, DIAGONALS, Moves, attacked_pairs};
use super::symbols::{latin_square, symbols, var};
use super::{DocumentValue, Family};
use crate::error::Result;
use crate::model::{Constraint, Kind};

/// N queens squared.
pub(super) static FAMILY: Family = Family {
    name: "n-queens-squared",
    about: "every cell has one of N colors, the cells of each color solve N queens",
    also_called: &["n-queens-colors", "queens-squared"],
    keys: "size grid diagonals",
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
