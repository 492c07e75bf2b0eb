//! The cost C as a diagonal over the 2ⁿ basis states, and what can be said of its values.
//!
//! Costs of puzzles take few distinct values. Up to 256 of them are kept as one byte for each basis state, up to 65536 as two; the phases
//! e^{−iγE} of a layer are then computed once for each level. Costs of more levels are not stored at all: their energies are
//! rebuilt from the terms wherever a pass needs them.
//!
//! Mostly all coefficients are whole multiples of a unit, up to rounding. Then an energy is the unit times a whole number, rounded once, and
//! equal energies are equal as f64, bit for bit. Elsewhere rounding may split what is one level in exact arithmetic: [`Diagonal::rounding`] is how
//! far apart the parts may lie, and `tolerance` arguments say what counts as equal.

#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::block::{LANES, Lanes};
use super::memory;
use super::real::Real;
use super::tabulate::{Extent, MAX_LEVELS, Numbering};
use super::terms::Terms;
use crate::error::{Error, Result};

/// The energies of 2ⁿ basis states.
#[derive(Clone, Debug)]
pub struct Diagonal {
    terms: Terms,
    index: Index,
    /// The energy of each number of a level; numbers that no state has stand between them where energies are counted in units.
    entries: Vec<f64>,
    grid: Option<Grid>,
    levels: Option<Vec<f64>>,
    mean: f64,
    min: f64,
    max: f64,
    standard_deviation: f64,
    rounding: f64,
}

/// Energies are sums of up to hundreds of terms; their errors, in units of ε Σ|c|, stay well below this.
const ROUNDINGS: f64 = 8.0;

/// The number of each basis state's level.
#[derive(Clone, Debug)]
pub(super) enum Index {
    Bytes(Vec<[u8; LANES]>),
    Words(Vec<[u16; LANES]>),
    Absent,
}

/// Energies in units: level k is (first + k)·unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    first: f64,
    unit: f64,
}

impl Grid {
    #[inline(always)]
    fn energy(self, number: f64) -> f64 {
        (self.first + number) * self.unit
    }
}

impl Diagonal {
    /// The diagonal E(x) = Σ c over the terms (mask, c) whose mask is a subset of x; mask 0 is the offset, and a mask may
    /// come more than once. Memory is checked before it is taken.
    ///
    /// ```
    /// let cost = ketboard::sim::Diagonal::from_terms(2, [(0b00, 1.0), (0b01, -2.0), (0b11, 4.0)])?;
    /// let energies: Vec<f64> = (0..4).map(|x| cost.energy(x)).collect();
    /// assert_eq!(energies, [1.0, -1.0, 1.0, 3.0]);
    /// assert_eq!(cost.ground_states(0.0), [0b01]);
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If 2ⁿ entries do not fit into memory, a mask names a qubit that is not there, or a sum of coefficients could leave the real line.
    pub fn from_terms(n: usize, terms: impl IntoIterator<Item = (u64, f64)>) -> Result<Self> {
        memory::check_bytes(n, 1)?;
        let terms = checked(n, terms)?;
        if let Some((unit, whole)) = terms.in_units() {
            let extent = whole.extent();
            let grid = Grid {
                first: extent.min,
                unit,
            };
            let count = (extent.max - extent.min) as usize;
            if count < 1 << 8 || count < MAX_LEVELS.min((1 << n) / 4) {
                return Self::on_grid(terms, &whole, grid, extent, count + 1);
            }
            if let Some(levels) = whole.levels() {
                return Self::listed(terms, &whole, unit, &levels, extent);
            }
        } else if let Some(levels) = terms.levels() {
            let extent = terms.extent();
            return Self::listed(terms.clone(), &terms, 1.0, &levels, extent);
        }
        let extent = terms.extent();
        Ok(Self::assemble(terms, extent))
    }

