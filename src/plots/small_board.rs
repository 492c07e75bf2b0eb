//! One small board: grounds, lines between cells and regions, symbols, signs, counts.
//!
//! A cell's character is `0` or `1` (drawn as the style says), `.` (open), `#` (missing), `T` among
//! tents (a tree) or any other, drawn as it is.

use super::canvas::{Anchor, Fill, Lettering, Pen, PictureCanvas, Point, sheet, transparent};
use super::layout::PictureLayout;
use super::palette::{
    BROKEN_GROUND, CURVES, Color, GRAY, INK, MISSING, PAPER, SHADE, SOFT_INK, VERMILION, tint,
};
use super::symbols;
use super::text::width;
use ketboard_puzzles::{Cell, Shapes, Sign, Topology};

/// Side of a cell beyond which boards do not grow.
pub(super) const LARGEST_CELL: f64 = 44.0;
/// How far inside a cell the frame lies that marks it as given.
const GIVEN: f64 = 3.4;
/// Width of the lines around a board and its regions.
const HEAVY: f64 = 2.2;

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
    pub signs: Vec<(Cell, Cell, Sign)>,
    /// What is beside each row, and above each column; empty for nothing.
    pub margins: [Vec<String>; 2],
    /// Cells that are counted together.
    pub groups: Vec<CellGroup>,
    /// Which edges are joined.
    pub joined: Topology,
    /// Cells that take part in a broken rule.
    pub broken: Vec<(usize, usize)>,
    /// Numbers of cells, as shades; regions are not tinted below them.
    pub shades: Vec<CellShade>,
    /// Whether the board obeys the rules, where that is known.
    pub obeys: Option<bool>,
    /// Below the board: `P = 0.12`, `layer 3`.
    pub title: String,
    /// Smaller, below that: `column 2 holds two queens`.
    pub words: String,
}

/// Cells of which so many are 1; the count is in a corner of the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CellGroup {
    /// Row and column of each cell, from 0.
    pub cells: Vec<(usize, usize)>,
    pub count: String,
    /// Whether it is no region of the board, and so has a dashed outline.
    pub overlaps: bool,
}

/// A number that a cell shows, as a shade and in the cell.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CellShade {
    /// Row and column of the cell, from 0.
    pub cell: (usize, usize),
    /// What is shaded, from 0 to 1.
    pub strength: f64,
    pub tone: Tone,
    pub content: ShadeContent,
}

/// The color of a shade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// A probability, or what lowers the energy.
    Cool,
    /// What raises the energy.
    Warm,
}

/// What is in a shaded cell.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ShadeContent {
    /// A symbol of the board.
    Glyph(char),
    Number(String),
}

/// A smaller cell holds no number.
pub(super) const NUMBERED: f64 = 21.0;

/// The SVG of one board alone, as large as its cells make it; what is said about it is left out.
pub(crate) fn board_picture(board: &SmallBoard, style: Shapes) -> String {
    const RIM: f64 = 4.0;
    let drawing = SizedBoard::new(board, f64::INFINITY);
    let (width, height) = drawing.size();
    let layout = PictureLayout::of_width(width + 2.0 * RIM);
    sheet(layout, height + 2.0 * RIM, "", |canvas| {
        drawing.draw(canvas, (RIM, RIM), style);
    })
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
pub(crate) fn board_layers(
    board: &SmallBoard,
    style: Shapes,
    characters: impl IntoIterator<Item = char>,
) -> BoardLayers {
    let cell = LARGEST_CELL;
    let drawing = SizedBoard { board, cell };
    let (corner, center) = ((0.0, 0.0), (cell / 2.0, cell / 2.0));
    let size = (cell * columns(board) as f64, cell * board.rows.len() as f64);
    let symbol = |value: char| {
        let draw = |canvas: &PictureCanvas| symbols::draw(canvas, center, cell, (value, style));
        (value, transparent((cell, cell), draw))
    };
    let empty = transparent((cell, cell), |_| ());
    let symbols = characters.into_iter().map(symbol);
    BoardLayers {
        cell,
        grounds: transparent(size, |canvas| drawing.draw_grounds(canvas, corner)),
        lines: transparent(size, |canvas| drawing.draw_over(canvas, corner)),
        symbols: symbols.filter(|(_, svg)| *svg != empty).collect(),
    }
}

pub(super) fn columns(board: &SmallBoard) -> usize {
    board.rows.first().map_or(0, |row| row.chars().count())
}

/// A board at a size.
pub(super) struct SizedBoard<'a> {
    board: &'a SmallBoard,
    /// The side of a cell.
    pub(super) cell: f64,
}

