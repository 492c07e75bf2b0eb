//! Boards for the terminal: box lines, regions in color, signs between cells, givens marked.
//!
//! Here, too: the characters of boards whose cells differ in what a 1 is.
//!
//! A heavy line surrounds the board and parts its regions, a light line parts the cells of one
//! region, a missing cell is blank. Without color a given is `[0]`, a deduced value `0'` and an
//! answer plain `0`; with color a given is bold, a deduced value and an answer have a color each.
//! Every glyph is one column wide. Nothing here prints or asks what terminal there is.

mod canvas;

use crate::grid::{Cell, Topology};
use crate::puzzle::{Choice, Puzzle, Sign, Slot};
use anstyle::{Ansi256Color, AnsiColor, Style as Paint};
use canvas::{Canvas, painted};
use std::collections::BTreeSet;

/// What is known of a cell.
///
/// ```
/// use ketboard_puzzles::{CellMark, DrawStyle, Puzzle};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']", "four queens")?;
/// let mut marks = vec![CellMark::Open; puzzle.model.len()];
/// marks[1] = CellMark::Given(true);
/// marks[4] = CellMark::Deduced(false); // attacked by the given queen
/// let drawing = puzzle.drawn(&marks, DrawStyle::Plain);
/// let [empty, queen] = puzzle.look.glyphs;
/// assert!(drawing.contains(&format!("[{queen}]")) && drawing.contains(&format!(" {empty}'")));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellMark {
    /// Nothing.
    Open,
    /// The puzzle gives the value.
    Given(bool),
    /// The reduction found the value.
    Deduced(bool),
    /// A search found the value.
    Answer(bool),
}

/// How marks and regions are shown.
///
/// ```
/// use ketboard_puzzles::{CellMark, DrawStyle, Puzzle};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let drawing = |style| puzzle.drawn(&[CellMark::Answer(true); 16], style);
/// assert!(drawing(DrawStyle::Color).contains('\u{1b}')); // the escape before a color
/// assert!(!drawing(DrawStyle::Plain).contains('\u{1b}'));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawStyle {
    /// By ANSI colors (256).
    Color,
    /// By characters alone.
    Plain,
}

/// Columns of text from one vertical line to the next.
const PITCH: usize = 4;

impl Puzzle {
    /// The drawing of a puzzle's board, several lines, each ended by a line break. `marks` holds
    /// one mark per variable, by [`crate::model::Var::index`].
    ///
    /// Row and column numbers are at the left and on top; at the right and below how many there are
    /// to be in each row and column, where that differs. Signs are on the line between their cells;
    /// what has no such line (signs between distant cells, joined edges) is said below.
    ///
    /// ```
    /// use ketboard_puzzles::{CellMark, DrawStyle, Puzzle};
    ///
    /// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
    /// let drawing = puzzle.drawn(&[CellMark::Open; 16], DrawStyle::Plain);
    /// assert_eq!(drawing.lines().next(), Some("    1   2   3   4"));
    /// assert_eq!(drawing.lines().count(), 1 + 2 * 4 + 1); // numbers, cells, and lines around them
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    pub fn drawn(&self, marks: &[CellMark], style: DrawStyle) -> String {
        assert_eq!(marks.len(), self.model.len(), "one mark per variable");
        let mut canvas = Canvas::blank(self, style);
        canvas::draw_frame(&mut canvas);
        for (cell, slot) in self.slots.iter() {
            let background = canvas.background(cell);
            let (text, paint) = match slot {
                Slot::Missing => continue,
                // dim, as it is no part of the answer
                Slot::Tree => (
                    " ♣ ".to_owned(),
                    Paint::new().dimmed().bg_color(background.map(Into::into)),
                ),
                Slot::Bit(_) | Slot::Choice(_) => face(seen(self, cell, marks), background, style),
            };
            canvas.write(2 * cell.row + 1, PITCH * cell.col + 1, &text, paint);
        }
        let distant = draw_signs(&mut canvas);
        with_rim(self, &canvas.lines()) + &notes(self, &distant)
    }

