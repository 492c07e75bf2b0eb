//! A cost of which every rank holds a share: how it is made, and what has to be asked of all.

use super::{Diagonal, checked};
use crate::error::Result;
use crate::sim::cost::energies::LevelIndex;
use crate::sim::cost::tabulate::Rule;
use crate::sim::ranks::{Request, Shared, Team, check, to_numbers, to_words};
use std::sync::{Arc, OnceLock};

/// What a rank knows of a cost beside its share in the order of the index.
#[derive(Debug)]
pub(super) struct Share {
    shared: Shared,
    /// The same cost with the share in the order of columns.
    columns: Diagonal,
    rule: Option<Rule>,
}

impl Share {
    pub(super) fn new(shared: Shared, columns: Diagonal, rule: Option<Rule>) -> Self {
        Self {
            shared,
            columns,
            rule,
        }
    }
}

impl Diagonal {
    /// The cost of these terms, shared by a team.
    pub(super) fn shared(team: &Arc<Team>, n: usize, list: Vec<(u64, f64)>) -> Result<Self> {
        let (terms, size) = checked(n, list)?;
        check(n, 1)?;
        let shared = Shared::new(team, None, false);
        let name = shared.name();
        let words = {
            let masks = terms.list.iter().map(|(mask, _)| *mask);
            let coefficients = terms.list.iter().map(|(_, c)| c.to_bits());
            masks.chain(coefficients).collect()
        };
        team.lead(
            Request::Cost { name, n },
            || words,
            || Self::of_terms(terms, size, Some(shared)),
        )
    }

    /// The share of a rank that is asked: masks, then coefficients.
    ///
    /// # Errors
    /// None that rank 0 did not have.
    pub(in crate::sim) fn asked(
        team: &Arc<Team>,
        name: u64,
        n: usize,
        list: &[u64],
    ) -> Result<Self> {
        let (masks, coefficients) = list.split_at(list.len() / 2);
        let terms = masks.iter().copied().zip(to_numbers(coefficients));
        let (terms, size) = checked(n, terms.collect())?;
        let shared = Shared::new(team, Some(name), false);
        Self::of_terms(terms, size, Some(shared))
    }

    /// The team that shares the cost, and its name there.
    pub(crate) fn share(&self) -> Option<&Shared> {
        self.share.as_ref().map(|share| &share.shared)
    }

    /// The name of a cost that is shared.
    pub(in crate::sim) fn name(&self) -> u64 {
        self.share().map_or(0, Shared::name)
    }

    /// The cost as a pass over the highest group of qubits reads it.
    pub(in crate::sim) fn in_columns(&self) -> &Self {
        self.share.as_ref().map_or(self, |share| &share.columns)
    }

    /// The first state whose energy is in the table at hand.
    pub(super) fn first_state(&self) -> usize {
        self.share().map_or(0, |shared| {
            let team = shared.team();
            team.rank() << (self.n() - team.bits())
        })
    }

    /// States whose energies are in the table at hand.
    pub(in crate::sim) fn states_here(&self) -> usize {
        1 << (self.n() - self.share().map_or(0, |shared| shared.team().bits()))
    }

    /// The energy of any state, where the cost is shared and has a table.
    pub(super) fn energy_by_rule(&self, state: usize) -> Option<f64> {
        let rule = self.share.as_ref()?.rule.as_ref()?;
        Some(rule.energy(state as u64))
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
        let request = Request::Ground { cost, listed };
        shared.lead(
            request,
            || to_words(&[energy]),
            || shared.team().join(&find()),
        )
    }

    /// Which numbers of levels occur on any rank.
    pub(in crate::sim) fn seen_anywhere(&self) -> Vec<bool> {
        let Some(shared) = self.share() else {
            return self.seen_here();
        };
        let all = || {
            let here: Vec<u64> = self.seen_here().into_iter().map(u64::from).collect();
            let all = shared.team().gather(&here);
            let any = |k: usize| all.chunks(here.len()).any(|seen| seen[k] == 1);
            (0..here.len()).map(any).collect()
        };
        shared.lead(
            Request::Levels {
                cost: shared.name(),
            },
            Vec::new,
            all,
        )
    }

    /// E(x) of every basis state: 8 bytes for each, on rank 0.
    pub(in crate::sim) fn energies_of_all_states(&self) -> Vec<f64> {
        let Some(shared) = self.share() else {
            return self.energies_of_own_states();
        };
        let request = Request::Energies {
            cost: shared.name(),
        };
        let all = || {
            let own = self.energies_of_own_states();
            let part = |range: std::ops::Range<usize>| to_words(&own[range]);
            to_numbers(&shared.team().bring(own.len(), 1, part))
        };
        shared.lead(request, Vec::new, all)
    }

    /// The same cost with another table.
    pub(super) fn with_index(&self, index: LevelIndex) -> Self {
        Self {
            terms: self.terms.clone(),
            index,
            entries: self.entries.clone(),
            levels: OnceLock::new(),
            share: None,
            ..*self
        }
    }
}
