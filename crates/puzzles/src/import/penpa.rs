//! Binairo, Sudoku, Star Battle and Tents boards of penpa-edit: base64 of a raw deflate stream of
//! abbreviated text.
//!
//! From `docs/js/general.js` and `class_p.js` of swaroopg92/penpa-edit. Line 1 of the text holds
//! grid type, width and height; line 2 the rows and columns at the top, bottom, left and right that
//! are no cells; line 4 the drawing, where cell (row, col) has the number (row + 2)·(width + 4) +
//! col + 2. A white circle or a `0` is a 0, a black circle or a `1` a 1; numbers are the clues of a
//! Sudoku. Regions of a Star Battle are parted by unit pieces of line between corner points: the
//! lower right corner of (row, col) has the number (width + 4)·(height + 4) more than the cell.
//! Trees and tents are symbols, with the counts in the row above and the column at the left. Penpa
//! is a drawing program: which rules hold, the user has to say.

use super::source::{PastedText, clipped};
use super::{Importer, Sheet, binary, digits, labels, penpa_tents, puzz_link, walls};
use crate::error::{Error, Result};
use crate::grid::{Cell, Grid};
use crate::puzzle::BinaryGridLayout;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

pub(super) static IMPORTER: Importer = Importer {
    name: "penpa",
    about: "a penpa-edit URL of a Binairo (Takuzu), Sudoku, Star Battle or Tents board; needs the setting `as`",
    families: &["takuzu", "tango", "sudoku", "star-battle", "tents"],
    tells_family: false,
    sample: SAMPLE,
    recognize,
    read,
};

const SAMPLE: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7ZPfT4MwEMff+SvMPd8DBabQtzk3XzZ/bWZZCFm2iRmRiQ5QU8L/7vVAWZTExKjZg2n65dvr0X7a9NLHfLEN0aFmu2ii0M0zue+2SZTFoTzAbp6tky0ZxPPBAG8XcRoafp0VGIXypOqiOpU+CECwqAsIUF3KQo0krJLNMgJUY5oHFDQxrDItsv3GTnleu14VFCb5s9qTnZHNwvssrYYX0lcTBL3TMf+qLWySpxBqEj2udqfAMn5e17E0v0nucnhbuUTV/QLVblDtd1S7HdWqUVfRdhWH89GP0npBWdKNXxHvXPoa/bqxbmPHsig1kVbBOpMFCI+WEbiDRrBguW1R26Go9THqWG25TudzlLYc8MYW64S4UNmsJ6wma4d1yDl91ilrj9VhPeScI32yb5/9l3B84Vb1g532b2D40Es2D0kaZSFQtZQGvAB336YE57+A/r6A9O2b+/aU9g2HHndgvAI=";

/// The longest text that is inflated, in bytes.
const LONGEST_INFLATED: usize = 1 << 20;

/// What penpa writes short, in the order in which it is undone.
static ABBREVIATIONS: &[(&str, &str)] = &[
    ("zO", "null"),
    ("z_", "\"__a\""),
    ("z7", "\"nobulbthermo\""),
    ("z6", "\"killercages\""),
    ("z4", "\"deletelineE\""),
    ("z5", "\"polygon\""),
    ("z0", "\"squareframe\""),
    ("zD", "\"direction\""),
    ("z3", "\"arrows\""),
    ("zT", "\"thermo\""),
    ("z2", "\"freelineE\""),
    ("zF", "\"freeline\""),
    ("z1", "\"numberS\""),
    ("z8", "\"command_replay\""),
    ("zU", "\"command_undo\""),
    ("zR", "\"command_redo\""),
    ("zB", "\"board\""),
    ("zP", "\"special\""),
    ("zY", "\"symbol\""),
    ("zN", "\"number\""),
    ("zC", "\"cage\""),
    ("zW", "\"wall\""),
    ("zE", "\"lineE\""),
    ("zL", "\"line\""),
    ("zS", "\"surface\""),
    ("zM", "\"edit_mode\""),
    ("zG", "\"grid\""),
    ("zA", "\"pu_a\""),
    ("zQ", "\"pu_q\""),
    ("z9", "\"qa\""),
    ("zZ", "z"),
];

fn recognize(source: &PastedText<'_>) -> bool {
    let is_address = |part| source.text().contains(part);
    !source.is_json() && (is_address("m=edit&p=") || is_address("m=solve&p="))
}

