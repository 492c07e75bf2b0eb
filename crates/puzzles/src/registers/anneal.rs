//! Annealing over the levels of registers: the baseline in the space of a run that keeps rules.
//!
//! > a move: register r takes level l ≠ its own, uniformly;  ΔE = Σ over the tables of r of the entry
//! >   after − before
//!
//! A restart is that of [`anneal`](crate::classical::anneal) over bits: a random state, a move of
//! every register in turn, sweep after sweep, at a temperature that falls geometrically, and a
//! descent from the lowest energy that a sweep ended with.

use super::RegisterTables;
use crate::classical::{Walk, cool, descend, random, temperatures};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// What one restart found.
///
/// ```
/// use ketboard_puzzles::RegisterTables;
///
/// let tables = vec![(vec![0], vec![3.0, 1.0, 2.0])];
/// let tables = RegisterTables { offset: 0.5, tables };
/// let found = tables.anneal(&[3], 10, 7);
/// assert_eq!((found.levels, found.energy), (vec![1], 1.5));
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct AnnealedLevels {
    /// The level of each register.
    pub levels: Vec<usize>,
    /// The cost of these levels.
    pub energy: f64,
    /// Moves that were proposed, those of the descent included.
    pub proposals: u64,
}

impl RegisterTables {
    /// One restart of so many sweeps over registers of `dims` levels; 0 only descends.
    ///
    /// No single move lowers the energy of what it returns, up to rounding.
    ///
    /// # Panics
    /// If a table names a register without dimensions.
    pub fn anneal(&self, dims: &[usize], sweeps: u64, seed: u64) -> AnnealedLevels {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let levels = dims.iter().map(|&d| random::below(&mut rng, d)).collect();
        let mut walk = LevelWalk::at(self, dims, levels);
        let schedule = walk.schedule(sweeps);
        let cooled = cool(&mut walk, schedule, &mut rng, || false, |_| false);
        let mut end = LevelWalk::at(self, dims, cooled.lowest);
        let descent = descend(&mut end, walk.rounding(), |_| false);
        AnnealedLevels {
            energy: self.energy(&end.levels, dims),
            levels: end.levels,
            proposals: cooled.proposals + descent.proposals,
        }
    }
}

/// A state that moves one register at a time.
struct LevelWalk<'a> {
    tables: &'a RegisterTables,
    dims: &'a [usize],
    /// The tables that each register is in, and how far apart their entries of its neighboring
    /// levels stand.
    memberships: Vec<Vec<(usize, usize)>>,
    /// The entry of each table.
    places: Vec<usize>,
    levels: Vec<usize>,
    energy: f64,
}

impl Walk for LevelWalk<'_> {
    fn places(&self) -> usize {
        self.dims.len()
    }

    fn levels(&self, register: usize) -> usize {
        self.dims[register]
    }

    fn level(&self, register: usize) -> usize {
        self.levels[register]
    }

    fn energy(&self) -> f64 {
        self.energy
    }

    fn change(&self, register: usize, level: usize) -> f64 {
        let of_tables = self.memberships[register].iter().map(|&(table, stride)| {
            let values = &self.tables.tables[table].1;
            let place = self.places[table];
            let moved = place + stride * level - stride * self.levels[register];
            values[moved] - values[place]
        });
        of_tables.sum()
    }

    fn take(&mut self, register: usize, level: usize) {
        self.energy += self.change(register, level);
        for &(table, stride) in &self.memberships[register] {
            let place = &mut self.places[table];
            *place = *place + stride * level - stride * self.levels[register];
        }
        self.levels[register] = level;
    }
}

impl<'a> LevelWalk<'a> {
    fn at(tables: &'a RegisterTables, dims: &'a [usize], levels: Vec<usize>) -> Self {
        let mut memberships = vec![Vec::new(); dims.len()];
        let mut places = vec![0; tables.tables.len()];
        for (number, (registers, _)) in tables.tables.iter().enumerate() {
            let mut stride = 1;
            for &register in registers {
                memberships[register].push((number, stride));
                places[number] += stride * levels[register];
                stride *= dims[register];
            }
        }
        Self {
            energy: tables.energy(&levels, dims),
            tables,
            dims,
            memberships,
            places,
            levels,
        }
    }

