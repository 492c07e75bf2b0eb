//! Addresses as people copy them: those of puzz.link (pzpr), also within another address, and the
//! pages of Simon Tatham's collection with a game ID behind `#`.
//!
//! `…/p?starbattle/W/H/S/<borders>`, `p?tents/W/H/<counts><trees>` and `p?sudoku/N/N/<cells>`
//! (pzpr, `src/variety-common/Encode.js`, `tents.js`, `sudoku.js` of robx/pzprjs). Borders are
//! bits, five to a base-32 digit, the most significant first: the (W − 1)·H inner walls between
//! left and right neighbors in reading order, filled up to a whole digit, then the W·(H − 1) walls
//! between upper and lower ones; regions are what the walls leave connected. Numbers: `0`-`9`,
//! `a`-`f` are the value; `-` and two hexadecimal digits 16 to 255; `+` and three from 256; `.` an
//! unknown value; `g`..`z` skip 1 to 20 places. Trees: a base-36 digit up to 17 is a tree and then
//! so many open cells, from 18 on so many less 17 open cells alone.

use super::runs::{decoded, letter, side, wrong};
use super::sheet::{Sheet, pieces};
use super::source::{PastedText, clipped};
use super::{Importer, game_id};
use crate::error::{Error, Result};
use crate::puzzle::{PuzzleText, symbols};

pub(super) static IMPORTER: Importer = Importer {
    name: "link",
    about: "a puzz.link address of a Star Battle, Tents or Sudoku, or a page of Simon Tatham's with a game ID",
    families: &["queens", "star-battle", "tents", "sudoku", "takuzu"],
    sample: "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
    read: |source, _| read(source),
};

/// Where boards of pzpr are shown.
const HOSTS: [&str; 3] = ["puzz.link/p", "pzv.jp/p", "pzprxs.vercel.app/p"];

fn read(source: &PastedText<'_>) -> Option<Result<Sheet>> {
    let text = source.text();
    let marks = ["://", ".html#"];
    let is_address = HOSTS.iter().chain(&marks).any(|mark| text.contains(mark));
    if !is_address || text.starts_with(['{', '[']) || text.contains(char::is_whitespace) {
        return None;
    }
    let address = unescaped(text);
    let address = address.trim_end_matches('#');
    // An address within an address stands last.
    let places = HOSTS.iter().filter_map(|host| address.rfind(host));
    if let Some(at) = places.max() {
        let url = &address[at..];
        return Some(Link { source, url }.board());
    }
    let page = address.rsplit_once(".html#").map(|(page, id)| {
        let game = page.rsplit('/').next().unwrap_or("");
        game_id::read(source, id, Some(game))
    });
    page.or_else(|| {
        let remedy = "of addresses, puzz.link's of starbattle, tents and sudoku can be read, and Simon Tatham's with #ID; else give the board as a grid";
        Some(Err(wrong(source, "the address", text, remedy)))
    })
}

/// The text with what `%2F` and the like stand for.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let code = code.and_then(|two| u8::from_str_radix(two, 16).ok());
        let (byte, left) = match (first, code) {
            (b'%', Some(code)) => (code, &after[2..]),
            _ => (first, after),
        };
        bytes.push(byte);
        rest = left;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An address of puzz.link.
struct Link<'a> {
    source: &'a PastedText<'a>,
    url: &'a str,
}

