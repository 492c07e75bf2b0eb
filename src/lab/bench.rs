//! Where chains run: small ones side by side, each on threads of its own, and every finished run
//! into the journal at once.

use super::chain::{Chain, Finished};
use super::forecast::Clock;
use super::journal::{Journal, JournalTimes, Time};
use super::laboratory::Laboratory;
use super::run::{RunStop, SweepEvent};
use super::{MadeBy, Record};
use crate::error::{Error, Result};
use ketboard_qaoa::Progress;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the chains of a laboratory run, into one folder.
pub(super) struct Bench<'b> {
    clock: Clock,
    journal: Mutex<Journal>,
    times: Mutex<JournalTimes>,
    made_by: MadeBy,
    failure: Mutex<Option<Error>>,
    /// The chains whose searches are drawn.
    traced: HashSet<String>,
    stop: RunStop<'b>,
}

/// Units of work in a second of one thread.
const UNITS: f64 = 1e6;

impl<'b> Bench<'b> {
    /// Where what `journal` in `folder` does not hold runs; what was mended there is told.
    pub(super) fn new(
        laboratory: &Laboratory,
        (folder, journal): (&Path, Journal),
        stop: RunStop<'b>,
    ) -> Self {
        for what in journal.notes() {
            let _told_before_the_first_run = stop.tell(SweepEvent::Mended { what });
        }
        let mut times = JournalTimes::open(folder);
        times.leave_out(folder, &laboratory.chains_left_out());
        Self {
            clock: Clock::measured(&laboratory.chains),
            journal: Mutex::new(journal),
            times: Mutex::new(times),
            made_by: MadeBy::this(laboratory.commit.as_deref()),
            failure: Mutex::new(None),
            traced: laboratory.traced(),
            stop,
        }
    }

    /// Tells how much is to be done.
    pub(super) fn begin(&self, chains: &[Chain]) {
        let left = |chain: &Chain| -> u64 {
            let known = self.known(chain);
            let deepest = chain.depths().next_back().unwrap_or(0);
            (known + 1..=deepest)
                .map(|depth| self.units(chain, depth))
                .sum()
        };
        let units = chains.iter().map(left).sum();
        let each = chains
            .iter()
            .flat_map(|c| c.depths().map(|depth| c.run_name(depth)));
        let names: Vec<String> = each.collect();
        let done = names.iter().filter(|run| self.holds(run)).count();
        let runs = names.len();
        let _kept_for_all = self.stop.tell(SweepEvent::Begins { units, runs, done });
    }

    /// Units of one start at a depth.
    fn units_of_a_start(&self, chain: &Chain, depth: usize) -> u64 {
        let seconds =
            self.clock.seconds(chain, depth) / chain.setting.starts_of_depth(depth) as f64;
        (seconds * UNITS).ceil() as u64
    }

    fn units(&self, chain: &Chain, depth: usize) -> u64 {
        self.units_of_a_start(chain, depth) * chain.setting.starts_of_depth(depth) as u64
    }

    /// The depth down to which a chain is done.
    fn known(&self, chain: &Chain) -> usize {
        let depths = chain.depths();
        let done = depths.take_while(|depth| self.holds(&chain.run_name(*depth)));
        done.last().unwrap_or(0)
    }

    /// Whether a run is recorded.
    fn holds(&self, run: &str) -> bool {
        locked(&self.journal).holds(run)
    }

    /// Runs chains in their order, as many at the same time as there are `threads`; fewer share
    /// all threads.
    pub(super) fn side_by_side(&self, chains: &[&Chain], threads: usize) -> Result<()> {
        let workers = threads.min(chains.len());
        if workers == 0 {
            return Ok(());
        }
        let own = threads / workers;
        let mut pools = Vec::with_capacity(workers);
        for _ in 0..workers {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(own).build();
            pools.push(pool.map_err(|error| {
                Error::setting("threads", error.to_string(), "ask for fewer threads")
            })?);
        }
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

    /// Whether nothing more is to be begun: the listener said stop, or the folder takes no more.
    fn is_over(&self) -> bool {
        self.stop.is_set() || locked(&self.failure).as_ref().is_some_and(is_of_the_folder)
    }

    /// The journal with all that was done, and whether it was stopped.
    ///
    /// # Errors
    /// The first failure of a chain.
    pub(super) fn end(self) -> Result<(Journal, bool)> {
        let failure = self
            .failure
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let journal = self.journal.into_inner();
        let mut journal = journal.unwrap_or_else(PoisonError::into_inner);
        let synced = journal.sync();
        match failure {
            Some(failure) => Err(failure),
            None => synced.map(|()| (journal, self.stop.is_set())),
        }
    }

    /// Runs what is missing of a chain. A failure is kept, and ends no other chain unless it is the
    /// disk's.
    pub(super) fn run(&self, chain: &Chain) {
        if self.is_over() {
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
        let mut known: Vec<Record> = Vec::new();
        for depth in chain.depths() {
            match locked(&self.journal).record(&chain.run_name(depth))? {
                Some(record) => known.push(record),
                None => break,
            }
        }
        if known.len() == chain.depths().count() {
            return Ok(());
        }
        let name = &*chain.subject.name;
        let heard = |progress: &Progress| {
            let progress = *progress;
            self.stop.tell(match progress.ended {
                false => SweepEvent::Searching { name, progress },
                true => SweepEvent::Searched {
                    units: self.units_of_a_start(chain, progress.depth),
                    name,
                    progress,
                },
            })
        };
        chain.run(&known, &heard, &mut |finished| self.keep(chain, finished))
    }

    fn keep(&self, chain: &Chain, finished: Finished) -> Result<()> {
        let run = finished.record.run.clone();
        if self.holds(&run) {
            return Ok(());
        }
        let traced = self.traced.contains(chain.name());
        locked(&self.times).append(&Time {
            run: run.clone(),
            seconds: finished.seconds,
            trace: if traced { finished.traces } else { Vec::new() },
            made_by: Some(self.made_by.clone()),
        });
        locked(&self.journal).append(&finished.record)?;
        let _kept_for_all = self.stop.tell(SweepEvent::Done { run: &run });
        Ok(())
    }
}

fn is_of_the_folder(error: &Error) -> bool {
    matches!(error, Error::Input(ketboard_puzzles::Error::Setting { name, .. }) if name == "out")
}

/// What a panic of another thread left is whole: values are moved in at once.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
