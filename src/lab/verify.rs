//! Running the records of a folder again, and comparing: the same bytes, or the same numbers within
//! rounding, or right at the angles that they hold, or wrong.

use super::Record;
use super::chain::Chain;
use super::contents::Wanted;
use super::difference::difference;
use super::forecast::SIDE_BY_SIDE;
use super::read::{RecordFile, RecordLine};
use super::run::{RunListener, RunStop, SweepEvent};
use crate::error::{Error, Result};
use crate::json::to_json;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// How far numbers may be apart that another processor rounds otherwise, times their size where
/// that is above 1.
pub(crate) const TOLERANCE: f64 = 1e-9;

/// What running the records of a folder again showed.
///
/// ```
/// use ketboard::{sweep_text, verify};
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir().expect("a folder");
/// let plan = "puzzles = ['examples/puzzles/tango-4x4.toml']\ndepths = '1'\nstarts = '1'";
/// let out = folder.path().join("runs");
/// sweep_text(plan, &out, &|_| ControlFlow::Continue(()))?;
/// let found = verify(&out, &|_| ControlFlow::Continue(()))?;
/// assert!(found.holds && found.same == found.records);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Verified {
    /// Lines of the file.
    pub records: usize,
    /// Records that were run again.
    pub checked: usize,
    /// Those of them that come out byte for byte.
    pub same: usize,
    /// Those that come out with the same numbers within rounding.
    pub close: usize,
    /// The others.
    pub different: usize,
    /// Whether all come out, and every line is a record.
    pub holds: bool,
    /// What is wrong with lines, in their order.
    pub(crate) wrong: Vec<WrongRecord>,
    /// How far apart two numbers of a close record are at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_difference: Option<f64>,
    /// Whether the listener stopped it.
    #[serde(skip)]
    pub(crate) stopped: bool,
}

/// A line that is not as it was made.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct WrongRecord {
    pub line: usize,
    pub run: Option<String>,
    /// What is wrong with it, or which value came out otherwise.
    pub reason: String,
    /// Whether the record is right at its own angles, and the search ends at others here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub search_differs: bool,
}

impl WrongRecord {
    fn new(line: &RecordLine, reason: impl Into<String>) -> Self {
        Self {
            line: line.number,
            run: line.record.as_ref().ok().map(|record| record.run.clone()),
            reason: reason.into(),
            search_differs: false,
        }
    }
}

/// A record that is run again, and its line.
type Checked<'f> = (&'f RecordLine, &'f Record);

