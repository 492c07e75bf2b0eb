//! The cost C as a diagonal over the basis states of a space, and what can be said of its values.
//!
//! Costs of puzzles take few distinct values. Up to 256 of them are kept as one byte for each basis
//! state, up to 65536 as two; the phases e^{−iγE} of a layer are then computed once for each level.
//! Energies of more levels are rebuilt from terms or tables wherever a pass needs them.
//!
//! Mostly all coefficients are whole multiples of a unit, up to rounding (`units`). Then an energy
//! is the unit times a whole number, rounded once, and equal energies are equal bit for bit.
//! Elsewhere `rounding` is how far apart equal energies may be, and `tolerance` says what counts as
//! equal.
//!
//! ```text
//! walk over all tiles: the lowest and the highest energy, and Σ (E − mean)²
//! whole numbers of a unit, and few of them between these two beside the states:
//!     walk again: number = energy − lowest                    (numbers without a state remain)
//! few distinct energies: walk again: number = the place of the energy among them
//! otherwise there is no table
//! ```

mod tabulate;

use super::cut::Limits;
use super::memory::{self, Size};
use super::piece::Place;
use super::ranks::{Request, Shared, Team};
use super::space::Space;
use super::tables::{Table, Tiles, check_tables, mean_of_tables, size_of_tables, tables_in_units};
use super::terms::TermList;
use crate::error::{Error, Result};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

#[derive(Clone, Debug)]
enum EnergySource {
    Terms(TermList),
    Tables(Tiles),
}

/// The numbers of the levels of some states: a byte for each, or two, the lower one first; none
/// where levels are not stored.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct LevelNumbers<'a> {
    pub(in crate::sim) bytes: &'a [u8],
    pub(in crate::sim) width: usize,
}

impl<'a> LevelNumbers<'a> {
    pub(in crate::sim) const NONE: Self = Self {
        bytes: &[],
        width: 0,
    };

    pub(in crate::sim) fn range(self, states: Range<usize>) -> Self {
        Self {
            bytes: &self.bytes[states.start * self.width..states.end * self.width],
            ..self
        }
    }

    pub(in crate::sim) fn number(self, at: usize) -> usize {
        match self.width {
            2 => usize::from(u16::from_le_bytes([
                self.bytes[2 * at],
                self.bytes[2 * at + 1],
            ])),
            _ => usize::from(self.bytes[at]),
        }
    }
}

/// Numbers beyond the last state: one line of a state is at most so long.
pub(in crate::sim) const BEYOND: usize = 16;

/// The energies of all states of a space, or of the share of a rank.
#[derive(Debug)]
pub(crate) struct Diagonal {
    space: Space,
    source: EnergySource,
    /// The polynomial as it was given, where the cost is one over qubits.
    pub(in crate::sim) polynomial: Option<TermList>,
    /// What the energies of [`Diagonal::fill`] are multiples of.
    pub(in crate::sim) unit: f64,
    /// The number of each state's level, and some more zeros, so that every piece is whole lines of
    /// numbers.
    numbers: Vec<u8>,
    width: usize,
    /// The energy of each number of a level.
    pub(in crate::sim) entries: Vec<f64>,
    /// The first of them in units, where neighbors are one unit apart; some may have no state.
    pub(in crate::sim) first: Option<f64>,
    /// The amplitude of each basis state at the start, where the states are levels of a histogram.
    weights: Option<Vec<f64>>,
    levels: OnceLock<Vec<f64>>,
    pub(crate) mean: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
    pub(crate) standard_deviation: f64,
    /// How far apart two energies may be that are equal in exact arithmetic: 8 ε Σ|c| over all
    /// terms.
    pub(crate) rounding: f64,
    shared: Option<Shared>,
}

/// Errors of energies, in units of ε Σ|c|, stay below this.
const ROUNDINGS: f64 = 8.0;
const TO_WHOLE: f64 = 4_503_599_627_370_496.0;
/// The most levels that two bytes can number.
const MAX_LEVELS: usize = 1 << 16;

/// What a cost is made of, as it is given: what a request to other ranks says of it.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum CostData {
    /// Σ c over the terms (mask, c) whose mask is a subset of x, over so many qubits.
    Terms(usize, Vec<(u64, f64)>),
    /// A sum of tables over qudits of so many levels, each its qudits and its values.
    Tables(Vec<usize>, Vec<Table>),
}

impl CostData {
    pub(in crate::sim) fn dims(&self) -> Vec<usize> {
        match self {
            Self::Terms(n, _) => vec![2; *n],
            Self::Tables(dims, _) => dims.clone(),
        }
    }
}

impl Diagonal {
    /// The cost of this data; ranks share a large one. Fails if it does not fit into memory, a term
    /// or a table does not fit the space, or a sum of values could leave the real line.
    pub(crate) fn new(data: CostData) -> Result<Self> {
        // more qubits than an address has bits are refused with the memory that they would need
        if let CostData::Terms(n, _) = &data
            && *n >= usize::BITS as usize
        {
            Size::Qubits(*n).check(1)?;
        }
        let space = Space::new(data.dims())?;
        let Some(team) = Team::of(&space) else {
            Size::of(&space).check(1)?;
            return Self::of_space(space, data, None);
        };
        memory::check_shared(&team, &space, 2)?;
        let request = Request::Cost(data.clone());
        team.lead(&request, || Self::of_space(space, data, Some(&team)))
    }

