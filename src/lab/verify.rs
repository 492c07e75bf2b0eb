//! Running the records of a folder again, and comparing: the same bytes, or the same numbers within
//! rounding, or right at the angles that they hold, or wrong. The lines are held against the plan,
//! and the table against the lines.

use super::chain::Chain;
use super::contents::Wanted;
use super::difference::difference;
use super::forecast::SIDE_BY_SIDE;
use super::journal::{JournalTimes, PLAN, RECORDS, SUMMARY};
use super::plan::sha256_of;
use super::read::{RecordFile, RecordLine};
use super::run::{RunListener, RunStop, SweepEvent};
use super::{Record, SweepPlan, summary};
use crate::error::{Error, Result};
use crate::files::read_file;
use crate::json::to_json;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::path::Path;

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
    /// How far apart two numbers of a close record are at most.
    pub largest_difference: Option<f64>,
    /// Whether the listener stopped it.
    #[serde(skip)]
    pub stopped: bool,
}

impl Verification {
    /// Whether all records come out, and the files of the folder belong together.
    pub(crate) fn holds(&self) -> bool {
        self.wrong.is_empty() && self.files.is_empty()
    }

    fn astray(&mut self, file: &'static str, reason: impl Into<String>) {
        let reason = reason.into();
        self.files.push(WrongFile { file, reason });
    }
}

/// A line that does not stand as it was made.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct WrongRecord {
    pub line: usize,
    pub run: Option<String>,
    /// What is wrong with it, or which value came out otherwise.
    pub reason: String,
    /// Whether the record is right at its own angles, and the search ends at others here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub search_parted: bool,
}

impl WrongRecord {
    fn new(line: &RecordLine, reason: String) -> Self {
        Self {
            line: line.number,
            run: line.record.as_ref().ok().map(|record| record.run.clone()),
            reason,
            search_parted: false,
        }
    }
}

/// A file that does not say what the others say.
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
            found.wrong.push(WrongRecord::new(line, what));
        }
        match &line.record {
            Ok(record) => lines.push((line, record)),
            Err(what) => {
                let what = format!("no record: {what}");
                found.wrong.push(WrongRecord::new(line, what));
            }
        }
    }
    compare_with_plan(folder, &lines, &mut found);
    if file.torn > 0 {
        found.astray(
            RECORDS,
            format!("the last line has no end: it was cut off, or changed by hand; {AGAIN}"),
        );
    }
    let stop = RunStop::new(listener);
    let units = lines.len() as u64;
    stop.note(SweepEvent::Begins { units });
    let total = lines.len();
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
    Ok(found)
}

/// What makes files and runs again.
const AGAIN: &str = "`ketboard sweep` with the same plan puts it right";

/// Holds the records of a folder, each run once, against its plan and its table; what is wrong goes
/// to `found`.
fn compare_with_plan(folder: &Path, lines: &[Checked<'_>], found: &mut Verification) {
    let text = read_file(&folder.join(PLAN));
    let text = text.map_err(|_| "is missing or cannot be read".to_owned());
    let plan = text.and_then(|text| SweepPlan::remembered(&text));
    let with_chains = |plan: SweepPlan| {
        let chains = plan.chains().map_err(|error| error.to_string())?;
        Ok((plan, chains))
    };
    let (plan, chains) = match plan.and_then(with_chains) {
        Ok(known) => known,
        Err(reason) => {
            return found.astray(
                PLAN,
                format!("{reason}; put it back as it was, or take it away: {AGAIN}"),
            );
        }
    };
    let mut lines: Vec<Checked<'_>> = lines.to_vec();
    lines.retain(|(line, _)| line.before.is_none());
    let there = lines.iter().map(|(_, record)| (&*record.run, *record));
    let there: HashMap<&str, &Record> = there.collect();
    let left_out = JournalTimes::left_out(folder);
    let runs = chains
        .iter()
        .map(|chain| (chain, plan.runs(chain).collect::<Vec<_>>()));
    // what was left out never ran
    let runs = runs.filter(|(chain, runs)| {
        !left_out.contains(*chain) || runs.iter().any(|run| there.contains_key(&**run))
    });
    let runs: Vec<String> = runs.flat_map(|(_, runs)| runs).collect();
    let missing = runs.iter().filter(|run| !there.contains_key(&***run));
    found.missing = missing.cloned().collect();
    let of_plan: HashSet<&str> = runs.iter().map(String::as_str).collect();
    let (of_this, others): (Vec<Checked<'_>>, Vec<Checked<'_>>) =
        (lines.iter().copied()).partition(|(_, record)| of_plan.contains(&*record.run));
    for (line, record) in others {
        let wrong = match plan.hash(&record.name) {
            Some(hash) if hash != sha256_of(&record.input) => {
                "the text of the puzzle in this line is not the one that the plan names: put it back as it was, or take the line out"
            }
            _ => "the plan has no such run: another puzzle, another setting, or another depth",
        };
        found.wrong.push(WrongRecord::new(line, wrong.to_owned()));
    }
    if !found.missing.is_empty() {
        return found.astray(RECORDS, format!("{}; {AGAIN}", lacking(&found.missing)));
    }
    if !of_this.iter().map(|(_, record)| &record.run).eq(&runs) {
        found.astray(
            RECORDS,
            format!("the lines are not in the plan's order; {AGAIN}"),
        );
    }
    let ordered = runs.iter().filter_map(|run| there.get(&**run).copied());
    let table = summary::table(&ordered.collect::<Vec<_>>());
    let what = match read_file(&folder.join(SUMMARY)) {
        Ok(text) if text == table => return,
        Ok(_) => "does not say what the records say",
        Err(_) => "is missing or cannot be read",
    };
    found.astray(SUMMARY, format!("{what}; {AGAIN}"));
}

/// `3 runs of the plan are missing: a, b, c`; beyond three the names stand under `missing`.
fn lacking(missing: &[String]) -> String {
    let (count, named) = (missing.len(), missing[..missing.len().min(3)].join(", "));
    let are = if count == 1 {
        "run of the plan is"
    } else {
        "runs of the plan are"
    };
    let more = if count > 3 { ", …" } else { "" };
    format!("{count} {are} missing: {named}{more}")
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
    let search_parted = at_its_angles
        .is_ok_and(|again| difference(&recorded, &to_json(&again), &mut apart).is_none());
    Verdict::Wrong(WrongRecord {
        search_parted,
        ..WrongRecord::new(line, reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_runs_are_named_and_counted() {
        let runs = |n: usize| (1..=n).map(|k| format!("a-p{k}")).collect::<Vec<_>>();
        for (n, told) in [
            (1, "1 run of the plan is missing: a-p1"),
            (5, "5 runs of the plan are missing: a-p1, a-p2, a-p3, …"),
        ] {
            assert_eq!(lacking(&runs(n)), told);
        }
    }
}
