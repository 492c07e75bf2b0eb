//! A cost or a state of which every rank holds a share, and the name by which rank 0 asks for it.

use super::{Request, Team};
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
