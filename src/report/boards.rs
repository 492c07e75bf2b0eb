//! The likeliest boards: small boards in rows, each with its probability and whether it obeys the rules; and one board alone.
//!
//! A cell's character is `0` or `1` (drawn as the style says), `.` (open), `#` (missing), `T` among tents (a tree) or any
//! other, drawn as it is.

use plotters::prelude::RGBColor;

use super::Heading;
use super::axis::short_probability;
use super::canvas::{Canvas, Lettering, Pen, Point, sheet};
use super::chart::{Foot, MARGIN, WIDTH, draw_title, title_height};
use super::check::{probability, some};
use super::palette::{GRAY, INK, PAPER, SOFT_INK, VERMILION, tint};
use super::symbols;
use super::text::{shorten, wrap};
use crate::error::{Error, Result};

const GAP: f64 = 28.0;
const FEWEST_COLUMNS: usize = 3;
const MOST_COLUMNS: usize = 4;
const LARGEST_CELL: f64 = 44.0;
const SIZE: f64 = 13.0;
const SMALL: f64 = 11.5;
const OBEYS: RGBColor = RGBColor(0, 128, 94);
const GROUND: RGBColor = RGBColor(246, 192, 176);
const MISSING: RGBColor = RGBColor(120, 120, 120);

/// How the values 0 and 1 are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolStyle {
    /// 1 is a crown, 0 an empty cell.
    Queens,
    /// 1 is a star, 0 an empty cell.
    Stars,
    /// 1 is a tent, 0 an empty cell, T a tree.
    Tents,
    /// A capital letter is a piece, a small one an empty cell that might hold it.
    Pieces,
    /// 0 is a sun, 1 a moon.
    SunsAndMoons,
    /// Both are drawn as digits.
    Characters,
}

/// A sign between two cells, each a 0-based row and column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// `=`: both cells hold the same.
    Equal((usize, usize), (usize, usize)),
    /// `×`: the cells differ.
    Opposite((usize, usize), (usize, usize)),
}

/// One board and what is said about it; cells are 0-based (row, column).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SmallBoard {
    /// One string a row, one character a cell.
    pub rows: Vec<String>,
    /// The region of each cell, by number; empty for a board without regions.
    pub regions: Vec<Vec<usize>>,
    /// Which cells were given; empty for none.
    pub givens: Vec<Vec<bool>>,
    /// Signs between cells.
    pub signs: Vec<Sign>,
    /// Cells that take part in a broken rule.
    pub broken: Vec<(usize, usize)>,
    /// The board's probability, in [0, 1].
    pub probability: f64,
    /// Whether the board obeys the rules.
    pub obeys: bool,
    /// The judgement in words: `solved`, `column 2 holds two queens`.
    pub verdict: String,
}

/// The likeliest boards of a state.
#[derive(Clone, PartialEq, Debug)]
pub struct LikeliestBoards {
    /// The words around the picture.
    pub heading: Heading,
    /// How the values are drawn.
    pub style: SymbolStyle,
    /// The boards, in the order they are drawn.
    pub boards: Vec<SmallBoard>,
}

