//! Running a plan: small chains side by side, large ones one after another, smallest first. What is
//! heard of it on the way, and the folder that it leaves.

use super::bench::Bench;
use super::chain::Chain;
use super::forecast::SIDE_BY_SIDE;
use super::journal::{self, Journal, JournalTimes, Lock, RECORDS};
use super::laboratory::Laboratory;
use super::read::briefly;
use super::{Record, shard, summary};
use crate::error::{Error, Result};
use ketboard_qaoa::Progress;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What is heard of a running plan.
#[derive(Clone, Copy, Debug)]
#[expect(
    dead_code,
    reason = "a listener may ask for more than the program's bar shows"
)]
pub(crate) enum Heard<'h> {
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
    /// All that is left is with other workers, and it is not known yet whether they live.
    Waiting,
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
pub(crate) type RunListener<'l> = &'l (dyn Fn(Heard<'_>) -> ControlFlow<()> + Sync);

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
        let results = Results::of(folder);
        let records = results.records().into_iter().flatten();
        records
            .filter_map(Result::ok)
            .map(|record| record.run)
            .collect()
    }

    /// Succeeds if `folder` can keep the runs of this plan; leaves no trace.
    ///
    /// # Errors
    /// A folder that cannot be written, or holds runs of another plan or of another part of it.
    pub(crate) fn check(&self, folder: &Path) -> Result<()> {
        journal::check(folder, &self.plan.to_json())?;
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
        let journal = Journal::open(folder, &self.plan.to_json(), |run| planned.contains(run))?;
        let chains = self.chains.iter().map(|chain| chain.name().to_owned());
        shard::remember(folder, self.shard(), chains.collect())?;
        let bench = Bench::new(self, (folder, journal), None, RunStop::new(listener));
        bench.begin(&self.chains);
        let (small, large) = self.by_size();
        let next = AtomicUsize::new(0);
        let in_order = || small.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        bench.side_by_side(&in_order, small.len(), threads)?;
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

    /// Whether a chain is so large that it runs alone, on all threads.
    pub(crate) fn has_large_chains(&self) -> bool {
        !self.by_size().1.is_empty()
    }

    /// The chains that run side by side, and those that run alone; each the smallest first.
    pub(super) fn by_size(&self) -> (Vec<&Chain>, Vec<&Chain>) {
        let mut order: Vec<&Chain> = self.chains.iter().collect();
        order.sort_by_key(|chain| chain.subject.states());
        let is_small = |chain: &&Chain| chain.subject.states() <= SIDE_BY_SIDE;
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
    pub(super) fn tell(&self, heard: Heard<'_>) -> ControlFlow<()> {
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

    /// The results in a folder.
    ///
    /// # Errors
    /// If it has no records.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let results = Self::of(folder);
        results.records().map(|_| results.clone())
    }

    /// Whether the listener stopped the work that made them before all runs were done.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The folder in which the records are.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The records, one after another as they stand in their file.
    ///
    /// # Errors
    /// If the file cannot be read; of each line, if it is no record.
    pub(crate) fn records(&self) -> Result<impl Iterator<Item = Result<Record>>> {
        let lines = self.lines()?;
        Ok(lines.map(|line| line?.1))
    }

    /// The lines of the file, with their records.
    pub(super) fn lines(
        &self,
    ) -> Result<impl Iterator<Item = Result<(String, Result<Record>)>> + use<>> {
        use std::io::BufRead;
        let path = self.folder.join(RECORDS);
        let failed = |path: &Path, source| Error::Read {
            path: path.to_owned(),
            source,
        };
        let file = std::fs::File::open(&path).map_err(|source| failed(&path, source))?;
        let lines = std::io::BufReader::new(file).split(b'\n').enumerate();
        Ok(lines.map(move |(number, line)| {
            let line = line.map_err(|source| failed(&path, source))?;
            let wrong = |found: String| {
                let (file, remedy) = (path.display().to_string(), journal::WITHOUT_THE_LINE);
                Error::input(file, Some(number + 1), found, remedy)
            };
            match String::from_utf8(line) {
                Ok(line) => {
                    let record = serde_json::from_str(&line);
                    let record =
                        record.map_err(|error| wrong(format!("no record: {}", briefly(&error))));
                    Ok((line, record))
                }
                Err(error) => {
                    let place = error.utf8_error().valid_up_to() + 1;
                    let found = format!("no record: byte {place} of the line is no UTF-8");
                    Ok((String::new(), Err(wrong(found))))
                }
            }
        }))
    }

    /// The values that the best starts of a run met since the run before, depth by depth; empty
    /// where they were not kept.
    pub(crate) fn traces(&self) -> HashMap<String, Vec<(usize, Vec<f64>)>> {
        let times = JournalTimes::read(&self.folder).into_iter();
        times.map(|(run, time)| (run, time.trace)).collect()
    }
}
