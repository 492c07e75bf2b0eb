//! Annealing over the levels of registers: the baseline in the space of a run that keeps rules.
//!
//! > a move: register r takes level l ≠ its own, uniformly; accepted with probability
//! >   min(1, e^{−ΔE/T}) (Metropolis),  ΔE = Σ over the tables of r of the entry after − before
//!
//! Otherwise a restart is that of [`anneal`](crate::classical::anneal) over bits: a random state, a
//! move of every register in turn, sweep after sweep, at a temperature that falls geometrically,
//! and a descent from the lowest energy that a sweep ended with. Registers of two levels take no
//! random number for their level, so that a space of bits is walked as bits are.

use super::RegisterTables;
use crate::classical::{CoolingSchedule, random};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// What one restart found.
///
/// ```
/// use ketboard_puzzles::{RegisterTable, RegisterTables};
///
/// // two registers of two levels, which cost 1 where they take the same one
/// let table = RegisterTable { registers: vec![0, 1], values: vec![1.0, 0.0, 0.0, 1.0] };
/// let found = RegisterTables { offset: 0.0, tables: vec![table] }.anneal(&[2, 2], 10, 1);
/// assert!(found.energy == 0.0 && found.levels[0] != found.levels[1]);
/// assert!(found.proposals >= 20); // ten sweeps of two moves, and the descent
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
    /// ```
    /// use ketboard_puzzles::{RegisterTable, RegisterTables};
    /// // a register of three levels that rather takes the last
    /// let table = RegisterTable { registers: vec![0], values: vec![2.0, 1.0, 0.0] };
    /// let found = RegisterTables { offset: 0.5, tables: vec![table] }.anneal(&[3], 10, 1);
    /// assert_eq!((found.levels, found.energy), (vec![2], 0.5));
    /// ```
    ///
    /// # Panics
    /// If a table names a register without dimensions.
    pub fn anneal(&self, dims: &[usize], sweeps: u64, seed: u64) -> AnnealedLevels {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut walk = LevelWalk::random(self, dims, &mut rng);
        let (mut least, mut lowest) = (walk.energy, walk.levels.clone());
        for temperature in walk.schedule(sweeps).temperatures() {
            walk.sweep(temperature, &mut rng);
            if walk.energy < least {
                least = walk.energy;
                lowest.clone_from(&walk.levels);
            }
        }
        let mut end = LevelWalk::at(self, dims, lowest);
        end.descend();
        AnnealedLevels {
            energy: self.energy(&end.levels, dims),
            levels: end.levels,
            proposals: walk.proposals + end.proposals,
        }
    }
}

/// A table that a register is in: which, and how far apart its entries of neighboring levels stand.
#[derive(Clone, Copy)]
struct Membership {
    table: usize,
    stride: usize,
}

/// A state that moves one register at a time.
struct LevelWalk<'a> {
    tables: &'a RegisterTables,
    dims: &'a [usize],
    memberships: Vec<Vec<Membership>>,
    /// The entry of each table.
    places: Vec<usize>,
    levels: Vec<usize>,
    energy: f64,
    proposals: u64,
}

impl<'a> LevelWalk<'a> {
    fn random(tables: &'a RegisterTables, dims: &'a [usize], rng: &mut ChaCha8Rng) -> Self {
        let levels = dims.iter().map(|&d| random::below(rng, d)).collect();
        Self::at(tables, dims, levels)
    }

    fn at(tables: &'a RegisterTables, dims: &'a [usize], levels: Vec<usize>) -> Self {
        let mut memberships = vec![Vec::new(); dims.len()];
        let mut places = vec![0; tables.tables.len()];
        for (number, table) in tables.tables.iter().enumerate() {
            let mut stride = 1;
            for &register in &table.registers {
                let table = number;
                memberships[register].push(Membership { table, stride });
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
            proposals: 0,
        }
    }

    /// What it adds to the energy that a register takes a level.
    fn change(&self, register: usize, level: usize) -> f64 {
        let of_tables = self.memberships[register].iter().map(|member| {
            let values = &self.tables.tables[member.table].values;
            let place = self.places[member.table];
            let moved = place + member.stride * level - member.stride * self.levels[register];
            values[moved] - values[place]
        });
        of_tables.sum()
    }

    fn take(&mut self, register: usize, level: usize) {
        self.energy += self.change(register, level);
        for member in &self.memberships[register] {
            let place = &mut self.places[member.table];
            *place = *place + member.stride * level - member.stride * self.levels[register];
        }
        self.levels[register] = level;
    }

    /// Proposes a move of every register once, in order.
    fn sweep(&mut self, temperature: f64, rng: &mut ChaCha8Rng) {
        for register in 0..self.dims.len() {
            let others = self.dims[register] - 1;
            if others == 0 {
                continue;
            }
            // counted on from the level that the register has
            let step = if others == 1 {
                1
            } else {
                1 + random::below(rng, others)
            };
            let level = (self.levels[register] + step) % self.dims[register];
            let change = self.change(register, level);
            self.proposals += 1;
            if change <= 0.0 || random::unit(rng) < libm::exp(-change / temperature) {
                self.take(register, level);
            }
        }
    }

    /// Makes every move that lowers the energy until none is left.
    fn descend(&mut self) {
        let rounding = self.rounding();
        let mut moved = true;
        while std::mem::take(&mut moved) {
            for register in 0..self.dims.len() {
                for step in 1..self.dims[register] {
                    let level = (self.levels[register] + 1) % self.dims[register];
                    let level = (level + step - 1) % self.dims[register];
                    self.proposals += 1;
                    if self.change(register, level) < -rounding {
                        self.take(register, level);
                        moved = true;
                        break;
                    }
                }
            }
        }
    }

    /// From about the largest change of a single move to a fifth of the smallest difference of two
    /// entries of a table.
    fn schedule(&self, sweeps: u64) -> CoolingSchedule {
        let largest = |register: &Vec<Membership>| -> f64 {
            let spans = register.iter().map(|member| self.span(member.table));
            spans.sum()
        };
        let hot = self.memberships.iter().map(largest).fold(0.0, f64::max);
        let differences = self.tables.tables.iter().flat_map(|table| {
            let mut values = table.values.clone();
            values.sort_by(f64::total_cmp);
            let pairs: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
            pairs
        });
        CoolingSchedule::between(hot, differences, sweeps)
    }

    /// How far the entries of a table are apart.
    fn span(&self, table: usize) -> f64 {
        let values = self.tables.tables[table].values.iter().copied();
        let low = values.clone().fold(f64::INFINITY, f64::min);
        values.fold(f64::NEG_INFINITY, f64::max) - low
    }

    /// What rounding may change in a sum of entries: 10⁻¹⁴ Σ of the tables' largest.
    fn rounding(&self) -> f64 {
        let tables = self.tables.tables.iter();
        let largest = tables.map(|table| table.values.iter().map(|v| v.abs()).fold(0.0, f64::max));
        1e-14 * largest.sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registers::RegisterTable;
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
            RegisterTable { registers, values }
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
            walk.sweep(1.0, rng);
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
