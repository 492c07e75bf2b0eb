//! The records of a folder, appended line by line as runs are done, so that a stopped sweep goes
//! on.
//!
//! A line counts once it is whole: a torn last one is cut off when the folder is opened again. Each
//! line is on the disk before its run counts as done. One sweep at a time writes to a folder. The
//! name of a run says its puzzle, its setting and its depth, so that a folder whose runs are all in
//! a plan is one of that plan.

use super::quantities::table;
use super::read::RecordFile;
use super::record::made_by;
use crate::error::{Error, Result};
use crate::files::{check_target, read_bytes, read_file, write_whole};
use crate::json::to_json;
use crate::pipeline::Record;
use serde_json::json;
use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The file of records in a folder of results.
pub(crate) const RECORDS: &str = "records.jsonl";

/// That of the plan.
pub(crate) const PLAN: &str = "plan.json";

/// That of the times, which no record holds and nothing depends on.
const TIMES: &str = "times.jsonl";

/// That of the table.
const SUMMARY: &str = "summary.csv";

/// The open file of records in a folder.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    file: File,
    /// Bytes of whole lines.
    length: u64,
    runs: HashMap<String, Record>,
    /// The file of times, locked as long as the journal is open.
    times: File,
}

impl Journal {
    /// Opens a folder for the runs of a plan, whose text it keeps, and makes the folder where it is
    /// missing.
    ///
    /// # Errors
    /// If the folder cannot be written, another sweep writes to it, or it holds other runs; then it
    /// stays as it was.
    pub(super) fn open(
        folder: &Path,
        plan: &str,
        is_planned: impl Fn(&str) -> bool,
    ) -> Result<Self> {
        known_in(folder, &is_planned)?;
        std::fs::create_dir_all(folder).map_err(|source| Error::write(folder, source))?;
        for name in [RECORDS, PLAN, TIMES, SUMMARY] {
            check_target(&folder.join(name))?;
        }
        let times = locked_times(folder)?;
        sweep_leftovers(folder);
        let path = folder.join(RECORDS);
        let failed = |source| Error::write(&path, source);
        let file = File::options().append(true).create(true).open(&path);
        let file = file.map_err(failed)?;
        let (runs, found) = known_in(folder, is_planned)?;
        file.set_len(found.whole as u64).map_err(failed)?;
        let target = folder.join(PLAN);
        if !target.exists() || read_file(&target)? != plan {
            write_whole(&target, plan.as_bytes())?;
        }
        Ok(Self {
            folder: folder.to_owned(),
            file,
            length: found.whole as u64,
            runs,
            times,
        })
    }

    /// Whether a run is recorded.
    pub(super) fn holds(&self, run: &str) -> bool {
        self.runs.contains_key(run)
    }

    /// The record of a run.
    pub(super) fn record(&self, run: &str) -> Option<Record> {
        self.runs.get(run).cloned()
    }

    /// Appends a record and its wall time, and returns once the record is on the disk; a time that
    /// cannot be written is missing, and no more.
    ///
    /// # Errors
    /// If the record cannot be written; the file then ends as it did before.
    pub(super) fn append(&mut self, record: Record, seconds: f64) -> Result<()> {
        let time = json!({"run": record.run, "seconds": seconds, "made_by": made_by()});
        writeln!(self.times, "{}", to_json(&time)).ok();
        let line = line_of(&record);
        let written = self.file.write_all(line.as_bytes());
        if let Err(source) = written.and_then(|()| self.file.sync_data()) {
            self.file.set_len(self.length).ok(); // what cannot be cut now is cut when it is opened again
            let found = format!(
                "cannot write {}: {source}; the {} finished runs are kept",
                self.folder.join(RECORDS).display(),
                self.runs.len()
            );
            let remedy = "make room, then give the same command again: it goes on from there";
            return Err(Error::setting("out", found, remedy));
        }
        self.length += line.len() as u64;
        self.runs.insert(record.run.clone(), record);
        Ok(())
    }

    /// Puts the lines into the order of these runs, once all are done, and writes their table; the
    /// records in this order.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn settle(mut self, runs: &[String]) -> Result<Vec<Record>> {
        let records = runs.iter().filter_map(|run| self.runs.remove(run));
        let records: Vec<Record> = records.collect();
        let lines: String = records.iter().map(line_of).collect();
        let path = self.folder.join(RECORDS);
        if read_bytes(&path)? != lines.as_bytes() {
            write_whole(&path, lines.as_bytes())?;
        }
        let table = table(&records);
        write_whole(&self.folder.join(SUMMARY), table.as_bytes())?;
        Ok(records)
    }
}

fn line_of(record: &Record) -> String {
    format!("{}\n", to_json(record))
}

/// The records of a folder by their runs, and the file that holds them; none where there is no
/// file. Nothing is written.
///
/// # Errors
/// If it is no folder; a line that is no record, or none of this plan and this version.
pub(super) fn known_in(
    folder: &Path,
    is_planned: impl Fn(&str) -> bool,
) -> Result<(HashMap<String, Record>, RecordFile)> {
    let there = folder.ancestors().find(|there| there.exists());
    if there.is_some_and(|there| !there.is_dir()) {
        return Err(Error::write(folder, ErrorKind::NotADirectory));
    }
    let mut known = HashMap::new();
    if !folder.join(RECORDS).exists() {
        return Ok((known, RecordFile::default()));
    }
    let found = RecordFile::read(folder)?;
    for line in found.counted() {
        let (line, record) = line?;
        let wrong = if !is_planned(&record.run) {
            format!("the run {} is not in the plan", record.run)
        } else if record.version != env!("CARGO_PKG_VERSION") {
            format!("version {} made it", record.version)
        } else {
            known.insert(record.run.clone(), record.clone());
            continue;
        };
        let remedy = "give the plan and the puzzles as they were, or another folder";
        return Err(found.error(line, wrong, remedy));
    }
    Ok((known, found))
}

/// The file of times, which is only appended to, locked until it is closed or the process ends; a
/// torn last line is ended, so that the next one is whole.
///
/// # Errors
/// If the file cannot be written, or another sweep writes to the folder.
fn locked_times(folder: &Path) -> Result<File> {
    let path = folder.join(TIMES);
    let file = File::options().create(true).append(true).open(&path);
    let mut file = file.map_err(|source| Error::write(&path, source))?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => {
            let found = format!("another sweep is writing to {}", folder.display());
            Error::setting("out", found, "wait for it, or give another folder")
        }
        TryLockError::Error(source) => Error::write(&path, source),
    })?;
    if read_bytes(&path).is_ok_and(|text| !text.is_empty() && !text.ends_with(b"\n")) {
        writeln!(file).ok();
    }
    Ok(file)
}

/// Removes what a killed process has left under a temporary name.
fn sweep_leftovers(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    for entry in entries.filter_map(std::result::Result::ok) {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with(".ketboard-") {
            let path = entry.path();
            let removed = std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_file(&path));
            removed.ok(); // what cannot be removed now does no harm
        }
    }
}

#[cfg(test)]
mod tests;