    fn on_grid(
        terms: Terms,
        whole: &Terms,
        grid: Grid,
        extent: Extent,
        count: usize,
    ) -> Result<Self> {
        let number = Numbering::From(grid.first);
        let (index, seen) = if count <= 1 << 8 {
            let (index, seen) = whole.tabulate(count, number);
            (Index::Bytes(index), seen)
        } else {
            memory::check_bytes(terms.n, 2)?;
            let (index, seen) = whole.tabulate(count, number);
            (Index::Words(index), seen)
        };
        let entries: Vec<f64> = (0..count).map(|k| grid.energy(k as f64)).collect();
        let occurs = entries.iter().zip(&seen).filter(|(_, seen)| **seen);
        let levels = occurs.map(|(energy, _)| *energy).collect();
        Ok(Self {
            index,
            entries,
            grid: Some(grid),
            levels: Some(levels),
            ..Self::assemble(terms, extent.times(grid.unit))
        })
    }

    /// A diagonal of the listed levels of `scaled`, in units.
    fn listed(
        terms: Terms,
        scaled: &Terms,
        unit: f64,
        levels: &[f64],
        extent: Extent,
    ) -> Result<Self> {
        let number = Numbering::In(levels);
        let index = if levels.len() <= 1 << 8 {
            Index::Bytes(scaled.tabulate(levels.len(), number).0)
        } else {
            memory::check_bytes(terms.n, 2)?;
            Index::Words(scaled.tabulate(levels.len(), number).0)
        };
        let entries: Vec<f64> = levels.iter().map(|level| level * unit).collect();
        Ok(Self {
            index,
            levels: Some(entries.clone()),
            entries,
            ..Self::assemble(terms, extent.times(unit))
        })
    }

    /// A diagonal without a table.
    fn assemble(terms: Terms, extent: Extent) -> Self {
        Self {
            index: Index::Absent,
            entries: Vec::new(),
            grid: None,
            levels: None,
            mean: terms.mean(),
            min: extent.min,
            max: extent.max,
            standard_deviation: (extent.squares / (1_u64 << terms.n) as f64).sqrt(),
            rounding: ROUNDINGS * f64::EPSILON * terms.size(),
            terms,
        }
    }

    /// Number of qubits.
    pub fn n(&self) -> usize {
        self.terms.n
    }

    /// E(x) of basis state `index` < 2ⁿ; qubit k is bit k.
    pub fn energy(&self, index: usize) -> f64 {
        let (block, lane) = (index / LANES, index % LANES);
        match &self.index {
            Index::Bytes(numbers) => self.entries[usize::from(numbers[block][lane])],
            Index::Words(numbers) => self.entries[usize::from(numbers[block][lane])],
            Index::Absent => {
                let (first, energies) = self.terms.tile_of(index);
                energies[index - first]
            }
        }
    }

    /// The lowest energy.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// The highest energy.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// The mean energy over all basis states: ⟨C⟩ of a random guess.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of the energy over all basis states: the spread of C.
    pub fn standard_deviation(&self) -> f64 {
        self.standard_deviation
    }

    /// How far apart two energies may lie that are equal in exact arithmetic: 8 ε Σ|c| over all terms. Scales with the cost.
    pub fn rounding(&self) -> f64 {
        self.rounding
    }

    /// The basis states with E(x) ≤ min + `tolerance`, ascending.
    pub fn ground_states(&self, tolerance: f64) -> Vec<u64> {
        self.collect(|found: &mut Vec<u64>, x, energy| {
            if energy <= self.min + tolerance {
                found.push(x);
            }
        })
        .concat()
    }

    /// The number of basis states with E(x) ≤ min + `tolerance`.
    pub fn ground_degeneracy(&self, tolerance: f64) -> u64 {
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
        use rayon::prelude::*;
        let states = 1_usize << self.n();
        if matches!(self.index, Index::Absent) {
            return self.terms.walk(R::default, |found, first, energies| {
                for (x, &energy) in (first as u64..).zip(energies) {
                    add(found, x, energy);
                }
            });
        }
        let part = (states / 64).max(1);
        let parts = (0..states / part).into_par_iter();
        let walk = |k: usize| {
            let mut found = R::default();
            (k * part..(k + 1) * part).for_each(|x| add(&mut found, x as u64, self.energy(x)));
            found
        };
        parts.map(walk).collect()
    }

