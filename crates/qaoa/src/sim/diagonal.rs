//! The cost C as a diagonal over the 2ⁿ basis states, and what can be said of its values.
//!
//! Costs of puzzles take few distinct values. Up to 256 of them are kept as one byte for each basis
//! state, up to 65536 as two; the phases e^{−iγE} of a layer are then computed once for each level.
//! Costs of more levels are not stored at all: their energies are rebuilt from the terms wherever a
//! pass needs them.
//!
//! Mostly all coefficients are whole multiples of a unit, up to rounding (`units`). Then an energy
//! is the unit times a whole number, rounded once, and equal energies are equal as f64, bit for
//! bit; so they are where all are sums of multiples of two units, from 20 variables on of three,
//! and have levels (`several_units`). Elsewhere rounding may split what is one level in exact
//! arithmetic: [`Diagonal::rounding`] is how far apart the parts may lie, and `tolerance` arguments
//! say what counts as equal.
//!
//! How the table is made is in `tabulate`. The levels in order are no part of it; they are listed
//! when they are asked for.

use super::block::LANES;
use super::energies::Units;
pub(super) use super::energies::{Energies, Grid, Index};
use super::memory;
use super::numbers::occurring;
use super::plan::Instructions;
use super::rows::{Rows, Width};
use super::several_units::{Keys, SeveralUnits, UNITS};
use super::small::{SMALL, Small};
use super::tabulate::MAX_LEVELS;
use super::terms::Terms;
use crate::tasks::each;

use crate::error::{Error, Result};
use std::sync::OnceLock;

#[cfg(test)]
mod tests;

/// The energies of 2ⁿ basis states.
#[derive(Clone, Debug)]
pub(crate) struct Diagonal {
    terms: Terms,
    index: Index,
    /// The energy of each number of a level; where energies are counted in units, numbers that no
    /// state has stand between them, and elsewhere a level may have several.
    entries: Vec<f64>,
    grid: Option<Grid>,
    levels: OnceLock<Option<Vec<f64>>>,
    mean: f64,
    min: f64,
    max: f64,
    standard_deviation: f64,
    rounding: f64,
}

/// The error of an energy, a sum of hundreds of terms at most, in units of ε Σ|c|: an upper bound.
const ROUNDINGS: f64 = 8.0;

/// Registers of so many variables have a level for each state where most energies differ.
const FULL: usize = 16;
/// Levels of three units are numbered for so many variables, or where that is fast; below it would
/// take longer than two layers, which without a table are as fast.
const MANY: usize = 20;
/// Registers of so many variables, whose energies mostly differ, have levels of their own even if
/// there are two units: to number them would take longer than two layers do.
const LITTLE: usize = 11;

/// The most numbers that energy levels are taken from: for each state, and altogether.
const NUMBERS: (usize, usize) = (4, 1 << 22);

/// The most numbers for levels of `n` variables.
fn most_numbers(n: usize) -> usize {
    NUMBERS.1.min(NUMBERS.0 << n)
}

/// The most numbers whose range is not looked at more closely: they are numbered faster.
fn few_numbers(n: usize) -> usize {
    if n <= LITTLE {
        return (1 << n) / 2;
    }
    MAX_LEVELS.max((1 << n) / 2).min(2 << n)
}