/// The SVG of the boards in rows of up to four, each with its probability, a mark for the rules and its verdict.
///
/// # Errors
/// [`Error::Argument`] where there is no board, where a row, region or given has no cell or a cell lies outside, and
/// for what is no probability; [`Error::NotFinite`] for NaN.
pub fn likeliest_boards(plot: &LikeliestBoards) -> Result<String> {
    some("boards", &plot.boards)?;
    for (k, board) in plot.boards.iter().enumerate() {
        check(board, &format!("board {}", k + 1))?;
    }
    let columns = plot.boards.len().clamp(FEWEST_COLUMNS, MOST_COLUMNS);
    let tile = (WIDTH - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
    let tiles: Vec<Tile<'_>> = plot
        .boards
        .iter()
        .map(|board| Tile::new(board, tile))
        .collect();
    let top = MARGIN + title_height(&plot.heading.title) + 6.0;
    let mut corners = Vec::with_capacity(tiles.len());
    let mut bottom = top;
    for row in tiles.chunks(columns) {
        let left = |k: usize| MARGIN + (tile + GAP) * k as f64;
        corners.extend((0..row.len()).map(|k| (left(k), bottom)));
        bottom += row.iter().map(Tile::height).fold(0.0, f64::max) + GAP;
    }
    let foot = Foot::new(&notes(&plot.boards), &plot.heading.caption);
    Ok(sheet(
        (WIDTH, bottom - 12.0 + foot.height() + MARGIN),
        |canvas| {
            draw_title(canvas, &plot.heading.title);
            for (tile, &corner) in tiles.iter().zip(&corners) {
                tile.draw(canvas, corner, plot.style);
            }
            foot.draw(canvas, bottom - 12.0);
        },
    ))
}

/// The SVG of one board alone, as large as its cells make it; what is said about it is left out.
///
/// # Errors
/// As [`likeliest_boards`].
pub fn board_picture(board: &SmallBoard, style: SymbolStyle) -> Result<String> {
    const RIM: f64 = 4.0;
    check(board, "board")?;
    let tile = Tile::new(
        board,
        LARGEST_CELL * board.rows.len().max(width(board)) as f64,
    );
    let size = (
        tile.cell * width(board) as f64 + 2.0 * RIM,
        tile.board_height() + 2.0 * RIM,
    );
    Ok(sheet(size, |canvas| {
        tile.draw_board(canvas, (RIM, RIM), style);
    }))
}

fn check(board: &SmallBoard, name: &str) -> Result<()> {
    probability(&format!("probability of {name}"), board.probability)?;
    some(&format!("rows of {name}"), &board.rows)?;
    let cols = width(board);
    let wrong = |found: String| {
        Err(Error::argument(
            name,
            found,
            format!("give {} rows of {cols} cells", board.rows.len()),
        ))
    };
    if let Some(row) = board
        .rows
        .iter()
        .find(|row| row.chars().count() != cols || cols == 0)
    {
        return wrong(format!("found the row {row:?}"));
    }
    let fits = |lengths: Vec<usize>| {
        lengths.is_empty()
            || lengths.len() == board.rows.len() && lengths.iter().all(|&n| n == cols)
    };
    if !fits(board.regions.iter().map(Vec::len).collect()) {
        return wrong("regions of another shape".into());
    }
    if !fits(board.givens.iter().map(Vec::len).collect()) {
        return wrong("givens of another shape".into());
    }
    let named = board
        .signs
        .iter()
        .flat_map(|sign| cells(*sign))
        .chain(board.broken.iter().copied());
    for (row, col) in named {
        if row >= board.rows.len() || col >= cols {
            return wrong(format!("r{}c{} lies outside", row + 1, col + 1));
        }
    }
    Ok(())
}

fn width(board: &SmallBoard) -> usize {
    board.rows.first().map_or(0, |row| row.chars().count())
}

fn cells(sign: Sign) -> [(usize, usize); 2] {
    match sign {
        Sign::Equal(a, b) | Sign::Opposite(a, b) => [a, b],
    }
}

fn notes(boards: &[SmallBoard]) -> Vec<String> {
    let given = boards
        .iter()
        .flat_map(|b| b.givens.iter().flatten())
        .any(|&given| given);
    let broken = boards.iter().any(|b| !b.broken.is_empty());
    let mut notes = Vec::new();
    if given {
        notes.push("A cell with a thin inner frame was given.".into());
    }
    if broken {
        notes.push("A cell with a red ground and frame takes part in a broken rule.".into());
    }
    if notes.is_empty() {
        notes
    } else {
        vec![notes.join(" ")]
    }
}

/// A board with the words below it, laid out to a width.
struct Tile<'a> {
    board: &'a SmallBoard,
    cell: f64,
    verdict: Vec<String>,
}

