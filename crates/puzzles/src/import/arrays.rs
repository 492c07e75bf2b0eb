//! Boards in arrays: JSON, or the JavaScript and TypeScript of collections, where quotes may be
//! single, keys bare, and a comma last.
//!
//! The board is the array itself, or stands in an object under one of several keys; a row is an
//! array of labels, numbers and null, or one text. A Tango may also be a size with `prefilled`
//! cells and `constraints` `[cell, cell, sign]`, cells counted from 0. What is not read is named:
//! as an error where it may be a rule, else in [`Sheet::unread`].

use super::Importer;
use super::grid::label;
use super::sheet::{LabelRow, Sheet};
use super::source::{PastedText, clipped, number};
use super::tango_text::{only_sign, value};
use crate::error::Result;
use crate::grid::Cell;
use crate::puzzle::{Family, PuzzleText, Sign};
use serde_json::{Map, Value, json};

pub(super) static IMPORTER: Importer = Importer {
    name: "arrays",
    about: "rows as arrays, in JSON or TypeScript: {\"board\": [[0, 1, ...], ...]}; Tango with prefilled and constraints",
    families: &[
        "queens",
        "star-battle",
        "sudoku",
        "takuzu",
        "tango",
        "n-queens",
    ],
    sample: "{\"board\": [[5, 5, 1, 1], [2, 2, 1, 1], [2, 2, 2, 1], [0, 0, 0, 0]]}",
    read: |source, _| Some(read(source, start(source.text())?)),
};

/// What a board is, for messages.
const BOARD: &str = "rows: arrays of texts, whole numbers and null (open), or texts";

/// Parts of the names of members that are no rules.
const DECORATION: [&str; 7] = [
    "color", "colour", "solution", "author", "source", "meta", "tags",
];

/// Parts of the names of members that are rules.
const RULES: [&str; 12] = [
    "cage",
    "killer",
    "arrow",
    "thermo",
    "diagonal",
    "anti",
    "kropki",
    "constraint",
    "jigsaw",
    "variant",
    "rule",
    "given",
];

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

fn read(source: &PastedText<'_>, start: usize) -> Result<Sheet> {
    let wrong = |found: String, remedy: &str| Err(source.wrong(None, found, remedy));
    let text = cleaned(&source.text()[start..]);
    let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let first = values.next().transpose().map_err(|error| {
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or_default();
        let line = source.text()[..start].lines().count().max(1) + error.line().max(1) - 1;
        let remedy = "give one board, as rows: [[\"A\", \"B\"], [\"A\", \"B\"]]";
        let found = format!("an array that is no JSON ({reason})");
        source.wrong(Some(line), found, remedy)
    })?;
    let rest = text[values.byte_offset()..].trim_matches([';', ' ', '\n', '\r', '\t']);
    if start == 0 && !rest.is_empty() {
        let found = format!("{} after the board", clipped(rest));
        return wrong(found, "give one board");
    }
    let left = match first {
        Some(Value::Object(members)) => members,
        Some(Value::Array(list)) if list.iter().any(Value::is_object) => match &list[..] {
            [Value::Object(members)] => members.clone(),
            _ => {
                let found = format!("a list of {} puzzles", list.len());
                return wrong(found, "give one of them");
            }
        },
        first => Map::from_iter([("board".to_owned(), first.unwrap_or(Value::Null))]),
    };
    object(Members { source, left })
}

/// The members of an object that are still to be read.
struct Members<'a> {
    source: &'a PastedText<'a>,
    left: Map<String, Value>,
}

