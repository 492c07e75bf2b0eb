//! LinkedIn Queens as a grid of letters, digits or other symbols: a line a row, a label a cell,
//! with or without blanks between them. Labels of several signs (`10`) need the blanks.

use super::labels::{self, LabelRow};
use super::source::{PastedText, TextLine, clipped};
use super::{Importer, Sheet, queens_emoji, star_battle_text, sudoku_text, tango_text, tents_text};
use crate::error::Result;
use std::collections::{BTreeMap, BTreeSet};

pub(super) static IMPORTER: Importer = Importer {
    name: "queens-letters",
    about: "Queens regions as a grid of letters, digits or other symbols",
    families: &["queens"],
    tells_family: true,
    sample: "aabb\nxxbb\nxxxb\n7777\n",
    recognize,
    read,
};

/// Regions from which a grid of symbols is taken for a Queens board: below it, boards have no
/// solution, and grids of two values and an open cell look alike.
const FEWEST_LABELS: usize = 4;

fn recognize(source: &PastedText<'_>) -> bool {
    let lines = source.lines();
    let rows = &lines[usize::from(has_header(&lines))..];
    let symbols: BTreeSet<char> = rows.iter().flat_map(TextLine::symbols).collect();
    lines.len() >= FEWEST_LABELS
        && symbols.len() >= FEWEST_LABELS
        && !symbols.iter().any(|c| "={}[]\"'".contains(*c))
        && !symbols.iter().any(|c| queens_emoji::is_square(*c))
        && (most_are_alike(lines.iter().map(|line| line.symbols().count()))
            || most_are_alike(lines.iter().map(|line| line.fields().count())))
        && !tango_text::recognize(source)
        && !sudoku_text::recognize(source)
        && !tents_text::recognize(source)
        && !star_battle_text::recognize(source)
}

/// Whether more than half of the numbers are the same.
fn most_are_alike(numbers: impl ExactSizeIterator<Item = usize>) -> bool {
    let all = numbers.len();
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for number in numbers {
        *times.entry(number).or_default() += 1;
    }
    times.values().any(|count| 2 * count > all)
}

/// Whether the first line holds numbers only and is shorter than a row, such as `6 6 1`.
fn has_header(lines: &[TextLine<'_>]) -> bool {
    let [first, second, ..] = lines else {
        return false;
    };
    let fields = first.fields().count();
    first.is_numbers()
        && first.symbols().count() < second.symbols().count()
        && (fields == 1 || fields != second.fields().count())
}

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    let lines = source.lines();
    if has_header(&lines) {
        let found = format!("a header {}", clipped(lines[0].text));
        let remedy = "leave it out: the rows alone tell the size";
        return Err(source.wrong(Some(lines[0].number), found, remedy));
    }
    let size = lines.len();
    let separated = lines.iter().all(|line| line.fields().count() == size);
    let labels = |line: &TextLine<'_>| -> Vec<String> {
        if separated {
            line.fields().map(str::to_owned).collect()
        } else {
            line.symbols().map(String::from).collect()
        }
    };
    let rows: Vec<LabelRow> = lines
        .iter()
        .map(|line| LabelRow {
            line: Some(line.number),
            labels: labels(line),
        })
        .collect();
    labels::layout(source, &rows).map(Sheet::Queens)
}
