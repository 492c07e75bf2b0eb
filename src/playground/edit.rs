//! A puzzle file with another given or another sign: the text of one value is written anew, all
//! else stays as it is, comments included.
//!
//! Families have a grid of symbols, or they list the cells that hold a 1 and those that are
//! `empty`.

use super::puzzle::{Current, NAME};
use crate::error::{Error, Result};
use ketboard_puzzles::{Cell, Family, Puzzle, Sign, Slot};
use toml::de::DeTable;

/// Whether the files of the puzzle's family have this key.
pub(super) fn has_key(puzzle: &Puzzle, name: &str) -> bool {
    let mut families = Family::ALL.iter();
    families.any(|family| family.name == puzzle.family && family.knows(name))
}

/// The key under which the family lists the cells that hold a 1.
fn list_key(puzzle: &Puzzle) -> Option<&'static str> {
    let mut keys = ["queens", "tents", "placed"].into_iter();
    keys.find(|key| has_key(puzzle, key))
}

impl Current {
    /// The symbols that a cell may be given, in the order in which a click goes on; `.` gives none.
    pub(super) fn symbols(&self) -> Vec<char> {
        if !has_key(&self.puzzle, "grid") {
            let listed = list_key(&self.puzzle).map(|_| vec!['.', '1', '0']);
            return listed.unwrap_or_default();
        }
        let of_cell = |slot: &Slot| match slot {
            Slot::Choice(choice) => Some(choice.of.iter().map(|(symbol, _)| *symbol).collect()),
            Slot::Missing | Slot::Bit(_) | Slot::Tree => None,
        };
        let symbols: Option<Vec<char>> = self.puzzle.slots.iter().find_map(|(_, s)| of_cell(s));
        let symbols = symbols.unwrap_or_else(|| vec!['0', '1']);
        std::iter::once('.').chain(symbols).collect()
    }

    /// The text with another symbol given in a cell.
    ///
    /// # Errors
    /// If the family gives no cells, the cell takes no symbol, or there is no such symbol.
    pub(super) fn with_given(&self, [row, col]: [usize; 2], symbol: char) -> Result<String> {
        let (known, cell) = (self.symbols(), Cell::new(row, col));
        let slot = self.puzzle.slots.get(cell);
        let takes_one = matches!(slot, Some(Slot::Bit(_) | Slot::Choice(_)));
        if !takes_one || !known.contains(&symbol) {
            let found = format!("{symbol} in {cell}");
            let known: String = known.iter().collect();
            let remedy = format!("give one of {known} in a cell of the board");
            return Err(Error::argument("symbol", found, remedy));
        }
        let mut rows = self.rows();
        rows[row][col] = symbol;
        self.with_rows(&self.text, &rows)
    }

    /// The text without givens and signs.
    ///
    /// # Errors
    /// If the text is no puzzle file.
    pub(super) fn emptied(&self) -> Result<String> {
        let mut rows = self.rows();
        let symbols = rows.iter_mut().flatten();
        symbols.for_each(|symbol| *symbol = if *symbol == '#' { '#' } else { '.' });
        self.with_rows(&with_value(&self.text, "signs", "[]")?, &rows)
    }

    /// What is given: a symbol, `.` where nothing is, `#` where no cell is.
    pub(super) fn rows(&self) -> Vec<Vec<char>> {
        let (puzzle, mut board) = (&self.puzzle, vec![false; self.puzzle.model.len()]);
        for (var, value) in puzzle.model.givens() {
            board[var.index()] = *value;
        }
        let lines = puzzle.board(&board).into_iter().enumerate();
        let row = |(row, line): (usize, String)| {
            let given = |(col, symbol)| match symbol {
                '#' => '#',
                _ if puzzle.is_given(Cell::new(row, col)) => symbol,
                _ => '.',
            };
            line.chars().enumerate().map(given).collect()
        };
        lines.map(row).collect()
    }

    /// A text in which this is given.
    fn with_rows(&self, text: &str, rows: &[Vec<char>]) -> Result<String> {
        if has_key(&self.puzzle, "grid") {
            let lines = rows.iter().map(|row| row.iter().collect::<String>() + "\n");
            let grid = format!("\"\"\"\n{}\"\"\"", lines.collect::<String>());
            return with_value(text, "grid", &grid);
        }
        let Some(key) = list_key(&self.puzzle) else {
            return Ok(text.to_owned());
        };
        let cells = |wanted: char| {
            let all = self.puzzle.slots.iter().map(|(cell, _)| cell);
            let listed = all.filter(|cell| rows[cell.row][cell.col] == wanted);
            format!("{:?}", Vec::from_iter(listed.map(|cell| cell.to_string())))
        };
        with_value(&with_value(text, key, &cells('1'))?, "empty", &cells('0'))
    }

