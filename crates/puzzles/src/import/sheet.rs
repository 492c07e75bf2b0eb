//! What a text says, and what it says as a puzzle of each family.
//!
//! A [`Sheet`] holds the board as rows of labels, whatever they come in: lines of text, with
//! blanks or without, arrays, links. [`READINGS`] say what labels mean in each family, so that
//! boards of one shape are read alike.

use super::{PastedText, clipped};
use crate::error::{Error, Result};
use crate::grid::{Cell, Grid, piece};
use crate::puzzle::{Puzzle, PuzzleText, bit, symbols};
use crate::reduce::{RuleSet, reduce};
use std::collections::BTreeSet;

/// A row of labels, one a cell, after the line it is in.
pub(super) type LabelRow = (Option<usize>, Vec<String>);

/// What a text says.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// The families that it can be, the usual one first; empty where the rows have to tell.
    pub(super) families: Vec<&'static str>,
    pub(super) rows: Vec<LabelRow>,
    /// Stars in each row, column and region.
    pub(super) stars: Option<u32>,
    /// Further keys of the puzzle file: signs, counts, boxes.
    pub(super) keys: PuzzleText,
    /// The puzzle's own name.
    pub(super) name: Option<String>,
    /// What says nothing about the rules, and is not read.
    pub(super) unread: Vec<String>,
}

/// How labels are read as a board of a family.
pub(super) struct Reading {
    pub(super) family: &'static str,
    /// A board, for messages.
    example: &'static str,
    /// Whether the labels alone suggest the family.
    pub(super) suggests: fn(&Sheet) -> bool,
    /// The keys of the puzzle file.
    keys: fn(&Draft<'_>) -> Result<PuzzleText>,
}

/// A sheet on its way to a puzzle file: the text that it comes from, its name, its reading.
#[derive(Clone, Copy)]
pub(super) struct Draft<'a> {
    pub(super) source: &'a PastedText<'a>,
    pub(super) name: &'a str,
    pub(super) sheet: &'a Sheet,
    pub(super) reading: &'static Reading,
}

const REGIONS: &str = "AABB\nACBB\nCCCB\nDDDD";

pub(super) static READINGS: &[Reading] = &[
    Reading {
        family: "sudoku",
        example: "1..4\n..2.\n.3..\n...1",
        suggests: |sheet| {
            let size = sheet.rows.len();
            let known = |label: &str| is_open(label) || clue(label, size).is_some();
            let clues: BTreeSet<&str> = sheet.labels().filter(|label| !is_open(label)).collect();
            size >= 4 && sheet.labels().all(known) && clues.len() > 1
        },
        keys: sudoku,
    },
    Reading {
        family: "queens",
        example: REGIONS,
        suggests: has_regions,
        keys: |draft| Ok(PuzzleText::default().grid("regions", &draft.regions()?)),
    },
    Reading {
        family: "star-battle",
        example: REGIONS,
        suggests: |_| false,
        keys: |draft| {
            let stars = draft.sheet.stars.ok_or_else(|| {
                let found = "nothing, and a drawn star battle does not tell its stars";
                let remedy = "give `stars` 1 or 2: stars in each row, column and region";
                Error::setting("stars", found, remedy)
            })?;
            let regions = PuzzleText::default().grid("regions", &draft.regions()?);
            Ok(regions.value("stars", stars))
        },
    },
    Reading {
        family: "takuzu",
        example: "0...\n.0..\n...1\n....",
        suggests: |sheet| {
            let known = |label: &str| matches!(label, "0" | "1" | "2" | "." | "_" | "-");
            sheet.rows.len() >= 2 && sheet.labels().all(known)
        },
        keys: takuzu,
    },
    Reading {
        family: "tango",
        example: "0...\n....\n....\n...1\nr1c2 x r2c2",
        suggests: |sheet| sheet.labels().any(is_picture),
        keys: |draft| Ok(PuzzleText::default().grid("grid", &draft.bits()?)),
    },
    Reading {
        family: "n-queens",
        example: ".Q..\n....\n....\n....",
        suggests: |sheet| {
            let known = |label: &str| is_queen(label) || is_open(label);
            sheet.labels().any(is_queen) && sheet.labels().all(known)
        },
        keys: n_queens,
    },
    Reading {
        family: "tents",
        example: "4 4\n1 0 1 1\n1 1 0 1\n----\n---x\nx---\n-x--",
        suggests: |_| false,
        keys: |draft| {
            draft.check_rows(draft.sheet.width())?;
            let trees = draft.grid("T or x (tree) or . (open)", |label| match label {
                "T" | "x" | "X" | "🌲" | "🌳" => Some('T'),
                label => is_open(label).then_some('.'),
            })?;
            Ok(PuzzleText::default().grid("trees", &trees))
        },
    },
];

