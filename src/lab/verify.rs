//! Running records again, each from its own input and setting alone, and comparing them byte by
//! byte; where other processors round otherwise, number by number.

use super::chain::{Chain, Finished};
use super::contents::Wanted;
use super::difference::{Difference, difference, difference_beyond};
use super::folder::{Astray, inspect};
use super::forecast::SIDE_BY_SIDE;
use super::journal::{JournalTimes, RECORDS};
use super::planned::Planned;
use super::read::RecordFile;
use super::run::{RunListener, RunStop, SweepEvent};
use super::subject::RunSubject;
use super::{Record, RunSource};
use crate::error::{Error, Result};
use ketboard_qaoa::Progress;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Numbers that differ by more are different: times their size, where that is above 1.
pub(crate) const TOLERANCE: f64 = 1e-9;

/// What running records again showed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Verification {
    /// How many records the folder holds.
    pub records: usize,
    /// Records that were run again.
    pub checked: usize,
    /// Those of them that come out byte for byte.
    pub same: usize,
    /// Those that come out with the same numbers within [`TOLERANCE`], and other last digits.
    pub close: usize,
    /// The largest differences of those.
    pub farthest: Farthest,
    /// Lines that do not come out, or do not belong where they stand, in their order.
    pub wrong: Vec<WrongRecord>,
    /// Runs of the plan that no line holds.
    pub missing: Vec<String>,
    /// Files of the folder that do not belong to the others.
    pub astray: Vec<Astray>,
    /// The instructions that the records were made with, each once, as far as the folder tells.
    pub made_with: Vec<String>,
    /// The instructions that they were run again with.
    pub instructions: String,
    /// Whether the listener said stop before all were run again.
    pub stopped: bool,
}

impl Verification {
    /// Whether all is as it was: every record comes out, at least within rounding, and the files
    /// belong together.
    pub(crate) fn holds(&self) -> bool {
        self.wrong.is_empty() && self.astray.is_empty()
    }
}

/// The largest differences among records that come out with the same numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Farthest {
    /// The largest difference of two success probabilities.
    pub success_probability: f64,
    /// The largest difference of two expectations ⟨C⟩.
    pub expectation: f64,
    /// The largest difference of two angles, γ or β, in radians.
    pub angles: f64,
}

impl Farthest {
    fn of(recorded: &Record, computed: &Record) -> Self {
        let angles =
            |r: &Record| -> Vec<f64> { r.gammas.iter().chain(&r.betas).copied().collect() };
        let pairs = angles(recorded).into_iter().zip(angles(computed));
        let success = recorded
            .success_probability
            .zip(computed.success_probability);
        Self {
            success_probability: success.map_or(0.0, |(a, b)| (a - b).abs()),
            expectation: (recorded.expectation - computed.expectation).abs(),
            angles: pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            success_probability: self.success_probability.max(other.success_probability),
            expectation: self.expectation.max(other.expectation),
            angles: self.angles.max(other.angles),
        }
    }
}

/// A record that does not come out again, or does not belong where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WrongRecord {
    /// The number of the line, from 1.
    pub line: usize,
    /// The run's name, where the line is a record.
    pub run: Option<String>,
    /// What is wrong with it.
    pub what: Mistake,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Mistake {
    /// A key has another value than the run gives: recorded on the left, computed on the right.
    Differs(Difference),
    /// The numbers of the record are right at its angles, but the search now ends at others:
    /// recorded on the left, computed on the right. On another processor sums are rounded
    /// otherwise, and a search may go another way.
    Parted(Difference),
    /// It is no record, cannot be run, or does not belong where it stands: why.
    Other(String),
}

/// A line to be checked.
struct CheckedLine<'f> {
    number: usize,
    text: &'f [u8],
    record: &'f Record,
    /// Whether no line before has its run.
    is_first: bool,
}