    /// The text with another sign between two cells; `.` takes it away.
    ///
    /// # Errors
    /// If the family has no signs, or there is no such sign.
    pub(super) fn with_sign(&self, cells: [[usize; 2]; 2], sign: char) -> Result<String> {
        let [a, b] = cells.map(|[row, col]| Cell::new(row, col));
        if !has_key(&self.puzzle, "signs") || !matches!(sign, '=' | 'x' | '.') || a == b {
            let found = format!("{sign} between {a} and {b}");
            let remedy = "give =, x or . between two cells of a Tango or Takuzu";
            return Err(Error::argument("sign", found, remedy));
        }
        let others = self.puzzle.look.signs.iter();
        let others = others.filter(|(c, d, _)| ![(a, b), (b, a)].contains(&(*c, *d)));
        let others = others.map(|(c, d, sign)| match sign {
            Sign::Equal => format!("{c} = {d}"),
            Sign::Differ => format!("{c} x {d}"),
        });
        let new = (sign != '.').then(|| format!("{a} {sign} {b}"));
        let signs = format!("{:?}", Vec::from_iter(others.chain(new)));
        with_value(&self.text, "signs", &signs)
    }
}

/// The text in which a key outside all tables has this value; where there is no such key, it
/// follows `family`, unless the value says nothing.
///
/// # Errors
/// If the text is no puzzle file.
fn with_value(text: &str, key: &str, value: &str) -> Result<String> {
    let broken = |found: String| Error::input(NAME, None, found, "read it again");
    let table = DeTable::parse(text).map_err(|error| broken(error.to_string()))?;
    let span = |key: &str| Some(table.get_ref().get(key)?.span());
    let (place, new) = match (span(key), span("family")) {
        (Some(place), _) => (place, value.to_owned()),
        (None, _) if value == "[]" => return Ok(text.to_owned()),
        (None, Some(family)) => {
            let line = text[family.end..].find('\n');
            let end = line.map_or(text.len(), |more| family.end + more);
            (end..end, format!("\n{key} = {value}"))
        }
        (None, None) => return Err(broken("found no family".to_owned())),
    };
    let mut edited = text.to_owned();
    edited.replace_range(place, &new);
    Ok(edited)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Current {
        Current::read(text).unwrap()
    }

    #[test]
    fn what_is_given_and_taken_away_again_is_the_same_puzzle_in_every_family() {
        let mut edited = 0;
        for family in Family::ALL {
            let sample = read(family.sample);
            let puzzle = &sample.puzzle;
            for (cell, slot) in puzzle.slots.iter() {
                if !matches!(slot, Slot::Bit(_) | Slot::Choice(_)) || puzzle.is_given(cell) {
                    continue;
                }
                let at = [cell.row, cell.col];
                for symbol in sample.symbols() {
                    let text = sample.with_given(at, symbol).unwrap();
                    let Ok(given) = Current::read(&text) else {
                        continue; // a family refuses what cannot be: two queens side by side
                    };
                    assert_eq!(given.puzzle.is_given(cell), symbol != '.', "{text}");
                    let back = given.with_given(at, '.').unwrap();
                    assert_eq!(read(&back).puzzle.model, puzzle.model, "{back}");
                    edited += 1;
                }
            }
        }
        assert!(edited > 100, "{edited} edits");
    }

    #[test]
    fn comments_and_all_other_keys_stay_as_they_were_written() {
        let text = "# mine\nfamily = \"tango\"\ngrid = \"\"\"\n....\n..1.\n1.0.\n....\n\"\"\" # four\nname = 'T'\n";
        let edited = read(text).with_given([0, 3], '0').unwrap();
        assert_eq!(edited, text.replacen("....", "...0", 1));
    }

    #[test]
    fn a_sign_is_set_changed_and_taken_away() {
        let text = "family = 'tango'\ngrid = '''\n....\n....\n....\n....\n'''\n";
        let cells = [[0, 0], [0, 1]];
        let mut text = text.to_owned();
        for (sign, wanted) in [
            ('=', vec![Sign::Equal]),
            ('x', vec![Sign::Differ]),
            ('.', vec![]),
        ] {
            text = read(&text).with_sign(cells, sign).unwrap();
            let signs: Vec<Sign> = read(&text)
                .puzzle
                .look
                .signs
                .iter()
                .map(|sign| sign.2)
                .collect();
            assert_eq!(signs, wanted, "{text}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_would() {
        let text = "family = 'n-queens'\nsize = 4\n";
        let puzzle = read(text);
        for (cell, symbol) in [([0, 0], '7'), ([9, 0], '1')] {
            let error = puzzle.with_given(cell, symbol).unwrap_err();
            assert!(error.to_string().contains("give one of .10"), "{error}");
        }
        let error = puzzle.with_sign([[0, 0], [0, 1]], '=').unwrap_err();
        assert!(error.to_string().contains("Tango"), "{error}");
    }
}
