//! The cost C as a diagonal over the 2ⁿ basis states, and what can be said of its values.
//!
//! Costs of puzzles take few distinct values. Up to 256 of them are kept as one byte for each basis
//! state, up to 65536 as two; the phases e^{−iγE} of a layer are then computed once for each level.
//! Costs of more levels are not stored at all: their energies are rebuilt from the terms wherever a
//! pass needs them.
//!
//! Mostly all coefficients are whole multiples of a unit, up to rounding (`units`). Then an energy
//! is the unit times a whole number, rounded once, and equal energies are equal as f64, bit for
//! bit. Elsewhere rounding may split what is one level in exact arithmetic:
//! [`Diagonal::rounding`] is how far apart the parts may lie, and `tolerance` arguments say what
//! counts as equal.
//!
//! How the table is made is in `tabulate`. The levels in order are no part of it; they are listed
//! when they are asked for.

use crate::sim::cost::energies::EnergyGrid;
pub(in crate::sim) use crate::sim::cost::energies::{EnergySource, LevelIndex};
use crate::sim::cost::numbers::occurring;
use crate::sim::cost::tabulate::{EnergyWalk, LevelTable};
use crate::sim::cost::terms::TermList;
use crate::sim::memory;
use crate::sim::ranks::{Shared, Team};
use crate::sim::vector::block::LANES;
use crate::tasks::each;

use crate::error::{Error, Result};
use share::Share;
use std::sync::{Arc, OnceLock};

mod share;
#[cfg(test)]
mod tests;

/// The energies of 2ⁿ basis states.
#[derive(Clone, Debug)]
pub(crate) struct Diagonal {
    terms: TermList,
    index: LevelIndex,
    /// The energy of each number of a level; where energies are counted in units, numbers that no
    /// state has stand between them, and elsewhere a level may have several.
    entries: Vec<f64>,
    grid: Option<EnergyGrid>,
    levels: OnceLock<Option<Vec<f64>>>,
    mean: f64,
    min: f64,
    max: f64,
    standard_deviation: f64,
    rounding: f64,
    /// Where the table is the share of a rank.
    share: Option<Arc<Share>>,
}

/// The error of an energy, a sum of hundreds of terms at most, in units of ε Σ|c|: an upper bound.
const ROUNDINGS: f64 = 8.0;

impl Diagonal {
    /// E(x) = Σ c over the terms (mask, c) whose mask is a subset of x; mask 0 is the
    /// offset, and a mask may come more than once. Memory is checked before it is taken.
    ///
    /// # Errors
    /// If 2ⁿ entries do not fit into memory, a mask names a qubit that is not there, or a sum of
    /// coefficients could leave the real line.
    pub(crate) fn from_terms(
        n: usize,
        terms: impl IntoIterator<Item = (u64, f64)>,
    ) -> Result<Self> {
        if Team::of(n).is_none() {
            memory::check_bytes(n, 1)?;
        }
        Self::of_list(n, terms.into_iter().collect())
    }

    /// The diagonal of a list of terms; compiled here, not by every caller.
    fn of_list(n: usize, list: Vec<(u64, f64)>) -> Result<Self> {
        if let Some(team) = Team::of(n) {
            return Self::shared(&team, n, list);
        }
        let (terms, size) = checked(n, list)?;
        Self::of_terms(terms, size, None)
    }

    /// The cost of terms, or this rank's share of it.
    fn of_terms(terms: TermList, size: f64, shared: Option<Shared>) -> Result<Self> {
        let units = terms.unit(size).map(|unit| (unit, terms.in_units(unit)));
        let n = terms.n;
        let table = LevelTable::of(&terms, units, shared.as_ref().map(|s| &**s.team()))?;
        let cost = Self {
            mean: terms.mean(),
            min: table.spread.lowest,
            max: table.spread.highest,
            standard_deviation: (table.spread.squares / (1_u64 << n) as f64).sqrt(),
            rounding: ROUNDINGS * f64::EPSILON * size,
            index: table.index,
            entries: table.entries,
            grid: table.grid,
            levels: OnceLock::new(),
            terms,
            share: None,
        };
        let share = shared.map(|shared| {
            let columns = cost.with_index(table.columns.unwrap_or(LevelIndex::Absent));
            Arc::new(Share::new(shared, columns, table.rule))
        });
        Ok(Self { share, ..cost })
    }