/// Runs the records of a folder again and compares them with their lines; and compares the lines
/// with the plan and the table beside them.
///
/// Records of one input and setting are run as one chain: what a depth gives does not depend on how
/// deep the chain goes on. Where the listener says stop, what was checked until there is returned.
///
/// # Errors
/// If the file of records cannot be read, or is empty.
pub(crate) fn verify(folder: &Path, listener: RunListener<'_>) -> Result<Verification> {
    let file = RecordFile::read(folder)?;
    let records = file.lines.len();
    if records == 0 {
        let found = "no record to run again";
        return Err(Error::argument(
            "DIR",
            found,
            "give a folder that `ketboard sweep` filled",
        ));
    }
    let (mut wrong, mut lines) = (Vec::new(), Vec::new());
    for line in &file.lines {
        let run = line.record.as_ref().ok().map(|record| record.run.clone());
        let mistake = |what: String| WrongRecord {
            line: line.number,
            run: run.clone(),
            what: Mistake::Other(what),
        };
        if let Some((first, _)) = line.before {
            wrong.push(mistake(format!(
                "stands in line {first} too; take one of them out"
            )));
        }
        match &line.record {
            Ok(record) => lines.push(CheckedLine {
                number: line.number,
                text: file.bytes_of(line).trim_ascii_end(),
                record,
                is_first: line.before.is_none(),
            }),
            Err(found) => wrong.push(mistake(format!("no record: {found}"))),
        }
    }
    let firsts: Vec<&CheckedLine<'_>> = lines.iter().filter(|line| line.is_first).collect();
    let counted: Vec<&Record> = firsts.iter().map(|line| line.record).collect();
    let mut inspection = inspect(folder, &counted);
    wrong.extend(
        inspection
            .places
            .drain(..)
            .map(|(place, what)| WrongRecord {
                line: firsts[place].number,
                run: Some(firsts[place].record.run.clone()),
                what: Mistake::Other(what),
            }),
    );
    if file.torn > 0 {
        let what = "the last line has no end: it was cut off, or changed by hand; `ketboard sweep` with the same plan makes its run again";
        inspection.astray.push(Astray {
            file: RECORDS,
            what: what.to_owned(),
        });
    }
    let planned = inspection.planned.as_ref();
    let wanted = |record: &Record| wanted(planned, record);
    let checked = lines.len();
    let chains = chains_of(lines);
    let stop = &RunStop::new(listener);
    let _kept_for_all = stop.tell(SweepEvent::Begins {
        units: checked as u64,
        runs: checked,
        done: 0,
    });
    // large states use all threads themselves, and fit into memory one at a time
    let is_small =
        |lines: &Vec<CheckedLine<'_>>| u128::from(lines[0].record.states) <= SIDE_BY_SIDE;
    let (small, large): (Vec<_>, Vec<_>) = chains.into_iter().partition(is_small);
    let side_by_side = small.par_iter().map(|lines| check(lines, &wanted, stop));
    let mut found: Vec<Vec<RerunFinding>> = side_by_side.collect();
    found.extend(large.iter().map(|lines| check(lines, &wanted, stop)));
    let (mut same, mut close, mut farthest) = (0, 0, Farthest::default());
    let mut run = 0;
    for found in found.into_iter().flatten() {
        run += 1;
        match found {
            RerunFinding::Same => same += 1,
            RerunFinding::Close(differences) => {
                close += 1;
                farthest = farthest.or(differences);
            }
            RerunFinding::Wrong(mistake) => wrong.push(mistake),
        }
    }
    wrong.sort_by_key(|wrong| wrong.line);
    Ok(Verification {
        records,
        checked: run,
        same,
        close,
        farthest,
        wrong,
        missing: inspection.missing,
        astray: inspection.astray,
        made_with: JournalTimes::instructions(folder).into_iter().collect(),
        instructions: ketboard_qaoa::instructions().to_owned(),
        stopped: run < checked,
    })
}

/// What the record of a run is to hold: what the plan says, where the run is the plan's; else what
/// it holds. A record that was the deepest before the plan grew may hold its layers.
fn wanted(planned: Option<&Planned>, record: &Record) -> Wanted {
    let holds = Wanted::of(record);
    let of_plan = planned.map(|planned| planned.contents.at(&planned.depths));
    let mut of_plan = of_plan.into_iter().flatten();
    let same = of_plan.find(|of| of.depth == record.depth);
    same.map_or(holds, |same| Wanted {
        layers: same.layers || holds.layers,
        ..same
    })
}

/// Lines that say the same of input and setting, together.
fn chains_of(lines: Vec<CheckedLine<'_>>) -> Vec<Vec<CheckedLine<'_>>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut chains: Vec<Vec<CheckedLine<'_>>> = Vec::new();
    for line in lines {
        let record = line.record;
        let key = serde_json::to_string(&(&record.name, &record.input, &record.setting));
        let key = key.expect("inputs and settings are texts and finite numbers");
        let place = *places.entry(key).or_insert(chains.len());
        if place == chains.len() {
            chains.push(Vec::new());
        }
        chains[place].push(line);
    }
    chains
}