    /// From about the largest change of a single move to a fifth of the smallest difference of two
    /// entries of a table.
    fn schedule(&self, sweeps: u64) -> impl Iterator<Item = f64> + use<> {
        let sorted = |table: usize| {
            let mut values = self.tables.tables[table].1.clone();
            values.sort_by(f64::total_cmp);
            values
        };
        let sorted: Vec<Vec<f64>> = (0..self.places.len()).map(sorted).collect();
        let span = |values: &Vec<f64>| values[values.len() - 1] - values[0];
        let largest = |register: &Vec<(usize, usize)>| -> f64 {
            let tables = register.iter();
            tables.map(|&(table, _)| span(&sorted[table])).sum()
        };
        let hot = self.memberships.iter().map(largest).fold(0.0, f64::max);
        let pairs = sorted.iter().flat_map(|values| values.windows(2));
        let differences: Vec<f64> = pairs.map(|pair| pair[1] - pair[0]).collect();
        temperatures(hot, &differences, sweeps)
    }

    /// What rounding may change in a sum of entries: 10⁻¹⁴ Σ of the tables' largest.
    fn rounding(&self) -> f64 {
        let tables = self.tables.tables.iter();
        let largest = tables.map(|(_, values)| values.iter().map(|v| v.abs()).fold(0.0, f64::max));
        1e-14 * largest.sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::RngExt;

    const DIMS: [usize; 5] = [3, 2, 1, 4, 5];

    fn tables(seed: u64) -> RegisterTables {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let sets = [vec![0], vec![0, 1], vec![1, 3], vec![0, 2, 4], vec![3, 4]];
        let table = |registers: Vec<usize>| {
            let len: usize = registers.iter().map(|&r| DIMS[r]).product();
            let values = (0..len)
                .map(|_| f64::from(rng.random_range(0..9)))
                .collect();
            (registers, values)
        };
        RegisterTables {
            offset: -1.5,
            tables: sets.map(table).to_vec(),
        }
    }

    fn all_states() -> impl Iterator<Item = Vec<usize>> {
        let states: usize = DIMS.iter().product();
        (0..states).map(|mut index| {
            let digit = |d: &usize| (index % d, index /= d).0;
            DIMS.iter().map(digit).collect()
        })
    }

    #[test]
    fn changes_are_those_of_the_full_sum_at_every_state_and_move() {
        let tables = tables(1);
        for levels in all_states() {
            let before = tables.energy(&levels, &DIMS);
            for (register, &d) in DIMS.iter().enumerate() {
                for level in 0..d {
                    let mut walk = LevelWalk::at(&tables, &DIMS, levels.clone());
                    let change = walk.change(register, level);
                    walk.take(register, level);
                    let after = tables.energy(&walk.levels, &DIMS);
                    assert!((after - before - change).abs() < 1e-12, "{levels:?}");
                    assert!((walk.energy - after).abs() < 1e-12, "{levels:?}");
                }
            }
        }
    }

    #[test]
    fn no_single_move_lowers_what_a_restart_ends_with_and_enough_sweeps_find_the_lowest() {
        for seed in 0..20 {
            let tables = tables(seed);
            let lowest = all_states().map(|levels| tables.energy(&levels, &DIMS));
            let lowest = lowest.fold(f64::INFINITY, f64::min);
            let mut reached = 0;
            for restart in 0..20 {
                for sweeps in [0, 1, 60] {
                    let found = tables.anneal(&DIMS, sweeps, restart);
                    let walk = LevelWalk::at(&tables, &DIMS, found.levels.clone());
                    assert_eq!(found.energy, tables.energy(&found.levels, &DIMS));
                    for (register, &d) in DIMS.iter().enumerate() {
                        let changes = (0..d).map(|level| walk.change(register, level));
                        assert!(changes.fold(0.0, f64::min) >= -1e-9, "{sweeps} sweeps");
                    }
                    // a sweep proposes a move of each register that has another level
                    assert!(found.proposals >= 4 * sweeps, "{sweeps} sweeps");
                    reached += u64::from(sweeps == 60 && found.energy == lowest);
                }
            }
            assert!(reached >= 10, "seed {seed}: {reached} of 20");
        }
    }

    #[test]
    fn proposed_levels_are_uniform_among_the_others() {
        let flat = RegisterTables {
            offset: 0.0,
            tables: Vec::new(),
        };
        let rng = &mut ChaCha8Rng::seed_from_u64(3);
        let mut walk = LevelWalk::at(&flat, &[5], vec![2]);
        let mut seen = [[0_u32; 5]; 5];
        for _ in 0..50_000 {
            let from = walk.levels[0];
            cool(&mut walk, std::iter::once(1.0), rng, || false, |_| false);
            seen[from][walk.levels[0]] += 1;
        }
        for (from, row) in seen.iter().enumerate() {
            let all: u32 = row.iter().sum();
            for (to, &count) in row.iter().enumerate() {
                let part = f64::from(count) / f64::from(all);
                let expected = if from == to { 0.0 } else { 0.25 };
                assert!((part - expected).abs() < 0.02, "{from} to {to}: {part}");
            }
        }
    }
}
