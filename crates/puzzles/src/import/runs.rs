//! Boards written as runs, letters and digits that write a cell and skip some: the game IDs of
//! Simon Tatham's Portable Puzzle Collection, and the addresses of puzz.link (pzpr), also within
//! another address or behind the `#` of a page.
//!
//! An ID is `WxH`, options, a colon, the board (`unruly.c`, `tents.c`, `solo.c`). With `#` instead
//! of the colon it names a random seed of that program and holds no board.
//!
//! - Unruly (Takuzu), with `u` where no two lines may be equal: `a`..`y` skip 0..24 cells and write
//!   a 0, `A`..`Y` likewise a 1, `z` and `Z` skip 25 and write nothing.
//! - Tents: `_` is a tree right here, `a`..`y` 1..25 blanks and then a tree, `z` 25 blanks; `!` and
//!   `-` mark the cell before as a tent and as none; then the counts of columns and rows.
//! - Solo (Sudoku), `CxR` blocks, each R cells wide and C high: a number is a clue, `a`..`z` are
//!   1..26 open cells, `_` separates two clues. Jigsaw (`j`), killer (`k`) and diagonal (`x`)
//!   boards have other rules and are refused.
//!
//! The last letter of Unruly and Tents writes one past the end. The games tell themselves by their
//! form: only Tents has commas, only Solo digits in the board.
//!
//! An address is `…/p?genre/W/H/board` (pzpr, `src/variety-common/Encode.js`, `tents.js`,
//! `sudoku.js` of robx/pzprjs). Numbers: `0`-`9`, `a`-`f` are the value; `-` and two hexadecimal
//! digits 16 to 255; `+` and three from 256; `.` an unknown value; `g`..`z` skip 1 to 20 places.
//! Trees: a base-36 digit up to 17 is a tree and then so many open cells, from 18 on so many less
//! 17 open cells alone. Borders are bits, five to a base-32 digit, the most significant first: the
//! (W − 1)·H inner walls between left and right neighbors in reading order, filled up to a whole
//! digit, then the W·(H − 1) walls between upper and lower ones; regions are what the walls leave
//! connected.

use super::sheet::{Sheet, pieces};
use super::{Importer, PastedText, clipped};
use crate::error::Result;
use crate::puzzle::{MAX_SIDE, PuzzleText, symbols};

pub(super) static GAME_ID: Importer = Importer {
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
        is_id.then(|| game_id(source, text.trim_end_matches('#'), None))
    },
};

pub(super) static LINK: Importer = Importer {
    name: "link",
    about: "a puzz.link address of a Star Battle, Tents or Sudoku, or a page of Simon Tatham's with a game ID",
    families: &["queens", "star-battle", "tents", "sudoku", "takuzu"],
    sample: "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
    read: link,
};

/// A game by its name, and what makes a board of its columns and rows, options and runs; nothing
/// where they mean none.
type Game = (
    &'static str,
    fn((usize, usize), &str, &str) -> Option<Sheet>,
);

/// The games of IDs.
static IDS: [Game; 3] = [("unruly", unruly), ("tents", tents_id), ("solo", solo)];

/// What an ID looks like, for messages.
const ID: &str = "an ID is WxH, a colon and letters for all cells, of Tents then W counts of columns and H of rows; of Solo it is CxR plain blocks (no j, k or x) on at most 16 rows, a colon, clues and letters";

/// The genres of addresses.
static GENRES: [Game; 3] = [
    ("starbattle", starbattle),
    ("tents", tents_link),
    ("sudoku", sudoku_link),
];

/// What an address looks like, for messages.
const ADDRESS: &str = "an address is https://puzz.link/p?genre/W/H/board, of a starbattle with its stars before the borders";

/// Where boards of pzpr are shown.
const HOSTS: [&str; 3] = ["puzz.link/p", "pzv.jp/p", "pzprxs.vercel.app/p"];

