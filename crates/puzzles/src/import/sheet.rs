//! What a text says, and what it says as a puzzle of each family.
//!
//! A [`Sheet`] holds the board as rows of labels, whatever they stand in: lines of text, with
//! blanks or without, arrays, links. [`READINGS`] say what labels mean in each family, so that
//! boards of one shape are read alike.

use super::source::{PastedText, clipped};
use crate::error::{Error, Result};
use crate::grid::{Cell, Grid, Topology};
use crate::puzzle::{PuzzleText, symbols};
use std::collections::BTreeSet;

/// A row of labels, one a cell, and the line it stands in.
#[derive(Clone, Debug)]
pub(super) struct LabelRow {
    pub(super) line: Option<usize>,
    pub(super) labels: Vec<String>,
}

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
    pub(super) example: &'static str,
    /// Whether the labels alone suggest the family.
    pub(super) suggests: fn(&Sheet) -> bool,
    /// The keys of the puzzle file.
    pub(super) read: fn(&SheetText<'_>) -> Result<PuzzleText>,
}

/// A sheet beside the text that it comes from, and the reading whose errors are wanted.
pub(super) struct SheetText<'a> {
    pub(super) source: &'a PastedText<'a>,
    pub(super) sheet: &'a Sheet,
    pub(super) reading: &'static Reading,
}

const REGIONS: &str = "AABB\nACBB\nCCCB\nDDDD";

