//! Workers that share a folder: processes on any machines take the chains of one plan from each
//! other, without numbers and without a server.
//!
//! Each worker keeps a journal of its own in `workers/`, and holds the chain that it runs by a
//! lease. Records are the only truth: what stands in any worker's journal is done, and a chain goes
//! on after the depth that its last worker reached, whoever that was. A chain that is run twice
//! because a worker was thought dead does no harm, as the records are the same byte for byte.

mod lease;

use super::bench::{Bench, locked};
use super::chain::Chain;
use super::gathered::Gathered;
use super::journal::{self, Journal, PLAN, RECORDS};
use super::laboratory::Laboratory;
use super::merge::{Merged, check_commits, merge_if_free};
use super::planned::text_of;
use super::run::{Results, RunListener, RunStop};
use crate::error::{Error, Result};
use crate::files::write_whole;
use lease::{Claim, Leases, Machine};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The folder of the workers' own folders.
const WORKERS: &str = "workers";

/// How often workers look again whether others live.
const LOOK: Duration = Duration::from_millis(200);

/// How the work of one worker ended.
#[derive(Debug)]
pub(crate) enum Joined {
    /// All runs are done, and merged into the shared folder.
    Done(Results),
    /// The listener said stop; what is done is kept.
    Stopped,
    /// What is left is with other workers that live: how many chains, and the workers' names.
    WithOthers {
        /// Chains that are not done.
        chains: usize,
        /// The names of the workers that run the rest.
        workers: Vec<String>,
    },
}

/// What one look over all chains found that are not done.
#[derive(Debug, Default)]
struct Left {
    chains: usize,
    workers: BTreeSet<String>,
    /// Whether all of these workers are known to live.
    live: bool,
    /// Whether some of the chains are beyond this machine, and others have begun them.
    beyond: bool,
}

impl Laboratory {
    /// The names of the runs that the workers of a shared folder have done; it is not changed.
    pub(crate) fn done_by_workers(&self, shared: &Path) -> HashSet<String> {
        let mut gathered = Gathered::new(self.planned_runs());
        // A folder that cannot be read is told when the work begins.
        gather(&mut gathered, shared).ok();
        self.runs().filter(|run| gathered.holds(run)).collect()
    }

    /// Runs chains that nobody has done and nobody runs, until there are none, on `threads`
    /// threads; the worker that finds all done merges them into the `shared` folder. A worker of
    /// another machine that gives no sign for `patience` is taken for dead, one of this machine as
    /// soon as it is.
    ///
    /// # Errors
    /// A folder that cannot be written, or holds runs of another plan; a disk that is full; and
    /// where some chains failed, the first failure, after all others were run.
    pub(crate) fn join(
        &self,
        shared: &Path,
        threads: usize,
        patience: Duration,
        listener: RunListener<'_>,
    ) -> Result<Joined> {
        self.check(shared)?;
        check_commits(&folders_of(shared)?, self.commit.as_deref())?;
        let plan = self.plan.to_json();
        make_folder(&shared.join(WORKERS))?;
        if !shared.join(PLAN).exists() {
            write_whole(&shared.join(PLAN), text_of(&plan).as_bytes())?;
        }
        let planned = self.planned_runs();
        let machine = Machine::this();
        let (name, journal) = self.own_folder(shared, &machine, &planned)?;
        let folder = shared.join(WORKERS).join(&name);
        let gathered = Mutex::new(Gathered::new(planned));
        gather(&mut locked(&gathered), shared)?;
        let leases = Leases::new(shared, (machine, name), patience)?;
        let bench = Bench::new(
            self,
            (&folder, journal),
            Some(&gathered),
            RunStop::new(listener),
        );
        bench.begin(&self.chains);
        let worker = Worker {
            bench: &bench,
            leases: &leases,
            gathered: &gathered,
            shared,
            tried: Mutex::new(HashSet::new()),
        };
        let left = worker.work(self, threads)?;
        let given_back = worker.give_back(self);
        let (journal, stopped) = bench.end()?;
        given_back?;
        drop(journal); // synced now: whoever looks after this sees all that was done here
        gather(&mut locked(&gathered), shared)?;
        let is_done = self.runs().all(|run| locked(&gathered).holds(&run)) && !left.beyond;
        match left {
            _ if is_done => self.merge_workers(shared),
            _ if stopped => Ok(Joined::Stopped),
            left => Ok(Joined::WithOthers {
                chains: left.chains,
                workers: left.workers.into_iter().collect(),
            }),
        }
    }

    /// The name and the journal of a folder that no other worker of this machine uses; what a dead
    /// one left is gone on with.
    fn own_folder(
        &self,
        shared: &Path,
        machine: &Machine,
        planned: &HashSet<String>,
    ) -> Result<(String, Journal)> {
        let plan = self.plan.to_json();
        let mut number = 1_usize;
        loop {
            let name = machine.worker(number);
            let folder = shared.join(WORKERS).join(&name);
            let free = Journal::open_if_free(&folder, &plan, |run| planned.contains(run))?;
            if let Some(journal) = free {
                return Ok((name, journal));
            }
            number += 1;
        }
    }

    fn merge_workers(&self, shared: &Path) -> Result<Joined> {
        let mut folders = folders_of(shared)?;
        folders.retain(|folder| folder != shared); // what lies there stays
        loop {
            while journal::is_held(shared) {
                std::thread::sleep(LOOK); // another worker merges the same
            }
            if let Some(Merged { results, .. }) = merge_if_free(&folders, shared)? {
                return Ok(Joined::Done(results));
            }
        }
    }
}