impl<'a> Tile<'a> {
    fn new(board: &'a SmallBoard, width_of_tile: f64) -> Self {
        let longest = board.rows.len().max(width(board)) as f64;
        let mut verdict = wrap(&board.verdict, width_of_tile, SMALL, false);
        if verdict.len() > 4 {
            verdict.truncate(4);
            verdict[3] = shorten(&format!("{}…", verdict[3]), width_of_tile, SMALL);
        }
        Self {
            board,
            cell: (width_of_tile / longest).min(LARGEST_CELL),
            verdict,
        }
    }

    fn board_height(&self) -> f64 {
        self.cell * self.board.rows.len() as f64
    }

    fn height(&self) -> f64 {
        self.board_height() + 26.0 + 16.0 * self.verdict.len() as f64
    }

    fn draw(&self, canvas: &Canvas<'_>, corner: Point, style: SymbolStyle) {
        self.draw_board(canvas, corner, style);
        self.draw_words(canvas, (corner.0, corner.1 + self.board_height()));
    }

    fn draw_board(&self, canvas: &Canvas<'_>, corner: Point, style: SymbolStyle) {
        self.draw_grounds(canvas, corner);
        self.draw_lines(canvas, corner);
        for (row, text) in self.board.rows.iter().enumerate() {
            for (col, value) in text.chars().enumerate() {
                let center = self.place(corner, row as f64 + 0.5, col as f64 + 0.5);
                draw_symbol(canvas, center, self.cell, (value, style));
            }
        }
        for &sign in &self.board.signs {
            self.draw_sign(canvas, corner, sign);
        }
    }

    fn place(&self, corner: Point, row: f64, col: f64) -> Point {
        (corner.0 + self.cell * col, corner.1 + self.cell * row)
    }

    fn draw_grounds(&self, canvas: &Canvas<'_>, corner: Point) {
        for (row, text) in self.board.rows.iter().enumerate() {
            for (col, value) in text.chars().enumerate() {
                let region = self.board.regions.get(row).map(|ids| tint(ids[col]));
                let broken = self.board.broken.contains(&(row, col));
                let ground = match value {
                    '#' => MISSING,
                    _ if broken => GROUND,
                    _ => region.unwrap_or(PAPER),
                };
                let at = self.place(corner, row as f64, col as f64);
                let far = (at.0 + self.cell, at.1 + self.cell);
                canvas.rectangle(at, far, ground);
                if broken {
                    self.draw_inner_frame(canvas, at, (1.9, Pen::solid(VERMILION, 1.6)));
                }
                if self.board.givens.get(row).is_some_and(|given| given[col]) {
                    self.draw_inner_frame(canvas, at, (3.4, Pen::solid(SOFT_INK, 1.0)));
                }
            }
        }
    }

    fn draw_inner_frame(&self, canvas: &Canvas<'_>, (x, y): Point, (inset, pen): (f64, Pen)) {
        let far = self.cell - inset;
        let place = |right: f64, down: f64| (x + right, y + down);
        let corners = [
            place(inset, inset),
            place(far, inset),
            place(far, far),
            place(inset, far),
        ];
        canvas.outline(&corners, pen);
    }

