//! A puzzle: a board, its rules as a [`Model`], and how it looks. One file per family.
//!
//! Here, too: a cell that shows one symbol of several, with a variable for each.
//!
//! A family reads a puzzle file and states its rules; everything after that (reduction, encoding,
//! simulation, judging, drawing) sees only the [`Puzzle`] it made. The families are in the table
//! [`Family::ALL`]; a new one costs a file and a line there.

mod binary_grid;
mod board;
mod chess;
mod counts;
mod family;
mod file;
mod n_queens_squared;
mod queens;
mod sudoku;
mod symbols;
mod tents;
mod text;

use crate::error::{Error, Result};
use crate::grid::{Cell, Grid, Topology};
use crate::model::{Assignment, Model, Var};
pub(crate) use binary_grid::bit;
pub(crate) use board::Moves;
pub(crate) use chess::chess_moves;
pub use family::Family;
pub(crate) use file::MAX_SIDE;
pub use file::{Document, DocumentValue};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
pub(crate) use sudoku::usual_box;
pub(crate) use symbols::symbols;
pub(crate) use text::PuzzleText;

/// A board with its rules, ready for every later stage.
///
/// ```
/// use ketboard_puzzles::{Cell, Limits, Puzzle};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6\nqueens = ['r1c2']", "six queens")?;
/// assert!(puzzle.has_board() && puzzle.is_given(Cell::new(0, 1)));
/// let solutions = puzzle.model.all_solutions(&Limits::default()).solutions;
/// assert_eq!(puzzle.board(&solutions[0])[0], "010000");
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The family's name as puzzle files write it.
    pub family: &'static str,
    /// The puzzle's own name.
    pub name: String,
    /// Where it came from, for messages.
    pub file: String,
    /// What each cell of the board holds.
    pub slots: Grid<Slot>,
    /// The rules.
    pub model: Model,
    /// How to draw it.
    pub look: Look,
    /// The line of `file` that states a given.
    pub given_lines: BTreeMap<Var, usize>,
}

/// What one place of the board holds.
///
/// ```
/// use ketboard_puzzles::{Cell, Puzzle, Slot};
///
/// let text = "family = 'n-queens'\nboard = '''\n#...\n....\n....\n....\n'''";
/// let puzzle = Puzzle::parse(text, "a board with a hole")?;
/// assert_eq!(puzzle.slots[Cell::new(0, 0)], Slot::Missing);
/// assert_eq!(puzzle.slots[Cell::new(0, 1)].vars().len(), 1); // a queen or none
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// No cell: the board has a hole here.
    Missing,
    /// A cell that is 0 or 1.
    Bit(Var),
    /// A tree, which is no variable: always 0.
    Tree,
    /// A cell that holds a symbol of several.
    Choice(Choice),
}

/// What a drawing needs beside the values.
///
/// ```
/// use ketboard_puzzles::{Puzzle, Topology};
///
/// let text = "family = 'tango'\ngrid = '''\n0...\n....\n....\n...1\n'''";
/// let look = Puzzle::parse(text, "suns and moons")?.look;
/// assert_eq!((look.words, look.topology), (["sun", "moon"], Topology::Plane));
/// assert!(look.signs.is_empty() && look.regions.is_none());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The region number of each cell, where the family has regions.
    pub regions: Option<Grid<Option<usize>>>,
    /// Signs between cells.
    pub signs: Vec<(Cell, Cell, Sign)>,
    /// How 0 and 1 are drawn.
    pub glyphs: [char; 2],
    /// What 0 and 1 are called.
    pub words: [&'static str; 2],
    /// What pictures draw for 0 and 1.
    pub shapes: Shapes,
    /// Which edges are joined.
    pub topology: Topology,
    /// The letter of the piece that a 1 is in each cell, where cells differ in it; `shapes` is then
    /// [`Shapes::Pieces`].
    pub pieces: Option<Grid<Option<char>>>,
}

