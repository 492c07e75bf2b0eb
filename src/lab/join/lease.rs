//! Leases: which worker runs a chain, and whether it lives.
//!
//! A lease is a file that appears whole or not at all, and only once: of several workers that want
//! a chain exactly one makes it. Who takes a chain over, or gives it back, makes the next one,
//! `CHAIN.2` after `CHAIN.1`; the one with the highest number counts, and none is ever changed or
//! removed. A worker of the same machine is dead when the system has opened the lock of its folder,
//! which happens with any end of its process. A worker of another machine is dead when its pulse, a
//! file that it keeps changing, has stood still for as long as the observer's own clock says: the
//! clocks of two machines are never compared.

use super::{WORKERS, is_used, make_folder};
use crate::error::{Error, Result};
use crate::lab::bench::locked;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The folder that holds a file for each chain that a worker has taken.
const LEASES: &str = "leases";
/// The file that a worker keeps changing.
const PULSE: &str = "pulse";
/// The longest time between two changes.
const SLOWEST: Duration = Duration::from_secs(10);
/// How many of them fit into the patience of others.
const BEATS: u32 = 8;

/// A machine since it was started: processes that may ask its system about each other.
#[derive(Clone, Debug)]
pub(super) struct Machine(String);

impl Machine {
    /// This machine, by the name of its host and digits of what tells this start from others.
    pub(super) fn this() -> Self {
        let host = sysinfo::System::host_name().unwrap_or_default();
        let safe = |c: char| c.is_ascii_alphanumeric();
        let host: String = host
            .chars()
            .map(|c| if safe(c) { c } else { '_' })
            .take(40)
            .collect();
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id");
        let boot = boot.unwrap_or_else(|_| sysinfo::System::boot_time().to_string());
        let digits = Sha256::digest(boot.as_bytes());
        Self(format!(
            "{host}-{:02x}{:02x}{:02x}",
            digits[0], digits[1], digits[2]
        ))
    }

    /// The name of a worker on it.
    pub(super) fn worker(&self, number: usize) -> String {
        format!("{}-{number}", self.0)
    }

    fn has(&self, worker: &str) -> bool {
        worker
            .rsplit_once('-')
            .is_some_and(|(machine, _)| machine == self.0)
    }
}

/// Who has a chain, as its lease says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    /// This worker, or nobody: it may be taken.
    Ours,
    /// A worker that still renews its lease; its name.
    Live(String),
    /// A worker of which it is not known yet whether it lives.
    Unknown(String),
}

/// What stands in a lease.
#[derive(Debug, Serialize, Deserialize)]
struct Lease {
    /// Who has the chain; absent where it was given back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    worker: Option<String>,
    /// The number of the worker's process, for whoever looks.
    pid: u32,
}

/// When a worker of another machine was last seen to change its pulse.
#[derive(Debug)]
struct WatchedLease {
    pulse: Vec<u8>,
    since: Instant,
    /// Whether it ever changed while it was watched.
    lives: bool,
}

/// The leases of a shared folder, as one worker sees them.
#[derive(Debug)]
pub(super) struct Leases {
    shared: PathBuf,
    machine: Machine,
    worker: String,
    patience: Duration,
    watched: Mutex<HashMap<String, WatchedLease>>,
    pulse: Mutex<Option<Pulse>>,
}

impl Leases {
    /// The leases as a new worker finds them: those of an earlier worker of its name are given
    /// back.
    pub(super) fn new(
        shared: &Path,
        (machine, worker): (Machine, String),
        patience: Duration,
    ) -> Result<Self> {
        let folder = shared.join(LEASES);
        make_folder(&folder)?;
        let file = shared.join(WORKERS).join(&worker).join(PULSE);
        let pulse = Pulse::start(file, SLOWEST.min(patience / BEATS));
        let leases = Self {
            shared: shared.to_owned(),
            machine,
            worker,
            patience,
            watched: Mutex::default(),
            pulse: Mutex::new(Some(pulse)),
        };
        let entries = std::fs::read_dir(&folder).map_err(|source| Error::Read {
            path: folder.clone(),
            source,
        })?;
        for entry in entries.filter_map(std::result::Result::ok) {
            let name = entry.file_name().to_string_lossy().into_owned();
            if let Some((chain, "1")) = name.rsplit_once('.') {
                leases.release(chain)?;
            }
        }
        Ok(leases)
    }

    /// Takes a chain that nobody has who lives.
    ///
    /// # Errors
    /// If a lease cannot be read or written.
    pub(super) fn claim(&self, chain: &str) -> Result<Claim> {
        let (number, lease) = self.current(chain)?;
        match self.judged(lease) {
            Claim::Ours => {}
            theirs @ (Claim::Live(_) | Claim::Unknown(_)) => return Ok(theirs),
        }
        match self.make(chain, number + 1, Some(self.worker.clone()))? {
            true => Ok(Claim::Ours),
            false => Ok(Claim::Unknown("another worker".to_owned())), // it was quicker
        }
    }

