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
use serde::Deserialize;
use serde_json::{Map, Value};

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

/// An object that holds a board.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Members {
    #[serde(
        alias = "colorRegions",
        alias = "colorGrid",
        alias = "regions",
        alias = "grid",
        alias = "puzzle",
        alias = "sudoku"
    )]
    board: Vec<Row>,
    family: Option<String>,
    #[serde(alias = "title")]
    name: Option<Value>,
    stars: Option<Whole>,
    #[serde(alias = "n", alias = "n_rows", alias = "rows")]
    size: Option<Whole>,
    grid_size: Option<[Whole; 2]>,
    #[serde(rename = "box")]
    box_shape: Option<[Whole; 2]>,
    unique_lines: Option<bool>,
    prefilled: Prefilled,
    constraints: Vec<Between>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// A whole number, with a point or without.
#[derive(Deserialize, Clone, Copy)]
#[serde(try_from = "Value")]
struct Whole(usize);

impl TryFrom<Value> for Whole {
    type Error = String;

    fn try_from(value: Value) -> std::result::Result<Self, String> {
        let whole = value
            .as_number()
            .and_then(|number| self::number(&number.to_string()));
        let wrong = || unclear("a number", &value, "a whole number belongs here");
        whole.map(Self).ok_or_else(wrong)
    }
}

/// The labels of a row: an array of them, or a text.
#[derive(Deserialize)]
#[serde(try_from = "Value")]
struct Row(Vec<String>);

impl TryFrom<Value> for Row {
    type Error = String;

    fn try_from(value: Value) -> std::result::Result<Self, String> {
        let labels = match &value {
            Value::String(text) => Some(text.chars().map(String::from).collect()),
            Value::Array(cells) => cells.iter().map(cell_label).collect(),
            _ => None,
        };
        let remedy = "a row is an array of texts, whole numbers and null (open)";
        labels
            .map(Self)
            .ok_or_else(|| unclear("a row", &value, remedy))
    }
}

/// Cells that hold a 1 or a 0: `{"0,1": "☀"}` or `[["0,1", "☀"]]`.
#[derive(Deserialize, Default)]
#[serde(try_from = "Value")]
struct Prefilled(Vec<(Cell, bool)>);

impl TryFrom<Value> for Prefilled {
    type Error = String;

    fn try_from(value: Value) -> std::result::Result<Self, String> {
        let read = |place: &Value, symbol: &Value| {
            let mut symbols = cell_label(symbol)?
                .chars()
                .collect::<Vec<char>>()
                .into_iter();
            let value = self::value(symbols.next()?)?;
            symbols.next().is_none().then_some((cell(place)?, value))
        };
        let cells = match &value {
            Value::Null => Some(Vec::new()),
            Value::Array(entries) => entries
                .iter()
                .map(|entry| match entry.as_array()?.as_slice() {
                    [place, symbol] => read(place, symbol),
                    _ => None,
                })
                .collect(),
            Value::Object(cells) => cells
                .iter()
                .map(|(place, symbol)| read(&place.as_str().into(), symbol))
                .collect(),
            _ => None,
        };
        let remedy = "prefilled is {\"0,1\": \"☀\"} or [[\"0,1\", \"☀\"]], cells counted from 0";
        cells
            .map(Self)
            .ok_or_else(|| unclear("prefilled", &value, remedy))
    }
}

/// A sign between two cells.
#[derive(Deserialize, Clone, Copy)]
#[serde(try_from = "Value")]
struct Between(Cell, Cell, Sign);

impl TryFrom<Value> for Between {
    type Error = String;

    fn try_from(value: Value) -> std::result::Result<Self, String> {
        let read = |entry: &Value| match entry.as_array()?.as_slice() {
            [a, b, between] => Some(Self(cell(a)?, cell(b)?, only_sign(between.as_str()?)?)),
            _ => None,
        };
        let remedy = "constraints is [[\"0,1\", \"0,2\", \"=\"], ...], cells counted from 0";
        read(&value).ok_or_else(|| unclear("constraints", &value, remedy))
    }
}

/// What was found under a key, and what would be right.
fn unclear(key: &str, found: &Value, remedy: &str) -> String {
    format!("{key} is {}; {remedy}", clipped(&found.to_string()))
}

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
    let text = cleaned(&source.text()[start..]);
    let parsed = |error: serde_json::Error| {
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or_default();
        if let Some((found, remedy)) = reason.split_once("; ") {
            return source.wrong(None, found, remedy);
        }
        let line = source.text()[..start].lines().count().max(1) + error.line().max(1) - 1;
        let remedy = "give one board, as rows: [[\"A\", \"B\"], [\"A\", \"B\"]]";
        let found = format!("an array that is no JSON ({reason})");
        source.wrong(Some(line), found, remedy)
    };
    let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let first = values.next().transpose().map_err(parsed)?;
    let end = values.byte_offset();
    let rest = text[end..].trim_matches([';', ' ', '\n', '\r', '\t']);
    if start == 0 && !rest.is_empty() {
        let found = format!("{} after the board", clipped(rest));
        return Err(source.wrong(None, found, "give one board"));
    }
    let is_object = |value: &Value| value.is_object();
    match first.unwrap_or(Value::Null) {
        Value::Object(_) => object(source, serde_json::from_str(&text[..end]).map_err(parsed)?),
        Value::Array(mut list) if list.iter().any(is_object) => match (list.pop(), list.len()) {
            (Some(only), 0) => object(source, serde_json::from_value(only).map_err(parsed)?),
            (_, others) => {
                let found = format!("a list of {} puzzles", others + 1);
                Err(source.wrong(None, found, "give one of them"))
            }
        },
        Value::Array(rows) => {
            let rows: Vec<Row> = serde_json::from_value(Value::Array(rows)).map_err(parsed)?;
            Ok(sheet(rows))
        }
        other => {
            let found = clipped(&other.to_string());
            Err(source.wrong(None, found, "give an array of rows"))
        }
    }
}

