//! Boards in arrays: JSON, or the JavaScript and TypeScript of collections, where quotes may be
//! single, keys bare, and a comma last.
//!
//! The board is the array itself, or stands in an object under one of several keys; a row is an
//! array of labels, numbers and null, or one text. What is not read is named: as an error where it
//! may be a rule, else in [`Sheet::unread`].

use super::Importer;
use super::grid::label;
use super::sheet::{LabelRow, Sheet};
use super::source::{PastedText, clipped, number};
use crate::error::Result;
use crate::puzzle::{Family, PuzzleText};
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub(super) static IMPORTER: Importer = Importer {
    name: "arrays",
    about: "rows as arrays, in JSON or TypeScript: {\"board\": [[0, 1, ...], ...]}",
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

/// Parts of the names of members that are no rules.
const DECORATION: &str = "color colour solution author source meta tags";

/// Parts of the names of members that are rules.
const RULES: &str =
    "cage killer arrow thermo diagonal anti kropki constraint jigsaw variant rule given";

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

fn read(source: &PastedText<'_>, start: usize) -> Result<Sheet> {
    const REMEDY: &str = "give one board, as rows: [[\"A\", \"B\"], [\"A\", \"B\"]]";
    let wrong = |found: String, remedy: &str| source.wrong(None, found, remedy);
    let text = cleaned(&source.text()[start..]);
    let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let first = values.next().transpose().map_err(|error| {
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or_default();
        let line = source.text()[..start].lines().count().max(1) + error.line().max(1) - 1;
        let found = format!("an array that is no JSON ({reason})");
        source.wrong(Some(line), found, REMEDY)
    })?;
    let rest = text[values.byte_offset()..].trim_matches([';', ' ', '\n', '\r', '\t']);
    if start == 0 && !rest.is_empty() {
        return Err(wrong(format!("{} after the board", clipped(rest)), REMEDY));
    }
    let members = match first.unwrap_or_default() {
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