impl<'a> SizedBoard<'a> {
    /// As large as the room on each side allows.
    pub(super) fn new(board: &'a SmallBoard, room: f64) -> Self {
        let longest = board.rows.len().max(columns(board)) as f64;
        let rim = Self { board, cell: 0.0 }.rim();
        let cell = ((room - rim) / longest).min(LARGEST_CELL);
        Self { board, cell }
    }

    /// Room for what is beside rows and above columns.
    fn rim(&self) -> f64 {
        let margins = self.board.margins.iter().flatten();
        let widths = margins.map(|text| width(text, MARGIN_SIZE, false) + 8.0);
        widths.fold(0.0, f64::max)
    }

    pub(super) fn size(&self) -> Point {
        let (rim, cols) = (self.rim(), columns(self.board) as f64);
        (
            rim + self.cell * cols,
            rim + self.cell * self.board.rows.len() as f64,
        )
    }

    pub(super) fn draw(&self, canvas: &PictureCanvas, (x, y): Point, style: Shapes) {
        let rim = self.rim();
        let corner = (x + rim, y + rim);
        self.draw_margins(canvas, corner);
        self.draw_grounds(canvas, corner);
        for (row, text) in self.board.rows.iter().enumerate() {
            for (col, value) in text.chars().enumerate() {
                let center = self.center(corner, (row, col));
                symbols::draw(canvas, center, self.cell, (value, style));
            }
        }
        for shade in &self.board.shades {
            let center = self.center(corner, shade.cell);
            match &shade.content {
                ShadeContent::Glyph(glyph) => {
                    symbols::draw(canvas, center, self.cell, (*glyph, style));
                }
                ShadeContent::Number(number) => self.draw_number(canvas, center, number),
            }
        }
        self.draw_over(canvas, corner);
    }

    fn draw_margins(&self, canvas: &PictureCanvas, corner: Point) {
        let letters = Lettering::new(MARGIN_SIZE, SOFT_INK);
        // where cells are narrow some names are left out
        let step = (self.rim() / self.cell).ceil().max(1.0) as usize;
        for (down, text) in (0..).zip(&self.board.margins[0]).step_by(step) {
            let (_, y) = self.place(corner, f64::from(down) + 0.5, 0.0);
            let at = (corner.0 - 6.0, y + 0.36 * MARGIN_SIZE);
            canvas.text(at, text, letters.anchored(Anchor::Right));
        }
        for (right, text) in (0..).zip(&self.board.margins[1]).step_by(step) {
            let (x, _) = self.place(corner, 0.0, f64::from(right) + 0.5);
            let at = (x, corner.1 - 6.0);
            canvas.text(at, text, letters.anchored(Anchor::Center));
        }
    }

    /// A number as large as the cell has room for; too small to read, it is left out.
    fn draw_number(&self, canvas: &PictureCanvas, center: Point, number: &str) {
        let size = 0.9 * (self.cell - 2.0) / width(number, 1.0, false);
        let size = size.min(0.4 * self.cell).min(12.0);
        if size > 5.0 {
            let letters = Lettering::new(size, INK).anchored(Anchor::Center);
            canvas.text((center.0, center.1 + 0.36 * size), number, letters);
        }
    }

    fn place(&self, corner: Point, row: f64, col: f64) -> Point {
        (corner.0 + self.cell * col, corner.1 + self.cell * row)
    }

