//! The threads that run the chains of a plan, and what they share: the journal, the times, the
//! listener, and the first error.

use super::chain::{Chain, Finished};
use super::forecast::work;
use super::journal::{Journal, JournalTimes, Time};
use super::laboratory::Laboratory;
use super::run::{RunStop, SweepEvent};
use super::{MadeBy, Record};
use crate::error::{Error, Result};
use ketboard_qaoa::search::Progress;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What all threads of a sweep share.
pub(super) struct Workers<'w> {
    written: Mutex<Written>,
    made_by: MadeBy,
    /// The chains whose traces are kept.
    traced: HashSet<String>,
    stop: RunStop<'w>,
}

/// What one thread at a time writes.
struct Written {
    journal: Journal,
    times: JournalTimes,
    failure: Option<Error>,
}

impl<'w> Workers<'w> {
    /// Those for the runs of a plan; the listener hears what was mended, and how much there is to
    /// do.
    pub(super) fn new(
        laboratory: &Laboratory,
        folder: &Path,
        journal: Journal,
        stop: RunStop<'w>,
    ) -> Self {
        for what in journal.notes() {
            stop.note(SweepEvent::Mended { what });
        }
        let mut times = JournalTimes::open(folder);
        times.leave_out(folder, &laboratory.refused);
        let chains = laboratory.chains.iter();
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
                times,
                failure: None,
            }),
            made_by: MadeBy::this(laboratory.commit.as_deref()),
            traced: laboratory.traced(),
            stop,
        }
    }

    /// Runs chains in their order, as many at the same time as there are `threads`; fewer share
    /// all threads.
    pub(super) fn side_by_side(&self, chains: &[&Chain], threads: usize) -> Result<()> {
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
    pub(super) fn end(self) -> Result<(Journal, bool)> {
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
    pub(super) fn run(&self, chain: &Chain) {
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
            let units = match progress.ended {
                true => units(chain, progress.depth),
                false => 0,
            };
            self.stop.tell(SweepEvent::Searched {
                units,
                name: &chain.source.name,
                depth: progress.depth,
            })
        };
        chain.run(&known, &listener, &mut |finished| {
            self.keep(chain, finished)
        })
    }

    /// Writes down a run that is done, unless it was done before, beside others of its chain that
    /// were not.
    fn keep(&self, chain: &Chain, finished: Finished) -> Result<()> {
        let run = finished.record.run.clone();
        let mut written = self.written();
        if written.journal.holds(&run) {
            return Ok(());
        }
        let traced = self.traced.contains(chain.name());
        written.times.append(&Time {
            run: run.clone(),
            seconds: finished.seconds,
            trace: if traced { finished.traces } else { Vec::new() },
            made_by: Some(self.made_by.clone()),
        });
        written.journal.append(&finished.record)?;
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
