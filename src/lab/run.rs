//! Running a plan: small chains side by side, large ones one after another, smallest first. What is
//! heard of it on the way, and the folder that it leaves.

use super::bench::Bench;
use super::chain::Chain;
use super::forecast::SIDE_BY_SIDE;
use super::journal::{self, Journal, JournalTimes, Lock};
use super::laboratory::Laboratory;
use super::planned::Planned;
use super::read::RecordFile;
use super::{Record, shard, summary};
use crate::error::Result;
use ketboard_qaoa::Progress;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is heard of a running plan.
#[derive(Clone, Copy, Debug)]
#[expect(
    dead_code,
    reason = "a listener may ask for more than the program's bar shows"
)]
pub(crate) enum SweepEvent<'h> {
    /// It begins: how much work there is, in units that the others count.
    Begins {
        /// Units of work in all.
        units: u64,
        /// The number of runs in all.
        runs: usize,
        /// Runs that were done before.
        done: usize,
    },
    /// Something was wrong with the folder, and is mended: what, in words.
    Mended {
        /// The file, what was wrong, and what was done.
        what: &'h str,
    },
    /// A search is at an evaluation: whoever wants to stop soon is asked here.
    Searching {
        /// The puzzle's name.
        name: &'h str,
        /// How far the search is.
        progress: Progress,
    },
    /// A start of a search has ended.
    Searched {
        /// How many units of work the start was.
        units: u64,
        /// The puzzle's name.
        name: &'h str,
        /// Which start, and what it reached.
        progress: Progress,
    },
    /// A run is done, and on the disk.
    Done {
        /// The name of the run.
        run: &'h str,
    },
}

/// Who hears of it, from any thread. `Break` ends the work: what is done is kept, and the search at
/// hand is dropped.
pub(crate) type RunListener<'l> = &'l (dyn Fn(SweepEvent<'_>) -> ControlFlow<()> + Sync);

/// A folder of finished runs.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    folder: PathBuf,
    stopped: bool,
    /// Keeps others from the folder while pictures are drawn into it.
    _lock: Option<Arc<Lock>>,
}

impl Laboratory {
    /// The names of the runs that `folder` already holds, where it holds any of this plan; it is
    /// not changed.
    pub(crate) fn done_in(&self, folder: &Path) -> HashSet<String> {
        let file = RecordFile::read(folder);
        let counted = file.iter().flat_map(|file| file.counted());
        let runs = counted.filter_map(|found| Some(found.ok()?.1.run.clone()));
        runs.collect()
    }

    /// Succeeds if `folder` can keep the runs of this plan; leaves no trace.
    ///
    /// # Errors
    /// A folder that cannot be written, or holds runs of another plan or of another part of it.
    pub(crate) fn check(&self, folder: &Path) -> Result<()> {
        journal::check(folder, &Planned::from(&self.plan))?;
        shard::check(folder, self.shard())
    }

    /// Runs what `folder` does not hold yet, on `threads` threads. However often it is stopped and
    /// run again, and for any number of threads, the folder ends with the same records. Where the
    /// listener says stop, the results are those until there ([`Results::is_stopped`]), and the
    /// table over all runs is not written yet.
    ///
    /// # Errors
    /// A folder that cannot be written, is in use or holds runs of another plan; a disk that is
    /// full; and where some chains failed, the first failure, after all others were run. What is
    /// done is kept.
    pub(crate) fn run(
        &self,
        folder: &Path,
        threads: usize,
        listener: RunListener<'_>,
    ) -> Result<Results> {
        shard::check(folder, self.shard())?;
        let planned: HashSet<String> = self.runs().collect();
        let plan = Planned::from(&self.plan);
        let journal = Journal::open(folder, &plan, |run| planned.contains(run))?;
        let chains = self.chains.iter().map(|chain| chain.name().to_owned());
        shard::remember(folder, self.shard(), chains.collect())?;
        let bench = Bench::new(self, (folder, journal), RunStop::new(listener));
        bench.begin(&self.chains);
        let (small, large) = self.by_size();
        bench.side_by_side(&small, threads)?;
        for chain in large {
            bench.run(chain);
        }
        let (journal, stopped) = bench.end()?;
        let runs: Vec<String> = self.runs().collect();
        let stopped = stopped && !runs.iter().all(|run| journal.holds(run));
        let results = Results {
            stopped,
            ..Results::of(folder)
        };
        if stopped {
            return Ok(results);
        }
        summary::write(&results, &runs)?;
        let lock = journal.settle(runs.iter().map(String::as_str))?;
        Ok(results.locked(lock))
    }

    /// The chains that run side by side, and those that run alone; each the smallest first.
    fn by_size(&self) -> (Vec<&Chain>, Vec<&Chain>) {
        let mut order: Vec<&Chain> = self.chains.iter().collect();
        order.sort_by_key(|chain| chain.subject.problem.states());
        let is_small = |chain: &&Chain| chain.subject.problem.states() <= SIDE_BY_SIDE;
        order.into_iter().partition(is_small)
    }
}

/// A listener, and whether it has said stop: it is told no more then.
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

    pub(super) fn is_set(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Tells the listener, and passes on whether to go on.
    pub(super) fn tell(&self, heard: SweepEvent<'_>) -> ControlFlow<()> {
        if self.is_set() || (self.listener)(heard).is_break() {
            self.stopped.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Results {
    /// Those of a folder that is not looked at yet.
    pub(super) fn of(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            stopped: false,
            _lock: None,
        }
    }

    /// The same, which keep their folder locked.
    pub(super) fn locked(self, lock: Lock) -> Self {
        Self {
            _lock: Some(Arc::new(lock)),
            ..self
        }
    }

    /// Whether the listener stopped the work that made them before all runs were done.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The folder in which the records are.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The records, each run once, as they stand in their file.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is no record.
    pub(crate) fn records(&self) -> Result<Vec<Record>> {
        RecordFile::read(&self.folder)?.into_records()
    }

    /// The values that the best starts of a run met since the run before, depth by depth; empty
    /// where they were not kept.
    pub(crate) fn traces(&self) -> HashMap<String, Vec<(usize, Vec<f64>)>> {
        let times = JournalTimes::read(&self.folder).into_iter();
        times.map(|(run, time)| (run, time.trace)).collect()
    }
}
