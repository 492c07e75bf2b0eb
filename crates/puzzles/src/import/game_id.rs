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

/// The most rows and columns; the program itself has boards of at most some fifty.
const MAX_SIDE: usize = 100;

/// The board of an ID; of the game that its page is named by, where it stands behind one.
pub(super) fn read(source: &PastedText<'_>, id: &str, page: Option<&str>) -> Result<Sheet> {
    let Some((head, board)) = id.split_once(':') else {
        let found = format!("{}, which holds no board", clipped(id));
        let remedy =
            "give the descriptive game ID, with a colon: a seed (#) needs the program that made it";
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
    let id = GameId {
        source,
        head,
        board,
    };
    match game {
        "solo" => id.solo(),
        "tents" => id.tents(),
        "unruly" => id.unruly(),
        _ => {
            let found = format!("an ID of the game {}", clipped(game));
            let remedy = "of Simon Tatham's games, unruly, tents and solo can be read";
            Err(source.wrong(None, found, remedy))
        }
    }
}

/// What stands before and behind the colon.
struct GameId<'a> {
    source: &'a PastedText<'a>,
    head: &'a str,
    board: &'a str,
}

impl GameId<'_> {
    fn unruly(&self) -> Result<Sheet> {
        let remedy = "write WxH, then u where no two lines may be equal, then a colon";
        let (cols, rows, rest) = self.sides(remedy)?;
        let unique = rest.strip_prefix('u');
        if !matches!(unique.unwrap_or(rest), "" | "dt" | "de" | "dn") {
            return Err(self.unclear(remedy));
        }
        let mut cells = Vec::new();
        for letter in self.board.chars() {
            if !letter.is_ascii_alphabetic() {
                return Err(self.foreign(letter, "an Unruly ID has letters only"));
            }
            let skipped = letter.to_ascii_lowercase() as u8 - b'a';
            cells.extend(std::iter::repeat_n('.', usize::from(skipped)));
            let value = if letter.is_ascii_uppercase() {
                '1'
            } else {
                '0'
            };
            cells.extend((skipped < 25).then_some(value));
        }
        self.check_end(&cells, rows, cols, |last| last != '.')?;
        Ok(Sheet {
            keys: PuzzleText::default().value("unique_lines", unique.is_some()),
            ..Sheet::of("takuzu", &cells[..rows * cols], cols)
        })
    }

    fn tents(&self) -> Result<Sheet> {
        let remedy = "write WxH, then a colon, the trees, and the counts after commas";
        let (cols, rows, rest) = self.sides(remedy)?;
        if !matches!(rest, "" | "de" | "dt") {
            return Err(self.unclear(remedy));
        }
        let mut fields = self.board.split(',');
        let letters = fields.next().unwrap_or("");
        let counts: Option<Vec<Option<usize>>> =
            fields.map(|field| field.parse().ok().map(Some)).collect();
        let counts = counts.filter(|counts| counts.len() == rows + cols);
        let counts = counts.ok_or_else(|| {
            let found = format!("counts in {}", clipped(self.board));
            let remedy =
                format!("after the trees stand {cols} counts of columns and {rows} of rows");
            self.source.wrong(None, found, remedy)
        })?;
        let (mut cells, mut tents, mut empty) = (Vec::new(), Vec::new(), Vec::new());
        for letter in letters.chars() {
            let before = cells
                .len()
                .checked_sub(1)
                .filter(|place| *place < rows * cols);
            let before = before.map(|place| Cell::new(place / cols, place % cols));
            match (letter, before) {
                ('_', _) => cells.push('T'),
                ('a'..='z', _) => {
                    let blanks = usize::from(letter as u8 - b'a' + 1).min(25);
                    cells.extend(std::iter::repeat_n('.', blanks));
                    cells.extend((letter != 'z').then_some('T'));
                }
                ('!', Some(cell)) => tents.push(cell),
                ('-', Some(cell)) => empty.push(cell),
                _ => {
                    let remedy = "the trees are the letters a to z, _, and after a cell ! or -";
                    return Err(self.foreign(letter, remedy));
                }
            }
        }
        self.check_end(&cells, rows, cols, |last| last == 'T')?;
        let keys = PuzzleText::default().counts("row_counts", &counts[cols..]);
        let keys = keys.counts("col_counts", &counts[..cols]);
        Ok(Sheet {
            keys: keys.list("tents", tents.iter()).list("empty", empty.iter()),
            ..Sheet::of("tents", &cells[..rows * cols], cols)
        })
    }

    fn solo(&self) -> Result<Sheet> {
        let remedy = "write CxR, the columns and rows of blocks, then a colon";
        let (across, down, rest) = self.sides(remedy)?;
        for (mark, name) in [('j', "jigsaw"), ('k', "killer"), ('x', "diagonal")] {
            if rest.contains(mark) {
                let remedy = "boards with plain rows, columns and blocks can be read";
                return Err(self.source.wrong(None, format!("a {name} board"), remedy));
            }
        }
        let chosen = rest.trim_start_matches(|c: char| c.is_ascii_lowercase() || "248".contains(c));
        if !chosen.is_empty() || !self.head.contains('x') {
            return Err(self.unclear(remedy));
        }
        let size = across * down;
        let known: Vec<char> = symbols(size).collect();
        if known.len() != size {
            let remedy = "boards have 1 to 16 rows";
            return Err(self
                .source
                .wrong(None, format!("a sudoku of {size} rows"), remedy));
        }
        let mut cells = Vec::new();
        let mut rest = self.board;
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (word, after) = rest.split_at(digits.max(first.len_utf8()));
            match first {
                'a'..='z' => {
                    let open = usize::from(first as u8 - b'a') + 1;
                    cells.extend(std::iter::repeat_n('.', open));
                }
                '_' => {}
                _ => {
                    let clue = word
                        .parse::<usize>()
                        .ok()
                        .and_then(|clue| clue.checked_sub(1));
                    cells.push(*clue.and_then(|clue| known.get(clue)).ok_or_else(|| {
                        let found = format!("{word:?} in the description");
                        let remedy = format!("clues are 1 to {size}, open cells a to z");
                        self.source.wrong(None, found, remedy)
                    })?);
                }
            }
            rest = after;
        }
        if cells.len() != size * size {
            return Err(self.wrong_length(cells.len(), size, size));
        }
        Ok(Sheet {
            // C columns of blocks: each is C cells high and R wide.
            keys: PuzzleText::default().value("box", format_args!("[{across}, {down}]")),
            ..Sheet::of("sudoku", &cells, size)
        })
    }

    /// `8` or `8x6`, and what follows.
    fn sides(&self, remedy: &str) -> Result<(usize, usize, &str)> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (first, rest) = self.head.split_at(digits(self.head));
        let second = rest.strip_prefix('x').filter(|rest| digits(rest) > 0);
        let (second, rest) = match second {
            Some(rest) => rest.split_at(digits(rest)),
            None => (first, rest),
        };
        let side = |text: &str| {
            text.parse()
                .ok()
                .filter(|side| (1..=MAX_SIDE).contains(side))
        };
        match (side(first), side(second)) {
            (Some(first), Some(second)) => Ok((first, second, rest)),
            _ => Err(self.unclear(&format!("{remedy}; sides are 1 to {MAX_SIDE}"))),
        }
    }

    /// Succeeds if the last letter writes one past the end.
    fn check_end(
        &self,
        cells: &[char],
        rows: usize,
        cols: usize,
        writes: impl Fn(char) -> bool,
    ) -> Result<()> {
        let ends = cells.last().is_some_and(|last| writes(*last));
        if cells.len() == rows * cols + 1 && ends {
            return Ok(());
        }
        Err(self.wrong_length(cells.len().saturating_sub(1), rows, cols))
    }

    fn wrong_length(&self, told: usize, rows: usize, cols: usize) -> Error {
        let found = format!("a description of {told} cells for {rows} rows of {cols}");
        self.source.wrong(None, found, "copy the whole ID")
    }

    fn unclear(&self, remedy: &str) -> Error {
        self.source
            .wrong(None, format!("parameters {}", clipped(self.head)), remedy)
    }

    fn foreign(&self, letter: char, remedy: &str) -> Error {
        self.source
            .wrong(None, format!("{letter:?} in the description"), remedy)
    }
}