/// The letters that puzzle files have for regions.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Regions from which a grid is taken for a board of queens: below it, boards have no solution, and
/// grids of two values and an open cell look alike.
const FEWEST_REGIONS: usize = 4;

impl Sheet {
    /// A board of some families, from labels in reading order.
    pub(super) fn of(families: &[&'static str], labels: &[impl ToString], cols: usize) -> Self {
        let row = |row: &[_]| (None, row.iter().map(ToString::to_string).collect());
        Self {
            families: families.to_vec(),
            rows: labels.chunks(cols).map(row).collect(),
            ..Self::default()
        }
    }

    /// Whether it can be a board of the family.
    pub(super) fn can_be(&self, family: &str) -> bool {
        self.families.is_empty() || self.families.contains(&family)
    }

    /// All labels, in reading order.
    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        self.rows
            .iter()
            .flat_map(|(_, row)| row)
            .map(String::as_str)
    }

    /// The cells of the first row.
    fn width(&self) -> usize {
        self.rows.first().map_or(0, |(_, row)| row.len())
    }
}

impl Draft<'_> {
    /// The puzzle file, and the puzzle in it.
    ///
    /// # Errors
    /// Labels that mean nothing in the family, and whatever the family refuses.
    pub(super) fn read(&self) -> Result<(String, Puzzle)> {
        let head = PuzzleText::new(self.reading.family, self.name);
        let toml = head.and(&(self.reading.keys)(self)?).and(&self.sheet.keys);
        let toml = toml.end();
        let puzzle = Puzzle::parse(&toml, &format!("{} as a puzzle file", self.source.name))?;
        Ok((toml, puzzle))
    }

    /// The error of a puzzle whose rules are seen to be broken.
    pub(super) fn broken(&self, puzzle: &Puzzle, rules: RuleSet) -> Option<Error> {
        let broken = reduce(&puzzle.model, rules, None).err()?;
        let family = self.reading.family;
        let found = format!("a {family} board whose rules are broken: {broken}");
        let remedy = format!("correct it, or use the setting `as` {family} as it is");
        Some(self.source.wrong(None, found, remedy))
    }

    /// An error of a line, whose remedy ends with an example.
    fn wrong(&self, line: Option<usize>, found: impl Into<String>, remedy: &str) -> Error {
        let Reading {
            family, example, ..
        } = self.reading;
        let remedy = format!("{remedy}; a {family} board is written like {example:?}");
        self.source.wrong(line, found, remedy)
    }

    /// Succeeds if every row has so many cells.
    fn check_rows(&self, cells: usize) -> Result<()> {
        let rows = &self.sheet.rows;
        let mut numbered = rows.iter().enumerate();
        if let Some((index, (line, row))) = numbered.find(|(_, (_, row))| row.len() != cells) {
            let (number, found, rows) = (index + 1, row.len(), rows.len());
            let found = format!("row {number} has {found} cells in a board of {rows} rows");
            let remedy = format!("write one line a row, one label a cell, {cells} in each row");
            return Err(self.wrong(*line, found, &remedy));
        }
        match rows.is_empty() {
            true => Err(self.wrong(None, "no row of cells", "write one line a row")),
            false => Ok(()),
        }
    }

    /// The board whose labels have this `meaning`; `known` names them for messages.
    fn grid(&self, known: &str, meaning: impl Fn(&str) -> Option<char>) -> Result<Grid<char>> {
        let rows = &self.sheet.rows;
        Grid::from_fn(rows.len(), self.sheet.width(), |cell| cell).try_map(|(cell, _)| {
            let (line, label) = (rows[cell.row].0, &rows[cell.row].1[cell.col]);
            meaning(label).ok_or_else(|| {
                let found = format!("{} as a cell", clipped(label));
                self.wrong(line, found, &format!("a cell is {known}"))
            })
        })
    }

    /// The regions as letters A, B, C, … by first appearance. Labels need not be contiguous nor in
    /// order; `.` is a cell in no region, `#` and `@` are no cells. A board has as many regions as
    /// rows, so that a label too many or too few is noticed here.
    fn regions(&self) -> Result<Grid<char>> {
        let size = self.sheet.rows.len();
        self.check_rows(size)?;
        let crowned = |(_, row): &&LabelRow| row.iter().any(|label| is_crown(label));
        if let Some((line, _)) = self.sheet.rows.iter().find(crowned) {
            let found = "a crown, which hides the color of its cell";
            let remedy = "put the color of its region there, and queens = [\"r1c1\"] into the file";
            return Err(self.wrong(*line, found, remedy));
        }
        let mut labels: Vec<&str> = Vec::new();
        for label in self.sheet.labels() {
            if !is_outside(label) && !labels.contains(&label) {
                labels.push(label);
            }
        }
        if labels.len() != size || size > LETTERS.len() {
            let found = format!("{} regions in a board of {size}×{size}", labels.len());
            let remedy = "a board has one region a row, at most 52: check labels and headers";
            return Err(self.wrong(None, found, remedy));
        }
        let number = |label: &str| labels.iter().position(|known| *known == label);
        self.grid("a label, . or #", |label| match label {
            "." => Some('.'),
            "#" | "@" => Some('#'),
            label => LETTERS.chars().nth(number(label)?),
        })
    }

    /// The 0, 1 and open cells of a Takuzu or Tango. A `2` is open where `0` occurs, and the other
    /// value where it does not and another symbol is open.
    fn bits(&self) -> Result<Grid<char>> {
        self.check_rows(self.sheet.width())?;
        let has = |known: &str| self.sheet.labels().any(|label| known.contains(label));
        let (zero, one, named) = match [has("0"), has("2"), has("._-*·⬜◻⬛")] {
            [false, true, false] => {
                let found = "a grid of 1 and 2 alone, where 2 may be open or a value";
                return Err(self.wrong(None, found, "write . for open cells, 0 and 1 for values"));
            }
            [true, true, true] => {
                let found = "2 and another symbol for open cells";
                return Err(self.wrong(None, found, "write . for open cells"));
            }
            [false, true, true] => ("1", "2", "1 (for 0), 2 (for 1) or . (open)"),
            _ => ("0", "1", "0, 1 or . (open)"),
        };
        self.grid(named, |label| match label {
            label if label == zero => Some('0'),
            label if label == one => Some('1'),
            label if is_picture(label) => label.chars().next(),
            label => (label == "2" || is_open(label)).then_some('.'),
        })
    }
}

