//! Grids as text: one line a row, one label a cell, with blanks or commas between or without.
//!
//! Here, too: boards in arrays.
//!
//! A first line may tell `rows`, `rows cols` or `rows cols stars`, as in the puzzlekit data set;
//! between rows and columns there may be lines of `-`, `+`, `=` and `|`, as programs draw boxes. A
//! Sudoku may also be in one line of 16, 36, 81 or 256 symbols. Labels of several signs (`10`)
//! need something between them.
//!
//! Of a Tango the signs between cells are listed, a line each: `r1c4 x r2c4`, `r3c3 = r3c4`;
//! pictures of suns and moons are its values.
//!
//! Tents & Trees begins with `rows cols`, the counts of the columns and those of the rows, as in
//! the same data set. A tree is `x`, `T`, 🌲 or 🌳; `-`, `.` and `_` are open.

use super::sheet::{LabelRow, Sheet};
use super::{Importer, PastedText, TextLine, clipped, number};
use crate::error::Result;
use crate::grid::Cell;
use crate::puzzle::{Family, PuzzleText, Sign};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// What boards without a word on their family may be.
const FAMILIES: &[&str] = &[
    "queens",
    "star-battle",
    "sudoku",
    "takuzu",
    "tango",
    "n-queens",
];

pub(super) static GRID: Importer = Importer {
    name: "grid",
    about: "one line a row: region letters, colored squares, digits, 0 and 1, suns and moons, Q; . is open; signs below",
    families: FAMILIES,
    sample: "aabb\nxxbb\nxxxb\n7777\n",
    read: |source, _| Some(Ok(sheet(source))),
};

pub(super) static TENTS: Importer = Importer {
    name: "tents-text",
    about: "Tents as text: `rows cols`, counts of columns, counts of rows, then the grid with x for trees",
    families: &["tents"],
    sample: "4 4\n1 0 1 1\n1 1 0 1\n- - - -\n- - - x\nx - - -\n- x - -\n",
    read: |source, options| {
        let asked = options.family.as_deref().unwrap_or("tents");
        (asked == "tents").then(|| tents(&source.lines()))?.map(Ok)
    },
};

/// The sides of boards that are written in one line.
const SIDES: [usize; 4] = [4, 6, 9, 16];

/// The rows of the text, and the stars that its first line states.
fn sheet(source: &PastedText<'_>) -> Sheet {
    let mut lines = source.lines();
    let width = lines.last().map_or(0, |line| line.symbols().count());
    lines.retain(|line| !is_rule(line, width));
    let signs: Vec<_> = lines.iter().filter_map(|line| sign(line.text)).collect();
    lines.retain(|line| sign(line.text).is_none());
    let header = header(&lines);
    let rows = &lines[usize::from(header.is_some())..];
    let one_line = one_line(rows);
    let stars = header.and_then(|numbers| u32::try_from(*numbers.get(2)?).ok());
    Sheet {
        families: match (signs.is_empty(), &one_line) {
            (false, _) => vec!["tango", "takuzu"],
            (true, Some(_)) => vec!["sudoku"],
            (true, None) => Vec::new(),
        },
        stars: stars.filter(|_| one_line.is_none()),
        rows: one_line.unwrap_or_else(|| label_rows(rows)),
        keys: PuzzleText::default().signs(&signs),
        ..Sheet::default()
    }
}

/// A line that is a sign between two cells: `r1c1 = r1c2`.
fn sign(text: &str) -> Option<(Cell, Cell, Sign)> {
    let (first, second, sign) = Sign::split(text)?;
    Some((first.parse().ok()?, second.parse().ok()?, sign))
}

/// A line between boxes; a row of open cells has no corners and is as long as the others.
fn is_rule(line: &TextLine<'_>, width: usize) -> bool {
    line.symbols().all(|c| matches!(c, '-' | '+' | '='))
        && (line.symbols().any(|c| c != '-') || line.symbols().count() != width)
}