impl Link<'_> {
    fn board(&self) -> Result<Sheet> {
        let query = self.url.split_once('?').map_or("", |(_, query)| query);
        let query = query.split(['&', '#']).find(|part| !part.contains('='));
        let parts = query
            .unwrap_or("")
            .split('/')
            .filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.collect();
        let genre = parts.first().unwrap_or(&"");
        let genre = genre.trim_end_matches("_edit").trim_end_matches("_play");
        match (genre, parts.get(1..).unwrap_or(&[])) {
            ("starbattle", [cols, rows, stars, borders]) => {
                let stars = stars.parse().map_err(|_| self.unclear())?;
                let (cols, cells) = self.regions(self.sides(cols, rows)?, borders)?;
                Ok(Sheet {
                    families: vec!["queens", "star-battle"],
                    stars: Some(stars),
                    ..Sheet::of_labels("queens", &cells, cols)
                })
            }
            ("tents", [cols, rows, body]) => self.tents(self.sides(cols, rows)?, body),
            ("sudoku", [cols, rows, body]) => self.sudoku(self.sides(cols, rows)?, body),
            (_, [variant, ..]) if variant.starts_with("v:") => {
                let found = format!("a variant {}, whose rules are others", clipped(variant));
                let remedy = "boards of the plain rules can be read";
                Err(self.source.wrong(None, found, remedy))
            }
            ("" | "starbattle" | "tents" | "sudoku", _) => Err(self.unclear()),
            _ => {
                let found = format!("{} URLs of puzz.link cannot be read", clipped(genre));
                let remedy = "of puzz.link, starbattle, tents and sudoku can be read";
                Err(self.source.wrong(None, found, remedy))
            }
        }
    }

    /// Columns and rows.
    fn sides(&self, cols: &str, rows: &str) -> Result<(usize, usize)> {
        match (side(cols), side(rows)) {
            (Some(cols), Some(rows)) => Ok((cols, rows)),
            _ => Err(self.unclear()),
        }
    }

    fn unclear(&self) -> Error {
        let remedy = "write https://puzz.link/p?starbattle/W/H/1/borders, p?tents/W/H/board or p?sudoku/N/N/cells, W and H from 1 to 100";
        wrong(self.source, "an address", self.url, remedy)
    }

    /// A part of the address that is not what it should be.
    fn wrong(&self, part: &str, remedy: &str) -> Error {
        wrong(self.source, "a board", part, remedy)
    }

    /// The regions that the walls leave, by number.
    fn regions(&self, (cols, rows): (usize, usize), borders: &str) -> Result<(usize, Vec<String>)> {
        let (beside, below) = ((cols - 1) * rows, cols * (rows - 1));
        let digits = [beside, below].map(|walls| walls.div_ceil(5));
        let need = digits[0] + digits[1];
        let values: Option<Vec<u32>> = borders.chars().map(|c| c.to_digit(32)).collect();
        let values = values
            .filter(|values| values.len() == need)
            .ok_or_else(|| {
                let remedy = format!("{rows} rows need {need} digits of 0-9 and a-v as borders");
                self.wrong(borders, &remedy)
            })?;
        let wall = |from: usize, k: usize| values[from + k / 5] >> (4 - k % 5) & 1 == 1;
        let numbers = pieces((rows, cols), |a, b| match a.row == b.row {
            true => wall(0, a.row * (cols - 1) + a.col),
            false => wall(digits[0], a.row * cols + a.col),
        });
        let labels = numbers.iter().map(|(_, number)| number.to_string());
        Ok((cols, labels.collect()))
    }

    fn tents(&self, (cols, rows): (usize, usize), body: &str) -> Result<Sheet> {
        let (counts, rest) = self.numbers(body, rows + cols)?;
        let cells = decoded(rest, '.', usize::MAX, |rest, _| {
            let digit = rest
                .chars()
                .next()
                .filter(|digit| !digit.is_ascii_uppercase())?;
            let value = digit.to_digit(36)? as usize;
            match value.checked_sub(18) {
                None => Some((1, 0, Some('T'), value)),
                Some(more) => Some((1, more + 1, None, 0)),
            }
        });
        let cells = cells.map_err(|_| self.wrong(rest, "trees are digits 0-9 and a-z"));
        let (mut cells, _) = cells?;
        if cells.iter().skip(rows * cols).any(|cell| *cell == 'T') {
            let remedy = "a tree stands beyond the board: copy the whole address";
            return Err(self.wrong(rest, remedy));
        }
        cells.resize(rows * cols, '.');
        let keys = PuzzleText::default().counts("row_counts", &counts[cols..]);
        Ok(Sheet {
            keys: keys.counts("col_counts", &counts[..cols]),
            ..Sheet::of("tents", &cells, cols)
        })
    }

    fn sudoku(&self, (cols, rows): (usize, usize), body: &str) -> Result<Sheet> {
        let (clues, rest) = self.numbers(body, rows * cols)?;
        if !rest.is_empty() {
            return Err(self.wrong(body, "copy the whole address"));
        }
        let symbol = |clue: &Option<usize>| match clue {
            None => Some('.'),
            Some(clue) => symbols(rows).nth(clue.checked_sub(1)?),
        };
        let cells: Option<Vec<char>> = clues.iter().map(symbol).collect();
        let cells = cells.ok_or_else(|| self.wrong(body, "a clue is 1 to the number of rows"))?;
        Ok(Sheet::of("sudoku", &cells, cols))
    }

    /// The numbers of so many places, `None` where there is none, and the text after them.
    fn numbers<'t>(&self, body: &'t str, places: usize) -> Result<(Vec<Option<usize>>, &'t str)> {
        let numbers = decoded(body, None, places, |rest, _| {
            let first = rest.chars().next()?;
            let (skipped, length) = match first {
                '-' => (1, 3),
                '+' => (1, 4),
                '.' => return Some((1, 1, None, 0)),
                'g'..='z' => return Some((1, letter(first)? - 5, None, 0)),
                _ => (0, 1),
            };
            let number = usize::from_str_radix(rest.get(skipped..length)?, 16).ok()?;
            Some((length, 0, Some(Some(number)), 0))
        });
        let (mut numbers, rest) =
            numbers.map_err(|_| self.wrong(body, "copy the whole address"))?;
        // A board may end before its last open places.
        numbers.resize(places, None);
        Ok((numbers, rest))
    }
}
