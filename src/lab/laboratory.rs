//! A plan that is ready to run: its chains, and what is left out because it cannot run.

use super::chain::{Chain, chain_name, key_of};
use super::forecast::work;
use super::plan::sha256_of;
use super::shard::Shard;
use super::subject::RunSubject;
use super::{RunSource, SweepPlan};
use crate::error::{Error, Result};
use crate::pipeline::Source;
use crate::settings::Settings;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A plan, prepared: every puzzle parsed, reduced, encoded and solved exactly.
#[derive(Clone, Debug)]
pub(crate) struct Laboratory {
    /// The plan whose runs these are.
    pub plan: SweepPlan,
    /// Its chains, in the plan's order: puzzle by puzzle, setting by setting.
    pub chains: Vec<Chain>,
    /// The puzzles that cannot run, and why.
    pub left_out: Vec<LeftOutPuzzle>,
    /// The commit that the program was built from, where whoever built it knows; it stands beside
    /// the wall times.
    pub commit: Option<String>,
    /// Which part of the plan `chains` are, where they are not all of it.
    pub(super) shard: Option<Shard>,
    /// All puzzles under all settings of the plan, whether they can run or not.
    parts: Vec<PlannedPart>,
}

/// A puzzle under one setting of the plan, before it is known whether it can run here.
#[derive(Clone, Debug)]
struct PlannedPart {
    /// The first part of the names of its runs.
    name: String,
    /// The place of the puzzle in the plan.
    source: usize,
    /// Whether it belongs to this laboratory's part of the plan.
    is_ours: bool,
    /// Whether it can run here.
    can_run: bool,
    /// The work of all its depths, in no unit; `None` where it could run on no machine.
    work: Option<f64>,
}

/// A puzzle under some settings of the plan that cannot run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeftOutPuzzle {
    /// The puzzle's name.
    pub name: String,
    /// Why, and what would help.
    pub reason: String,
    /// How many runs are left out.
    pub runs: usize,
}

/// A source under what of a setting makes its cost.
type Prepared = (usize, Settings, Result<Arc<RunSubject>>);

impl Laboratory {
    /// Prepares a plan. What does not fit into memory, or makes no sense for a puzzle, is left out.
    ///
    /// # Errors
    /// A text that is no puzzle or model; and where nothing at all can run, why the first of it
    /// cannot.
    pub(crate) fn new(plan: SweepPlan) -> Result<Self> {
        let stated = plan.sources.par_iter().map(RunSource::parse);
        let stated: Vec<Source> = stated.collect::<Result<_>>()?;
        let settings = plan.axes.settings(plan.sources.len())?;
        let mut subjects = HashMap::new();
        let mut reasons: HashMap<(usize, String), Error> = HashMap::new();
        for (source, modeling, subject) in prepared(&plan.sources, &stated, &settings) {
            match subject {
                Ok(subject) => drop(subjects.insert((source, key_of(&modeling)), subject)),
                Err(Error::NoSolution(found)) => return Err(Error::NoSolution(found)),
                Err(error) => drop(reasons.insert((source, key_of(&modeling)), error)),
            }
        }
        let wanted = plan.contents.at(&plan.depths);
        let (mut chains, mut parts) = (Vec::new(), Vec::new());
        let mut left_out: Vec<LeftOutPuzzle> = Vec::new();
        let (mut unprepared, mut unsearchable) = (None, None);
        let deepest = plan.depths.last().copied().unwrap_or(0);
        for (number, source) in plan.sources.iter().enumerate() {
            let hash = sha256_of(&source.input);
            for setting in &settings {
                let mut part = |can_run: bool, states: Option<f64>| {
                    parts.push(PlannedPart {
                        name: chain_name(&source.name, &hash, setting),
                        source: number,
                        is_ours: true,
                        can_run,
                        work: states.map(|states| work(setting, states, deepest)),
                    });
                };
                let key = (number, key_of(&setting.without_search()));
                let mut leave_out =
                    |error: &Error| leave_out(&mut left_out, source, error, plan.depths.len());
                let Some(subject) = subjects.get(&key) else {
                    leave_out(&reasons[&key]);
                    part(false, reasons[&key].states_refused());
                    unprepared.get_or_insert(key);
                    continue;
                };
                let chain = Chain::new(subject.clone(), setting.clone(), wanted.clone());
                match chain.check() {
                    Ok(()) => {
                        part(true, Some(chain.subject.problem.states() as f64));
                        chains.push(chain);
                    }
                    Err(error) => {
                        leave_out(&error);
                        part(false, error.states_refused());
                        unsearchable.get_or_insert(error);
                    }
                }
            }
        }
        let unprepared = unprepared.and_then(|key| reasons.remove(&key));
        match unsearchable.or(unprepared) {
            Some(error) if chains.is_empty() => Err(error),
            Some(_) | None => Ok(Self {
                plan,
                chains,
                left_out,
                commit: None,
                shard: None,
                parts,
            }),
        }
    }

