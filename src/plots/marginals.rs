//! Marginals of each cell, layer by layer, as a row of small boards: the shade of a cell is a
//! probability.
//!
//! Where a cell may show one thing or nothing, the shade is the probability of that thing and the
//! number in the cell is it in percent; where it may show several, the cell holds the likeliest
//! glyph and the shade is how likely. Marginals say nothing of correlations: cells that are all
//! likely need not be likely together.

use super::Heading;
use super::canvas::{Anchor, Lettering, PictureCanvas, Point, sheet};
use super::chart::{Foot, MARGIN, draw_title, title_height};
use super::check::{probability, some};
use super::palette::{INK, PAPER, SHADE, SOFT_INK};
use super::small_board::{SizedBoard, SmallBoard, SymbolStyle, check, draw_symbol, width};
use super::text::shorten;
use crate::error::{Error, Result};

/// What is likely in a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CellMarginal {
    /// Row and column of the cell, from 0.
    pub cell: (usize, usize),
    /// How likely, in [0, 1].
    pub probability: f64,
    /// The glyph that is drawn in the cell; none for a number instead.
    pub glyph: Option<char>,
}

/// The marginals after one layer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MarginalLayer {
    /// Below the board: `layer 3`.
    pub name: String,
    /// A second, smaller line: `P = 0.12`; empty for none.
    pub words: String,
    /// The cells that have a marginal; all others are drawn as on the board.
    pub cells: Vec<CellMarginal>,
}

/// The marginals of one board after some of its layers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MarginalBoards {
    /// The words around the picture.
    pub heading: Heading,
    /// How the values are drawn.
    pub style: SymbolStyle,
    /// The board with its regions, signs and whatever is no variable; `.` in all other cells.
    pub board: SmallBoard,
    /// What the shade is the probability of, as it stands in a note: `a queen`; empty for the glyph
    /// that the cell shows.
    pub what: String,
    /// The layers that are drawn, a board each; at least one.
    pub layers: Vec<MarginalLayer>,
}

const GAP: f64 = 22.0;
const MOST_COLUMNS: usize = 7;
const LARGEST: f64 = 34.0;
/// A smaller cell holds no number.
const NUMBERED: f64 = 21.0;
const SIZE: f64 = 12.0;
const SMALL: f64 = 11.0;
const WORDS: f64 = 42.0;

/// The SVG of marginals as boards.
///
/// # Errors
/// [`Error::NotFinite`] for NaN, [`Error::Argument`] for what is no probability, for a cell off the
/// board and where there is nothing to draw.
pub(crate) fn marginal_boards(plot: &MarginalBoards) -> Result<String> {
    some("layers", &plot.layers)?;
    check(&plot.board, "board")?;
    for layer in &plot.layers {
        check_layer(&plot.board, layer)?;
    }
    let page = plot.heading.layout;
    let (columns, cell) = layout(&plot.board, plot.layers.len(), page.width);
    let drawing = SizedBoard {
        board: &plot.board,
        cell,
    };
    let tile = cell * width(&plot.board) as f64;
    let (across, down) = (tile.max(60.0) + GAP, drawing.height() + WORDS);
    let top = MARGIN + title_height(&plot.heading.title, page) + 6.0;
    let bottom = top + down * plot.layers.len().div_ceil(columns) as f64;
    let foot = Foot::new(&notes(plot, cell), &plot.heading.caption, page);
    Ok(sheet(
        (page.width, bottom + foot.height() + MARGIN),
        |canvas| {
            draw_title(canvas, &plot.heading.title, page);
            for (k, layer) in plot.layers.iter().enumerate() {
                let (row, column) = (k / columns, k % columns);
                let corner = (MARGIN + across * column as f64, top + down * row as f64);
                draw_board(canvas, &drawing, (corner, plot.style), layer);
                draw_words(
                    canvas,
                    (corner.0, corner.1 + drawing.height()),
                    layer,
                    across,
                );
            }
            foot.draw(canvas, bottom);
        },
    ))
}

fn check_layer(board: &SmallBoard, layer: &MarginalLayer) -> Result<()> {
    for marginal in &layer.cells {
        let (row, col) = marginal.cell;
        let what = format!("r{}c{} in {}", row + 1, col + 1, layer.name);
        probability(&what, marginal.probability)?;
        if row >= board.rows.len() || col >= width(board) {
            let size = format!(
                "the board has {} rows of {}",
                board.rows.len(),
                width(board)
            );
            return Err(Error::argument(what, "there is no such cell", size));
        }
    }
    Ok(())
}

