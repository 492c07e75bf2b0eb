//! The likeliest boards: small boards in rows, each with its probability and whether it obeys the
//! rules.

use super::Heading;
use super::axis::short_probability;
use super::canvas::{Lettering, Pen, PictureCanvas, Point, sheet};
use super::chart::{Foot, MARGIN, draw_title, title_height};
use super::check::some;
use super::palette::{INK, OBEYS, SOFT_INK, VERMILION};
use super::small_board::{LARGEST_CELL, SizedBoard, SmallBoard, SymbolStyle, check, width};
use super::text::{shorten, wrap};
use crate::error::Result;

const GAP: f64 = 28.0;
const FEWEST_COLUMNS: usize = 3;
const MOST_COLUMNS: usize = 5;
/// A narrower board has no room for its words.
const LEAST_TILE: f64 = 120.0;
const SIZE: f64 = 13.0;
const SMALL: f64 = 11.5;

/// The likeliest boards of a state.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LikeliestBoards {
    /// The words around the picture.
    pub heading: Heading,
    /// How the values are drawn.
    pub style: SymbolStyle,
    /// The boards, in the order they are drawn.
    pub boards: Vec<SmallBoard>,
}

/// The SVG of the boards in rows of up to five, each with its probability, a mark for the rules and
/// its verdict.
///
/// # Errors
/// [`crate::Error::Argument`] where there is no board, where a row, region or given has no cell or
/// a cell lies outside, and for what is no probability; [`crate::Error::NotFinite`] for NaN.
pub(crate) fn likeliest_boards(plot: &LikeliestBoards) -> Result<String> {
    some("boards", &plot.boards)?;
    for (k, board) in plot.boards.iter().enumerate() {
        check(board, &format!("board {}", k + 1))?;
    }
    let layout = plot.heading.layout;
    let columns = columns(plot.boards.len(), layout.width);
    let tile = (layout.width - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
    let tiles: Vec<BoardTile<'_>> = plot
        .boards
        .iter()
        .map(|board| BoardTile::new(board, tile))
        .collect();
    let top = MARGIN + title_height(&plot.heading.title, layout) + 6.0;
    let mut corners = Vec::with_capacity(tiles.len());
    let mut bottom = top;
    for row in tiles.chunks(columns) {
        let left = |k: usize| MARGIN + (tile + GAP) * k as f64;
        corners.extend((0..row.len()).map(|k| (left(k), bottom)));
        bottom += row.iter().map(BoardTile::height).fold(0.0, f64::max) + GAP;
    }
    let foot = Foot::new(&notes(&plot.boards), &plot.heading.caption, layout);
    Ok(sheet(
        (layout.width, bottom - 12.0 + foot.height() + MARGIN),
        |canvas| {
            draw_title(canvas, &plot.heading.title, layout);
            for (tile, &corner) in tiles.iter().zip(&corners) {
                tile.draw(canvas, corner, plot.style);
            }
            foot.draw(canvas, bottom - 12.0);
        },
    ))
}

/// Of up to five in a row, or as many as there is room for, as many as fill the rows best.
fn columns(count: usize, width: f64) -> usize {
    let roomy = ((width - 2.0 * MARGIN + GAP) / (LEAST_TILE + GAP)) as usize;
    let most = roomy.clamp(2, MOST_COLUMNS);
    let fewest = FEWEST_COLUMNS.min(most);
    let empty = |columns: &usize| count.div_ceil(*columns) * columns - count;
    let choices = fewest..=most.min(count.max(fewest));
    choices.rev().min_by_key(empty).unwrap_or(fewest)
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
struct BoardTile<'a> {
    board: &'a SmallBoard,
    cell: f64,
    verdict: Vec<String>,
}

impl<'a> BoardTile<'a> {
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

    fn drawing(&self) -> SizedBoard<'a> {
        SizedBoard {
            board: self.board,
            cell: self.cell,
        }
    }

    fn height(&self) -> f64 {
        self.drawing().height() + 26.0 + 16.0 * self.verdict.len() as f64
    }

    fn draw(&self, canvas: &PictureCanvas<'_>, corner: Point, style: SymbolStyle) {
        self.drawing().draw(canvas, corner, style);
        self.draw_words(canvas, (corner.0, corner.1 + self.drawing().height()));
    }

    fn draw_words(&self, canvas: &PictureCanvas<'_>, (left, top): Point) {
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
