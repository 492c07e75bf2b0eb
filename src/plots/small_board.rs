//! One small board: grounds, lines between cells and regions, symbols, signs, counts.
//!
//! A cell's character is `0` or `1` (drawn as the style says), `.` (open), `#` (missing), `T` among
//! tents (a tree) or any other, drawn as it is.

use super::canvas::{Anchor, Fill, Lettering, Pen, PictureCanvas, Point, sheet, transparent};
use super::layout::PictureLayout;
use super::palette::{
    BROKEN_GROUND, CURVES, GRAY, INK, MISSING, PAPER, SHADE, SOFT_INK, VERMILION, tint,
};
use super::symbols;
use super::text::width;
use ketboard_puzzles::{Cell, Grid, Shapes, Sign, Topology};
use serde::Serialize;
use std::collections::BTreeMap;

/// Side of a cell beyond which boards do not grow.
pub(super) const LARGEST_CELL: f64 = 44.0;
/// A smaller cell holds no number.
pub(super) const NUMBERED: f64 = 21.0;
/// How far inside a cell the frame lies that marks it as given.
const GIVEN: f64 = 3.4;
/// Width of the lines around a board and its regions.
const HEAVY: f64 = 2.2;
/// The size of what is beside rows and above columns.
const MARGIN_SIZE: f64 = 11.0;

/// One board and what is said about it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SmallBoard {
    pub cells: Grid<BoardCell>,
    /// The signs between cells; empty for none.
    pub signs: Vec<(Cell, Cell, Sign)>,
    /// What is beside each row, and above each column; empty for nothing.
    pub margins: [Vec<String>; 2],
    /// Cells that are counted together.
    pub groups: Vec<CellGroup>,
    /// Which edges are joined.
    pub joined: Topology,
    /// Whether the board obeys the rules, where that is known.
    pub obeys: Option<bool>,
    /// Below the board: `P = 0.12`, `layer 3`.
    pub title: String,
    /// Smaller, below that: `column 2 holds two queens`.
    pub words: String,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct BoardCell {
    /// What it shows; the NUL of a default shows nothing.
    pub value: char,
    /// The number of its region, if it is in one.
    pub region: Option<usize>,
    pub is_given: bool,
    /// Whether it takes part in a broken rule.
    pub is_broken: bool,
    /// How strong its shade is: above 0, up to 1, for a probability or what lowers the energy,
    /// below 0 for what raises it. Regions are not tinted on a board with shades.
    pub shade: f64,
    /// Written over the value; empty for nothing.
    pub number: String,
}

/// Cells of which so many are 1; the count is in a corner of the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CellGroup {
    pub cells: Vec<Cell>,
    pub count: String,
    /// Whether it is no region of the board, and so has a dashed outline.
    pub overlaps: bool,
}

impl SmallBoard {
    /// A board of which nothing is said.
    pub(crate) fn new(cells: Grid<BoardCell>) -> Self {
        Self {
            cells,
            signs: Vec::new(),
            margins: Default::default(),
            groups: Vec::new(),
            joined: Topology::Plane,
            obeys: None,
            title: String::new(),
            words: String::new(),
        }
    }

    /// Whether any cell is like this.
    pub(super) fn has(&self, is: impl Fn(&BoardCell) -> bool) -> bool {
        self.cells.iter().any(|(_, cell)| is(cell))
    }

    pub(super) fn is_shaded(&self) -> bool {
        self.has(|cell| cell.shade != 0.0)
    }
}

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
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct BoardLayers {
    /// The side of a cell in pixels; the upper left corner of the board is that of its pictures.
    cell: f64,
    /// The SVG of the grounds of cells, and that of lines, frames of given cells, and signs, which
    /// lies over what cells hold.
    layers: [String; 2],
    /// The SVG of each character in a cell of its own, without a ground; those that leave a cell
    /// empty are not there.
    symbols: BTreeMap<char, String>,
}

/// The layers of a board; what its cells hold is drawn in none of them but for missing cells.
pub(crate) fn board_layers(
    board: &SmallBoard,
    style: Shapes,
    characters: impl IntoIterator<Item = char>,
) -> BoardLayers {
    let cell = LARGEST_CELL;
    let drawing = SizedBoard {
        board,
        rim: 0.0,
        cell,
        corner: (0.0, 0.0),
    };
    let center = (cell / 2.0, cell / 2.0);
    let size = (
        cell * board.cells.cols() as f64,
        cell * board.cells.rows() as f64,
    );
    let symbol = |value: char| {
        let draw = |canvas: &PictureCanvas| symbols::draw(canvas, center, cell, (value, style));
        (value, transparent((cell, cell), draw))
    };
    let empty = transparent((cell, cell), |_| ());
    let symbols = characters.into_iter().map(symbol);
    BoardLayers {
        cell,
        layers: [
            transparent(size, |canvas| drawing.draw_grounds(canvas)),
            transparent(size, |canvas| drawing.draw_over(canvas)),
        ],
        symbols: symbols.filter(|(_, svg)| *svg != empty).collect(),
    }
}

