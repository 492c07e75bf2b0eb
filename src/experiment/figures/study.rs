//! Records sorted for figures: settings, and under each the puzzles from depth to depth.
//!
//! Settings that differ in their seed alone are one setting, and the runs of a puzzle under it one
//! chain: whatever is counted or drawn of many is counted and drawn of puzzles. What stands for the
//! seeds of a puzzle is the median of a number ([`RecordChain::curve`]), and of single states the
//! run that reached the lowest objective ([`RecordChain::at`]).

use super::FigurePlan;
use super::curves::{BASELINES, Readable, Reading, labeled};
use super::words::slug;
use crate::error::{Error, Result};
use crate::experiment::LandscapeRecord;
use crate::lab::Record;
use crate::plots::{Curve, Datum, Heading, MOST_SERIES, PictureLayout};
use crate::settings::{Settings, differences};
use ketboard_circuits::{Interval, median};
use std::collections::BTreeSet;

/// Records of one puzzle under one setting, by rising depth, those of several seeds side by side.
#[derive(Debug)]
pub(super) struct RecordChain<'a> {
    /// The puzzle's name; or what the plan calls it.
    pub(super) name: String,
    /// The end of the names of its files, which no label of the plan changes.
    pub(super) slug: String,
    pub(super) records: Vec<&'a Record>,
}

impl<'a> RecordChain<'a> {
    /// The run at a depth whose objective is the lowest among its seeds.
    pub(super) fn at(&self, depth: usize) -> Option<&'a Record> {
        let runs = self.of_depth(depth);
        runs.min_by(|a, b| a.objective.total_cmp(&b.objective))
    }

    /// The run of every depth, as [`Self::at`] chooses it.
    pub(super) fn best(&self) -> impl DoubleEndedIterator<Item = &'a Record> {
        self.depths().into_iter().filter_map(|depth| self.at(depth))
    }

    /// The depths that were run.
    pub(super) fn depths(&self) -> BTreeSet<usize> {
        self.records.iter().map(|record| record.depth).collect()
    }

    /// The number at every depth that has it: of several seeds the median of each number, and none
    /// where a run lacks it.
    pub(super) fn curve(&self, of: Readable<'_>) -> Curve {
        let at = |depth: usize| {
            let sample: Option<Vec<Reading>> = self.of_depth(depth).map(of).collect();
            let sample = sample?;
            let end = |side: fn(Interval) -> f64| {
                let ends: Option<Vec<f64>> = sample.iter().map(|one| one.1.map(side)).collect();
                median(ends?)
            };
            Some(Datum {
                x: depth as f64,
                y: median(sample.iter().map(|one| one.0))?,
                interval: end(|ends| ends.0).zip(end(|ends| ends.1)),
            })
        };
        Curve {
            name: self.name.clone(),
            points: self.depths().into_iter().filter_map(at).collect(),
        }
    }

    fn of_depth(&self, depth: usize) -> impl Iterator<Item = &'a Record> {
        let all = self.records.iter().copied();
        all.filter(move |record| record.depth == depth)
    }
}

/// All chains under one setting.
#[derive(Debug)]
pub(super) struct SettingGroup<'a> {
    /// In what it differs from the others; empty where there is one.
    pub(super) label: String,
    pub(super) chains: Vec<RecordChain<'a>>,
}

/// Settings by their labels, none for all, beside which something is the same on every puzzle, with
/// a chain for each puzzle.
pub(super) type SharedBaseline<'s, 'a> = (Vec<String>, Vec<&'s RecordChain<'a>>);

/// The records of a folder, sorted.
#[derive(Debug)]
pub(super) struct Study<'a> {
    /// At most as many as a plot tells apart; none where there are landscapes alone.
    pub(super) groups: Vec<SettingGroup<'a>>,
    /// How many settings more there are.
    pub(super) more_settings: usize,
    /// The depth of figures of one depth: that of the plan, or the deepest that most chains have.
    pub(super) depth: usize,
    /// Whether the plan names puzzles.
    pub(super) puzzles_named: bool,
    pub(super) landscapes: Vec<&'a LandscapeRecord>,
    /// How pictures are laid out.
    pub(super) layout: PictureLayout,
    labels: &'a [(String, String)],
}