    /// What the glyphs and the marks mean, in one line without a line break.
    ///
    /// ```
    /// use ketboard_puzzles::{DrawStyle, Puzzle};
    ///
    /// let text = "family = 'tango'\ngrid = '''\n..\n..\n'''";
    /// let legend = Puzzle::parse(text, "suns and moons")?.legend(DrawStyle::Plain);
    /// assert_eq!(legend, "○ sun   ☾ moon   [☾] given   ☾' deduced   ☾ answer");
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    pub fn legend(&self, style: DrawStyle) -> String {
        let look = &self.look;
        let canvas = Canvas::blank(self, style);
        let background = self
            .slots
            .iter()
            .find_map(|(cell, _)| canvas.background(cell));
        let mut glyphs =
            [0, 1].map(|value| format!("{} {}", look.glyphs[value], look.words[value]));
        if let Some(names) = legend(self) {
            glyphs[1] = names;
        }
        let named = (0..2).any(|value| look.words[value] != look.glyphs[value].to_string());
        let has_tree = self.slots.iter().any(|(_, slot)| *slot == Slot::Tree);
        let tree = has_tree.then(|| "♣ tree".to_owned());
        let marks = [
            (CellMark::Given(true), "given"),
            (CellMark::Deduced(true), "deduced"),
            (CellMark::Answer(true), "answer"),
        ];
        let words = marks.map(|(mark, word)| {
            let (text, paint) = face((mark, look.glyph('1')), background, style);
            match style {
                DrawStyle::Color => format!("{} {word}", painted(&text, paint)),
                DrawStyle::Plain => format!("{} {word}", text.trim()),
            }
        });
        let glyphs = glyphs.into_iter().filter(|_| named);
        let parts: Vec<String> = glyphs.chain(tree).chain(words).collect();
        parts.join("   ")
    }
}

impl CellMark {
    /// The value that is shown, if one is.
    fn value(self) -> Option<bool> {
        match self {
            Self::Open => None,
            Self::Given(value) | Self::Deduced(value) | Self::Answer(value) => Some(value),
        }
    }
}

/// What is known of a cell, and the glyph that says so.
fn seen(puzzle: &Puzzle, cell: Cell, marks: &[CellMark]) -> (CellMark, char) {
    match &puzzle.slots[cell] {
        Slot::Missing | Slot::Tree => (CellMark::Open, ' '),
        Slot::Bit(var) => {
            let mark = marks[var.index()];
            (mark, character(puzzle, cell, mark))
        }
        Slot::Choice(choice) => {
            let (mark, symbol) = symbol_seen(choice, marks);
            (mark, symbol.map_or(' ', |symbol| puzzle.look.glyph(symbol)))
        }
    }
}

/// The symbol of the variables known to be 1, else the given one, else none where all are known to
/// be 0. A cell without variables holds none from the start.
fn symbol_seen(choice: &Choice, marks: &[CellMark]) -> (CellMark, Option<char>) {
    let known = choice.of.iter();
    let known = known.map(|(symbol, var)| (*symbol, marks[var.index()]));
    let known: Vec<(char, CellMark)> = known.collect();
    let ones = known.iter().filter(|(_, mark)| mark.value() == Some(true));
    match (&ones.collect::<Vec<_>>()[..], choice.given) {
        ([(symbol, _)], Some(given)) if *symbol == given => (CellMark::Given(true), Some(given)),
        ([(symbol, mark)], _) => (*mark, Some(*symbol)),
        ([(_, mark), _, ..], _) => (*mark, Some(choice.several)),
        ([], given) if known.iter().any(|(_, mark)| *mark == CellMark::Open) => (
            given.map_or(CellMark::Open, |_| CellMark::Given(true)),
            given,
        ),
        ([], Some(given)) if given == choice.none => (CellMark::Given(false), Some(given)),
        ([], _) => {
            let mark = known.first().map_or(CellMark::Open, |(_, mark)| *mark);
            (mark, Some(choice.none))
        }
    }
}

/// The three columns of a cell, and their paint.
fn face(
    (mark, glyph): (CellMark, char),
    background: Option<Ansi256Color>,
    style: DrawStyle,
) -> (String, Paint) {
    let text = match (mark, style) {
        (CellMark::Given(_), DrawStyle::Plain) => format!("[{glyph}]"),
        (CellMark::Deduced(_), DrawStyle::Plain) => format!(" {glyph}'"),
        _ => format!(" {glyph} "),
    };
    let paint = match glyph {
        ' ' => Paint::new().bg_color(background.map(Into::into)),
        _ => mark_paint(mark, background),
    };
    (text, paint)
}

/// Bold for givens, a color each for the rest; dark colors on a region's light background.
fn mark_paint(mark: CellMark, background: Option<Ansi256Color>) -> Paint {
    const BLACK: Ansi256Color = Ansi256Color(16);
    const GRAY: Ansi256Color = Ansi256Color(239);
    const BLUE: Ansi256Color = Ansi256Color(21);
    let on_light = background.is_some();
    let paint = match (mark, on_light) {
        (CellMark::Open, true) => GRAY.on_default(),
        (CellMark::Open, false) => Paint::new().dimmed(),
        (CellMark::Given(_), true) => BLACK.on_default().bold(),
        (CellMark::Given(_), false) => Paint::new().bold(),
        (CellMark::Deduced(_), true) => GRAY.on_default(),
        (CellMark::Deduced(_), false) => AnsiColor::Cyan.on_default(),
        (CellMark::Answer(_), true) => BLUE.on_default(),
        (CellMark::Answer(_), false) => AnsiColor::Green.on_default(),
    };
    paint.bg_color(background.map(Into::into))
}

