//! What a folder of results is, and whether its files belong together: the lines against the plan,
//! and the table against the lines. Nothing is run for it.

use super::journal::{JournalTimes, PLAN, RECORDS, SUMMARY};
use super::plan::sha256_of;
use super::planned::Planned;
use super::shard::{SHARD, ShardNote};
use super::{Record, summary};
use crate::files::{read_bytes, read_file};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::path::Path;

/// What [`filled_by`] calls the folder of a sweep.
pub(crate) const SWEEP: &str = "sweep";

/// The command that filled a folder, as the first line of its records or the names of its files
/// tell; `None` where they do not.
pub(crate) fn filled_by(folder: &Path) -> Option<&'static str> {
    /// Keys that only the records of one command have.
    const KEYS: [(&str, &str); 4] = [
        ("run", SWEEP),
        ("levels", "spectrum"),
        ("algorithm", "compare"),
        ("oracle_calls", "grover"),
    ];
    let bytes = read_bytes(&folder.join(RECORDS)).unwrap_or_default();
    let first = bytes.split(|byte| *byte == b'\n').next();
    let record = first.and_then(|line| serde_json::from_slice::<Map<String, Value>>(line).ok());
    if let Some(record) = record {
        let own = KEYS.iter().find(|(key, _)| record.contains_key(*key));
        return own.map(|(_, command)| *command);
    }
    let mut entries = std::fs::read_dir(folder)
        .ok()?
        .filter_map(std::result::Result::ok);
    let is_landscape = |name: &str| name.starts_with("landscape-");
    let found = entries.any(|entry| entry.file_name().to_str().is_some_and(is_landscape));
    found.then_some("landscape")
}

/// A file of a folder of results that does not belong to the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Astray {
    /// The name of the file inside the folder.
    pub file: &'static str,
    /// What is wrong with it, and what helps.
    pub what: String,
}

/// What a folder's files say about each other.
#[derive(Debug, Default)]
pub(super) struct Inspection {
    pub(super) planned: Option<Planned>,
    pub(super) astray: Vec<Astray>,
    /// Runs of the plan that no line holds, in the plan's order.
    pub(super) missing: Vec<String>,
    /// Lines that the plan does not have where they stand, by their place in the list of records,
    /// and why.
    pub(super) places: Vec<(usize, String)>,
}

/// Looks at the files of `folder`, whose `records` are these.
pub(super) fn inspect(folder: &Path, records: &[&Record]) -> Inspection {
    let mut found = Inspection::default();
    if let Err((file, what)) = compare(folder, records, &mut found) {
        found.astray.push(Astray { file, what });
    }
    found
}

/// Takes up what is found; what is told instead is why the plan tells nothing.
fn compare(
    folder: &Path,
    records: &[&Record],
    found: &mut Inspection,
) -> std::result::Result<(), (&'static str, String)> {
    let anew = "`ketboard sweep` with the same plan writes it anew";
    let text = read_file(&folder.join(PLAN));
    let text = text.map_err(|_| (PLAN, format!("is missing or cannot be read; {anew}")))?;
    let back = format!("put it back as it was, or take it away: {anew}");
    let planned = Planned::parse(&text).map_err(|reason| (PLAN, format!("{reason}; {back}")))?;
    let mut astray = |file, what| found.astray.push(Astray { file, what });
    if let Some(record) = records.iter().find(|r| r.version != planned.version) {
        let (version, other, run) = (&planned.version, &record.version, &record.run);
        let what = format!("the version is {version:?}, and that of {run} is {other:?}; {back}");
        astray(PLAN, what);
    }
    let chains = planned.chains();
    let mut chains = chains.map_err(|error| (PLAN, format!("{error}; {back}")))?;
    match ShardNote::read(folder) {
        Ok(Some(note)) => {
            let own: HashSet<String> = note.chains.into_iter().collect();
            chains.retain(|chain| own.contains(chain));
        }
        Ok(None) => {}
        Err(error) => astray(SHARD, error.to_string()),
    }
    let runs = chains.iter().flat_map(|chain| planned.runs(chain));
    let runs: Vec<String> = runs.collect();
    let missing = missing(folder, &planned, &chains, records);
    if missing.is_empty() {
        let table = summary::table(records.iter().copied(), &runs);
        match read_file(&folder.join(SUMMARY)) {
            Ok(text) if text == table => {}
            Ok(_) => astray(
                SUMMARY,
                format!("does not say what the records say; {anew}"),
            ),
            Err(_) => astray(SUMMARY, format!("is missing or cannot be read; {anew}")),
        }
    } else {
        let remedy = "`ketboard sweep` with the same plan makes what is missing";
        astray(RECORDS, format!("{}; {remedy}", lacking(&missing)));
    }
    found.places = places(&planned, &runs, records, missing.is_empty());
    (found.missing, found.planned) = (missing, Some(planned));
    Ok(())
}

