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

use super::sheet::Sheet;
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
    // cells stand in every other column, or in each
    let spaced = lines
        .iter()
        .filter(is_row)
        .all(|row| has_gaps(&symbols(row)));
    let step = if spaced { 2 } else { 1 };
    let (mut rows, mut signs) = (Vec::new(), Vec::new());
    let mut row_above = false;
    for line in &lines {
        let row = rows.len();
        let mut labels = Vec::new();
        let said = said(line);
        if let TangoLine::Pair(pair) = said {
            signs.push((line.number, pair));
        } else {
            let is_row = matches!(said, TangoLine::Row);
            for (column, &symbol) in symbols(line).iter().enumerate() {
                let on_cell = column % step == 0;
                let at = column / step;
                match (sign(symbol), cell(symbol)) {
                    (Some(sign), _) if is_row && !on_cell => {
                        let pair = [at, at + 1].map(|col| Cell::new(row, col));
                        signs.push((line.number, (pair[0], pair[1], sign)));
                    }
                    (Some(sign), _) if !is_row && on_cell && row_above => {
                        let pair = [row - 1, row].map(|row| Cell::new(row, at));
                        signs.push((line.number, (pair[0], pair[1], sign)));
                    }
                    (None, Some(label)) if is_row && on_cell => labels.push(label.to_owned()),
                    (None, _) if is_gap(symbol) && !(is_row && on_cell) => {}
                    _ => return Err(misplaced(source, line, symbol, column)),
                }
            }
            if is_row {
                rows.push((Some(line.number), labels));
            }
        }
        row_above = matches!(said, TangoLine::Row);
    }
    let cols = rows.first().map_or(0, |row| row.1.len());
    let is_off = |cell: &&Cell| cell.row >= rows.len() || cell.col >= cols;
    for (line, (a, b, _)) in &signs {
        if let Some(off) = [a, b].into_iter().find(is_off) {
            let found = format!("a sign at {off}, which is off the board");
            let remedy = format!("cells are r1c1 to r{}c{cols}", rows.len());
            return Err(source.wrong(Some(*line), found, remedy));
        }
    }
    let signs: Vec<SignBetween> = signs.into_iter().map(|(_, sign)| sign).collect();
    Ok(Sheet {
        families: IMPORTER.families.to_vec(),
        rows,
        keys: PuzzleText::default().signs(&signs),
        ..Sheet::default()
    })
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

/// The error of a symbol that means nothing in its column.
fn misplaced(source: &PastedText<'_>, line: &TextLine<'_>, symbol: char, column: usize) -> Error {
    let shown = clipped(line.text);
    let found = format!("{symbol:?} in column {} of {shown}", column + 1);
    let remedy = "a cell is a sun (0, S, ☀), a moon (1, M, 🌙) or . (open), in each column or in every other one; a sign stands in the gap of its two cells, as in \". .=. . . .\", below its upper cell, or in a list, as in \"r1c2 = r1c3\"";
    source.wrong(Some(line.number), found, remedy)
}

/// Whether every other symbol is a gap or a sign.
fn has_gaps(row: &[char]) -> bool {
    let mut between = row.iter().skip(1).step_by(2);
    between.all(|c| is_gap(*c) || sign(*c).is_some())
}
