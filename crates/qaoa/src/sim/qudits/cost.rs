//! The cost C over the states of a space, and what can be said of its values.
//!
//! As with [`Diagonal`](crate::sim::Diagonal): up to 256 energies are kept as one byte for each
//! state, up to 65536 as two, and costs of more are rebuilt from their tables wherever a pass needs
//! them. Where all values of the tables are whole multiples of a unit, an energy is the unit times
//! a whole number, rounded once, and equal energies are equal bit for bit.

use super::space::QuditSpace;
use super::tables::{CostTable, Tables};
use super::tiles::{LONGEST, Tiles};
use crate::error::Result;
use crate::sim::memory;
use crate::tasks;
use std::collections::{HashMap, HashSet};

/// The energies of all states of a space.
#[derive(Clone, Debug)]
pub(crate) struct QuditCost {
    space: QuditSpace,
    tiles: Tiles,
    /// What the energies of `tiles` are multiplied by.
    unit: f64,
    index: QuditLevelIndex,
    /// The energy of each number of a level; numbers that no state has may stand between them.
    entries: Vec<f64>,
    /// Whether they are one unit apart.
    on_grid: bool,
    histogram: Option<Vec<(f64, u64)>>,
    mean: f64,
    extent: EnergyExtent,
    standard_deviation: f64,
    rounding: f64,
}

/// Energies are sums of up to hundreds of values; their errors, in units of ε Σ max|table|, stay
/// well below this.
const ROUNDINGS: f64 = 8.0;
/// The most levels that two bytes can number.
const MAX_LEVELS: usize = 1 << 16;

/// The number of each state's level.
#[derive(Clone, Debug)]
pub(super) enum QuditLevelIndex {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Absent,
}

#[derive(Clone, Copy, Debug)]
struct EnergyExtent {
    min: f64,
    max: f64,
    squares: f64,
}

impl QuditCost {
    /// The cost `offset` + Σ tables. Memory is checked before it is taken.
    ///
    /// # Errors
    /// If the states' levels do not fit into memory, a table does not fit the space, or a sum of
    /// values could leave the real line.
    pub(crate) fn from_tables(
        space: QuditSpace,
        offset: f64,
        tables: Vec<CostTable>,
    ) -> Result<Self> {
        Self::with_runs(space, offset, tables, LONGEST)
    }

    /// The same with energies made in runs of `longest` states, where one qudit has not more.
    pub(super) fn with_runs(
        space: QuditSpace,
        offset: f64,
        tables: Vec<CostTable>,
        longest: usize,
    ) -> Result<Self> {
        let tables = Tables::checked(&space, offset, tables)?;
        memory::check_states_bytes(space.states(), 1)?;
        let in_units = tables.in_units();
        let (unit, scaled) = in_units.as_ref().map_or((1.0, &tables), |(u, t)| (*u, t));
        let mut cost = Self {
            tiles: Tiles::new(&space, scaled, longest),
            unit,
            index: QuditLevelIndex::Absent,
            entries: Vec::new(),
            on_grid: false,
            histogram: None,
            mean: tables.mean(),
            extent: EnergyExtent::NONE,
            standard_deviation: 0.0,
            rounding: ROUNDINGS * f64::EPSILON * tables.size(),
            space,
        };
        let whole = cost.tiles.extent(scaled.mean());
        cost.extent = whole.times(unit);
        cost.standard_deviation = (cost.extent.squares / cost.space.states() as f64).sqrt();
        let range = whole.max - whole.min;
        let most = MAX_LEVELS.min(cost.space.states() / 4).max(1 << 8);
        if in_units.is_some() && range < most as f64 {
            let entry = |k: usize| (whole.min + k as f64) * unit;
            cost.entries = (0..=range as usize).map(entry).collect();
            cost.on_grid = true;
            cost.tabulate(|energy| (energy - whole.min) as usize)?;
        } else if let Some(levels) = cost.tiles.levels() {
            cost.entries = levels.iter().map(|level| level * unit).collect();
            let numbers = levels.iter().enumerate().map(|(k, e)| (e.to_bits(), k));
            let numbers: HashMap<u64, usize> = numbers.collect();
            cost.tabulate(|energy| numbers[&(energy + 0.0).to_bits()])?;
        }
        Ok(cost)
    }

