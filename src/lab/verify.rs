//! Running the records of a folder again, and comparing: the same bytes, or the same numbers within
//! rounding, or right at the angles that they hold, or wrong.

use super::chain::Chain;
use super::contents::Wanted;
use super::difference::difference;
use super::folder::inspect;
use super::forecast::SIDE_BY_SIDE;
use super::journal::{JournalTimes, RECORDS};
use super::planned::Planned;
use super::read::{RecordFile, RecordLine};
use super::run::{RunListener, RunStop, SweepEvent};
use super::subject::RunSubject;
use super::{Record, RunSource};
use crate::error::{Error, Result};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// How far numbers may be apart that another processor rounds otherwise, times their size where
/// that is above 1.
pub(crate) const TOLERANCE: f64 = 1e-9;

/// What running the records of a folder again showed.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct Verification {
    /// Lines of the file.
    pub records: usize,
    /// Records that were run again.
    pub checked: usize,
    /// Those of them that come out byte for byte.
    pub same: usize,
    /// Those that come out with the same numbers within [`TOLERANCE`].
    pub close: usize,
    /// The others.
    pub different: usize,
    /// What is wrong with lines, in their order.
    pub wrong: Vec<WrongRecord>,
    /// Runs of the plan that are not there.
    pub missing: Vec<String>,
    /// Files that do not belong to the others.
    pub files: Vec<WrongFile>,
    /// The instructions that the records were made with, as far as that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub made_with: Vec<String>,
    /// Those that they were run again with.
    pub instructions: String,
    /// How far apart the numbers of close records are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_differences: Option<Farthest>,
    /// Whether the listener stopped it.
    #[serde(skip)]
    pub stopped: bool,
}

impl Verification {
    /// Whether all records come out, and the files of the folder belong together.
    pub(crate) fn holds(&self) -> bool {
        self.wrong.is_empty() && self.files.is_empty()
    }
}

/// The largest differences of numbers that are the same within rounding.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub(crate) struct Farthest {
    pub success_probability: f64,
    pub expectation: f64,
    /// Of any angle, in radians.
    pub angles: f64,
}

impl Farthest {
    /// The larger ones of these and of those of two records.
    fn or_of(self, recorded: &Record, computed: &Record) -> Self {
        let far = |a: f64, b: f64| (a - b).abs();
        let success = recorded
            .success_probability
            .zip(computed.success_probability);
        let angles = recorded.gammas.iter().zip(&computed.gammas);
        let angles = angles.chain(recorded.betas.iter().zip(&computed.betas));
        let expectation = far(recorded.expectation, computed.expectation);
        Self {
            success_probability: success
                .map_or(0.0, |(a, b)| far(a, b))
                .max(self.success_probability),
            expectation: expectation.max(self.expectation),
            angles: angles.map(|(a, b)| far(*a, *b)).fold(self.angles, f64::max),
        }
    }
}

/// A line that does not stand as it was made: what is wrong with it, or which value came out
/// otherwise.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct WrongRecord {
    pub line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed: Option<String>,
    /// Whether the record is right at its own angles, and the search ends at others here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub search_parted: bool,
}

/// A file beside the records that does not say what they say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct WrongFile {
    pub file: &'static str,
    pub reason: String,
}

/// A record that is run again, and the line that it stands in.
type Checked<'f> = (&'f RecordLine, &'f Record);

