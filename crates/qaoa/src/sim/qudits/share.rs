//! A state and a cost on qudits of which every rank holds a share: whole rows of the highest group
//! of qudits.

use super::backward::QuditAdjointStart;
use super::cost::QuditCost;
use super::cut::{QuditGroups, TileLimits};
use super::mixing::{Mixing, QuditMixing};
use super::space::QuditSpace;
use super::state::QuditState;
use super::tables::{CostTable, Tables};
use crate::error::Result;
use crate::sim::memory::{self, Purpose};
use crate::sim::ranks::{Request, Shared, Team, check_states, to_numbers, to_words};
use crate::sim::real::{Precision, Real};
use crate::sim::walk::watch::Watch;
use std::sync::Arc;

/// The team that shares a space: a large one, whose rows of the highest group of qudits fall evenly
/// to its ranks.
fn team_of(space: &QuditSpace) -> Option<Arc<Team>> {
    let shares = |team: &Arc<Team>| {
        let large = space.states() >= 1 << team.least();
        let rows = || QuditGroups::new(space, team.limits()).rows_of_highest(space);
        large && rows().is_multiple_of(team.size())
    };
    Team::current().filter(shares)
}

/// Succeeds if the states that `purpose` needs over qudits of `dims` levels fit on the ranks that
/// share them; `None` where nobody shares them, and [`available_memory`](crate::available_memory)
/// is what counts.
///
/// # Errors
/// [`Error::States`](crate::Error::States) with the bytes needed and free on all ranks, and on
/// each.
pub fn check_shared_qudits(
    dims: &[usize],
    purpose: Purpose,
    precision: Precision,
) -> Option<Result<()>> {
    let space = QuditSpace::new(dims.to_vec()).ok()?;
    let team = team_of(&space)?;
    let bytes = purpose.bytes_per_basis_state(precision);
    Some(check_states(&team, space.states(), bytes))
}

/// Some layers over a mixing, and who is asked between their passes.
#[derive(Clone, Copy)]
pub(in crate::sim) struct QuditLayers<'a> {
    pub(in crate::sim) cost: &'a QuditCost,
    pub(in crate::sim) mixing: &'a Mixing,
    pub(in crate::sim) gammas: &'a [f64],
    pub(in crate::sim) betas: &'a [f64],
    pub(in crate::sim) watch: Watch<'a>,
}

impl QuditLayers<'_> {
    /// What ranks are told of the layers, beside the cost and their number.
    pub(super) fn to_words(self) -> Vec<u64> {
        let mut words = to_words(self.gammas.iter().chain(self.betas));
        words.extend(self.mixing.to_words());
        words
    }
}

