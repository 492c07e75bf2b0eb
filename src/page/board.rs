//! A puzzle's board, or the variables of a model, as a page gets it: layers of pictures between
//! which the script puts whatever the cells hold.

use crate::error::Result;
use crate::experiment::given_board;
use crate::json::to_json;
use crate::pipeline::{Input, Record};
use crate::plots::{BoardCell, BoardLayers, SmallBoard, board_layers};
use ketboard_puzzles::{Cell, Grid, ModelFile, Puzzle, Shapes, Slot, Topology};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What a record ran, whole: its text, and its board, or the variables of a model in its place; or
/// why there is none.
pub(super) fn subject(record: &Record) -> Value {
    let text = record.input.text();
    let board = match &record.input {
        Input::Puzzle(_) => Puzzle::parse(text, &record.name)
            .map_err(Into::into)
            .and_then(|puzzle| PageBoard::of(&puzzle)),
        Input::Model(_) => variables(text, &record.name),
    };
    let missing = board.as_ref().err().map(ToString::to_string);
    let (name, family, board) = (&record.name, &record.family, board.ok());
    to_json(
        &json!({"name": name, "family": family, "input": text, "board": board, "missing": missing}),
    )
}

/// A board with its givens.
#[derive(Serialize, Debug, Default)]
pub(crate) struct PageBoard {
    /// The puzzle's own title.
    title: String,
    shapes: &'static str,
    /// What 0 and 1 are called.
    words: [&'static str; 2],
    /// The givens: one string a row, `.` where nothing is given, `#` where no cell is.
    rows: Vec<String>,
    /// Which cells are given: one string a row, `x` for a given cell.
    given: Vec<String>,
    /// The pictures; empty for a model.
    #[serde(flatten)]
    drawn: BoardLayers,
    /// The letter of the piece that a 1 is, one string a row; empty where all are alike.
    pieces: Vec<String>,
    /// Which edges are joined, in words; empty for none.
    joined: &'static str,
    /// The names of the variables of a model, which has no cells: `rows` is then one row with a
    /// character for each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

impl PageBoard {
    /// The board of a puzzle, nothing deduced.
    ///
    /// # Errors
    /// If there is no board that could be drawn.
    pub(crate) fn of(puzzle: &Puzzle) -> Result<Self> {
        let given = given_board(puzzle);
        let pieces = puzzle.look.pieces.as_ref();
        let drawn = board_layers(&given, puzzle.look.shapes, characters(puzzle, &given));
        Ok(Self {
            drawn,
            shapes: shapes(puzzle.look.shapes),
            words: puzzle.look.words,
            rows: text(&given, |_, shown| shown.value),
            given: text(&given, |_, shown| if shown.is_given { 'x' } else { '.' }),
            pieces: pieces.map_or_else(Vec::new, |grid| {
                text(&given, |cell, _| grid[cell].unwrap_or(' '))
            }),
            joined: joined(puzzle.look.topology),
            title: puzzle.name.clone(),
            names: Vec::new(),
        })
    }
}

/// Every character that a cell of the board may show.
fn characters(puzzle: &Puzzle, given: &SmallBoard) -> BTreeSet<char> {
    let mut characters: BTreeSet<char> = given.cells.iter().map(|(_, cell)| cell.value).collect();
    for (_, slot) in puzzle.slots.iter() {
        match slot {
            Slot::Missing | Slot::Tree => (),
            Slot::Bit(_) => characters.extend(['0', '1']),
            Slot::Choice(choice) => {
                characters.extend(choice.of.iter().map(|(symbol, _)| *symbol));
                characters.extend([choice.none, '*']);
            }
        }
    }
    let pieces = puzzle.look.pieces.iter().flat_map(Grid::iter);
    for letter in pieces.filter_map(|(_, letter)| *letter) {
        characters.extend([letter, letter.to_ascii_lowercase()]);
    }
    characters
}

/// The variables of a model in place of a board.
fn variables(text: &str, name: &str) -> Result<PageBoard> {
    let names = ModelFile::parse(text, name)?.variable_names();
    Ok(PageBoard {
        title: name.to_owned(),
        shapes: shapes(Shapes::Digits),
        words: ["0", "1"],
        rows: vec![".".repeat(names.len())],
        given: vec![".".repeat(names.len())],
        names,
        ..PageBoard::default()
    })
}

/// A character for each cell, one string a row.
fn text(board: &SmallBoard, of: impl Fn(Cell, &BoardCell) -> char) -> Vec<String> {
    let mut rows = vec![String::new(); board.cells.rows()];
    for (cell, shown) in board.cells.iter() {
        rows[cell.row].push(of(cell, shown));
    }
    rows
}

fn shapes(shapes: Shapes) -> &'static str {
    match shapes {
        Shapes::Queens => "queens",
        Shapes::Stars => "stars",
        Shapes::Tents => "tents",
        Shapes::Pieces => "pieces",
        Shapes::SunsAndMoons => "suns",
        Shapes::Digits => "digits",
    }
}

fn joined(topology: Topology) -> &'static str {
    match topology {
        Topology::Plane => "",
        Topology::Cylinder => "left and right edge are joined",
        Topology::Torus => "opposite edges are joined",
    }
}