    fn tabulate(&mut self, number: impl Fn(f64) -> usize + Sync) -> Result<()> {
        let (levels, states) = (self.entries.len(), self.space.states());
        let counts = if levels <= 1 << 8 {
            let (index, counts) = self.tiles.tabulate(levels, |energy| number(energy) as u8);
            self.index = QuditLevelIndex::Bytes(index);
            counts
        } else {
            memory::check_states_bytes(states, 2)?;
            let (index, counts) = self.tiles.tabulate(levels, |energy| number(energy) as u16);
            self.index = QuditLevelIndex::Words(index);
            counts
        };
        let levels = self.entries.iter().copied().zip(counts);
        self.histogram = Some(levels.filter(|&(_, count)| count > 0).collect());
        Ok(())
    }

    /// The space.
    pub(crate) fn space(&self) -> &QuditSpace {
        &self.space
    }

    /// E of basis state `index`.
    pub(crate) fn energy(&self, index: usize) -> f64 {
        match &self.index {
            QuditLevelIndex::Bytes(numbers) => self.entries[usize::from(numbers[index])],
            QuditLevelIndex::Words(numbers) => self.entries[usize::from(numbers[index])],
            QuditLevelIndex::Absent => {
                let mut energies = Vec::new();
                self.tiles.fill(index / self.tiles.len(), &mut energies);
                energies[index % self.tiles.len()] * self.unit
            }
        }
    }

    /// The lowest energy.
    pub(crate) fn min(&self) -> f64 {
        self.extent.min
    }

    /// The highest energy.
    pub(crate) fn max(&self) -> f64 {
        self.extent.max
    }

    /// The mean energy over all basis states: ⟨C⟩ of a random guess in this space.
    pub(crate) fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of the energy over all basis states: the spread of C.
    pub(crate) fn standard_deviation(&self) -> f64 {
        self.standard_deviation
    }

    /// How far apart two energies may lie that are equal in exact arithmetic: 8 ε Σ max|table|.
    /// Scales with the cost.
    pub(crate) fn rounding(&self) -> f64 {
        self.rounding
    }

    /// The basis states with E ≤ min + `tolerance`, ascending.
    pub(crate) fn ground_states(&self, tolerance: f64) -> Vec<u64> {
        let parts = self.walk(Vec::new, |found: &mut Vec<u64>, x, energy| {
            if energy <= self.min() + tolerance {
                found.push(x as u64);
            }
        });
        parts.concat()
    }

    /// The number of basis states with E ≤ min + `tolerance`.
    pub(crate) fn ground_degeneracy(&self, tolerance: f64) -> u64 {
        let parts = self.walk(
            || 0,
            |count, _, energy| *count += u64::from(energy <= self.min() + tolerance),
        );
        parts.into_iter().sum()
    }

    /// The distinct energies, ascending, where there are at most 65536.
    pub(crate) fn levels(&self) -> Option<Vec<f64>> {
        let levels = self.histogram.as_ref()?.iter();
        Some(levels.map(|&(energy, _)| energy).collect())
    }

    /// The distinct energies, ascending, each with its number of states, where there are at
    /// most 65536.
    pub(crate) fn histogram(&self) -> Option<&[(f64, u64)]> {
        self.histogram.as_deref()
    }

    /// Walks over all basis states with their energies; what each part of the walk found, in order.
    pub(super) fn walk<R: Send>(
        &self,
        start: impl Fn() -> R + Sync,
        add: impl Fn(&mut R, usize, f64) + Sync,
    ) -> Vec<R> {
        self.tiles.walk(start, |found, first, energies| {
            for (x, &energy) in (first..).zip(energies) {
                add(found, x, energy * self.unit);
            }
        })
    }

    pub(super) fn index(&self) -> &QuditLevelIndex {
        &self.index
    }

    /// The energy of each number.
    pub(super) fn entries(&self) -> &[f64] {
        &self.entries
    }

    /// The distance of neighboring entries, where it is the same for all.
    pub(super) fn step(&self) -> Option<f64> {
        self.on_grid.then_some(self.unit)
    }