/// What pictures draw for 0 and 1.
///
/// ```
/// use ketboard_puzzles::{Puzzle, Shapes};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// assert_eq!(puzzle.look.shapes, Shapes::Queens);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shapes {
    /// A 1 is a queen, a 0 an empty cell.
    Queens,
    /// A 1 is a star, a 0 an empty cell.
    Stars,
    /// A 1 is a tent, a 0 an empty cell.
    Tents,
    /// A 1 is the piece of its cell ([`Look::pieces`]), a 0 an empty cell.
    Pieces,
    /// A 0 is a sun, a 1 a moon.
    SunsAndMoons,
    /// The digits.
    Digits,
}

/// A sign between two cells.
///
/// ```
/// use ketboard_puzzles::{Cell, Puzzle, Sign};
///
/// let text = "family = 'tango'\ngrid = '''\n..\n..\n'''\nsigns = ['r1c1 x r1c2']";
/// let puzzle = Puzzle::parse(text, "one sign")?;
/// assert_eq!(puzzle.look.signs, [(Cell::new(0, 0), Cell::new(0, 1), Sign::Differ)]);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// `=`: both alike.
    Equal,
    /// `x`: one of each.
    Differ,
}

impl Sign {
    /// The two sides of `r1c1 = r1c2` or `r1c1 x r1c2`, and the sign between them.
    pub(crate) fn split(text: &str) -> Option<(&str, &str, Self)> {
        const MARKS: [char; 4] = ['=', 'x', 'X', '×'];
        let (first, second) = text.split_once(MARKS)?;
        let is_equal = text[first.len()..].starts_with('=');
        let sign = if is_equal { Self::Equal } else { Self::Differ };
        let [first, second] = [first, second].map(str::trim);
        let is_whole = !first.is_empty() && !second.is_empty() && !second.contains(MARKS);
        is_whole.then_some((first, second, sign))
    }
}

/// What is in place of a family where there is no puzzle, but a model of your own.
const OWN_MODEL: &str = "model";

impl Slot {
    /// The variable of a cell that is 0 or 1.
    pub(crate) fn bit(&self) -> Option<Var> {
        match self {
            Self::Bit(var) => Some(*var),
            Self::Missing | Self::Tree | Self::Choice(_) => None,
        }
    }

    /// The variables that decide what is here.
    pub fn vars(&self) -> Vec<Var> {
        match self {
            Self::Missing | Self::Tree => Vec::new(),
            Self::Bit(var) => vec![*var],
            Self::Choice(choice) => choice.vars().collect(),
        }
    }
}

impl Look {
    /// A board of these shapes, without regions, signs and pieces.
    pub(crate) fn of(shapes: Shapes, topology: Topology) -> Self {
        let (glyphs, words) = match shapes {
            Shapes::Queens => (['·', '♛'], ["empty", "queen"]),
            Shapes::Stars => (['·', '★'], ["empty", "star"]),
            Shapes::Tents => (['·', '▲'], ["empty", "tent"]),
            Shapes::Pieces => (['·', '♟'], ["empty", "piece"]),
            Shapes::SunsAndMoons => (['○', '☾'], ["sun", "moon"]),
            Shapes::Digits => (['0', '1'], ["0", "1"]),
        };
        Self {
            regions: None,
            signs: Vec::new(),
            glyphs,
            words,
            shapes,
            topology,
            pieces: None,
        }
    }

    /// How the terminal shows a symbol of a board: 0 and 1 by the family's glyphs, no symbol as a
    /// dot.
    pub(crate) fn glyph(&self, symbol: char) -> char {
        match symbol {
            '0' => self.glyphs[0],
            '1' => self.glyphs[1],
            '.' => '·',
            other => other,
        }
    }
}

