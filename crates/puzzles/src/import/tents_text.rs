//! Tents & Trees as text: rows and columns, the counts of the columns, the counts of the rows, then
//! the grid with `x` for trees.
//!
//! The layout of the puzzlekit data set. A tree is `x`, `T`, 🌲 or 🌳; `-`, `.` and `_` are open.

use super::sheet::{LabelRow, Sheet};
use super::source::{PastedText, TextLine};
use super::{ImportOptions, Importer};
use crate::error::Result;
use crate::puzzle::PuzzleText;

pub(super) static IMPORTER: Importer = Importer {
    name: "tents-text",
    about: "Tents as text: `rows cols`, counts of columns, counts of rows, then the grid with x for trees",
    families: &["tents"],
    sample: "4 4\n1 0 1 1\n1 1 0 1\n- - - -\n- - - x\nx - - -\n- x - -\n",
    read,
};

fn read(source: &PastedText<'_>, options: &ImportOptions) -> Option<Result<Sheet>> {
    let asked = options.family.as_deref();
    let lines = source.lines();
    let Some((counts, grid)) = parts(&lines).filter(|_| asked.is_none_or(|f| f == "tents")) else {
        let remedy = format!("write {:?}", IMPORTER.sample);
        let found = "no line `rows cols`, or not as many counts and rows as it says";
        return (asked == Some("tents")).then(|| Err(source.wrong(None, found, remedy)));
    };
    let row = |line: &TextLine<'_>| LabelRow {
        line: Some(line.number),
        labels: line.symbols().map(String::from).collect(),
    };
    let [cols, rows] = counts.map(|counts| counts.into_iter().map(Some).collect::<Vec<_>>());
    let keys = PuzzleText::default().counts("row_counts", &rows);
    Some(Ok(Sheet {
        families: vec!["tents"],
        rows: grid.iter().map(row).collect(),
        keys: keys.counts("col_counts", &cols),
        ..Sheet::default()
    }))
}

/// The counts of columns and rows, and the lines of the grid; `None` where the lines are none.
fn parts<'s, 'a>(lines: &'s [TextLine<'a>]) -> Option<([Vec<usize>; 2], &'s [TextLine<'a>])> {
    let [sides, cols, rows, grid @ ..] = lines else {
        return None;
    };
    let [height, width] = <[usize; 2]>::try_from(sides.numbers()?).ok()?;
    let counts = [cols.numbers()?, rows.numbers()?];
    let fits = counts[0].len() == width && counts[1].len() == height;
    let is_grid = grid.len() == height && height > 0 && width > 0;
    (fits && is_grid).then_some((counts, grid))
}
