//! A plan that is ready to run: its chains, and what is left out because it cannot run.

use super::chain::{Chain, chain_name};
use super::plan::sha256_of;
use super::subject::{Stated, Subject, Unsolvable};
use super::{Plan, Source};
use crate::error::{Error, Result};
use crate::settings::Settings;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A plan, prepared: every puzzle parsed, reduced, encoded and solved exactly.
#[derive(Clone, Debug)]
pub(crate) struct Laboratory {
    /// The plan.
    pub plan: Plan,
    /// Its chains, in the plan's order: puzzle by puzzle, setting by setting.
    pub chains: Vec<Chain>,
    /// What cannot run.
    pub left_out: Vec<LeftOut>,
    /// The commit that the program was built from, where whoever built it knows; it stands beside
    /// the wall times.
    pub commit: Option<String>,
}

/// A puzzle under some settings of the plan that cannot run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeftOut {
    /// The puzzle's name.
    pub name: String,
    /// Why, and what would help.
    pub reason: String,
    /// How many runs are left out.
    pub runs: usize,
}

/// A source under what of a setting makes its cost.
type Prepared = (
    usize,
    Settings,
    Result<std::result::Result<Arc<Subject>, Unsolvable>>,
);

impl Laboratory {
    /// Prepares a plan. What does not fit into memory, or makes no sense for a puzzle, is left out.
    ///
    /// # Errors
    /// A text that is no puzzle or model; and where nothing at all can run, why the first of it
    /// cannot.
    pub(crate) fn new(plan: Plan) -> Result<std::result::Result<Self, Unsolvable>> {
        let parsed = plan.sources.par_iter().map(Stated::parse);
        let stated: Vec<Stated> = parsed.collect::<Result<_>>()?;
        let settings = plan.settings();
        let mut subjects = HashMap::new();
        let mut reasons: HashMap<(usize, String), Error> = HashMap::new();
        for (source, modeling, subject) in prepared(&plan.sources, &stated, &settings) {
            match subject {
                Ok(Ok(subject)) => drop(subjects.insert((source, key_of(&modeling)), subject)),
                Ok(Err(unsolvable)) => return Ok(Err(unsolvable)),
                Err(error) => drop(reasons.insert((source, key_of(&modeling)), error)),
            }
        }
        let wanted = plan.contents.at(&plan.depths);
        let mut chains = Vec::new();
        let mut left_out: Vec<LeftOut> = Vec::new();
        let (mut unprepared, mut unsearchable) = (None, None);
        for (number, source) in plan.sources.iter().enumerate() {
            for setting in &settings {
                let key = (number, key_of(&setting.without_search()));
                let mut leave_out =
                    |error: &Error| leave_out(&mut left_out, source, error, plan.depths.len());
                let Some(subject) = subjects.get(&key) else {
                    leave_out(&reasons[&key]);
                    unprepared.get_or_insert(key);
                    continue;
                };
                let chain = Chain::new(subject.clone(), setting.clone(), wanted.clone());
                match chain.check() {
                    Ok(()) => chains.push(chain),
                    Err(error) => {
                        leave_out(&error);
                        unsearchable.get_or_insert(error);
                    }
                }
            }
        }
        let unprepared = unprepared.and_then(|key| reasons.remove(&key));
        match unsearchable.or(unprepared) {
            Some(error) if chains.is_empty() => Err(error),
            Some(_) | None => Ok(Ok(Self {
                plan,
                chains,
                left_out,
                commit: None,
            })),
        }
    }

    /// The names of all runs, in the plan's order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = String> {
        let each = self.chains.iter();
        each.flat_map(|chain| chain.depths().map(|depth| chain.run_name(depth)))
    }

    /// The puzzles under settings that cannot run, by the first part of the names that their runs
    /// would have.
    pub(super) fn chains_left_out(&self) -> Vec<String> {
        let kept: HashSet<String> = self.chains.iter().map(Chain::name).collect();
        let settings = self.plan.settings();
        let each = self.plan.sources.iter().flat_map(|source| {
            let hash = sha256_of(&source.input);
            let name = move |setting| chain_name(&source.name, &hash, setting);
            settings.iter().map(name)
        });
        each.filter(|name| !kept.contains(name)).collect()
    }
}

fn leave_out(left_out: &mut Vec<LeftOut>, source: &Source, error: &Error, runs: usize) {
    let reason = error.to_string();
    let same = |known: &&mut LeftOut| known.name == source.name && known.reason == reason;
    match left_out.iter_mut().find(same) {
        Some(known) => known.runs += runs,
        None => left_out.push(LeftOut {
            name: source.name.clone(),
            reason,
            runs,
        }),
    }
}

/// Every source under everything that makes a cost of its own, side by side, in order.
fn prepared(sources: &[Source], stated: &[Stated], settings: &[Settings]) -> Vec<Prepared> {
    let mut modelings: Vec<Settings> = Vec::new();
    for setting in settings {
        let modeling = setting.without_search();
        if !modelings.contains(&modeling) {
            modelings.push(modeling);
        }
    }
    let numbers = 0..sources.len();
    let pairs: Vec<(usize, &Settings)> = numbers
        .flat_map(|source| modelings.iter().map(move |modeling| (source, modeling)))
        .collect();
    let each = pairs.into_par_iter().map(|(source, modeling)| {
        let subject = Subject::of_stated(&stated[source], &sources[source], modeling);
        let shared = subject.map(|subject| subject.map(Arc::new));
        (source, modeling.clone(), shared)
    });
    each.collect()
}

fn key_of(modeling: &Settings) -> String {
    serde_json::to_string(modeling).expect("a setting holds texts and finite numbers")
}