/// The runs that no line holds, but for those of puzzles and settings that a sweep leaves out.
fn missing(
    folder: &Path,
    planned: &Planned,
    chains: &[String],
    records: &[&Record],
) -> Vec<String> {
    let there: HashSet<&str> = records.iter().map(|record| &*record.run).collect();
    let left_out = JournalTimes::left_out(folder);
    let mut missing = Vec::new();
    for chain in chains {
        let lacking = planned
            .runs(chain)
            .filter(|run| !there.contains(run.as_str()));
        let lacking: Vec<String> = lacking.collect();
        let never_ran = lacking.len() == planned.depths.len() && left_out.contains(chain);
        if !never_ran {
            missing.extend(lacking);
        }
    }
    missing
}

/// Lines of runs that the plan does not have; where no run is missing, also those that stand where
/// the plan has another run.
fn places(
    planned: &Planned,
    runs: &[String],
    records: &[&Record],
    is_complete: bool,
) -> Vec<(usize, String)> {
    let of_plan: HashSet<&str> = runs.iter().map(String::as_str).collect();
    let there: HashSet<&str> = records.iter().map(|record| &*record.run).collect();
    let mut order = runs.iter().filter(|run| there.contains(run.as_str()));
    let mut found = Vec::new();
    for (place, record) in records.iter().enumerate() {
        if !of_plan.contains(&*record.run) {
            found.push((place, unplanned(planned, record)));
        } else if let Some(other) = order.next().filter(|other| **other != record.run)
            && is_complete
        {
            let what =
                format!("the plan has {other} here; put the lines back into the plan's order");
            found.push((place, what));
        }
    }
    found
}

/// Why a record's run is none of the plan's.
fn unplanned(planned: &Planned, record: &Record) -> String {
    let name = &record.name;
    match planned.hash(name) {
        None => format!("the plan has no puzzle {name}"),
        Some(hash) if hash != sha256_of(&record.input) => format!(
            "the text of the puzzle {name} in this line is not the one that the plan names: one of the two was changed; put it \
             back as it was, or take the line out and run the sweep in another folder"
        ),
        Some(_) => "the plan has no such run: another setting, or another depth".to_owned(),
    }
}

/// Runs that a message names one by one.
const NAMED: usize = 3;

/// `5 runs of the plan are missing: a, b, c and 2 more`.
pub(super) fn lacking(missing: &[String]) -> String {
    let (count, named) = (missing.len(), missing.len().min(NAMED));
    let more = match count - named {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let are = if count == 1 {
        "run of the plan is"
    } else {
        "runs of the plan are"
    };
    format!(
        "{count} {are} missing: {}{more}",
        missing[..named].join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_runs_are_named_and_counted() {
        let runs = |n: usize| (1..=n).map(|k| format!("a-p{k}")).collect::<Vec<_>>();
        for (n, told) in [
            (1, "1 run of the plan is missing: a-p1"),
            (
                5,
                "5 runs of the plan are missing: a-p1, a-p2, a-p3 and 2 more",
            ),
        ] {
            assert_eq!(lacking(&runs(n)), told);
        }
    }

    #[test]
    fn a_folder_says_which_command_filled_it() {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
        for (folder, command) in [
            ("study/ansatz", Some("sweep")),
            ("grover-mixer/tango-8x8", Some("spectrum")),
            ("landscape", Some("landscape")),
            ("build", None),
            ("nothing", None),
        ] {
            assert_eq!(filled_by(&results.join(folder)), command, "{folder}");
        }
    }
}
