//! A cost or a state of which every rank holds a share, and the name by which rank 0 asks for it.

use super::{Request, Team, to_numbers};
use std::ops::Range;
use std::sync::Arc;

/// The team that shares something, and its name there. On rank 0 the end of this value is the end
/// of all shares.
#[derive(Debug)]
pub(crate) struct Shared {
    team: Arc<Team>,
    name: u64,
    is_state: bool,
}

impl Shared {
    /// A new name, on rank 0; on others the one that rank 0 gave.
    pub(in crate::sim) fn new(team: &Arc<Team>, given: Option<u64>, is_state: bool) -> Self {
        Self {
            team: Arc::clone(team),
            name: given.unwrap_or_else(|| team.name()),
            is_state,
        }
    }

    pub(crate) fn team(&self) -> &Arc<Team> {
        &self.team
    }

    pub(in crate::sim) fn name(&self) -> u64 {
        self.name
    }

    /// [`Team::lead`].
    pub(in crate::sim) fn lead<R: Send>(
        &self,
        request: Request,
        list: impl FnOnce() -> Vec<u64> + Send,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        self.team.lead(request, list, work)
    }

    /// The parts of the amplitudes of some basis states of a state; each rank reads those `here`.
    pub(in crate::sim) fn parts_of_each(
        &self,
        indices: &[u64],
        here: Range<usize>,
        parts_here: impl Fn(usize) -> [f64; 2] + Sync,
    ) -> Vec<[f64; 2]> {
        let states = here.len();
        let all = || {
            let own = indices.iter().map(|x| *x as usize);
            let own = own.filter(|x| here.contains(x));
            let parts = own.flat_map(|x| parts_here(x - here.start));
            self.team.join(&parts.map(f64::to_bits).collect::<Vec<_>>())
        };
        let request = Request::Parts { state: self.name };
        let found = self.lead(request, || indices.to_vec(), all);
        // they have come rank by rank, and so by index
        let mut order: Vec<usize> = (0..indices.len()).collect();
        order.sort_by_key(|k| indices[*k] as usize / states);
        let mut parts = vec![[0.0; 2]; indices.len()];
        for (k, found) in order.into_iter().zip(to_numbers(&found).as_chunks().0) {
            parts[k] = *found;
        }
        parts
    }

    /// What `of` makes of all basis states, `N` numbers for each, on rank 0; each rank those
    /// `here`.
    pub(in crate::sim) fn of_all<const N: usize>(
        &self,
        request: Request,
        here: Range<usize>,
        of: impl Fn(usize) -> [f64; N] + Sync,
    ) -> Vec<f64> {
        let part = |range: Range<usize>| range.flat_map(&of).map(f64::to_bits).collect();
        let all = || self.team.bring(here.len(), N, part);
        to_numbers(&self.lead(request, Vec::new, all))
    }
}

impl Clone for Shared {
    /// The name of a copy, which all ranks make of their shares.
    fn clone(&self) -> Self {
        let copy = Self::new(
            &self.team,
            (self.team.rank() > 0).then_some(self.name),
            self.is_state,
        );
        let (name, of) = (copy.name, self.name);
        if self.is_state {
            self.lead(Request::Copy { name, of }, Vec::new, || ());
        }
        copy
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if self.team.rank() > 0 || std::thread::panicking() {
            return; // a program that panics ends all ranks
        }
        let name = self.name;
        let request = match self.is_state {
            true => Request::DropState { name },
            false => Request::DropCost { name },
        };
        self.lead(request, Vec::new, || ());
    }
}