    /// The cost of data whose memory was checked, or this rank's share of it.
    pub(in crate::sim) fn of_space(
        space: Space,
        data: CostData,
        team: Option<&Arc<Team>>,
    ) -> Result<Self> {
        let (source, terms, unit, [mean, size]) = match data {
            CostData::Terms(n, list) => {
                let terms = TermList::checked(n, list)?;
                let (unit, whole) = terms.in_units().unwrap_or_else(|| (0.0, terms.clone()));
                let numbers = [terms.mean(), terms.size()];
                (EnergySource::Terms(whole), Some(terms), unit, numbers)
            }
            CostData::Tables(_, tables) => {
                check_tables(&space, &tables)?;
                let in_units = tables_in_units(&tables);
                let (unit, whole) = in_units.as_ref().map_or((0.0, &tables), |(u, t)| (*u, t));
                let limits = Limits::of(team.map(Arc::as_ref));
                let tiles = Tiles::new(&space, whole, limits.run);
                let numbers = [mean_of_tables(&tables), size_of_tables(&tables)];
                (EnergySource::Tables(tiles), None, unit, numbers)
            }
        };
        let is_whole = unit > 0.0;
        let mut cost = Self {
            source,
            polynomial: terms,
            unit: if is_whole { unit } else { 1.0 },
            numbers: Vec::new(),
            width: 0,
            entries: Vec::new(),
            first: None,
            weights: None,
            levels: OnceLock::new(),
            mean,
            min: 0.0,
            max: 0.0,
            standard_deviation: 0.0,
            rounding: ROUNDINGS * f64::EPSILON * size,
            shared: team.map(Shared::new),
            space,
        };
        let (states, unit) = (cost.space.states(), cost.unit);
        let [min, max, squares] = cost.extent(mean / unit);
        (cost.min, cost.max) = (min * unit, max * unit);
        cost.standard_deviation = (squares / states as f64).sqrt() * unit;
        let most = MAX_LEVELS.min(states / 4).max(1 << 8);
        if is_whole && max - min < most as f64 {
            let entry = |k: usize| (min + k as f64) * unit;
            cost.entries = (0..=(max - min) as usize).map(entry).collect();
            cost.first = Some(min);
            // adding 2⁵² leaves a whole number in the lowest bits
            let number = |energy: f64| (energy - min + TO_WHOLE).to_bits() as u16;
            cost.tabulate(number)?;
        } else if (is_whole || cost.polynomial.is_none())
            && let Some(levels) = cost.distinct_energies(most)
        {
            cost.entries = levels.iter().map(|level| level * unit).collect();
            let numbers = (0..).zip(&levels).map(|(k, e)| (e.to_bits(), k));
            let numbers: HashMap<u64, u16> = numbers.collect();
            cost.tabulate(|energy| numbers[&(energy + 0.0).to_bits()])?;
        }
        Ok(cost)
    }

    /// The cost whose basis states are these energy levels; the start gives each the share of its
    /// count. Fails if there is no state, an energy is not finite, or a count is not finite or
    /// below 0.
    pub(crate) fn of_histogram(energies: Vec<f64>, counts: &[f64]) -> Result<Self> {
        let wrong = |what: &str, value: f64| Error::NotFinite {
            what: format!("{what} of a level"),
            value,
        };
        if let Some(value) = energies.iter().find(|e| !e.is_finite()) {
            return Err(wrong("the energy", *value));
        }
        let total: f64 = counts.iter().sum();
        if let Some(value) = counts.iter().chain([&total]).find(|n| !n.is_finite()) {
            return Err(wrong("the number of states", *value));
        }
        if counts.iter().any(|&n| n < 0.0) || total <= 0.0 {
            return Err(Error::argument(
                "histogram",
                format!("{} levels with {total} states together", counts.len()),
                "count at least one state, and none less than 0 times",
            ));
        }
        let share = |n: &f64| n / total;
        let shares: Vec<f64> = counts.iter().map(share).collect();
        let weighted = |of: &dyn Fn(f64) -> f64| {
            let pairs = shares.iter().zip(&energies);
            pairs.map(|(share, e)| share * of(*e)).sum::<f64>()
        };
        let mean = weighted(&|e| e);
        let variance = weighted(&|e| (e - mean).powi(2));
        let space = Space::new(vec![energies.len()])?;
        let tables = vec![(vec![0], energies)];
        let levels = Self::of_space(space, CostData::Tables(vec![counts.len()], tables), None)?;
        Ok(Self {
            mean,
            standard_deviation: variance.sqrt(),
            rounding: 0.0,
            weights: Some(shares.iter().map(|share| share.sqrt()).collect()),
            ..levels
        })
    }

    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    pub(crate) fn terms(&self) -> Option<&[(u64, f64)]> {
        self.polynomial.as_ref().map(|terms| &terms.list[..])
    }

