//! Boards side by side: small boards in rows, each with a few words below it; and the matrix of a
//! model, which is drawn as a board.
//!
//! The likeliest boards of a state are drawn so, each with its probability and whether it obeys the
//! rules, and the marginals of its cells layer by layer. Marginals say nothing of correlations:
//! cells that are all likely need not be likely together.

use super::canvas::{Lettering, Pen, PictureCanvas, Point, sheet};
use super::chart::{MARGIN, draw_title, title_height};
use super::layout::PictureLayout;
use super::palette::{INK, OBEYS, SOFT_INK, VERMILION};
use super::small_board::{BoardCell, NUMBERED, SizedBoard, SmallBoard};
use super::text::{joined, short, wrap};
use super::{Drawn, Heading};
use ketboard_puzzles::{Cell, Grid, Shapes, Topology};

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
    pub style: Shapes,
    /// The boards, in the order they are drawn.
    pub boards: Vec<SmallBoard>,
}

impl BoardSheet {
    /// The picture of the boards, as many in a row as there is room for words and numbers.
    pub(crate) fn drawn(&self, layout: PictureLayout) -> Drawn {
        let columns = self.columns(layout.width);
        let tile = (layout.width - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
        let boards = self.boards.iter().map(|board| {
            let lines = wrap(&board.words, tile, SMALL, false);
            (board, SizedBoard::new(board, tile), lines)
        });
        let tiles: Vec<BoardTile<'_>> = boards.collect();
        let height = |(_, drawing, lines): &BoardTile<'_>| {
            drawing.size().1 + 26.0 + 16.0 * lines.len() as f64
        };
        let mut bottom = MARGIN + title_height(&self.heading.title, layout);
        let mut corners = Vec::with_capacity(tiles.len());
        for row in tiles.chunks(columns) {
            let left = |k: usize| MARGIN + (tile + GAP) * k as f64;
            corners.extend((0..row.len()).map(|k| (left(k), bottom)));
            bottom += row.iter().map(height).fold(0.0, f64::max) + GAP;
        }
        let caption = format!("{}\n{}", self.heading.caption, self.signs_in_words());
        let caption = caption.trim().to_owned();
        let svg = sheet(layout, bottom - GAP + MARGIN, &caption, |canvas| {
            draw_title(canvas, &self.heading.title, layout);
            for (tile, &corner) in tiles.iter().zip(&corners) {
                draw_tile(canvas, tile, corner, self.style);
            }
        });
        Drawn::new(svg, caption, layout)
    }

    /// Of as many in a row as there is room for, as many as fill the rows best.
    fn columns(&self, width: f64) -> usize {
        let count = self.boards.len();
        if count == 1 {
            return 1;
        }
        let cols = self.boards.iter().map(|board| board.cells.cols()).max();
        let is_shaded = self.boards.iter().any(SmallBoard::is_shaded);
        let least = if is_shaded {
            ((NUMBERED + 3.0) * cols.unwrap_or(1) as f64).max(60.0)
        } else {
            LEAST_TILE
        };
        let roomy = ((width - 2.0 * MARGIN + GAP) / (least + GAP)) as usize;
        let most = roomy.clamp(2, if is_shaded { MOST_COLUMNS } else { 5 });
        let empty = |columns: &usize| count.div_ceil(*columns) * columns - count;
        let choices = 3.min(most)..=most.min(count.max(3));
        choices.rev().min_by_key(empty).unwrap_or(2)
    }

    /// What frames, grounds, corners and edges of cells mean, where there are any.
    fn signs_in_words(&self) -> String {
        let any = |is: fn(&SmallBoard) -> bool| self.boards.iter().any(is);
        let nothing = match self.style {
            _ if any(SmallBoard::is_shaded) => "",
            Shapes::Queens => "An empty cell holds no queen.",
            Shapes::Stars => "An empty cell holds no star.",
            Shapes::Tents => "An empty cell holds no tent.",
            Shapes::Pieces | Shapes::SunsAndMoons | Shapes::Digits => "",
        };
        let sentences = [
            (true, nothing),
            (
                any(|board| board.has(|cell| cell.is_given)),
                "A cell with a thin inner frame was given.",
            ),
            (
                any(|board| board.has(|cell| cell.is_broken)),
                "A cell with a red ground takes part in a broken rule.",
            ),
            (
                any(|board| !board.groups.is_empty()),
                "A number in a corner counts the ones of its region.",
            ),
            (
                any(|board| board.groups.iter().any(|group| group.overlaps)),
                "Dashed lines surround regions that overlap others.",
            ),
            (
                any(|board| board.joined != Topology::Plane),
                "Dashed edges are joined to the opposite ones.",
            ),
        ];
        joined(&sentences, " ")
    }
}

