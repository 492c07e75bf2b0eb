//! Tents & Trees as text: rows and columns, the counts of the columns, the counts of the rows, then
//! the grid with `x` for trees.
//!
//! The layout of the puzzlekit data set. A tree is `x`, `T`, 🌲 or 🌳; `-`, `.` and `_` are open.

use super::game_id::MAX_SIDE;
use super::source::{PastedText, TextLine, clipped};
use super::{Importer, Sheet};
use crate::error::Result;
use crate::grid::Grid;
use crate::puzzle::TentsLayout;

pub(super) static IMPORTER: Importer = Importer {
    name: "tents-text",
    about: "Tents as text: `rows cols`, counts of columns, counts of rows, then the grid with x for trees",
    families: &["tents"],
    tells_family: true,
    sample: "4 4\n1 0 1 1\n1 1 0 1\n- - - -\n- - - x\nx - - -\n- x - -\n",
    recognize,
    read,
};

const LAYOUT: &str =
    "`rows cols`, a line with the count of each column, one with that of each row, then the rows";

fn tree(symbol: char) -> Option<bool> {
    match symbol {
        'x' | 'X' | 'T' | '🌲' | '🌳' => Some(true),
        '-' | '.' | '_' => Some(false),
        _ => None,
    }
}

/// The two sides, the counts of columns and rows, and the lines of the grid.
type TentsParts<'s, 'a> = ([usize; 2], [Vec<usize>; 2], &'s [TextLine<'a>]);

/// The parts of a sheet; `None` where the lines are none.
fn sheet<'s, 'a>(lines: &'s [TextLine<'a>]) -> Option<TentsParts<'s, 'a>> {
    let [sides, cols, rows, grid @ ..] = lines else {
        return None;
    };
    let numbers = |line: &TextLine<'_>| {
        let number = |field: &str| field.parse().ok().filter(|n: &usize| *n <= MAX_SIDE);
        line.fields().map(number).collect::<Option<Vec<usize>>>()
    };
    let sides = <[usize; 2]>::try_from(numbers(sides)?).ok()?;
    let counts = [numbers(cols)?, numbers(rows)?];
    let fits = counts[0].len() == sides[1] && counts[1].len() == sides[0];
    (fits && grid.len() == sides[0] && sides.iter().all(|side| *side > 0))
        .then_some((sides, counts, grid))
}

pub(super) fn recognize(source: &PastedText<'_>) -> bool {
    sheet(&source.lines()).is_some_and(|(.., grid)| {
        let mut symbols = grid.iter().flat_map(TextLine::symbols);
        symbols.all(|c| tree(c).is_some())
    })
}

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    let lines = source.lines();
    let unclear = || source.wrong(None, clipped(source.text()), format!("write {LAYOUT}"));
    let ([rows, cols], [col_counts, row_counts], grid) = sheet(&lines).ok_or_else(unclear)?;
    let mut trees = Vec::new();
    for line in grid {
        let row: Option<Vec<bool>> = line.symbols().map(tree).collect();
        let row = row.filter(|row| row.len() == cols).ok_or_else(|| {
            let found = format!("a row {}", clipped(line.text));
            let remedy = format!("a row is {cols} cells, x (tree) or - (open)");
            source.wrong(Some(line.number), found, remedy)
        })?;
        trees.push(row);
    }
    Ok(Sheet::Tents(TentsLayout {
        trees: Grid::from_fn(rows, cols, |cell| trees[cell.row][cell.col]),
        row_counts: row_counts.into_iter().map(Some).collect(),
        col_counts: col_counts.into_iter().map(Some).collect(),
        tents: Vec::new(),
        empty: Vec::new(),
    }))
}
