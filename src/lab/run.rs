//! Running a plan into a folder: small chains side by side, large ones one after another on all
//! threads, which share the journal, the times, the listener, and the first error.

use super::Record;
use super::chain::Chain;
use super::forecast::{SIDE_BY_SIDE, work};
use super::journal::{self, Journal};
use super::read::RecordFile;
use super::sweep::PreparedSweep;
use crate::error::{Error, Result};
use ketboard_qaoa::search::Progress;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a listener hears of a sweep, or of runs that are made again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SweepEvent<'e> {
    /// How much there is to do, in units that take about the same time.
    Begins { units: u64 },
    /// What was mended in the folder.
    Mended { what: &'e str },
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
    /// The runs that are recorded in a folder.
    pub(crate) fn done_in(&self, folder: &Path) -> HashSet<String> {
        let file = RecordFile::read(folder);
        let counted = file.iter().flat_map(|file| file.counted());
        let runs = counted.filter_map(|found| Some(found.ok()?.1.run.clone()));
        runs.collect()
    }

    /// Succeeds if the runs can be written to a folder; nothing is.
    ///
    /// # Errors
    /// If it holds runs of another plan, or is no folder.
    pub(crate) fn check(&self, folder: &Path) -> Result<()> {
        journal::check(folder, &self.plan)
    }

    /// Makes the runs that a folder lacks, writes its table, and puts its lines in order, which is
    /// that of the records; `None` where the `listener` stopped it, and the same call goes on.
    ///
    /// # Errors
    /// If the folder cannot be written or holds other runs; the first error of a search.
    pub(crate) fn run(
        &self,
        folder: &Path,
        threads: usize,
        listener: RunListener<'_>,
    ) -> Result<Option<Vec<Record>>> {
        let runs: Vec<String> = self.runs().collect();
        let planned: HashSet<&str> = runs.iter().map(String::as_str).collect();
        let journal = Journal::open(folder, &self.plan, |run| planned.contains(run))?;
        let workers = Workers::new(self, journal, RunStop::new(listener));
        // the smallest first: what is done is seen soon
        let mut order: Vec<&Chain> = self.chains.iter().collect();
        order.sort_by_key(|chain| chain.problem.states());
        let is_small = |chain: &&Chain| chain.problem.states() <= SIDE_BY_SIDE;
        let (small, large): (Vec<_>, Vec<_>) = order.into_iter().partition(is_small);
        workers.side_by_side(&small, threads)?;
        large.into_iter().for_each(|chain| workers.run(chain));
        let (journal, is_stopped) = workers.end()?;
        if is_stopped && !runs.iter().all(|run| journal.holds(run)) {
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

    /// Tells the listener where there is nothing to stop; its answer counts from then on.
    pub(super) fn note(&self, event: SweepEvent<'_>) {
        if !self.is_set() && (self.listener)(event).is_break() {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// What all threads of a sweep share.
struct Workers<'w> {
    written: Mutex<Written>,
    stop: RunStop<'w>,
}

/// What one thread at a time writes.
struct Written {
    journal: Journal,
    failure: Option<Error>,
}

impl<'w> Workers<'w> {
    /// Those for the runs of a plan; the listener hears what was mended, and how much there is to
    /// do.
    fn new(sweep: &PreparedSweep, mut journal: Journal, stop: RunStop<'w>) -> Self {
        for what in &journal.notes {
            stop.note(SweepEvent::Mended { what });
        }
        journal.leave_out(&sweep.refused);
        let chains = sweep.chains.iter();
        let units = chains.map(|chain| {
            let depths = chain.depths_left(|run| journal.holds(run));
            depths
                .map(|depth| units(chain, depth) * starts(chain, depth))
                .sum::<u64>()
        });
        let units = units.sum();
        stop.note(SweepEvent::Begins { units });
        Self {
            written: Mutex::new(Written {
                journal,
                failure: None,
            }),
            stop,
        }
    }

    /// Runs chains in their order, as many at the same time as there are `threads`; fewer share
    /// all threads.
    fn side_by_side(&self, chains: &[&Chain], threads: usize) -> Result<()> {
        let workers = threads.min(chains.len());
        let pools = (0..workers).map(|_| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads / workers);
            pool.build().map_err(|error| {
                Error::setting("threads", error.to_string(), "ask for fewer threads")
            })
        });
        let pools = pools.collect::<Result<Vec<_>>>()?;
        let next = AtomicUsize::new(0);
        let next_chain = || chains.get(next.fetch_add(1, Ordering::Relaxed));
        std::thread::scope(|scope| {
            for pool in &pools {
                scope.spawn(|| {
                    pool.install(|| {
                        while let Some(chain) = next_chain() {
                            self.run(chain);
                        }
                    });
                });
            }
        });
        Ok(())
    }

    /// The journal once all chains are run, and whether the listener said stop.
    ///
    /// # Errors
    /// The first error of a chain; one of the folder before all others.
    fn end(self) -> Result<(Journal, bool)> {
        let written = self.written.into_inner();
        let written = written.unwrap_or_else(PoisonError::into_inner);
        match written.failure {
            Some(failure) => Err(failure),
            None => Ok((written.journal, self.stop.is_set())),
        }
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs what is missing of a chain, unless the sweep is over; an error is kept for the end.
    fn run(&self, chain: &Chain) {
        let is_over = self
            .written()
            .failure
            .as_ref()
            .is_some_and(is_of_the_folder);
        if is_over || self.stop.is_set() {
            return;
        }
        if let Err(error) = self.run_missing(chain) {
            let failure = &mut self.written().failure;
            if failure.is_none() || is_of_the_folder(&error) {
                *failure = Some(error);
            }
        }
    }

    fn run_missing(&self, chain: &Chain) -> Result<()> {
        let known = |depth| self.written().journal.record(&chain.run_name(depth));
        let known: Vec<Record> = chain.depths().map_while(known).collect();
        if known.len() == chain.depths().count() {
            return Ok(());
        }
        let listener = |progress: &Progress| {
            let units = if progress.ended {
                units(chain, progress.depth)
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
            self.keep(record, seconds)
        })
    }

    /// Writes down a run that is done, unless it was done before, beside others of its chain that
    /// were not.
    fn keep(&self, record: Record, seconds: f64) -> Result<()> {
        let run = record.run.clone();
        let mut written = self.written();
        if written.journal.holds(&run) {
            return Ok(());
        }
        written.journal.append(record, seconds)?;
        drop(written);
        self.stop.note(SweepEvent::Done { run: &run });
        Ok(())
    }
}

/// The work of a start of the search at a depth.
fn units(chain: &Chain, depth: usize) -> u64 {
    (work(chain, depth) / starts(chain, depth) as f64).ceil() as u64
}

fn starts(chain: &Chain, depth: usize) -> u64 {
    chain.setting.starts_of_depth(depth) as u64
}

/// Whether an error ends the sweep: nothing more can be written.
fn is_of_the_folder(error: &Error) -> bool {
    error.of_a_setting().is_some_and(|[name, ..]| name == "out")
}
