//! Tango as text: rows of cells, signs beside and below them, or listed.
//!
//! ```text
//! 0=. . .        a cell in every other column, the sign of two neighbors between them
//! x     =        below a row, in the columns of the cells: signs to the row below
//! . .x1 .
//! r2c1 = r3c1    or in a list: any two cells,
//! 1,2,x,2,2      also as row, column, sign, row, column, counted from 1
//! ```
//!
//! Without signs beside cells a row may be written without gaps. A sun is `0`, `S`, ☀ 🌞 🌕 or 🟡, a
//! moon `1`, `M`, 🌙 ☾ 🌑 or 🌚; `.`, `_`, `-`, `*` and ⬜ are open.

use super::sheet::{LabelRow, Sheet};
use super::source::{PastedText, TextLine, clipped};
use super::{ImportOptions, Importer};
use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::puzzle::{PuzzleText, Sign};

pub(super) static IMPORTER: Importer = Importer {
    name: "tango-text",
    about: "Tango as rows of 0/1, S/M or ☀/🌙 with = and x between cells, or listed below",
    families: &["tango", "takuzu"],
    sample: "0=. . .\n    x\n. . . .\n. . . .\n. . .x1\nr1c1 x r2c1\n3,3,=,4,3\n",
    read: |source, options| fits(source, options).then(|| read(source)),
};

type SignBetween = (Cell, Cell, Sign);

/// A line by what it says.
enum TangoLine {
    Row,
    Signs,
    Pair(SignBetween),
}

/// The value that a symbol stands for: false for a sun, true for a moon.
pub(super) fn value(symbol: char) -> Option<bool> {
    match symbol {
        '0' | 'S' | 's' | '○' | '🟡' => Some(false),
        '1' | 'M' | 'm' | '●' => Some(true),
        _ if is_sun_or_moon(symbol) => Some(!is_sun(symbol)),
        _ => None,
    }
}

/// Whether it is a picture of a sun or a moon.
pub(super) fn is_sun_or_moon(symbol: char) -> bool {
    is_sun(symbol)
        || matches!(symbol, '🌙' | '☾' | '☽' | '🌑' | '🌚' | '🌛' | '🌜' | '🌒'..='🌔' | '🌖'..='🌘')
}

/// A full moon is bright, and stands beside dark ones for a sun.
fn is_sun(symbol: char) -> bool {
    matches!(symbol, '☀' | '☼' | '🌞' | '🌝' | '🌕')
}

/// The label of a cell.
fn cell(symbol: char) -> Option<&'static str> {
    match symbol {
        '.' | '_' | '-' | '*' | '·' | '⬜' | '◻' | '⬛' => Some("."),
        _ => value(symbol).map(|moon| if moon { "1" } else { "0" }),
    }
}

pub(super) fn sign(symbol: char) -> Option<Sign> {
    match symbol {
        '=' => Some(Sign::Equal),
        'x' | 'X' | '×' | '✕' => Some(Sign::Differ),
        _ => None,
    }
}

fn is_gap(symbol: char) -> bool {
    symbol == '+' || symbol.is_whitespace()
}

fn said(line: &TextLine<'_>) -> TangoLine {
    if let Some(pair) = listed(line.text) {
        return TangoLine::Pair(pair);
    }
    let signs = line.text.chars().any(|c| sign(c).is_some());
    let only_signs = line.text.chars().all(|c| sign(c).is_some() || is_gap(c));
    if signs && only_signs {
        TangoLine::Signs
    } else {
        TangoLine::Row
    }
}

/// `r1c1 = r1c2` or `1,1,=,1,2`.
fn listed(text: &str) -> Option<SignBetween> {
    let text = text.trim().trim_end_matches(',').trim_matches('"');
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    if let [a, b, between, c, d] = fields[..] {
        let cell = |row: &str, col: &str| format!("r{row}c{col}").parse().ok();
        return Some((cell(a, b)?, cell(c, d)?, only_sign(between)?));
    }
    let (at, between) = text.char_indices().find(|(_, c)| sign(*c).is_some())?;
    let (first, second) = (&text[..at], &text[at + between.len_utf8()..]);
    Some((first.parse().ok()?, second.parse().ok()?, sign(between)?))
}

