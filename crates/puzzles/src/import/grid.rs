//! Grids as text: one line a row, one label a cell, with blanks or commas between or without.
//!
//! A first line may tell `rows`, `rows cols` or `rows cols stars`, as in the puzzlekit data set;
//! between rows and columns there may be lines of `-`, `+`, `=` and `|`, as programs draw boxes. A
//! Sudoku may also stand in one line of 16, 36, 81 or 256 symbols. Labels of several signs (`10`)
//! need something between them.
//!
//! Of a Tango the signs between cells are listed, a line each: `r1c4 x r2c4`, `r3c3 = r3c4`;
//! pictures of suns and moons are its values.
//!
//! Tents & Trees begins with `rows cols`, the counts of the columns and those of the rows, as in
//! the same data set. A tree is `x`, `T`, 🌲 or 🌳; `-`, `.` and `_` are open.

use super::sheet::{LabelRow, READINGS, Sheet};
use super::source::{PastedText, TextLine, number};
use super::{ImportOptions, Importer};
use crate::error::Result;
use crate::grid::Cell;
use crate::puzzle::{PuzzleText, Sign};

pub(super) static GRID: Importer = Importer {
    name: "grid",
    about: "one line a row: region letters, colored squares, digits, 0 and 1, suns and moons, Q; . is open; signs below",
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

pub(super) static TENTS: Importer = Importer {
    name: "tents-text",
    about: "Tents as text: `rows cols`, counts of columns, counts of rows, then the grid with x for trees",
    families: &["tents"],
    sample: "4 4\n1 0 1 1\n1 1 0 1\n- - - -\n- - - x\nx - - -\n- x - -\n",
    read: |source, options| {
        let asked = options.family.as_deref().unwrap_or("tents");
        (asked == "tents").then(|| tents(&source.lines()))?.map(Ok)
    },
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
fn sheet(source: &PastedText<'_>) -> Sheet {
    let mut lines = source.lines();
    let width = lines.last().map_or(0, |line| line.symbols().count());
    lines.retain(|line| !is_rule(line, width));
    let signs: Vec<_> = lines.iter().filter_map(|line| sign(line.text)).collect();
    lines.retain(|line| sign(line.text).is_none());
    let header = header(&lines);
    let rows = &lines[usize::from(header.is_some())..];
    let one_line = one_line(rows);
    let stars = header.and_then(|numbers| u32::try_from(*numbers.get(2)?).ok());
    Sheet {
        families: match (signs.is_empty(), &one_line) {
            (false, _) => vec!["tango", "takuzu"],
            (true, Some(_)) => vec!["sudoku"],
            (true, None) => Vec::new(),
        },
        stars: stars.filter(|_| one_line.is_none()),
        rows: one_line.unwrap_or_else(|| label_rows(rows)),
        keys: PuzzleText::default().signs(&signs),
        ..Sheet::default()
    }
}

/// A line that is a sign between two cells: `r1c1 = r1c2`.
fn sign(text: &str) -> Option<(Cell, Cell, Sign)> {
    let (first, second) = text.split_once(['=', 'x', 'X', '×'])?;
    let is_equal = text.contains('=');
    let sign = if is_equal { Sign::Equal } else { Sign::Differ };
    Some((first.parse().ok()?, second.parse().ok()?, sign))
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
    let symbols: Vec<String> = line.symbols().map(String::from).collect();
    let side = SIDES
        .into_iter()
        .find(|side| side * side == symbols.len())?;
    let is_letter = |symbol: &str| side > 9 && symbol.chars().all(|c| c.is_ascii_alphabetic());
    let known = |symbol: &String| "0123456789.-_*".contains(symbol) || is_letter(symbol);
    let row = |cells: &[String]| (Some(line.number), cells.to_vec());
    let rows = symbols.chunks(side).map(row).collect();
    symbols.iter().all(known).then_some(rows)
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
        .map(|line| (Some(line.number), labels(line)))
        .collect()
}

/// A label as it stands, a whole number without a point.
pub(super) fn label(text: &str) -> String {
    number(text).map_or_else(|| text.to_owned(), |number| number.to_string())
}

/// The counts and the grid of a Tents board; `None` where the lines are none.
fn tents(lines: &[TextLine<'_>]) -> Option<Sheet> {
    let [sides, cols, rows, grid @ ..] = lines else {
        return None;
    };
    let sides = <[usize; 2]>::try_from(sides.numbers()?).ok()?;
    let [cols, rows] = [cols.numbers()?, rows.numbers()?];
    let fits = sides == [rows.len(), cols.len()] && grid.len() == rows.len();
    let shown = |counts: Vec<usize>| counts.into_iter().map(Some).collect::<Vec<_>>();
    let keys = PuzzleText::default().counts("row_counts", &shown(rows));
    let symbols = |line: &TextLine<'_>| line.symbols().map(String::from).collect();
    let row = |line: &TextLine<'_>| (Some(line.number), symbols(line));
    (fits && !sides.contains(&0)).then(|| Sheet {
        families: vec!["tents"],
        rows: grid.iter().map(row).collect(),
        keys: keys.counts("col_counts", &shown(cols)),
        ..Sheet::default()
    })
}
