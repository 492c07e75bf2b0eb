//! Folders of results into one: the shards of a plan, or what workers that share a folder made. The
//! records, their order and their table are byte for byte those of a single run.

use super::chain::Chain;
use super::difference::difference;
use super::gathered::Gathered;
use super::journal::{self, Journal, JournalTimes, PLAN};
use super::planned::{Planned, PlannedChain, with_defaults};
use super::run::Results;
use super::shard::{self, Shard, ShardNote};
use super::subject::RunSubject;
use super::{RunSource, summary};
use crate::error::{Error, Result};
use crate::files::read_text;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Folders that were merged.
#[derive(Debug)]
pub(crate) struct Merged {
    /// All records, in the plan's order.
    pub results: Results,
    /// How many records there are.
    pub runs: usize,
    /// The puzzles under settings that no folder could run, by the first part of the names of their
    /// runs.
    pub left_out: Vec<String>,
    planned: Planned,
}

/// Merges `folders` into the folder `out`, which may hold some of the same records already.
///
/// # Errors
/// Folders of different plans, of another version than this program, or made by programs of
/// different commits; a line that is no record of the plan, or differs from that of the same run
/// elsewhere; runs that no folder holds: which shard lacks them, and how they are made; a folder
/// that cannot be written, or is in use.
pub(crate) fn merge(folders: &[PathBuf], out: &Path) -> Result<Merged> {
    let parts = MergedFolders::read(folders, out)?;
    shard::check(out, None)?;
    let journal = Journal::open(out, &parts.plan, |run| parts.runs.contains(run))?;
    parts.merge_into(journal, out)
}

/// As [`merge`]; `None` where another process writes to `out`.
///
/// # Errors
/// As there.
pub(super) fn merge_if_free(folders: &[PathBuf], out: &Path) -> Result<Option<Merged>> {
    let parts = MergedFolders::read(folders, out)?;
    let journal = Journal::open_if_free(out, &parts.plan, |run| parts.runs.contains(run))?;
    let merged = journal.map(|journal| parts.merge_into(journal, out));
    merged.transpose()
}

/// What folders hold of one plan.
struct MergedFolders<'f> {
    folders: &'f [PathBuf],
    /// The plan as it stands in their files.
    plan: Map<String, Value>,
    planned: Planned,
    /// The names of all its runs.
    runs: HashSet<String>,
    records: Gathered,
    /// The chains all of whose runs are there.
    whole: Vec<PlannedChain>,
    /// The names of those that no folder could run.
    left_out: Vec<String>,
}

impl<'f> MergedFolders<'f> {
    /// Reads and checks everything; nothing is written.
    fn read(folders: &'f [PathBuf], out: &Path) -> Result<Self> {
        let (plan, planned) = common_plan(folders)?;
        check_commits(folders, None)?;
        let chains = planned.chains();
        let runs: HashSet<String> = chains
            .iter()
            .flat_map(|chain| chain.runs(&planned))
            .collect();
        let mut records = Gathered::new(runs.clone());
        journal::check(out, &plan)?;
        for folder in folders {
            records.read(folder)?;
        }
        records.read(out)?;
        let mut parts = Self {
            folders,
            plan,
            planned,
            runs,
            records,
            whole: Vec::new(),
            left_out: Vec::new(),
        };
        (parts.whole, parts.left_out) = parts.whole_chains(chains)?;
        Ok(parts)
    }

    fn merge_into(self, mut journal: Journal, out: &Path) -> Result<Merged> {
        let runs = self
            .whole
            .iter()
            .flat_map(|chain| chain.runs(&self.planned));
        let runs: Vec<String> = runs.collect();
        for run in &runs {
            if !journal.holds(run)
                && let Some(line) = self.records.line(run)?
            {
                journal.append_line(run, &line)?;
            }
        }
        self.keep_times(out, &runs);
        let results = Results::of(out);
        summary::write(&results, &runs)?;
        let lock = journal.settle(runs.iter().map(String::as_str))?;
        Ok(Merged {
            results: results.locked(lock),
            runs: runs.len(),
            left_out: self.left_out,
            planned: self.planned,
        })
    }