/// A board at a size and a place.
#[derive(Clone, Copy)]
pub(super) struct SizedBoard<'a> {
    board: &'a SmallBoard,
    /// Room for what is beside rows and above columns.
    rim: f64,
    /// The side of a cell.
    cell: f64,
    /// The upper left corner of the first cell.
    corner: Point,
}

impl<'a> SizedBoard<'a> {
    /// As large as the room on each side allows.
    pub(super) fn new(board: &'a SmallBoard, room: f64) -> Self {
        let margins = board.margins.iter().flatten();
        let widths = margins.map(|text| width(text, MARGIN_SIZE, false) + 8.0);
        let rim = widths.fold(0.0, f64::max);
        let longest = board.cells.rows().max(board.cells.cols()) as f64;
        Self {
            board,
            rim,
            cell: ((room - rim) / longest).min(LARGEST_CELL),
            corner: (rim, rim),
        }
    }

    pub(super) fn size(&self) -> Point {
        self.place(self.board.cells.rows(), self.board.cells.cols())
    }

    pub(super) fn draw(&self, canvas: &PictureCanvas, (x, y): Point, style: Shapes) {
        let corner = (x + self.rim, y + self.rim);
        let placed = Self { corner, ..*self };
        placed.draw_margins(canvas);
        placed.draw_grounds(canvas);
        for (cell, square) in self.board.cells.iter() {
            let center = placed.center(cell);
            symbols::draw(canvas, center, self.cell, (square.value, style));
            placed.draw_number(canvas, center, &square.number);
        }
        placed.draw_over(canvas);
    }

    fn draw_margins(&self, canvas: &PictureCanvas) {
        let letters = Lettering::new(MARGIN_SIZE, SOFT_INK);
        // where cells are narrow some names are left out
        let step = (self.rim / self.cell).ceil().max(1.0) as usize;
        for (row, text) in self.board.margins[0].iter().enumerate().step_by(step) {
            let (_, y) = self.center(Cell::new(row, 0));
            let at = (self.corner.0 - 6.0, y + 0.36 * MARGIN_SIZE);
            canvas.text(at, text, letters.anchored(Anchor::Right));
        }
        for (col, text) in self.board.margins[1].iter().enumerate().step_by(step) {
            let (x, _) = self.center(Cell::new(0, col));
            let at = (x, self.corner.1 - 6.0);
            canvas.text(at, text, letters.anchored(Anchor::Center));
        }
    }

    /// A number as large as the cell has room for; too small to read, it is left out.
    fn draw_number(&self, canvas: &PictureCanvas, center: Point, number: &str) {
        let size = 0.9 * (self.cell - 2.0) / width(number, 1.0, false);
        let size = size.min(0.4 * self.cell).min(12.0);
        if size > 5.0 && !number.is_empty() {
            let letters = Lettering::new(size, INK).anchored(Anchor::Center);
            canvas.text((center.0, center.1 + 0.36 * size), number, letters);
        }
    }

    /// The upper left corner of a cell.
    fn place(&self, row: usize, col: usize) -> Point {
        (
            self.corner.0 + self.cell * col as f64,
            self.corner.1 + self.cell * row as f64,
        )
    }