/// Whether each state has a level of its own, where there are no units.
fn one_each(rows: &Rows<f64>) -> bool {
    rows.n() <= FULL && rows.mostly_differ()
}

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
        memory::check_bytes(n, 1)?;
        Self::of_list(n, terms.into_iter().collect())
    }

    /// The diagonal of a list of terms; compiled here, not by every caller.
    fn of_list(n: usize, list: Vec<(u64, f64)>) -> Result<Self> {
        let (terms, size) = checked(n, list)?;
        let cost = Self::empty(terms, size);
        if n <= SMALL {
            return Ok(cost.of_few(size));
        }
        let Some(unit) = cost.terms.unit(size) else {
            return cost.of_many(None);
        };
        let mut whole = cost.terms.in_units(unit);
        let units = Units {
            offset: whole.take_constant(),
            unit,
        };
        let (low, high) = whole.bounds();
        if low >= i16::MIN.into() && high <= i16::MAX.into() {
            let rows = Rows::<i16>::of(&whole);
            cost.of_whole(units, whole, &rows)
        } else if low >= i32::MIN.into() && high <= i32::MAX.into() {
            let rows = Rows::<i32>::of(&whole);
            cost.of_whole(units, whole, &rows)
        } else {
            let rows = Rows::<f64>::of(&whole);
            cost.of_whole(units, whole, &rows)
        }
    }

    /// A diagonal without a table, of which nothing is known but its terms and Σ|c|.
    fn empty(terms: Terms, size: f64) -> Self {
        Self {
            terms,
            index: Index::Absent,
            entries: Vec::new(),
            grid: None,
            levels: OnceLock::new(),
            mean: 0.0,
            min: 0.0,
            max: 0.0,
            standard_deviation: 0.0,
            rounding: ROUNDINGS * f64::EPSILON * size,
        }
    }

    /// The diagonal of a cost of few variables.
    fn of_few(self, size: f64) -> Self {
        let small = Small::of(&self.terms, size, Instructions::best());
        Self {
            index: Index::Bytes(small.numbers),
            entries: small.entries,
            grid: small.grid,
            mean: small.mean,
            min: small.bounds[0],
            max: small.bounds[1],
            standard_deviation: small.variance.sqrt(),
            ..self
        }
    }

    /// The same with what is known of all energies.
    fn spread(self, [min, max]: [f64; 2], variance: f64) -> Self {
        Self {
            mean: self.terms.mean(),
            min,
            max,
            standard_deviation: variance.sqrt(),
            ..self
        }
    }

    /// The diagonal of a cost of whole numbers, from their energies in numbers that hold them.
    fn of_whole<W: Width>(self, units: Units, whole: Terms, rows: &Rows<W>) -> Result<Self> {
        let n = self.terms.n;
        let (lowest, highest) = rows.extremes();
        let count = (highest.wide() - lowest.wide()) as usize + 1;
        if count > (1 << 8).max(most_numbers(n)) {
            return self.of_many(Some((units, whole)));
        }
        let bounds = [lowest, highest].map(|e| units.energy(e.wide()));
        let variance = whole.variance(rows) * units.unit * units.unit;
        let mut cost = self.spread(bounds, variance);
        let grid = Grid {
            first: lowest.wide() + units.offset,
            unit: units.unit,
        };
        let energy = |number: usize| grid.energy(number as f64);
        if count > (1 << 8).max(MAX_LEVELS.min((1 << n) / 4)) {
            if let Some((numbers, left)) = rows.numbered(lowest, count)? {
                cost.index = Index::narrow(n, numbers, left.len());
                cost.entries = left.into_iter().map(energy).collect();
            }
            return Ok(cost);
        }
        cost.entries = (0..count).map(energy).collect();
        cost.grid = Some(grid);
        cost.index = if count <= 1 << 8 {
            Index::Bytes(rows.distances(lowest))
        } else {
            memory::check_bytes(n, 2)?;
            Index::Words(rows.distances(lowest))
        };
        Ok(cost)
    }

    /// The diagonal of a cost without a unit, or of whole numbers that lie further apart.
    fn of_many(self, whole: Option<(Units, Terms)>) -> Result<Self> {
        let n = self.terms.n;
        let most = if n <= FULL { UNITS - 1 } else { UNITS };
        let units = self.terms.in_several_units(most);
        if let Some(keys) = units.as_ref().and_then(|u| u.keys(few_numbers(n))) {
            return self.of_several_units(&keys);
        }
        if n < MANY && units.as_ref().is_some_and(SeveralUnits::are_three) {
            let rows = Rows::of(&self.terms);
            return Ok(self.rebuilt(&rows));
        }
        let rows = || Rows::of(whole.as_ref().map_or(&self.terms, |(_, whole)| whole));
        let little = (n <= LITTLE).then(rows);
        let mut each = little.as_ref().is_some_and(one_each);
        if !each && let Some(keys) = units.and_then(|u| u.exact_keys(most_numbers(n))) {
            return self.of_several_units(&keys);
        }
        let rows = little.unwrap_or_else(rows);
        each = each || n > LITTLE && one_each(&rows);
        match (Self::listed(&rows, each)?, whole) {
            (Some((index, entries)), None) => Ok(Self {
                index,
                entries,
                ..self.rebuilt(&rows)
            }),
            (None, None) => Ok(self.rebuilt(&rows)),
            (None, Some(_)) => {
                let rows = Rows::of(&self.terms);
                Ok(self.rebuilt(&rows))
            }
            (Some((index, mut entries)), Some((units, whole))) => {
                let (lowest, highest) = rows.extremes();
                let bounds = [lowest, highest].map(|e| units.energy(e));
                let variance = whole.variance(&rows) * units.unit * units.unit;
                entries.iter_mut().for_each(|e| *e = units.energy(*e));
                Ok(Self {
                    index,
                    entries,
                    ..self.spread(bounds, variance)
                })
            }
        }
    }

    /// The diagonal of a cost of a few units.
    fn of_several_units(self, keys: &Keys) -> Result<Self> {
        let numbered = if keys.short {
            Rows::<i16>::of(&keys.numbers).numbered(-keys.origin as i16, keys.count)
        } else {
            Rows::<i32>::of(&keys.numbers).numbered(-keys.origin as i32, keys.count)
        };
        let terms = &self.terms;
        let Some((numbers, left)) = numbered? else {
            let rows = Rows::of(terms);
            return Ok(self.rebuilt(&rows));
        };
        let entries: Vec<f64> = left.into_iter().map(|key| keys.energy(key)).collect();
        // energies would have to be made for it
        let variance = if terms.subsets() > (1_u64 << terms.n) as f64 {
            terms.variance(&Rows::<f64>::of(terms))
        } else {
            terms.variance_of_products()
        };
        let index = Index::narrow(terms.n, numbers, entries.len());
        let cost = self.spread(extremes(&entries), variance);
        Ok(Self {
            index,
            entries,
            ..cost
        })
    }

    /// The numbers of the levels and their energies, if two bytes can number them.
    fn listed(rows: &Rows<f64>, one_each: bool) -> Result<Option<(Index, Vec<f64>)>> {
        memory::check_bytes(rows.n(), 3)?;
        if one_each {
            return Ok(Some((Index::of_states(rows.n()), rows.energies())));
        }
        let listed = rows.listed();
        Ok(listed.map(|(numbers, energies)| {
            (Index::narrow(rows.n(), numbers, energies.len()), energies)
        }))
    }

    /// A diagonal without a table.
    fn rebuilt(self, rows: &Rows<f64>) -> Self {
        let (lowest, highest) = rows.extremes();
        let variance = self.terms.variance(rows);
        self.spread([lowest, highest], variance)
    }

    /// Number of qubits.
    pub(crate) fn n(&self) -> usize {
        self.terms.n
    }

    /// E(x) of basis state `index` < 2ⁿ; qubit k is bit k.
    pub(crate) fn energy(&self, index: usize) -> f64 {
        let (block, lane) = (index / LANES, index % LANES);
        match &self.index {
            Index::Bytes(numbers) => self.entries[usize::from(numbers[block][lane])],
            Index::Words(numbers) => self.entries[usize::from(numbers[block][lane])],
            Index::Absent => {
                let rows = Rows::<f64>::of(&self.terms);
                let tile = rows.tile(index / rows.tile_len());
                tile.as_flattened()[index % rows.tile_len()]
            }
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
        self.collect(|found: &mut Vec<u64>, x, energy| {
            if energy <= self.min + tolerance {
                found.push(x);
            }
        })
        .concat()
    }

    /// The number of basis states with E(x) ≤ min + `tolerance`.
    pub(crate) fn ground_degeneracy(&self, tolerance: f64) -> u64 {
        let count =
            |count: &mut u64, _, energy| *count += u64::from(energy <= self.min + tolerance);
        self.collect(count).into_iter().sum()
    }

    /// E(x) of every basis state: 8 bytes for each.
    pub(super) fn energies_of_states(&self) -> Vec<f64> {
        self.collect(|found: &mut Vec<f64>, _, energy| found.push(energy))
            .concat()
    }

    /// Walks over all basis states with their energies; what each part of the walk found, in order.
    fn collect<R: Default + Send>(&self, add: impl Fn(&mut R, u64, f64) + Sync) -> Vec<R> {
        let states = 1_usize << self.n();
        if matches!(self.index, Index::Absent) {
            let rows = Rows::<f64>::of(&self.terms);
            return rows.walk(
                || vec![R::default()],
                |found, first, tile| {
                    let energies = &tile.as_flattened()[..rows.tile_len()];
                    for (x, &energy) in (first as u64..).zip(energies) {
                        add(&mut found[0], x, energy);
                    }
                },
                |a, b| a.into_iter().chain(b).collect(),
            );
        }
        let part = (states / 64).max(1);
        let walk = |k: usize| {
            let mut found = R::default();
            (k * part..(k + 1) * part).for_each(|x| add(&mut found, x as u64, self.energy(x)));
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
            (Index::Absent, _) => return None,
            (Index::Bytes(index), Some(_)) => occurring(index, count),
            (Index::Words(index), Some(_)) => occurring(index, count),
            (Index::Bytes(_) | Index::Words(_), None) => vec![true; count],
        };
        let entries = self.entries.iter().zip(seen);
        let mut levels: Vec<f64> = entries
            .filter_map(|(energy, seen)| seen.then_some(*energy))
            .collect();
        levels.sort_unstable_by(f64::total_cmp);
        levels.dedup();
        Some(levels)
    }

    /// The numbers of the levels.
    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    /// The energy of each number.
    pub(super) fn entries(&self) -> &[f64] {
        &self.entries
    }

    /// How far neighboring numbers' energies are apart, where that is the same for all.
    pub(super) fn unit(&self) -> Option<f64> {
        self.grid.map(|grid| grid.unit)
    }

    /// The same cost with its energies rebuilt wherever they are needed.
    #[cfg(test)]
    pub(super) fn without_table(self) -> Self {
        Self {
            index: Index::Absent,
            entries: Vec::new(),
            grid: None,
            levels: OnceLock::new(),
            ..self
        }
    }

    /// The terms (mask, coefficient), as they were given.
    pub(crate) fn list_of_terms(&self) -> &[(u64, f64)] {
        &self.terms.list
    }

    /// The polynomial.
    pub(super) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The energies as a pass reads them.
    pub(super) fn energies(&self) -> Energies<'_> {
        match (&self.index, self.grid) {
            (Index::Bytes(index), Some(grid)) => Energies::ByteGrid(index, grid),
            (Index::Words(index), Some(grid)) => Energies::WordGrid(index, grid),
            (Index::Bytes(index), None) => Energies::Bytes(index, &self.entries),
            (Index::Words(index), None) => Energies::Words(index, &self.entries),
            (Index::Absent, _) => Energies::Rebuilt(&self.terms),
        }
    }
}

/// The lowest and the highest of some energies.
fn extremes(energies: &[f64]) -> [f64; 2] {
    let (mut low, mut high) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
    for energies in energies.chunks(LANES) {
        for (l, &energy) in energies.iter().enumerate() {
            low[l] = if energy < low[l] { energy } else { low[l] };
            high[l] = if energy > high[l] { energy } else { high[l] };
        }
    }
    let low = low.into_iter().fold(f64::INFINITY, f64::min);
    [low, high.into_iter().fold(f64::NEG_INFINITY, f64::max)]
}

/// The terms, and Σ|c|.
fn checked(n: usize, list: Vec<(u64, f64)>) -> Result<(Terms, f64)> {
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
    let terms = Terms { n, list };
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
