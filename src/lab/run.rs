//! Running a plan: small chains side by side, large ones one after another, smallest first; each
//! finished run goes into the journal at once.

use super::chain::{Chain, Finished};
use super::forecast::{Clock, SIDE_BY_SIDE};
use super::journal::{self, Journal, RECORDS, Time, Times};
use super::laboratory::Laboratory;
use super::read::briefly;
use super::{MadeBy, Record, planned, summary};
use crate::error::{Error, Result};
use ketboard_qaoa::{Moment, Progress};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is heard of a running plan.
#[derive(Clone, Copy, Debug)]
#[expect(
    dead_code,
    reason = "a listener may ask for more than the program's bar shows"
)]
pub(crate) enum Heard<'h> {
    /// It begins: how much work there is, in units that the others count.
    Begins {
        /// Units in all.
        units: u64,
        /// Runs in all.
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
        /// How far it is.
        progress: Progress,
    },
    /// A start of a search has ended.
    Searched {
        /// Units of work.
        units: u64,
        /// The puzzle's name.
        name: &'h str,
        /// Which start, and what it reached.
        progress: Progress,
    },
    /// A run is done, and on the disk.
    Done {
        /// Its name.
        run: &'h str,
    },
}

/// Who hears of it, from any thread. `Break` ends the work: what is done is kept, and the search at
/// hand is dropped.
pub(crate) type Listener<'l> = &'l (dyn Fn(Heard<'_>) -> ControlFlow<()> + Sync);

/// A folder of finished runs.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    folder: PathBuf,
    stopped: bool,
}

impl Laboratory {
    /// The names of the runs that `folder` already holds, where it holds any of this plan; it is
    /// not changed.
    pub(crate) fn done_in(&self, folder: &Path) -> HashSet<String> {
        let results = Results {
            folder: folder.to_owned(),
            stopped: false,
        };
        let records = results.records().into_iter().flatten();
        records
            .filter_map(Result::ok)
            .map(|record| record.run)
            .collect()
    }

    /// Succeeds if `folder` can keep the runs of this plan; leaves no trace.
    ///
    /// # Errors
    /// A folder that cannot be written, or holds runs of another plan.
    pub(crate) fn check(&self, folder: &Path) -> Result<()> {
        journal::check(folder, &self.plan.to_json())
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
        listener: Listener<'_>,
    ) -> Result<Results> {
        let planned: HashSet<String> = self.runs().collect();
        let journal = Journal::open(folder, &self.plan.to_json(), |run| planned.contains(run))?;
        for what in journal.mended() {
            let _told_before_the_first_run = listener(Heard::Mended { what });
        }
        let mut times = Times::open(folder);
        times.leave_out(folder, &self.chains_left_out());
        let clock = Clock::measured(&self.chains);
        let bench = Bench {
            clock,
            journal: Mutex::new(journal),
            times: Mutex::new(times),
            made_by: MadeBy::this(self.commit.as_deref()),
            plan: planned::fingerprint(&planned::text_of(&self.plan.to_json())),
            failure: Mutex::new(None),
            traced: self.traced(),
            stop: Stop::new(listener),
        };
        bench.begin(&self.chains, planned.len());
        let mut order: Vec<&Chain> = self.chains.iter().collect();
        order.sort_by_key(|chain| chain.subject.states());
        let small = order.partition_point(|chain| chain.subject.states() <= SIDE_BY_SIDE);
        bench.side_by_side(&order[..small], threads)?;
        for chain in &order[small..] {
            bench.run(chain);
        }
        let journal = bench
            .journal
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = bench
            .failure
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
        {
            return Err(failure);
        }
        let runs: Vec<String> = self.runs().collect();
        let stopped = bench.stop.is_set() && !runs.iter().all(|run| journal.holds(run));
        let results = Results {
            folder: folder.to_owned(),
            stopped,
        };
        if stopped {
            return Ok(results);
        }
        summary::write(&results, &runs)?;
        journal.settle(runs.iter().map(String::as_str))?;
        Ok(results)
    }

    /// The chains whose searches are drawn: of each puzzle the first.
    fn traced(&self) -> HashSet<String> {
        let mut seen = HashSet::new();
        let first = self
            .chains
            .iter()
            .filter(|chain| seen.insert(&*chain.subject.name));
        first.map(|chain| chain.run_name(0)).collect()
    }
}

/// Where chains run.
struct Bench<'b> {
    clock: Clock,
    journal: Mutex<Journal>,
    times: Mutex<Times>,
    made_by: MadeBy,
    /// The plan's fingerprint.
    plan: String,
    failure: Mutex<Option<Error>>,
    traced: HashSet<String>,
    stop: Stop<'b>,
}

