//! Records sorted for figures: settings, and under each the chains of one puzzle from depth to
//! depth.
//!
//! Settings that differ in their seed alone are one setting, and each seed is a chain of its own.

use super::FigurePlan;
use super::curves::{BASELINES, labeled};
use super::words::slug;
use crate::error::{Error, Result};
use crate::experiment::LandscapeRecord;
use crate::lab::{Input, Record};
use crate::plots::{BaselineMethod, Heading, MOST_SERIES, PictureLayout};
use crate::settings::{Settings, differences};
use std::collections::BTreeSet;

/// Records of one puzzle under one setting and seed, by rising depth.
#[derive(Debug)]
pub(super) struct RecordChain<'a> {
    /// The puzzle's name, with its seed where there are several; or what the plan calls it.
    pub(super) name: String,
    /// The end of the names of its files, which no label of the plan changes.
    pub(super) slug: String,
    pub(super) records: Vec<&'a Record>,
}

impl<'a> RecordChain<'a> {
    pub(super) fn at(&self, depth: usize) -> Option<&'a Record> {
        self.records
            .iter()
            .find(|record| record.depth == depth)
            .copied()
    }

    /// The value at every depth, if all records have it.
    pub(super) fn values(&self, of: impl Fn(&Record) -> Option<f64>) -> Option<Vec<(usize, f64)>> {
        let points = self.records.iter();
        points
            .map(|record| Some((record.depth, of(record)?)))
            .collect()
    }
}

/// All chains under one setting.
#[derive(Debug)]
pub(super) struct SettingGroup<'a> {
    /// In what it differs from the others; empty where there is one.
    pub(super) label: String,
    /// What its states are: `qubits`, or `registers rows`.
    pub(super) space: String,
    pub(super) chains: Vec<RecordChain<'a>>,
}

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
                space: space(setting),
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

    /// The settings that a baseline stands beside: all of them under no name; where they run on
    /// several spaces and its chances are those of a space, those of each space under its name.
    pub(super) fn settings_of(
        &self,
        method: BaselineMethod,
    ) -> Vec<(Option<&str>, Vec<&SettingGroup<'a>>)> {
        let mut spaces: Vec<(Option<&str>, Vec<&SettingGroup<'a>>)> = Vec::new();
        for group in &self.groups {
            let space = Some(&*group.space);
            match spaces.iter_mut().find(|(known, _)| *known == space) {
                Some((_, groups)) => groups.push(group),
                None => spaces.push((space, vec![group])),
            }
        }
        if spaces.len() > 1 && method.depends_on_the_space() {
            return spaces;
        }
        vec![(None, self.groups.iter().collect())]
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

fn space(setting: &Settings) -> String {
    match setting.space() {
        None => String::new(),
        Some(("qubits", _)) => "qubits".to_owned(),
        Some((registers, _)) => format!("registers {registers}"),
    }
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
    let mut chains: Vec<(&'a Input, u64, RecordChain<'a>)> = Vec::new();
    for record in records {
        let seed = record.setting.seed;
        let known = chains.iter_mut().find(|(input, with, chain)| {
            **input == record.input && *with == seed && chain.name == record.name
        });
        match known {
            Some((_, _, chain)) => add(chain, record)?,
            None => {
                let chain = RecordChain {
                    name: record.name.clone(),
                    slug: String::new(),
                    records: vec![record],
                };
                chains.push((&record.input, seed, chain));
            }
        }
    }
    let names: Vec<String> = chains
        .iter()
        .map(|(_, _, chain)| chain.name.clone())
        .collect();
    let several = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let named = |(_, seed, mut chain): (_, u64, RecordChain<'a>)| {
        if several(&chain.name) {
            chain.name = format!("{}, seed {seed}", chain.name);
        }
        chain
    };
    Ok(chains.into_iter().map(named).collect())
}

fn add<'a>(chain: &mut RecordChain<'a>, record: &'a Record) -> Result<()> {
    if chain.at(record.depth).is_some() {
        return Err(Error::argument(
            "records",
            format!("the run {} stands twice", record.run),
            "keep one of its lines",
        ));
    }
    let place = chain
        .records
        .partition_point(|known| known.depth < record.depth);
    chain.records.insert(place, record);
    Ok(())
}

fn depth(groups: &[SettingGroup<'_>], wanted: Option<usize>) -> Result<usize> {
    let depths = || groups.iter().flat_map(|group| &group.chains);
    let depths = || depths().flat_map(|chain| chain.records.iter().map(|record| record.depth));
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