impl<'a> Study<'a> {
    /// The records of the plan's puzzles.
    ///
    /// # Errors
    /// If there is none, one run stands twice, or no record has the plan's depth.
    pub(super) fn new(records: &[&'a Record], plan: &'a FigurePlan) -> Result<Self> {
        let chosen = chosen(records, plan)?;
        let mut settings: Vec<Settings> = Vec::new();
        for record in &chosen {
            let setting = without_seed(&record.setting);
            if !settings.contains(&setting) {
                settings.push(setting);
            }
        }
        let more_settings = settings.len().saturating_sub(MOST_SERIES);
        settings.truncate(MOST_SERIES);
        let labels = differences(&settings);
        let group = |(setting, label): (&Settings, String)| {
            let own = |record: &&&'a Record| without_seed(&record.setting) == *setting;
            Ok(SettingGroup {
                label,
                chains: chains(chosen.iter().filter(own).copied())?,
            })
        };
        let groups = settings.iter().zip(labels).map(group);
        let mut groups = groups.collect::<Result<Vec<SettingGroup<'a>>>>()?;
        check_labels(&groups, &plan.labels)?;
        for group in &mut groups {
            for chain in &mut group.chains {
                chain.slug = slug(&labeled(&chain.name, &group.label));
                chain.name = renamed(&plan.labels, &chain.name);
            }
            group.label = renamed(&plan.labels, &group.label);
        }
        let depth = depth(&groups, plan.depth)?;
        Ok(Self {
            groups,
            more_settings,
            depth,
            puzzles_named: !plan.puzzles.is_empty(),
            landscapes: plan
                .landscapes
                .iter()
                .filter(|of| wanted(&of.name, plan))
                .collect(),
            layout: plan.layout,
            labels: &plan.labels,
        })
    }

    /// The words around a picture, as the plan lays it out.
    pub(super) fn heading(&self, title: impl Into<String>, caption: impl Into<String>) -> Heading {
        Heading {
            layout: self.layout,
            ..Heading::new(title, caption)
        }
    }

    /// What the plan calls a series of this name.
    pub(super) fn renamed(&self, name: &str) -> String {
        renamed(self.labels, name)
    }

    /// All chains with the label of their setting.
    pub(super) fn chains(&self) -> impl Iterator<Item = (&str, &RecordChain<'a>)> {
        let groups = self.groups.iter();
        groups.flat_map(|group| group.chains.iter().map(|chain| (&*group.label, chain)))
    }

    /// The chains of which a baseline has a number, each puzzle once where all settings agree on
    /// it; else those of the settings that do, apart.
    pub(super) fn baselines(&self, of: Readable<'_>) -> Vec<SharedBaseline<'_, 'a>> {
        let mut found: Vec<SharedBaseline<'_, 'a>> = Vec::new();
        let same =
            |a: &RecordChain<'_>, b: &RecordChain<'_>| a.records[0].input == b.records[0].input;
        for group in &self.groups {
            let has = |chain: &&RecordChain<'_>| !chain.curve(of).points.is_empty();
            let own: Vec<&RecordChain<'a>> = group.chains.iter().filter(has).collect();
            let agrees = |(_, chains): &&mut SharedBaseline<'_, 'a>| {
                own.iter().all(|chain| {
                    let mut known = chains.iter().filter(|known| same(chain, known));
                    known.all(|known| chain.curve(of).points == known.curve(of).points)
                })
            };
            match found.iter_mut().find(agrees) {
                _ if own.is_empty() => (),
                Some((beside, chains)) => {
                    let is_new = |c: &&RecordChain<'_>| !chains.iter().any(|known| same(c, known));
                    let new: Vec<_> = own.into_iter().filter(is_new).collect();
                    chains.extend(new);
                    beside.push(group.label.clone());
                }
                None => found.push((vec![group.label.clone()], own)),
            }
        }
        if let [(beside, _)] = found.as_mut_slice() {
            beside.clear();
        }
        found
    }

    /// All records of all chains, setting after setting.
    pub(super) fn records(&self) -> impl Iterator<Item = &'a Record> {
        self.chains()
            .flat_map(|(_, chain)| chain.records.iter().copied())
    }
}