/// The board of one of the games, which a part of `text` names.
///
/// # Errors
/// If it is none of them, or the text is no whole board; `form` says what would be right.
fn board_of(
    (source, text): (&PastedText<'_>, &str),
    (games, form): (&[Game], &str),
    name: &str,
    [cols, rows, options, board]: [&str; 4],
) -> Result<Sheet> {
    let Some((name, read)) = games.iter().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = games.iter().map(|(name, _)| *name).collect();
        let known = known.join(", ");
        let remedy = format!("{known} can be read; else give the board as a grid");
        let found = format!("a board of the game {}", clipped(name));
        return Err(source.wrong(None, found, remedy));
    };
    let sheet = sides(cols, rows).and_then(|sides| read(sides, options, board));
    sheet.ok_or_else(|| {
        let found = format!("{} is no whole {name} board", clipped(text));
        let remedy = format!("copy all of it: {form}; sides are 1 to {MAX_SIDE}");
        source.wrong(None, found, remedy)
    })
}

/// The board of an ID; of the game that its page is named by, where it follows one.
fn game_id(source: &PastedText<'_>, id: &str, page: Option<&str>) -> Result<Sheet> {
    let Some((head, board)) = id.split_once(':') else {
        let remedy =
            "give the descriptive game ID, with a colon: a seed (#) needs the program that made it";
        let found = format!("{}, which holds no board", clipped(id));
        return Err(source.wrong(None, found, remedy));
    };
    let irregular = head.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    let has_digits = board.contains(|c: char| c.is_ascii_digit());
    let name = match page {
        Some(page) => page,
        None if irregular.contains(['j', 'k']) => "solo",
        None if board.contains(',') => "tents",
        None if has_digits => "solo",
        None => "unruly",
    };
    // `8` or `8x6`, and what follows
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (cols, rest) = head.split_at(digits(head));
    let second = rest.strip_prefix('x').filter(|rest| digits(rest) > 0);
    let (rows, options) = second.map_or((cols, rest), |rest| rest.split_at(digits(rest)));
    let parts = [cols, rows, options, board];
    board_of((source, id), (&IDS, ID), name, parts)
}

/// The board of an address.
fn link(source: &PastedText<'_>, _: &super::ImportOptions) -> Option<Result<Sheet>> {
    let text = source.text();
    let marks = ["://", ".html#"];
    let is_address = HOSTS.iter().chain(&marks).any(|mark| text.contains(mark));
    if !is_address || text.starts_with(['{', '[']) || text.contains(char::is_whitespace) {
        return None;
    }
    let address = unescaped(text);
    let address = address.trim_end_matches('#');
    // An address within an address comes last.
    let places = HOSTS.iter().filter_map(|host| address.rfind(host));
    if let Some(at) = places.max() {
        return Some(genre(source, &address[at..]));
    }
    let (page, id) = address.rsplit_once(".html#").unwrap_or((address, ""));
    let game = page.rsplit('/').next().unwrap_or("");
    Some(game_id(source, id, Some(game)).map_err(|error| match id {
        "" => {
            let remedy = "of addresses, puzz.link's of starbattle, tents and sudoku can be read, and Simon Tatham's with #ID; else give the board as a grid";
            source.wrong(None, format!("the address {}", clipped(text)), remedy)
        }
        _ => error,
    }))
}

/// The text with what `%2F` and the like mean.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let code = part.get(..2).map(|two| u8::from_str_radix(two, 16));
        match code {
            Some(Ok(code @ ..128)) => {
                plain.push(char::from(code));
                plain += &part[2..];
            }
            _ => plain += &format!("%{part}"),
        }
    }
    plain
}