/// Runs the records of a folder again, each from its own input and setting, and compares the lines
/// with the plan and the table with the lines.
///
/// # Errors
/// If the file of records cannot be read, or holds none.
pub(crate) fn verify(folder: &Path, listener: RunListener<'_>) -> Result<Verification> {
    let file = RecordFile::read(folder)?;
    if file.lines.is_empty() {
        let remedy = "give a folder that `ketboard sweep` filled";
        return Err(Error::argument("DIR", "no record to run again", remedy));
    }
    let mut found = Verification {
        records: file.lines.len(),
        made_with: JournalTimes::instructions(folder).into_iter().collect(),
        instructions: ketboard_qaoa::instructions().to_owned(),
        ..Verification::default()
    };
    let mut lines: Vec<Checked<'_>> = Vec::new();
    for line in &file.lines {
        if let Some((first, _)) = line.before {
            let what = format!("stands in line {first} too; take one of them out");
            found.wrong.push(wrong(line, what));
        }
        match &line.record {
            Ok(record) => lines.push((line, record)),
            Err(what) => found.wrong.push(wrong(line, format!("no record: {what}"))),
        }
    }
    let firsts = lines.iter().filter(|(line, _)| line.before.is_none());
    let firsts: Vec<Checked<'_>> = firsts.copied().collect();
    let planned = inspect(folder, &firsts, &mut found);
    if file.torn > 0 {
        let reason = "the last line has no end: it was cut off, or changed by hand; `ketboard sweep` with the same plan makes its run again";
        found.files.push(WrongFile {
            file: RECORDS,
            reason: reason.to_owned(),
        });
    }
    let rerun = Rerun {
        file: &file,
        planned,
        stop: RunStop::new(listener),
    };
    let units = lines.len() as u64;
    rerun.stop.note(SweepEvent::Begins { units });
    let total = lines.len();
    let is_small = |chain: &Vec<Checked<'_>>| u128::from(chain[0].1.states) <= SIDE_BY_SIDE;
    let (small, large): (Vec<_>, Vec<_>) = chains_of(lines).into_iter().partition(is_small);
    let side_by_side = small.par_iter().map(|lines| rerun.check(lines));
    let mut verdicts: Vec<Vec<Verdict>> = side_by_side.collect();
    verdicts.extend(large.iter().map(|lines| rerun.check(lines)));
    for verdict in verdicts.into_iter().flatten() {
        found.checked += 1;
        match verdict {
            Verdict::Same => found.same += 1,
            Verdict::Close(recorded, computed) => {
                found.close += 1;
                let farthest = found.largest_differences.unwrap_or_default();
                found.largest_differences = Some(farthest.or_of(&recorded, &computed));
            }
            Verdict::Wrong(wrong) => found.wrong.push(wrong),
        }
    }
    found.wrong.sort_by_key(|wrong| wrong.line);
    found.different = found.checked - found.same - found.close;
    found.stopped = found.checked < total;
    Ok(found)
}

/// What is wrong with a line, in words.
pub(super) fn wrong(line: &RecordLine, reason: String) -> WrongRecord {
    WrongRecord {
        line: line.number,
        run: line.record.as_ref().ok().map(|record| record.run.clone()),
        reason: Some(reason),
        ..WrongRecord::default()
    }
}

/// The lines of each chain: of one puzzle under one setting.
fn chains_of(lines: Vec<Checked<'_>>) -> Vec<Vec<Checked<'_>>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut chains: Vec<Vec<Checked<'_>>> = Vec::new();
    for (line, record) in lines {
        let key = serde_json::to_string(&(&record.name, &record.input, &record.setting));
        let key = key.expect("inputs and settings are texts and finite numbers");
        let place = *places.entry(key).or_insert(chains.len());
        if place == chains.len() {
            chains.push(Vec::new());
        }
        chains[place].push((line, record));
    }
    chains
}

/// What became of a record.
enum Verdict {
    Same,
    /// As it was recorded, and as it was computed.
    Close(Box<Record>, Box<Record>),
    Wrong(WrongRecord),
}

/// What the threads share that run records again.
struct Rerun<'r> {
    file: &'r RecordFile,
    planned: Option<Planned>,
    stop: RunStop<'r>,
}