/// Boards in a row and the side of a cell: as many as still hold numbers, else as few as are not
/// too small.
fn layout(board: &SmallBoard, layers: usize, across: f64) -> (usize, f64) {
    let longest = board.rows.len().max(width(board)) as f64;
    let cell = |columns: usize| {
        let room = across - 2.0 * MARGIN - GAP * (columns - 1) as f64;
        (room / columns as f64 / longest).min(LARGEST)
    };
    let most = layers.clamp(1, MOST_COLUMNS);
    let roomy = (1..=most)
        .rev()
        .find(|&columns| cell(columns) >= NUMBERED + 3.0);
    let columns = roomy.unwrap_or_else(|| most.min(4));
    (columns, cell(columns))
}

fn draw_board(
    canvas: &PictureCanvas<'_>,
    drawing: &SizedBoard<'_>,
    (corner, style): (Point, SymbolStyle),
    layer: &MarginalLayer,
) {
    let cell = drawing.cell;
    for (row, text) in drawing.board.rows.iter().enumerate() {
        for col in 0..text.chars().count() {
            let at = drawing.place(corner, row as f64, col as f64);
            canvas.rectangle(at, (at.0 + cell, at.1 + cell), PAPER);
        }
    }
    for marginal in &layer.cells {
        let (row, col) = (marginal.cell.0 as f64, marginal.cell.1 as f64);
        let at = |down: f64, right: f64| drawing.place(corner, row + down, col + right);
        let square = [at(0.0, 0.0), at(0.0, 1.0), at(1.0, 1.0), at(1.0, 0.0)];
        canvas.area(&square, SHADE, marginal.probability.clamp(0.0, 1.0));
    }
    drawing.draw_lines(canvas, corner);
    for (row, text) in drawing.board.rows.iter().enumerate() {
        for (col, value) in text.chars().enumerate() {
            let center = drawing.place(corner, row as f64 + 0.5, col as f64 + 0.5);
            draw_symbol(canvas, center, cell, (value, style));
        }
    }
    for marginal in &layer.cells {
        let (row, col) = (marginal.cell.0 as f64, marginal.cell.1 as f64);
        let center = drawing.place(corner, row + 0.5, col + 0.5);
        match marginal.glyph {
            Some(glyph) => draw_symbol(canvas, center, cell, (glyph, style)),
            None if cell >= NUMBERED => draw_number(canvas, center, cell, marginal.probability),
            None => (),
        }
    }
    drawing.draw_signs(canvas, corner);
}

fn draw_number(canvas: &PictureCanvas<'_>, center: Point, cell: f64, share: f64) {
    let size = (0.4 * cell).min(12.0);
    let number = format!("{:.0}", 100.0 * share.clamp(0.0, 1.0));
    let lettering = Lettering::new(size, INK).anchored(Anchor::Middle);
    canvas.text((center.0, center.1 + 0.36 * size), &number, lettering);
}

fn draw_words(canvas: &PictureCanvas<'_>, (left, top): Point, layer: &MarginalLayer, across: f64) {
    let name = shorten(&layer.name, across - 6.0, SIZE);
    canvas.text((left, top + 17.0), &name, Lettering::new(SIZE, INK));
    let words = shorten(&layer.words, across - 6.0, SMALL);
    canvas.text((left, top + 31.0), &words, Lettering::new(SMALL, SOFT_INK));
}

fn notes(plot: &MarginalBoards, cell: f64) -> Vec<String> {
    let glyphs = plot.layers.iter().flat_map(|layer| &layer.cells);
    let shows_glyphs = glyphs.clone().any(|marginal| marginal.glyph.is_some());
    let shade = if shows_glyphs {
        "A cell shows its likeliest value; the stronger its shade, the likelier.".to_owned()
    } else if cell >= NUMBERED {
        format!(
            "The number in a cell is the probability of {} in percent; so is the shade.",
            plot.what
        )
    } else {
        format!(
            "The stronger the shade of a cell, the likelier {}.",
            plot.what
        )
    };
    vec![shade]
}
