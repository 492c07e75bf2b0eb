//! What is not the same in every run of a plan: wall times; and the traces that the pictures of a
//! sweep draw. Nothing depends on them.

use super::TIMES;
use crate::files::{read_bytes, read_file};
use crate::json::to_json;
use crate::lab::MadeBy;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// A run's wall time, and the values that its best starts met.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::lab) struct Time {
    /// The name of the run that took this time.
    pub(in crate::lab) run: String,
    /// Seconds since the run before in its chain.
    pub(in crate::lab) seconds: f64,
    /// For each depth since the run before: the depth, and the values in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::lab) trace: Vec<(usize, Vec<f64>)>,
    /// Who made it; absent in files of earlier versions.
    pub(in crate::lab) made_by: Option<MadeBy>,
}

/// A puzzle under a setting that a sweep left out, by the first part of the names of its runs.
#[derive(Serialize, Deserialize)]
struct LeftOut {
    left_out: String,
}

/// The open file of times.
#[derive(Debug)]
pub(in crate::lab) struct JournalTimes(Option<File>);

impl JournalTimes {
    /// The file of a folder; a torn last line is ended, so that the next one is whole.
    pub(in crate::lab) fn open(folder: &Path) -> Self {
        let path = folder.join(TIMES);
        let torn = read_bytes(&path).is_ok_and(|text| !text.is_empty() && !text.ends_with(b"\n"));
        let file = File::options().create(true).append(true).open(path);
        let mut times = Self(file.ok());
        if torn {
            times.write("\n");
        }
        times
    }

    /// Adds a line; one that cannot be written is missing, and no more.
    pub(in crate::lab) fn append(&mut self, time: &Time) {
        self.write(&format!("{}\n", to_json(time)));
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
        if let Some(file) = &mut self.0 {
            file.write_all(text.as_bytes()).ok();
        }
    }

    /// The times of a folder by run; of several of one run the last.
    pub(in crate::lab) fn read(folder: &Path) -> HashMap<String, Time> {
        let times = lines::<Time>(folder).into_iter();
        times.map(|time| (time.run.clone(), time)).collect()
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
