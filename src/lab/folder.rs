//! Whether the files of a folder of results belong together: the lines against the plan, and the
//! table against the lines. Nothing is run for it.

use super::chain::{Chain, chain_name};
use super::journal::{JournalTimes, PLAN, RECORDS, SUMMARY, TIMES};
use super::plan::sha256_of;
use super::planned::{Planned, PlannedChain};
use super::shard::{SHARD, ShardNote};
use super::subject::RunSubject;
use super::{Record, RunSource, summary};
use crate::files::read_text;
use std::collections::{HashMap, HashSet};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// A file of a folder of results that does not belong to the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Astray {
    /// The name of the file inside the folder.
    pub file: &'static str,
    /// What is wrong with it, and what helps.
    pub what: String,
}

/// What the plan says of a record's line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlanMismatch {
    /// Its run is none of the plan's: why.
    Unplanned(String),
    /// Another run stands here in the plan.
    Swapped(String),
}

/// What a folder's files say about each other.
#[derive(Debug, Default)]
pub(super) struct Inspection {
    pub(super) planned: Option<Planned>,
    pub(super) astray: Vec<Astray>,
    /// Runs of the plan that no line holds, in the plan's order.
    pub(super) missing: Vec<String>,
    /// Lines that the plan does not have where they stand, by their place in the list of records.
    pub(super) places: Vec<(usize, PlanMismatch)>,
}

/// Looks at the files of `folder`, whose `records` are these.
pub(super) fn inspect(folder: &Path, records: &[&Record]) -> Inspection {
    let mut found = Inspection::default();
    let remedy = "`ketboard sweep` with the same plan writes it anew";
    let text = match read_text(&folder.join(PLAN)) {
        Ok(text) => text,
        Err(_) => {
            let what = format!("is missing or cannot be read; {remedy}");
            found.astray.push(Astray { file: PLAN, what });
            return found;
        }
    };
    let planned = match Planned::read(&text) {
        Ok(planned) => planned,
        Err(reason) => {
            let what = format!("{reason}; put it back as it was, or take it away: {remedy}");
            found.astray.push(Astray { file: PLAN, what });
            return found;
        }
    };
    let fingerprints = planned.fingerprints(&text);
    if JournalTimes::plans(folder)
        .iter()
        .any(|made_for| !fingerprints.contains(made_for))
    {
        let what = format!(
            "is not the plan that {TIMES} says the runs were made for; put it back as it was"
        );
        found.astray.push(Astray { file: PLAN, what });
    }
    if let Some(record) = records.iter().find(|r| r.version != planned.version) {
        let what = format!(
            "the version is {:?}, and that of {} is {:?}; put it back as it was",
            planned.version, record.run, record.version
        );
        found.astray.push(Astray { file: PLAN, what });
    }
    let mut chains = planned.chains();
    match ShardNote::read(folder) {
        Ok(Some(note)) => {
            let own: HashSet<String> = note.chains.into_iter().collect();
            chains.retain(|chain| own.contains(&chain.name));
        }
        Ok(None) => {}
        Err(error) => {
            let what = error.to_string();
            found.astray.push(Astray { file: SHARD, what });
        }
    }
    found.missing = missing(folder, &planned, &chains, records);
    found.places = places(&planned, &chains, records, found.missing.is_empty());
    let runs: Vec<String> = chains
        .iter()
        .flat_map(|chain| chain.runs(&planned))
        .collect();
    let table = summary::table(records.iter().copied(), &runs);
    if let Some(what) = wrong_table(folder, &table, &found.missing) {
        let file = SUMMARY;
        found.astray.push(Astray { file, what });
    }
    if is_torn(&folder.join(RECORDS)) {
        let what = "the last line has no end: it was cut off, or changed by hand; `ketboard sweep` with the same plan makes its run again";
        found.astray.push(Astray {
            file: RECORDS,
            what: what.to_owned(),
        });
    }
    if !found.missing.is_empty() {
        let what = lacking(&found.missing);
        let file = RECORDS;
        found.astray.push(Astray { file, what });
    }
    found.planned = Some(planned);
    found
}

/// Whether the last line of a file does not end.
fn is_torn(path: &Path) -> bool {
    let last = || -> std::io::Result<u8> {
        let mut file = std::fs::File::open(path)?;
        file.seek(SeekFrom::End(-1))?;
        let mut byte = [0];
        file.read_exact(&mut byte)?;
        Ok(byte[0])
    };
    last().is_ok_and(|byte| byte != b'\n')
}

/// The runs that no line holds, but for those of puzzles and settings that a sweep leaves out.
fn missing(
    folder: &Path,
    planned: &Planned,
    chains: &[PlannedChain],
    records: &[&Record],
) -> Vec<String> {
    let there: HashSet<&str> = records.iter().map(|record| &*record.run).collect();
    let left_out = JournalTimes::left_out(folder);
    let mut missing = Vec::new();
    for chain in chains {
        let runs: Vec<String> = chain.runs(planned).collect();
        let lacking: Vec<String> = runs
            .iter()
            .filter(|run| !there.contains(run.as_str()))
            .cloned()
            .collect();
        let is_whole = lacking.len() == runs.len();
        let never_ran = is_whole && (left_out.contains(&chain.name) || cannot_run(chain, records));
        if !never_ran {
            missing.extend(lacking);
        }
    }
    missing
}

