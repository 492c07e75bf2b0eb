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
use crate::error::{Error, Result};
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
    board: Vec<Value>,
    family: Option<String>,
    #[serde(alias = "title")]
    name: Option<Value>,
    stars: Option<Value>,
    #[serde(alias = "n", alias = "n_rows", alias = "rows")]
    size: Option<Value>,
    grid_size: Option<[Value; 2]>,
    #[serde(rename = "box")]
    box_shape: Option<[Value; 2]>,
    unique_lines: Option<bool>,
    prefilled: Value,
    constraints: Vec<Value>,
    #[serde(flatten)]
    others: Map<String, Value>,
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
        let line = source.text()[..start].lines().count().max(1) + error.line() - 1;
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or_default();
        let remedy = "give one board, as rows: [[\"A\", \"B\"], [\"A\", \"B\"]]";
        source.wrong(
            Some(line),
            format!("an array that is no JSON ({reason})"),
            remedy,
        )
    };
    let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let first = values
        .next()
        .transpose()
        .map_err(parsed)?
        .unwrap_or(Value::Null);
    let end = values.byte_offset();
    if start == 0
        && !text[end..]
            .trim_matches([';', ' ', '\n', '\r', '\t'])
            .is_empty()
    {
        let found = format!("{} after the board", clipped(text[end..].trim()));
        return Err(source.wrong(None, found, "give one board"));
    }
    let is_object = |value: &Value| value.is_object();
    match first {
        Value::Object(_) => {
            let members = serde_json::from_str(&text[..end]).map_err(parsed)?;
            Arrays { source }.object(members)
        }
        Value::Array(list) if list.iter().any(is_object) => match &list[..] {
            [only @ Value::Object(_)] => {
                let members = serde_json::from_value(only.clone()).map_err(parsed)?;
                Arrays { source }.object(members)
            }
            _ => {
                let found = format!("a list of {} puzzles", list.len());
                Err(source.wrong(None, found, "give one of them"))
            }
        },
        Value::Array(rows) => Ok(Sheet {
            rows: Arrays { source }.rows(&rows)?,
            ..Sheet::default()
        }),
        other => {
            let found = clipped(&other.to_string());
            Err(source.wrong(None, found, "give an array of rows"))
        }
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

/// Arrays, and the text that they come from.
struct Arrays<'a> {
    source: &'a PastedText<'a>,
}