/// The board of a puzz.link address.
fn genre(source: &PastedText<'_>, url: &str) -> Result<Sheet> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let query = query.split(['&', '#']).find(|part| !part.contains('='));
    let parts = query.unwrap_or("").split('/');
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let name = parts.first().unwrap_or(&"");
    let name = name.trim_end_matches("_edit").trim_end_matches("_play");
    let options: String;
    let parts = match parts[..] {
        [_, cols, rows, ref between @ .., board] => {
            options = between.concat();
            [cols, rows, &options, board]
        }
        _ => [""; 4],
    };
    board_of((source, url), (&GENRES, ADDRESS), name, parts)
}

/// Columns and rows; `None` of what are no numbers from 1 to 100.
fn sides(cols: &str, rows: &str) -> Option<(usize, usize)> {
    let side = |text: &str| text.parse().ok();
    let sides = (side(cols)?, side(rows)?);
    let known = 1..=MAX_SIDE;
    (known.contains(&sides.0) && known.contains(&sides.1)).then_some(sides)
}

fn unruly((cols, rows): (usize, usize), options: &str, board: &str) -> Option<Sheet> {
    let unique = options.strip_prefix('u');
    matches!(unique.unwrap_or(options), "" | "dt" | "de" | "dn").then_some(())?;
    let cells = decoded(board, |mark| match (letter(mark)?, mark) {
        (25, _) => open(25),
        (skipped, 'a'..='y') => open(skipped).map(|cells| cells + "0"),
        (skipped, _) => open(skipped).map(|cells| cells + "1"),
    });
    Some(Sheet {
        keys: PuzzleText::default().value("unique_lines", unique.is_some()),
        ..Sheet::of(&["takuzu"], &ended(cells?, rows * cols)?, cols)
    })
}

fn tents_id((cols, rows): (usize, usize), options: &str, board: &str) -> Option<Sheet> {
    matches!(options, "" | "de" | "dt").then_some(())?;
    let mut fields = board.split(',');
    let letters = fields.next()?;
    let counts = fields.map(|field| field.parse().ok().map(Some));
    let counts: Vec<Option<usize>> = counts.collect::<Option<_>>()?;
    let cells = decoded(letters, |mark| match mark {
        '_' => Some("T".to_owned()),
        'z' => open(25),
        'a'..='y' => open(letter(mark)? + 1).map(|cells| cells + "T"),
        _ => None,
    });
    with_counts(&ended(cells?, rows * cols)?, &counts, (cols, rows))
}

/// A board of trees, with the counts of columns and then of rows.
fn with_counts(
    cells: &[char],
    counts: &[Option<usize>],
    (cols, rows): (usize, usize),
) -> Option<Sheet> {
    let keys = PuzzleText::default().counts("row_counts", counts.get(cols..)?);
    (counts.len() == cols + rows).then(|| Sheet {
        keys: keys.counts("col_counts", &counts[..cols]),
        ..Sheet::of(&["tents"], cells, cols)
    })
}

fn solo((across, down): (usize, usize), options: &str, board: &str) -> Option<Sheet> {
    let is_plain = |c: char| "abcdefghilmnopqrstuvwyz248".contains(c);
    options.chars().all(is_plain).then_some(())?;
    let size = across * down;
    let known: Vec<char> = symbols(size).collect();
    let (mut cells, mut rest) = (Vec::new(), board);
    while let Some(mark) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match mark {
            'a'..='z' => cells.extend(open(letter(mark)? + 1)?.chars()),
            '_' => {}
            _ => {
                let clue: usize = rest[..digits].parse().ok()?;
                cells.push(*known.get(clue.checked_sub(1)?)?);
            }
        }
        rest = &rest[digits.max(1)..];
    }
    (cells.len() == size * size && known.len() == size).then(|| Sheet {
        // C columns of blocks: each is C cells high and R wide.
        keys: PuzzleText::default().value("box", format_args!("[{across}, {down}]")),
        ..Sheet::of(&["sudoku"], &cells, size)
    })
}