fn renamed(labels: &[(String, String)], name: &str) -> String {
    let found = labels.iter().find(|(old, _)| old == name);
    found.map_or_else(|| name.to_owned(), |(_, new)| new.clone())
}

/// Refuses a label whose old name no series has.
fn check_labels(groups: &[SettingGroup<'_>], labels: &[(String, String)]) -> Result<()> {
    let settings = groups.iter().map(|group| group.label.as_str());
    let chains = groups.iter().flat_map(|group| &group.chains);
    let named = settings.chain(chains.map(|chain| chain.name.as_str()));
    let names: BTreeSet<&str> = named
        .chain(BASELINES)
        .filter(|name| !name.is_empty())
        .collect();
    match labels.iter().find(|(old, _)| !names.contains(old.as_str())) {
        None => Ok(()),
        Some((unknown, _)) => Err(Error::setting(
            "label",
            format!("no series is called {unknown:?}"),
            format!("choose of {}", quoted(&names)),
        )),
    }
}

fn quoted(names: &BTreeSet<&str>) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    names.join(", ")
}

fn wanted(name: &String, plan: &FigurePlan) -> bool {
    plan.puzzles.is_empty() || plan.puzzles.contains(name)
}

fn chosen<'a>(records: &[&'a Record], plan: &FigurePlan) -> Result<Vec<&'a Record>> {
    let landscapes = plan.landscapes.iter().map(|of| &*of.name);
    let all = records.iter().map(|record| &*record.name);
    let all: BTreeSet<&str> = all.chain(landscapes).collect();
    if all.is_empty() {
        return Err(Error::argument(
            "records",
            "there are none",
            "give at least one",
        ));
    }
    if let Some(unknown) = plan
        .puzzles
        .iter()
        .find(|name| !all.contains(name.as_str()))
    {
        let all: Vec<&str> = all.into_iter().collect();
        return Err(Error::setting(
            "puzzles",
            format!("no record is of {unknown:?}"),
            format!("choose of {}", all.join(", ")),
        ));
    }
    let wanted = |record: &&Record| wanted(&record.name, plan);
    Ok(records.iter().copied().filter(wanted).collect())
}

fn without_seed(setting: &Settings) -> Settings {
    Settings {
        seed: 0,
        ..setting.clone()
    }
}

fn chains<'a>(records: impl Iterator<Item = &'a Record>) -> Result<Vec<RecordChain<'a>>> {
    let mut chains: Vec<RecordChain<'a>> = Vec::new();
    for record in records {
        let known = chains
            .iter_mut()
            .find(|chain| chain.name == record.name && chain.records[0].input == record.input);
        match known {
            Some(chain) => add(chain, record)?,
            None => chains.push(RecordChain {
                name: record.name.clone(),
                slug: String::new(),
                records: vec![record],
            }),
        }
    }
    Ok(chains)
}

fn add<'a>(chain: &mut RecordChain<'a>, record: &'a Record) -> Result<()> {
    let key = |record: &Record| (record.depth, record.setting.seed);
    match chain
        .records
        .binary_search_by_key(&key(record), |known| key(known))
    {
        Ok(_) => Err(Error::argument(
            "records",
            format!("the run {} stands twice", record.run),
            "keep one of its lines",
        )),
        Err(place) => {
            chain.records.insert(place, record);
            Ok(())
        }
    }
}

fn depth(groups: &[SettingGroup<'_>], wanted: Option<usize>) -> Result<usize> {
    let depths = || groups.iter().flat_map(|group| &group.chains);
    let depths = || depths().flat_map(RecordChain::depths);
    let all: BTreeSet<usize> = depths().collect();
    let having = |depth: &usize| depths().filter(|other| other == depth).count();
    match wanted {
        Some(depth) if all.contains(&depth) => Ok(depth),
        Some(depth) => {
            let known: Vec<String> = all.iter().map(usize::to_string).collect();
            Err(Error::setting(
                "depth",
                format!("no record is of depth {depth}"),
                format!("choose of {}", known.join(", ")),
            ))
        }
        // the last of several equal ones is the deepest
        None => Ok(all.iter().copied().max_by_key(having).unwrap_or(1)),
    }
}