    /// Keeps the chains of a shard alone. Which they are depends on the plan and on nothing of this
    /// machine.
    pub(crate) fn cut(&mut self, shard: Shard) {
        let work: Vec<f64> = self.parts.iter().filter_map(|part| part.work).collect();
        let mut takes = shard.takes(&work).into_iter();
        // What can run nowhere is noted by every shard.
        let is_ours = |part: &PlannedPart| part.work.is_none() || takes.next().unwrap_or(false);
        let ours: Vec<bool> = self.parts.iter().map(is_ours).collect();
        let runnable = self
            .parts
            .iter()
            .zip(&ours)
            .filter(|(part, _)| part.can_run);
        let mut kept = runnable.map(|(_, ours)| *ours);
        self.chains.retain(|_| kept.next().unwrap_or(false));
        for (part, ours) in self.parts.iter_mut().zip(ours) {
            part.is_ours = ours;
        }
        self.shard = Some(shard);
    }

    /// Which part of the plan its chains are; `None` where they are all of it.
    pub(crate) fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// The names of all runs, in the plan's order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = String> {
        let each = self.chains.iter();
        each.flat_map(|chain| chain.depths().map(|depth| chain.run_name(depth)))
    }

    /// The puzzles under settings of this part of the plan that cannot run, by the first part of
    /// the names that their runs would have.
    pub(super) fn chains_left_out(&self) -> Vec<String> {
        let parts = self.parts.iter();
        let left_out = parts.filter(|part| part.is_ours && !part.can_run);
        left_out.map(|part| part.name.clone()).collect()
    }

    /// The chains whose searches are drawn: of each puzzle of the plan the first that can run.
    pub(super) fn traced(&self) -> HashSet<String> {
        let mut seen = HashSet::new();
        let parts = self.parts.iter().filter(|part| part.can_run);
        let first = parts.filter(|part| seen.insert(part.source));
        first.map(|part| part.name.clone()).collect()
    }
}

fn leave_out(left_out: &mut Vec<LeftOutPuzzle>, source: &RunSource, error: &Error, runs: usize) {
    let reason = error.to_string();
    let same = |known: &&mut LeftOutPuzzle| known.name == source.name && known.reason == reason;
    match left_out.iter_mut().find(same) {
        Some(known) => known.runs += runs,
        None => left_out.push(LeftOutPuzzle {
            name: source.name.clone(),
            reason,
            runs,
        }),
    }
}

/// Every source under everything that makes a cost of its own, side by side, in order.
fn prepared(sources: &[RunSource], stated: &[Source], settings: &[Settings]) -> Vec<Prepared> {
    let mut modelings: Vec<Settings> = Vec::new();
    let mut known = HashSet::new();
    for setting in settings {
        let modeling = setting.without_search();
        if known.insert(key_of(&modeling)) {
            modelings.push(modeling);
        }
    }
    let numbers = 0..sources.len();
    let pairs: Vec<(usize, &Settings)> = numbers
        .flat_map(|source| modelings.iter().map(move |modeling| (source, modeling)))
        .collect();
    let each = pairs.into_par_iter().map(|(source, modeling)| {
        let subject = RunSubject::of(&sources[source], stated[source].clone(), modeling);
        (source, modeling.clone(), subject.map(Arc::new))
    });
    each.collect()
}
