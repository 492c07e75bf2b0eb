//! The journal of a folder of results: `records.jsonl`, one line for each finished run.
//!
//! A line is written at once, so that whatever ends the program leaves whole lines and at most a
//! torn last one, which is cut off when the journal is opened again; a power cut may take those of
//! the last second. The folder remembers its plan (`plan.json`); one that does not hold all of its
//! runs is refused. A lock of the operating system, which ends with the process, keeps two sweeps
//! apart. What is not the same in every run of the same plan, wall times above all, stands in
//! `times.jsonl`.

mod lock;
mod times;

pub(super) use lock::Lock;
pub(super) use times::{JournalTimes, Time};

use super::Record;
use super::planned::Planned;
use super::read::RecordFile;
use super::shard::ShardNote;
use crate::error::{Error, Result};
use crate::files::{check_target, read_file, write_whole};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// The file of records, one JSON object a line.
pub(crate) const RECORDS: &str = "records.jsonl";
/// The file that remembers the plan.
pub(crate) const PLAN: &str = "plan.json";
/// The file of what differs from run to run.
pub(crate) const TIMES: &str = "times.jsonl";
/// The table of the main numbers.
pub(crate) const SUMMARY: &str = "summary.csv";

/// How long lines may wait until the disk is told to have them.
const SYNCED_EVERY: Duration = Duration::from_secs(1);

/// An open journal; the folder is locked as long as it lives.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    file: File,
    synced: Instant,
    /// How many bytes of the file are whole lines.
    length: u64,
    /// Where the line of each run stands: its first byte, and how many it has.
    lines: HashMap<String, (u64, usize)>,
    /// Whether the file holds lines that count no more, so that it is to be written anew in any
    /// case.
    untidy: bool,
    /// What was found wrong and mended when it was opened, or has changed, in words.
    notes: Vec<String>,
    lock: Lock,
}

impl Journal {
    /// The journal in `folder`, for the runs that `is_planned` knows. What leaves no doubt is
    /// mended, and told by [`Self::notes`]: a torn last line is cut off, a line that stands twice
    /// counts once, and a plan that is missing or torn is written anew where all lines are of this
    /// one; so is a plan that has grown.
    ///
    /// # Errors
    /// A folder that cannot be written, is in use, or holds runs of another plan; a line that is no
    /// record, or two records of one run that differ.
    pub(super) fn open(
        folder: &Path,
        plan: &Planned,
        is_planned: impl Fn(&str) -> bool,
    ) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(|source| unwritable(folder, source))?;
        let lock = Lock::take(folder)?.ok_or_else(|| {
            let found = format!("another sweep is writing to {}", folder.display());
            Error::setting("out", found, "wait for it, or give another folder")
        })?;
        for name in [RECORDS, PLAN, TIMES, SUMMARY] {
            check_target(&folder.join(name))?;
        }
        let old = remembered(folder)?;
        if let Some(Ok(old)) = &old {
            compare(folder, old, plan)?;
        }
        sweep_leftovers(folder);
        let mut journal = Self {
            file: opened(&folder.join(RECORDS))?,
            folder: folder.to_owned(),
            synced: Instant::now(),
            length: 0,
            lines: HashMap::new(),
            untidy: false,
            notes: Vec::new(),
            lock,
        };
        let taken = journal.take(is_planned, matches!(old, Some(Ok(_))));
        taken.map_err(|error| match &old {
            Some(Ok(_)) => error,
            Some(Err(torn)) => without_a_plan(&format!("{PLAN} is torn ({torn})"), &error),
            None => without_a_plan(&format!("{PLAN} is missing"), &error),
        })?;
        journal.remember(plan, old)?;
        Ok(journal)
    }

    /// Takes up the lines of the file, and cuts off a torn one.
    fn take(&mut self, is_planned: impl Fn(&str) -> bool, has_plan: bool) -> Result<()> {
        let found = RecordFile::read(&self.folder)?;
        for line in found.counted() {
            let (line, record) = line?;
            let wrong = match is_planned(&record.run) {
                false => format!("the run {} is not in the plan", record.run),
                true if has_plan || record.version == env!("CARGO_PKG_VERSION") => {
                    let place = (line.at.start as u64, line.at.len());
                    self.lines.insert(record.run.clone(), place);
                    continue;
                }
                true => format!("version {} made it", record.version),
            };
            return Err(found.error(line, wrong, "give another folder, or take the line out"));
        }
        self.notes = found.notes();
        self.untidy = found.lines.iter().any(|line| line.before.is_some());
        self.length = found.whole() as u64;
        let cut = self.file.set_len(self.length);
        cut.map_err(|source| unwritable(&self.folder.join(RECORDS), source))
    }

    /// Writes the plan into the folder where it holds another one than before.
    fn remember(
        &mut self,
        plan: &Planned,
        old: Option<std::result::Result<Planned, String>>,
    ) -> Result<()> {
        let count = self.lines.len();
        let what = match old {
            Some(Ok(old)) if old.text() == plan.text() => return Ok(()),
            Some(Ok(_)) => Some(format!("has grown, and has all {count} runs of before")),
            Some(Err(_)) => {
                Some("was torn and is written anew: every record is of this plan".to_owned())
            }
            None if count > 0 => {
                Some("was missing and is written anew: every record is of this plan".to_owned())
            }
            None => None,
        };
        let path = self.folder.join(PLAN);
        let note = what.map(|what| format!("{} {what}", path.display()));
        self.notes.extend(note);
        write_whole(&path, plan.text().as_bytes())
    }

    /// What was found wrong and mended when it was opened, or has changed, in words.
    pub(super) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How many runs it holds.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it holds a run.
    pub(super) fn holds(&self, run: &str) -> bool {
        self.lines.contains_key(run)
    }

    /// Appends a record, which no end of the program can take back.
    ///
    /// # Errors
    /// If it cannot be written, and then the journal ends with the line before.
    pub(super) fn append(&mut self, record: &Record) -> Result<()> {
        let mut line = serde_json::to_vec(record).expect("a record holds only finite numbers");
        line.push(b'\n');
        self.append_line(&record.run, &line)
    }

    /// Appends the line of a run as another journal holds it.
    ///
    /// # Errors
    /// As [`Self::append`].
    pub(super) fn append_line(&mut self, run: &str, line: &[u8]) -> Result<()> {
        if let Err(source) = self.file.write_all(line) {
            self.file.set_len(self.length).ok(); // what cannot be cut now is cut when it is opened again
            return Err(self.stopped(&source));
        }
        self.lines.insert(run.to_owned(), (self.length, line.len()));
        self.length += line.len() as u64;
        match self.synced.elapsed() > SYNCED_EVERY {
            true => self.sync(),
            false => Ok(()),
        }
    }

    /// Waits until the disk has all lines.
    ///
    /// # Errors
    /// If the disk refuses them.
    pub(super) fn sync(&mut self) -> Result<()> {
        let synced = self.file.sync_data();
        self.synced = Instant::now();
        synced.map_err(|source| self.stopped(&source))
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
        read.map_err(|source| Error::read(self.folder.join(RECORDS), source))?;
        Ok(line)
    }

    /// Brings the lines into the order of `runs`, at once or not at all. Whatever the order in
    /// which runs ended, the file is then the same. The folder stays locked as long as the lock
    /// lives.
    ///
    /// # Errors
    /// If the file cannot be written; the journal is then as it was.
    pub(super) fn settle<'r>(mut self, runs: impl Iterator<Item = &'r str>) -> Result<Lock> {
        let places: Vec<_> = runs
            .filter_map(|run| self.lines.get(run).copied())
            .collect();
        let path = self.folder.join(RECORDS);
        if self.untidy || !places.is_sorted() {
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
        Ok(self.lock)
    }
}