    /// Writes the energies of the `len` states from `first` on: whole tiles.
    pub(super) fn rebuild(&self, first: usize, len: usize, values: &mut Vec<f64>) {
        let mut tile = Vec::new();
        values.clear();
        for number in first / self.tiles.len()..(first + len) / self.tiles.len() {
            self.tiles.fill(number, &mut tile);
            values.extend(tile.iter().map(|energy| energy * self.unit));
        }
    }

    /// The same cost with its energies rebuilt wherever they are needed.
    #[cfg(test)]
    pub(super) fn without_table(self) -> Self {
        Self {
            index: QuditLevelIndex::Absent,
            entries: Vec::new(),
            histogram: None,
            ..self
        }
    }
}

impl EnergyExtent {
    const NONE: Self = Self {
        min: f64::INFINITY,
        max: f64::NEG_INFINITY,
        squares: 0.0,
    };

    fn with(self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            squares: self.squares + other.squares,
        }
    }

    fn of(energies: &[f64], mean: f64) -> Self {
        let (mut min, mut max, mut squares) = ([Self::NONE.min; 8], [Self::NONE.max; 8], [0.0; 8]);
        for chunk in energies.chunks(8) {
            for (l, &e) in chunk.iter().enumerate() {
                min[l] = if e < min[l] { e } else { min[l] };
                max[l] = if e > max[l] { e } else { max[l] };
                squares[l] += (e - mean) * (e - mean);
            }
        }
        Self {
            min: min.into_iter().fold(Self::NONE.min, f64::min),
            max: max.into_iter().fold(Self::NONE.max, f64::max),
            squares: squares.iter().sum(),
        }
    }

    fn times(self, unit: f64) -> Self {
        Self {
            min: self.min * unit,
            max: self.max * unit,
            squares: self.squares * unit * unit,
        }
    }
}

impl Tiles {
    fn extent(&self, mean: f64) -> EnergyExtent {
        let parts = self.walk(
            || EnergyExtent::NONE,
            |extent, _, energies| *extent = extent.with(&EnergyExtent::of(energies, mean)),
        );
        parts.iter().fold(EnergyExtent::NONE, EnergyExtent::with)
    }

    /// The distinct energies, ascending, if two bytes can number them.
    fn levels(&self) -> Option<Vec<f64>> {
        let parts = self.walk(HashSet::new, |levels: &mut HashSet<u64>, _, energies| {
            if levels.len() <= MAX_LEVELS {
                // −0 becomes 0
                levels.extend(energies.iter().map(|energy| (energy + 0.0).to_bits()));
            }
        });
        let mut all = HashSet::new();
        for part in parts {
            all.extend(part);
            if all.len() > MAX_LEVELS {
                return None;
            }
        }
        let mut levels: Vec<f64> = all.into_iter().map(f64::from_bits).collect();
        levels.sort_by(f64::total_cmp);
        Some(levels)
    }

    /// The number of each state's level, and how many states have it.
    fn tabulate<N: Copy + Default + Send + Into<u64>>(
        &self,
        levels: usize,
        number: impl Fn(f64) -> N + Sync,
    ) -> (Vec<N>, Vec<u64>) {
        let mut index = vec![N::default(); self.len() * self.count()];
        let each = self.count().div_ceil(64);
        let fill = |(task, part): (usize, &mut [N])| {
            let (mut counts, mut values) = (vec![0; levels], Vec::new());
            for (i, part) in part.chunks_exact_mut(self.len()).enumerate() {
                self.fill(task * each + i, &mut values);
                for (place, &energy) in part.iter_mut().zip(&values) {
                    let number = number(energy);
                    *place = number;
                    counts[number.into() as usize] += 1;
                }
            }
            counts
        };
        let parts = index.chunks_mut(each * self.len()).enumerate();
        let parts: Vec<Vec<u64>> = tasks::each(parts, fill);
        let mut counts = vec![0; levels];
        for part in parts {
            counts
                .iter_mut()
                .zip(part)
                .for_each(|(all, one)| *all += one);
        }
        (index, counts)
    }
}
