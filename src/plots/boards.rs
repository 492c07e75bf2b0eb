//! Boards side by side: small boards in rows, each with a few words below it.
//!
//! The likeliest boards of a state are drawn so, each with its probability and whether it obeys the
//! rules, and the marginals of its cells layer by layer. Marginals say nothing of correlations:
//! cells that are all likely need not be likely together.

use super::Heading;
use super::canvas::{Lettering, Pen, PictureCanvas, Point, sheet};
use super::chart::{Foot, MARGIN, draw_title, title_height};
use super::check::some;
use super::palette::{INK, OBEYS, SOFT_INK, VERMILION};
use super::small_board::{
    LARGEST_CELL, NUMBERED, SizedBoard, SmallBoard, SymbolStyle, check, width,
};
use super::text::{shorten, wrap};
use crate::error::Result;

const GAP: f64 = 26.0;
const MOST_COLUMNS: usize = 7;
/// A narrower board has no room for its words.
const LEAST_TILE: f64 = 120.0;
const SIZE: f64 = 13.0;
const SMALL: f64 = 11.5;

/// Boards of one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BoardSheet {
    /// The words around the picture.
    pub heading: Heading,
    /// How the values are drawn.
    pub style: SymbolStyle,
    /// What the reader must know to read them.
    pub notes: Vec<String>,
    /// The boards, in the order they are drawn; at least one.
    pub boards: Vec<SmallBoard>,
}

impl BoardSheet {
    /// The SVG of the boards, as many in a row as there is room for words and numbers.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] where there is no board, where a row, region or given has no cell
    /// or a cell lies outside, and for what is no probability; [`crate::Error::NotFinite`] for NaN.
    pub(crate) fn svg(&self) -> Result<String> {
        some("boards", &self.boards)?;
        for (k, board) in self.boards.iter().enumerate() {
            check(board, &format!("board {}", k + 1))?;
        }
        let layout = self.heading.layout;
        let columns = self.columns();
        let tile = (layout.width - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
        let tiles: Vec<BoardTile<'_>> = self
            .boards
            .iter()
            .map(|board| BoardTile::new(board, tile))
            .collect();
        let mut bottom = MARGIN + title_height(&self.heading.title, layout) + 6.0;
        let mut corners = Vec::with_capacity(tiles.len());
        for row in tiles.chunks(columns) {
            let left = |k: usize| MARGIN + (tile + GAP) * k as f64;
            corners.extend((0..row.len()).map(|k| (left(k), bottom)));
            bottom += row.iter().map(BoardTile::height).fold(0.0, f64::max) + GAP;
        }
        bottom -= 12.0;
        let mut notes = self.notes.clone();
        notes.extend(self.signs_in_words());
        let foot = Foot::new(&notes, &self.heading.caption, layout);
        Ok(sheet(
            (layout.width, bottom + foot.height() + MARGIN),
            |canvas| {
                draw_title(canvas, &self.heading.title, layout);
                for (tile, &corner) in tiles.iter().zip(&corners) {
                    tile.draw(canvas, corner, self.style);
                }
                foot.draw(canvas, bottom);
            },
        ))
    }

    /// Of as many in a row as there is room for, as many as fill the rows best.
    fn columns(&self) -> usize {
        let count = self.boards.len();
        let cols = self.boards.iter().map(width).max().unwrap_or(1) as f64;
        let is_shaded = self.boards.iter().any(|board| !board.shades.is_empty());
        let least = match is_shaded {
            true => ((NUMBERED + 3.0) * cols).max(60.0),
            false => LEAST_TILE,
        };
        let roomy = ((self.heading.layout.width - 2.0 * MARGIN + GAP) / (least + GAP)) as usize;
        let most = roomy.clamp(2, if is_shaded { MOST_COLUMNS } else { 5 });
        let empty = |columns: &usize| count.div_ceil(*columns) * columns - count;
        let choices = 3.min(most)..=most.min(count.max(3));
        choices.rev().min_by_key(empty).unwrap_or(2)
    }

    /// What frames and grounds of cells mean, where there are any.
    fn signs_in_words(&self) -> Option<String> {
        let mut givens = self
            .boards
            .iter()
            .flat_map(|board| board.givens.iter().flatten());
        let given = "A cell with a thin inner frame was given.";
        let broken = "A cell with a red ground and frame takes part in a broken rule.";
        let shown = [
            (givens.any(|given| *given), given),
            (
                self.boards.iter().any(|board| !board.broken.is_empty()),
                broken,
            ),
        ];
        let words: Vec<&str> = shown.iter().filter(|one| one.0).map(|one| one.1).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// A board with the words below it, laid out to a width.
struct BoardTile<'a> {
    drawing: SizedBoard<'a>,
    title: String,
    words: Vec<String>,
}

impl<'a> BoardTile<'a> {
    fn new(board: &'a SmallBoard, width_of_tile: f64) -> Self {
        let longest = board.rows.len().max(width(board)) as f64;
        let mut words = wrap(&board.words, width_of_tile, SMALL, false);
        if words.len() > 4 {
            words.truncate(4);
            words[3] = shorten(&format!("{}…", words[3]), width_of_tile, SMALL);
        }
        Self {
            drawing: SizedBoard {
                board,
                cell: (width_of_tile / longest).min(LARGEST_CELL),
            },
            title: shorten(&board.title, width_of_tile, SIZE),
            words,
        }
    }

    fn height(&self) -> f64 {
        self.drawing.height() + 26.0 + 16.0 * self.words.len() as f64
    }

    fn draw(&self, canvas: &PictureCanvas<'_>, corner: Point, style: SymbolStyle) {
        self.drawing.draw(canvas, corner, style);
        let (left, baseline) = (corner.0, corner.1 + self.drawing.height() + 21.0);
        let verdict = self.drawing.board.obeys;
        if let Some(obeys) = verdict {
            verdict_mark(canvas, (left + 6.0, baseline - 4.5), obeys);
        }
        let indent = if verdict.is_some() { 19.0 } else { 0.0 };
        let letters = Lettering::new(SIZE, INK).bold();
        canvas.text((left + indent, baseline), &self.title, letters);
        for (k, line) in self.words.iter().enumerate() {
            let at = (left, baseline + 17.0 + 16.0 * k as f64);
            canvas.text(at, line, Lettering::new(SMALL, SOFT_INK));
        }
    }
}

/// A green check for a board that obeys the rules, a red cross for one that does not.
fn verdict_mark(canvas: &PictureCanvas<'_>, (x, y): Point, obeys: bool) {
    if obeys {
        let check = [(x - 5.0, y + 0.5), (x - 1.5, y + 4.5), (x + 5.5, y - 5.0)];
        canvas.line(&check, Pen::solid(OBEYS, 2.4));
    } else {
        let pen = Pen::solid(VERMILION, 2.4);
        canvas.line(&[(x - 4.5, y - 4.5), (x + 4.5, y + 4.5)], pen);
        canvas.line(&[(x - 4.5, y + 4.5), (x + 4.5, y - 4.5)], pen);
    }
}
