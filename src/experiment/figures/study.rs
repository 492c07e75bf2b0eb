//! Records sorted for figures: into groups, a line of a chart each, and under each the puzzles from
//! depth to depth.
//!
//! A group is a setting, or what has a line of its own by the plan. Settings that differ in their
//! seed alone are one setting, and the runs of a puzzle under it one chain: whatever is counted or
//! drawn of many is counted and drawn of puzzles. The seeds of a puzzle are drawn as the median of
//! a number ([`RecordChain::curve`]), and of single states the run that reached the lowest
//! objective ([`RecordChain::at`]).

use super::{FigurePlan, unknown};
use crate::error::{Error, Result};
use crate::lab::quantity;
use crate::pipeline::Record;
use crate::plots::{Curve, Datum, MOST_SERIES, median_ends};
use crate::settings::{SETTINGS, Settings, differences, setting};
use glob::Pattern;
use ketboard_circuits::quantile;
use std::collections::BTreeSet;

/// A number of a record with the 95 % interval of it where it is measured; an upper end may be
/// infinite.
pub(super) type Reading = (f64, Option<(f64, f64)>);

/// The number of this key, as [`quantity`] knows it.
pub(super) fn read(key: &str, record: &Record) -> Option<Reading> {
    let number = quantity(key);
    Some((number.value(record)?, number.interval(record)))
}

/// What is read of a record, where it has it.
pub(super) type Readable<'f> = &'f dyn Fn(&Record) -> Option<Reading>;

/// Records of one puzzle under one setting, by rising depth, those of several seeds side by side.
#[derive(Debug)]
pub(super) struct RecordChain<'a> {
    /// The puzzle's name, with the label of its group where a puzzle has several chains.
    pub(super) name: String,
    pub(super) records: Vec<&'a Record>,
}

impl<'a> RecordChain<'a> {
    /// The run at a depth whose objective is the lowest among its seeds.
    pub(super) fn at(&self, depth: usize) -> Option<&'a Record> {
        let runs = self.of_depth(depth);
        let value = |record: &Record| record.objective.unwrap_or(f64::NAN);
        runs.min_by(|a, b| value(a).total_cmp(&value(b)))
    }

    /// The run of every depth, as [`Self::at`] chooses it.
    pub(super) fn best(&self) -> impl DoubleEndedIterator<Item = &'a Record> {
        self.depths().into_iter().filter_map(|depth| self.at(depth))
    }

    /// The depths that were run.
    pub(super) fn depths(&self) -> BTreeSet<usize> {
        self.records.iter().map(|record| record.depth).collect()
    }

    /// The number at every depth that has it, under the name of the puzzle alone.
    pub(super) fn curve(&self, of: Readable<'_>) -> Curve {
        let depths = self.depths().into_iter();
        Curve {
            name: self.records[0].name.clone(),
            points: depths.filter_map(|depth| self.datum(of, depth)).collect(),
        }
    }

    /// The number at a depth: of several seeds the median of each number, and none where a run
    /// lacks it.
    pub(super) fn datum(&self, of: Readable<'_>, depth: usize) -> Option<Datum> {
        let sample: Vec<Reading> = self.of_depth(depth).map(of).collect::<Option<_>>()?;
        Some(Datum {
            x: depth as f64,
            y: quantile(sample.iter().map(|one| one.0), 0.5)?,
            interval: median_ends(sample.iter().map(|one| one.1)),
        })
    }

    fn of_depth(&self, depth: usize) -> impl Iterator<Item = &'a Record> {
        let all = self.records.iter().copied();
        all.filter(move |record| record.depth == depth)
    }
}

/// The chains that are one line of a chart.
#[derive(Debug)]
pub(super) struct ChainGroup<'a> {
    /// In what it differs from the others; empty where there is one.
    pub(super) label: String,
    pub(super) chains: Vec<RecordChain<'a>>,
}

/// The records of a folder, sorted.
#[derive(Debug)]
pub(super) struct Study<'a> {
    /// At most as many as a plot can show.
    pub(super) groups: Vec<ChainGroup<'a>>,
    /// How many groups more there are.
    pub(super) more_groups: usize,
    /// The depth of figures of one depth: that of the plan, or the deepest that most chains have.
    pub(super) depth: usize,
    pub(super) plan: &'a FigurePlan,
}

