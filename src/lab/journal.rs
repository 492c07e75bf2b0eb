//! The journal of a folder of results: `records.jsonl`, one line for each finished run, on the disk before the next run ends.
//!
//! A line is written and synced at once (the sync beside the next search, as only a power cut could tell), so that whatever ends the program (a kill, a power cut, a full disk) leaves whole lines and at most a
//! torn last one, which is cut off when the journal is opened again. The folder remembers its plan (`plan.json`); a different one is
//! refused. A lock of the operating system, which ends with the process, keeps two sweeps apart. What is not the same in every run of the same plan,
//! wall times above all, stands in `times.jsonl`.

mod lock;
mod syncing;
mod times;

pub(super) use times::{Time, Times};

use super::Record;
use super::difference::difference;
use super::read::briefly;
use crate::error::{Error, Result};
use crate::files::{check_folder, check_target, read_text, write_whole};
use lock::Lock;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use syncing::Syncing;
use tempfile::NamedTempFile;

/// The file of records.
pub const RECORDS: &str = "records.jsonl";
/// The file that remembers the plan.
pub const PLAN: &str = "plan.json";
/// The file of what differs from run to run.
pub const TIMES: &str = "times.jsonl";
/// The table of the main numbers.
pub const SUMMARY: &str = "summary.csv";

/// An open journal; the folder is locked as long as it lives.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    file: File,
    syncing: Syncing,
    /// Bytes of whole lines.
    length: u64,
    /// Where the line of a run stands.
    lines: HashMap<String, (u64, usize)>,
    _lock: Lock,
}

impl Journal {
    /// The journal in `folder`, for the runs that `is_planned` knows; a torn last line is cut off.
    ///
    /// # Errors
    /// A folder that cannot be written, is in use, or holds runs of another plan.
    pub(super) fn open(
        folder: &Path,
        plan: &Map<String, Value>,
        is_planned: impl Fn(&str) -> bool,
    ) -> Result<Self> {
        check_targets(folder)?;
        std::fs::create_dir_all(folder).map_err(|source| unwritable(folder, source))?;
        let lock = Lock::take(folder)?;
        remember(folder, plan)?;
        sweep_leftovers(folder);
        let path = folder.join(RECORDS);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(|source| unwritable(&path, source))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(|source| Error::Read {
            path: path.clone(),
            source,
        })?;
        let (lines, length) = whole_lines(&text, &path, is_planned)?;
        let cut = file.set_len(length).and_then(|()| file.sync_all());
        cut.map_err(|source| unwritable(&path, source))?;
        let syncing = Syncing::of(&file).map_err(|source| unwritable(&path, source))?;
        Ok(Self {
            folder: folder.to_owned(),
            file,
            syncing,
            length,
            lines,
            _lock: lock,
        })
    }

    /// How many runs it holds.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it holds a run.
    pub(super) fn holds(&self, run: &str) -> bool {
        self.lines.contains_key(run)
    }

    /// Appends a record, which no end of the program can take back; the disk is told to have it at once, beside the next search.
    ///
    /// # Errors
    /// If it cannot be written, and then the journal ends with the line before; if the disk did not take an earlier one.
    pub(super) fn append(&mut self, record: &Record) -> Result<()> {
        let line = line_of(record);
        let written = append_whole(&mut self.file, self.length, &line);
        let asked = written.and_then(|()| self.syncing.ask());
        asked.map_err(|source| self.stopped(&source))?;
        self.lines
            .insert(record.run.clone(), (self.length, line.len()));
        self.length += line.len() as u64;
        Ok(())
    }

    fn stopped(&self, source: &std::io::Error) -> Error {
        let found = format!(
            "cannot write {}: {source}; the {} finished runs are kept",
            self.folder.join(RECORDS).display(),
            self.len()
        );
        let remedy = "make room, then give the same command again: it goes on from there";
        Error::setting("out", found, remedy)
    }

    /// The record of a run that the journal holds.
    ///
    /// # Errors
    /// If the file cannot be read any more.
    pub(super) fn record(&mut self, run: &str) -> Result<Option<Record>> {
        let Some(&place) = self.lines.get(run) else {
            return Ok(None);
        };
        let line = self.line(place)?;
        let record = serde_json::from_slice(&line).expect("lines are checked when they are met");
        Ok(Some(record))
    }

    fn line(&mut self, (at, length): (u64, usize)) -> Result<Vec<u8>> {
        let mut line = vec![0; length];
        let read = self.file.seek(SeekFrom::Start(at));
        let read = read.and_then(|_| self.file.read_exact(&mut line));
        read.map_err(|source| Error::Read {
            path: self.folder.join(RECORDS),
            source,
        })?;
        Ok(line)
    }

