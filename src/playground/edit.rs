//! A puzzle file with another given or another sign: the text of one value is written anew, all
//! else stays as it stands, comments included.

use crate::error::{Error, Result};
use ketboard_puzzles::{Cell, Family, Puzzle, Sign, Slot};
use toml::de::DeTable;

/// How the files of a family say what is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Givens {
    /// A grid of symbols under the key `grid`.
    Grid,
    /// A list of the cells that hold a 1 under this key, and one of those that hold a 0 under
    /// `empty`.
    Lists(&'static str),
}

/// The keys under which a family may list what is given.
const LISTS: [&str; 3] = ["queens", "tents", "placed"];

fn has_key(puzzle: &Puzzle, name: &str) -> bool {
    let family = Family::ALL
        .iter()
        .find(|family| family.name == puzzle.family);
    family.is_some_and(|family| family.knows(name))
}

fn givens(puzzle: &Puzzle) -> Option<Givens> {
    if has_key(puzzle, "grid") {
        return Some(Givens::Grid);
    }
    let listed = LISTS.into_iter().find(|key| has_key(puzzle, key));
    listed.map(Givens::Lists)
}

/// The symbols that a cell may be given, in the order in which a click goes on; `.` gives none.
pub(super) fn symbols(puzzle: &Puzzle) -> Vec<char> {
    match givens(puzzle) {
        None => Vec::new(),
        Some(Givens::Lists(_)) => vec!['.', '1', '0'],
        Some(Givens::Grid) => {
            let of = puzzle.slots.iter().find_map(|(_, slot)| match slot {
                Slot::Choice(choice) => Some(choice.of.iter().map(|(symbol, _)| *symbol).collect()),
                Slot::Missing | Slot::Bit(_) | Slot::Fixture(_) => None,
            });
            let of: Vec<char> = of.unwrap_or_else(|| vec!['0', '1']);
            std::iter::once('.').chain(of).collect()
        }
    }
}

/// The symbols after the one that a cell is given, in the order in which a click goes on.
pub(super) fn next_symbols(puzzle: &Puzzle, cell: Cell) -> Vec<char> {
    let mut all = symbols(puzzle);
    let given = rows(puzzle)
        .get(cell.row)
        .and_then(|row| row.get(cell.col).copied());
    if let Some(at) = all.iter().position(|symbol| Some(*symbol) == given) {
        all.rotate_left(at + 1);
    }
    all
}

/// Whether signs between cells may be given.
pub(super) fn has_signs(puzzle: &Puzzle) -> bool {
    has_key(puzzle, "signs")
}

/// The text with another symbol given in a cell.
///
/// # Errors
/// If the family gives no cells, the cell takes no symbol, or there is no such symbol.
pub(super) fn with_given(text: &str, puzzle: &Puzzle, cell: Cell, symbol: char) -> Result<String> {
    let known = symbols(puzzle);
    let takes_one = matches!(puzzle.slots.get(cell), Some(Slot::Bit(_) | Slot::Choice(_)));
    if !takes_one || !known.contains(&symbol) {
        let found = format!("{symbol} in {cell}");
        let known: String = known.iter().collect();
        let remedy = format!("give one of {known} in a cell of the board");
        return Err(Error::argument("symbol", found, remedy));
    }
    let mut rows: Vec<Vec<char>> = rows(puzzle);
    rows[cell.row][cell.col] = symbol;
    with_rows(text, puzzle, &rows)
}

/// The text without givens and signs.
///
/// # Errors
/// If the text is no puzzle file.
pub(super) fn emptied(text: &str, puzzle: &Puzzle) -> Result<String> {
    let text = with_value(text, "signs", "[]")?;
    let mut rows = rows(puzzle);
    for symbol in rows.iter_mut().flatten().filter(|symbol| **symbol != '#') {
        *symbol = '.';
    }
    with_rows(&text, puzzle, &rows)
}

/// The text in which this is given.
fn with_rows(text: &str, puzzle: &Puzzle, rows: &[Vec<char>]) -> Result<String> {
    match givens(puzzle) {
        Some(Givens::Lists(key)) => {
            let cells = |wanted: fn(char) -> bool| {
                let all = puzzle.slots.iter();
                let given = all.filter(|(cell, slot)| {
                    matches!(slot, Slot::Bit(_) | Slot::Choice(_))
                        && wanted(rows[cell.row][cell.col])
                });
                list(given.map(|(cell, _)| cell.to_string()))
            };
            let text = with_value(text, key, &cells(|c| c != '.' && c != '0'))?;
            with_value(&text, "empty", &cells(|c| c == '0'))
        }
        None => Ok(text.to_owned()),
        Some(Givens::Grid) => {
            let lines = rows.iter().map(|row| row.iter().collect::<String>());
            let grid = lines.fold(String::from("\"\"\"\n"), |grid, line| grid + &line + "\n");
            with_value(text, "grid", &(grid + "\"\"\""))
        }
    }
}

/// What is given: a symbol, `.` where nothing is, `#` where no cell is.
fn rows(puzzle: &Puzzle) -> Vec<Vec<char>> {
    let givens = puzzle.model.givens();
    let value = |var| givens.iter().find(|(known, _)| *known == var);
    let given = |cell: Cell| match &puzzle.slots[cell] {
        Slot::Missing => '#',
        Slot::Fixture(_) => '.',
        Slot::Bit(var) => value(*var).map_or('.', |(_, value)| if *value { '1' } else { '0' }),
        Slot::Choice(choice) => choice.given.unwrap_or('.'),
    };
    let row = |row| (0..puzzle.slots.cols()).map(move |col| given(Cell::new(row, col)));
    (0..puzzle.slots.rows()).map(|r| row(r).collect()).collect()
}

