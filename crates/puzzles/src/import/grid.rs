//! Grids as text: one line a row, one label a cell, with blanks or commas between or without.
//!
//! A first line may tell `rows`, `rows cols` or `rows cols stars`, as in the puzzlekit data set;
//! between rows and columns there may be lines of `-`, `+`, `=` and `|`, as programs draw boxes. A
//! Sudoku may also stand in one line of 16, 36, 81 or 256 symbols. Labels of several signs (`10`)
//! need something between them.

use super::sheet::{LabelRow, READINGS, Sheet};
use super::source::{PastedText, TextLine, number};
use super::{ImportOptions, Importer};
use crate::error::Result;

pub(super) static IMPORTER: Importer = Importer {
    name: "grid",
    about: "one line a row: region letters or colored squares, digits, 0 and 1, Q; . is open",
    families: &[
        "queens",
        "star-battle",
        "sudoku",
        "takuzu",
        "tango",
        "n-queens",
    ],
    sample: "aabb\nxxbb\nxxxb\n7777\n",
    read,
};

/// The sides of boards that are written in one line.
const SIDES: [usize; 4] = [4, 6, 9, 16];

fn read(source: &PastedText<'_>, options: &ImportOptions) -> Option<Result<Sheet>> {
    let sheet = sheet(source);
    let is_known = options.family.is_some()
        || !sheet.families.is_empty()
        || READINGS.iter().any(|reading| (reading.suggests)(&sheet));
    is_known.then_some(Ok(sheet))
}

/// The rows of the text, and the stars that its first line tells.
pub(super) fn sheet(source: &PastedText<'_>) -> Sheet {
    let lines = source.lines();
    let width = lines.last().map_or(0, |line| line.symbols().count());
    let lines: Vec<TextLine<'_>> = lines.into_iter().filter(|l| !is_rule(l, width)).collect();
    let header = header(&lines);
    let rows = &lines[usize::from(header.is_some())..];
    if let Some(rows) = one_line(rows) {
        return Sheet {
            families: vec!["sudoku"],
            rows,
            ..Sheet::default()
        };
    }
    Sheet {
        rows: label_rows(rows),
        stars: header.and_then(|numbers| numbers.get(2).and_then(|n| u32::try_from(*n).ok())),
        ..Sheet::default()
    }
}

/// A line between boxes; a row of open cells has no corners and is as long as the others.
fn is_rule(line: &TextLine<'_>, width: usize) -> bool {
    line.symbols().all(|c| matches!(c, '-' | '+' | '='))
        && (line.symbols().any(|c| c != '-') || line.symbols().count() != width)
}

/// The numbers of a first line that tells the size of the rows below it.
fn header(lines: &[TextLine<'_>]) -> Option<Vec<usize>> {
    let (first, rows) = lines.split_first()?;
    let numbers = first.numbers().filter(|numbers| numbers.len() <= 3)?;
    let width = |line: &TextLine<'_>| [line.fields().count(), line.symbols().count()];
    let told = *numbers.first()? == rows.len();
    let fits = |cols: &usize| rows.iter().all(|row| width(row).contains(cols));
    (told && rows.len() > 1 && numbers.get(1).is_none_or(fits)).then_some(numbers)
}

/// The rows of a Sudoku in one line.
fn one_line(rows: &[TextLine<'_>]) -> Option<Vec<LabelRow>> {
    let [line] = rows else { return None };
    let symbols: Vec<char> = line.symbols().collect();
    let side = SIDES
        .into_iter()
        .find(|side| side * side == symbols.len())?;
    let known =
        |c: &char| c.is_ascii_digit() || ".-_*".contains(*c) || side > 9 && c.is_ascii_alphabetic();
    symbols.iter().all(known).then(|| {
        let row = |cells: &[char]| LabelRow {
            line: Some(line.number),
            labels: cells.iter().map(char::to_string).collect(),
        };
        symbols.chunks(side).map(row).collect()
    })
}

/// A label a cell: the fields of each line where they are as many as there are lines, else its
/// symbols.
fn label_rows(lines: &[TextLine<'_>]) -> Vec<LabelRow> {
    let size = lines.len();
    let separated = size > 1 && lines.iter().all(|line| line.fields().count() == size);
    let labels = |line: &TextLine<'_>| match separated {
        true => line.fields().map(label).collect(),
        false => line.symbols().map(String::from).collect(),
    };
    lines
        .iter()
        .map(|line| LabelRow {
            line: Some(line.number),
            labels: labels(line),
        })
        .collect()
}

/// A label as it stands, a whole number without a point.
pub(super) fn label(text: &str) -> String {
    number(text).map_or_else(|| text.to_owned(), |number| number.to_string())
}
