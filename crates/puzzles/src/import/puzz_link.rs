//! URLs of puzz.link (pzpr): `…/p?starbattle/W/H/S/<borders>`, and the boards of [`super::pzpr`]. A
//! Star Battle with one star a line is a queens board, unless the family is asked for.
//!
//! The borders (`src/variety-common/Encode.js` of robx/pzprjs) are bits, five to a base-32 digit,
//! the most significant first: the (W − 1)·H inner walls between left and right neighbors in
//! reading order, filled up to a whole digit, then the W·(H − 1) walls between upper and lower
//! ones. Regions are what the walls leave connected.

use super::labels;
use super::source::{PastedText, clipped};
use super::{Importer, Sheet, pzpr, walls};
use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::puzzle::QueensLayout;

pub(super) static IMPORTER: Importer = Importer {
    name: "puzz-link",
    about: "a puzz.link URL of a Star Battle",
    families: &["queens", "star-battle"],
    tells_family: true,
    sample: "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
    recognize: |source| is_url(source) && !matches!(genre(source.text()), "tents" | "sudoku"),
    read,
};

pub(super) static TENTS: Importer = Importer {
    name: "puzz-link-tents",
    about: "a puzz.link URL of Tents",
    families: &["tents"],
    tells_family: true,
    sample: "https://puzz.link/p?tents/5/5/2g0h1i1j82323",
    recognize: |source| is_url(source) && genre(source.text()) == "tents",
    read,
};

pub(super) static SUDOKU: Importer = Importer {
    name: "puzz-link-sudoku",
    about: "a puzz.link URL of a Sudoku",
    families: &["sudoku"],
    tells_family: true,
    sample: "https://puzz.link/p?sudoku/4/4/g1k23k3g",
    recognize: |source| is_url(source) && genre(source.text()) == "sudoku",
    read,
};

/// The most rows and columns: as many as there are names for regions.
const MAX_SIDE: usize = 52;

fn is_url(source: &PastedText<'_>) -> bool {
    let text = source.text();
    let hosts = ["puzz.link/p", "pzv.jp/p", "pzprxs.vercel.app/p"];
    !source.is_json()
        && !text.contains("penpa-edit")
        && hosts.iter().any(|host| text.contains(host))
}

fn read(source: &PastedText<'_>, family: &'static str) -> Result<Sheet> {
    read_url(source, source.text(), family)
}

/// What stands between slashes behind the question mark.
fn parts(url: &str) -> impl Iterator<Item = &str> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('&').find(|part| !part.contains('='));
    let parts = query.unwrap_or("").split('/');
    parts.filter(|part| !part.starts_with("v:"))
}

/// The game's name in the URL.
fn genre(url: &str) -> &str {
    let genre = parts(url).next().unwrap_or("");
    genre.trim_end_matches("_edit").trim_end_matches("_play")
}

/// The puzzle in a URL.
pub(super) fn read_url(source: &PastedText<'_>, url: &str, family: &str) -> Result<Sheet> {
    let genre = genre(url);
    if genre.is_empty() {
        return Err(unclear(source, url));
    }
    let families: &[&str] = match genre {
        "tents" => TENTS.families,
        "sudoku" => SUDOKU.families,
        _ => IMPORTER.families,
    };
    if !families.contains(&family) {
        let found = format!("a {} URL, which holds no {family} puzzle", clipped(genre));
        let remedy = format!(
            "use the setting `as` {}",
            families.join(" or the setting `as` ")
        );
        return Err(source.wrong(None, found, remedy));
    }
    let parts: Vec<&str> = parts(url).skip(1).filter(|part| !part.is_empty()).collect();
    let side = |text: &str| text.parse::<usize>().map_err(|_| unclear(source, url));
    match (genre, &parts[..]) {
        ("starbattle", [cols, rows, stars, borders]) => {
            let stars = stars.parse().map_err(|_| unclear(source, url))?;
            let board = star_battle(source, side(cols)?, side(rows)?, borders)?;
            labels::with_stars(source, board, stars, family)
        }
        ("tents", [cols, rows, body]) => pzpr::tents(source, side(cols)?, side(rows)?, body),
        ("sudoku", [cols, rows, body]) => pzpr::sudoku(source, side(cols)?, side(rows)?, body),
        ("starbattle" | "tents" | "sudoku", _) => Err(unclear(source, url)),
        _ => {
            let found = format!("{} URLs of puzz.link cannot be read", clipped(genre));
            let remedy = "of puzz.link, starbattle, tents and sudoku can be read";
            Err(source.wrong(None, found, remedy))
        }
    }
}

/// The regions that the walls leave.
fn star_battle(
    source: &PastedText<'_>,
    cols: usize,
    rows: usize,
    borders: &str,
) -> Result<QueensLayout> {
    if rows != cols || !(1..=MAX_SIDE).contains(&rows) {
        let found = format!("a board of {rows} rows and {cols} columns");
        let remedy = format!("a star battle needs a square board of at most {MAX_SIDE} rows");
        return Err(source.wrong(None, found, remedy));
    }
    let walls = Walls::read(source, rows, borders)?;
    let regions = walls::regions((rows, cols), |a, b| walls.stands_between(a, b));
    labels::layout(source, &regions)
}

fn unclear(source: &PastedText<'_>, url: &str) -> Error {
    let found = format!("an address {}", clipped(url));
    let remedy = "write https://puzz.link/p?starbattle/W/H/1/borders, p?tents/W/H/board or p?sudoku/N/N/cells";
    source.wrong(None, found, remedy)
}

/// The walls of a square board.
struct Walls {
    size: usize,
    right: Vec<bool>,
    below: Vec<bool>,
}

impl Walls {
    fn read(source: &PastedText<'_>, size: usize, borders: &str) -> Result<Self> {
        let walls = (size - 1) * size;
        let digits = walls.div_ceil(5);
        let values: Option<Vec<u32>> = borders.chars().map(|c| c.to_digit(32)).collect();
        let values = values.filter(|values| values.len() == 2 * digits);
        let values = values.ok_or_else(|| {
            let found = format!("borders {}", clipped(borders));
            let remedy = format!("{size} rows need {} digits of 0-9 and a-v", 2 * digits);
            source.wrong(None, found, remedy)
        })?;
        let bits = |values: &[u32]| -> Vec<bool> {
            let bits = values
                .iter()
                .flat_map(|value| (0..5).rev().map(move |k| value >> k & 1 == 1));
            bits.take(walls).collect()
        };
        Ok(Self {
            size,
            right: bits(&values[..digits]),
            below: bits(&values[digits..]),
        })
    }

    fn stands_between(&self, upper_left: Cell, lower_right: Cell) -> bool {
        if upper_left.row == lower_right.row {
            self.right[upper_left.row * (self.size - 1) + upper_left.col]
        } else {
            self.below[upper_left.row * self.size + upper_left.col]
        }
    }
}