/// A board, at its size, and the words below it in lines.
type BoardTile<'a> = (&'a SmallBoard, SizedBoard<'a>, Vec<String>);

fn draw_tile(
    canvas: &PictureCanvas,
    (board, drawing, lines): &BoardTile<'_>,
    corner: Point,
    style: Shapes,
) {
    drawing.draw(canvas, corner, style);
    let (left, baseline) = (corner.0, corner.1 + drawing.size().1 + 21.0);
    let indent = board.obeys.map_or(0.0, |obeys| {
        verdict_mark(canvas, (left + 6.0, baseline - 4.5), obeys);
        19.0
    });
    let letters = Lettering::new(SIZE, INK).bold();
    canvas.text((left + indent, baseline), &board.title, letters);
    for (k, line) in lines.iter().enumerate() {
        let at = (left, baseline + 17.0 + 16.0 * k as f64);
        canvas.text(at, line, Lettering::new(SMALL, SOFT_INK));
    }
}

/// A green check for a board that obeys the rules, a red cross for one that does not.
fn verdict_mark(canvas: &PictureCanvas, at: Point, obeys: bool) {
    let (outline, color) = if obeys {
        ("M-5 .5L-1.5 4.5 5.5-5", OBEYS)
    } else {
        ("M-4.5-4.5L4.5 4.5M-4.5 4.5L4.5-4.5", VERMILION)
    };
    canvas.path(at, 1.0, outline, Pen::solid(color, 2.4));
}

/// How strong the shade of the smallest and of the largest coefficient is.
const STRENGTH: (f64, f64) = (0.12, 0.62);

/// The matrix of an energy of at most two qubits a term: linear coefficients on the diagonal,
/// couplings (i, j, c) above it.
pub(crate) fn coefficient_matrix(
    heading: &Heading,
    offset: f64,
    linear: &[f64],
    quadratic: &[(usize, usize, f64)],
    layout: PictureLayout,
) -> Drawn {
    let n = linear.len();
    let mut matrix = Grid::from_fn(n, n, |_| 0.0);
    let diagonal = linear.iter().enumerate().map(|(i, &c)| (i, i, c));
    for (i, j, c) in diagonal.chain(quadratic.iter().copied()) {
        matrix[Cell::new(i, j)] = c;
    }
    let sizes = matrix.iter().map(|(_, c): (_, &f64)| c.abs());
    let largest = sizes.fold(f64::MIN_POSITIVE, f64::max);
    let cell = |at: Cell| match matrix[at] {
        0.0 => BoardCell::default(),
        c => BoardCell {
            shade: -c.signum() * (STRENGTH.0 + (STRENGTH.1 - STRENGTH.0) * c.abs() / largest),
            number: coefficient(c),
            ..BoardCell::default()
        },
    };
    let names: Vec<String> = (0..n).map(|k| format!("x{k}")).collect();
    let board = SmallBoard {
        margins: [names.clone(), names],
        title: format!("offset {}", coefficient(offset)),
        ..SmallBoard::new(Grid::from_fn(n, n, cell))
    };
    let caption = format!(
        "C is the offset + Σ of what is shown: linear coefficients on the diagonal, couplings above it. Orange raises \
         the energy, blue lowers it.\n{}",
        heading.caption
    );
    let sheet = BoardSheet {
        heading: Heading::new(&*heading.title, caption),
        style: Shapes::Digits,
        boards: vec![board],
    };
    sheet.drawn(layout)
}

/// `−2`, `0.25`.
fn coefficient(c: f64) -> String {
    short(c).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coefficient_but_zero_has_a_cell_with_its_number() {
        let (linear, quadratic) = ([-1.0, 0.0, 2.5], [(0, 2, 3.0), (1, 2, -0.25)]);
        let svg = coefficient_matrix(
            &Heading::default(),
            0.5,
            &linear,
            &quadratic,
            PictureLayout::default(),
        )
        .svg;
        assert_eq!(svg.matches("opacity=").count(), 4, "{svg}");
        for number in ["−1", "2.5", "3", "−0.25", "offset 0.5"] {
            assert!(svg.contains(&format!(">{number}<")), "{number} in {svg}");
        }
    }
}
