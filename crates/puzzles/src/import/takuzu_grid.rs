//! Takuzu (Binairo) as a plain grid, with or without a line that tells the size.
//!
//! `.`, `_` and `-` are open. A `2` is an open cell where `0` occurs, and the other value where it
//! does not and another symbol is open; in a grid of `1` and `2` alone it may be either, so that
//! two importers recognize it and the user is asked.

use super::binary::{self, SymbolRow};
use super::source::PastedText;
use super::{Importer, Sheet};
use crate::error::Result;
use crate::puzzle::BinaryGridLayout;
use std::collections::BTreeSet;

pub(super) static IMPORTER: Importer = Importer {
    name: "takuzu-grid",
    about: "a plain grid of 0, 1 and . (or _, -, 2) for open cells",
    families: &["takuzu", "tango"],
    tells_family: true,
    sample: "4\n0...\n.0..\n...1\n....\n",
    recognize: |source| is_grid(source, "012._-") && !two_is_a_value(&symbols(&rows(source))),
    read: |source, family| read(source, family, &ZERO_ONE),
};

pub(super) static IMPORTER_OF_ONE_AND_TWO: Importer = Importer {
    name: "takuzu-grid-12",
    about: "a plain grid of 1 (for 0), 2 (for 1) and . (or _, -) for open cells",
    families: &["takuzu", "tango"],
    tells_family: true,
    sample: "1---\n-1--\n---2\n----\n",
    recognize: |source| is_grid(source, "12._-") && symbols(&rows(source)).contains(&'2'),
    read: |source, family| read(source, family, &ONE_TWO),
};

/// Which symbols stand for 0, 1 and an open cell.
struct Alphabet {
    zero: char,
    one: char,
    open: &'static str,
    named: &'static str,
}

static ZERO_ONE: Alphabet = Alphabet {
    zero: '0',
    one: '1',
    open: "._-2",
    named: "0, 1 or one of . _ - 2 (open)",
};

static ONE_TWO: Alphabet = Alphabet {
    zero: '1',
    one: '2',
    open: "._-",
    named: "1 (for 0), 2 (for 1) or one of . _ - (open)",
};

/// The rows, without a first line that tells their number, or their number and length.
fn rows(source: &PastedText<'_>) -> Vec<SymbolRow> {
    let lines = source.lines();
    let rows = lines
        .iter()
        .map(|line| (line.number, line.symbols().collect()));
    let rows: Vec<SymbolRow> = rows.collect();
    let [first, rest @ ..] = &lines[..] else {
        return rows;
    };
    let told: Vec<String> = first.fields().map(str::to_owned).collect();
    let width = rows.get(1).map_or(0, |(_, row)| row.len());
    let (height, width) = (rest.len().to_string(), width.to_string());
    if told == [height.clone()] || told == [height, width] {
        rows[1..].to_vec()
    } else {
        rows
    }
}

fn symbols(rows: &[SymbolRow]) -> BTreeSet<char> {
    rows.iter().flat_map(|(_, row)| row).copied().collect()
}

/// Whether `2` stands beside another open symbol, and no `0` anywhere.
fn two_is_a_value(found: &BTreeSet<char>) -> bool {
    let open_beside = found.iter().any(|c| "._-".contains(*c));
    found.contains(&'2') && open_beside && !found.contains(&'0')
}

fn is_grid(source: &PastedText<'_>, alphabet: &str) -> bool {
    let rows = rows(source);
    rows.len() >= 2 && symbols(&rows).iter().all(|c| alphabet.contains(*c))
}

fn read(source: &PastedText<'_>, family: &'static str, alphabet: &Alphabet) -> Result<Sheet> {
    let rows = rows(source);
    let found = symbols(&rows);
    let open: Vec<char> = alphabet
        .open
        .chars()
        .filter(|c| found.contains(c))
        .collect();
    if open.len() > 1 && open.contains(&'2') {
        let found = format!("both 2 and {} in the grid", open[0]);
        let remedy = "use one symbol for open cells, or the setting `format` takuzu-grid-12";
        return Err(source.wrong(None, found, remedy));
    }
    let grid = binary::grid(source, &rows, alphabet.named, |symbol| match symbol {
        c if c == alphabet.zero => Some(Some(false)),
        c if c == alphabet.one => Some(Some(true)),
        c => alphabet.open.contains(c).then_some(None),
    })?;
    Ok(Sheet::Binary(BinaryGridLayout {
        family,
        grid,
        signs: Vec::new(),
        unique_lines: None,
    }))
}
