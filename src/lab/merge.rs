//! Folders of the shards of a plan into one. The records, their order and their table are byte for
//! byte those of a single run.

use super::folder::lacking;
use super::journal::{Journal, JournalTimes, PLAN, RECORDS};
use super::planned::Planned;
use super::read::RecordFile;
use super::run::Results;
use super::shard::{self, Shard, ShardNote};
use super::summary;
use crate::error::{Error, Result};
use crate::files::read_file;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Folders that were merged.
#[derive(Debug)]
pub(crate) struct Merged {
    /// How many records there are.
    pub runs: usize,
    /// The puzzles under settings that no folder could run, by the first part of the names of their
    /// runs.
    pub left_out: Vec<String>,
}

/// Merges `folders` into the folder `out`, which may hold some of the same records already.
///
/// # Errors
/// Folders of different plans, of another version than this program, or made by programs of
/// different commits; a line that is no record of the plan, or differs from that of the same run
/// elsewhere; runs that no folder holds; a folder that cannot be written, or is in use.
pub(crate) fn merge(folders: &[PathBuf], out: &Path) -> Result<Merged> {
    let planned = common_plan(folders)?;
    check_commits(folders)?;
    shard::check(out, None)?;
    let chains = planned.chains()?;
    let of_plan = chains.iter().flat_map(|chain| planned.runs(chain));
    let of_plan: HashSet<String> = of_plan.collect();
    let before = Some(out.to_owned()).filter(|out| out.join(RECORDS).exists());
    let folders: Vec<PathBuf> = folders.iter().cloned().chain(before).collect();
    let files = folders.iter().map(|folder| RecordFile::read(folder));
    let files: Vec<RecordFile> = files.collect::<Result<_>>()?;
    let mut lines = HashMap::new();
    for (folder, file) in folders.iter().zip(&files) {
        for line in file.counted() {
            let (line, record) = line?;
            if !of_plan.contains(&record.run) {
                let found = format!("the run {} is not in the plan", record.run);
                return Err(file.error(line, found, "give folders of one plan"));
            }
            let known = lines.entry(&*record.run).or_insert((folder, file, line));
            if known.1.bytes_of(known.2) != file.bytes_of(line) {
                return Err(file.differs(line, record, &known.1.place(known.2)));
            }
        }
    }

    let notes = folders.iter().map(|folder| ShardNote::read(folder));
    let notes: Vec<ShardNote> = notes.filter_map(Result::transpose).collect::<Result<_>>()?;
    let refused = folders
        .iter()
        .flat_map(|folder| JournalTimes::left_out(folder));
    let refused: HashSet<String> = refused.collect();
    let (mut runs, mut left_out, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for chain in &chains {
        let own: Vec<String> = planned.runs(chain).collect();
        let is_there = |run: &&String| lines.contains_key(run.as_str());
        let is_assigned = notes.iter().any(|note| note.chains.contains(chain));
        if !own.iter().any(|run| is_there(&run)) && refused.contains(chain) && !is_assigned {
            left_out.push(chain.clone());
        } else {
            missing.extend(own.iter().filter(|run| !is_there(run)).cloned());
            runs.extend(own);
        }
    }
    if !missing.is_empty() {
        let found = format!("{}{}", lacking(&missing), of_shards(&missing, &notes));
        let remedy = "make them by `ketboard sweep` with the same plan and shard, and merge again";
        return Err(Error::argument("folders", found, remedy));
    }

    let mut journal = Journal::open(out, &planned, |run| of_plan.contains(run))?;
    let mut times = JournalTimes::open(out);
    times.leave_out(out, &left_out);
    let each = folders
        .iter()
        .map(|folder| (folder, JournalTimes::read(folder)));
    let mut known: HashMap<&PathBuf, _> = each.collect();
    for run in &runs {
        let (folder, file, line) = lines[run.as_str()];
        if !journal.holds(run) {
            journal.append_line(run, file.bytes_of(line))?;
            let time = known.get_mut(folder).and_then(|times| times.remove(run));
            time.iter().for_each(|time| times.append(time));
        }
    }
    summary::write(&Results::of(out), &runs)?;
    journal.settle(runs.iter().map(String::as_str))?;
    Ok(Merged {
        runs: runs.len(),
        left_out,
    })
}

/// Shards that a message names one by one.
const NAMED: usize = 4;

/// Which shards have `missing` runs, as far as the folders tell: `, of shard 2/7, 4/7`.
fn of_shards(missing: &[String], notes: &[ShardNote]) -> String {
    let Some(first) = notes.first() else {
        return String::new();
    };
    let has = |note: &ShardNote| {
        let is_of = |run: &String, chain: &String| {
            run.rsplit_once("-p").is_some_and(|(name, _)| name == chain)
        };
        note.chains
            .iter()
            .any(|chain| missing.iter().any(|run| is_of(run, chain)))
    };
    let lacks = |shard: &Shard| match notes.iter().find(|note| note.shard == *shard) {
        Some(note) => has(note),
        None => true, // no folder is given of it
    };
    let lacking = first.shard.all().filter(lacks).take(NAMED);
    let lacking: Vec<String> = lacking.map(|shard| shard.to_string()).collect();
    match lacking.is_empty() {
        true => String::new(),
        false => format!(", of shard {}", lacking.join(", ")),
    }
}

/// The one plan of all folders.
fn common_plan(folders: &[PathBuf]) -> Result<Planned> {
    let mut common: Option<(&Path, Planned)> = None;
    for folder in folders {
        let path = folder.join(PLAN);
        let planned = Planned::parse(&read_file(&path)?).map_err(|found| {
            let remedy = "give folders that `ketboard sweep` filled";
            Error::input(path.display().to_string(), None, found, remedy)
        })?;
        let Some((first, wanted)) = &common else {
            common = Some((folder, planned));
            continue;
        };
        let differs = planned.lacks(wanted).or_else(|| wanted.lacks(&planned));
        if let Some((found, _)) = differs {
            let (first, folder) = (first.display(), folder.display());
            let found = format!("{first} and {folder} hold runs of different plans: {found}");
            return Err(Error::argument(
                "folders",
                found,
                "give folders of one plan",
            ));
        }
    }
    let none = || Error::argument("folders", "no folder is given", "give those of all shards");
    let (folder, planned) = common.ok_or_else(none)?;
    let this = env!("CARGO_PKG_VERSION");
    if planned.version != this {
        let (version, folder) = (&planned.version, folder.display());
        let found = format!("version {version} made {folder}, and this is version {this}");
        let remedy = "merge with the program that made them, or run the plan again with this one";
        return Err(Error::argument("folders", found, remedy));
    }
    Ok(planned)
}

/// Succeeds if one program made all records.
///
/// # Errors
/// Where programs of different commits made them, as far as that is known.
fn check_commits(folders: &[PathBuf]) -> Result<()> {
    let made = folders.iter().flat_map(|folder| {
        let commits = JournalTimes::commits(folder).into_iter();
        commits.map(move |commit| (folder, commit))
    });
    let made: Vec<(&PathBuf, String)> = made.collect();
    let other = made.iter().find(|(_, commit)| *commit != made[0].1);
    let Some((folder, commit)) = other else {
        return Ok(());
    };
    let found = format!(
        "the program behind {} is of commit {}, and the program behind {} of {commit}",
        made[0].0.display(),
        made[0].1,
        folder.display()
    );
    let remedy = "numbers may differ between them: take what one of them made away, and make it again with the other";
    Err(Error::argument("folders", found, remedy))
}