/// Runs the records of a folder again, each from its own input and setting; those that were not
/// reached before the listener said stop are not among the checked.
///
/// # Errors
/// If the file of records cannot be read, or holds none.
pub(crate) fn verify(folder: &Path, listener: RunListener<'_>) -> Result<Verified> {
    let file = RecordFile::read(folder)?;
    if file.lines.is_empty() {
        let remedy = "give a folder that `ketboard sweep` filled";
        return Err(Error::argument("DIR", "no record to run again", remedy));
    }
    let mut found = Verified {
        records: file.lines.len(),
        ..Verified::default()
    };
    for (line, reason) in &file.not_counted {
        found.wrong.push(WrongRecord {
            line: *line,
            reason: reason.clone(),
            ..WrongRecord::default()
        });
    }
    let mut lines: Vec<Checked<'_>> = Vec::new();
    for line in &file.lines {
        match &line.record {
            Ok(record) => lines.push((line, record)),
            Err(what) => {
                let what = format!("no record: {what}");
                found.wrong.push(WrongRecord::new(line, what));
            }
        }
    }
    let stop = RunStop::new(listener);
    let total = lines.len();
    let units = total as u64;
    stop.note(SweepEvent::Begins { units });
    let is_small = |chain: &Vec<Checked<'_>>| u128::from(chain[0].1.states) <= SIDE_BY_SIDE;
    let (small, large): (Vec<_>, Vec<_>) = chains_of(lines).partition(is_small);
    let side_by_side = small.par_iter().map(|lines| run_again(lines, &stop));
    let mut verdicts: Vec<Vec<Verdict>> = side_by_side.collect();
    verdicts.extend(large.iter().map(|lines| run_again(lines, &stop)));
    for verdict in verdicts.into_iter().flatten() {
        found.checked += 1;
        match verdict {
            Verdict::Same => found.same += 1,
            Verdict::Close(apart) => {
                found.close += 1;
                let farthest = found.largest_difference.unwrap_or_default();
                found.largest_difference = Some(farthest.max(apart));
            }
            Verdict::Wrong(wrong) => found.wrong.push(wrong),
        }
    }
    found.wrong.sort_by_key(|wrong| wrong.line);
    found.different = found.checked - found.same - found.close;
    found.stopped = found.checked < total;
    found.holds = found.wrong.is_empty() && !found.stopped;
    Ok(found)
}
/// The lines of each chain: of one puzzle under one setting.
fn chains_of(lines: Vec<Checked<'_>>) -> impl Iterator<Item = Vec<Checked<'_>>> {
    let mut chains: HashMap<String, Vec<Checked<'_>>> = HashMap::new();
    for (line, record) in lines {
        let key = serde_json::to_string(&(&record.name, &record.input, &record.setting));
        let key = key.expect("inputs and settings are texts and finite numbers");
        chains.entry(key).or_default().push((line, record));
    }
    chains.into_values()
}

/// What became of a record.
enum Verdict {
    Same,
    /// The same numbers, so far apart at most.
    Close(f64),
    Wrong(WrongRecord),
}

/// Runs a chain again, and judges its lines; those that were not reached before the listener said
/// stop are left out.
fn run_again(lines: &[Checked<'_>], stop: &RunStop<'_>) -> Vec<Verdict> {
    if stop.is_set() {
        return Vec::new();
    }
    let all_wrong = |error: Error| {
        let wrong = |(line, _): &Checked<'_>| WrongRecord::new(line, error.to_string());
        lines
            .iter()
            .map(|line| Verdict::Wrong(wrong(line)))
            .collect()
    };
    let mut wanted: Vec<Wanted> = lines.iter().map(|(_, record)| Wanted::of(record)).collect();
    wanted.sort_by_key(|wanted| wanted.depth);
    wanted.dedup_by_key(|wanted| wanted.depth);
    let chain = match Chain::of(lines[0].1, wanted) {
        Ok(chain) => chain,
        Err(error) => return all_wrong(error),
    };
    let mut computed: HashMap<usize, Record> = HashMap::new();
    let asked = |progress: &ketboard_qaoa::search::Progress| {
        let (name, depth) = (&chain.source.name, progress.depth);
        let units = 0;
        stop.tell(SweepEvent::Searched { units, name, depth })
    };
    let ran = chain.run(&[], &asked, &mut |record, _| {
        stop.note(SweepEvent::Done { run: &record.run });
        computed.insert(record.depth, record);
        Ok(())
    });
    if let Err(error) = ran {
        return all_wrong(error);
    }
    let reached = lines.iter().filter_map(|(line, record)| {
        Some(match computed.get(&record.depth) {
            Some(again) => judged(line, record, again, &chain),
            None if stop.is_set() => return None,
            None => {
                let what = format!("no run has depth {}", record.depth);
                Verdict::Wrong(WrongRecord::new(line, what))
            }
        })
    });
    reached.collect()
}

fn judged(line: &RecordLine, record: &Record, again: &Record, chain: &Chain) -> Verdict {
    let text = line.text.trim_ascii_end();
    let recorded: Value = serde_json::from_slice(text).unwrap_or_default();
    let computed = to_json(again);
    if text == computed.to_string().as_bytes() {
        return Verdict::Same;
    }
    let mut apart = 0.0;
    let Some(reason) = difference(&recorded, &computed, &mut apart) else {
        return Verdict::Close(apart);
    };
    let at_its_angles = chain.at_angles_of(record, &Wanted::of(record));
    let search_differs = at_its_angles
        .is_ok_and(|again| difference(&recorded, &to_json(&again), &mut apart).is_none());
    Verdict::Wrong(WrongRecord {
        search_differs,
        ..WrongRecord::new(line, reason)
    })
}
