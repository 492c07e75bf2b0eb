//! A folder of results, held against its plan: which command filled it, which runs are missing,
//! which lines stand where they should not, whether the table says what the records say.

use super::journal::{JournalTimes, PLAN, RECORDS, SUMMARY};
use super::plan::sha256_of;
use super::planned::Planned;
use super::read::RecordLine;
use super::verify::{Verification, WrongFile, wrong};
use super::{Record, summary};
use crate::files::{read_bytes, read_file};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::path::Path;

/// What [`filled_by`] calls the folder of a sweep.
pub(crate) const SWEEP: &str = "sweep";

/// The command that filled a folder, told by the first record in it; `None` where nobody knows.
pub(crate) fn filled_by(folder: &Path) -> Option<&'static str> {
    /// A key that the records of one command alone have.
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
    let entries = std::fs::read_dir(folder).ok()?;
    let mut entries = entries.filter_map(std::result::Result::ok);
    let is_landscape = |name: &str| name.starts_with("landscape-");
    let found = entries.any(|entry| entry.file_name().to_str().is_some_and(is_landscape));
    found.then_some("landscape")
}

/// Holds the records of a folder, each run once, against its plan and its table; what is wrong goes
/// to `found`. Returns the plan, where it can be read.
pub(super) fn inspect(
    folder: &Path,
    records: &[(&RecordLine, &Record)],
    found: &mut Verification,
) -> Option<Planned> {
    let (planned, runs) = match plan_of(folder) {
        Ok(known) => known,
        Err(reason) => {
            found.files.push(WrongFile { file: PLAN, reason });
            return None;
        }
    };
    let mut astray = |file, reason| found.files.push(WrongFile { file, reason });
    let other = |record: &Record| record.version != planned.version;
    if let Some((_, record)) = records.iter().find(|(_, record)| other(record)) {
        let (version, other, run) = (&planned.version, &record.version, &record.run);
        let reason = format!("the version is {version:?}, and that of {run} is {other:?}; {BACK}");
        astray(PLAN, reason);
    }
    let there: HashSet<&str> = records.iter().map(|(_, record)| &*record.run).collect();
    let left_out = JournalTimes::left_out(folder);
    for (chain, runs) in &runs {
        let lacking = runs.iter().filter(|run| !there.contains(run.as_str()));
        let lacking: Vec<String> = lacking.cloned().collect();
        let never_ran = lacking.len() == runs.len() && left_out.contains(chain);
        if !never_ran {
            found.missing.extend(lacking);
        }
    }
    let runs: Vec<String> = runs.into_iter().flat_map(|(_, runs)| runs).collect();
    if found.missing.is_empty() {
        let table = summary::table(records.iter().map(|(_, record)| *record), &runs);
        match read_file(&folder.join(SUMMARY)) {
            Ok(text) if text == table => {}
            Ok(_) => astray(
                SUMMARY,
                format!("does not say what the records say; {ANEW}"),
            ),
            Err(_) => astray(SUMMARY, format!("is missing or cannot be read; {ANEW}")),
        }
    } else {
        let remedy = "`ketboard sweep` with the same plan makes what is missing";
        astray(RECORDS, format!("{}; {remedy}", lacking(&found.missing)));
    }
    let of_plan: HashSet<&str> = runs.iter().map(String::as_str).collect();
    let mut order = runs.iter().filter(|run| there.contains(run.as_str()));
    for (line, record) in records {
        if !of_plan.contains(&*record.run) {
            found.wrong.push(wrong(line, unplanned(&planned, record)));
        } else if let Some(other) = order.next().filter(|other| **other != record.run)
            && found.missing.is_empty()
        {
            let what =
                format!("the plan has {other} here; put the lines back into the plan's order");
            found.wrong.push(wrong(line, what));
        }
    }
    Some(planned)
}

/// What makes a file anew.
const ANEW: &str = "`ketboard sweep` with the same plan writes it anew";
/// What to do with a plan that was changed.
const BACK: &str =
    "put it back as it was, or take it away: `ketboard sweep` with the same plan writes it anew";

/// The runs of a chain, beside its name.
type RunsOfChain = (String, Vec<String>);

/// The plan of a folder and its runs; or why there is none.
fn plan_of(folder: &Path) -> std::result::Result<(Planned, Vec<RunsOfChain>), String> {
    let text = read_file(&folder.join(PLAN));
    let text = text.map_err(|_| format!("is missing or cannot be read; {ANEW}"))?;
    let planned = Planned::parse(&text).map_err(|reason| format!("{reason}; {BACK}"))?;
    let chains = planned
        .chains()
        .map_err(|error| format!("{error}; {BACK}"))?;
    let runs = chains.into_iter().map(|chain| {
        let runs = planned.runs(&chain).collect();
        (chain, runs)
    });
    let runs = runs.collect();
    Ok((planned, runs))
}

/// Why a record is none of the plan.
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

/// `3 runs of the plan are missing: a, b, c`.
fn lacking(missing: &[String]) -> String {
    /// Runs that are named.
    const NAMED: usize = 3;
    let count = missing.len();
    let named = missing[..count.min(NAMED)].join(", ");
    let are = match count {
        1 => "run of the plan is",
        _ => "runs of the plan are",
    };
    let more = match count.saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{count} {are} missing: {named}{more}")
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