    fn center(&self, corner: Point, (row, col): (usize, usize)) -> Point {
        self.place(corner, row as f64 + 0.5, col as f64 + 0.5)
    }

    /// The corners of a cell, so far inside.
    fn square(&self, corner: Point, cell: (usize, usize), inset: f64) -> [Point; 4] {
        let (x, y) = self.center(corner, cell);
        let half = self.cell / 2.0 - inset;
        [(-half, -half), (half, -half), (half, half), (-half, half)]
            .map(|(right, down)| (x + right, y + down))
    }

    fn draw_grounds(&self, canvas: &PictureCanvas, corner: Point) {
        let is_shaded = !self.board.shades.is_empty();
        for (row, text) in self.board.rows.iter().enumerate() {
            for (col, value) in text.chars().enumerate() {
                let regions = self.board.regions.get(row).filter(|_| !is_shaded);
                let is_broken = self.board.broken.contains(&(row, col));
                let ground = match value {
                    '#' => MISSING,
                    _ if is_broken => BROKEN_GROUND,
                    _ => regions
                        .and_then(|ids| ids.get(col))
                        .map_or(PAPER, |id| tint(*id)),
                };
                let [at, _, far, _] = self.square(corner, (row, col), 0.0);
                canvas.rectangle(at, far, ground);
                if is_broken {
                    let frame = self.square(corner, (row, col), 1.9);
                    canvas.polygon(&frame, Pen::solid(VERMILION, 1.6));
                }
            }
        }
        for shade in self.board.shades.iter().filter(|one| one.strength > 0.0) {
            let color: Color = match shade.tone {
                Tone::Cool => SHADE,
                Tone::Warm => VERMILION,
            };
            canvas.polygon(
                &self.square(corner, shade.cell, 0.0),
                Fill(color, shade.strength),
            );
        }
    }