    /// Thin lines between cells, heavy ones between regions and around the board.
    fn draw_lines(&self, canvas: &Canvas<'_>, corner: Point) {
        let (rows, cols) = (self.board.rows.len(), width(self.board));
        let region = |row: usize, col: usize| self.board.regions.get(row).map(|ids| ids[col]);
        let mut heavy = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                let (r, c) = (row as f64, col as f64);
                let at = |dr: f64, dc: f64| self.place(corner, r + dr, c + dc);
                let right =
                    (col + 1 < cols).then(|| (region(row, col + 1), [at(0.0, 1.0), at(1.0, 1.0)]));
                let below =
                    (row + 1 < rows).then(|| (region(row + 1, col), [at(1.0, 0.0), at(1.0, 1.0)]));
                for (neighbor, edge) in right.into_iter().chain(below) {
                    canvas.line(&edge, Pen::solid(GRAY, 0.8));
                    if neighbor != region(row, col) {
                        heavy.push(edge);
                    }
                }
            }
        }
        for edge in heavy {
            canvas.line(&edge, Pen::solid(INK, 2.2));
        }
        let at = |row: usize, col: usize| self.place(corner, row as f64, col as f64);
        canvas.outline(
            &[at(0, 0), at(0, cols), at(rows, cols), at(rows, 0)],
            Pen::solid(INK, 2.2),
        );
    }

    /// A small `=` or `×` on a white disc halfway between the cells; a line joins cells that do not touch.
    fn draw_sign(&self, canvas: &Canvas<'_>, corner: Point, sign: Sign) {
        let center =
            |(row, col): (usize, usize)| self.place(corner, row as f64 + 0.5, col as f64 + 0.5);
        let [a, b] = cells(sign);
        let (from, to) = (center(a), center(b));
        if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) > 1 {
            canvas.line(&[from, to], Pen::solid(SOFT_INK, 0.8).faint(0.6));
        }
        let (x, y) = (from.0.midpoint(to.0), from.1.midpoint(to.1));
        canvas.disc((x, y), 0.19 * self.cell, PAPER);
        let r = 0.1 * self.cell;
        let strokes = match sign {
            Sign::Equal(..) => [
                [(x - r, y - 0.55 * r), (x + r, y - 0.55 * r)],
                [(x - r, y + 0.55 * r), (x + r, y + 0.55 * r)],
            ],
            Sign::Opposite(..) => [
                [(x - r, y - r), (x + r, y + r)],
                [(x - r, y + r), (x + r, y - r)],
            ],
        };
        for stroke in strokes {
            canvas.line(&stroke, Pen::solid(INK, 0.05 * self.cell));
        }
    }

    fn draw_words(&self, canvas: &Canvas<'_>, (left, top): Point) {
        let baseline = top + 21.0;
        verdict_mark(canvas, (left + 6.0, baseline - 4.5), self.board.obeys);
        let label = format!("P = {}", short_probability(self.board.probability));
        canvas.text(
            (left + 19.0, baseline),
            &label,
            Lettering::new(SIZE, INK).bold(),
        );
        for (k, line) in self.verdict.iter().enumerate() {
            let lettering = Lettering::new(SMALL, SOFT_INK);
            canvas.text((left, baseline + 17.0 + 16.0 * k as f64), line, lettering);
        }
    }
}

fn draw_symbol(canvas: &Canvas<'_>, center: Point, cell: f64, (value, style): (char, SymbolStyle)) {
    match (value, style) {
        ('.' | '#' | ' ', _) => (),
        ('1', SymbolStyle::Queens) => symbols::queen(canvas, center, cell),
        ('1', SymbolStyle::Stars) => symbols::star(canvas, center, cell),
        ('1', SymbolStyle::Tents) => symbols::tent(canvas, center, cell),
        ('T', SymbolStyle::Tents) => symbols::tree(canvas, center, cell),
        ('0', SymbolStyle::Queens | SymbolStyle::Stars | SymbolStyle::Tents) => (),
        ('A'..='Z', SymbolStyle::Pieces) => symbols::piece(canvas, center, cell, value),
        ('a'..='z', SymbolStyle::Pieces) => symbols::faint(canvas, center, cell, value),
        ('0', SymbolStyle::SunsAndMoons) => symbols::sun(canvas, center, cell),
        ('1', SymbolStyle::SunsAndMoons) => symbols::moon(canvas, center, cell),
        (other, _) => symbols::character(canvas, center, cell, other),
    }
}

/// A green check for a board that obeys the rules, a red cross for one that does not.
fn verdict_mark(canvas: &Canvas<'_>, (x, y): Point, obeys: bool) {
    if obeys {
        let check = [(x - 5.0, y + 0.5), (x - 1.5, y + 4.5), (x + 5.5, y - 5.0)];
        canvas.line(&check, Pen::solid(OBEYS, 2.4));
    } else {
        let pen = Pen::solid(VERMILION, 2.4);
        canvas.line(&[(x - 4.5, y - 4.5), (x + 4.5, y + 4.5)], pen);
        canvas.line(&[(x - 4.5, y + 4.5), (x + 4.5, y - 4.5)], pen);
    }
}