/// The sheet of these rows.
fn sheet(rows: Vec<Row>) -> Sheet {
    let rows = rows.into_iter();
    let row = |Row(labels)| LabelRow { line: None, labels };
    Sheet {
        rows: rows.map(row).collect(),
        ..Sheet::default()
    }
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
fn object(source: &PastedText<'_>, members: Members) -> Result<Sheet> {
    let wrong = |found: String, remedy: &str| Err(source.wrong(None, found, remedy));
    let others = members.others.iter();
    let unread: Vec<&String> = others
        .filter(|(_, value)| !is_empty(value))
        .map(|(key, _)| key)
        .collect();
    if let Some(key) = unread
        .iter()
        .find(|key| may_be_a_rule(key, &members.others[**key]))
    {
        let found = format!("`{key}`, which may be a rule and is not read");
        return wrong(found, "leave it out if it is none, or write a puzzle file");
    }
    let unread = unread.into_iter().cloned().collect();
    let signs: Vec<(Cell, Cell, Sign)> = members
        .constraints
        .iter()
        .map(|Between(a, b, sign)| (*a, *b, *sign))
        .collect();
    let size = members.size.map(|Whole(size)| size);
    let mut sheet = if members.board.is_empty() {
        tango(source, &members, &signs)?
    } else if members.prefilled.0.is_empty() {
        sheet(members.board)
    } else {
        let found = "`prefilled` beside a board".to_owned();
        return wrong(found, "write the given values into the board");
    };
    if let Some(size) = size.filter(|size| *size != sheet.rows.len()) {
        let found = format!("`size` {size} and {} rows", sheet.rows.len());
        return wrong(found, "copy the whole board");
    }
    if let Some([Whole(rows), Whole(cols)]) = members.box_shape {
        sheet.families = vec!["sudoku"];
        sheet.keys = PuzzleText::default().value("box", format_args!("[{rows}, {cols}]"));
    }
    if let Some(unique) = members.unique_lines {
        sheet.families = vec!["takuzu"];
        sheet.keys = PuzzleText::default().value("unique_lines", unique);
    }
    if !signs.is_empty() {
        sheet.families = vec!["tango", "takuzu"];
        sheet.keys = sheet.keys.signs(&signs);
    }
    if let Some(family) = &members.family {
        let Some(known) = Family::meant_by(family) else {
            return wrong(format!("the family {family:?}"), "leave it out");
        };
        sheet.families = vec![known];
    }
    sheet.stars = members
        .stars
        .and_then(|Whole(stars)| u32::try_from(stars).ok());
    sheet.name = members
        .name
        .and_then(|name| name.as_str().map(str::to_owned));
    sheet.unread = unread;
    Ok(sheet)
}

/// A Tango of open cells with `prefilled` ones, and signs on the board.
fn tango(
    source: &PastedText<'_>,
    members: &Members,
    signs: &[(Cell, Cell, Sign)],
) -> Result<Sheet> {
    let sides = members
        .grid_size
        .map(|[Whole(cols), Whole(rows)]| (rows, cols));
    let square = members.size.map(|Whole(size)| (size, size));
    let Some((rows, cols)) = square.or(sides) else {
        let found = format!("no board in {}", clipped(source.text()));
        let remedy = "give rows as \"board\", or \"size\" with \"prefilled\" and \"constraints\"";
        return Err(source.wrong(None, found, remedy));
    };
    if rows.max(cols) > 100 {
        let found = format!("a board of {rows} rows and {cols} columns");
        return Err(source.wrong(None, found, "boards have at most 100 of each"));
    }
    let prefilled = &members.prefilled.0;
    let named = signs.iter().flat_map(|(a, b, _)| [*a, *b]);
    let mut named = prefilled.iter().map(|(cell, _)| *cell).chain(named);
    if let Some(Cell { row, col }) = named.find(|cell| cell.row >= rows || cell.col >= cols) {
        let found = format!("the cell \"{row},{col}\", which is off the board");
        let last = [rows, cols].map(|side| side.saturating_sub(1));
        let remedy = format!("cells are counted from 0, to \"{},{}\"", last[0], last[1]);
        return Err(source.wrong(None, found, remedy));
    }
    let mut cells = vec!['.'; rows * cols];
    for (cell, value) in prefilled {
        cells[cell.row * cols + cell.col] = if *value { '1' } else { '0' };
    }
    Ok(Sheet {
        families: vec!["tango", "takuzu"],
        ..Sheet::of("tango", &cells, cols)
    })
}

/// Whether a member holds nothing.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(_) => false,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
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
        Value::Number(number) => self::number(&number.to_string()).map(|number| number.to_string()),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// `"row,col"` or `[row, col]`, counted from 0.
fn cell(value: &Value) -> Option<Cell> {
    let texts: Vec<String> = match value {
        Value::String(text) => text.split(',').map(|part| part.trim().to_owned()).collect(),
        Value::Array(list) => list.iter().map(Value::to_string).collect(),
        _ => return None,
    };
    let [row, col] = &texts[..] else { return None };
    Some(Cell::new(row.parse().ok()?, col.parse().ok()?))
}