fn starbattle((cols, rows): (usize, usize), options: &str, borders: &str) -> Option<Sheet> {
    let (beside, below) = ((cols - 1) * rows, cols * (rows - 1));
    let digits = [beside, below].map(|walls| walls.div_ceil(5));
    let values: Vec<u32> = borders
        .chars()
        .map(|c| c.to_digit(32))
        .collect::<Option<_>>()?;
    let wall = |from: usize, k: usize| values[from + k / 5] >> (4 - k % 5) & 1 == 1;
    (values.len() == digits[0] + digits[1]).then_some(())?;
    let numbers = pieces((rows, cols), |a, b| match a.row == b.row {
        true => wall(0, a.row * (cols - 1) + a.col),
        false => wall(digits[0], a.row * cols + a.col),
    });
    let labels: Vec<usize> = numbers.iter().map(|(_, number)| *number).collect();
    Some(Sheet {
        stars: Some(options.parse().ok()?),
        ..Sheet::of(&["queens", "star-battle"], &labels, cols)
    })
}

fn tents_link((cols, rows): (usize, usize), options: &str, board: &str) -> Option<Sheet> {
    let (counts, rest) = numbers(board, rows + cols)?;
    let cells = decoded(rest, |digit| match digit.to_digit(36)? as usize {
        _ if digit.is_ascii_uppercase() => None,
        value @ ..18 => open(value).map(|cells| "T".to_owned() + &cells),
        value => open(value - 17),
    });
    let mut cells: Vec<char> = cells?.chars().collect();
    let beyond = cells.iter().skip(rows * cols).any(|cell| *cell == 'T');
    (options.is_empty() && !beyond).then_some(())?;
    cells.resize(rows * cols, '.');
    with_counts(&cells, &counts, (cols, rows))
}

fn sudoku_link((cols, rows): (usize, usize), options: &str, board: &str) -> Option<Sheet> {
    let (clues, rest) = numbers(board, rows * cols)?;
    let symbol = |clue: &Option<usize>| match clue {
        None => Some('.'),
        Some(clue) => symbols(rows).nth(clue.checked_sub(1)?),
    };
    let cells: Vec<char> = clues.iter().map(symbol).collect::<Option<_>>()?;
    (options.is_empty() && rest.is_empty()).then(|| Sheet::of(&["sudoku"], &cells, cols))
}

/// The numbers of so many places, `None` where there is none, and the text after them.
fn numbers(board: &str, places: usize) -> Option<(Vec<Option<usize>>, &str)> {
    let (mut numbers, mut rest) = (Vec::new(), board);
    while let Some(mark) = rest.chars().next().filter(|_| numbers.len() < places) {
        let (open, digits) = match mark {
            '.' => (1, 0..1),
            'g'..='z' => (letter(mark)? - 5, 0..1),
            '-' => (0, 1..3),
            '+' => (0, 1..4),
            _ => (0, 0..1),
        };
        numbers.extend(vec![None; open]);
        if open == 0 {
            let digits = rest.get(digits.clone())?;
            numbers.push(Some(usize::from_str_radix(digits, 16).ok()?));
        }
        rest = rest.get(digits.end..)?;
    }
    // A board may end before its last open places.
    numbers.resize(places, None);
    Some((numbers, rest))
}

/// The cells of a board whose every character means some.
fn decoded(board: &str, cells: impl Fn(char) -> Option<String>) -> Option<String> {
    board.chars().map(cells).collect()
}

/// So many open cells.
fn open(many: usize) -> Option<String> {
    Some(".".repeat(many))
}

/// Which letter of the alphabet a character is, from 0.
fn letter(c: char) -> Option<usize> {
    Some(c.to_digit(36)?.checked_sub(10)? as usize)
}

/// So many cells, without the one that the last letter writes past the end.
fn ended(cells: String, many: usize) -> Option<Vec<char>> {
    let cells = cells.strip_suffix(|last| last != '.')?.chars();
    Some(cells.collect()).filter(|cells: &Vec<char>| cells.len() == many)
}