impl Arrays<'_> {
    /// The sheet in an object.
    fn object(&self, members: Members) -> Result<Sheet> {
        let others = members.others.iter();
        let unread = others.filter(|(_, value)| !is_empty(value));
        let unread: Vec<String> = unread.map(|(key, _)| key.clone()).collect();
        if let Some(key) = unread
            .iter()
            .find(|key| may_be_a_rule(key, &members.others[*key]))
        {
            let found = format!("`{key}`, which may be a rule and is not read");
            let remedy = "leave it out if it is none, or write a puzzle file";
            return Err(self.source.wrong(None, found, remedy));
        }
        let count = |key: &str, value: &Option<Value>| match value {
            Some(value) => whole(value)
                .map(Some)
                .ok_or_else(|| self.unclear(key, value, "a whole number belongs here")),
            None => Ok(None),
        };
        if !members.board.is_empty() && !is_empty(&members.prefilled) {
            let remedy = "write the given values into the board";
            return Err(self
                .source
                .wrong(None, "`prefilled` beside a board", remedy));
        }
        let rows = count("size", &members.size)?;
        let mut sheet = self.board(&members, rows)?;
        if rows.is_some_and(|rows| rows != sheet.rows.len()) {
            let found = format!("`size` {} and {} rows", rows.unwrap_or(0), sheet.rows.len());
            return Err(self.source.wrong(None, found, "copy the whole board"));
        }
        sheet.stars = count("stars", &members.stars)?.and_then(|stars| u32::try_from(stars).ok());
        sheet.name = members
            .name
            .and_then(|name| name.as_str().map(str::to_owned));
        if let Some(family) = &members.family {
            let known = Family::meant_by(family);
            let unknown = || {
                self.source
                    .wrong(None, format!("the family {family:?}"), "leave it out")
            };
            sheet.families = vec![known.ok_or_else(unknown)?];
        }
        sheet.unread = unread;
        Ok(sheet)
    }

    /// The rows, and the keys that belong to one family.
    fn board(&self, members: &Members, rows: Option<usize>) -> Result<Sheet> {
        if members.board.is_empty() {
            return self.tango(members, rows);
        }
        let mut sheet = Sheet {
            rows: self.rows(&members.board)?,
            ..Sheet::default()
        };
        if let Some(shape) = &members.box_shape {
            let [Some(rows), Some(cols)] = [whole(&shape[0]), whole(&shape[1])] else {
                let found = Value::from(shape.to_vec());
                return Err(self.unclear("box", &found, "a box is [rows, cols]"));
            };
            sheet.families = vec!["sudoku"];
            sheet.keys = PuzzleText::default().value("box", format_args!("[{rows}, {cols}]"));
        }
        if let Some(unique) = members.unique_lines {
            sheet.families = vec!["takuzu"];
            sheet.keys = PuzzleText::default().value("unique_lines", unique);
        }
        let signs = self.signs(members)?;
        if !signs.is_empty() {
            sheet.families = vec!["tango", "takuzu"];
            sheet.keys = sheet.keys.signs(&signs);
        }
        Ok(sheet)
    }

    /// Rows of labels.
    fn rows(&self, rows: &[Value]) -> Result<Vec<LabelRow>> {
        let row = |row: &Value| {
            let labels = match row {
                Value::String(text) => Some(text.chars().map(String::from).collect()),
                Value::Array(cells) => cells.iter().map(cell_label).collect(),
                _ => None,
            };
            let remedy = "a row is an array of texts, whole numbers and null (open)";
            let labels = labels.ok_or_else(|| self.unclear("a row", row, remedy))?;
            Ok(LabelRow { line: None, labels })
        };
        rows.iter().map(row).collect()
    }

    /// A Tango of open cells with `prefilled` ones and signs.
    fn tango(&self, members: &Members, size: Option<usize>) -> Result<Sheet> {
        let sides = members.grid_size.as_ref();
        let sides = sides.and_then(|[cols, rows]| Some((whole(rows)?, whole(cols)?)));
        let Some((rows, cols)) = size.map(|size| (size, size)).or(sides) else {
            let found = format!("no board in {}", clipped(self.source.text()));
            let remedy =
                "give rows as \"board\", or \"size\" with \"prefilled\" and \"constraints\"";
            return Err(self.source.wrong(None, found, remedy));
        };
        if rows.max(cols) > 100 {
            let found = format!("a board of {rows} rows and {cols} columns");
            return Err(self
                .source
                .wrong(None, found, "boards have at most 100 of each"));
        }
        let mut cells = vec!['.'; rows * cols];
        for (cell, value) in self.prefilled(&members.prefilled)? {
            self.check_inside(cell, rows, cols)?;
            cells[cell.row * cols + cell.col] = if value { '1' } else { '0' };
        }
        let signs = self.signs(members)?;
        for cell in signs.iter().flat_map(|(a, b, _)| [a, b]) {
            self.check_inside(*cell, rows, cols)?;
        }
        Ok(Sheet {
            families: vec!["tango", "takuzu"],
            keys: PuzzleText::default().signs(&signs),
            ..Sheet::of("tango", &cells, cols)
        })
    }

    fn prefilled(&self, value: &Value) -> Result<Vec<(Cell, bool)>> {
        let entries: Vec<Value> = match value {
            Value::Null => Vec::new(),
            Value::Array(entries) => entries.clone(),
            Value::Object(cells) => {
                let pair = |(cell, symbol): (&String, &Value)| {
                    Value::from(vec![cell.as_str().into(), symbol.clone()])
                };
                cells.iter().map(pair).collect()
            }
            other => vec![other.clone()],
        };
        let read = |entry: &Value| {
            let [place, symbol] = entry.as_array()?.as_slice() else {
                return None;
            };
            let symbol = cell_label(symbol)?;
            let [symbol] = symbol.chars().collect::<Vec<char>>()[..] else {
                return None;
            };
            Some((cell(place)?, self::value(symbol)?))
        };
        let remedy = "prefilled is {\"0,1\": \"☀\"} or [[\"0,1\", \"☀\"]], cells counted from 0";
        let entries = entries.iter();
        entries
            .map(|entry| read(entry).ok_or_else(|| self.unclear("prefilled", entry, remedy)))
            .collect()
    }

    fn signs(&self, members: &Members) -> Result<Vec<(Cell, Cell, Sign)>> {
        let read = |entry: &Value| {
            let [a, b, between] = entry.as_array()?.as_slice() else {
                return None;
            };
            Some((cell(a)?, cell(b)?, only_sign(between.as_str()?)?))
        };
        let remedy = "constraints is [[\"0,1\", \"0,2\", \"=\"], ...], cells counted from 0";
        let entries = members.constraints.iter();
        entries
            .map(|entry| read(entry).ok_or_else(|| self.unclear("constraints", entry, remedy)))
            .collect()
    }

    fn check_inside(&self, cell: Cell, rows: usize, cols: usize) -> Result<()> {
        let (Cell { row, col }, last) = (cell, |side: usize| side.saturating_sub(1));
        if row < rows && col < cols {
            return Ok(());
        }
        let found = format!("the cell \"{row},{col}\", which is off the board");
        let remedy = format!(
            "cells are counted from 0, to \"{},{}\"",
            last(rows),
            last(cols)
        );
        Err(self.source.wrong(None, found, remedy))
    }

    fn unclear(&self, key: &str, found: &Value, remedy: &str) -> Error {
        let found = format!("{key} is {}", clipped(&found.to_string()));
        self.source.wrong(None, found, remedy)
    }
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
        Value::Number(_) => whole(value).map(|number| number.to_string()),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A whole number, with a point or without.
fn whole(value: &Value) -> Option<usize> {
    number(&value.as_number()?.to_string())
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