/// The text with another sign between two cells; `.` takes it away.
///
/// # Errors
/// If the family has no signs, or there is no such sign.
pub(super) fn with_sign(
    text: &str,
    puzzle: &Puzzle,
    [a, b]: [Cell; 2],
    sign: char,
) -> Result<String> {
    if !has_signs(puzzle) || !matches!(sign, '=' | 'x' | '.') || a == b {
        let found = format!("{sign} between {a} and {b}");
        let remedy = "give =, x or . between two cells of a Tango or Takuzu";
        return Err(Error::argument("sign", found, remedy));
    }
    let others = puzzle.look.signs.iter();
    let others = others.filter(|(c, d, _)| (*c, *d) != (a, b) && (*c, *d) != (b, a));
    let letter = |sign: &Sign| match sign {
        Sign::Equal => '=',
        Sign::Differ => 'x',
    };
    let mut signs: Vec<String> = others
        .map(|(c, d, sign)| format!("{c} {} {d}", letter(sign)))
        .collect();
    if sign != '.' {
        signs.push(format!("{a} {sign} {b}"));
    }
    with_value(text, "signs", &list(signs))
}

/// `["r1c1", "r2c3"]`.
fn list(items: impl IntoIterator<Item = String>) -> String {
    let quoted: Vec<String> = items.into_iter().map(|item| format!("{item:?}")).collect();
    format!("[{}]", quoted.join(", "))
}

/// The text in which a key outside all tables has this value; where there is no such key, it
/// follows `family`, unless the value says nothing.
///
/// # Errors
/// If the text is no puzzle file.
fn with_value(text: &str, key: &str, value: &str) -> Result<String> {
    let broken = |found: String| Error::input("the puzzle", None, found, "read it again");
    let table = DeTable::parse(text).map_err(|error| broken(error.to_string()))?;
    let span = |key: &str| {
        let found = table
            .get_ref()
            .iter()
            .find(|(name, _)| name.get_ref() == key);
        found.map(|(_, value)| value.span())
    };
    if let Some(span) = span(key) {
        return Ok(format!(
            "{}{value}{}",
            &text[..span.start],
            &text[span.end..]
        ));
    }
    if value == "[]" {
        return Ok(text.to_owned());
    }
    let family = span("family").ok_or_else(|| broken("found no family".to_owned()))?;
    let rest = &text[family.end..];
    let line = family.end + rest.find('\n').unwrap_or(rest.len());
    Ok(format!(
        "{}\n{key} = {value}{}",
        &text[..line],
        &text[line..]
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ketboard_puzzles::Family;

    fn read(text: &str) -> Puzzle {
        Puzzle::parse(text, "a puzzle").unwrap()
    }

    #[test]
    fn what_is_given_and_taken_away_again_is_the_same_puzzle_in_every_family() {
        let mut edited = 0;
        for family in Family::ALL {
            let puzzle = read(family.sample);
            for (cell, slot) in puzzle.slots.iter() {
                if !matches!(slot, Slot::Bit(_) | Slot::Choice(_)) || puzzle.is_given(cell) {
                    continue;
                }
                for symbol in symbols(&puzzle) {
                    let text = with_given(family.sample, &puzzle, cell, symbol).unwrap();
                    let Ok(given) = Puzzle::parse(&text, "edited") else {
                        continue; // a family refuses what cannot be: two queens side by side
                    };
                    assert_eq!(given.is_given(cell), symbol != '.', "{text}");
                    let back = with_given(&text, &given, cell, '.').unwrap();
                    assert_eq!(read(&back).model, puzzle.model, "{back}");
                    edited += 1;
                }
            }
        }
        assert!(edited > 100, "{edited} edits");
    }

    #[test]
    fn comments_and_all_other_keys_stay_as_they_were_written() {
        let text = "# mine\nfamily = \"tango\"\ngrid = \"\"\"\n....\n..1.\n1.0.\n....\n\"\"\" # four\nname = 'T'\n";
        let edited = with_given(text, &read(text), Cell::new(0, 3), '0').unwrap();
        assert_eq!(edited, text.replacen("....", "...0", 1));
    }

    #[test]
    fn a_sign_is_set_changed_and_taken_away() {
        let text = "family = 'tango'\ngrid = '''\n....\n....\n....\n....\n'''\n";
        let cells = [Cell::new(0, 0), Cell::new(0, 1)];
        let mut text = text.to_owned();
        for (sign, wanted) in [
            ('=', vec![Sign::Equal]),
            ('x', vec![Sign::Differ]),
            ('.', vec![]),
        ] {
            text = with_sign(&text, &read(&text), cells, sign).unwrap();
            let signs: Vec<Sign> = read(&text).look.signs.iter().map(|sign| sign.2).collect();
            assert_eq!(signs, wanted, "{text}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_would() {
        let text = "family = 'n-queens'\nsize = 4\n";
        let puzzle = read(text);
        for (cell, symbol) in [(Cell::new(0, 0), '7'), (Cell::new(9, 0), '1')] {
            let error = with_given(text, &puzzle, cell, symbol).unwrap_err();
            assert!(error.to_string().contains("give one of .10"), "{error}");
        }
        let error = with_sign(text, &puzzle, [Cell::new(0, 0), Cell::new(0, 1)], '=').unwrap_err();
        assert!(error.to_string().contains("Tango"), "{error}");
    }
}