    /// The distinct energies, ascending, where there are at most 65536.
    pub fn levels(&self) -> Option<&[f64]> {
        self.levels.as_deref()
    }

    /// The numbers of the levels.
    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    /// The energy of each number.
    pub(super) fn entries(&self) -> &[f64] {
        &self.entries
    }

    /// The same cost with its energies rebuilt wherever they are needed.
    #[cfg(test)]
    pub(super) fn without_table(self) -> Self {
        Self {
            index: Index::Absent,
            entries: Vec::new(),
            grid: None,
            levels: None,
            ..self
        }
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

/// Where the energies of a pass come from.
#[derive(Clone, Copy)]
pub(super) enum Energies<'a> {
    ByteGrid(&'a [[u8; LANES]], Grid),
    WordGrid(&'a [[u16; LANES]], Grid),
    Bytes(&'a [[u8; LANES]], &'a [f64]),
    Words(&'a [[u16; LANES]], &'a [f64]),
    /// From the terms, in each piece.
    Rebuilt(&'a Terms),
}

impl Energies<'_> {
    /// E(x) of the states of block `number`, which are `rebuilt` where there is no table.
    pub(super) fn block(&self, number: usize, rebuilt: Option<&Lanes<f64>>) -> Lanes<f64> {
        match self {
            Self::ByteGrid(index, grid) => index[number].map(|k| grid.energy(f64::from(k))),
            Self::WordGrid(index, grid) => index[number].map(|k| grid.energy(f64::from(k))),
            Self::Bytes(..) | Self::Words(..) | Self::Rebuilt(_) => self.numbers(number, rebuilt),
        }
    }

    /// The same in units of [`Energies::unit`], in the precision of `T`.
    #[inline(always)]
    pub(super) fn numbers<T: Real>(&self, number: usize, rebuilt: Option<&Lanes<f64>>) -> Lanes<T> {
        let mut numbers = [T::ZERO; LANES];
        match self {
            Self::ByteGrid(index, grid) => {
                let first = T::of(grid.first);
                for l in 0..LANES {
                    numbers[l] = T::whole(u16::from(index[number][l])).plus(first);
                }
            }
            Self::WordGrid(index, grid) => {
                let first = T::of(grid.first);
                for l in 0..LANES {
                    numbers[l] = T::whole(index[number][l]).plus(first);
                }
            }
            Self::Bytes(index, levels) => {
                for l in 0..LANES {
                    numbers[l] = T::of(levels[usize::from(index[number][l])]);
                }
            }
            Self::Words(index, levels) => {
                for l in 0..LANES {
                    numbers[l] = T::of(levels[usize::from(index[number][l])]);
                }
            }
            Self::Rebuilt(_) => {
                for l in 0..LANES {
                    numbers[l] = T::of(rebuilt.map_or(0.0, |energies| energies[l]));
                }
            }
        }
        numbers
    }

    /// What the numbers are multiples of.
    pub(super) fn unit(&self) -> f64 {
        match self {
            Self::ByteGrid(_, grid) | Self::WordGrid(_, grid) => grid.unit,
            Self::Bytes(..) | Self::Words(..) | Self::Rebuilt(_) => 1.0,
        }
    }
}

fn checked(n: usize, terms: impl IntoIterator<Item = (u64, f64)>) -> Result<Terms> {
    let list: Vec<(u64, f64)> = terms.into_iter().collect();
    if let Some((mask, _)) = list.iter().find(|(mask, _)| mask >> n != 0) {
        return Err(Error::argument(
            "terms",
            format!("a term over qubit {} of {n}", mask.ilog2()),
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
    Ok(terms)
}