/// The numbers of a first line that states the size of the rows below it.
fn header(lines: &[TextLine<'_>]) -> Option<Vec<usize>> {
    let (first, rows) = lines.split_first()?;
    let numbers = first.numbers().filter(|numbers| numbers.len() <= 3)?;
    let width = |line: &TextLine<'_>| [line.fields().count(), line.symbols().count()];
    let stated = *numbers.first()? == rows.len();
    let fits = |cols: &usize| rows.iter().all(|row| width(row).contains(cols));
    (stated && rows.len() > 1 && numbers.get(1).is_none_or(fits)).then_some(numbers)
}

/// The rows of a Sudoku in one line.
fn one_line(rows: &[TextLine<'_>]) -> Option<Vec<LabelRow>> {
    let [line] = rows else { return None };
    let symbols: Vec<String> = line.symbols().map(String::from).collect();
    let side = SIDES
        .into_iter()
        .find(|side| side * side == symbols.len())?;
    let is_letter = |symbol: &str| side > 9 && symbol.chars().all(|c| c.is_ascii_alphabetic());
    let known = |symbol: &String| "0123456789.-_*".contains(symbol) || is_letter(symbol);
    let row = |cells: &[String]| (Some(line.number), cells.to_vec());
    let rows = symbols.chunks(side).map(row).collect();
    symbols.iter().all(known).then_some(rows)
}

/// A label a cell: the fields of each line where they are as many as there are lines, else its
/// symbols.
fn label_rows(lines: &[TextLine<'_>]) -> Vec<LabelRow> {
    let size = lines.len();
    let separated = size > 1 && lines.iter().all(|line| line.fields().count() == size);
    let labels = |line: &TextLine<'_>| match separated {
        true => line.fields().map(label).collect(),
        false => line.symbols().map(String::from).collect(),
    };
    lines
        .iter()
        .map(|line| (Some(line.number), labels(line)))
        .collect()
}

/// A label as it is, a whole number without a point.
pub(super) fn label(text: &str) -> String {
    number(text).map_or_else(|| text.to_owned(), |number| number.to_string())
}

/// The counts and the grid of a Tents board; `None` where the lines are none.
fn tents(lines: &[TextLine<'_>]) -> Option<Sheet> {
    let [sides, cols, rows, grid @ ..] = lines else {
        return None;
    };
    let sides = <[usize; 2]>::try_from(sides.numbers()?).ok()?;
    let [cols, rows] = [cols.numbers()?, rows.numbers()?];
    let fits = sides == [rows.len(), cols.len()] && grid.len() == rows.len();
    let shown = |counts: Vec<usize>| counts.into_iter().map(Some).collect::<Vec<_>>();
    let keys = PuzzleText::default().counts("row_counts", &shown(rows));
    let symbols = |line: &TextLine<'_>| line.symbols().map(String::from).collect();
    let row = |line: &TextLine<'_>| (Some(line.number), symbols(line));
    (fits && !sides.contains(&0)).then(|| Sheet {
        families: vec!["tents"],
        rows: grid.iter().map(row).collect(),
        keys: keys.counts("col_counts", &shown(cols)),
        ..Sheet::default()
    })
}

// Boards in arrays: JSON, or the JavaScript and TypeScript of collections, where quotes may be
// single, keys bare, and a comma last.
//
// The board is the array itself, or is in an object under one of several keys; a row is an
// array of labels, numbers and null, or one text. What is not read is named: as an error where it
// may be a rule, else in [`Sheet::unread`].

pub(super) static IMPORTER: Importer = Importer {
    name: "arrays",
    about: "rows as arrays, in JSON or TypeScript: {\"board\": [[0, 1, ...], ...]}",
    families: FAMILIES,
    sample: "{\"board\": [[5, 5, 1, 1], [2, 2, 1, 1], [2, 2, 2, 1], [0, 0, 0, 0]]}",
    read: |source, _| Some(read_arrays(source, start(source.text())?)),
};

/// Parts of the names of members that are no rules.
const DECORATION: &str = "color colour solution author source meta tags";

/// Parts of the names of members that are rules.
const RULES: &str =
    "cage killer arrow thermo diagonal anti kropki constraint jigsaw variant rule given";

/// More brackets in brackets than any board has.
const DEEPEST: i32 = 64;

/// An object that holds a board.
#[derive(Deserialize)]
struct BoardObject {
    #[serde(
        alias = "colorRegions",
        alias = "colorGrid",
        alias = "regions",
        alias = "grid",
        alias = "puzzle",
        alias = "sudoku"
    )]
    board: Value,
    /// Rows and columns of a box.
    #[serde(rename = "box")]
    box_shape: Option<[usize; 2]>,
    stars: Option<u32>,
    unique_lines: Option<bool>,
    family: Option<String>,
    name: Option<String>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Where the array or object begins; in code, where a value is assigned or returned.
fn start(text: &str) -> Option<usize> {
    if text.starts_with(['{', '[']) {
        return Some(0);
    }
    let brackets = text.match_indices(['{', '[']).map(|(at, _)| at);
    brackets.filter(|at| text[*at..].contains('[')).find(|at| {
        let before = text[..*at].trim_end();
        let words = ["default", "return"];
        before.ends_with(['=', '(', ':']) || words.iter().any(|word| before.ends_with(word))
    })
}

fn read_arrays(source: &PastedText<'_>, start: usize) -> Result<Sheet> {
    const REMEDY: &str = "give one board, as rows: [[\"A\", \"B\"], [\"A\", \"B\"]]";
    let wrong = |found: String, remedy: &str| source.wrong(None, found, remedy);
    let (before, text) = source.text().split_at(start);
    // code goes on after the value
    let end = text.rfind([']', '}']).filter(|_| start > 0);
    let text = end.map_or(text.trim_end_matches(';'), |end| &text[..=end]);
    let no_json = |line: usize, reason: &str| {
        let line = before.lines().count().max(1) + line;
        source.wrong(
            Some(line),
            format!("an array that is no JSON ({reason})"),
            REMEDY,
        )
    };
    if depth(text) > DEEPEST {
        return Err(no_json(0, "too many brackets in brackets"));
    }
    let value = json5::from_str(text).map_err(|error| {
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or_default();
        no_json(error.position().map_or(0, |at| at.line), reason)
    })?;
    let members = match value {
        Value::Array(list) if matches!(&list[..], [Value::Object(_)]) => list[0].clone(),
        Value::Array(rows) => json!({ "board": rows }),
        object => object,
    };
    let object: BoardObject = serde_json::from_value(members)
        .map_err(|error| wrong(format!("no board in this object ({error})"), REMEDY))?;
    let unclear = || {
        let found = format!("the board {}", clipped(&object.board.to_string()));
        wrong(
            found,
            "rows are arrays of texts, whole numbers and null (open), or texts",
        )
    };
    let mut sheet = Sheet {
        rows: board(&object.board).ok_or_else(unclear)?,
        stars: object.stars,
        name: object.name,
        ..Sheet::default()
    };
    let mut left = object.rest;
    left.retain(|_, value| !is_empty(value));
    if let Some((key, _)) = left.iter().find(|(key, value)| may_be_a_rule(key, value)) {
        let found = format!("`{key}`, which may be a rule and is not read");
        let remedy = "leave it out if it is none, or write a puzzle file";
        return Err(wrong(found, remedy));
    }
    sheet.unread = left.keys().cloned().collect();
    if let Some([rows, cols]) = object.box_shape {
        sheet.families = vec!["sudoku"];
        sheet.keys = PuzzleText::default().value("box", format_args!("[{rows}, {cols}]"));
    }
    if let Some(unique) = object.unique_lines {
        sheet.families = vec!["takuzu"];
        sheet.keys = PuzzleText::default().value("unique_lines", unique);
    }
    if let Some(family) = object.family {
        let unknown = || wrong(format!("the family {family:?}"), "leave it out");
        sheet.families = vec![Family::meant_by(&family).ok_or_else(unknown)?];
    }
    Ok(sheet)
}

/// The labels of the rows of a board: arrays of them, or texts.
fn board(value: &Value) -> Option<Vec<LabelRow>> {
    let labels = |row: &Value| match row {
        Value::String(text) => Some(text.chars().map(String::from).collect()),
        _ => row.as_array()?.iter().map(cell_label).collect(),
    };
    let row = |row| Some((None, labels(row)?));
    value.as_array()?.iter().map(row).collect()
}

/// How many brackets are open at once.
fn depth(text: &str) -> i32 {
    let mut open = 0;
    let opened = text.chars().map(|c| {
        open += i32::from(matches!(c, '[' | '{')) - i32::from(matches!(c, ']' | '}'));
        open
    });
    opened.max().unwrap_or(0)
}

/// Whether a member holds nothing.
fn is_empty(value: &Value) -> bool {
    let empty = [Value::Null, false.into(), "".into(), json!([]), json!({})];
    empty.contains(value)
}

/// Whether a member that is not read may change which boards are right: lists and objects, but
/// for decoration, and texts and `true` under the name of a rule.
fn may_be_a_rule(key: &str, value: &Value) -> bool {
    let key = key.to_lowercase();
    let named = |parts: &str| parts.split(' ').any(|part| key.contains(part));
    let is_list = value.is_array() || value.is_object();
    !named(DECORATION) && (is_list || named(RULES) && !value.is_number())
}

/// The label of a cell; null is open.
fn cell_label(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(".".to_owned()),
        Value::String(text) if text.trim().is_empty() => Some(".".to_owned()),
        Value::String(text) => Some(label(text.trim())),
        value => number(&value.as_number()?.to_string()).map(|number| number.to_string()),
    }
}