fn sudoku(draft: &Draft<'_>) -> Result<PuzzleText> {
    let size = draft.sheet.rows.len();
    draft.check_rows(size)?;
    let known: String = symbols(size).collect();
    let cell = |label: &str| match is_open(label) {
        true => Some('.'),
        false => clue(label, size),
    };
    let grid = draft.grid(&format!("one of {known}, or . or 0 (open)"), cell)?;
    Ok(PuzzleText::default().grid("grid", &grid))
}

/// The symbol of a clue: a number, or a letter beyond 9.
fn clue(label: &str, size: usize) -> Option<char> {
    let number = || label.parse::<usize>().ok()?.checked_sub(1);
    let symbol = label.to_uppercase();
    let letter = || symbols(size).position(|known| symbol == known.to_string());
    number().or_else(letter).and_then(|k| symbols(size).nth(k))
}

/// Lines of an odd number of cells have one more of one of the values.
fn takuzu(draft: &Draft<'_>) -> Result<PuzzleText> {
    let grid = draft.bits()?;
    let mut keys = PuzzleText::default().grid("grid", &grid);
    let (rows, cols) = grid.shape();
    for (key, cells, lines) in [("row_ones", cols, rows), ("col_ones", rows, cols)] {
        if cells % 2 == 1 {
            let half = format!("[{}, {}]", cells / 2, cells / 2 + 1);
            let halves = vec![half; lines].join(", ");
            keys = keys.value(key, format_args!("[{halves}]"));
        }
    }
    Ok(keys)
}