impl Members<'_> {
    /// The first member of one of these names, taken out; null is none.
    ///
    /// # Errors
    /// If it has no meaning: what it is, and what would be right.
    fn take<T>(
        &mut self,
        names: &[&str],
        right: &str,
        meaning: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>> {
        let mut names = names.iter();
        let found = names.find_map(|name| Some((name, self.left.shift_remove(*name)?)));
        let Some((name, value)) = found.filter(|(_, value)| !value.is_null()) else {
            return Ok(None);
        };
        let unclear = || {
            let found = format!("{name} is {}", clipped(&value.to_string()));
            self.source.wrong(None, found, format!("{name} is {right}"))
        };
        meaning(&value).ok_or_else(unclear).map(Some)
    }
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

/// Cells that hold a 1 or a 0: `{"0,1": "☀"}` or `[["0,1", "☀"]]`.
fn prefilled(value: &Value) -> Option<Vec<(Cell, char)>> {
    let entries: Vec<(Value, Value)> = match value {
        Value::Object(cells) => {
            let entry =
                |(place, symbol): (&String, &Value)| (place.as_str().into(), symbol.clone());
            cells.iter().map(entry).collect()
        }
        _ => serde_json::from_value(value.clone()).ok()?,
    };
    let read = |(place, symbol): &(Value, Value)| {
        let label = cell_label(symbol)?;
        let mut symbols = label.chars();
        let is_moon = self::value(symbols.next()?)?;
        let alone = symbols.next().is_none();
        alone.then_some((cell(place)?, if is_moon { '1' } else { '0' }))
    };
    entries.iter().map(read).collect()
}

/// Signs between cells: `[["0,1", "0,2", "="]]`.
fn signs(value: &Value) -> Option<Vec<(Cell, Cell, Sign)>> {
    let entries: Vec<(Value, Value, String)> = serde_json::from_value(value.clone()).ok()?;
    let read =
        |(a, b, between): &(Value, Value, String)| Some((cell(a)?, cell(b)?, only_sign(between)?));
    entries.iter().map(read).collect()
}

/// A whole number, with a point or without.
fn whole(value: &Value) -> Option<usize> {
    number(&value.as_number()?.to_string())
}

/// Two whole numbers.
fn sides(value: &Value) -> Option<[usize; 2]> {
    let sides: Vec<usize> = value.as_array()?.iter().map(whole).collect::<Option<_>>()?;
    sides.try_into().ok()
}

/// The same value as JSON: double quotes, quoted keys, no comments, no comma before a closing
/// bracket. Line breaks stay where they are.
fn cleaned(text: &str) -> String {
    let mut json = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' | '\'' | '`' => {
                json.push('"');
                while let Some(inner) = rest.next().filter(|inner| *inner != c) {
                    match inner {
                        '\\' if rest.peek() == Some(&'\'') => {}
                        '\\' => json.extend(['\\', rest.next().unwrap_or('\\')]),
                        '"' => json.push_str("\\\""),
                        inner => json.push(inner),
                    }
                }
                json.push('"');
            }
            '/' if rest.peek() == Some(&'/') => while rest.next_if(|c| *c != '\n').is_some() {},
            ']' | '}' => {
                let end = json.trim_end().len();
                if json[..end].ends_with(',') {
                    json.replace_range(end - 1..end, " ");
                }
                json.push(c);
            }
            c if c.is_alphabetic() || c == '_' || c == '$' => {
                let mut word = String::from(c);
                let is_word = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
                while let Some(c) = rest.next_if(is_word) {
                    word.push(c);
                }
                match word.as_str() {
                    "true" | "false" | "null" => json += &word,
                    "undefined" => json += "null",
                    _ => json += &format!("\"{word}\""),
                }
            }
            c => json.push(c),
        }
    }
    json
}