    pub(crate) fn weights(&self) -> Option<&[f64]> {
        self.weights.as_deref()
    }

    pub(crate) fn energy(&self, index: usize) -> f64 {
        match &self.source {
            _ if self.stores_levels() && self.shared.is_none() => {
                self.entries[self.numbers().number(index)]
            }
            // whole numbers add up exactly in any order
            EnergySource::Terms(terms) if self.stores_levels() => {
                (terms.energy(index) + 0.0) * self.unit
            }
            _ => {
                let (mut energies, len) = (Vec::new(), self.tile_len());
                self.fill(Place::run(index / len * len, len), &mut energies);
                (energies[index % len] + 0.0) * self.unit
            }
        }
    }

    pub(crate) fn energies(&self) -> Vec<f64> {
        let all = 0..self.space.states();
        let parts = self.walk(all, |found: &mut Vec<f64>, _, energies| {
            found.extend(energies.iter().map(|energy| energy * self.unit));
        });
        parts.concat()
    }

    /// The basis states with E(x) ≤ min + `tolerance`, ascending.
    pub(crate) fn ground_states(&self, tolerance: f64) -> Vec<u64> {
        let (most, all) = (self.min + tolerance, 0..self.space.states());
        let parts = self.walk(all, |found: &mut Vec<u64>, first, energies| {
            let states = (first as u64..).zip(energies);
            let low = states.filter(|(_, energy)| *energy * self.unit <= most);
            found.extend(low.map(|(x, _)| x));
        });
        parts.concat()
    }

    pub(crate) fn ground_degeneracy(&self, tolerance: f64) -> u64 {
        let (most, all) = (self.min + tolerance, 0..self.space.states());
        let parts = self.walk(all, |count: &mut u64, _, energies| {
            let low = energies.iter().filter(|e| **e * self.unit <= most);
            *count += low.count() as u64;
        });
        parts.into_iter().sum()
    }

    /// The lowest energy above min + `tolerance`; +∞ where there is none.
    pub(crate) fn lowest_above(&self, tolerance: f64) -> f64 {
        let (least, all) = (self.min + tolerance, 0..self.space.states());
        let parts = self.walk(all, |found: &mut Option<f64>, _, energies| {
            let above = energies.iter().map(|energy| energy * self.unit);
            let above = above.filter(|energy| *energy > least);
            *found = above.chain(*found).reduce(f64::min);
        });
        let found = parts.into_iter().flatten();
        found.fold(f64::INFINITY, f64::min)
    }

    pub(crate) fn stores_levels(&self) -> bool {
        self.width > 0
    }

    /// The distinct energies, ascending, where they are stored.
    pub(crate) fn levels(&self) -> Option<&[f64]> {
        if !self.stores_levels() {
            return None;
        }
        let list = || {
            let seen = self.seen(0..self.space.states(), usize::MAX).into_iter();
            let energies = seen.map(|bits| f64::from_bits(bits) * self.unit);
            let mut levels: Vec<f64> = energies.collect();
            levels.sort_unstable_by(f64::total_cmp);
            levels.dedup();
            levels
        };
        Some(self.levels.get_or_init(list))
    }

    pub(in crate::sim) fn numbers(&self) -> LevelNumbers<'_> {
        LevelNumbers {
            bytes: &self.numbers,
            width: self.width,
        }
    }

    /// Whether energies are rebuilt in runs of whole tiles only.
    pub(in crate::sim) fn is_rebuilt_in_runs(&self) -> bool {
        !self.stores_levels() && matches!(self.source, EnergySource::Tables(_))
    }

    /// Writes the energies of a piece, in units.
    pub(in crate::sim) fn fill(&self, place: Place, energies: &mut Vec<f64>) {
        match &self.source {
            EnergySource::Terms(terms) => terms.fill(place, energies),
            EnergySource::Tables(tiles) => {
                energies.clear();
                let range = place.first..place.first + place.width;
                for tile in range.start / tiles.len()..range.end / tiles.len() {
                    tiles.extend(tile, energies);
                }
            }
        }
    }

    pub(in crate::sim) fn name(&self) -> u64 {
        self.shared.as_ref().map_or(0, |shared| shared.name)
    }

    pub(crate) fn team(&self) -> Option<&Arc<Team>> {
        self.shared.as_ref().map(|shared| &shared.team)
    }

    /// The same cost with its energies rebuilt wherever they are needed.
    #[cfg(test)]
    pub(in crate::sim) fn without_table(self) -> Self {
        Self {
            numbers: Vec::new(),
            width: 0,
            entries: Vec::new(),
            first: None,
            ..self
        }
    }

    pub(in crate::sim) fn here(&self) -> Range<usize> {
        let states = self.space.states();
        self.team().map_or(0..states, |team| team.share(states))
    }
}
