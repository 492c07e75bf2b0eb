//! Running a plan into a folder: small chains side by side, large ones one after another on all
//! threads, which share the journal, the listener, and the first error.

use super::Record;
use super::chain::Chain;
use super::forecast::{SIDE_BY_SIDE, work};
use super::journal::Journal;
use super::sweep::PreparedSweep;
use crate::error::{Error, Result};
use ketboard_qaoa::search::Progress;
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

impl PreparedSweep {
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