/// The sheet in an object.
fn object(mut members: Members<'_>) -> Result<Sheet> {
    let source = members.source;
    let names = [
        "board",
        "colorRegions",
        "colorGrid",
        "regions",
        "grid",
        "puzzle",
        "sudoku",
    ];
    let rows = members.take(&names, BOARD, board)?.unwrap_or_default();
    let size = members.take(&["size", "n", "n_rows", "rows"], "a whole number", whole)?;
    let grid_size = members.take(&["grid_size"], "[columns, rows]", sides)?;
    let box_shape = members.take(&["box"], "[rows, columns]", sides)?;
    let stars = members.take(&["stars"], "a whole number", whole)?;
    let unique = members.take(&["unique_lines"], "true or false", Value::as_bool)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let family = members.take(&["family"], "a text", text)?;
    let name = members.take(&["name", "title"], "a text", |value| Some(text(value)))?;
    let right = "{\"0,1\": \"☀\"} or [[\"0,1\", \"☀\"]], cells counted from 0";
    let prefilled = members
        .take(&["prefilled"], right, prefilled)?
        .unwrap_or_default();
    let right = "[[\"0,1\", \"0,2\", \"=\"], ...], cells counted from 0";
    let signs = members
        .take(&["constraints"], right, signs)?
        .unwrap_or_default();
    members.left.retain(|_, value| !is_empty(value));
    let mut left = members.left.iter();
    if let Some((key, _)) = left.find(|(key, value)| may_be_a_rule(key, value)) {
        let found = format!("`{key}`, which may be a rule and is not read");
        let remedy = "leave it out if it is none, or write a puzzle file";
        return Err(source.wrong(None, found, remedy));
    }
    let mut sheet = Sheet {
        rows,
        ..Sheet::default()
    };
    if sheet.rows.is_empty() {
        let square = size.map(|size| [size, size]);
        sheet = tango(source, square.or(grid_size), &prefilled, &signs)?;
    } else if !prefilled.is_empty() {
        let remedy = "write the given values into the board";
        return Err(source.wrong(None, "`prefilled` beside a board", remedy));
    }
    if let Some(size) = size.filter(|size| *size != sheet.rows.len()) {
        let found = format!("`size` {size} and {} rows", sheet.rows.len());
        return Err(source.wrong(None, found, "copy the whole board"));
    }
    if let Some([rows, cols]) = box_shape {
        sheet.families = vec!["sudoku"];
        sheet.keys = PuzzleText::default().value("box", format_args!("[{rows}, {cols}]"));
    }
    if let Some(unique) = unique {
        sheet.families = vec!["takuzu"];
        sheet.keys = PuzzleText::default().value("unique_lines", unique);
    }
    if !signs.is_empty() {
        sheet.families = vec!["tango", "takuzu"];
        sheet.keys = sheet.keys.signs(&signs);
    }
    if let Some(family) = family {
        let unknown = || source.wrong(None, format!("the family {family:?}"), "leave it out");
        sheet.families = vec![Family::meant_by(&family).ok_or_else(unknown)?];
    }
    sheet.stars = stars.and_then(|stars| u32::try_from(stars).ok());
    sheet.name = name.flatten();
    sheet.unread = members.left.keys().cloned().collect();
    Ok(sheet)
}

/// A Tango of open cells with `prefilled` ones, and signs on the board.
fn tango(
    source: &PastedText<'_>,
    sides: Option<[usize; 2]>,
    prefilled: &[(Cell, char)],
    signs: &[(Cell, Cell, Sign)],
) -> Result<Sheet> {
    let Some([cols, rows]) = sides.filter(|[a, b]| (1..=100).contains(a.max(b))) else {
        let found = format!("no board in {}", clipped(source.text()));
        let remedy = "give rows as \"board\", or \"size\" with \"prefilled\" and \"constraints\", at most 100 of each";
        return Err(source.wrong(None, found, remedy));
    };
    let named = signs.iter().flat_map(|(a, b, _)| [*a, *b]);
    let mut named = prefilled.iter().map(|(cell, _)| *cell).chain(named);
    if let Some(Cell { row, col }) = named.find(|cell| cell.row >= rows || cell.col >= cols) {
        let found = format!("the cell \"{row},{col}\", which is off the board");
        let remedy = format!("cells are counted from 0, and the board is {rows}×{cols}");
        return Err(source.wrong(None, found, remedy));
    }
    let mut cells = vec!['.'; rows * cols];
    for (cell, symbol) in prefilled {
        cells[cell.row * cols + cell.col] = *symbol;
    }
    Ok(Sheet::of(&["tango", "takuzu"], &cells, cols))
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
    let named = |parts: &[&str]| parts.iter().any(|part| key.contains(part));
    let is_list = value.is_array() || value.is_object();
    !named(&DECORATION) && (is_list || named(&RULES) && !value.is_number())
}

/// The label of a cell; null is open.
fn cell_label(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(".".to_owned()),
        Value::String(text) if text.trim().is_empty() => Some(".".to_owned()),
        Value::String(text) => Some(label(text.trim())),
        value => whole(value).map(|number| number.to_string()),
    }
}

/// `"row,col"` or `[row, col]`, counted from 0.
fn cell(value: &Value) -> Option<Cell> {
    let text = value.to_string();
    let (row, col) = text.trim_matches(['[', ']', '"']).split_once(',')?;
    Some(Cell::new(
        row.trim().parse().ok()?,
        col.trim().parse().ok()?,
    ))
}
