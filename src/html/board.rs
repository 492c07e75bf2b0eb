//! A puzzle's board, or the variables of a model, as data: what the script needs to draw them with
//! any values.

use crate::error::Result;
use crate::experiment::given_board;
use crate::lab::{Input, Record};
use crate::report::Sign;
use ketboard_puzzles::{Cell, Puzzle, Shapes, Topology, read_model};
use serde::Serialize;

/// What was run: a puzzle with its board, or a model with its variables.
#[derive(Serialize, Debug)]
pub(super) struct Subject<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<&'a str>,
    /// The text of the input, whole.
    input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    /// Why there is no board.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
}

/// A board with its givens.
#[derive(Serialize, Debug)]
pub(crate) struct Board {
    /// The puzzle's own title.
    title: String,
    shapes: &'static str,
    /// What 0 and 1 are called.
    words: [&'static str; 2],
    /// The givens: one string a row, `.` where nothing is given, `#` where no cell is.
    rows: Vec<String>,
    /// Which cells are given: one string a row, `x` for a given cell.
    given: Vec<String>,
    /// The region of each cell by number; empty where there are none.
    regions: Vec<Vec<usize>>,
    /// Row and column of both cells, and whether they are alike.
    signs: Vec<(usize, usize, usize, usize, bool)>,
    /// The letter of the piece that a 1 is, one string a row; empty where all are alike.
    pieces: Vec<String>,
    /// Which edges are joined, in words; empty for none.
    joined: &'static str,
    /// The names of the variables of a model, which has no cells: `rows` is then one row with a
    /// character for each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

impl<'a> Subject<'a> {
    /// What a record ran.
    pub(super) fn of(record: &'a Record) -> Self {
        let board = match &record.input {
            Input::Puzzle(text) => {
                let puzzle = Puzzle::parse(text, &record.name);
                puzzle.map(|puzzle| Board::of(&puzzle)).map_err(Into::into)
            }
            Input::Model(text) => variables(text, &record.name),
        };
        let (board, missing) = match board {
            Ok(board) => (Some(board), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self {
            name: &record.name,
            family: record.family.as_deref(),
            input: super::chain::text_of(&record.input),
            board,
            missing,
        }
    }
}

impl Board {
    /// The board of a puzzle, nothing deduced.
    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        let given = given_board(puzzle);
        let sign = |sign: &Sign| match *sign {
            Sign::Equal(a, b) => (a.0, a.1, b.0, b.1, true),
            Sign::Opposite(a, b) => (a.0, a.1, b.0, b.1, false),
        };
        Self {
            shapes: shapes(puzzle.look.shapes),
            words: puzzle.look.words,
            rows: given.rows,
            given: given.givens.iter().map(|row| crosses(row)).collect(),
            regions: given.regions,
            signs: given.signs.iter().map(sign).collect(),
            pieces: pieces(puzzle),
            joined: joined(puzzle.look.topology),
            title: puzzle.name.clone(),
            names: Vec::new(),
        }
    }
}

/// The variables of a model in place of a board.
fn variables(text: &str, name: &str) -> Result<Board> {
    let names = read_model(text, name)?.variable_names();
    Ok(Board {
        title: name.to_owned(),
        shapes: shapes(Shapes::Digits),
        words: ["0", "1"],
        rows: vec![".".repeat(names.len())],
        given: vec![".".repeat(names.len())],
        regions: Vec::new(),
        signs: Vec::new(),
        pieces: Vec::new(),
        joined: joined(Topology::Plane),
        names,
    })
}

fn crosses(row: &[bool]) -> String {
    row.iter().map(|&is| if is { 'x' } else { '.' }).collect()
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

fn pieces(puzzle: &Puzzle) -> Vec<String> {
    let Some(grid) = &puzzle.look.pieces else {
        return Vec::new();
    };
    let row = |row| {
        let cells = (0..puzzle.slots.cols()).map(|col| grid[Cell::new(row, col)]);
        cells.map(|letter| letter.unwrap_or(' ')).collect()
    };
    (0..puzzle.slots.rows()).map(row).collect()
}
