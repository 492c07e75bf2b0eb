//! N-queens with queens in place: a square grid of `Q` (or ♛, ♕, 👑) and open cells `.`, `_`, `-`,
//! `*`.

use super::source::{PastedText, clipped};
use super::{Importer, Sheet};
use crate::error::Result;
use crate::grid::Cell;
use crate::puzzle::QueensLayout;

pub(super) static IMPORTER: Importer = Importer {
    name: "queens-placement",
    about: "N-queens with some queens in place: a square grid of Q and .",
    families: &["n-queens"],
    tells_family: true,
    sample: ". Q . .\n. . . .\n. . . .\n. . . .\n",
    recognize,
    read,
};

fn is_queen(c: char) -> bool {
    matches!(c, 'Q' | 'q' | '♛' | '♕' | '👑')
}

fn is_open(c: char) -> bool {
    matches!(c, '.' | '_' | '-' | '*' | '·')
}

fn recognize(source: &PastedText<'_>) -> bool {
    let lines = source.lines();
    let mut symbols = lines.iter().flat_map(|line| line.symbols());
    source.text().contains(is_queen) && symbols.all(|c| is_queen(c) || is_open(c))
}

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    let lines = source.lines();
    let size = lines.len();
    let mut queens = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let symbols: Vec<char> = line.symbols().collect();
        if symbols.len() != size {
            let found = format!(
                "row {} has {} cells in a board of {size} rows",
                row + 1,
                symbols.len()
            );
            return Err(source.wrong(
                Some(line.number),
                found,
                "the board is square, one line a row",
            ));
        }
        if let Some(other) = symbols.iter().find(|c| !is_queen(**c) && !is_open(**c)) {
            let found = format!("{} as a cell", clipped(&other.to_string()));
            return Err(source.wrong(Some(line.number), found, "a cell is Q or . (open)"));
        }
        let taken = (0..size).filter(|col| is_queen(symbols[*col]));
        queens.extend(taken.map(|col| Cell::new(row, col)));
    }
    Ok(Sheet::Queens(QueensLayout {
        size,
        regions: None,
        queens,
        empty: Vec::new(),
    }))
}