pub(super) static READINGS: &[Reading] = &[
    Reading {
        family: "sudoku",
        example: "1..4\n..2.\n.3..\n...1",
        suggests: |sheet| {
            let known = |label: &str| is_open(label) || clue(label, sheet.rows.len()).is_some();
            let clues = sheet.labels().filter(|label| !is_open(label));
            sheet.rows.len() >= 4
                && sheet.labels().all(known)
                && clues.collect::<BTreeSet<_>>().len() > 1
        },
        read: sudoku,
    },
    Reading {
        family: "queens",
        example: REGIONS,
        suggests: has_regions,
        read: |text| Ok(PuzzleText::default().grid("regions", &text.regions()?, |c| *c)),
    },
    Reading {
        family: "star-battle",
        example: REGIONS,
        suggests: |sheet| sheet.stars.is_some() && has_regions(sheet),
        read: |text| {
            let stars = text.sheet.stars.ok_or_else(|| {
                let found = "nothing, and a drawn star battle does not tell its stars";
                let remedy = "give `stars` 1 or 2: stars in each row, column and region";
                Error::setting("stars", found, remedy)
            })?;
            let regions = PuzzleText::default().grid("regions", &text.regions()?, |c| *c);
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
        read: takuzu,
    },
    Reading {
        family: "tango",
        example: "0=. . .\\n    x\\n. . . .\\n. . . .\\n. . .x1",
        suggests: |_| false,
        read: |text| Ok(PuzzleText::default().grid("grid", &text.bits()?, |c| *c)),
    },
    Reading {
        family: "n-queens",
        example: ".Q..\n....\n....\n....",
        suggests: |sheet| {
            let known = |label: &str| is_queen(label) || is_open(label);
            sheet.labels().any(is_queen) && sheet.labels().all(known)
        },
        read: n_queens,
    },
    Reading {
        family: "tents",
        example: "4 4\n1 0 1 1\n1 1 0 1\n----\n---x\nx---\n-x--",
        suggests: |_| false,
        read: |text| {
            text.check_rows(text.sheet.width())?;
            let tree = |label: &str| match label {
                "T" | "x" | "X" | "🌲" | "🌳" => Some('T'),
                label => is_open(label).then_some('.'),
            };
            let trees = text.grid("T or x (tree) or . (open)", tree)?;
            Ok(PuzzleText::default().grid("trees", &trees, |c| *c))
        },
    },
];

/// The letters that puzzle files have for regions.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Regions from which a grid is taken for a board of queens: below it, boards have no solution, and
/// grids of two values and an open cell look alike.
const FEWEST_REGIONS: usize = 4;

impl Sheet {
    /// A board of one family, from symbols in reading order.
    pub(super) fn of(family: &'static str, cells: &[char], cols: usize) -> Self {
        let labels: Vec<String> = cells.iter().map(char::to_string).collect();
        Self::of_labels(family, &labels, cols)
    }

    /// A board of one family, from labels in reading order.
    pub(super) fn of_labels(family: &'static str, labels: &[String], cols: usize) -> Self {
        let row = |labels: &[String]| LabelRow {
            line: None,
            labels: labels.to_vec(),
        };
        Self {
            families: vec![family],
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
        let rows = self.rows.iter();
        rows.flat_map(|row| row.labels.iter().map(String::as_str))
    }

    /// The cells of the first row.
    pub(super) fn width(&self) -> usize {
        self.rows.first().map_or(0, |row| row.labels.len())
    }

    /// Whether every region is in one piece, as those of most boards are.
    pub(super) fn has_whole_regions(&self) -> bool {
        let (rows, cols) = (self.rows.len(), self.width());
        let label = |cell: Cell| self.rows[cell.row].labels.get(cell.col);
        let pieces = pieces((rows, cols), |a, b| label(a) != label(b));
        let pieces: BTreeSet<usize> = pieces.iter().map(|(_, number)| *number).collect();
        let labels: BTreeSet<&str> = self.labels().collect();
        pieces.len() == labels.len()
    }
}

impl SheetText<'_> {
    /// An error of a line, whose remedy ends with an example.
    pub(super) fn wrong(
        &self,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: &str,
    ) -> Error {
        let Reading {
            family, example, ..
        } = self.reading;
        let remedy = format!("{remedy}; a {family} board is written like {example:?}");
        self.source.wrong(line, found, remedy)
    }

    /// Succeeds if every row has so many cells.
    fn check_rows(&self, cells: usize) -> Result<()> {
        let rows = self.sheet.rows.iter().enumerate();
        let mut odd = rows.filter(|(_, row)| row.labels.len() != cells);
        if let Some((index, row)) = odd.next() {
            let (number, found, rows) = (index + 1, row.labels.len(), self.sheet.rows.len());
            let found = format!("row {number} has {found} cells in a board of {rows} rows");
            let remedy = format!("write one line a row, one label a cell, {cells} in each row");
            return Err(self.wrong(row.line, found, &remedy));
        }
        if self.sheet.rows.is_empty() {
            return Err(self.wrong(None, "no row of cells", "write one line a row"));
        }
        Ok(())
    }

    /// The board whose labels have this `meaning`; `known` names them for messages.
    fn grid(&self, known: &str, meaning: impl Fn(&str) -> Option<char>) -> Result<Grid<char>> {
        let mut cells = Vec::new();
        for row in &self.sheet.rows {
            for label in &row.labels {
                cells.push(meaning(label).ok_or_else(|| {
                    let found = format!("{} as a cell", clipped(label));
                    self.wrong(row.line, found, &format!("a cell is {known}"))
                })?);
            }
        }
        let cols = self.sheet.width();
        Ok(Grid::from_fn(self.sheet.rows.len(), cols, |cell| {
            cells[cell.row * cols + cell.col]
        }))
    }

    /// The regions as letters A, B, C, … by first appearance. Labels need not be contiguous nor in
    /// order; `.` is a cell in no region, `#` and `@` are no cells. A board has as many regions as
    /// rows, so that a label too many or too few is noticed here.
    fn regions(&self) -> Result<Grid<char>> {
        let size = self.sheet.rows.len();
        self.check_rows(size)?;
        if let Some(row) = self
            .sheet
            .rows
            .iter()
            .find(|row| row.labels.iter().any(|l| is_crown(l)))
        {
            let remedy = "put the color of its region there, and queens = [\"r1c1\"] into the file";
            return Err(self.wrong(
                row.line,
                "a crown, which hides the color of its cell",
                remedy,
            ));
        }
        let mut labels: Vec<&str> = Vec::new();
        for label in self.sheet.labels() {
            if !matches!(label, "." | "#" | "@") && !labels.contains(&label) {
                labels.push(label);
            }
        }
        if labels.len() != size || size > LETTERS.len() {
            let found = format!("{} regions in a board of {size}×{size}", labels.len());
            let remedy = "a board has one region a row, at most 52: check labels and headers";
            return Err(self.wrong(None, found, remedy));
        }
        self.grid("a label, . or #", |label| match label {
            "." => Some('.'),
            "#" | "@" => Some('#'),
            label => LETTERS
                .chars()
                .nth(labels.iter().position(|known| *known == label)?),
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
            label => (label == "2" || is_open(label)).then_some('.'),
        })
    }
}

fn sudoku(text: &SheetText<'_>) -> Result<PuzzleText> {
    let size = text.sheet.rows.len();
    text.check_rows(size)?;
    let known: String = symbols(size).collect();
    let known = format!("one of {known}, or . or 0 (open)");
    let cell = |label: &str| match is_open(label) {
        true => Some('.'),
        false => clue(label, size),
    };
    Ok(PuzzleText::default().grid("grid", &text.grid(&known, cell)?, |c| *c))
}

/// The symbol of a clue: a number, or a letter beyond 9.
fn clue(label: &str, size: usize) -> Option<char> {
    let number = || label.parse::<usize>().ok()?.checked_sub(1);
    let symbol = label.to_uppercase();
    let letter = || symbols(size).position(|known| symbol == known.to_string());
    number().or_else(letter).and_then(|k| symbols(size).nth(k))
}

fn takuzu(text: &SheetText<'_>) -> Result<PuzzleText> {
    let grid = text.bits()?;
    let halves = |cells: usize, lines: usize| {
        let half = format!("[{}, {}]", cells / 2, cells / 2 + 1);
        let counts = vec![half; lines].join(", ");
        (cells % 2 == 1).then(|| format!("[{counts}]"))
    };
    let mut keys = PuzzleText::default().grid("grid", &grid, |c| *c);
    for (key, cells, lines) in [
        ("row_ones", grid.cols(), grid.rows()),
        ("col_ones", grid.rows(), grid.cols()),
    ] {
        if let Some(counts) = halves(cells, lines) {
            keys = keys.value(key, counts);
        }
    }
    Ok(keys)
}

fn n_queens(text: &SheetText<'_>) -> Result<PuzzleText> {
    let size = text.sheet.rows.len();
    text.check_rows(size)?;
    let cell = |label: &str| match is_queen(label) {
        true => Some('Q'),
        false => is_open(label).then_some('.'),
    };
    let board = text.grid("Q or . (open)", cell)?;
    let queens = board.iter().filter(|(_, symbol)| **symbol == 'Q');
    let keys = PuzzleText::default().value("size", size);
    Ok(keys.list("queens", queens.map(|(cell, _)| cell)))
}

fn is_open(label: &str) -> bool {
    matches!(label, "." | "0" | "_" | "-" | "*" | "·" | "⬜" | "◻" | "⬛")
}

fn is_queen(label: &str) -> bool {
    matches!(label, "Q" | "q") || is_crown(label)
}

fn is_crown(label: &str) -> bool {
    matches!(label, "♛" | "♕" | "👑")
}

/// Whether labels may be those of regions: several, and none a mark of code or of words.
fn has_regions(sheet: &Sheet) -> bool {
    let labels: BTreeSet<&str> = sheet.labels().collect();
    let regions = labels
        .iter()
        .filter(|label| !matches!(**label, "." | "#" | "@"));
    let width = sheet.width();
    let alike = sheet
        .rows
        .iter()
        .filter(|row| row.labels.len() == width)
        .count();
    regions.count() >= FEWEST_REGIONS
        && sheet.rows.len() >= FEWEST_REGIONS
        && 2 * alike > sheet.rows.len()
        && !labels
            .iter()
            .any(|label| label.contains(['=', '{', '}', '[', ']', '"', '\'']))
}

/// The number of the connected piece that each cell of a board (rows, columns) lies in. `parted`
/// says whether a wall stands between two neighbors, the first above the second or left of it.
pub(super) fn pieces(shape: (usize, usize), parted: impl Fn(Cell, Cell) -> bool) -> Grid<usize> {
    let mut numbers: Grid<Option<usize>> = Grid::from_fn(shape.0, shape.1, |_| None);
    let cells: Vec<Cell> = numbers.iter().map(|(cell, _)| cell).collect();
    for (number, &start) in cells.iter().enumerate() {
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if numbers[cell].is_none() {
                numbers[cell] = Some(number);
                let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter();
                let near = steps.filter_map(|step| Topology::Plane.step(shape, cell, step));
                open.extend(near.filter(|next| {
                    numbers[*next].is_none() && !parted(cell.min(*next), cell.max(*next))
                }));
            }
        }
    }
    numbers.map(|_, number| number.unwrap_or(0))
}