/// The sign that is all of a text.
pub(super) fn only_sign(text: &str) -> Option<Sign> {
    let mut symbols = text.trim().chars();
    let found = sign(symbols.next()?)?;
    symbols.next().is_none().then_some(found)
}

/// Whether the text is a Tango: signs, suns or moons among rows of nothing else.
fn fits(source: &PastedText<'_>, options: &ImportOptions) -> bool {
    let asked = options.family.as_deref();
    let lines = source.lines();
    let is_tango = |c: char| cell(c).is_some() || sign(c).is_some() || is_gap(c);
    let rows = lines
        .iter()
        .filter(|line| matches!(said(line), TangoLine::Row));
    let rows: Vec<&TextLine<'_>> = rows.collect();
    let marks = |c: char| sign(c).is_some() || is_sun_or_moon(c) || matches!(c, 'S' | 'M');
    asked.is_none_or(|family| IMPORTER.families.contains(&family))
        && rows.len() >= 2
        && rows.iter().all(|line| line.text.chars().all(is_tango))
        && lines
            .iter()
            .any(|line| line.text.contains(marks) || matches!(said(line), TangoLine::Pair(_)))
}

fn read(source: &PastedText<'_>) -> Result<Sheet> {
    refuse_two_suns(source)?;
    let lines = source.lines();
    let is_row = |line: &&TextLine<'_>| matches!(said(line), TangoLine::Row);
    let margin = lines.iter().filter(is_row).map(indent).min().unwrap_or(0);
    let symbols = |line: &TextLine<'_>| -> Vec<char> {
        line.text.chars().skip(margin.min(indent(line))).collect()
    };
    let rows: Vec<Vec<char>> = lines.iter().filter(is_row).map(symbols).collect();
    let spaced = rows.iter().all(|row| has_gaps(row));
    let signs = lines
        .iter()
        .any(|line| matches!(said(line), TangoLine::Signs));
    if !spaced && signs && rows.iter().any(|row| row.iter().any(|c| is_gap(*c))) {
        let found = "rows with and without a gap between the cells";
        let remedy = "put each cell in every other column, or no gaps at all";
        return Err(source.wrong(None, found, remedy));
    }
    let mut paste = Paste {
        source,
        spaced,
        rows: Vec::new(),
        signs: Vec::new(),
    };
    let mut row_above = false;
    for line in &lines {
        match said(line) {
            TangoLine::Pair(pair) => paste.signs.push((line.number, pair)),
            TangoLine::Row => paste.add_row(line, &symbols(line))?,
            TangoLine::Signs if row_above => paste.add_signs_below(line, &symbols(line))?,
            TangoLine::Signs => {
                let remedy = "one line of signs may stand between two rows";
                return Err(misplaced(source, line, "a line of signs", remedy));
            }
        }
        row_above = matches!(said(line), TangoLine::Row);
    }
    paste.sheet()
}

/// A full moon beside another sun may be the sun or the moon of the puzzle.
fn refuse_two_suns(source: &PastedText<'_>) -> Result<()> {
    let mut suns = source.text().chars().filter(|c| is_sun(*c));
    if source.text().contains('🌕') && suns.any(|c| c != '🌕') {
        let remedy = "write 0 for a sun and 1 for a moon";
        return Err(source.wrong(None, "🌕 and another sun", remedy));
    }
    Ok(())
}

/// The blanks before a line.
fn indent(line: &TextLine<'_>) -> usize {
    line.text.chars().take_while(|c| c.is_whitespace()).count()
}