    /// Brings the lines into the order of `runs`, at once or not at all. Whatever the order in which runs ended, the file is then the same.
    ///
    /// # Errors
    /// If the file cannot be written; the journal is then as it was.
    pub(super) fn settle<'r>(mut self, runs: impl Iterator<Item = &'r str>) -> Result<()> {
        let places: Vec<_> = runs
            .filter_map(|run| self.lines.get(run).copied())
            .collect();
        let path = self.folder.join(RECORDS);
        if !places.is_sorted() {
            let mut ordered = NamedTempFile::with_prefix_in(".ketboard-", &self.folder)
                .map_err(|source| self.stopped(&source))?;
            for place in places {
                let line = self.line(place)?;
                ordered
                    .write_all(&line)
                    .map_err(|source| self.stopped(&source))?;
            }
            let open = File::metadata(&self.file).map(|old| old.permissions());
            let kept = open.and_then(|old| ordered.as_file().set_permissions(old));
            kept.and_then(|()| ordered.as_file().sync_all())
                .map_err(|source| self.stopped(&source))?;
            ordered
                .persist(&path)
                .map_err(|error| self.stopped(&error.error))?;
        }
        Ok(())
    }
}

/// A record as it stands in a journal.
pub(super) fn line_of(record: &Record) -> Vec<u8> {
    let mut line = serde_json::to_vec(record).expect("a record holds only finite numbers");
    line.push(b'\n');
    line
}

/// Something that lines are appended to.
trait Sink: Write {
    fn cut(&mut self, length: u64) -> std::io::Result<()>;
}

impl Sink for File {
    fn cut(&mut self, length: u64) -> std::io::Result<()> {
        self.set_len(length)
    }
}

/// Appends `line` to what has `length` bytes; where that fails, it has `length` bytes again.
fn append_whole(sink: &mut impl Sink, length: u64, line: &[u8]) -> std::io::Result<()> {
    let written = sink.write_all(line);
    if written.is_err() {
        sink.cut(length).ok(); // what cannot even be cut is cut when the journal is opened again
    }
    written
}

/// Refuses what stands in the way of a file, before anything is made.
fn check_targets(folder: &Path) -> Result<()> {
    if !folder.exists() {
        return check_folder(folder);
    }
    for name in [RECORDS, PLAN, TIMES, SUMMARY] {
        check_target(&folder.join(name))?;
    }
    Ok(())
}

/// Succeeds if runs of a plan can be kept in a folder; leaves no trace.
///
/// # Errors
/// A folder that cannot be written, or holds runs of another plan.
pub(super) fn check(folder: &Path, plan: &Map<String, Value>) -> Result<()> {
    check_targets(folder)?;
    if folder.join(PLAN).exists() {
        remember(folder, plan)?;
    }
    Ok(())
}

/// Writes the plan into the folder, or compares it with the one that is there.
fn remember(folder: &Path, plan: &Map<String, Value>) -> Result<()> {
    let path = folder.join(PLAN);
    let new = Value::Object(plan.clone());
    if !path.exists() {
        let records = folder.join(RECORDS);
        if std::fs::metadata(&records).is_ok_and(|found| found.len() > 0) {
            let found = format!("{} are records without a plan", records.display());
            return Err(Error::setting(
                "out",
                found,
                "give another folder, or move them away",
            ));
        }
        return write_whole(&path, format!("{new:#}\n").as_bytes());
    }
    let text = read_text(&path)?;
    let old: Value = serde_json::from_str(&text).map_err(|error| {
        let remedy = "give another folder";
        Error::input(
            path.display().to_string(),
            Some(error.line()),
            error.to_string(),
            remedy,
        )
    })?;
    match difference(&old, &new) {
        None => Ok(()),
        Some(found) => {
            let found = format!(
                "{} holds runs of another plan: {} was {}, and is {}",
                folder.display(),
                found.key,
                found.left,
                found.right
            );
            let remedy = "give another folder, or the plan as it was";
            Err(Error::setting("out", found, remedy))
        }
    }
}

/// Removes what a killed program was still writing; nobody else does, as the folder is locked.
fn sweep_leftovers(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    for entry in entries.filter_map(std::result::Result::ok) {
        if entry
            .file_name()
            .to_string_lossy()
            .starts_with(".ketboard-")
        {
            let path = entry.path();
            // What stays is in nobody's way.
            std::fs::remove_dir_all(&path)
                .or_else(|_| std::fs::remove_file(&path))
                .ok();
        }
    }
}

type Lines = HashMap<String, (u64, usize)>;

/// Where the line of each run stands, and how many bytes the whole lines take.
fn whole_lines(
    text: &[u8],
    path: &Path,
    is_planned: impl Fn(&str) -> bool,
) -> Result<(Lines, u64)> {
    let mut lines = Lines::new();
    let mut at = 0;
    let all: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    for (number, line) in all.iter().enumerate() {
        let wrong = |found: String| {
            let remedy = "give another folder; this one holds something else";
            Error::input(path.display().to_string(), Some(number + 1), found, remedy)
        };
        let record = match serde_json::from_slice::<Record>(line) {
            Ok(record) if line.ends_with(b"\n") => record,
            _ if number + 1 == all.len() => break, // torn
            Ok(_) => break,
            Err(error) => return Err(wrong(format!("no record: {}", briefly(&error)))),
        };
        if !is_planned(&record.run) {
            return Err(wrong(format!("the run {} is not in the plan", record.run)));
        }
        lines.insert(record.run, (at, line.len()));
        at += line.len() as u64;
    }
    Ok((lines, at))
}

fn unwritable(path: &Path, source: std::io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests;
