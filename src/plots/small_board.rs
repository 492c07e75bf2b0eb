//! One small board: grounds, lines between cells and regions, symbols, signs.
//!
//! A cell's character is `0` or `1` (drawn as the style says), `.` (open), `#` (missing), `T` among
//! tents (a tree) or any other, drawn as it is.

use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point, sheet, transparent};
use super::check::some;
use super::palette::{BROKEN_GROUND, GRAY, INK, MISSING, PAPER, SHADE, SOFT_INK, VERMILION, tint};
use super::symbols;
use crate::error::{Error, Result};

/// Side of a cell beyond which boards do not grow.
pub(super) const LARGEST_CELL: f64 = 44.0;

/// How far inside a cell the frame lies that marks it as given, and its pen.
const GIVEN_FRAME: (f64, Pen) = (
    3.4,
    Pen {
        color: SOFT_INK,
        opacity: 1.0,
        width: 1.0,
        dash: None,
    },
);

/// How the values 0 and 1 are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SymbolStyle {
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
pub(crate) enum BoardSign {
    /// `=`: both cells hold the same.
    Equal((usize, usize), (usize, usize)),
    /// `×`: the cells differ.
    Opposite((usize, usize), (usize, usize)),
}

/// One board and what is said about it; cells are 0-based (row, column).
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct SmallBoard {
    /// One string a row, one character a cell.
    pub rows: Vec<String>,
    /// The region of each cell, by number; empty for a board without regions.
    pub regions: Vec<Vec<usize>>,
    /// Which cells were given; empty for none.
    pub givens: Vec<Vec<bool>>,
    /// The signs between cells; empty for none.
    pub signs: Vec<BoardSign>,
    /// Cells that take part in a broken rule.
    pub broken: Vec<(usize, usize)>,
    /// How likely cells are what is asked, as a shade; regions are not tinted below it.
    pub shades: Vec<CellShade>,
    /// Whether the board obeys the rules, where that is told.
    pub obeys: Option<bool>,
    /// Below the board: `P = 0.12`, `layer 3`.
    pub title: String,
    /// Smaller, below that: `column 2 holds two queens`.
    pub words: String,
}

/// A probability that a cell shows, as a shade and as a number or as the glyph that is so likely.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CellShade {
    /// Row and column of the cell, from 0.
    pub cell: (usize, usize),
    /// How likely, in [0, 1].
    pub probability: f64,
    /// The glyph that is drawn in the cell; none for a number instead.
    pub glyph: Option<char>,
}

/// A smaller cell holds no number.
pub(super) const NUMBERED: f64 = 21.0;

/// The SVG of one board alone, as large as its cells make it; what is said about it is left out.
///
/// # Errors
/// As [`super::BoardSheet::svg`].
pub(crate) fn board_picture(board: &SmallBoard, style: SymbolStyle) -> Result<String> {
    const RIM: f64 = 4.0;
    check(board, "board")?;
    let drawing = SizedBoard {
        board,
        cell: LARGEST_CELL,
    };
    let size = (
        drawing.cell * width(board) as f64 + 2.0 * RIM,
        drawing.height() + 2.0 * RIM,
    );
    Ok(sheet(size, |canvas| {
        drawing.draw(canvas, (RIM, RIM), style);
    }))
}

/// A board in layers, for a page that fills its cells anew again and again: what lies below the
/// contents of cells, what lies above, and what a cell may hold.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BoardLayers {
    /// The side of a cell in pixels; the upper left corner of the board is that of its pictures.
    pub cell: f64,
    /// The SVG of the grounds of cells.
    pub grounds: String,
    /// The SVG of lines, frames of given cells, and signs, without a ground.
    pub lines: String,
    /// The SVG of each character in a cell of its own, without a ground; those that leave a cell
    /// empty are not there.
    pub symbols: Vec<(char, String)>,
}

