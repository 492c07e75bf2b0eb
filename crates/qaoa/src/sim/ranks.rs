//! One state over several processes: the ranks of a message-passing library.
//!
//! Rank q of R holds the rows q·rows/R … of the highest group of qudits, and the numbers of their
//! levels. Of the passes over groups (`pass`) all but those of the highest group stay within a
//! rank; for that group strips change hands (`exchange`), once a layer. Sums are added up in an
//! order that the ranks do not change (`sums`): every number has the bits that one process gives
//! it.
//!
//! ```text
//! rank 0: the program. Whatever touches a shared state is a request: it is sent to all, then all
//!     do it, each on its share.
//! other ranks: wait for a request, do it, wait for the next
//! ```
//!
//! So files, output, signals, the search and its random numbers are rank 0's alone, and nothing can
//! diverge. Requests come one after the other. Spaces below 2^`LEAST` states stay with rank 0: they
//! fit into its caches, where a layer takes less time than an exchange.

mod serve;
mod team;
#[cfg(test)]
pub(crate) mod threads;

pub(super) use serve::{Request, Shared};
pub(super) use team::Team;

use super::cut::Cut;
use super::space::Space;
use crate::error::{Error, Result};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use team::FOUND;

/// Qubits of the smallest state that is shared.
pub(super) const LEAST: usize = 22;
/// Ranks at most: as many as a sum over all states has sections (`sums`).
pub(super) const MOST: usize = 64;

/// What the engine asks of a message-passing library: collective calls, which all ranks make in the
/// same order, one at a time, from any thread.
pub trait Ranks: Debug + Send + Sync {
    /// The number of this process, from 0.
    fn rank(&self) -> usize;

    /// The number of processes.
    fn size(&self) -> usize;

    /// The number of processes that share this machine's memory: a collective call, too.
    fn size_here(&self) -> usize;

    /// Overwrites `bytes` by those of rank `from`; the lengths are equal on all ranks.
    fn broadcast(&self, from: usize, bytes: &mut [u8]);

    /// All-to-all: part q of `give` goes to rank q, and part q of `take` comes from it. Both are
    /// [`Ranks::size`] parts of equal length.
    fn exchange(&self, give: &[u8], take: &mut [u8]);
}

/// Runs a program whose large states are shared by ranks: calls `program` on rank 0, and returns
/// what it returned; the other ranks serve rank 0 until it ends, and return `None`. The threads
/// that a program sets for itself (rayon's global ones) are set on all.
///
/// Costs and states over 22 qubits and more, and over qudits of as many states, are shared if the
/// rows of the highest group of qudits divide among the ranks; their bits are those without ranks.
/// Fails if the number of ranks is not a power of two, or more than 64, or a second time in a
/// process.
pub fn over_ranks<R>(
    ranks: impl Ranks + 'static,
    program: impl FnOnce() -> R,
) -> Result<Option<R>> {
    let (size, team) = (ranks.size(), Arc::new(Team::new(Box::new(ranks), LEAST)));
    let refused = |found: String, remedy| Err(Error::argument("ranks", found, remedy));
    if !size.is_power_of_two() || size > MOST {
        let remedy = format!("start a power of two of them, at most {MOST}");
        return refused(format!("{size} of them"), remedy);
    }
    if size > 1 && FOUND.set(Arc::clone(&team)).is_err() {
        let found = "a second program over ranks in one process".to_owned();
        return refused(found, "run one program in a process".to_owned());
    }
    Ok(team.run(program))
}

/// The bytes of amplitudes that this process has sent to others; 0 outside [`over_ranks`].
pub fn exchanged_bytes() -> u64 {
    Team::current().map_or(0, |team| team.sent.load(Relaxed))
}

/// The number of other ranks, as long as they share nothing: what was made so far is too small, or
/// does not divide among them. 0 outside [`over_ranks`].
pub fn idle_ranks() -> usize {
    Team::current()
        .filter(|team| team.next.load(Relaxed) == 0)
        .map_or(0, |team| team.size() - 1)
}

impl Team {
    pub(in crate::sim) fn of(space: &Space) -> Option<Arc<Self>> {
        let shares = |team: &Arc<Self>| {
            let large = space.states() >= 1 << team.least;
            large && Cut::new::<f64>(space, team.limits).shares() >= team.size()
        };
        Self::current().filter(shares)
    }
}