    /// Number of qubits.
    pub(crate) fn n(&self) -> usize {
        self.terms.n
    }

    /// E(x) of basis state `index` < 2ⁿ; qubit k is bit k.
    pub(crate) fn energy(&self, index: usize) -> f64 {
        match self.energy_by_rule(index) {
            Some(energy) => energy,
            None => self.energy_in_table(index),
        }
    }

    /// The energy of a state in the table at hand, or of any state where there is no table.
    fn energy_in_table(&self, index: usize) -> f64 {
        let (block, lane) = (index / LANES, index % LANES);
        match &self.index {
            LevelIndex::Bytes(numbers) => self.entries[usize::from(numbers[block][lane])],
            LevelIndex::Words(numbers) => self.entries[usize::from(numbers[block][lane])],
            LevelIndex::Absent => EnergyWalk::over(&self.terms).energy(index),
        }
    }

    /// The lowest energy.
    pub(crate) fn min(&self) -> f64 {
        self.min
    }

    /// The highest energy.
    pub(crate) fn max(&self) -> f64 {
        self.max
    }

    /// The mean energy over all basis states: ⟨C⟩ of a random guess.
    pub(crate) fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of the energy over all basis states: the spread of C.
    pub(crate) fn standard_deviation(&self) -> f64 {
        self.standard_deviation
    }

    /// How far apart two energies may lie that are equal in exact arithmetic: 8 ε Σ|c| over all
    /// terms. Scales with the cost.
    pub(crate) fn rounding(&self) -> f64 {
        self.rounding
    }

    /// The basis states with E(x) ≤ min + `tolerance`, ascending.
    pub(crate) fn ground_states(&self, tolerance: f64) -> Vec<u64> {
        self.states_up_to(self.min + tolerance, true)
    }

    /// The number of basis states with E(x) ≤ min + `tolerance`.
    pub(crate) fn ground_degeneracy(&self, tolerance: f64) -> u64 {
        let counts = self.states_up_to(self.min + tolerance, false);
        counts.into_iter().sum()
    }

    fn list_up_to(&self, most: f64) -> Vec<u64> {
        self.collect(|found: &mut Vec<u64>, x, energy| {
            if energy <= most {
                found.push(x);
            }
        })
        .concat()
    }

    fn count_up_to(&self, most: f64) -> u64 {
        let count = |count: &mut u64, _, energy| *count += u64::from(energy <= most);
        self.collect(count).into_iter().sum()
    }

    /// E(x) of every basis state: 8 bytes for each.
    pub(crate) fn energies_of_states(&self) -> Vec<f64> {
        self.energies_of_all_states()
    }

    fn energies_of_own_states(&self) -> Vec<f64> {
        self.collect(|found: &mut Vec<f64>, _, energy| found.push(energy))
            .concat()
    }

    /// Walks over all basis states, or over this rank's, with their energies; what each part of the
    /// walk found, in order.
    fn collect<R: Default + Send>(&self, add: impl Fn(&mut R, u64, f64) + Sync) -> Vec<R> {
        let (first, states) = (self.first_state() as u64, self.states_here());
        if matches!(self.index, LevelIndex::Absent) {
            let team = self.share().map(|shared| &**shared.team());
            return EnergyWalk::over(&self.terms)
                .shared_by(team)
                .fold(|found, first, energies| {
                    for (x, &energy) in (first as u64..).zip(energies) {
                        add(found, x, energy);
                    }
                });
        }
        let part = (states / 64).max(1);
        let walk = |k: usize| {
            let mut found = R::default();
            let here = k * part..(k + 1) * part;
            here.for_each(|x| add(&mut found, first + x as u64, self.energy_in_table(x)));
            found
        };
        each(0..states / part, walk)
    }

