//! A plan that is ready to run: its puzzles reduced, encoded and solved exactly, its memory
//! checked. It runs into a folder: small chains side by side, large ones one after another on all
//! threads, which share the journal, the listener, and the first error.

use super::chain::Chain;
use super::forecast::{SIDE_BY_SIDE, work};
use super::journal::{Journal, known_in};
use super::{RunSource, SweepPlan};
use crate::error::{Error, Result};
use crate::pipeline::{Problem, Record, key_of};
use ketboard_qaoa::search::Progress;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

    /// What to say of transferred angles, if that is to be said of a chain.
    pub(crate) fn caution(&self) -> Option<String> {
        let deepest = self.plan.depths.last().copied()?;
        let caution = |chain: &Chain| chain.setting.search(deepest).ok()?.caution(&chain.problem);
        self.chains.iter().find_map(caution)
    }

    /// The names of all runs, in order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = String> {
        let each = self.chains.iter();
        each.flat_map(|chain| chain.depths().map(|depth| chain.run_name(depth)))
    }

    /// Makes the runs that a folder lacks on the threads of the current pool, writes its table, and
    /// puts its lines in order, which is that of the records; `None` where the `listener` stopped
    /// it, and the same call goes on.
    ///
    /// # Errors
    /// If the folder cannot be written or holds other runs; the first error of a search.
    pub(crate) fn run(
        &self,
        folder: &Path,
        listener: RunListener<'_>,
    ) -> Result<Option<Vec<Record>>> {
        let (runs, stop) = (Vec::from_iter(self.runs()), RunStop::new(listener));
        let planned: HashSet<&str> = runs.iter().map(String::as_str).collect();
        let is_planned = |run: &str| planned.contains(run);
        let journal = Journal::open(folder, &self.plan.text(), is_planned)?;
        let mut units = 0;
        for chain in &self.chains {
            let depths = chain.depths_left(|run| journal.holds(run));
            let work = depths.map(|depth| units_of(chain, depth) * starts(chain, depth));
            units += work.sum::<u64>();
        }
        stop.note(SweepEvent::Begins { units });
        let (journal, failure) = (Mutex::new(journal), Mutex::new(None));
        let runner = ChainRunner {
            journal,
            failure,
            stop,
        };
        // the smallest first: what is done is seen soon
        let mut order: Vec<&Chain> = self.chains.iter().collect();
        order.sort_by_key(|chain| chain.problem.states());
        let is_small = |chain: &&Chain| chain.problem.states() <= SIDE_BY_SIDE;
        let (small, large): (Vec<_>, Vec<_>) = order.into_iter().partition(is_small);
        small
            .into_iter()
            .par_bridge()
            .for_each(|one| runner.run(one));
        large.into_iter().for_each(|one| runner.run(one));
        if let Some(failure) = locked(&runner.failure).take() {
            return Err(failure);
        }
        let journal = runner.journal.into_inner();
        let journal = journal.unwrap_or_else(PoisonError::into_inner);
        if runner.stop.is_set() && !runs.iter().all(|run| journal.holds(run)) {
            return Ok(None);
        }
        journal.settle(&runs).map(Some)
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

/// What a listener hears of a sweep, or of runs that are made again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SweepEvent<'e> {
    /// How much there is to do, in units that take about the same time.
    Begins { units: u64 },
    /// A search goes on at a depth of a puzzle; `units` are done since the last call.
    Searched {
        units: u64,
        name: &'e str,
        depth: usize,
    },
    /// A run is done.
    Done { run: &'e str },
}

/// Who hears of a sweep, and may stop it.
pub(crate) type RunListener<'l> = &'l (dyn Fn(SweepEvent<'_>) -> ControlFlow<()> + Sync);

/// A listener that is asked by several threads, and not again once it has said stop.
pub(super) struct RunStop<'l> {
    listener: RunListener<'l>,
    stopped: AtomicBool,
}

impl<'l> RunStop<'l> {
    pub(super) fn new(listener: RunListener<'l>) -> Self {
        Self {
            listener,
            stopped: AtomicBool::new(false),
        }
    }

    /// Whether the listener has said stop.
    pub(super) fn is_set(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// What the listener says to this.
    pub(super) fn tell(&self, event: SweepEvent<'_>) -> ControlFlow<()> {
        self.note(event);
        if self.is_set() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Calls the listener where there is nothing to stop; its answer counts from then on.
    pub(super) fn note(&self, event: SweepEvent<'_>) {
        if !self.is_set() && (self.listener)(event).is_break() {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// What all threads of a sweep share.
struct ChainRunner<'w> {
    journal: Mutex<Journal>,
    /// The first error of a chain, or one of the folder, which ends the sweep.
    failure: Mutex<Option<Error>>,
    stop: RunStop<'w>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ChainRunner<'_> {
    /// Runs what is missing of a chain, unless the sweep is over; an error is kept for the end.
    fn run(&self, chain: &Chain) {
        let is_over = locked(&self.failure).as_ref().is_some_and(is_of_the_folder);
        if is_over || self.stop.is_set() {
            return;
        }
        if let Err(error) = self.run_missing(chain) {
            let mut failure = locked(&self.failure);
            if failure.is_none() || is_of_the_folder(&error) {
                *failure = Some(error);
            }
        }
    }

    fn run_missing(&self, chain: &Chain) -> Result<()> {
        let known = |depth| locked(&self.journal).record(&chain.run_name(depth));
        let known: Vec<Record> = chain.depths().map_while(known).collect();
        if known.len() == chain.depths().count() {
            return Ok(());
        }
        let listener = |progress: &Progress| {
            let units = if progress.ended {
                units_of(chain, progress.depth)
            } else {
                0
            };
            self.stop.tell(SweepEvent::Searched {
                units,
                name: &chain.source.name,
                depth: progress.depth,
            })
        };
        chain.run(&known, &listener, &mut |record, seconds| {
            let run = record.run.clone();
            let mut journal = locked(&self.journal);
            // a run that was done before may be among others of its chain that were not
            if !journal.holds(&run) {
                journal.append(record, seconds)?;
                drop(journal);
                self.stop.note(SweepEvent::Done { run: &run });
            }
            Ok(())
        })
    }
}

/// The work of a start of the search at a depth.
fn units_of(chain: &Chain, depth: usize) -> u64 {
    (work(chain, depth) / starts(chain, depth) as f64).ceil() as u64
}

fn starts(chain: &Chain, depth: usize) -> u64 {
    chain.setting.starts_of_depth(depth) as u64
}

/// Whether an error ends the sweep: nothing more can be written.
fn is_of_the_folder(error: &Error) -> bool {
    error.of_a_setting().is_some_and(|[name, ..]| name == "out")
}
