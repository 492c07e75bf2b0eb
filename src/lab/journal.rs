//! The records of a folder, appended line by line as runs are done, so that a stopped sweep goes
//! on.
//!
//! A line counts once it is whole: a torn last one is cut off when the folder is opened again. Each
//! line is on the disk before its run counts as done. One sweep at a time writes to a folder.

mod times;

pub(super) use times::JournalTimes;

use super::read::RecordFile;
use super::{Record, SweepPlan, summary};
use crate::error::{Error, Result};
use crate::files::{check_target, read_file, write_whole};
use crate::json::to_json;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The file of records in a folder of results.
pub(crate) const RECORDS: &str = "records.jsonl";
/// That of the plan.
pub(crate) const PLAN: &str = "plan.json";
/// That of the times, which no record holds.
pub(crate) const TIMES: &str = "times.jsonl";
/// That of the table.
pub(crate) const SUMMARY: &str = "summary.csv";

/// The open file of records in a folder.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    file: File,
    /// Bytes of whole lines.
    length: u64,
    runs: HashMap<String, Record>,
    /// What was mended when the folder was opened.
    pub(super) notes: Vec<String>,
    /// Their file is locked as long as the journal is open.
    times: JournalTimes,
}

impl Journal {
    /// Opens a folder for the runs of a plan, and makes it where it is missing; a plan that is
    /// missing or torn is written anew where every record is of this one.
    ///
    /// # Errors
    /// If the folder cannot be written, another sweep writes to it, or it holds other runs.
    pub(super) fn open(
        folder: &Path,
        plan: &SweepPlan,
        is_planned: impl Fn(&str) -> bool,
    ) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(|source| Error::write(folder, source))?;
        check(folder, plan)?;
        for name in [RECORDS, PLAN, TIMES, SUMMARY] {
            check_target(&folder.join(name))?;
        }
        let times = JournalTimes::open(folder)?;
        let old = remembered(folder, plan)?;
        sweep_leftovers(folder);
        let path = folder.join(RECORDS);
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(&path);
        let file = file.map_err(|source| Error::write(&path, source))?;
        let found = known(folder, is_planned, old.is_ok());
        let found = found.inspect_err(|_| times.withdraw(folder));
        let (runs, notes, length) = found.map_err(|error| match &old {
            Ok(_) => error,
            Err(how) => without_a_plan(how, &error),
        })?;
        file.set_len(length)
            .map_err(|source| Error::write(&path, source))?;
        let mut journal = Self {
            folder: folder.to_owned(),
            file,
            length,
            runs,
            notes,
            times,
        };
        journal.remember(plan, old)?;
        Ok(journal)
    }

    /// Writes the plan, where it is not that of the folder, and notes why.
    fn remember(&mut self, plan: &SweepPlan, old: Remembered) -> Result<()> {
        let count = self.len();
        let what = match old {
            Ok(old) if old.text() == plan.text() => return Ok(()),
            Ok(_) => format!("has grown, and has all {count} runs of before"),
            Err(how) => format!("was {how} and is written anew: every record is of this plan"),
        };
        let path = self.folder.join(PLAN);
        if count > 0 {
            self.notes.push(format!("{} {what}", path.display()));
        }
        write_whole(&path, plan.text().as_bytes())
    }

    /// How many runs are recorded.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether a run is recorded.
    pub(super) fn holds(&self, run: &str) -> bool {
        self.runs.contains_key(run)
    }

    /// The record of a run.
    pub(super) fn record(&self, run: &str) -> Option<Record> {
        self.runs.get(run).cloned()
    }

    /// Notes the chains of the plan that a sweep leaves out.
    pub(super) fn leave_out(&mut self, chains: &[String]) {
        self.times.leave_out(&self.folder, chains);
    }

    /// Appends a record and its wall time, and returns once the record is on the disk.
    ///
    /// # Errors
    /// If it cannot be written; the file then ends as it did before.
    pub(super) fn append(&mut self, record: Record, seconds: f64) -> Result<()> {
        self.times.append(&record.run, seconds);
        let line = format!("{}\n", to_json(&record));
        let written = self.file.write_all(line.as_bytes());
        if let Err(source) = written.and_then(|()| self.file.sync_data()) {
            self.file.set_len(self.length).ok(); // what cannot be cut now is cut when it is opened again
            let found = format!(
                "cannot write {}: {source}; the {} finished runs are kept",
                self.folder.join(RECORDS).display(),
                self.len()
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
    pub(super) fn settle(self, runs: &[String]) -> Result<Vec<Record>> {
        let found = RecordFile::read(&self.folder)?;
        let mut lines = HashMap::new();
        for line in found.counted() {
            let (line, record) = line?;
            lines.insert(record.run.as_str(), (&*line.text, record));
        }
        let ordered = runs.iter().filter_map(|run| lines.get(run.as_str()));
        let (ordered, records): (Vec<&[u8]>, Vec<&Record>) = ordered.copied().unzip();
        let there = found.lines.iter().map(|line| &*line.text);
        if found.torn > 0 || !there.eq(ordered.iter().copied()) {
            write_whole(&self.folder.join(RECORDS), &ordered.concat())?;
        }
        let table = summary::table(&records);
        write_whole(&self.folder.join(SUMMARY), table.as_bytes())?;
        Ok(records.into_iter().cloned().collect())
    }
}

/// The records of a folder by their runs, what in their file does not count, and where its whole
/// lines end.
///
/// # Errors
/// A line that is no record of the plan; without a plan those of another version, too.
fn known(
    folder: &Path,
    is_planned: impl Fn(&str) -> bool,
    has_plan: bool,
) -> Result<(HashMap<String, Record>, Vec<String>, u64)> {
    let found = RecordFile::read(folder)?;
    let mut known = HashMap::new();
    for line in found.counted() {
        let (line, record) = line?;
        let wrong = if !is_planned(&record.run) {
            format!("the run {} is not in the plan", record.run)
        } else if !has_plan && record.version != env!("CARGO_PKG_VERSION") {
            format!("version {} made it", record.version)
        } else {
            known.insert(record.run.clone(), record.clone());
            continue;
        };
        return Err(found.error(line, wrong, "give another folder, or take the line out"));
    }
    Ok((known, found.notes(), found.whole as u64))
}

/// Succeeds if a folder can be that of a plan; nothing is written.
///
/// # Errors
/// If it is no folder, or holds runs of another plan.
pub(super) fn check(folder: &Path, plan: &SweepPlan) -> Result<()> {
    let there = folder.ancestors().find(|there| there.exists());
    if there.is_some_and(|there| !there.is_dir()) {
        return Err(Error::write(folder, ErrorKind::NotADirectory));
    }
    remembered(folder, plan).map(drop)
}

/// The plan that a folder remembers; why there is none.
type Remembered = std::result::Result<SweepPlan, &'static str>;

/// # Errors
/// If the file cannot be read, or the folder's plan has runs that this one lacks.
fn remembered(folder: &Path, plan: &SweepPlan) -> Result<Remembered> {
    let path = folder.join(PLAN);
    if !path.exists() {
        return Ok(Err("missing"));
    }
    let Ok(old) = SweepPlan::remembered(&read_file(&path)?) else {
        return Ok(Err("torn"));
    };
    match plan.lacks(&old) {
        None => Ok(Ok(old)),
        Some((found, remedy)) => {
            let found = format!("{} holds runs of another plan: {found}", folder.display());
            Err(Error::setting("out", found, remedy))
        }
    }
}

fn without_a_plan(how: &str, error: &Error) -> Error {
    let found = format!(
        "there are records without a plan, as {PLAN} is {how}, and not all are of this one: {error}"
    );
    let remedy = "give the plan that they were made with, or another folder";
    Error::setting("out", found, remedy)
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
