//! Descriptive game IDs of Simon Tatham's Portable Puzzle Collection: parameters, a colon, the
//! board, a run of letters (`unruly.c`, `tents.c`, `solo.c`).
//!
//! - Unruly (Takuzu), `WxH` and `u` where no two lines may be equal: `a`..`y` skip 0..24 cells and
//!   write a 0, `A`..`Y` likewise a 1, `z` and `Z` skip 25 and write nothing.
//! - Tents: `_` is a tree right here, `a`..`y` 1..25 blanks and then a tree, `z` 25 blanks; `!` and
//!   `-` mark the cell before as a tent and as none; then the counts of columns and rows.
//! - Solo (Sudoku), `CxR` blocks, each R cells wide and C high: a number is a clue, `a`..`z` are
//!   1..26 open cells, `_` separates two clues. Jigsaw (`j`), killer (`k`) and diagonal (`x`)
//!   boards have other rules and are refused.
//!
//! The last letter of Unruly and Tents writes one past the end. The games tell themselves by their
//! form: only Tents has commas, only Solo digits in the board. An ID with `#` instead of the colon
//! names a random seed of that program and holds no board.

use super::Importer;
use super::runs::{decoded, letter, side, whole, wrong};
use super::sheet::Sheet;
use super::source::{PastedText, clipped};
use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::puzzle::{PuzzleText, symbols};

pub(super) static IMPORTER: Importer = Importer {
    name: "game-id",
    about: "a game ID of Simon Tatham's Unruly, Tents or Solo, such as 6x6u:bFDAeDDABbae",
    families: &["takuzu", "tents", "sudoku"],
    sample: "6x6:DAGaHCCafc",
    read: |source, _| {
        let text = source.text();
        let (head, _) = text.split_once([':', '#'])?;
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        let is_id = head.starts_with(|c: char| c.is_ascii_digit())
            && head.bytes().all(plain)
            && !text.contains(char::is_whitespace);
        is_id.then(|| read(source, text.trim_end_matches('#'), None))
    },
};

/// The board of an ID; of the game that its page is named by, where it stands behind one.
pub(super) fn read(source: &PastedText<'_>, id: &str, page: Option<&str>) -> Result<Sheet> {
    let Some((head, board)) = id.split_once(':') else {
        let remedy =
            "give the descriptive game ID, with a colon: a seed (#) needs the program that made it";
        let found = format!("{}, which holds no board", clipped(id));
        return Err(source.wrong(None, found, remedy));
    };
    let irregular = head.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    let has_digits = board.contains(|c: char| c.is_ascii_digit());
    let game = match page {
        Some(page) => page,
        None if irregular.contains(['j', 'k']) => "solo",
        None if board.contains(',') => "tents",
        None if has_digits => "solo",
        None => "unruly",
    };
    match game {
        "solo" => solo(source, head, board),
        "tents" => tents(source, head, board),
        "unruly" => unruly(source, head, board),
        _ => {
            let remedy = "of Simon Tatham's games, unruly, tents and solo can be read";
            Err(wrong(source, "an ID of the game", game, remedy))
        }
    }
}

fn unruly(source: &PastedText<'_>, head: &str, board: &str) -> Result<Sheet> {
    let remedy = "write WxH, then u where no two lines may be equal, then a colon";
    let (cols, rows, rest) = sides(source, head, remedy)?;
    let unique = rest.strip_prefix('u');
    if !matches!(unique.unwrap_or(rest), "" | "dt" | "de" | "dn") {
        return Err(wrong(source, "parameters", head, remedy));
    }
    let cells = decoded(board, '.', usize::MAX, |rest, _| {
        let first = rest.chars().next()?;
        let skipped = letter(first)?;
        let value = if first.is_ascii_uppercase() { '1' } else { '0' };
        Some((1, skipped, (skipped < 25).then_some(value), 0))
    });
    let (cells, _) =
        cells.map_err(|rest| foreign(source, rest, "an Unruly ID has letters only"))?;
    let cells = ended(source, cells, (rows, cols), |last| last != '.')?;
    Ok(Sheet {
        keys: PuzzleText::default().value("unique_lines", unique.is_some()),
        ..Sheet::of("takuzu", &cells, cols)
    })
}