fn read(source: &PastedText<'_>, family: &'static str) -> Result<Sheet> {
    let data = data(source)?;
    if data.starts_with("http") {
        return puzz_link::read_url(source, &data, family);
    }
    let text = inflated(&data).ok_or_else(|| {
        let remedy = "copy the whole address, up to its end";
        source.wrong(
            None,
            format!("data {} that cannot be unpacked", clipped(&data)),
            remedy,
        )
    })?;
    let lines: Vec<&str> = text.lines().collect();
    let board = PenpaDrawing::read(&lines).ok_or_else(|| foreign(source, "no board"))?;
    match family {
        "sudoku" => digits::layout(source, &board.clues(source)?).map(Sheet::Sudoku),
        "star-battle" => star_battle(source, &board),
        "tents" => penpa_tents::layout(source, &board).map(Sheet::Tents),
        _ => binairo(source, &board, family),
    }
}

fn star_battle(source: &PastedText<'_>, board: &PenpaDrawing) -> Result<Sheet> {
    let shape = (board.rows, board.cols);
    let regions = walls::regions(shape, |a, b| board.is_walled(a, b));
    let stars = source.stars().unwrap_or(1);
    labels::with_stars(
        source,
        labels::layout(source, &regions)?,
        stars,
        "star-battle",
    )
}

fn binairo(source: &PastedText<'_>, board: &PenpaDrawing, family: &'static str) -> Result<Sheet> {
    binary::check_sides(source, board.rows, board.cols)?;
    if board
        .cells
        .is_some_and(|cells| cells != board.rows * board.cols)
    {
        return Err(foreign(source, "a board with holes"));
    }
    let grid = board.grid(source)?;
    if grid.iter().all(|(_, value)| value.is_none()) {
        return Err(foreign(source, "a board without circles, 0 and 1"));
    }
    Ok(Sheet::Binary(BinaryGridLayout {
        family,
        grid,
        signs: Vec::new(),
        unique_lines: None,
    }))
}

fn foreign(source: &PastedText<'_>, found: &str) -> Error {
    let remedy = "a Binairo board has a square grid, with white and black circles or 0 and 1";
    source.wrong(None, found, remedy)
}

/// What stands behind `p=`, with its percent signs decoded.
fn data(source: &PastedText<'_>) -> Result<String> {
    let behind = source.text().split_once("&p=").map(|(_, behind)| behind);
    let data = behind.ok_or_else(|| {
        let remedy = "write https://swaroopg92.github.io/penpa-edit/#m=edit&p=...";
        source.wrong(None, clipped(source.text()), remedy)
    })?;
    let data = if data.starts_with("http") {
        data
    } else {
        data.split('&').next().unwrap_or(data)
    };
    Ok(data
        .replace("%2B", "+")
        .replace("%2F", "/")
        .replace("%3D", "="))
}

fn inflated(data: &str) -> Option<String> {
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let packed = GeneralPurpose::new(&STANDARD, lenient).decode(data).ok()?;
    let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, LONGEST_INFLATED);
    let text = String::from_utf8(bytes.ok()?).ok()?;
    let undo = |text: String, (short, long): &(&str, &str)| text.replace(short, long);
    Some(ABBREVIATIONS.iter().fold(text, undo))
}

/// A drawing on a square grid.
pub(super) struct PenpaDrawing {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// Rows above and columns left of the first cell.
    pub(super) margin: (usize, usize),
    /// Columns of the numbering.
    stride: usize,
    /// Numbers of cells, after which those of corners begin.
    places: usize,
    drawn: Value,
    /// How many cells the board has, where the text lists them.
    cells: Option<usize>,
}

impl PenpaDrawing {
    fn read(lines: &[&str]) -> Option<Self> {
        let [head, spaces, _, drawn, rest @ ..] = lines else {
            return None;
        };
        let fields: Vec<&str> = head.split(',').collect();
        let [kind, width, height, ..] = fields[..] else {
            return None;
        };
        let (width, height): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
        let spaces: Vec<usize> = serde_json::from_str(spaces).ok()?;
        let [top, bottom, left, right] = spaces[..] else {
            return None;
        };
        let listed = rest
            .get(1)
            .and_then(|list| serde_json::from_str::<Vec<i64>>(list).ok());
        let inside = |side: usize, spaces: [usize; 2]| {
            let side = side.checked_sub(spaces[0])?.checked_sub(spaces[1])?;
            (side <= binary::MAX_SIDE).then_some(side)
        };
        matches!(kind, "square" | "sudoku").then_some(())?;
        Some(Self {
            rows: inside(height, [top, bottom])?,
            cols: inside(width, [left, right])?,
            margin: (top, left),
            stride: width.checked_add(4)?,
            places: width.checked_add(4)?.checked_mul(height.checked_add(4)?)?,
            drawn: serde_json::from_str(drawn).ok()?,
            cells: listed.map(|list| list.len()),
        })
    }