/// The layers of a board; what its rows hold is drawn in none of them but for missing cells.
///
/// # Errors
/// As [`super::BoardSheet::svg`].
pub(crate) fn board_layers(
    board: &SmallBoard,
    style: SymbolStyle,
    characters: impl IntoIterator<Item = char>,
) -> Result<BoardLayers> {
    check(board, "board")?;
    let grounds = SmallBoard {
        givens: Vec::new(),
        ..board.clone()
    };
    let on = |board| SizedBoard {
        board,
        cell: LARGEST_CELL,
    };
    let (corner, cell) = ((0.0, 0.0), LARGEST_CELL);
    let size = (cell * width(board) as f64, on(board).height());
    let center = (cell / 2.0, cell / 2.0);
    let symbol = |value: char| {
        let draw = |canvas: &PictureCanvas<'_>| draw_symbol(canvas, center, cell, (value, style));
        (value, transparent((cell, cell), draw))
    };
    let empty = transparent((cell, cell), |_| ());
    let symbols = characters.into_iter().map(symbol);
    Ok(BoardLayers {
        cell,
        grounds: transparent(size, |canvas| on(&grounds).draw_grounds(canvas, corner)),
        lines: transparent(size, |canvas| {
            on(board).draw_given_frames(canvas, corner);
            on(board).draw_lines(canvas, corner);
            on(board).draw_signs(canvas, corner);
        }),
        symbols: symbols.filter(|(_, svg)| *svg != empty).collect(),
    })
}

pub(super) fn check(board: &SmallBoard, name: &str) -> Result<()> {
    some(&format!("rows of {name}"), &board.rows)?;
    let cols = width(board);
    let wrong = |found: String| {
        Err(Error::argument(
            name,
            found,
            format!("give {} rows of {cols} cells", board.rows.len()),
        ))
    };
    let mut rows = board.rows.iter();
    if let Some(row) = rows.find(|row| row.chars().count() != cols || cols == 0) {
        return wrong(format!("found the row {row:?}"));
    }
    let fits = |lengths: Vec<usize>| lengths.is_empty() || lengths == vec![cols; board.rows.len()];
    if !fits(board.regions.iter().map(Vec::len).collect()) {
        return wrong("regions of another shape".into());
    }
    if !fits(board.givens.iter().map(Vec::len).collect()) {
        return wrong("givens of another shape".into());
    }
    Ok(())
}

pub(super) fn width(board: &SmallBoard) -> usize {
    board.rows.first().map_or(0, |row| row.chars().count())
}

fn cells(sign: BoardSign) -> [(usize, usize); 2] {
    match sign {
        BoardSign::Equal(a, b) | BoardSign::Opposite(a, b) => [a, b],
    }
}

/// A board at a size.
pub(super) struct SizedBoard<'a> {
    pub(super) board: &'a SmallBoard,
    /// The side of a cell.
    pub(super) cell: f64,
}

