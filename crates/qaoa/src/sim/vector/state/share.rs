//! A state of which every rank holds a share: how its memory is taken, and what is asked of all.

use super::QubitState;
use crate::error::Result;
use crate::sim::memory::{Purpose, refusal};
use crate::sim::ranks::{Request, Shared, Team, check};
use crate::sim::real::Real;
use crate::sim::vector::block::{LANES, REALS, blocks};
use crate::sim::vector::buffer::Buffer;
use crate::sim::walk::circuit::QubitCircuit;
use std::sync::Arc;

impl<T: Real> QubitState<T> {
    /// Memory for a state that a team shares; `beside` another one that is worked on with it.
    pub(super) fn shared_room(team: &Arc<Team>, n: usize, beside: bool) -> Result<Self> {
        check(n, T::PRECISION.bytes_per_amplitude())?;
        let shared = Shared::new(team, None, true);
        let single = Request::is_single(T::PRECISION);
        let request = Request::Room {
            name: shared.name(),
            n,
            single,
            beside,
        };
        team.lead(request, Vec::new, || Self::of_share(shared, n, beside))
    }

    /// The share of a rank that is asked.
    pub(in crate::sim) fn asked(
        team: &Arc<Team>,
        name: u64,
        n: usize,
        beside: bool,
    ) -> Result<Self> {
        Self::of_share(Shared::new(team, Some(name), true), n, beside)
    }

    fn of_share(shared: Shared, n: usize, beside: bool) -> Result<Self> {
        let lines = if beside { super::BESIDE } else { 0 };
        let plan = shared.team().plan(n);
        let held = n - shared.team().bits();
        let data = Buffer::zeros_after(lines, blocks(held) * REALS)
            .map_err(|_| refusal(n, Purpose::State, T::PRECISION))?;
        let state = Self::in_buffer(n, plan, data);
        Ok(Self {
            shared: Some(shared),
            ..state
        })
    }

    /// The team that shares the state.
    pub(crate) fn team(&self) -> Option<&Arc<Team>> {
        self.shared.as_ref().map(Shared::team)
    }

    /// The name of a state that is shared.
    pub(in crate::sim) fn name(&self) -> u64 {
        self.shared.as_ref().map_or(0, Shared::name)
    }

    /// The basis state of the first amplitude at hand.
    pub(in crate::sim) fn first_state(&self) -> usize {
        self.team()
            .map_or(0, |team| team.rank() * self.states_here())
    }

    /// Basis states whose amplitudes are at hand.
    pub(in crate::sim) fn states_here(&self) -> usize {
        1 << (self.n - self.team().map_or(0, |team| team.bits()))
    }

    /// Does something with the state: with all of it, or, where it is shared, on all ranks.
    pub(in crate::sim) fn lead<R: Send>(
        &self,
        request: impl FnOnce(u64) -> Request,
        list: impl FnOnce() -> Vec<u64> + Send,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        match &self.shared {
            Some(shared) => shared.lead(request(shared.name()), list, work),
            None => work(),
        }
    }

    /// The same where the state is changed.
    pub(super) fn lead_mut<R: Send>(
        &mut self,
        request: impl FnOnce(u64) -> Request,
        list: impl FnOnce() -> Vec<u64> + Send,
        work: impl FnOnce(&mut Self) -> R + Send,
    ) -> R {
        match self.team().cloned() {
            Some(team) => team.lead(request(self.name()), list, || work(self)),
            None => work(self),
        }
    }

    /// Runs a circuit from |+⟩ⁿ; returns ⟨C⟩ where that alone is asked
    /// for, and the last pass is then not written back; NaN where the watch said stop, else 0.
    pub(in crate::sim) fn run_layers(&mut self, circuit: &QubitCircuit<'_>, value: bool) -> f64 {
        let layers = circuit.layers();
        self.lead_mut(
            |state| Request::Run {
                state,
                layers,
                value,
            },
            || circuit.to_words(),
            |state| state.run_passes(circuit, value),
        )
    }

    /// The parts of φ of some basis states.
    pub(in crate::sim) fn parts_of_each(&self, indices: &[u64]) -> Vec<[f64; 2]> {
        let Some(shared) = &self.shared else {
            return indices
                .iter()
                .map(|x| self.parts_here(*x as usize))
                .collect();
        };
        let here = shared.team().share(1 << self.n);
        shared.parts_of_each(indices, here, |at| self.parts_here(at))
    }

    /// φ_x of a basis state at hand, by its number there.
    pub(super) fn parts_here(&self, at: usize) -> [f64; 2] {
        let at = at / LANES * REALS + at % LANES;
        [self.data[at].wide(), self.data[at + LANES].wide()]
    }
}
