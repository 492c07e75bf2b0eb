//! The records of one plan that lie in several folders: shards, or workers that share a folder.
//!
//! A run may stand in several of them, where its lines are equal byte for byte. Folders may still
//! grow: what is read again is read from where it ended.

use super::Record;
use super::journal::{RECORDS, planned_record};
use crate::error::{Error, Result};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Records of one plan, by run.
#[derive(Debug)]
pub(super) struct Gathered {
    /// The names of all runs of the plan.
    planned: HashSet<String>,
    files: Vec<Journaled>,
    lines: HashMap<String, LinePlace>,
}

/// A file of records, as far as it was read.
#[derive(Debug)]
struct Journaled {
    path: PathBuf,
    /// How many bytes of the file are whole lines.
    length: u64,
    /// The number of whole lines.
    lines: usize,
}

/// Where the line of a run stands.
#[derive(Clone, Copy, Debug)]
struct LinePlace {
    file: usize,
    /// The number of the line, from 1.
    number: usize,
    at: u64,
    length: usize,
    hash: [u8; 32],
}

impl Gathered {
    pub(super) fn new(planned: HashSet<String>) -> Self {
        Self {
            planned,
            files: Vec::new(),
            lines: HashMap::new(),
        }
    }

    /// Takes up the records of a folder that were written since it was last read; a last line
    /// without its end is not there yet.
    ///
    /// # Errors
    /// A file that cannot be read; a line that is no record of the plan, or another one than that
    /// of the same run elsewhere.
    pub(super) fn read(&mut self, folder: &Path) -> Result<()> {
        let path = folder.join(RECORDS);
        let file = self.place_of(&path);
        let failed = |source| Error::Read {
            path: path.clone(),
            source,
        };
        let mut open = match File::open(&path) {
            Ok(open) => open,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(failed(error)),
        };
        let size = open.metadata().map_err(failed)?.len();
        if size < self.files[file].length {
            self.forget(file); // somebody wrote the file anew
        }
        let start = self.files[file].length;
        let mut text = Vec::new();
        open.seek(SeekFrom::Start(start)).map_err(failed)?;
        open.read_to_end(&mut text).map_err(failed)?;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            if line.ends_with(b"\n") {
                self.take(file, line)?;
            }
        }
        Ok(())
    }

    fn place_of(&mut self, path: &Path) -> usize {
        let known = self.files.iter().position(|file| file.path == path);
        known.unwrap_or_else(|| {
            self.files.push(Journaled {
                path: path.to_owned(),
                length: 0,
                lines: 0,
            });
            self.files.len() - 1
        })
    }

    fn forget(&mut self, file: usize) {
        self.lines.retain(|_, place| place.file != file);
        (self.files[file].length, self.files[file].lines) = (0, 0);
    }

    /// Takes up the next line of a file.
    fn take(&mut self, file: usize, line: &[u8]) -> Result<()> {
        let Journaled {
            path,
            length,
            lines,
        } = &self.files[file];
        let number = lines + 1;
        let record = planned_record(line, (path, number), |run| self.planned.contains(run))?;
        let place = LinePlace {
            file,
            number,
            at: *length,
            length: line.len(),
            hash: Sha256::digest(line).into(),
        };
        match self.lines.get(&record.run) {
            Some(other) if other.hash != place.hash => {
                let there = &self.files[other.file].path;
                let found = format!(
                    "the run {} stands in {}:{} too, with other numbers",
                    record.run,
                    there.display(),
                    other.number
                );
                let remedy = "take one of the two lines out; `ketboard verify` tells which one comes out again";
                let file = path.display().to_string();
                return Err(Error::input(file, Some(number), found, remedy));
            }
            Some(_) => {}
            None => drop(self.lines.insert(record.run, place)),
        }
        let file = &mut self.files[file];
        (file.length, file.lines) = (file.length + line.len() as u64, number);
        Ok(())
    }

    /// Whether there is a record of a run.
    pub(super) fn holds(&self, run: &str) -> bool {
        self.lines.contains_key(run)
    }

    /// The folder that the record of a run stands in.
    pub(super) fn folder_of(&self, run: &str) -> Option<&Path> {
        let place = self.lines.get(run)?;
        self.files[place.file].path.parent()
    }

    /// The line of a run as it stands in its file.
    ///
    /// # Errors
    /// If the file cannot be read any more, or was changed meanwhile.
    pub(super) fn line(&self, run: &str) -> Result<Option<Vec<u8>>> {
        let Some(place) = self.lines.get(run) else {
            return Ok(None);
        };
        let path = &self.files[place.file].path;
        let mut line = vec![0; place.length];
        let read = File::open(path).and_then(|mut file| {
            file.seek(SeekFrom::Start(place.at))?;
            file.read_exact(&mut line)
        });
        read.map_err(|source| Error::Read {
            path: path.clone(),
            source,
        })?;
        if <[u8; 32]>::from(Sha256::digest(&line)) != place.hash {
            let (file, found) = (
                path.display().to_string(),
                "the line was changed while it was read",
            );
            let remedy = "wait until nothing writes to the file, and give the same command again";
            return Err(Error::input(file, Some(place.number), found, remedy));
        }
        Ok(Some(line))
    }

    /// The record of a run.
    ///
    /// # Errors
    /// As [`Self::line`].
    pub(super) fn record(&self, run: &str) -> Result<Option<Record>> {
        let line = self.line(run)?;
        let record = |line: Vec<u8>| serde_json::from_slice(&line);
        Ok(line.map(|line| record(line).expect("lines are checked when they are met")))
    }
}
