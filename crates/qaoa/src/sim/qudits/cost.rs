//! The cost C over the states of a space, and what can be said of its values.
//!
//! As with [`Diagonal`](crate::sim::Diagonal): up to 256 energies are kept as one byte for each
//! state, up to 65536 as two, and costs of more are rebuilt from their tables wherever a pass needs
//! them. Where all values of the tables are whole multiples of a unit, an energy is the unit times
//! a whole number, rounded once, and equal energies are equal bit for bit.

use super::space::QuditSpace;
use super::tables::{CostTable, Tables};
use super::tiles::Tiles;
use crate::error::Result;
use crate::sim::memory;
use crate::sim::ranks::{Shared, Team, in_parts};
use crate::tasks;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The energies of all states of a space, or of the share of a rank.
#[cfg_attr(test, derive(Clone))]
#[derive(Debug)]
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
    pub(super) shared: Option<Shared>,
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
    /// The cost of this process with energies made in runs of `longest` states, where one qudit has
    /// not more.
    ///
    /// # Errors
    /// As [`QuditCost::from_tables`].
    pub(super) fn with_runs(
        space: QuditSpace,
        tables: Vec<CostTable>,
        longest: usize,
    ) -> Result<Self> {
        let tables = Tables::checked(&space, tables)?;
        memory::check_states_bytes(space.states(), 1)?;
        Self::of_tables(space, &tables, longest, None)
    }

    /// The cost of tables that were checked, or this rank's share of it.
    pub(super) fn of_tables(
        space: QuditSpace,
        tables: &Tables,
        longest: usize,
        shared: Option<Shared>,
    ) -> Result<Self> {
        let in_units = tables.in_units();
        let (unit, scaled) = in_units.as_ref().map_or((1.0, tables), |(u, t)| (*u, t));
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
            shared,
            space,
        };
        let whole = cost.extent(scaled.mean());
        cost.extent = whole.times(unit);
        cost.standard_deviation = (cost.extent.squares / cost.space.states() as f64).sqrt();
        let range = whole.max - whole.min;
        let most = MAX_LEVELS.min(cost.space.states() / 4).max(1 << 8);
        if in_units.is_some() && range < most as f64 {
            let entry = |k: usize| (whole.min + k as f64) * unit;
            cost.entries = (0..=range as usize).map(entry).collect();
            cost.on_grid = true;
            cost.tabulate(|energy| (energy - whole.min) as usize)?;
        } else if let Some(levels) = cost.distinct_energies() {
            cost.entries = levels.iter().map(|level| level * unit).collect();
            let numbers = levels.iter().enumerate().map(|(k, e)| (e.to_bits(), k));
            let numbers: HashMap<u64, usize> = numbers.collect();
            cost.tabulate(|energy| numbers[&(energy + 0.0).to_bits()])?;
        }
        Ok(cost)
    }

    fn tabulate(&mut self, number: impl Fn(f64) -> usize + Sync) -> Result<()> {
        let (levels, here) = (self.entries.len(), self.here());
        let mut counts = if levels <= 1 << 8 {
            let number = |energy| number(energy) as u8;
            let (index, counts) = self.tiles.tabulate(here, levels, number);
            self.index = QuditLevelIndex::Bytes(index);
            counts
        } else {
            if self.shared.is_none() {
                memory::check_states_bytes(here.len(), 2)?;
            }
            let number = |energy| number(energy) as u16;
            let (index, counts) = self.tiles.tabulate(here, levels, number);
            self.index = QuditLevelIndex::Words(index);
            counts
        };
        if let Some(team) = self.team() {
            let all = team.gather(&counts);
            let of_level = |k: usize| all[k..].iter().step_by(levels).sum();
            counts = (0..levels).map(of_level).collect();
        }
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
            QuditLevelIndex::Bytes(numbers) if self.shared.is_none() => {
                self.entries[usize::from(numbers[index])]
            }
            QuditLevelIndex::Words(numbers) if self.shared.is_none() => {
                self.entries[usize::from(numbers[index])]
            }
            QuditLevelIndex::Absent => self.rebuilt(index) * self.unit,
            // the number may be another rank's; the energy of a number is never −0
            QuditLevelIndex::Bytes(_) | QuditLevelIndex::Words(_) => {
                (self.rebuilt(index) + 0.0) * self.unit
            }
        }
    }

    /// The energy of a basis state, made anew and without its unit.
    fn rebuilt(&self, index: usize) -> f64 {
        let mut energies = Vec::new();
        self.tiles.fill(index / self.tiles.len(), &mut energies);
        energies[index % self.tiles.len()]
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
        self.states_up_to(self.min() + tolerance, true)
    }

    /// The number of basis states with E ≤ min + `tolerance`.
    pub(crate) fn ground_degeneracy(&self, tolerance: f64) -> u64 {
        let counts = self.states_up_to(self.min() + tolerance, false);
        counts.into_iter().sum()
    }

    /// The states at hand with E ≤ `energy`.
    pub(super) fn list_up_to(&self, energy: f64) -> Vec<u64> {
        let parts = self.walk(self.here(), Vec::new, |found: &mut Vec<u64>, x, e| {
            if e <= energy {
                found.push(x as u64);
            }
        });
        parts.concat()
    }

    /// Their number.
    pub(super) fn count_up_to(&self, energy: f64) -> u64 {
        let add = |count: &mut u64, _, e| *count += u64::from(e <= energy);
        self.walk(self.here(), || 0, add).into_iter().sum()
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

    /// Walks over some basis states with their energies; what each part of the walk found, in
    /// order.
    pub(super) fn walk<R: Send>(
        &self,
        states: Range<usize>,
        start: impl Fn() -> R + Sync,
        add: impl Fn(&mut R, usize, f64) + Sync,
    ) -> Vec<R> {
        self.tiles.walk(states, start, |found, first, energies| {
            for (x, &energy) in (first..).zip(energies) {
                add(found, x, energy * self.unit);
            }
        })
    }

    /// Σ f(x, E) over all basis states in a fixed order, of which each rank adds up its own.
    pub(super) fn sum(&self, f: impl Fn(usize, f64) -> f64 + Sync) -> f64 {
        let part = self.tiles.part();
        let parts = in_parts(self.team(), self.space.states(), part, &[0.0], |sum, of| {
            let mut so_far = sum[0];
            self.tiles.each(of, |first, energies| {
                for (x, &energy) in (first..).zip(energies) {
                    so_far += f(x, energy * self.unit);
                }
            });
            sum[0] = so_far;
        });
        parts.iter().flatten().sum()
    }

    pub(super) fn team(&self) -> Option<&Team> {
        self.shared.as_ref().map(|shared| &**shared.team())
    }

    /// The states whose numbers of levels are at hand.
    pub(super) fn here(&self) -> Range<usize> {
        let states = self.space.states();
        self.team().map_or(0..states, |team| team.share(states))
    }

    fn extent(&self, mean: f64) -> EnergyExtent {
        let (part, none) = (self.tiles.part(), EnergyExtent::NONE.numbers());
        let parts = in_parts(self.team(), self.space.states(), part, &none, |sum, of| {
            let mut extent = EnergyExtent::from(sum);
            self.tiles.each(of, |_, energies| {
                extent = extent.with(&EnergyExtent::of(energies, mean));
            });
            sum.copy_from_slice(&extent.numbers());
        });
        let parts = parts.iter().map(|part| EnergyExtent::from(part));
        parts.fold(EnergyExtent::NONE, |all, part| all.with(&part))
    }

    /// The distinct energies, ascending and without their unit, if two bytes can number them.
    fn distinct_energies(&self) -> Option<Vec<f64>> {
        let here = self.here();
        let found = |levels: &mut HashSet<u64>, _, energies: &[f64]| {
            if levels.len() <= MAX_LEVELS {
                // −0 becomes 0
                levels.extend(energies.iter().map(|energy| (energy + 0.0).to_bits()));
            }
        };
        let mut all = HashSet::new();
        for part in self.tiles.walk(here, HashSet::new, found) {
            all.extend(part);
            if all.len() > MAX_LEVELS {
                break;
            }
        }
        if let Some(team) = self.team() {
            let own: Vec<u64> = all.into_iter().collect();
            all = team.join(&own).into_iter().collect();
        }
        if all.len() > MAX_LEVELS {
            return None;
        }
        let mut levels: Vec<f64> = all.into_iter().map(f64::from_bits).collect();
        levels.sort_by(f64::total_cmp);
        Some(levels)
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

    fn from(numbers: &[f64]) -> Self {
        Self {
            min: numbers[0],
            max: numbers[1],
            squares: numbers[2],
        }
    }

    fn numbers(self) -> [f64; 3] {
        [self.min, self.max, self.squares]
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
    /// The number of the level of each of some states, and how many of them have it.
    fn tabulate<N: Copy + Default + Send + Into<u64>>(
        &self,
        states: Range<usize>,
        levels: usize,
        number: impl Fn(f64) -> N + Sync,
    ) -> (Vec<N>, Vec<u64>) {
        let mut index = vec![N::default(); states.len()];
        let (first, tiles) = (states.start / self.len(), states.len() / self.len());
        let each = tiles.div_ceil(64);
        let fill = |(task, part): (usize, &mut [N])| {
            let (mut counts, mut values) = (vec![0; levels], Vec::new());
            for (i, part) in part.chunks_exact_mut(self.len()).enumerate() {
                self.fill(first + task * each + i, &mut values);
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
