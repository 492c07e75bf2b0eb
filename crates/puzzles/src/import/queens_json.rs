//! LinkedIn Queens as an array of rows, behind `colorRegions`, `colorGrid`, `board` or `regions`,
//! or bare; in JSON or in the TypeScript of collections. Labels are texts or integers; a row may
//! also be one text, a sign a cell.

use super::json::{array, has_array};
use super::labels::{self, LabelRow};
use super::source::{PastedText, clipped};
use super::{Importer, Sheet, sudoku_json, tango_json};
use crate::error::Result;
use serde_json::Value;

pub(super) static IMPORTER: Importer = Importer {
    name: "queens-json",
    about: "Queens regions as an array of rows, behind colorRegions, colorGrid or board",
    families: &["queens"],
    tells_family: true,
    sample: "{\"board\": [[5, 5, 1, 1], [2, 2, 1, 1], [2, 2, 2, 1], [0, 0, 0, 0]]}",
    recognize,
    read,
};

static KEYS: &[&str] = &["colorRegions", "colorGrid", "board", "regions"];

fn recognize(source: &PastedText<'_>) -> bool {
    let text = source.text();
    let array = text.starts_with('[') || KEYS.iter().any(|key| has_array(text, key));
    array && !tango_json::recognize(source) && !sudoku_json::recognize(source)
}

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    let array = array(source, KEYS)?;
    let rows: Result<Vec<LabelRow>> = array.iter().map(|row| read_row(source, row)).collect();
    labels::layout(source, &rows?).map(Sheet::Queens)
}

fn read_row(source: &PastedText<'_>, row: &Value) -> Result<LabelRow> {
    let labels = match row {
        Value::String(text) => text.chars().map(|c| Some(c.to_string())).collect(),
        Value::Array(cells) => cells.iter().map(label).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    };
    let wrong = || {
        let found = format!("a row {}", clipped(&row.to_string()));
        source.wrong(None, found, "a row is an array of texts or integers")
    };
    Ok(LabelRow {
        line: None,
        labels: labels.ok_or_else(wrong)?,
    })
}

fn label(cell: &Value) -> Option<String> {
    match cell {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => number.as_i64().map(|number| number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