/// Calls `run` with the layers of a request.
pub(in crate::sim) fn with_layers<R>(
    cost: &QuditCost,
    depth: usize,
    list: &[u64],
    run: impl FnOnce(&QuditLayers<'_>) -> R,
) -> R {
    let (angles, mixing) = list.split_at(2 * depth);
    let angles = to_numbers(angles);
    run(&QuditLayers {
        cost,
        mixing: &Mixing::from_words(mixing),
        gammas: &angles[..depth],
        betas: &angles[depth..],
        watch: Watch::NONE,
    })
}

impl<T: Real> QuditState<T> {
    /// Memory for a state over the space of a cost, shared by those who share the cost.
    ///
    /// # Errors
    /// If its amplitudes do not fit into memory; nothing is allocated then.
    pub(crate) fn room_of(cost: &QuditCost) -> Result<Self> {
        let Some(of_cost) = cost.share() else {
            return Self::room(cost.space());
        };
        let team = of_cost.team();
        let bytes = T::PRECISION.bytes_per_amplitude();
        check_states(team, cost.space().states(), bytes)?;
        let shared = Shared::new(team, None, true);
        let request = Request::QuditRoom {
            name: shared.name(),
            cost: of_cost.name(),
            single: T::PRECISION == Precision::F32,
        };
        team.lead(request, Vec::new, || Self::of_share(cost.space(), shared))
    }

    /// The share of a rank that is asked.
    pub(in crate::sim) fn asked(team: &Arc<Team>, name: u64, cost: &QuditCost) -> Result<Self> {
        Self::of_share(cost.space(), Shared::new(team, Some(name), true))
    }

    fn of_share(space: &QuditSpace, shared: Shared) -> Result<Self> {
        let limits = shared.team().limits();
        Self::allocated(space, limits, Some(shared))
    }

    /// The team that shares the state.
    pub(crate) fn team(&self) -> Option<&Arc<Team>> {
        self.shared.as_ref().map(Shared::team)
    }

    /// The name of a state that is shared.
    pub(super) fn name(&self) -> u64 {
        self.shared.as_ref().map_or(0, Shared::name)
    }

    /// Does something with the state: with all of it, or, where it is shared, on all ranks.
    pub(super) fn lead<R: Send>(
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

    /// Makes the state of the layers on all ranks; returns ⟨C⟩ where only that is asked for, NaN
    /// where the watch said stop, else 0.
    pub(in crate::sim) fn run(&mut self, layers: &QuditLayers<'_>, value: bool) -> f64 {
        let Some(team) = self.team().cloned() else {
            return self.run_here(layers, value);
        };
        let request = Request::RunQudits {
            state: self.name(),
            cost: layers.cost.name(),
            depth: layers.gammas.len(),
            value,
        };
        team.lead(
            request,
            || layers.to_words(),
            || self.run_here(layers, value),
        )
    }

    /// Undoes the layers on all ranks, on the state and on λ (see `undo_each`).
    pub(in crate::sim) fn undo(
        [state, image]: [&mut Self; 2],
        begin: QuditAdjointStart,
        layers: &QuditLayers<'_>,
        by: [&mut [f64]; 2],
    ) -> f64 {
        let Some(team) = state.team().cloned() else {
            return Self::undo_here([state, image], begin, layers, by);
        };
        let request = Request::UndoQudits {
            state: state.name(),
            image: image.name(),
            cost: layers.cost.name(),
            depth: layers.gammas.len(),
            of_cost: begin == QuditAdjointStart::Cost,
        };
        team.lead(
            request,
            || layers.to_words(),
            || Self::undo_here([state, image], begin, layers, by),
        )
    }
}

impl QuditCost {
    /// The cost Σ tables, shared by the team of its space, if there is one. Memory is
    /// checked before it is taken.
    ///
    /// # Errors
    /// If the states' levels do not fit into memory, a table does not fit the space, or a sum of
    /// values could leave the real line.
    pub(crate) fn from_tables(space: QuditSpace, tables: Vec<CostTable>) -> Result<Self> {
        let Some(team) = team_of(&space) else {
            return Self::with_runs(space, tables, TileLimits::of_process().run);
        };
        let tables = Tables::checked(&space, tables)?;
        check_states(&team, space.states(), 2)?;
        let shared = Shared::new(&team, None, false);
        let request = Request::TableCost {
            name: shared.name(),
        };
        let words = tables.to_words(&space);
        let own = || Self::of_tables(space, &tables, team.limits().run, Some(shared));
        team.lead(request, || words, own)
    }

    /// The share of a rank that is asked.
    ///
    /// # Errors
    /// None that rank 0 did not have.
    pub(in crate::sim) fn asked(team: &Arc<Team>, name: u64, list: &[u64]) -> Result<Self> {
        let (dims, tables) = Tables::from_words(list);
        let shared = Shared::new(team, Some(name), false);
        Self::of_tables(
            QuditSpace::new(dims)?,
            &tables,
            team.limits().run,
            Some(shared),
        )
    }

    /// The team that shares the cost, and its name there.
    pub(crate) fn share(&self) -> Option<&Shared> {
        self.shared.as_ref()
    }

    /// Succeeds if the states that `purpose` needs fit into memory.
    ///
    /// # Errors
    /// If not.
    pub(crate) fn check_memory(&self, purpose: Purpose, precision: Precision) -> Result<()> {
        let states = self.space().states();
        let Some(shared) = self.share() else {
            return memory::check_qudits(states, purpose, precision);
        };
        let bytes = purpose.bytes_per_basis_state(precision);
        check_states(shared.team(), states, bytes)
    }

    /// The name of a cost that is shared.
    pub(super) fn name(&self) -> u64 {
        self.share().map_or(0, Shared::name)
    }

    /// Lists or counts the states up to an energy: those of all ranks.
    pub(in crate::sim) fn states_up_to(&self, energy: f64, listed: bool) -> Vec<u64> {
        let find = || match listed {
            true => self.list_up_to(energy),
            false => vec![self.count_up_to(energy)],
        };
        let Some(shared) = self.share() else {
            return find();
        };
        let cost = shared.name();
        shared.lead(
            Request::Ground { cost, listed },
            || to_words(&[energy]),
            || shared.team().join(&find()),
        )
    }
}

impl Tables {
    /// The levels of a space, and the qudits and the values of each table.
    fn to_words(&self, space: &QuditSpace) -> Vec<u64> {
        let places = |list: &[usize]| list.iter().map(|k| *k as u64).collect();
        let mut lists = vec![places(space.dims())];
        for table in &self.list {
            lists.extend([places(&table.qudits), to_words(&table.values)]);
        }
        joined(lists)
    }

    fn from_words(words: &[u64]) -> (Vec<usize>, Self) {
        let places = |list: &[u64]| list.iter().map(|k| *k as usize).collect();
        let lists = split(words);
        let table = |&[qudits, values]: &[&[u64]; 2]| CostTable {
            qudits: places(qudits),
            values: to_numbers(values),
        };
        let tables = Self {
            list: lists[1..].as_chunks().0.iter().map(table).collect(),
        };
        (places(lists[0]), tables)
    }
}

impl Mixing {
    /// A list for each qudit; none where the whole space is mixed at once.
    fn to_words(&self) -> Vec<u64> {
        let Self::Each(qudits) = self else {
            return Vec::new();
        };
        let of = |mixing: &QuditMixing| match mixing {
            QuditMixing::Complete => vec![0],
            QuditMixing::Toward(start) => [vec![1], to_words(start)].concat(),
            QuditMixing::Edges(edges) => {
                let levels = edges.as_flattened().iter().map(|level| *level as u64);
                [2].into_iter().chain(levels).collect()
            }
        };
        joined(qudits.iter().map(of))
    }

    fn from_words(words: &[u64]) -> Self {
        if words.is_empty() {
            return Self::Grover;
        }
        let of = |list: &[u64]| match list[0] {
            0 => QuditMixing::Complete,
            1 => QuditMixing::Toward(to_numbers(&list[1..])),
            _ => {
                let edge = |edge: &[u64; 2]| edge.map(|level| level as usize);
                QuditMixing::Edges(list[1..].as_chunks().0.iter().map(edge).collect())
            }
        };
        Self::Each(split(words).into_iter().map(of).collect())
    }
}

/// Lists one after the other, each after its length.
fn joined(lists: impl IntoIterator<Item = Vec<u64>>) -> Vec<u64> {
    let with_len = |list: Vec<u64>| [list.len() as u64].into_iter().chain(list);
    lists.into_iter().flat_map(with_len).collect()
}

fn split(mut words: &[u64]) -> Vec<&[u64]> {
    let mut lists = Vec::new();
    while let Some((len, rest)) = words.split_first() {
        let (list, rest) = rest.split_at(*len as usize);
        lists.push(list);
        words = rest;
    }
    lists
}