impl<'a> Study<'a> {
    /// The records of the plan's puzzles.
    ///
    /// # Errors
    /// If there is none, or the plan's depth or what has lines of its own
    /// is not known.
    pub(super) fn new(records: &[&'a Record], plan: &'a FigurePlan) -> Result<Self> {
        check_names(records, plan)?;
        let is_wanted = |name: &str| {
            plan.puzzles.is_empty() || plan.puzzles.iter().any(|pattern| fits(pattern, name))
        };
        let records = records.iter().copied();
        let records: Vec<&'a Record> = records.filter(|one| is_wanted(&one.name)).collect();
        let mut groups: Vec<ChainGroup<'a>> = Vec::new();
        for (label, record) in labels(&records, &plan.by)?.into_iter().zip(records) {
            let known = groups.iter().position(|group| group.label == label);
            let place = known.unwrap_or(groups.len());
            if known.is_none() {
                let chains = Vec::new();
                groups.push(ChainGroup { label, chains });
            }
            add(&mut groups[place].chains, record);
        }
        let more_groups = groups.len().saturating_sub(MOST_SERIES);
        groups.truncate(MOST_SERIES);
        if let [only] = groups.as_mut_slice() {
            only.label.clear();
        }
        let chains = groups.iter().flat_map(|group| &group.chains);
        let names: Vec<String> = chains.map(|chain| chain.name.clone()).collect();
        for ChainGroup { label, chains } in &mut groups {
            for RecordChain { name, .. } in chains {
                if !label.is_empty() && names.iter().filter(|other| *other == name).count() > 1 {
                    *name = format!("{name}, {label}");
                }
            }
        }
        Ok(Self {
            depth: depth(&groups, plan.depth)?,
            groups,
            more_groups,
            plan,
        })
    }

    /// All chains, group after group.
    pub(super) fn chains(&self) -> impl Iterator<Item = &RecordChain<'a>> {
        self.groups.iter().flat_map(|group| &group.chains)
    }

    /// All records of all chains.
    pub(super) fn records(&self) -> impl Iterator<Item = &'a Record> {
        self.chains()
            .flat_map(|chain| chain.records.iter().copied())
    }
}

/// Whether a name of the plan, or a pattern, is that of a puzzle.
fn fits(pattern: &str, name: &str) -> bool {
    pattern == name || Pattern::new(pattern).is_ok_and(|pattern| pattern.matches(name))
}

/// Refuses names that none of the records has.
fn check_names(records: &[&Record], plan: &FigurePlan) -> Result<()> {
    let all: BTreeSet<&str> = records.iter().map(|record| &*record.name).collect();
    if all.is_empty() {
        let remedy = "give at least one";
        return Err(Error::argument("records", "there are none", remedy));
    }
    let is_unknown = |pattern: &&String| !all.iter().any(|name| fits(pattern, name));
    let found = |name| format!("no record is of {name:?}");
    let wrong = plan.puzzles.iter().find(is_unknown);
    wrong.map_or(Ok(()), |name| {
        Err(unknown("puzzles", found(name), all.iter()))
    })
}

/// The label of each record's group.
fn labels(records: &[&Record], by: &[String]) -> Result<Vec<String>> {
    if by.is_empty() {
        let settings = records.iter().map(|record| without_seed(&record.setting));
        return Ok(differences(&settings.collect::<Vec<_>>()));
    }
    let value = |record: &Record, name: &String| match (&**name, setting(name)) {
        ("qubits", _) => Ok(format!("{} qubits", record.qubits)),
        ("family", _) => Ok(record.family.clone().unwrap_or_else(|| "model".to_owned())),
        (_, Some(setting)) => Ok(setting.get(&record.setting)),
        (_, None) => {
            let all = SETTINGS.iter().map(|setting| setting.name);
            let all = ["family", "qubits"].into_iter().chain(all);
            Err(unknown("by", format!("there is no setting {name:?}"), all))
        }
    };
    let label = |record: &&Record| {
        let values = by.iter().map(|name| value(record, name));
        Ok(values.collect::<Result<Vec<_>>>()?.join(", "))
    };
    records.iter().map(label).collect()
}

/// The setting whose seed is none of it.
pub(crate) fn without_seed(setting: &Settings) -> Settings {
    Settings {
        seed: 0,
        ..setting.clone()
    }
}

/// Adds a record to the chain of its puzzle and its setting.
fn add<'a>(chains: &mut Vec<RecordChain<'a>>, record: &'a Record) {
    let is_own = |chain: &&mut RecordChain<'_>| {
        let first = chain.records[0];
        let is_same = (&first.name, &first.input) == (&record.name, &record.input);
        is_same && without_seed(&first.setting) == without_seed(&record.setting)
    };
    let key = |record: &Record| (record.depth, record.setting.seed);
    match chains.iter_mut().find(is_own) {
        Some(chain) => {
            let before = |known: &&Record| key(known) <= key(record);
            let place = chain.records.partition_point(before);
            chain.records.insert(place, record);
        }
        None => chains.push(RecordChain {
            name: record.name.clone(),
            records: vec![record],
        }),
    }
}

fn depth(groups: &[ChainGroup<'_>], wanted: Option<usize>) -> Result<usize> {
    let depths = || groups.iter().flat_map(|group| &group.chains);
    let depths = || depths().flat_map(RecordChain::depths);
    let all: BTreeSet<usize> = depths().collect();
    let having = |depth: &usize| depths().filter(|other| other == depth).count();
    match wanted {
        Some(depth) if all.contains(&depth) => Ok(depth),
        Some(depth) => {
            let found = format!("no record is of depth {depth}");
            Err(unknown("depth", found, all.iter()))
        }
        // the last of several equal ones is the deepest
        None => Ok(all.iter().copied().max_by_key(having).unwrap_or(1)),
    }
}