    /// The chains all of whose runs are there, and the names of those that no folder could run.
    ///
    /// # Errors
    /// Where others are missing: which, and how they are made.
    fn whole_chains(&self, chains: Vec<PlannedChain>) -> Result<(Vec<PlannedChain>, Vec<String>)> {
        let is_there = |run: &String| self.records.holds(run);
        let notes = self.notes()?;
        let is_assigned = |name: &String| {
            let mut notes = notes.iter();
            notes.any(|(_, note)| note.chains.contains(name))
        };
        let folders = self.folders.iter();
        let refused: HashSet<String> = folders
            .flat_map(|folder| JournalTimes::left_out(folder))
            .collect();
        let (mut whole, mut left_out, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for chain in chains {
            let there = chain.runs(&self.planned).filter(is_there).count();
            if there == self.planned.depths().len() {
                whole.push(chain);
            } else if there == 0 && refused.contains(&chain.name) && !is_assigned(&chain.name) {
                left_out.push(chain.name);
            } else {
                missing.push(chain.name);
            }
        }
        match missing.is_empty() {
            true => Ok((whole, left_out)),
            false => Err(lacking(&missing, &notes)),
        }
    }

    /// What the folders that hold shards say of themselves.
    fn notes(&self) -> Result<Vec<(&Path, ShardNote)>> {
        let mut notes = Vec::new();
        for folder in self.folders {
            notes.extend(ShardNote::read(folder)?.map(|note| (&**folder, note)));
        }
        Ok(notes)
    }

    /// Takes over wall times and traces, and what was left out.
    fn keep_times(&self, out: &Path, runs: &[String]) {
        let folders = self.folders.iter();
        let mut times: HashMap<&Path, _> = folders
            .map(|folder| (&**folder, JournalTimes::read(folder)))
            .collect();
        let known = JournalTimes::read(out);
        let mut kept = JournalTimes::open(out);
        kept.leave_out(out, &self.left_out);
        for run in runs.iter().filter(|run| !known.contains_key(*run)) {
            let folder = self.records.folder_of(run);
            let time = folder.and_then(|folder| times.get_mut(folder)?.remove(run));
            if let Some(time) = time {
                kept.append(&time);
            }
        }
    }
}

/// The one plan of all folders, as it stands in their files and as it is meant.
fn common_plan(folders: &[PathBuf]) -> Result<(Map<String, Value>, Planned)> {
    let wrong = |path: &Path, found: String| {
        let remedy = "give folders that `ketboard sweep` filled";
        Error::input(path.display().to_string(), None, found, remedy)
    };
    let mut common: Option<(&Path, Value, Planned)> = None;
    for folder in folders {
        let path = folder.join(PLAN);
        let text = read_text(&path)?;
        let planned = Planned::read(&text).map_err(|found| wrong(&path, found))?;
        let plan: Value =
            serde_json::from_str(&text).map_err(|error| wrong(&path, error.to_string()))?;
        let Some((first, wanted, _)) = &common else {
            common = Some((folder, plan, planned));
            continue;
        };
        let completed = |plan: &Value| {
            let named = plan.as_object();
            named.map_or_else(|| plan.clone(), |named| Value::Object(with_defaults(named)))
        };
        if let Some(difference) = difference(&completed(wanted), &completed(&plan)) {
            let found = format!(
                "{} and {} hold runs of different plans: {} is {} in the one, and {} in the other",
                first.display(),
                folder.display(),
                difference.key,
                difference.left,
                difference.right
            );
            return Err(Error::argument(
                "folders",
                found,
                "give folders of one plan",
            ));
        }
    }
    let Some((folder, Value::Object(plan), planned)) = common else {
        let found = "no folder is given";
        return Err(Error::argument(
            "folders",
            found,
            "give those of all shards",
        ));
    };
    let this = env!("CARGO_PKG_VERSION");
    if planned.version != this {
        let found = format!(
            "version {} made {}, and this is version {this}",
            planned.version,
            folder.display()
        );
        let remedy = "merge with the program that made them, or run the plan again with this one";
        return Err(Error::argument("folders", found, remedy));
    }
    Ok((plan, planned))
}

/// Succeeds if one program made all records, and is of the commit `this` where that is given.
///
/// # Errors
/// Where programs of different commits made them, as far as that is known.
pub(super) fn check_commits(folders: &[PathBuf], this: Option<&str>) -> Result<()> {
    let this = this.map(|commit| ("this program".to_owned(), commit.to_owned()));
    let of_folders = folders.iter().flat_map(|folder| {
        let who = format!("the program behind {}", folder.display());
        let commits = JournalTimes::commits(folder).into_iter();
        commits.map(move |commit| (who.clone(), commit))
    });
    let mut commits = this.into_iter().chain(of_folders);
    let Some((first, wanted)) = commits.next() else {
        return Ok(());
    };
    let Some((other, found)) = commits.find(|(_, commit)| *commit != wanted) else {
        return Ok(());
    };
    let found = format!("{first} is of commit {wanted}, and {other} of {found}");
    let remedy = "numbers may differ between them: take what one of them made away, and make it again with the other";
    Err(Error::argument("folders", found, remedy))
}

/// Shards that a message tells one by one.
const TOLD: usize = 4;

/// Says which chains are missing, of which shard, and how they are made.
fn lacking(missing: &[String], notes: &[(&Path, ShardNote)]) -> Error {
    let mut told = Vec::new();
    let mut open: Vec<&String> = missing.iter().collect();
    for (folder, note) in notes {
        let (of_this, others) = open.iter().partition(|name| note.chains.contains(name));
        let of_this: Vec<&String> = of_this;
        open = others;
        if let Some(first) = of_this.first() {
            let folder = folder.display();
            let shard = note.shard;
            told.push(format!(
                "shard {shard} in {folder} lacks {} (`ketboard sweep` with the same plan, `shard` {shard} and `out` {folder} \
                 makes them)",
                counted(first, of_this.len())
            ));
        }
    }
    if let (Some(first), false) = (open.first(), notes.is_empty()) {
        let there: Vec<Shard> = notes.iter().map(|(_, note)| note.shard).collect();
        let absent = there[0].all().filter(|shard| !there.contains(shard));
        let absent: Vec<String> = absent.map(|shard| shard.to_string()).collect();
        let named = absent
            .iter()
            .take(TOLD)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        told.push(match absent.len() {
            0 => format!("no shard has {}", counted(first, open.len())),
            1..=TOLD => format!("no folder is given of shard {named}"),
            more => format!(
                "no folder is given of shard {named} and {} more",
                more - TOLD
            ),
        });
    } else if let Some(first) = open.first() {
        told.push(format!(
            "no folder has {} (`ketboard sweep` with the same plan makes them)",
            counted(first, open.len())
        ));
    }
    let more = told.len().saturating_sub(TOLD);
    told.truncate(TOLD);
    if more > 0 {
        told.push(format!("and so on for {more} more"));
    }
    let remedy = "make what is missing, and merge again";
    Error::argument("folders", told.join("; "), remedy)
}

/// Chains, the first by its name.
fn counted(first: &str, count: usize) -> String {
    match count {
        1 => format!("runs of {first}"),
        count => format!("runs of {first} and {} more", count - 1),
    }
}

impl Merged {
    /// Of each puzzle the first chain, ready to be drawn.
    ///
    /// # Errors
    /// A record that cannot be read; what does not fit into the memory of this machine.
    pub(crate) fn chains_to_draw(&self) -> Result<Vec<Chain>> {
        let planned = self.planned.chains();
        let mut firsts: HashMap<String, &PlannedChain> = HashMap::new();
        let mut prepared = Vec::new();
        let by_run: HashMap<String, &PlannedChain> = planned
            .iter()
            .flat_map(|chain| chain.runs(&self.planned).map(move |run| (run, chain)))
            .collect();
        for record in self.results.records()? {
            let record = record?;
            let Some(chain) = by_run.get(&record.run) else {
                continue;
            };
            if firsts.contains_key(&record.name) {
                continue;
            }
            firsts.insert(record.name.clone(), chain);
            let source = RunSource {
                file: format!("{}.toml", record.name),
                name: record.name,
                input: record.input,
            };
            let subject = RunSubject::prepare(&source, &chain.setting)??;
            let wanted = self.planned.contents().at(self.planned.depths());
            prepared.push(Chain::new(Arc::new(subject), chain.setting.clone(), wanted));
        }
        Ok(prepared)
    }
}
