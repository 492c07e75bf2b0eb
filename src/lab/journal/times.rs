//! What is not the same in every run of a plan: wall times. Nothing depends on them. Their file,
//! which is only appended to, carries the lock of the folder: one sweep at a time writes there.

use super::TIMES;
use crate::error::{Error, Result};
use crate::files::{read_bytes, read_file};
use crate::json::to_json;
use crate::lab::MadeBy;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::Path;

/// A run's wall time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Time {
    /// The name of the run that took this time.
    run: String,
    /// Seconds since the run before in its chain.
    seconds: f64,
    /// Who made it; absent in files of earlier versions.
    made_by: Option<MadeBy>,
}

/// A puzzle under a setting that a sweep left out, by the first part of the names of its runs.
#[derive(Serialize, Deserialize)]
struct LeftOut {
    left_out: String,
}

/// The open file of times.
#[derive(Debug)]
pub(in crate::lab) struct JournalTimes(File);

impl JournalTimes {
    /// The file of a folder, locked until it is closed or the process ends; a torn last line is
    /// ended, so that the next one is whole.
    ///
    /// # Errors
    /// If the file cannot be written, or another sweep writes to it.
    pub(in crate::lab) fn open(folder: &Path) -> Result<Self> {
        let path = folder.join(TIMES);
        let torn = read_bytes(&path).is_ok_and(|text| !text.is_empty() && !text.ends_with(b"\n"));
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(|source| Error::write(&path, source))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                let found = format!("another sweep is writing to {}", folder.display());
                Error::setting("out", found, "wait for it, or give another folder")
            }
            TryLockError::Error(source) => Error::write(&path, source),
        })?;
        let mut times = Self(file);
        if torn {
            times.write("\n");
        }
        Ok(times)
    }

    /// Removes the file where nothing was ever written to it: a folder that is refused stays as it
    /// was.
    pub(in crate::lab) fn withdraw(&self, folder: &Path) {
        if self.0.metadata().is_ok_and(|found| found.len() == 0) {
            std::fs::remove_file(folder.join(TIMES)).ok();
        }
    }

    /// Adds a line; one that cannot be written is missing, and no more.
    pub(in crate::lab) fn append(&mut self, run: &str, seconds: f64) {
        let (run, made_by) = (run.to_owned(), Some(MadeBy::this()));
        let time = Time {
            run,
            seconds,
            made_by,
        };
        self.write(&format!("{}\n", to_json(&time)));
    }

    /// Notes which chains of the plan a sweep into this folder leaves out, each once.
    pub(in crate::lab) fn leave_out(&mut self, folder: &Path, chains: &[String]) {
        let known = Self::left_out(folder);
        for chain in chains.iter().filter(|chain| !known.contains(*chain)) {
            let left_out = chain.clone();
            self.write(&format!("{}\n", to_json(&LeftOut { left_out })));
        }
    }

    /// The chains that sweeps into a folder left out.
    pub(in crate::lab) fn left_out(folder: &Path) -> HashSet<String> {
        let lines = lines::<LeftOut>(folder).into_iter();
        lines.map(|line| line.left_out).collect()
    }

    /// The instructions that runs of a folder were made with, as far as that is known, each once.
    pub(in crate::lab) fn instructions(folder: &Path) -> BTreeSet<String> {
        let known = lines::<Time>(folder).into_iter();
        let known = known.filter_map(|time| time.made_by);
        known.map(|made_by| made_by.instructions).collect()
    }

    fn write(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).ok();
    }
}

/// The lines of one kind, as far as they can be read.
fn lines<T: DeserializeOwned>(folder: &Path) -> Vec<T> {
    let text = read_file(&folder.join(TIMES)).unwrap_or_default();
    let lines = text.lines();
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}
