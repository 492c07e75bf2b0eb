//! What is not the same in every run of a plan: wall times; and the traces that the pictures of a sweep draw. Nothing depends on them.

use super::TIMES;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// A run's wall time, and the values that its best starts met.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::lab) struct Time {
    /// The run's name.
    pub(in crate::lab) run: String,
    /// Seconds since the run before in its chain.
    pub(in crate::lab) seconds: f64,
    /// For each depth since the run before: the depth, and the values in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::lab) trace: Vec<(usize, Vec<f64>)>,
}

/// The open file of times.
#[derive(Debug)]
pub(in crate::lab) struct Times(Option<File>);

impl Times {
    /// The file of a folder; a torn last line is ended, so that the next one is whole.
    pub(in crate::lab) fn open(folder: &Path) -> Self {
        let path = folder.join(TIMES);
        let torn =
            std::fs::read(&path).is_ok_and(|text| !text.is_empty() && !text.ends_with(b"\n"));
        let file = File::options().create(true).append(true).open(path);
        let mut times = Self(file.ok());
        if torn {
            times.write("\n");
        }
        times
    }

    /// Adds a line; one that cannot be written is missing, and no more.
    pub(in crate::lab) fn append(&mut self, time: &Time) {
        let line = serde_json::to_string(time).expect("times and values are finite");
        self.write(&format!("{line}\n"));
    }

    fn write(&mut self, text: &str) {
        if let Some(file) = &mut self.0 {
            file.write_all(text.as_bytes()).ok();
        }
    }

    /// The times of a folder by run, as far as they can be read; of several of one run the last.
    pub(in crate::lab) fn read(folder: &Path) -> HashMap<String, Time> {
        let text = std::fs::read_to_string(folder.join(TIMES)).unwrap_or_default();
        let times = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Time>(line).ok());
        times.map(|time| (time.run.clone(), time)).collect()
    }
}