/// Rows and signs as they are read.
struct Paste<'a> {
    source: &'a PastedText<'a>,
    /// Whether cells stand in every other column.
    spaced: bool,
    rows: Vec<LabelRow>,
    /// Signs with their lines.
    signs: Vec<(usize, SignBetween)>,
}

impl Paste<'_> {
    /// The cells of a row, and the signs in its gaps.
    fn add_row(&mut self, line: &TextLine<'_>, symbols: &[char]) -> Result<()> {
        let mut labels: Vec<String> = Vec::new();
        let row = self.rows.len();
        for (column, &symbol) in symbols.iter().enumerate() {
            let beside = sign(symbol).filter(|_| self.spaced && column % 2 == 1);
            if let Some(sign) = beside {
                let pair = [column / 2, column / 2 + 1].map(|col| Cell::new(row, col));
                self.signs.push((line.number, (pair[0], pair[1], sign)));
            } else if let Some(label) = cell(symbol) {
                labels.push(label.to_owned());
            } else if !is_gap(symbol) || self.spaced && column % 2 == 0 {
                let found = format!(
                    "{:?} as a cell of {}",
                    symbol.to_string(),
                    clipped(line.text)
                );
                let remedy = match sign(symbol) {
                    Some(_) => {
                        "a sign stands in the gap of its two cells, as in \". .=. . . .\", or in a list below, as in \"r1c2 = r1c3\""
                    }
                    None => "a cell is a sun (0, S, ☀), a moon (1, M, 🌙) or . (open)",
                };
                return Err(self.source.wrong(Some(line.number), found, remedy));
            }
        }
        let line = Some(line.number);
        self.rows.push(LabelRow { line, labels });
        Ok(())
    }

    /// Signs to the row below, in the columns of the cells above.
    fn add_signs_below(&mut self, line: &TextLine<'_>, symbols: &[char]) -> Result<()> {
        let step = if self.spaced { 2 } else { 1 };
        let below = self.rows.len();
        for (column, &symbol) in symbols.iter().enumerate() {
            let Some(sign) = sign(symbol) else { continue };
            if column % step != 0 {
                let what = format!("{symbol} in column {}", column + 1);
                let remedy = "put it in the column of the cell above it";
                return Err(misplaced(self.source, line, &what, remedy));
            }
            let [upper, lower] = [below - 1, below].map(|row| Cell::new(row, column / step));
            self.signs.push((line.number, (upper, lower, sign)));
        }
        Ok(())
    }

    /// # Errors
    /// A sign at a cell that is not there.
    fn sheet(self) -> Result<Sheet> {
        let cols = self.rows.first().map_or(0, |row| row.labels.len());
        let is_off = |cell: &&Cell| cell.row >= self.rows.len() || cell.col >= cols;
        for (line, (a, b, _)) in &self.signs {
            if let Some(off) = [a, b].into_iter().find(is_off) {
                let found = format!("a sign at {off}, which is off the board");
                let remedy = format!("cells are r1c1 to r{}c{cols}", self.rows.len());
                return Err(self.source.wrong(Some(*line), found, remedy));
            }
        }
        let signs: Vec<SignBetween> = self.signs.into_iter().map(|(_, sign)| sign).collect();
        Ok(Sheet {
            families: IMPORTER.families.to_vec(),
            rows: self.rows,
            keys: PuzzleText::default().signs(&signs),
            ..Sheet::default()
        })
    }
}

fn misplaced(source: &PastedText<'_>, line: &TextLine<'_>, what: &str, remedy: &str) -> Error {
    let found = format!("{what} between no two cells in {}", clipped(line.text));
    source.wrong(Some(line.number), found, remedy)
}

/// Whether every other symbol is a gap or a sign.
fn has_gaps(row: &[char]) -> bool {
    let mut between = row.iter().skip(1).step_by(2);
    between.all(|c| is_gap(*c) || sign(*c).is_some())
}
