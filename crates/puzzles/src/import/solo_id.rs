//! Solo, the Sudoku of Simon Tatham's collection, as a descriptive game ID: `CxR:` and the clues.
//!
//! The side is n = C·R and each block is R cells wide and C cells high (`solo.c`). In reading
//! order, a number is a clue, `a`..`z` are 1..26 open cells, `_` separates two clues. Jigsaw (`j`),
//! killer (`k`) and diagonal (`x`) boards have other rules and are refused.

use super::game_id::{self, Game};
use super::source::PastedText;
use super::{Importer, Sheet, digits};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::puzzle::SudokuLayout;

pub(super) static IMPORTER: Importer = Importer {
    name: "solo-id",
    about: "a game ID of Simon Tatham's Solo (Sudoku), such as 2x2:a2d4b3d2a",
    families: &["sudoku"],
    tells_family: true,
    sample: "2x2:a2d4b3d2a",
    recognize: |source| game_id::game(source) == Some(Game::Solo),
    read,
};

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    let (head, board) = game_id::parts(source)?;
    let (across, down) = parameters(source, head)?;
    let size = across.saturating_mul(down);
    digits::check_size(source, size)?;
    let clues = clues(source, board, size)?;
    let symbol = |cell: Cell| match clues[cell.row * size + cell.col] {
        0 => Some('.'),
        clue => SudokuLayout::symbols(size).nth(clue - 1),
    };
    Ok(Sheet::Sudoku(SudokuLayout {
        grid: Grid::from_fn(size, size, |cell| symbol(cell).unwrap_or('.')),
        // C columns of blocks: each is C cells high and R wide.
        box_shape: (across, down),
    }))
}

/// Columns and rows of blocks.
fn parameters(source: &PastedText<'_>, head: &str) -> Result<(usize, usize)> {
    let remedy = "write CxR, the columns and rows of blocks, then a colon";
    let Some((across, down, rest)) = game_id::sides(head) else {
        return Err(game_id::unclear(source, head, remedy));
    };
    for (mark, name) in [('j', "jigsaw"), ('k', "killer"), ('x', "diagonal")] {
        if rest.contains(mark) {
            let found = format!("a {name} board");
            let remedy = "boards with plain rows, columns and blocks can be read";
            return Err(source.wrong(None, found, remedy));
        }
    }
    let chosen = rest.trim_start_matches(|c: char| c.is_ascii_lowercase() || "248".contains(c));
    if !chosen.is_empty() || !head.contains('x') {
        return Err(game_id::unclear(source, head, remedy));
    }
    Ok((across, down))
}

/// The clue of each cell, 0 where there is none.
fn clues(source: &PastedText<'_>, board: &str, size: usize) -> Result<Vec<usize>> {
    let mut clues = Vec::new();
    let mut rest = board;
    while let Some(first) = rest.chars().next() {
        let length = rest
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count()
            .max(first.len_utf8());
        let (word, after) = rest.split_at(length);
        match first {
            'a'..='z' => clues.extend(vec![0; usize::from(first as u8 - b'a') + 1]),
            '_' => {}
            _ => {
                let clue = word.parse().ok().filter(|clue| (1..=size).contains(clue));
                clues.push(clue.ok_or_else(|| {
                    let found = format!("{word:?} in the description");
                    let remedy = format!("clues are 1 to {size}, open cells a to z");
                    source.wrong(None, found, remedy)
                })?);
            }
        }
        rest = after;
    }
    if clues.len() != size * size {
        return Err(game_id::wrong_length(source, clues.len(), size, size));
    }
    Ok(clues)
}