    fn center(&self, cell: Cell) -> Point {
        let (x, y) = self.place(cell.row, cell.col);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    /// The corners of a cell, so far inside.
    fn square(&self, cell: Cell, inset: f64) -> [Point; 4] {
        let (x, y) = self.center(cell);
        let half = self.cell / 2.0 - inset;
        [(-half, -half), (half, -half), (half, half), (-half, half)]
            .map(|(right, down)| (x + right, y + down))
    }

    fn draw_grounds(&self, canvas: &PictureCanvas) {
        let is_shaded = self.board.is_shaded();
        for (cell, square) in self.board.cells.iter() {
            let ground = match square.value {
                '#' => MISSING,
                _ if square.is_broken => BROKEN_GROUND,
                _ if is_shaded => PAPER,
                _ => square.region.map_or(PAPER, tint),
            };
            let corners = self.square(cell, 0.0);
            canvas.rectangle(corners[0], corners[2], ground);
            if square.is_broken {
                let frame = self.square(cell, 1.9);
                canvas.polygon(&frame, Pen::solid(VERMILION, 1.6));
            }
            if square.shade != 0.0 {
                let color = if square.shade > 0.0 { SHADE } else { VERMILION };
                canvas.polygon(&corners, Fill(color, square.shade.abs()));
            }
        }
    }

    /// Frames of given cells, thin lines between cells, heavy ones between regions and around the
    /// board, and signs.
    fn draw_over(&self, canvas: &PictureCanvas) {
        let cells = &self.board.cells;
        for (cell, _) in cells.iter().filter(|(_, square)| square.is_given) {
            let frame = self.square(cell, GIVEN);
            canvas.polygon(&frame, Pen::solid(SOFT_INK, 1.0));
        }
        let (rows, cols) = (cells.rows(), cells.cols());
        let at = |row: usize, col: usize| self.place(row, col);
        let thin = Pen::solid(GRAY, 0.8);
        (1..rows).for_each(|row| canvas.line(&[at(row, 0), at(row, cols)], thin));
        (1..cols).for_each(|col| canvas.line(&[at(0, col), at(rows, col)], thin));
        let heavy = Pen::solid(INK, HEAVY);
        for (cell, square) in cells.iter() {
            for step in [(0, 1), (1, 0)] {
                let next = Topology::Plane.step((rows, cols), cell, step);
                if let Some(next) = next.filter(|next| cells[*next].region != square.region) {
                    let ends = [at(next.row, next.col), at(cell.row + 1, cell.col + 1)];
                    canvas.line(&ends, heavy);
                }
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
            self.draw_group(canvas, group, k);
        }
        for &sign in &self.board.signs {
            self.draw_sign(canvas, sign);
        }
    }

    /// The count of a group, and its outline where others overlap it: the further inside the later
    /// it comes, so that none covers another.
    fn draw_group(&self, canvas: &PictureCanvas, group: &CellGroup, k: usize) {
        /// Down and right: the steps up, right, down and left.
        const STEPS: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
        let cells = &self.board.cells;
        let color = if group.overlaps {
            CURVES[k % CURVES.len()]
        } else {
            INK
        };
        let inset = 0.06 * self.cell * (1 + k % 3) as f64;
        let pen = Pen::solid(color, 1.4).dashed(4.0, 3.0);
        for &cell in group.cells.iter().filter(|_| group.overlaps) {
            let corners = self.square(cell, inset);
            let next = |step| Topology::Plane.step((cells.rows(), cells.cols()), cell, step);
            let beside = STEPS.map(|step| next(step).is_some_and(|at| group.cells.contains(&at)));
            // a side meets that of the cell beside it in the group
            let end = |(x, y): Point, way: usize| {
                let reach = if beside[way] { inset } else { 0.0 };
                let (down, right) = STEPS[way];
                (x + reach * right as f64, y + reach * down as f64)
            };
            for side in (0..4).filter(|side| !beside[*side]) {
                let (before, after) = ((side + 3) % 4, (side + 1) % 4);
                let ends = [end(corners[side], before), end(corners[after], after)];
                canvas.line(&ends, pen);
            }
        }
        // where it covers no symbol
        let is = |of: char| group.cells.iter().find(|cell| cells[**cell].value == of);
        if let Some(&cell) = is('.').or(is('0')).or(group.cells.first()) {
            let (left, top) = self.square(cell, inset.max(GIVEN) + 1.0)[0];
            let size = (0.26 * self.cell).min(10.0);
            let letters = Lettering::new(size, color).bold();
            canvas.text((left, top + 0.8 * size), &group.count, letters);
        }
    }

    /// A small `=` or `×` on a white disc, on a line between cells so that it covers none of their
    /// contents; a line joins cells that do not touch.
    fn draw_sign(&self, canvas: &PictureCanvas, (a, b, sign): (Cell, Cell, Sign)) {
        let (from, to) = (self.center(a), self.center(b));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a picture, a line each.
    fn elements(svg: &str) -> Vec<&str> {
        let lines = svg.lines().filter(|line| line.starts_with('<'));
        lines.filter(|line| !line.contains("svg")).collect()
    }

    #[test]
    fn the_layers_of_a_board_hold_what_its_picture_holds() {
        let values = ["01", ".1"].map(|row| row.chars().collect::<Vec<_>>());
        let cells = Grid::from_fn(2, 2, |cell| BoardCell {
            value: values[cell.row][cell.col],
            region: Some(usize::from(cell == Cell::new(0, 1))),
            is_given: cell == Cell::new(0, 0),
            ..BoardCell::default()
        });
        let board = SmallBoard {
            signs: vec![(Cell::new(0, 0), Cell::new(0, 1), Sign::Differ)],
            ..SmallBoard::new(cells)
        };
        let style = Shapes::SunsAndMoons;
        let layers = board_layers(&board, style, ['.', '0', '1']);
        let known: String = layers.symbols.keys().collect();
        assert_eq!(known, "01", "an empty cell has no symbol");
        let drawing = SizedBoard {
            board: &board,
            rim: 0.0,
            cell: layers.cell,
            corner: (0.0, 0.0),
        };
        let size = (2.0 * layers.cell, 2.0 * layers.cell);
        let whole = transparent(size, |canvas| drawing.draw(canvas, (0.0, 0.0), style));
        let mut left = elements(&whole);
        for element in layers.layers.iter().flat_map(|svg| elements(svg)) {
            let at = left.iter().position(|one| *one == element);
            left.remove(at.expect(element));
        }
        let drawn = board.cells.iter();
        let drawn = drawn.filter_map(|(_, cell)| layers.symbols.get(&cell.value));
        let drawn: usize = drawn.map(|svg| elements(svg).len()).sum();
        assert_eq!(left.len(), drawn, "{left:?}");
    }
}
