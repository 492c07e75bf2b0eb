//! A chain: one puzzle under one setting, at all its depths.

use super::settings::NamedSetting;
use crate::pipeline::Record;

/// The runs of one puzzle under one setting, by depth.
#[derive(Clone, Debug)]
pub(super) struct RunChain<'a> {
    /// Which of the study's puzzles.
    pub(super) puzzle: usize,
    /// Which of the study's settings.
    pub(super) setting: usize,
    /// The runs, ascending by depth; never empty.
    pub(super) runs: Vec<&'a Record>,
}

impl<'a> RunChain<'a> {
    /// The run at the largest depth.
    pub(super) fn deepest(&self) -> &'a Record {
        self.runs.last().expect("a chain begins with a run")
    }
}

/// The different puzzles and models of the records, each by its first record.
pub(super) fn subjects(records: &[Record]) -> Vec<&Record> {
    let mut subjects: Vec<&Record> = Vec::new();
    for record in records {
        if !subjects.iter().any(|known| is_same(known, record)) {
            subjects.push(record);
        }
    }
    subjects
}

fn is_same(a: &Record, b: &Record) -> bool {
    a.name == b.name && a.input == b.input
}

/// The chains, in the order of the subjects and then of the settings.
pub(super) fn chains<'a>(
    records: &'a [Record],
    subjects: &[&Record],
    settings: &[NamedSetting],
) -> Vec<RunChain<'a>> {
    let mut chains = Vec::new();
    for (puzzle, subject) in subjects.iter().enumerate() {
        let of_it: Vec<&Record> = records.iter().filter(|r| is_same(r, subject)).collect();
        for (setting, named) in settings.iter().enumerate() {
            let runs = of_it.iter().filter(|r| r.setting == named.setting);
            let mut runs: Vec<&Record> = runs.copied().collect();
            runs.sort_by_key(|record| record.depth);
            if !runs.is_empty() {
                chains.push(RunChain {
                    puzzle,
                    setting,
                    runs,
                });
            }
        }
    }
    chains
}
