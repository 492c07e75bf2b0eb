//! A plan that is ready to run: its puzzles reduced, encoded and solved exactly, its memory
//! checked.

use super::chain::{Chain, key_of};
use super::journal::known_in;
use super::{RunSource, SweepPlan};
use crate::error::{Error, Result};
use crate::pipeline::Problem;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// A plan that is ready to run.
#[derive(Clone, Debug)]
pub(crate) struct PreparedSweep {
    /// The plan.
    pub plan: SweepPlan,
    /// Its chains of runs, in order: each puzzle under each setting; of a shard those that fall to
    /// it.
    pub chains: Vec<Chain>,
    /// What cannot run, in the order of the plan.
    pub left_out: Vec<LeftOutPuzzle>,
}

/// A puzzle of which some runs cannot be made, for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct LeftOutPuzzle {
    /// The name of the puzzle.
    pub name: String,
    /// Why the runs cannot be made.
    pub reason: String,
    /// How many these are.
    pub runs: usize,
}

impl PreparedSweep {
    /// Reads, reduces and solves every puzzle of a plan. What does not fit into memory or has
    /// settings that contradict each other is left out.
    ///
    /// # Errors
    /// What is wrong with a file; a puzzle without a solution; the first reason where nothing at
    /// all can run.
    pub(crate) fn new(plan: SweepPlan) -> Result<Self> {
        let settings = plan.axes.settings(plan.sources.len())?;
        let contents = plan.contents.at(&plan.depths);
        let of_source = |(place, source): (usize, &RunSource)| {
            let parsed = source.parse()?;
            let is_ours = |of: usize| {
                let shard = plan.shard;
                shard.is_none_or(|shard| shard.has(place, of, settings.len()))
            };
            // settings that differ in the search alone share one problem
            let (shared, mut problems) = (Arc::new(source.clone()), HashMap::new());
            let mut chains = Vec::new();
            for (_, setting) in settings.iter().enumerate().filter(|(of, _)| is_ours(*of)) {
                let modeling = setting.without_search();
                let problem = problems.entry(key_of(&modeling)).or_insert_with(|| {
                    let problem = Problem::open(parsed.clone(), &modeling);
                    problem.map(Arc::new).map_err(Arc::new)
                });
                let chain = problem.clone().and_then(|problem| {
                    let (setting, contents) = (setting.clone(), contents.clone());
                    let chain = Chain::new(Arc::clone(&shared), problem, setting, contents);
                    chain.check().map_err(Arc::new).map(|()| chain)
                });
                if let Err(error) = &chain
                    && let Error::NoSolution(found) = &**error
                {
                    return Err(Error::NoSolution(found.clone()));
                }
                chains.push(chain);
            }
            Ok(chains)
        };
        let sources = plan.sources.par_iter().enumerate();
        let made: Vec<Result<Vec<_>>> = sources.map(of_source).collect();
        let (mut chains, mut left_out) = (Vec::new(), Vec::new());
        let mut first = None;
        for (source, made) in plan.sources.iter().zip(made) {
            for chain in made? {
                match chain {
                    Ok(chain) => chains.push(chain),
                    Err(error) => {
                        leave_out(&mut left_out, source, &error, plan.depths.len());
                        first.get_or_insert(error);
                    }
                }
            }
        }
        match first.and_then(Arc::into_inner) {
            Some(error) if chains.is_empty() => Err(error),
            Some(_) | None => Ok(Self {
                plan,
                chains,
                left_out,
            }),
        }
    }

    /// The runs that are recorded in a folder, and what does not count there, in words; nothing is
    /// written.
    ///
    /// # Errors
    /// If it is no folder, or holds other runs.
    pub(crate) fn done_in(&self, folder: &Path) -> Result<(HashSet<String>, Vec<String>)> {
        let runs: HashSet<String> = self.runs().collect();
        let (known, file) = known_in(folder, |run| runs.contains(run))?;
        Ok((known.into_keys().collect(), file.notes()))
    }

    /// The names of all runs, in order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = String> {
        let each = self.chains.iter();
        each.flat_map(|chain| chain.depths().map(|depth| chain.run_name(depth)))
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