    /// Who has a chain; nothing is taken.
    ///
    /// # Errors
    /// As [`Self::claim`].
    pub(super) fn holder(&self, chain: &str) -> Result<Claim> {
        let (_, lease) = self.current(chain)?;
        Ok(self.judged(lease))
    }

    /// Gives back a chain where it is this worker's.
    ///
    /// # Errors
    /// As [`Self::claim`].
    pub(super) fn release(&self, chain: &str) -> Result<()> {
        let (number, lease) = self.current(chain)?;
        if lease.and_then(|lease| lease.worker).as_ref() == Some(&self.worker) {
            self.make(chain, number + 1, None)?;
        }
        Ok(())
    }

    /// Ends the pulse: others need not wait for this worker any more.
    pub(super) fn end(&self) {
        locked(&self.pulse).take();
    }

    fn judged(&self, lease: Option<Lease>) -> Claim {
        match lease.and_then(|lease| lease.worker) {
            None => Claim::Ours,
            Some(worker) if worker == self.worker => Claim::Ours,
            Some(worker) if self.machine.has(&worker) => match is_used(&self.shared, &worker) {
                true => Claim::Live(worker),
                false => Claim::Ours,
            },
            Some(worker) => self.watch(worker),
        }
    }

    /// Judges a worker of another machine by its pulse.
    fn watch(&self, worker: String) -> Claim {
        let path = self.shared.join(WORKERS).join(&worker).join(PULSE);
        let pulse = match std::fs::read(path) {
            Ok(pulse) => pulse,
            Err(error) if error.kind() == ErrorKind::NotFound => return Claim::Ours, // it has ended
            Err(_) => return Claim::Unknown(worker),
        };
        let mut watched = locked(&self.watched);
        let first = || WatchedLease {
            pulse: pulse.clone(),
            since: Instant::now(),
            lives: false,
        };
        let seen = watched.entry(worker.clone()).or_insert_with(first);
        if seen.pulse != pulse {
            *seen = WatchedLease {
                lives: true,
                ..first()
            };
        }
        match (seen.since.elapsed() >= self.patience, seen.lives) {
            (true, _) => Claim::Ours,
            (false, true) => Claim::Live(worker),
            (false, false) => Claim::Unknown(worker),
        }
    }

    fn path(&self, chain: &str, number: u64) -> PathBuf {
        self.shared.join(LEASES).join(format!("{chain}.{number}"))
    }

    /// The number of the lease that counts, and what it says; 0 where there is none. One that a
    /// crash of the disk left unreadable says that nobody has the chain.
    fn current(&self, chain: &str) -> Result<(u64, Option<Lease>)> {
        let mut found = (0, None);
        for number in 1_u64.. {
            let path = self.path(chain, number);
            match std::fs::read(&path) {
                Ok(text) => found = (number, serde_json::from_slice(&text).ok()),
                Err(error) if error.kind() == ErrorKind::NotFound => break,
                Err(source) => return Err(Error::Read { path, source }),
            }
        }
        Ok(found)
    }

    /// Makes a lease, whole; `false` where another worker has made it.
    fn make(&self, chain: &str, number: u64, worker: Option<String>) -> Result<bool> {
        let path = self.path(chain, number);
        let failed = |source| Error::Write {
            path: path.clone(),
            source,
        };
        let pid = std::process::id();
        let text = serde_json::to_vec(&Lease { worker, pid }).expect("a text and a number");
        let folder = self.shared.join(LEASES);
        let mut file =
            tempfile::NamedTempFile::with_prefix_in(".ketboard-", folder).map_err(failed)?;
        file.write_all(&text).map_err(failed)?;
        match file.persist_noclobber(&path) {
            Ok(_) => Ok(true),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(failed(error.error)),
        }
    }
}

/// A file that a thread keeps changing; it goes with the last of the worker.
#[derive(Debug)]
struct Pulse {
    path: PathBuf,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Pulse {
    fn start(path: PathBuf, every: Duration) -> Self {
        let (end, ended) = channel();
        let file = path.clone();
        // Two workers of one name, one after the other, never show the same pulse.
        let (pid, start) = (std::process::id(), std::time::SystemTime::now());
        let start = start
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default()
            .as_nanos();
        let beat = move |count: u64| {
            // A beat that cannot be written is missed, and others wait longer than one.
            std::fs::write(&file, format!("{pid} {start} {count}\n")).ok();
        };
        beat(0);
        let thread = std::thread::spawn(move || {
            let mut count = 0;
            while ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                count += 1;
                beat(count);
            }
        });
        Self {
            path,
            end: Some(end),
            thread: Some(thread),
        }
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            thread.join().ok(); // it writes a file and waits
        }
        std::fs::remove_file(&self.path).ok();
    }
}
