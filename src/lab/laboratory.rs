//! A plan that is ready to run: its puzzles reduced, encoded and solved exactly, its memory
//! checked.

use super::chain::{Chain, chain_name, key_of};
use super::plan::sha256_of;
use super::planned::Planned;
use super::subject::RunSubject;
use super::{RunSource, SweepPlan};
use crate::error::{Error, Result};
use crate::pipeline::Source;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A plan that is ready to run.
#[derive(Clone, Debug)]
pub(crate) struct Laboratory {
    /// The plan.
    pub plan: SweepPlan,
    /// Its chains of runs, in order: each puzzle under each setting; of a shard those that fall to
    /// it.
    pub chains: Vec<Chain>,
    /// What cannot run, in the order of the plan.
    pub left_out: Vec<LeftOutPuzzle>,
    /// The names of the chains that cannot run.
    pub(super) refused: Vec<String>,
    /// The commit that the program was built from, for the notes beside the records.
    pub commit: Option<String>,
}

/// A puzzle of which some runs cannot be made, for one reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeftOutPuzzle {
    /// The name of the puzzle.
    pub name: String,
    /// Why the runs cannot be made.
    pub reason: String,
    /// How many these are.
    pub runs: usize,
}

impl Laboratory {
    /// Reads, reduces and solves every puzzle of a plan. What does not fit into memory or has
    /// settings that contradict each other is left out.
    ///
    /// # Errors
    /// What is wrong with a file; a puzzle without a solution; the first reason where nothing at
    /// all can run.
    pub(crate) fn new(plan: SweepPlan) -> Result<Self> {
        let settings = plan.axes.settings(plan.sources.len())?;
        let ours: HashSet<String> = Planned::from(&plan).chains()?.into_iter().collect();
        let parsed = plan.sources.par_iter().map(RunSource::parse);
        let parsed: Vec<Source> = parsed.collect::<Result<_>>()?;
        let mut wanted = Vec::new();
        for (place, source) in plan.sources.iter().enumerate() {
            let hash = sha256_of(&source.input);
            let named = settings.iter();
            let named = named.map(|setting| (chain_name(&source.name, &hash, setting), setting));
            let named = named.filter(|(name, _)| ours.contains(name));
            // settings that differ in the search alone share one problem
            let shared = named.map(|(name, setting)| {
                let modeling = setting.without_search();
                ((place, key_of(&modeling)), name, setting, modeling)
            });
            wanted.extend(shared);
        }
        let mut known = HashSet::new();
        let different = wanted.iter().filter(|(key, ..)| known.insert(key));
        let different: Vec<_> = different
            .map(|(key, _, _, modeling)| (key, modeling))
            .collect();
        let prepared = different.into_par_iter().map(|(key, modeling)| {
            let subject = RunSubject::of(&plan.sources[key.0], parsed[key.0].clone(), modeling);
            (key, subject)
        });
        let prepared: Vec<_> = prepared.collect();
        let mut subjects = HashMap::new();
        for (key, subject) in prepared {
            let subject = match subject {
                Err(Error::NoSolution(found)) => return Err(Error::NoSolution(found)),
                Ok(subject) => Ok(Arc::new(subject)),
                Err(error) => Err(Arc::new(error)),
            };
            subjects.insert(key, subject);
        }
        let contents = plan.contents.at(&plan.depths);
        let (mut chains, mut left_out, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        let mut first = None;
        for (key, name, setting, _) in &wanted {
            let chain = subjects[key].clone().and_then(|subject| {
                let chain = Chain::new(subject, (*setting).clone(), contents.clone());
                chain.check().map_err(Arc::new).map(|()| chain)
            });
            match chain {
                Ok(chain) => chains.push(chain),
                Err(error) => {
                    leave_out(
                        &mut left_out,
                        &plan.sources[key.0],
                        &error,
                        plan.depths.len(),
                    );
                    refused.push(name.clone());
                    first.get_or_insert(error);
                }
            }
        }
        drop(subjects);
        match first.and_then(Arc::into_inner) {
            Some(error) if chains.is_empty() => Err(error),
            Some(_) | None => Ok(Self {
                plan,
                chains,
                left_out,
                refused,
                commit: None,
            }),
        }
    }

    /// The names of all runs, in order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = String> {
        let each = self.chains.iter();
        each.flat_map(|chain| chain.depths().map(|depth| chain.run_name(depth)))
    }

    /// The chains whose traces are kept: the first of each puzzle, whose trace is drawn.
    pub(super) fn traced(&self) -> HashSet<String> {
        let mut seen = HashSet::new();
        let chains = self.chains.iter();
        let first = chains.filter(|chain| seen.insert(&chain.subject.name));
        first.map(|chain| chain.name().to_owned()).collect()
    }
}

/// Counts the runs of a chain that cannot run to those with the same reason.
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