    /// What is drawn in a layer of a cell.
    pub(super) fn drawn(&self, cell: Cell, layer: &str) -> Option<&Value> {
        self.drawn_at((cell.row + self.margin.0, cell.col + self.margin.1), layer)
    }

    /// The same, counted from the corner of the drawing: rows and columns that are no cells
    /// included.
    pub(super) fn drawn_at(&self, (row, col): (usize, usize), layer: &str) -> Option<&Value> {
        let key = ((row + 2) * self.stride + col + 2).to_string();
        self.drawn.get(layer)?.get(&key)
    }

    /// Whether a piece of line parts two neighbors, the first above the second or left of it.
    fn is_walled(&self, first: Cell, second: Cell) -> bool {
        let (row, col) = (first.row + self.margin.0 + 2, first.col + self.margin.1 + 2);
        let corner = self.places + row * self.stride + col;
        let before = if first.row == second.row {
            self.stride
        } else {
            1
        };
        let ends = [corner - before, corner];
        let keys = [ends, [ends[1], ends[0]]].map(|[a, b]| format!("{a},{b}"));
        let lines = self.drawn.get("lineE");
        lines.is_some_and(|lines| keys.iter().any(|key| lines.get(key).is_some()))
    }

    /// The rows of a Sudoku.
    fn clues(&self, source: &PastedText<'_>) -> Result<Vec<(Option<usize>, Vec<char>)>> {
        let symbol = |cell: Cell| {
            let Some(drawn) = self.drawn(cell, "number") else {
                return Ok('.');
            };
            let clue = number(drawn).and_then(|text| text.parse().ok());
            clue.and_then(digits::symbol).ok_or_else(|| {
                let found = format!("{} in {cell}", clipped(&drawn.to_string()));
                source.wrong(None, found, "a cell has a number or nothing")
            })
        };
        let row = |row| {
            let cells = (0..self.cols).map(|col| symbol(Cell::new(row, col)));
            Ok((None, cells.collect::<Result<_>>()?))
        };
        (0..self.rows).map(row).collect()
    }

    fn grid(&self, source: &PastedText<'_>) -> Result<Grid<Option<bool>>> {
        let mut grid = Grid::from_fn(self.rows, self.cols, |_| None);
        let cells: Vec<Cell> = grid.iter().map(|(cell, _)| cell).collect();
        for cell in cells {
            let circle = self
                .drawn(cell, "symbol")
                .map(|drawn| (circle(drawn), drawn));
            let number = self
                .drawn(cell, "number")
                .map(|drawn| (digit(drawn), drawn));
            for (value, drawn) in [circle, number].into_iter().flatten() {
                if value.is_none() || grid[cell].is_some_and(|other| Some(other) != value) {
                    let found = format!("{} in {cell}", clipped(&drawn.to_string()));
                    let remedy = "a cell has a white or black circle, 0 or 1, or nothing";
                    return Err(source.wrong(None, found, remedy));
                }
                grid[cell] = value;
            }
        }
        Ok(grid)
    }
}

/// `[1, "circle_M", 1]` is white, `[2, ...]` black.
fn circle(symbol: &Value) -> Option<bool> {
    let is_circle = symbol.get(1)?.as_str()?.starts_with("circle");
    match symbol.get(0)?.as_u64()? {
        1 if is_circle => Some(false),
        2 if is_circle => Some(true),
        _ => None,
    }
}

/// `["0", 1, "1"]` or `[1, 1, "1"]`: the first entry.
pub(super) fn number(drawn: &Value) -> Option<String> {
    let first = drawn.get(0)?;
    let text = first.as_str().map(str::to_owned);
    Some(text.unwrap_or_else(|| first.to_string()).trim().to_owned())
}

fn digit(drawn: &Value) -> Option<bool> {
    match number(drawn)?.as_str() {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}