/// What running a record again showed.
enum RerunFinding {
    Same,
    Close(Farthest),
    Wrong(WrongRecord),
}

/// What became of the lines of a chain; a line that was not run again because of a stop is left
/// out.
fn check(
    lines: &[CheckedLine<'_>],
    wanted: &(dyn Fn(&Record) -> Wanted + Sync),
    stop: &RunStop<'_>,
) -> Vec<RerunFinding> {
    let mut computed: HashMap<usize, Record> = HashMap::new();
    if stop.is_set() {
        return Vec::new();
    }
    let (chain, error) = match chain_for(lines, wanted) {
        Ok(chain) => {
            let again = run_again(&chain, stop, &mut computed);
            (Some(chain), again.err())
        }
        Err(error) => (None, Some(error)),
    };
    let stopped = error.is_none() && stop.is_set();
    let is_run = |line: &&CheckedLine<'_>| !stopped || computed.contains_key(&line.record.depth);
    let judged = lines.iter().filter(is_run).map(|line| {
        let what = match (computed.get(&line.record.depth), &error, &chain) {
            (Some(record), _, Some(chain)) => {
                match compare(line, record, chain, wanted(line.record)) {
                    Ok(found) => return found,
                    Err(mistake) => mistake,
                }
            }
            (_, Some(error), _) => Mistake::Other(error.to_string()),
            (_, None, _) => Mistake::Other(format!("no run has depth {}", line.record.depth)),
        };
        RerunFinding::Wrong(WrongRecord {
            line: line.number,
            run: Some(line.record.run.clone()),
            what,
        })
    });
    judged.collect()
}

/// The chain of the lines, which say the same of input and setting.
fn chain_for(
    lines: &[CheckedLine<'_>],
    wanted: &(dyn Fn(&Record) -> Wanted + Sync),
) -> Result<Chain> {
    let record = lines[0].record;
    let subject = RunSubject::prepare(&RunSource::of(record), &record.setting)?;
    let mut wanted: Vec<Wanted> = lines.iter().map(|line| wanted(line.record)).collect();
    wanted.sort_by_key(|wanted| wanted.depth);
    wanted.dedup_by_key(|wanted| wanted.depth);
    Ok(Chain::new(
        Arc::new(subject),
        record.setting.clone(),
        wanted,
    ))
}

/// Runs the depths of the lines, each with what its record is to hold.
fn run_again(
    chain: &Chain,
    stop: &RunStop<'_>,
    computed: &mut HashMap<usize, Record>,
) -> Result<()> {
    let name = &*chain.subject.name;
    let heard = |progress: &Progress| {
        let progress = *progress;
        stop.tell(SweepEvent::Searching { name, progress })
    };
    chain.run(&[], &heard, &mut |finished: Finished| {
        let _kept_for_all = stop.tell(SweepEvent::Done {
            run: &finished.record.run,
        });
        computed.insert(finished.record.depth, finished.record);
        Ok(())
    })
}

/// The same bytes, the same numbers, or what is wrong.
fn compare(
    line: &CheckedLine<'_>,
    computed: &Record,
    chain: &Chain,
    wanted: Wanted,
) -> std::result::Result<RerunFinding, Mistake> {
    let left: Value = serde_json::from_slice(line.text).unwrap_or_default();
    // Older records state their conventions in a text; the same ones come out as the line has them.
    let value = |record: &Record| {
        let mut value = serde_json::to_value(record).unwrap_or_default();
        if record.conventions == line.record.conventions {
            value["conventions"] = left["conventions"].clone();
        }
        value
    };
    let right = value(computed);
    let again = right.to_string();
    if line.text == again.as_bytes() {
        return Ok(RerunFinding::Same);
    }
    // What is equal in value is written otherwise.
    if difference(&left, &right).is_none() {
        let what =
            "says the same in other bytes than this program writes; put the line back as it was";
        return Err(Mistake::Other(what.to_owned()));
    }
    let Some(beyond) = difference_beyond(&left, &right, TOLERANCE) else {
        return Ok(RerunFinding::Close(Farthest::of(line.record, computed)));
    };
    // A search that parted ways left a record that is right at its own angles.
    let at_its_angles = chain.at_angles_of(line.record, &wanted);
    let is_right = at_its_angles
        .is_ok_and(|again| difference_beyond(&left, &value(&again), TOLERANCE).is_none());
    Err(match is_right {
        true => Mistake::Parted(beyond),
        false => Mistake::Differs(beyond),
    })
}
