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

use super::sheet::{LabelRow, Sheet, pieces};
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

/// The most rows and columns.
const MAX_SIDE: usize = 100;

fn read(source: &PastedText<'_>) -> Option<Result<Sheet>> {
    let text = source.text();
    let marks = ["://", ".html#"];
    let is_address = HOSTS.iter().chain(&marks).any(|mark| text.contains(mark));
    if !is_address || text.starts_with(['{', '[']) || text.contains(char::is_whitespace) {
        return None;
    }
    let address = decoded(text);
    let address = address.trim_end_matches('#');
    // An address within an address stands last.
    let places = HOSTS.iter().filter_map(|host| address.rfind(host));
    if let Some(at) = places.max() {
        return Some(
            Link {
                source,
                url: &address[at..],
            }
            .board(),
        );
    }
    let page = address.rsplit_once(".html#").map(|(page, id)| {
        let game = page.rsplit('/').next().unwrap_or("");
        game_id::read(source, id, Some(game))
    });
    page.or_else(|| {
        let found = format!("the address {}", clipped(text));
        let remedy = "of addresses, puzz.link's of starbattle, tents and sudoku can be read, and Simon Tatham's with #ID; else give the board as a grid";
        Some(Err(source.wrong(None, found, remedy)))
    })
}

/// The text with what `%2F` and the like stand for.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let code = code.and_then(|two| u8::from_str_radix(two, 16).ok());
        (rest, bytes) = match (first, code) {
            (b'%', Some(code)) => (&after[2..], [bytes, vec![code]].concat()),
            _ => (after, [bytes, vec![first]].concat()),
        };
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
        let mut parts = query
            .unwrap_or("")
            .split('/')
            .filter(|part| !part.is_empty());
        let genre = parts.next().unwrap_or("");
        let genre = genre.trim_end_matches("_edit").trim_end_matches("_play");
        let parts: Vec<&str> = parts.collect();
        let sides = |cols: &str, rows: &str| -> Result<(usize, usize)> {
            let side = |text: &str| text.parse::<usize>().map_err(|_| self.unclear());
            let (cols, rows) = (side(cols)?, side(rows)?);
            if (1..=MAX_SIDE).contains(&cols) && (1..=MAX_SIDE).contains(&rows) {
                return Ok((cols, rows));
            }
            let found = format!("a board of {rows} rows and {cols} columns");
            Err(self
                .source
                .wrong(None, found, format!("sides are 1 to {MAX_SIDE}")))
        };
        match (genre, &parts[..]) {
            ("starbattle", [cols, rows, stars, borders]) => {
                let stars = stars.parse().map_err(|_| self.unclear())?;
                Ok(Sheet {
                    families: vec!["queens", "star-battle"],
                    stars: Some(stars),
                    rows: self.regions(sides(cols, rows)?, borders)?,
                    ..Sheet::default()
                })
            }
            ("tents", [cols, rows, body]) => self.tents(sides(cols, rows)?, body),
            ("sudoku", [cols, rows, body]) => self.sudoku(sides(cols, rows)?, body),
            (_, [variant, ..]) if variant.starts_with("v:") => {
                let found = format!("a variant {}, whose rules are others", clipped(variant));
                Err(self
                    .source
                    .wrong(None, found, "boards of the plain rules can be read"))
            }
            ("" | "starbattle" | "tents" | "sudoku", _) => Err(self.unclear()),
            _ => {
                let found = format!("{} URLs of puzz.link cannot be read", clipped(genre));
                let remedy = "of puzz.link, starbattle, tents and sudoku can be read";
                Err(self.source.wrong(None, found, remedy))
            }
        }
    }

    fn unclear(&self) -> Error {
        let found = format!("an address {}", clipped(self.url));
        let remedy = "write https://puzz.link/p?starbattle/W/H/1/borders, p?tents/W/H/board or p?sudoku/N/N/cells";
        self.source.wrong(None, found, remedy)
    }

    /// A part of the address that is not what it should be.
    fn wrong(&self, part: &str, remedy: impl Into<String>) -> Error {
        self.source
            .wrong(None, format!("a board {}", clipped(part)), remedy)
    }

    /// The regions that the walls leave.
    fn regions(&self, (cols, rows): (usize, usize), borders: &str) -> Result<Vec<LabelRow>> {
        let (beside, below) = ((cols - 1) * rows, cols * (rows - 1));
        let digits = [beside, below].map(|walls| walls.div_ceil(5));
        let values: Option<Vec<u32>> = borders.chars().map(|c| c.to_digit(32)).collect();
        let values = values.filter(|values| values.len() == digits[0] + digits[1]);
        let values = values.ok_or_else(|| {
            let need = digits[0] + digits[1];
            self.wrong(
                borders,
                format!("{rows} rows need {need} digits of 0-9 and a-v as borders"),
            )
        })?;
        let wall = |from: usize, k: usize| values[from + k / 5] >> (4 - k % 5) & 1 == 1;
        let numbers = pieces((rows, cols), |a, b| match a.row == b.row {
            true => wall(0, a.row * (cols - 1) + a.col),
            false => wall(digits[0], a.row * cols + a.col),
        });
        let labels: Vec<String> = numbers
            .iter()
            .map(|(_, number)| number.to_string())
            .collect();
        let row = |labels: &[String]| LabelRow {
            line: None,
            labels: labels.to_vec(),
        };
        Ok(labels.chunks(cols).map(row).collect())
    }

    fn tents(&self, (cols, rows): (usize, usize), body: &str) -> Result<Sheet> {
        let (counts, rest) = self.numbers(body, rows + cols)?;
        let mut cells = Vec::new();
        for digit in rest.chars() {
            let value = digit.to_digit(36).filter(|_| !digit.is_ascii_uppercase());
            let value = value.ok_or_else(|| self.wrong(rest, "trees are digits 0-9 and a-z"))?;
            let tree = (value < 18).then_some('T');
            cells.extend(tree);
            let open = value as usize - if tree.is_some() { 0 } else { 17 };
            cells.extend(std::iter::repeat_n('.', open));
        }
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
        let mut numbers: Vec<Option<usize>> = Vec::new();
        let mut rest = body;
        // A board may end before its last open places.
        while let Some(first) = rest.chars().next().filter(|_| numbers.len() < places) {
            let wrong = || self.wrong(body, "copy the whole address");
            let (skipped, length) = match first {
                '-' => (1, 3),
                '+' => (1, 4),
                _ => (0, first.len_utf8()),
            };
            let word = rest.get(skipped..length).ok_or_else(wrong)?;
            match first {
                '.' => numbers.push(None),
                'g'..='z' => numbers.extend(vec![None; usize::from(first as u8 - b'f')]),
                _ => numbers.push(Some(usize::from_str_radix(word, 16).map_err(|_| wrong())?)),
            }
            rest = &rest[length..];
        }
        numbers.resize(places, None);
        Ok((numbers, rest))
    }
}