/// A worker while it takes chains and runs them.
struct Worker<'w> {
    bench: &'w Bench<'w>,
    leases: &'w Leases,
    gathered: &'w Mutex<Gathered>,
    shared: &'w Path,
    /// Chains that this worker need not look at again: they are done, or were taken here.
    tried: Mutex<HashSet<String>>,
}

impl Worker<'_> {
    /// Runs chains until none is free; what is left then is with workers that live, or failed here.
    fn work(&self, laboratory: &Laboratory, threads: usize) -> Result<Left> {
        let (mut small, mut large) = laboratory.by_size();
        for chains in [&mut small, &mut large] {
            chains.sort_by_key(|chain| Reverse(chain.subject.states()));
        }
        let failed = Mutex::new(None);
        let next = |chains: &[&Chain]| -> Option<usize> {
            let looked = gather(&mut locked(self.gathered), self.shared);
            let found = looked.and_then(|()| self.first_free(chains));
            found.unwrap_or_else(|error| {
                locked(&failed).get_or_insert(error);
                None
            })
        };
        loop {
            while let Some(place) = next(&large) {
                self.bench.run(large[place]);
            }
            let next_small = || next(&small).map(|place| small[place]);
            self.bench.side_by_side(&next_small, small.len(), threads)?;
            if let Some(error) = locked(&failed).take() {
                return Err(error);
            }
            gather(&mut locked(self.gathered), self.shared)?;
            let left = self.left(laboratory)?;
            if left.live || self.bench.is_over() {
                return Ok(left);
            }
            self.bench.wait(LOOK);
        }
    }

    /// The place of the first chain that is free; it is now this worker's to run.
    fn first_free(&self, chains: &[&Chain]) -> Result<Option<usize>> {
        for (place, chain) in chains.iter().enumerate() {
            if !self.bench.is_over() && self.takes(chain)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Whether a chain is now this worker's to run.
    fn takes(&self, chain: &Chain) -> Result<bool> {
        let name = chain.name();
        if !locked(&self.tried).insert(name.to_owned()) || self.is_done(chain) {
            return Ok(false);
        }
        let claim = self.leases.claim(name)?;
        if claim != Claim::Ours {
            locked(&self.tried).remove(name);
            return Ok(false);
        }
        // what another worker has done of it in the meantime is not done again
        gather(&mut locked(self.gathered), self.shared)?;
        Ok(!self.is_done(chain))
    }

    fn is_done(&self, chain: &Chain) -> bool {
        let gathered = locked(self.gathered);
        chain
            .depths()
            .all(|depth| gathered.holds(&chain.run_name(depth)))
    }

    fn left(&self, laboratory: &Laboratory) -> Result<Left> {
        let mut left = Left {
            live: true,
            ..Left::default()
        };
        for chain in &laboratory.chains {
            if locked(&self.tried).contains(chain.name()) || self.is_done(chain) {
                continue;
            }
            left.chains += 1;
            match self.leases.holder(chain.name())? {
                Claim::Live(worker) => drop(left.workers.insert(worker)),
                Claim::Ours | Claim::Unknown(_) => left.live = false,
            }
        }
        for chain in laboratory.chains_left_out() {
            let runs = laboratory.plan.depths.iter();
            let runs: Vec<String> = runs.map(|depth| format!("{chain}-p{depth}")).collect();
            let done = runs.iter().filter(|run| locked(self.gathered).holds(run));
            let done = done.count();
            let holder = match self.leases.holder(&chain)? {
                _ if done == runs.len() => continue,
                Claim::Live(worker) | Claim::Unknown(worker) => worker,
                Claim::Ours if done > 0 => "none; a machine with more memory can go on".to_owned(),
                Claim::Ours => continue, // nobody has begun it
            };
            (left.chains, left.beyond) = (left.chains + 1, true);
            left.workers.insert(holder);
        }
        Ok(left)
    }

    /// Gives back the leases of chains that were begun and not done.
    fn give_back(&self, laboratory: &Laboratory) -> Result<()> {
        gather(&mut locked(self.gathered), self.shared)?;
        let chains = laboratory
            .chains
            .iter()
            .filter(|chain| !self.is_done(chain));
        for chain in chains {
            self.leases.release(chain.name())?;
        }
        self.leases.end();
        Ok(())
    }
}

/// Takes up what all workers of a shared folder have written, and the folder itself.
fn gather(gathered: &mut Gathered, shared: &Path) -> Result<()> {
    for folder in folders_of(shared)? {
        gathered.read(&folder)?;
    }
    Ok(())
}

/// The folders in which records of a shared folder lie.
fn folders_of(shared: &Path) -> Result<Vec<PathBuf>> {
    let workers = shared.join(WORKERS);
    let mut folders = Vec::new();
    if workers.exists() {
        let entries = std::fs::read_dir(&workers).map_err(|source| Error::Read {
            path: workers.clone(),
            source,
        })?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        folders.extend(paths.filter(|path| path.join(PLAN).exists()));
    }
    folders.sort();
    if shared.join(RECORDS).exists() {
        folders.push(shared.to_owned());
    }
    Ok(folders)
}

fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|source| Error::Write {
        path: folder.to_owned(),
        source,
    })
}

/// Whether a worker of this machine uses its folder below a shared one.
fn is_used(shared: &Path, worker: &str) -> bool {
    journal::is_held(&shared.join(WORKERS).join(worker))
}
