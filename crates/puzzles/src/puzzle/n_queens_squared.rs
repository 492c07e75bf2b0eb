//! The N-queens square: every cell has one of N colors, and the cells of each color solve N queens.
//!
//! N-queens² of "Solving N-Queens Puzzle with Q#" (Q# Holiday Calendar 2022): x_ijk = 1 where cell
//! (i, j) has color k; each color once in each row and column, and, with diagonals, x_ijk·x_lmk for
//! each pair of cells on a diagonal (eq. 3 of the source paper, for each color). Without diagonals
//! it is the Latin square. Colors are written 1, 2, …. With diagonals and without clues the sizes
//! 2, 3, 4, 6, 8, 9 and 10 have no solution. Edges may be joined: the diagonals wrap.

use super::board::{BoardVariables, read_topology};
use super::queens::Attacks;
use super::symbols::{SymbolBoard, read_board, symbols};
use super::{Document, Family, Key, Look, Puzzle, Shapes, key};
use crate::error::Result;
use crate::grid::{Grid, Topology};
use crate::model::{Constraint, Form, Model};

/// N queens squared.
pub(crate) static FAMILY: Family = Family {
    name: "n-queens-squared",
    about: "every cell has one of N colors, the cells of each color solve N queens",
    also_called: &["n-queens-colors", "queens-squared"],
    keys: KEYS,
    parse,
    sample: SAMPLE,
};

static KEYS: &[Key] = &[
    key("size", "rows, columns and colors"),
    key("grid", "grid of colors 1, 2, … that are given; . is open"),
    key(
        "diagonals",
        "true (if absent): no color twice on a diagonal; false: rows and columns alone",
    ),
];

const SAMPLE: &str = r#"family = "n-queens-squared"
name = "Latin square of order 3"
size = 3
diagonals = false
"#;

fn parse(document: &Document<'_>) -> Result<Puzzle> {
    let root = document.root();
    let board = read_board(&root)?;
    let topology = read_topology(&root)?;
    let diagonals = root.get("diagonals").map(|value| value.boolean());
    let mut model = board.model();
    if diagonals.transpose()?.unwrap_or(true) {
        add_diagonals(&mut model, &board, topology);
    }
    let lines = board.give_clues(&mut model);
    let look = Look::of(Shapes::Digits, topology);
    Puzzle::stated(
        "n-queens-squared",
        &root,
        board.slots(),
        (model, lines),
        look,
    )
}

/// The pairs of cells on a diagonal, once for each color.
fn add_diagonals(model: &mut Model, board: &SymbolBoard, topology: Topology) {
    let size = board.size();
    let cells = BoardVariables::new(Grid::from_fn(size, size, |_| true), topology);
    let places: Vec<_> = cells.cells().map(|(cell, _)| cell).collect();
    for rule in Attacks::along_diagonals(usize::MAX).constraints(&cells) {
        let pair = rule.vars();
        for (number, symbol) in symbols(size).enumerate() {
            let [a, b] = [pair[0], pair[1]].map(|cell| board.var(places[cell.index()], number));
            model.add(Constraint {
                name: format!("{symbol} in {}", rule.name),
                form: Form::NotBoth {
                    pair: [a, b],
                    times: 1,
                },
                ..rule.clone()
            });
        }
    }
}