/// Succeeds if runs of a plan can be kept in a folder, as far as a look tells.
///
/// # Errors
/// What is no folder; a folder that holds runs of another plan.
pub(super) fn check(folder: &Path, plan: &Planned) -> Result<()> {
    let there = folder.ancestors().find(|there| there.exists());
    if there.is_some_and(|there| !there.is_dir()) {
        return Err(unwritable(folder, ErrorKind::NotADirectory.into()));
    }
    match remembered(folder)? {
        Some(Ok(old)) => compare(folder, &old, plan),
        Some(Err(_)) | None => Ok(()),
    }
}

/// The plan that a folder remembers: `None` where there is none, and what is wrong where it cannot
/// be read.
fn remembered(folder: &Path) -> Result<Option<std::result::Result<Planned, String>>> {
    let path = folder.join(PLAN);
    if !path.exists() {
        return Ok(None);
    }
    read_file(&path).map(|text| Some(Planned::parse(&text)))
}

/// Succeeds if the plan that the folder remembers is this one, or a part of it.
fn compare(folder: &Path, old: &Planned, plan: &Planned) -> Result<()> {
    let shard = ShardNote::read(folder)?.filter(|_| old.text() != plan.text());
    let grown = shard.map(|_| {
        let found = "a plan that has grown is cut into other shards";
        (
            found.to_owned(),
            "give another folder, or the plan as it was".to_owned(),
        )
    });
    let Some((found, remedy)) = plan.lacks(old).or(grown) else {
        return Ok(());
    };
    let found = format!("{} holds runs of another plan: {found}", folder.display());
    Err(Error::setting("out", found, remedy))
}

/// The error of records that have lost their plan, and are not all of the one that is given.
fn without_a_plan(found: &str, error: &Error) -> Error {
    let found = format!(
        "there are records without a plan, as {found}, and not all are of this one: {error}"
    );
    Error::setting(
        "out",
        found,
        "give the plan that they were made with, or another folder",
    )
}

/// The file of records, made where it is missing.
fn opened(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path);
    file.map_err(|source| unwritable(path, source))
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

fn unwritable(path: &Path, source: std::io::Error) -> Error {
    Error::write(path, source)
}

#[cfg(test)]
mod tests;