impl Rerun<'_> {
    /// Runs a chain again, and judges its lines; those that were not reached before the listener
    /// said stop are left out.
    fn check(&self, lines: &[Checked<'_>]) -> Vec<Verdict> {
        if self.stop.is_set() {
            return Vec::new();
        }
        let mut computed: HashMap<usize, Record> = HashMap::new();
        let chain = self.chain(lines);
        let ran = chain
            .as_ref()
            .map_err(ToString::to_string)
            .and_then(|chain| {
                let asked = |progress: &ketboard_qaoa::Progress| {
                    self.stop.tell(SweepEvent::Searched {
                        units: 0,
                        name: &chain.subject.name,
                        depth: progress.depth,
                    })
                };
                let ran = chain.run(&[], &asked, &mut |finished| {
                    let run = &finished.record.run;
                    self.stop.note(SweepEvent::Done { run });
                    computed.insert(finished.record.depth, finished.record);
                    Ok(())
                });
                ran.map_err(|error| error.to_string())
            });
        let is_cut = ran.is_ok() && self.stop.is_set();
        let judged = lines.iter().filter_map(|(line, record)| {
            Some(match (&chain, computed.get(&record.depth), &ran) {
                (Ok(chain), Some(again), _) => self.judge(line, record, again, chain),
                (_, None, Ok(())) if is_cut => return None,
                (_, _, Err(error)) => Verdict::Wrong(wrong(line, error.clone())),
                (_, _, Ok(())) => {
                    let what = format!("no run has depth {}", record.depth);
                    Verdict::Wrong(wrong(line, what))
                }
            })
        });
        judged.collect()
    }

    /// The chain of lines, from what they hold.
    fn chain(&self, lines: &[Checked<'_>]) -> Result<Chain> {
        let record = lines[0].1;
        let subject = RunSubject::prepare(&RunSource::of(record), &record.setting)?;
        let mut wanted: Vec<Wanted> = lines
            .iter()
            .map(|(_, record)| self.wanted(record))
            .collect();
        wanted.sort_by_key(|wanted| wanted.depth);
        wanted.dedup_by_key(|wanted| wanted.depth);
        Ok(Chain::new(
            Arc::new(subject),
            record.setting.clone(),
            wanted,
        ))
    }

    /// What a record is to hold: what the plan says, and layers where it has some; without a plan
    /// what it holds.
    fn wanted(&self, record: &Record) -> Wanted {
        let holds = Wanted::of(record);
        let of_plan = self.planned.as_ref().and_then(|planned| {
            let of_depths = planned.contents.at(&planned.depths);
            of_depths.into_iter().find(|of| of.depth == record.depth)
        });
        of_plan.map_or(holds, |of| Wanted {
            layers: of.layers || holds.layers,
            ..of
        })
    }

    fn judge(&self, line: &RecordLine, record: &Record, again: &Record, chain: &Chain) -> Verdict {
        let text = self.file.bytes_of(line).trim_ascii_end();
        let left: Value = serde_json::from_slice(text).unwrap_or_default();
        let value = |computed: &Record| {
            let mut value = serde_json::to_value(computed).unwrap_or_default();
            if computed.conventions == record.conventions {
                value["conventions"] = left["conventions"].clone(); // older records say them in other words
            }
            value
        };
        let right = value(again);
        if text == right.to_string().as_bytes() {
            return Verdict::Same;
        }
        if difference(&left, &right, 0.0).is_none() {
            let what = "says the same in other bytes than this program writes; put the line back as it was";
            return Verdict::Wrong(wrong(line, what.to_owned()));
        }
        let Some(beyond) = difference(&left, &right, TOLERANCE) else {
            return Verdict::Close(Box::new(record.clone()), Box::new(again.clone()));
        };
        let at_its_angles = chain.at_angles_of(record, &self.wanted(record));
        let search_parted =
            at_its_angles.is_ok_and(|again| difference(&left, &value(&again), TOLERANCE).is_none());
        Verdict::Wrong(WrongRecord {
            line: line.number,
            run: Some(record.run.clone()),
            reason: None,
            key: Some(beyond.key),
            recorded: Some(beyond.left),
            computed: Some(beyond.right),
            search_parted,
        })
    }
}
