//! The ranks that share states, as the simulator sees them: collective calls on lists, room for
//! exchanges, and requests in turn.

use super::Ranks;
use super::serve::{self, Request};
use crate::sim::cut::Limits;
use crate::tasks::Crew;
use bytemuck::{Pod, cast_slice, cast_slice_mut};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Bytes of a piece of an array that is exchanged, at most: long enough for a network, short enough
/// that even a small state has several, so that work goes on beside.
const PIECE: usize = 1 << 24;

/// Things of a long list that are sent at once.
const WORDS: usize = 1 << 20;

#[derive(Debug)]
pub(crate) struct Team {
    pub(in crate::sim) ranks: Box<dyn Ranks>,
    pub(in crate::sim) least: usize,
    pub(in crate::sim) piece: usize,
    pub(in crate::sim) limits: Limits,
    /// Held while a request is done.
    turn: Mutex<()>,
    /// The name of the next cost or state that is shared; all ranks count alike.
    pub(super) next: AtomicU64,
    crew: OnceLock<Crew>,
    /// Room for an exchange, kept from pass to pass; there is one at a time.
    pub(in crate::sim) rooms: Mutex<Vec<u64>>,
    pub(super) sent: AtomicU64,
}

pub(super) static FOUND: OnceLock<Arc<Team>> = OnceLock::new();

#[cfg(test)]
thread_local! {
    /// The ranks of a test, of which each is a thread.
    pub(super) static TESTED: std::cell::RefCell<Option<Arc<Team>>> = const { std::cell::RefCell::new(None) };
}

impl Team {
    pub(super) fn new(ranks: Box<dyn Ranks>, least: usize) -> Self {
        Self {
            ranks,
            least,
            piece: PIECE,
            limits: Limits::USUAL,
            turn: Mutex::new(()),
            next: AtomicU64::new(0),
            crew: OnceLock::new(),
            rooms: Mutex::new(Vec::new()),
            sent: AtomicU64::new(0),
        }
    }

    /// The team that shares what is made here.
    pub(in crate::sim) fn current() -> Option<Arc<Self>> {
        #[cfg(test)]
        if let Some(team) = TESTED.with_borrow(Clone::clone) {
            return Some(team);
        }
        FOUND.get().cloned()
    }

    pub(super) fn run<R>(self: &Arc<Self>, program: impl FnOnce() -> R) -> Option<R> {
        if self.rank() > 0 {
            serve::serve(self);
            return None;
        }
        let result = program();
        if self.size() > 1 {
            self.lead(&Request::End, || ());
        }
        Some(result)
    }

    pub(in crate::sim) fn rank(&self) -> usize {
        self.ranks.rank()
    }

    pub(crate) fn size(&self) -> usize {
        self.ranks.size()
    }

    /// The states that this rank holds, of so many.
    pub(in crate::sim) fn share(&self, states: usize) -> Range<usize> {
        let each = states / self.size();
        self.rank() * each..(self.rank() + 1) * each
    }

    /// Asks all ranks for something, and does this rank's part; other ranks only do their part. A
    /// thread of its own does the work: one of rayon's, waiting for its turn, might take up what it
    /// waits for.
    pub(in crate::sim) fn lead<R: Send>(
        &self,
        request: &Request<'_>,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        if self.rank() > 0 {
            return work();
        }
        let ask = || {
            let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
            let crew = self.crew(None);
            crew.run(|| {
                let request = postcard::to_stdvec(&(crew.threads(), request));
                self.list_of(0, &request.expect("a request can be written"));
                work()
            })
        };
        let done = std::thread::scope(|scope| scope.spawn(ask).join());
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    pub(super) fn crew(&self, threads: Option<usize>) -> &Crew {
        self.crew.get_or_init(|| Crew::new(threads))
    }

    pub(super) fn next_request(&self) -> (usize, Request<'static>) {
        let bytes: Vec<u8> = self.list_of(0, &[]);
        postcard::from_bytes(&bytes).expect("all ranks run the same program")
    }

    /// Whether rank 0 says so.
    pub(in crate::sim) fn agree(&self, ask: impl FnOnce() -> bool) -> bool {
        let own = u8::from(self.rank() == 0 && ask());
        self.list_of(0, &[own]) == [1]
    }

    pub(in crate::sim) fn list_of<T: Pod>(&self, rank: usize, own: &[T]) -> Vec<T> {
        let mut len = [own.len() as u64];
        self.ranks.broadcast(rank, cast_slice_mut(&mut len));
        let mut list = own.to_vec();
        list.resize(len[0] as usize, T::zeroed());
        self.ranks.broadcast(rank, cast_slice_mut(&mut list));
        list
    }

    /// The lists of all ranks, one after the other, on all ranks.
    pub(in crate::sim) fn join<T: Pod>(&self, list: &[T]) -> Vec<T> {
        let lists = (0..self.size()).map(|rank| self.list_of(rank, list));
        lists.flatten().collect()
    }

    /// What `part` makes of ranges of this rank's `count` things, joined on rank 0 alone. No more
    /// than a piece of it is held elsewhere.
    pub(in crate::sim) fn bring<T: Pod>(
        &self,
        count: usize,
        part: impl Fn(Range<usize>) -> Vec<T>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for rank in 0..self.size() {
            for first in (0..count).step_by(WORDS) {
                let range = if rank == self.rank() {
                    first..count.min(first + WORDS)
                } else {
                    0..0
                };
                let piece = self.list_of(rank, &part(range));
                if self.rank() == 0 {
                    all.extend(piece);
                }
            }
        }
        all
    }

    pub(in crate::sim) fn exchange<T: Pod>(&self, give: &[T], take: &mut [T]) {
        let give: &[u8] = cast_slice(give);
        let others = (give.len() / self.size() * (self.size() - 1)) as u64;
        self.sent.fetch_add(others, Ordering::Relaxed);
        self.ranks.exchange(give, cast_slice_mut(take));
    }
}
