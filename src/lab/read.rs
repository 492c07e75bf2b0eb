//! The one reader of records: what is in the `records.jsonl` of a folder.
//!
//! A line is a record, or it is refused. A line that is there twice counts once, and a last line
//! without its end, which was torn while it was written, does not count; both are said
//! ([`RecordFile::notes`]). Two lines of one run that differ are refused.

use super::Record;
use super::journal::RECORDS;
use crate::error::{Error, Result};
use crate::files::read_bytes;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What a line that is no record needs.
const WITHOUT_THE_LINE: &str =
    "take the line out: `ketboard sweep` with the same plan makes its run again";

/// A file of records.
#[derive(Debug, Default)]
pub(super) struct RecordFile {
    path: PathBuf,
    /// The lines that are whole and not blank.
    pub(super) lines: Vec<RecordLine>,
    /// How many bytes the whole lines have.
    pub(super) whole: usize,
    /// How many bytes of a last line without its end there are.
    pub(super) torn: usize,
}

/// A line of a file of records.
#[derive(Debug)]
pub(super) struct RecordLine {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// Its bytes, with the line break.
    pub(super) text: Vec<u8>,
    /// The record, or why it is none.
    pub(super) record: std::result::Result<Record, String>,
    /// The number of the line before that has the same run, and whether the two are equal.
    pub(super) before: Option<(usize, bool)>,
}

/// The records of `folder`, each run once, in the order of its `records.jsonl`; and what does not
/// count, in words.
///
/// # Errors
/// If the file cannot be read, holds no record, has a line that is none, or two of one run that
/// differ; what a folder is that another command filled.
pub(crate) fn read_records(folder: &Path) -> Result<(Vec<Record>, Vec<String>)> {
    let file = RecordFile::read(folder)?;
    let notes = file.notes();
    let records = file.into_records()?;
    if records.is_empty() {
        let file = folder.join(RECORDS).display().to_string();
        let remedy = "run `ketboard sweep`, whose setting `out` names the folder";
        return Err(Error::input(file, None, "the file holds no record", remedy));
    }
    Ok((records, notes))
}

/// The records of texts, one each; `name` is what to call the texts.
///
/// # Errors
/// As [`read_records`].
pub(crate) fn records_of_texts(texts: &[String], name: &str) -> Result<Vec<Record>> {
    let lines = texts.iter().map(|text| text.replace('\n', " ") + "\n");
    RecordFile::parse(name.into(), lines.collect::<String>().as_bytes()).into_records()
}

impl RecordFile {
    /// The file of records of a folder.
    ///
    /// # Errors
    /// If it cannot be read; if another command filled the folder.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(RECORDS);
        let bytes = read_bytes(&path)?;
        let file = Self::parse(path, &bytes);
        let is_other = |line: &RecordLine| {
            let object = serde_json::from_slice::<Map<String, Value>>(&line.text);
            object.is_ok_and(|object| !object.contains_key("run"))
        };
        if file.lines.is_empty() || !file.lines.iter().all(is_other) {
            return Ok(file);
        }
        let found = "the folder holds what another command wrote, and no sweep";
        let remedy = "give a folder that `ketboard sweep` filled";
        let folder = folder.display().to_string();
        Err(Error::input(folder, None, found, remedy))
    }

    fn parse(path: PathBuf, bytes: &[u8]) -> Self {
        let mut lines: Vec<RecordLine> = Vec::new();
        let mut firsts: HashMap<String, usize> = HashMap::new();
        let mut torn = 0;
        for (place, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if !line.ends_with(b"\n") {
                torn = line.len(); // only the last one has no end
                continue;
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let record = record_of(line);
            let mut before = None;
            if let Ok(record) = &record {
                let first = *firsts.entry(record.run.clone()).or_insert(lines.len());
                let known = lines.get(first);
                before = known.map(|known| (known.number, known.text == line));
            }
            lines.push(RecordLine {
                number: place + 1,
                text: line.to_vec(),
                record,
                before,
            });
        }
        Self {
            path,
            lines,
            whole: bytes.len() - torn,
            torn,
        }
    }

    /// What does not count, in words.
    pub(super) fn notes(&self) -> Vec<String> {
        let path = self.path.display();
        let mut notes = Vec::new();
        if self.torn > 0 {
            notes.push(format!(
                "{path}: the last line was torn ({} bytes without an end) and does not count",
                self.torn
            ));
        }
        for line in &self.lines {
            if let Some((first, true)) = line.before {
                let number = line.number;
                notes.push(format!(
                    "{path}:{number}: the line is in line {first} too, and counts once"
                ));
            }
        }
        notes
    }

    /// The lines that count, with their records.
    ///
    /// # Errors
    /// Of a line, if it is no record, or has the run of another line with other numbers.
    pub(super) fn counted(&self) -> impl Iterator<Item = Result<(&RecordLine, &Record)>> {
        let lines = self.lines.iter();
        let once = lines.filter(|line| !matches!(line.before, Some((_, true))));
        once.map(|line| match (&line.record, line.before) {
            (Ok(record), None) => Ok((line, record)),
            (Ok(record), Some((first, _))) => {
                let run = &record.run;
                let found = format!("the run {run} is in line {first} too, with other numbers");
                let remedy = "take one of the two lines out; `ketboard verify` says which one comes out again";
                Err(self.error(line, found, remedy))
            }
            (Err(found), _) => {
                Err(self.error(line, format!("no record: {found}"), WITHOUT_THE_LINE))
            }
        })
    }

    /// The records that count.
    ///
    /// # Errors
    /// As [`Self::counted`].
    pub(super) fn into_records(self) -> Result<Vec<Record>> {
        self.counted().try_for_each(|found| found.map(drop))?;
        let counted = self.lines.into_iter().filter(|line| line.before.is_none());
        Ok(counted.filter_map(|line| line.record.ok()).collect())
    }

    /// The error of a line.
    pub(super) fn error(&self, line: &RecordLine, found: String, remedy: &str) -> Error {
        let file = self.path.display().to_string();
        Error::input(file, Some(line.number), found, remedy)
    }
}

/// The record of a line; else what is wrong with it.
fn record_of(line: &[u8]) -> std::result::Result<Record, String> {
    let text = std::str::from_utf8(line);
    let text =
        text.map_err(|error| format!("byte {} of the line is no UTF-8", error.valid_up_to() + 1))?;
    let record: Record = serde_json::from_str(text).map_err(|error| {
        let text = error.to_string();
        // without the list of all keys that a record may have
        text.split(", expected one of")
            .next()
            .unwrap_or(&text)
            .to_owned()
    })?;
    match record.contradiction() {
        Some(found) => Err(found),
        None => Ok(record),
    }
}