/// Whether the puzzle cannot be run under this setting, as far as its text is known from other
/// lines.
fn cannot_run(chain: &PlannedChain, records: &[&Record]) -> bool {
    let known = records.iter().find(|record| {
        record.name == chain.puzzle
            && chain_name(&record.name, &sha256_of(&record.input), &chain.setting) == chain.name
    });
    let Some(record) = known else {
        return false;
    };
    let source = RunSource {
        name: record.name.clone(),
        file: record.name.clone(),
        input: record.input.clone(),
    };
    match RunSubject::prepare(&source, &chain.setting) {
        Ok(Ok(subject)) => {
            let chain = Chain::new(Arc::new(subject), chain.setting.clone(), Vec::new());
            chain.check().is_err()
        }
        Ok(Err(_)) | Err(_) => true,
    }
}

/// Lines of runs that the plan does not have; where no run is missing, also those that stand where
/// the plan has another run.
fn places(
    planned: &Planned,
    chains: &[PlannedChain],
    records: &[&Record],
    is_complete: bool,
) -> Vec<(usize, PlanMismatch)> {
    let all = chains.iter().flat_map(|chain| chain.runs(planned));
    let order: HashMap<String, usize> = all.enumerate().map(|(place, run)| (run, place)).collect();
    let mut found = Vec::new();
    let mut known = Vec::new();
    let mut seen = HashSet::new();
    for (place, record) in records.iter().enumerate() {
        if !order.contains_key(&record.run) {
            found.push((place, PlanMismatch::Unplanned(unplanned(planned, record))));
        } else if seen.insert(&record.run) {
            known.push((place, &record.run));
        }
    }
    if is_complete {
        let mut sorted: Vec<&String> = known.iter().map(|(_, run)| *run).collect();
        sorted.sort_by_key(|run| order[*run]);
        let pairs = known.iter().zip(sorted);
        let swapped = pairs.filter(|((_, run), wanted)| run != wanted);
        found.extend(
            swapped.map(|((place, _), wanted)| (*place, PlanMismatch::Swapped(wanted.clone()))),
        );
    }
    found
}

/// Why a record's run is none of the plan's.
fn unplanned(planned: &Planned, record: &Record) -> String {
    let same = planned
        .puzzles
        .iter()
        .find(|(name, _)| *name == record.name);
    match same {
        None => format!("the plan has no puzzle {}", record.name),
        Some((name, hash)) if *hash != sha256_of(&record.input) => format!(
            "the text of the puzzle {name} in this line is not the one that the plan names: one of the two was changed; put it \
             back as it was, or take the line out and run the sweep in another folder"
        ),
        Some(_) => "the plan has no such run: another setting, or another depth".to_owned(),
    }
}

/// Runs that a message names one by one.
const NAMED: usize = 3;

fn lacking(missing: &[String]) -> String {
    let (count, named) = (missing.len(), missing.len().min(NAMED));
    let more = match count - named {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let runs = if count == 1 { "run" } else { "runs" };
    format!(
        "{count} {runs} of the plan {} missing: {}{more}; `ketboard sweep` with the same plan makes what is missing",
        if count == 1 { "is" } else { "are" },
        missing[..named].join(", "),
    )
}

/// What is wrong with the table beside the records; rows of runs that no line holds any more are
/// not told again.
fn wrong_table(folder: &Path, table: &str, missing: &[String]) -> Option<String> {
    let remedy = "`ketboard sweep` with the same plan writes it anew";
    let Ok(text) = read_text(&folder.join(SUMMARY)) else {
        // a sweep writes it when all runs are made
        let what = format!("is missing or cannot be read; {remedy}");
        return missing.is_empty().then_some(what);
    };
    let told = |line: &&str| {
        !missing
            .iter()
            .any(|run| line.starts_with(&summary::quoted(run)))
    };
    let found: Vec<&str> = text.split_inclusive('\n').filter(told).collect();
    let wanted: Vec<&str> = table.split_inclusive('\n').collect();
    let place = (0..found.len().max(wanted.len())).find(|k| found.get(*k) != wanted.get(*k))?;
    Some(match (found.get(place), wanted.get(place)) {
        (Some(_), Some(_)) => format!(
            "line {} does not say what the record says; {remedy}",
            place + 1
        ),
        (Some(_), None) => format!("line {} is of no record; {remedy}", place + 1),
        (None, _) => format!("the line of a record is missing, or its end; {remedy}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_runs_are_named_and_counted() {
        let runs = |n: usize| (1..=n).map(|k| format!("a-p{k}")).collect::<Vec<_>>();
        assert!(lacking(&runs(1)).starts_with("1 run of the plan is missing: a-p1; "));
        let many = lacking(&runs(5));
        assert!(
            many.starts_with("5 runs of the plan are missing: a-p1, a-p2, a-p3 and 2 more; "),
            "{many}"
        );
    }
}
