//! The journal of a folder of results: `records.jsonl`, one line for each finished run, on the disk
//! before the next run ends.
//!
//! A line is written and synced at once (the sync beside the next search, as only a power cut could
//! tell), so that whatever ends the program (a kill, a power cut, a full disk) leaves whole lines
//! and at most a torn last one, which is cut off when the journal is opened again. The folder
//! remembers its plan (`plan.json`); a different one is refused. A lock of the operating system,
//! which ends with the process, keeps two sweeps apart. What is not the same in every run of the
//! same plan, wall times above all, stands in `times.jsonl`.

mod lines;
mod lock;
mod syncing;
mod times;

pub(super) use lines::{WITHOUT_THE_LINE, planned_record};
pub(super) use lock::{Lock, is_held};
pub(super) use times::{JournalTimes, Time};

use super::Record;
use super::difference::difference;
use super::planned;
use crate::error::{Error, Result};
use crate::files::{check_folder, check_target, write_whole};
use lines::{JournalLines, whole_lines};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use syncing::Syncing;
use tempfile::NamedTempFile;

/// The file of records, one JSON object a line.
pub(crate) const RECORDS: &str = "records.jsonl";
/// The file that remembers the plan.
pub(crate) const PLAN: &str = "plan.json";
/// The file of what differs from run to run.
pub(crate) const TIMES: &str = "times.jsonl";
/// The table of the main numbers.
pub(crate) const SUMMARY: &str = "summary.csv";

/// An open journal; the folder is locked as long as it lives.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    file: File,
    syncing: Syncing,
    /// How many bytes of the file are whole lines.
    length: u64,
    /// Where the line of a run stands.
    lines: JournalLines,
    /// Whether the file holds lines that count no more, so that it is to be written anew in any
    /// case.
    untidy: bool,
    /// What was found wrong and mended when it was opened, in words.
    mended: Vec<String>,
    lock: Lock,
}

impl Journal {
    /// The journal in `folder`, for the runs that `is_planned` knows. What leaves no doubt is
    /// mended, and told by [`Self::mended`]: a torn last line is cut off, a line that stands twice
    /// counts once, and a plan that is missing or torn is written anew where all lines are of this
    /// one.
    ///
    /// # Errors
    /// A folder that cannot be written, is in use, or holds runs of another plan; a line that is no
    /// record, or two records of one run.
    pub(super) fn open(
        folder: &Path,
        plan: &Map<String, Value>,
        is_planned: impl Fn(&str) -> bool,
    ) -> Result<Self> {
        Self::open_if_free(folder, plan, is_planned)?.ok_or_else(|| {
            let found = format!("another sweep is writing to {}", folder.display());
            Error::setting("out", found, "wait for it, or give another folder")
        })
    }

    /// As [`Self::open`]; `None` where the folder is in use.
    ///
    /// # Errors
    /// As there.
    pub(super) fn open_if_free(
        folder: &Path,
        plan: &Map<String, Value>,
        is_planned: impl Fn(&str) -> bool,
    ) -> Result<Option<Self>> {
        let lock = patiently(|| {
            check_targets(folder)?;
            std::fs::create_dir_all(folder).map_err(|source| unwritable(folder, source))?;
            Lock::take(folder)
        })?;
        let Some(lock) = lock else {
            return Ok(None);
        };
        let mut mended = Vec::new();
        mended.extend(remember(folder, plan, &is_planned)?);
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
        let whole = whole_lines(&text, &path, is_planned)?;
        let (lines, length) = (whole.lines, whole.length);
        let torn = text.len() as u64 - length;
        if torn > 0 {
            mended.push(format!(
                "{}: the last line was torn ({torn} bytes without an end) and is cut off; its run is made again",
                path.display()
            ));
        }
        for (number, first) in &whole.twice {
            mended.push(format!(
                "{}:{number}: the line stands in line {first} too, and counts once",
                path.display()
            ));
        }
        let cut = file.set_len(length).and_then(|()| file.sync_all());
        cut.map_err(|source| unwritable(&path, source))?;
        let syncing = Syncing::of(&file).map_err(|source| unwritable(&path, source))?;
        Ok(Some(Self {
            folder: folder.to_owned(),
            file,
            syncing,
            length,
            lines,
            untidy: !whole.twice.is_empty(),
            mended,
            lock,
        }))
    }

    /// What was found wrong and mended when it was opened, in words.
    pub(super) fn mended(&self) -> &[String] {
        &self.mended
    }

    /// How many runs it holds.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it holds a run.
    pub(super) fn holds(&self, run: &str) -> bool {
        self.lines.contains_key(run)
    }

    /// Appends a record, which no end of the program can take back; the disk is told to have it at
    /// once, beside the next search.
    ///
    /// # Errors
    /// If it cannot be written, and then the journal ends with the line before; if the disk did not
    /// take an earlier one.
    pub(super) fn append(&mut self, record: &Record) -> Result<()> {
        self.append_line(&record.run, &line_of(record))
    }