impl SizedBoard<'_> {
    pub(super) fn height(&self) -> f64 {
        self.cell * self.board.rows.len() as f64
    }

    pub(super) fn draw(&self, canvas: &PictureCanvas<'_>, corner: Point, style: SymbolStyle) {
        self.draw_grounds(canvas, corner);
        self.draw_lines(canvas, corner);
        for (row, text) in self.board.rows.iter().enumerate() {
            for (col, value) in text.chars().enumerate() {
                let center = self.place(corner, row as f64 + 0.5, col as f64 + 0.5);
                draw_symbol(canvas, center, self.cell, (value, style));
            }
        }
        for shade in &self.board.shades {
            let (row, col) = (shade.cell.0 as f64, shade.cell.1 as f64);
            let center = self.place(corner, row + 0.5, col + 0.5);
            match shade.glyph {
                Some(glyph) => draw_symbol(canvas, center, self.cell, (glyph, style)),
                None if self.cell >= NUMBERED => {
                    self.draw_number(canvas, center, shade.probability)
                }
                None => (),
            }
        }
        self.draw_signs(canvas, corner);
    }

    fn draw_number(&self, canvas: &PictureCanvas<'_>, center: Point, share: f64) {
        let size = (0.4 * self.cell).min(12.0);
        let letters = Lettering::new(size, INK).anchored(Anchor::Center);
        let at = (center.0, center.1 + 0.36 * size);
        canvas.text(at, &format!("{:.0}", 100.0 * share), letters);
    }

    fn draw_signs(&self, canvas: &PictureCanvas<'_>, corner: Point) {
        for &sign in &self.board.signs {
            self.draw_sign(canvas, corner, sign);
        }
    }

    fn place(&self, corner: Point, row: f64, col: f64) -> Point {
        (corner.0 + self.cell * col, corner.1 + self.cell * row)
    }

    fn draw_grounds(&self, canvas: &PictureCanvas<'_>, corner: Point) {
        for (row, text) in self.board.rows.iter().enumerate() {
            for (col, value) in text.chars().enumerate() {
                let tinted = self
                    .board
                    .regions
                    .get(row)
                    .filter(|_| self.board.shades.is_empty());
                let region = tinted.map(|ids| tint(ids[col]));
                let broken = self.board.broken.contains(&(row, col));
                let ground = match value {
                    '#' => MISSING,
                    _ if broken => BROKEN_GROUND,
                    _ => region.unwrap_or(PAPER),
                };
                let at = self.place(corner, row as f64, col as f64);
                let far = (at.0 + self.cell, at.1 + self.cell);
                canvas.rectangle(at, far, ground);
                if broken {
                    self.draw_inner_frame(canvas, at, (1.9, Pen::solid(VERMILION, 1.6)));
                }
                if self.board.givens.get(row).is_some_and(|given| given[col]) {
                    self.draw_inner_frame(canvas, at, GIVEN_FRAME);
                }
            }
        }
        for shade in &self.board.shades {
            let (row, col) = (shade.cell.0 as f64, shade.cell.1 as f64);
            let at = |down: f64, right: f64| self.place(corner, row + down, col + right);
            let square = [at(0.0, 0.0), at(0.0, 1.0), at(1.0, 1.0), at(1.0, 0.0)];
            canvas.area(&square, SHADE, shade.probability);
        }
    }

    fn draw_given_frames(&self, canvas: &PictureCanvas<'_>, corner: Point) {
        for (row, given) in self.board.givens.iter().enumerate() {
            for (col, _) in given.iter().enumerate().filter(|(_, given)| **given) {
                let at = self.place(corner, row as f64, col as f64);
                self.draw_inner_frame(canvas, at, GIVEN_FRAME);
            }
        }
    }

    fn draw_inner_frame(
        &self,
        canvas: &PictureCanvas<'_>,
        (x, y): Point,
        (inset, pen): (f64, Pen),
    ) {
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
    fn draw_lines(&self, canvas: &PictureCanvas<'_>, corner: Point) {
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

    /// A small `=` or `×` on a white disc halfway between the cells; a line joins cells that do not
    /// touch.
    fn draw_sign(&self, canvas: &PictureCanvas<'_>, corner: Point, sign: BoardSign) {
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
            BoardSign::Equal(..) => [
                [(x - r, y - 0.55 * r), (x + r, y - 0.55 * r)],
                [(x - r, y + 0.55 * r), (x + r, y + 0.55 * r)],
            ],
            BoardSign::Opposite(..) => [
                [(x - r, y - r), (x + r, y + r)],
                [(x - r, y + r), (x + r, y - r)],
            ],
        };
        for stroke in strokes {
            canvas.line(&stroke, Pen::solid(INK, 0.05 * self.cell));
        }
    }
}

fn draw_symbol(
    canvas: &PictureCanvas<'_>,
    center: Point,
    cell: f64,
    (value, style): (char, SymbolStyle),
) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The elements of a picture, a line each.
    fn elements(svg: &str) -> Vec<&str> {
        let lines = svg.lines().filter(|line| line.starts_with('<'));
        lines.filter(|line| !line.contains("svg")).collect()
    }

    #[test]
    fn the_layers_of_a_board_hold_what_its_picture_holds() {
        let rows = ["01", ".1"].map(str::to_owned).to_vec();
        let board = SmallBoard {
            regions: vec![vec![0, 1], vec![0, 0]],
            givens: vec![vec![true, false], vec![false, false]],
            signs: vec![BoardSign::Opposite((0, 0), (0, 1))],
            rows,
            ..SmallBoard::default()
        };
        let style = SymbolStyle::SunsAndMoons;
        let layers = board_layers(&board, style, ['.', '0', '1']).unwrap();
        let known: Vec<char> = layers.symbols.iter().map(|(char, _)| *char).collect();
        assert_eq!(known, ['0', '1'], "an empty cell has no symbol");
        let drawing = SizedBoard {
            board: &board,
            cell: layers.cell,
        };
        let size = (2.0 * layers.cell, drawing.height());
        let whole = transparent(size, |canvas| drawing.draw(canvas, (0.0, 0.0), style));
        let mut left = elements(&whole);
        for element in [&layers.grounds, &layers.lines]
            .into_iter()
            .flat_map(|svg| elements(svg))
        {
            let at = left.iter().position(|one| *one == element);
            left.remove(at.expect(element));
        }
        let symbols: BTreeMap<char, String> = layers.symbols.into_iter().collect();
        let drawn = board.rows.iter().flat_map(|row| row.chars());
        let drawn = drawn.filter_map(|char| symbols.get(&char));
        let drawn: usize = drawn.map(|svg| elements(svg).len()).sum();
        assert_eq!(left.len(), drawn, "{left:?}");
    }
}