fn n_queens(draft: &Draft<'_>) -> Result<PuzzleText> {
    let size = draft.sheet.rows.len();
    draft.check_rows(size)?;
    let board = draft.grid("Q or . (open)", |label| match is_queen(label) {
        true => Some('Q'),
        false => is_open(label).then_some('.'),
    })?;
    let queens = board.iter().filter(|(_, symbol)| **symbol == 'Q');
    let keys = PuzzleText::default().value("size", size);
    Ok(keys.list("queens", queens.map(|(cell, _)| cell)))
}

fn is_open(label: &str) -> bool {
    matches!(label, "." | "0" | "_" | "-" | "*" | "·" | "⬜" | "◻" | "⬛")
}

/// Whether the label is a picture of a sun or a moon.
fn is_picture(label: &str) -> bool {
    let mut symbols = label.chars().filter_map(bit);
    symbols.next().is_some() && !matches!(label, "0" | "1")
}

fn is_queen(label: &str) -> bool {
    matches!(label, "Q" | "q") || is_crown(label)
}

fn is_crown(label: &str) -> bool {
    matches!(label, "♛" | "♕" | "👑")
}

/// Whether the label is that of no region.
fn is_outside(label: &str) -> bool {
    matches!(label, "." | "#" | "@")
}

/// Whether labels may be those of regions: several, and none a mark of code or of words.
fn has_regions(sheet: &Sheet) -> bool {
    let labels: BTreeSet<&str> = sheet.labels().collect();
    let regions = labels.iter().filter(|label| !is_outside(label)).count();
    let width = sheet.width();
    let alike = sheet
        .rows
        .iter()
        .filter(|(_, row)| row.len() == width)
        .count();
    let is_code = |label: &&str| label.contains(['=', '{', '}', '[', ']', '"', '\'']);
    regions.min(sheet.rows.len()) >= FEWEST_REGIONS
        && 2 * alike > sheet.rows.len()
        && !labels.iter().any(is_code)
}

/// The number of the connected piece that each cell of a board (rows, columns) lies in. `divided`
/// says whether a wall is between two neighbors, the first above the second or left of it.
pub(super) fn pieces(shape: (usize, usize), divided: impl Fn(Cell, Cell) -> bool) -> Grid<usize> {
    let mut numbers = Grid::from_fn(shape.0, shape.1, |_| None);
    let cells = numbers.map(|cell, _| cell);
    for (number, (start, _)) in cells.iter().enumerate() {
        if numbers[start].is_none() {
            for cell in piece(shape, start, |a, b| !divided(a.min(b), a.max(b))) {
                numbers[cell] = Some(number);
            }
        }
    }
    numbers.map(|_, number| number.unwrap_or(0))
}