impl Puzzle {
    /// How many there are to be in each row and in each column, where these numbers differ, else
    /// none; a question mark where the puzzle does not say it.
    pub fn margins(&self) -> [Vec<String>; 2] {
        let count = |name: String| {
            let rules = self.model.constraints().iter();
            let named = rules.filter(|rule| rule.name == name);
            // of several rules on a line the last one states its count
            let mut counts = named.filter_map(|rule| rule.form.count_text());
            counts.next_back().unwrap_or_else(|| "?".to_owned())
        };
        let lines = [("row", self.slots.rows()), ("column", self.slots.cols())];
        let counts = lines.map(|(part, lines)| -> Vec<String> {
            (1..=lines).map(|k| count(format!("{part} {k}"))).collect()
        });
        if counts.iter().flatten().all(|count| *count == counts[0][0]) {
            return Default::default();
        }
        counts
    }

    /// The puzzle in a file.
    ///
    /// # Errors
    /// A file that cannot be read or is not UTF-8, and whatever [`Self::parse`] refuses.
    pub fn read(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|source| Error::Read {
            path: path.to_owned(),
            source,
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
            let found = "bytes that are no UTF-8 text";
            Error::input(&file, Some(line), found, "save the file as UTF-8")
        })?;
        Self::parse(&text, &file)
    }

    /// The puzzle that `text` states; `file` is its name in messages.
    ///
    /// # Errors
    /// Text that is no TOML, an unknown family or key, a malformed board, counts that cannot add
    /// up: the line, what was found, what would be right. That a puzzle has no solution is no error
    /// here.
    pub fn parse(text: &str, file: &str) -> Result<Self> {
        let document = Document::parse(text, file)?;
        let root = document.root();
        let family = Family::of(&root)?;
        (family.parse)(&root)?.puzzle(family.name)
    }

    /// A model of your own, which has no board: its variables are in one row, in their order, so
    /// that the row of [`Self::board`] is the assignment as a bitstring.
    pub fn of_model(name: impl Into<String>, model: Model) -> Self {
        let name = name.into();
        let variables: Vec<Var> = model.variables().collect();
        Self {
            family: OWN_MODEL,
            file: name.clone(),
            name,
            slots: Grid::from_fn(1, variables.len(), |cell| Slot::Bit(variables[cell.col])),
            model,
            look: Look::of(Shapes::Digits, Topology::Plane),
            given_lines: BTreeMap::new(),
        }
    }

    /// Whether there is a board to draw: not so where a model was given without one
    /// ([`Self::of_model`]).
    pub fn has_board(&self) -> bool {
        self.family != OWN_MODEL
    }

    /// What the place of a cell is called: `r1c2`, or the name of the variable where there is no
    /// board.
    pub fn name_of(&self, cell: Cell) -> String {
        match self.var_at(cell) {
            Some(var) if !self.has_board() => self.model.name(var).to_owned(),
            Some(_) | None => cell.to_string(),
        }
    }

    /// The board at an assignment: one string a row, one character a cell: `0`, `1` or a symbol;
    /// `#` where no cell is.
    pub fn board(&self, assignment: &Assignment) -> Vec<String> {
        let symbols = self.slots.map(|_, slot| match slot {
            Slot::Missing => '#',
            Slot::Tree => '0',
            Slot::Bit(var) => char::from(b'0' + u8::from(assignment[var.index()])),
            Slot::Choice(choice) => choice.symbol(assignment),
        });
        symbols.lines().collect()
    }

    /// The solutions among which no two show the same board: of each board the first.
    ///
    /// Assignments and boards are the same thing but in families where a cell shows the same symbol
    /// for several of its variables. A count or list of boards is of these; probabilities sum
    /// over all assignments.
    pub fn different_boards(&self, solutions: Vec<Assignment>) -> Vec<Assignment> {
        if self.solutions_are_boards() {
            return solutions;
        }
        let mut seen = BTreeSet::new();
        let mut boards = solutions;
        boards.retain(|solution| seen.insert(self.board(solution)));
        boards
    }

    /// Whether different solutions always show different boards.
    fn solutions_are_boards(&self) -> bool {
        let slots = || self.slots.iter().map(|(_, slot)| slot);
        let shown: BTreeSet<Var> = slots().flat_map(Slot::vars).collect();
        let distinguishes = |slot: &Slot| match slot {
            Slot::Missing | Slot::Tree | Slot::Bit(_) => true,
            Slot::Choice(choice) => choice.distinguishes_its_variables(),
        };
        shown.len() == self.model.len() && slots().all(distinguishes)
    }

    /// The variable of a cell that is 0 or 1, or `None` where no such cell is.
    pub(crate) fn var_at(&self, cell: Cell) -> Option<Var> {
        self.slots.get(cell)?.bit()
    }

    /// Whether the puzzle gives what the cell holds.
    pub fn is_given(&self, cell: Cell) -> bool {
        self.slots.get(cell).is_some_and(|slot| match slot {
            Slot::Missing | Slot::Tree => false,
            Slot::Bit(var) => self.model.givens().iter().any(|(given, _)| given == var),
            Slot::Choice(choice) => choice.given.is_some(),
        })
    }

    /// Number of cells that hold a value: all but missing and taken ones.
    pub fn cells(&self) -> usize {
        let holds = |slot: &Slot| matches!(slot, Slot::Bit(_) | Slot::Choice(_));
        self.slots.iter().filter(|(_, slot)| holds(slot)).count()
    }
}

