//! Star Battle as text: a line `rows cols stars`, then the regions, a label a cell between blanks.
//!
//! The layout of the puzzlekit data set; `@` and `#` are cells in no region where no star may
//! stand. With one star a line it is a queens board, unless the family is asked for.

use super::labels::{self, LabelRow};
use super::source::{PastedText, clipped};
use super::{Importer, Sheet};
use crate::error::Result;

pub(super) static IMPORTER: Importer = Importer {
    name: "star-battle-text",
    about: "Star Battle as text: `rows cols stars`, then the regions",
    families: &["queens", "star-battle"],
    tells_family: true,
    sample: "4 4 1\n1 1 2 2\n3 3 2 2\n3 3 3 2\n4 4 4 4\n",
    recognize,
    read,
};

pub(super) fn recognize(source: &PastedText<'_>) -> bool {
    header(source).is_some()
}

/// Rows and stars, where the first line tells them and the rows follow.
fn header(source: &PastedText<'_>) -> Option<(usize, u32)> {
    let lines = source.lines();
    let (first, rest) = lines.split_first()?;
    let numbers: Option<Vec<u32>> = first.fields().map(|field| field.parse().ok()).collect();
    let [rows, cols, stars] = numbers?[..] else {
        return None;
    };
    let square = rows == cols && rows as usize == rest.len() && rows > 3;
    square.then_some((rest.len(), stars))
}

fn read(source: &PastedText<'_>, family: &'static str) -> Result<Sheet> {
    let lines = source.lines();
    let Some((size, stars)) = header(source) else {
        let found = lines
            .first()
            .map_or_else(|| "no line".to_owned(), |line| clipped(line.text));
        let remedy =
            "begin with `rows cols stars`, as many rows as columns, and write the rows below";
        return Err(source.wrong(lines.first().map(|line| line.number), found, remedy));
    };
    let rows: Vec<LabelRow> = lines[1..]
        .iter()
        .map(|line| LabelRow {
            line: Some(line.number),
            labels: if line.fields().count() == size {
                line.fields().map(str::to_owned).collect()
            } else {
                line.symbols().map(String::from).collect()
            },
        })
        .collect();
    let board = labels::layout(source, &rows)?;
    labels::with_stars(source, board, stars, family)
}