/// Draws the signs between neighbors; returns the others, in words.
fn draw_signs(canvas: &mut Canvas<'_>) -> Vec<String> {
    let mut distant = Vec::new();
    for (a, b, sign) in &canvas.puzzle.look.signs {
        let (first, second) = (*a.min(b), *a.max(b));
        let symbol = match sign {
            Sign::Equal => "=",
            Sign::Differ => "×",
        };
        match between(first, second) {
            Some((row, column)) => {
                let paint = canvas.line(&[Some(first), Some(second)]).bold();
                canvas.write(row, column, symbol, paint);
            }
            None => distant.push(format!("{a} {symbol} {b}")),
        }
    }
    distant
}

/// The place on the canvas between two neighbors, the first of which comes first in reading order.
fn between(first: Cell, second: Cell) -> Option<(usize, usize)> {
    match (second.row - first.row, second.col.abs_diff(first.col)) {
        (0, 1) => Some((2 * first.row + 1, PITCH * second.col)),
        (1, 0) => Some((2 * second.row, PITCH * first.col + PITCH / 2)),
        _ => None,
    }
}

/// The canvas with column numbers above and row numbers on its left.
fn with_rim(puzzle: &Puzzle, lines: &[String]) -> String {
    let width = puzzle.slots.rows().to_string().len();
    let along = |numbers: Vec<String>| {
        let columns: String = numbers.iter().map(|one| format!(" {one:^3}")).collect();
        format!("{:width$} {}\n", "", columns.trim_end())
    };
    let [of_rows, of_columns] = puzzle.margins();
    let mut text = along(
        (1..=puzzle.slots.cols())
            .map(|col| col.to_string())
            .collect(),
    );
    for (k, line) in lines.iter().enumerate() {
        let row = (k % 2 == 1).then_some(k / 2);
        let number = row.map_or_else(String::new, |row| (row + 1).to_string());
        let count = row
            .and_then(|row| of_rows.get(row))
            .map_or("", |count| count);
        let line = format!("{number:>width$} {line} {count}");
        text += line.trim_end();
        text.push('\n');
    }
    if !of_columns.is_empty() {
        text += &along(of_columns);
    }
    text
}

/// What the drawing cannot show.
fn notes(puzzle: &Puzzle, distant: &[String]) -> String {
    let edges = match puzzle.look.topology {
        Topology::Plane => "",
        Topology::Cylinder => "cylinder: the left edge joins the right edge\n",
        Topology::Torus => "torus: the left edge joins the right, the top edge the bottom\n",
    };
    let mut notes = edges.to_owned();
    if !distant.is_empty() {
        notes += &format!("signs between distant cells: {}\n", distant.join(", "));
    }
    notes
}

// The characters of boards whose cells differ in what a 1 is: chess pieces.
//
// A piece on the board is its figure (its letter, for a piece of your own), a cell that may hold
// one shows the letter, an empty cell a dot.

/// Letter, figure and name of the chess pieces.
const FIGURES: [(char, char, &str); 6] = [
    ('K', '♚', "king"),
    ('Q', '♛', "queen"),
    ('R', '♜', "rook"),
    ('B', '♝', "bishop"),
    ('N', '♞', "knight"),
    ('P', '♟', "pawn"),
];

/// The character of a cell, with what is known of it; a blank for nothing.
pub(super) fn character(puzzle: &Puzzle, cell: Cell, mark: CellMark) -> char {
    let piece = puzzle.look.pieces.as_ref().and_then(|pieces| pieces[cell]);
    match (piece, mark.value()) {
        (Some(letter), Some(true)) => figure(letter).0,
        (Some(letter), None) => letter,
        (_, Some(value)) => puzzle.look.glyphs[usize::from(value)],
        (None, None) => ' ',
    }
}

/// `♛ queen (Q)` for each piece of the board that has a figure.
fn legend(puzzle: &Puzzle) -> Option<String> {
    let pieces = puzzle.look.pieces.as_ref()?;
    let letters: BTreeSet<char> = pieces.iter().filter_map(|(_, piece)| *piece).collect();
    let words = letters.into_iter().map(|letter| match figure(letter) {
        (_, "") => format!("{letter} its own moves"),
        (figure, name) => format!("{figure} {name} ({letter})"),
    });
    Some(words.collect::<Vec<_>>().join("   "))
}

/// The glyph of a chess piece and its name.
fn figure(letter: char) -> (char, &'static str) {
    let known = FIGURES.iter().find(|(known, _, _)| *known == letter);
    known.map_or((letter, ""), |(_, figure, name)| (*figure, name))
}
