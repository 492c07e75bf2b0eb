//! The one reader of records: what is in the `records.jsonl` of a folder.
//!
//! A line is a record, or it is refused. A line that is there twice counts once, and a last line
//! without its end, which was torn while it was written, does not count; both are said
//! ([`RecordFile::notes`]). Two lines of one run that differ are refused.

use super::journal::RECORDS;
use crate::error::{Error, Result};
use crate::files::read_bytes;
use crate::pipeline::Record;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A file of records.
#[derive(Debug, Default)]
pub(super) struct RecordFile {
    path: PathBuf,
    /// The lines that count: whole, not blank, and none twice.
    pub(super) lines: Vec<RecordLine>,
    /// How many bytes the whole lines have.
    pub(super) whole: usize,
    /// What does not count, in words, with the number of its line.
    pub(super) not_counted: Vec<(usize, String)>,
}

/// A line of a file of records.
#[derive(Debug)]
pub(super) struct RecordLine {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// Its bytes, with the line break.
    pub(super) text: Vec<u8>,
    /// The record, or why there is none.
    pub(super) record: std::result::Result<Record, String>,
}

/// The records of `folder`, each run once, in the order of its `records.jsonl`; and what does not
/// count, in words.
///
/// # Errors
/// If the file cannot be read, holds no record, has a line that is none, or two of one run that
/// differ; what a folder is that another command filled.
pub(crate) fn read_records(folder: &Path) -> Result<(Vec<Record>, Vec<String>)> {
    let file = RecordFile::read(folder)?;
    let (notes, records) = (file.notes(), file.into_records()?);
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
        let mut file = Self {
            path,
            whole: bytes.len(),
            ..Self::default()
        };
        let mut firsts: HashMap<String, usize> = HashMap::new();
        for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
            // only the last one has no end
            if !line.ends_with(b"\n") {
                file.whole -= line.len();
                let torn = line.len();
                let what = format!(
                    "the last line was torn ({torn} bytes without an end) and does not count"
                );
                file.not_counted.push((number, what));
                continue;
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let mut record = record_of(line);
            if let Ok(Record { run, .. }) = &record {
                let place = *firsts.entry(run.clone()).or_insert(file.lines.len());
                if let Some(RecordLine {
                    number: first,
                    text,
                    ..
                }) = file.lines.get(place)
                {
                    if text == line {
                        let what = format!("the line is in line {first} too, and counts once");
                        file.not_counted.push((number, what));
                        continue;
                    }
                    let what = format!("the run {run} is in line {first} too, with other numbers");
                    record = Err(what);
                }
            }
            let text = line.to_vec();
            file.lines.push(RecordLine {
                number,
                text,
                record,
            });
        }
        file
    }

    /// What does not count, in words.
    pub(super) fn notes(&self) -> Vec<String> {
        let path = self.path.display();
        let notes = self.not_counted.iter();
        notes
            .map(|(number, what)| format!("{path}:{number}: {what}"))
            .collect()
    }

    /// The records with the numbers of their lines.
    ///
    /// # Errors
    /// Of a line, if it is no record, or has the run of another line with other numbers.
    pub(super) fn counted(&self) -> impl Iterator<Item = Result<(usize, &Record)>> {
        let remedy = "take the line out: `ketboard sweep` with the same plan makes its run again";
        self.lines.iter().map(move |line| match &line.record {
            Ok(record) => Ok((line.number, record)),
            Err(found) => Err(self.error(line.number, format!("no record: {found}"), remedy)),
        })
    }

    /// The records that count.
    ///
    /// # Errors
    /// As [`Self::counted`].
    fn into_records(self) -> Result<Vec<Record>> {
        self.counted().try_for_each(|found| found.map(drop))?;
        let lines = self.lines.into_iter();
        Ok(lines.filter_map(|line| line.record.ok()).collect())
    }

    /// The error of a line.
    pub(super) fn error(&self, line: usize, found: String, remedy: &str) -> Error {
        Error::input(self.path.display().to_string(), Some(line), found, remedy)
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