    /// The distinct energies, ascending, where there are at most 65536.
    pub(crate) fn levels(&self) -> Option<&[f64]> {
        self.levels.get_or_init(|| self.listed_levels()).as_deref()
    }

    fn listed_levels(&self) -> Option<Vec<f64>> {
        let count = self.entries.len();
        let seen = match (&self.index, self.grid) {
            (LevelIndex::Absent, _) => return None,
            (LevelIndex::Bytes(_) | LevelIndex::Words(_), Some(_)) => self.seen_anywhere(),
            (LevelIndex::Bytes(_) | LevelIndex::Words(_), None) => vec![true; count],
        };
        let entries = self.entries.iter().zip(seen);
        let mut levels: Vec<f64> = entries
            .filter_map(|(energy, seen)| seen.then_some(*energy))
            .collect();
        levels.sort_unstable_by(f64::total_cmp);
        levels.dedup();
        Some(levels)
    }

    /// Which numbers of levels occur in the table at hand.
    fn seen_here(&self) -> Vec<bool> {
        match &self.index {
            LevelIndex::Bytes(index) => occurring(index, self.entries.len()),
            LevelIndex::Words(index) => occurring(index, self.entries.len()),
            LevelIndex::Absent => Vec::new(),
        }
    }

    /// The numbers of the levels.
    pub(in crate::sim) fn index(&self) -> &LevelIndex {
        &self.index
    }

    /// The energy of each number.
    pub(in crate::sim) fn entries(&self) -> &[f64] {
        &self.entries
    }

    /// How far neighboring numbers' energies are apart, where that is the same for all.
    pub(in crate::sim) fn unit(&self) -> Option<f64> {
        self.grid.map(|grid| grid.unit)
    }

    /// The terms (mask, coefficient), as they were given.
    pub(crate) fn list_of_terms(&self) -> &[(u64, f64)] {
        &self.terms.list
    }

    /// The polynomial.
    pub(in crate::sim) fn terms(&self) -> &TermList {
        &self.terms
    }

    /// The energies as a pass reads them.
    pub(in crate::sim) fn energies(&self) -> EnergySource<'_> {
        match (&self.index, self.grid) {
            (LevelIndex::Bytes(index), Some(grid)) => EnergySource::ByteGrid(index, grid),
            (LevelIndex::Words(index), Some(grid)) => EnergySource::WordGrid(index, grid),
            (LevelIndex::Bytes(index), None) => EnergySource::Bytes(index, &self.entries),
            (LevelIndex::Words(index), None) => EnergySource::Words(index, &self.entries),
            (LevelIndex::Absent, _) => EnergySource::Rebuilt(&self.terms),
        }
    }
}

/// The terms, and Σ|c|.
fn checked(n: usize, list: Vec<(u64, f64)>) -> Result<(TermList, f64)> {
    let used = list.iter().fold(0, |used, (mask, _)| used | mask);
    if used >> n != 0 {
        let beyond = list.iter().find(|(mask, _)| mask >> n != 0);
        let qubit = beyond.map_or(0, |(mask, _)| mask.ilog2());
        return Err(Error::argument(
            "terms",
            format!("a term over qubit {qubit} of {n}"),
            "number the qubits from 0 and count them all",
        ));
    }
    let terms = TermList::new(n, list);
    let size = terms.size();
    if !size.is_finite() {
        let culprit = terms.list.iter().find(|(_, c)| !c.is_finite());
        return Err(Error::NotFinite {
            what: culprit.map_or("the sum of all coefficients".into(), |(mask, _)| {
                format!("the coefficient of the qubits {mask:#b}")
            }),
            value: culprit.map_or(size, |&(_, c)| c),
        });
    }
    Ok((terms, size))
}