// A cell that shows one symbol of several, with a variable for each.
//
// Cell r1c1 of a Sudoku has the variables `r1c1=1`, `r1c1=2`, …, of which a rule of the family
// lets exactly one be 1. Two variables may show the same symbol: a tent is a tent whichever tree
// it belongs to. Then several assignments are one board, and [`super::Puzzle::different_boards`]
// counts it once.

/// The symbols of a cell and what it shows.
///
/// ```
/// use ketboard_puzzles::{Cell, Puzzle, Slot};
///
/// let text = "family = 'sudoku'\ngrid = '''\n1...\n....\n..2.\n....\n'''";
/// let puzzle = Puzzle::parse(text, "four symbols")?;
/// let Slot::Choice(corner) = &puzzle.slots[Cell::new(0, 0)] else { panic!("one of four") };
/// assert_eq!((corner.given, corner.vars().count()), (Some('1'), 4));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The symbol that the cell shows where the variable is 1.
    pub of: Vec<(char, Var)>,
    /// What it shows where none of them is 1.
    pub none: char,
    /// What it shows where more than one of them is 1.
    pub several: char,
    /// The symbol that the puzzle gives the cell.
    pub given: Option<char>,
}

impl Choice {
    /// The symbol at an assignment.
    pub(crate) fn symbol(&self, assignment: &[bool]) -> char {
        let mut ones = self.of.iter().filter(|(_, var)| assignment[var.index()]);
        match (ones.next(), ones.next()) {
            (None, _) => self.none,
            (Some((symbol, _)), None) => *symbol,
            (Some(_), Some(_)) => self.several,
        }
    }

    /// The variables of the cell.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        self.of.iter().map(|(_, var)| *var)
    }

    /// Whether no two of its variables show the same.
    fn distinguishes_its_variables(&self) -> bool {
        let symbols: BTreeSet<char> = self.of.iter().map(|(symbol, _)| *symbol).collect();
        symbols.len() == self.of.len() && !symbols.contains(&self.none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_shows_the_symbol_of_its_one() {
        let choice = Choice {
            of: vec![('1', Var(0)), ('2', Var(2))],
            none: '.',
            several: '*',
            given: None,
        };
        for (ones, symbol) in [
            ([false, true, false], '.'),
            ([true, false, false], '1'),
            ([false, false, true], '2'),
            ([true, false, true], '*'),
        ] {
            assert_eq!(choice.symbol(&ones), symbol);
        }
    }
}
