//! The records of a folder, read back.

use super::Record;
use super::journal::WITHOUT_THE_LINE;
use crate::error::{Error, Result};
use std::path::Path;

/// The records of `folder`, in the order of its `records.jsonl`. A last line without its line break
/// was cut off while it was written, and is left out.
///
/// # Errors
/// If the file cannot be read, holds no record, or has a line that is none: the line, and what was
/// found there.
pub(crate) fn read_records(folder: &Path) -> Result<Vec<Record>> {
    let path = folder.join("records.jsonl");
    let file = path.display().to_string();
    let bytes = std::fs::read(&path).map_err(|source| Error::Read { path, source })?;
    let text = String::from_utf8(bytes).map_err(|error| no_text(&error, &file))?;
    let records: Vec<Record> = whole_lines(&text)
        .map(|(number, line)| record_of_text(line, &file, number))
        .collect::<Result<_>>()?;
    if records.is_empty() {
        let remedy = "run `ketboard sweep`, whose setting `out` names the folder";
        return Err(Error::input(file, None, "the file holds no record", remedy));
    }
    Ok(records)
}

/// The lines that were written whole and are not blank, counted from 1.
fn whole_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.split_inclusive('\n').enumerate();
    let whole = lines.filter_map(|(k, line)| Some((k + 1, line.strip_suffix('\n')?)));
    whole.filter(|(_, line)| !line.trim().is_empty())
}

/// The record of a line; errors name the file and the line's number.
///
/// # Errors
/// If the line is none.
pub(crate) fn record_of_text(line: &str, file: &str, number: usize) -> Result<Record> {
    serde_json::from_str(line).map_err(|error| {
        let found = format!("the line is no record: {}", briefly(&error));
        let remedy = "records are what `ketboard sweep` of this version writes";
        Error::input(file, Some(number), found, remedy)
    })
}

/// Where bytes that are no UTF-8 stand.
fn no_text(error: &std::string::FromUtf8Error, file: &str) -> Error {
    let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let number = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let found = "the line is no record: it holds bytes that are no UTF-8";
    Error::input(file, Some(number), found, WITHOUT_THE_LINE)
}

/// What is wrong with a line, without the list of all keys that a record may have.
pub(super) fn briefly(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let brief = text.split(", expected one of").next().unwrap_or(&text);
    brief.to_owned()
}