    /// Frames of given cells, thin lines between cells, heavy ones between regions and around the
    /// board, and signs.
    fn draw_over(&self, canvas: &PictureCanvas, corner: Point) {
        for (row, given) in self.board.givens.iter().enumerate() {
            for (col, _) in given.iter().enumerate().filter(|(_, given)| **given) {
                let frame = self.square(corner, (row, col), GIVEN);
                canvas.polygon(&frame, Pen::solid(SOFT_INK, 1.0));
            }
        }
        let (rows, cols) = (self.board.rows.len(), columns(self.board));
        let at = |row: usize, col: usize| self.place(corner, row as f64, col as f64);
        let thin = Pen::solid(GRAY, 0.8);
        (1..rows).for_each(|row| canvas.line(&[at(row, 0), at(row, cols)], thin));
        (1..cols).for_each(|col| canvas.line(&[at(0, col), at(rows, col)], thin));
        let region = |row: usize, col: usize| Some(*self.board.regions.get(row)?.get(col)?);
        let heavy = Pen::solid(INK, HEAVY);
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            if col + 1 < cols && region(row, col + 1) != region(row, col) {
                canvas.line(&[at(row, col + 1), at(row + 1, col + 1)], heavy);
            }
            if row + 1 < rows && region(row + 1, col) != region(row, col) {
                canvas.line(&[at(row + 1, col), at(row + 1, col + 1)], heavy);
            }
        }
        canvas.polygon(&[at(0, 0), at(0, cols), at(rows, cols), at(rows, 0)], heavy);
        // edges that are joined are dashed
        let gaps = Pen::solid(PAPER, HEAVY + 0.4).dashed(3.0, 5.0);
        if self.board.joined != Topology::Plane {
            canvas.line(&[at(0, 0), at(rows, 0)], gaps);
            canvas.line(&[at(0, cols), at(rows, cols)], gaps);
        }
        if self.board.joined == Topology::Torus {
            canvas.line(&[at(0, 0), at(0, cols)], gaps);
            canvas.line(&[at(rows, 0), at(rows, cols)], gaps);
        }
        for (k, group) in self.board.groups.iter().enumerate() {
            self.draw_group(canvas, corner, group, k);
        }
        for &sign in &self.board.signs {
            self.draw_sign(canvas, corner, sign);
        }
    }

    /// The count of a group, and its outline where others overlap it: the further inside the later
    /// it comes, so that none covers another.
    fn draw_group(&self, canvas: &PictureCanvas, corner: Point, group: &CellGroup, k: usize) {
        let color = if group.overlaps {
            CURVES[k % CURVES.len()]
        } else {
            INK
        };
        let inset = 0.06 * self.cell * (1 + k % 3) as f64;
        let pen = Pen::solid(color, 1.4).dashed(4.0, 3.0);
        /// Up, right, down, left: the ways to the cells beside.
        const WAYS: [Point; 4] = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
        for &(row, col) in group.cells.iter().filter(|_| group.overlaps) {
            let corners = self.square(corner, (row, col), inset);
            let has = |down: usize, right: usize| group.cells.contains(&(down, right));
            let beside = [
                row > 0 && has(row - 1, col),
                has(row, col + 1),
                has(row + 1, col),
                col > 0 && has(row, col - 1),
            ];
            // a side meets that of the cell beside it in the group
            let reach = |(x, y): Point, way: usize| {
                if beside[way] {
                    (x + inset * WAYS[way].0, y + inset * WAYS[way].1)
                } else {
                    (x, y)
                }
            };
            for side in (0..4).filter(|side| !beside[*side]) {
                let (before, after) = ((side + 3) % 4, (side + 1) % 4);
                let ends = [reach(corners[side], before), reach(corners[after], after)];
                canvas.line(&ends, pen);
            }
        }
        // where it covers no symbol
        let holds = |&(row, col): &(usize, usize)| self.board.rows.get(row)?.chars().nth(col);
        let is = |of: char| group.cells.iter().find(move |cell| holds(cell) == Some(of));
        if let Some(&cell) = is('.').or(is('0')).or(group.cells.first()) {
            let (left, top) = self.square(corner, cell, inset.max(GIVEN) + 1.0)[0];
            let size = (0.26 * self.cell).min(10.0);
            let letters = Lettering::new(size, color).bold();
            canvas.text((left, top + 0.8 * size), &group.count, letters);
        }
    }

    /// A small `=` or `×` on a white disc, on a line between cells so that it covers none of their
    /// contents; a line joins cells that do not touch.
    fn draw_sign(&self, canvas: &PictureCanvas, corner: Point, (a, b, sign): (Cell, Cell, Sign)) {
        let center = |cell: Cell| self.center(corner, (cell.row, cell.col));
        let (from, to) = (center(a), center(b));
        let (down, right) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        let steps = down.max(right).max(1);
        if down + right > 1 {
            canvas.line(&[from, to], Pen::solid(SOFT_INK, 0.8).faint(0.6));
        }
        let share = ((steps / 2) as f64 + 0.5) / steps as f64;
        let x = from.0 + share * (to.0 - from.0);
        let y = from.1 + share * (to.1 - from.1);
        canvas.disc((x, y), 0.16 * self.cell, PAPER);
        let outline = match sign {
            Sign::Equal => "M-.09-.05H.09M-.09 .05H.09",
            Sign::Differ => "M-.09-.09L.09 .09M.09-.09L-.09 .09",
        };
        canvas.path((x, y), self.cell, outline, Pen::solid(INK, 0.05));
    }
}

/// The size of what is beside rows and above columns.
const MARGIN_SIZE: f64 = 11.0;

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
            signs: vec![(Cell::new(0, 0), Cell::new(0, 1), Sign::Differ)],
            rows,
            ..SmallBoard::default()
        };
        let style = Shapes::SunsAndMoons;
        let layers = board_layers(&board, style, ['.', '0', '1']);
        let known: Vec<char> = layers.symbols.iter().map(|(char, _)| *char).collect();
        assert_eq!(known, ['0', '1'], "an empty cell has no symbol");
        let drawing = SizedBoard {
            board: &board,
            cell: layers.cell,
        };
        let size = (2.0 * layers.cell, 2.0 * layers.cell);
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
