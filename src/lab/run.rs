//! Running a plan into a folder: small chains side by side, large ones one after another on all
//! threads.

use super::chain::Chain;
use super::forecast::SIDE_BY_SIDE;
use super::journal::{self, Journal, JournalTimes, Lock};
use super::laboratory::Laboratory;
use super::planned::Planned;
use super::read::RecordFile;
use super::workers::Workers;
use super::{Record, summary};
use crate::error::Result;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// A folder of results.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    folder: PathBuf,
    stopped: bool,
    /// So that nobody else writes while its figures are drawn.
    _lock: Option<Arc<Lock>>,
}

impl Laboratory {
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
        journal::check(folder, &Planned::from(&self.plan))
    }

    /// Makes the runs that a folder lacks, writes its table, and puts its lines in order; the
    /// `listener` may stop it, and the same call goes on.
    ///
    /// # Errors
    /// If the folder cannot be written or holds other runs; the first error of a search.
    pub(crate) fn run(
        &self,
        folder: &Path,
        threads: usize,
        listener: RunListener<'_>,
    ) -> Result<Results> {
        let runs: Vec<String> = self.runs().collect();
        let planned: HashSet<&str> = runs.iter().map(String::as_str).collect();
        let plan = Planned::from(&self.plan);
        let journal = Journal::open(folder, &plan, |run| planned.contains(run))?;
        let workers = Workers::new(self, folder, journal, RunStop::new(listener));
        // the smallest first: what is done is seen soon
        let mut order: Vec<&Chain> = self.chains.iter().collect();
        order.sort_by_key(|chain| chain.problem.states());
        let is_small = |chain: &&Chain| chain.problem.states() <= SIDE_BY_SIDE;
        let (small, large): (Vec<_>, Vec<_>) = order.into_iter().partition(is_small);
        workers.side_by_side(&small, threads)?;
        large.into_iter().for_each(|chain| workers.run(chain));
        let (journal, is_stopped) = workers.end()?;
        let mut results = Results {
            folder: folder.to_owned(),
            stopped: is_stopped && !runs.iter().all(|run| journal.holds(run)),
            _lock: None,
        };
        if !results.stopped {
            summary::write(&results, &runs)?;
            results._lock = Some(Arc::new(journal.settle(&runs)?));
        }
        Ok(results)
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

impl Results {
    /// Whether the listener stopped the sweep before all runs were done.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The records in the order of their file.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) fn records(&self) -> Result<Vec<Record>> {
        RecordFile::read(&self.folder)?.into_records()
    }

    /// The optimizer's values at each depth that led to a run, by run, as far as they are known.
    pub(crate) fn traces(&self) -> HashMap<String, Vec<(usize, Vec<f64>)>> {
        let times = JournalTimes::read(&self.folder).into_iter();
        times.map(|(run, time)| (run, time.trace)).collect()
    }
}