fn tents(source: &PastedText<'_>, head: &str, board: &str) -> Result<Sheet> {
    let remedy = "write WxH, then a colon, the trees, and the counts after commas";
    let (cols, rows, rest) = sides(source, head, remedy)?;
    if !matches!(rest, "" | "de" | "dt") {
        return Err(wrong(source, "parameters", head, remedy));
    }
    let mut fields = board.split(',');
    let letters = fields.next().unwrap_or("");
    let counts = fields.map(|field| field.parse().ok().map(Some));
    let counts: Option<Vec<Option<usize>>> = counts.collect();
    let counts = counts.filter(|counts| counts.len() == rows + cols);
    let counts = counts.ok_or_else(|| {
        let remedy = format!("after the trees stand {cols} counts of columns and {rows} of rows");
        wrong(source, "counts in", board, &remedy)
    })?;
    let (mut tents, mut empty) = (Vec::new(), Vec::new());
    let cells = decoded(letters, '.', usize::MAX, |rest, places| {
        let before = places.checked_sub(1).filter(|place| *place < rows * cols);
        let before = before.map(|place| Cell::new(place / cols, place % cols));
        match (rest.chars().next()?, before) {
            ('_', _) => Some((1, 0, Some('T'), 0)),
            (first @ 'a'..='z', _) => {
                let blanks = (letter(first)? + 1).min(25);
                Some((1, blanks, (first != 'z').then_some('T'), 0))
            }
            (mark @ ('!' | '-'), Some(cell)) => {
                if mark == '!' { &mut tents } else { &mut empty }.push(cell);
                Some((1, 0, None, 0))
            }
            _ => None,
        }
    });
    let (cells, _) = cells.map_err(|rest| {
        foreign(
            source,
            rest,
            "the trees are the letters a to z, _, and after a cell ! or -",
        )
    })?;
    let cells = ended(source, cells, (rows, cols), |last| last == 'T')?;
    let keys = PuzzleText::default()
        .counts("row_counts", &counts[cols..])
        .counts("col_counts", &counts[..cols]);
    Ok(Sheet {
        keys: keys.list("tents", tents.iter()).list("empty", empty.iter()),
        ..Sheet::of("tents", &cells, cols)
    })
}

fn solo(source: &PastedText<'_>, head: &str, board: &str) -> Result<Sheet> {
    let remedy = "write CxR, the columns and rows of blocks, then a colon";
    let (across, down, rest) = sides(source, head, remedy)?;
    for (mark, name) in [('j', "jigsaw"), ('k', "killer"), ('x', "diagonal")] {
        if rest.contains(mark) {
            let remedy = "boards with plain rows, columns and blocks can be read";
            return Err(source.wrong(None, format!("a {name} board"), remedy));
        }
    }
    let chosen = rest.trim_start_matches(|c: char| c.is_ascii_lowercase() || "248".contains(c));
    if !chosen.is_empty() || !head.contains('x') {
        return Err(wrong(source, "parameters", head, remedy));
    }
    let size = across * down;
    let known: Vec<char> = symbols(size).collect();
    if known.len() != size {
        let found = format!("a sudoku of {size} rows");
        return Err(source.wrong(None, found, "boards have 1 to 16 rows"));
    }
    let cells = decoded(board, '.', usize::MAX, |rest, _| {
        match rest.chars().next()? {
            first @ 'a'..='z' => Some((1, letter(first)? + 1, None, 0)),
            '_' => Some((1, 0, None, 0)),
            _ => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let clue: usize = rest[..digits].parse().ok()?;
                Some((digits, 0, Some(*known.get(clue.checked_sub(1)?)?), 0))
            }
        }
    });
    let (cells, _) = cells.map_err(|rest| {
        foreign(
            source,
            rest,
            &format!("clues are 1 to {size}, open cells a to z"),
        )
    })?;
    let cells = whole(source, cells, (size, size))?;
    Ok(Sheet {
        // C columns of blocks: each is C cells high and R wide.
        keys: PuzzleText::default().value("box", format_args!("[{across}, {down}]")),
        ..Sheet::of("sudoku", &cells, size)
    })
}

/// `8` or `8x6`, and what follows.
fn sides<'a>(
    source: &PastedText<'_>,
    head: &'a str,
    remedy: &str,
) -> Result<(usize, usize, &'a str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (first, rest) = head.split_at(digits(head));
    let second = rest.strip_prefix('x').filter(|rest| digits(rest) > 0);
    let (second, rest) = match second {
        Some(rest) => rest.split_at(digits(rest)),
        None => (first, rest),
    };
    match (side(first), side(second)) {
        (Some(first), Some(second)) => Ok((first, second, rest)),
        _ => Err(wrong(
            source,
            "parameters",
            head,
            &format!("{remedy}; sides are 1 to 100"),
        )),
    }
}

/// The cells, without the one that the last letter writes past the end.
fn ended(
    source: &PastedText<'_>,
    mut cells: Vec<char>,
    shape: (usize, usize),
    writes: impl Fn(char) -> bool,
) -> Result<Vec<char>> {
    // a text whose last letter writes nothing is cut off
    let kept = cells.pop().is_some_and(writes);
    cells.truncate(if kept {
        cells.len()
    } else {
        cells.len().min(shape.0 * shape.1 - 1)
    });
    whole(source, cells, shape)
}

/// The error of a letter or number that means nothing.
fn foreign(source: &PastedText<'_>, rest: &str, remedy: &str) -> Error {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let found = match rest.chars().next() {
        Some(letter) if digits == 0 => format!("{letter:?} in the description"),
        _ => format!("{:?} in the description", &rest[..digits]),
    };
    source.wrong(None, found, remedy)
}