    /// Appends the line of a run as another journal holds it.
    ///
    /// # Errors
    /// As [`Self::append`].
    pub(super) fn append_line(&mut self, run: &str, line: &[u8]) -> Result<()> {
        let written = append_whole(&mut self.file, self.length, line);
        let asked = written.and_then(|()| self.syncing.ask());
        asked.map_err(|source| self.stopped(&source))?;
        self.lines.insert(run.to_owned(), (self.length, line.len()));
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
    patiently(|| check_targets(folder))?;
    if let Some(Ok(old)) = remembered(folder)? {
        compare(folder, &old, plan)?;
    }
    Ok(())
}

/// How often a folder is looked for that another sweep may just be making, or removing after a
/// look.
const TRIES: u32 = 50;

/// What `work` gives, tried again where the folder vanishes under it: another sweep that begins
/// here looks whether a folder can be made, and takes it away again.
fn patiently<T>(mut work: impl FnMut() -> Result<T>) -> Result<T> {
    for _ in 1..TRIES {
        match work() {
            Err(Error::Write { source, .. }) if came_and_went(source.kind()) => {
                std::thread::sleep(Duration::from_millis(2));
            }
            other => return other,
        }
    }
    work()
}

/// Whether a folder was there and then not, or the other way round: another process tries whether
/// it can be written, and leaves no trace.
fn came_and_went(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::AlreadyExists)
}

/// The plan that a folder remembers: `None` where there is none, the line and what is wrong where
/// it cannot be read.
#[allow(clippy::type_complexity, reason = "a plan, or where it is torn")]
fn remembered(folder: &Path) -> Result<Option<std::result::Result<Value, String>>> {
    let path = folder.join(PLAN);
    if !path.exists() {
        return Ok(None);
    }
    let bytes = std::fs::read(&path).map_err(|source| Error::Read { path, source })?;
    Ok(Some(
        serde_json::from_slice(&bytes).map_err(|error| error.to_string()),
    ))
}

/// Writes the plan into the folder, or compares it with the one that is there. Says what it mended:
/// a plan that is missing beside records, or torn, is written anew where every record is of this
/// plan.
fn remember(
    folder: &Path,
    plan: &Map<String, Value>,
    is_planned: impl Fn(&str) -> bool,
) -> Result<Option<String>> {
    let path = folder.join(PLAN);
    let old = remembered(folder)?;
    if let Some(Ok(old)) = &old {
        return compare(folder, old, plan).map(|()| None);
    }
    let records = folder.join(RECORDS);
    let text = std::fs::read(&records).unwrap_or_default();
    if let Some(reason) = first_of_another_plan(&text, &records, is_planned) {
        let found = match &old {
            Some(Err(torn)) => format!("{} is no plan ({torn})", path.display()),
            Some(Ok(_)) | None => format!("{} are records without a plan", records.display()),
        };
        return Err(Error::setting(
            "out",
            format!("{found}, and not all are of this one: {reason}"),
            "give the plan that they were made with, or another folder",
        ));
    }
    write_whole(&path, planned::text_of(plan).as_bytes())?;
    let state = match old {
        Some(_) => "was torn",
        None if !text.is_empty() => "was missing",
        None => return Ok(None),
    };
    Ok(Some(format!(
        "{} {state} and is written anew: every record is of this plan",
        path.display()
    )))
}

/// Why records are not all of this plan and version; `None` where they are.
fn first_of_another_plan(
    text: &[u8],
    path: &Path,
    is_planned: impl Fn(&str) -> bool,
) -> Option<String> {
    if let Err(error) = whole_lines(text, path, is_planned) {
        return Some(error.to_string());
    }
    let version = |line| {
        serde_json::from_slice::<Record>(line)
            .ok()
            .map(|record| record.version)
    };
    let mut versions = text.split(|byte| *byte == b'\n').filter_map(version);
    let other = versions.find(|version| version != env!("CARGO_PKG_VERSION"))?;
    Some(format!("version {other} made them"))
}

/// Succeeds if the plan that the folder remembers is this one.
fn compare(folder: &Path, old: &Value, plan: &Map<String, Value>) -> Result<()> {
    let completed = old.as_object().map(planned::with_defaults);
    let completed = completed.map(Value::Object);
    let old = completed.as_ref().unwrap_or(old);
    let plan = &planned::with_defaults(plan);
    let Some(difference) = difference(old, &Value::Object(plan.clone())) else {
        return Ok(());
    };
    let folder = folder.display();
    let (found, remedy) = match difference.key.strip_prefix("puzzles.") {
        None => (
            format!(
                "{} was {}, and is {}",
                difference.key, difference.left, difference.right
            ),
            "give another folder, or the plan as it was".to_owned(),
        ),
        Some(puzzle) => {
            let is_in = |plan: Option<&Value>| plan.is_some_and(|all| all.get(puzzle).is_some());
            match (is_in(old.get("puzzles")), is_in(plan.get("puzzles"))) {
                (true, true) => (
                    format!(
                        "the file of the puzzle {puzzle} is not the one that they were made with"
                    ),
                    format!(
                        "put the file back as it was ({RECORDS} holds its text under `input`), or give another folder"
                    ),
                ),
                (true, false) => (
                    format!("they were made with the puzzle {puzzle} too, which is not given now"),
                    format!("give {puzzle} as well, or another folder"),
                ),
                (false, _) => (
                    format!("they were made without the puzzle {puzzle}"),
                    format!("leave {puzzle} out, or give another folder"),
                ),
            }
        }
    };
    let found = format!("{folder} holds runs of another plan: {found}");
    Err(Error::setting("out", found, remedy))
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
    Error::Write {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests;