/// A listener, and whether it has said stop: it is told no more then.
pub(super) struct Stop<'l> {
    listener: Listener<'l>,
    stopped: AtomicBool,
}

impl<'l> Stop<'l> {
    pub(super) fn new(listener: Listener<'l>) -> Self {
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

/// Units of work in a second of one thread.
const UNITS: f64 = 1e6;

impl Bench<'_> {
    fn begin(&self, chains: &[Chain], runs: usize) {
        let left = |chain: &Chain| -> u64 {
            let known = self.known(chain);
            let deepest = chain.depths().next_back().unwrap_or(0);
            (known + 1..=deepest)
                .map(|depth| self.units(chain, depth))
                .sum()
        };
        let units = chains.iter().map(left).sum();
        let done = locked(&self.journal).len();
        let _kept_for_all = self.stop.tell(Heard::Begins { units, runs, done });
    }

    /// Units of one start at a depth.
    fn units_of_a_start(&self, chain: &Chain, depth: usize) -> u64 {
        let seconds = self.clock.seconds(chain, depth) / chain.setting.starts as f64;
        (seconds * UNITS).ceil() as u64
    }

    fn units(&self, chain: &Chain, depth: usize) -> u64 {
        self.units_of_a_start(chain, depth) * chain.setting.starts as u64
    }

    /// The depth down to which a chain is done.
    fn known(&self, chain: &Chain) -> usize {
        let journal = locked(&self.journal);
        let done = chain
            .depths()
            .take_while(|depth| journal.holds(&chain.run_name(*depth)));
        done.last().unwrap_or(0)
    }

    /// Runs chains at the same time, each on threads of its own: one, where there are more chains
    /// than threads.
    fn side_by_side(&self, chains: &[&Chain], threads: usize) -> Result<()> {
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
        std::thread::scope(|scope| {
            for pool in &pools {
                scope.spawn(|| {
                    pool.install(|| {
                        while let Some(chain) = chains.get(next.fetch_add(1, Ordering::Relaxed)) {
                            self.run(chain);
                        }
                    });
                });
            }
        });
        Ok(())
    }

    /// Runs what is missing of a chain. A failure is kept, and ends no other chain unless it is the
    /// disk's.
    fn run(&self, chain: &Chain) {
        if self.stop.is_set() || locked(&self.failure).as_ref().is_some_and(is_of_the_folder) {
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
            self.stop.tell(match progress.moment {
                Moment::Evaluation | Moment::Layer => Heard::Searching { name, progress },
                Moment::End => Heard::Searched {
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
        if locked(&self.journal).holds(&run) {
            return Ok(());
        }
        let traced = self.traced.contains(&chain.run_name(0));
        locked(&self.times).append(&Time {
            run: run.clone(),
            seconds: finished.seconds,
            trace: if traced { finished.traces } else { Vec::new() },
            made_by: Some(self.made_by.clone()),
            plan: Some(self.plan.clone()),
        });
        locked(&self.journal).append(&finished.record)?;
        let _kept_for_all = self.stop.tell(Heard::Done { run: &run });
        Ok(())
    }
}

fn is_of_the_folder(error: &Error) -> bool {
    matches!(error, Error::Setting { name, .. } if name == "out")
}

/// What a panic of another thread left is whole: values are moved in at once.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Results {
    /// The results in a folder.
    ///
    /// # Errors
    /// If it has no records.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let results = Self {
            folder: folder.to_owned(),
            stopped: false,
        };
        results.records().map(|_| results.clone())
    }

    /// Whether the listener stopped the work that made them before all runs were done.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Where they are.
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
        let times = Times::read(&self.folder).into_iter();
        times.map(|(run, time)| (run, time.trace)).collect()
    }
}
