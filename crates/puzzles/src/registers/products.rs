//! Rules that tables hold, as products of spins: what a circuit makes of them.
//!
//! Here, too: annealing over the levels of registers.
//!
//! > w·\[lines are equal\] = w Π (1 + z_a z_b)/2,  z = 1 − 2x
//!
//! over the places of two lines that must differ, with z = ±1 where the reduction knows a variable:
//! at most 2^k products of k places. No other rule that tables hold has such a short sum.

use super::{RegisterTables, RulePlaces};
use crate::classical::{Walk, below, cool, descend, temperatures};
use crate::encode::Weights;
use crate::error::{Error, Result};
use crate::model::{Form, Model, Var};
use crate::reduce::{Reduced, Reduction};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// The most products of a rule.
const MOST_PRODUCTS: usize = 1 << 16;

impl RulePlaces {
    /// The weights of the tabulated rules where they are broken, as terms in spins: ascending
    /// variables, coefficient of the product of their z; one set of variables may come several
    /// times.
    ///
    /// ```
    /// use ketboard_puzzles::{Constraint, Kind, Model, Reduction, RulePlaces, Weights};
    ///
    /// let mut model = Model::default();
    /// let [a, b] = ["a", "b"].map(|name| model.add_variable(name));
    /// model.add(Constraint::distinct(Kind::Distinct, "a and b", [vec![a], vec![b]]));
    /// let open = Reduction::givens_only(&model);
    /// let mut places = RulePlaces::default();
    /// places.tabulated = vec![0];
    /// let terms = places.terms(&model, &open, &Weights::default())?;
    /// assert_eq!(terms, [(vec![], 0.5), (vec![0, 1], 0.5)]); // (1 + z_a z_b)/2: 1 where equal
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a rule is not of two lines, or becomes too many products.
    pub fn terms(
        &self,
        model: &Model,
        reduction: &Reduction,
        weights: &Weights,
    ) -> Result<Vec<(Vec<usize>, f64)>> {
        let weights = weights.or_those_of(model);
        let mut terms = Vec::new();
        for rule in self.tabulated.iter().map(|k| &model.constraints()[*k]) {
            let products = equal_lines(&rule.form, reduction).ok_or_else(|| {
                let found = format!("a circuit cannot hold the {} rule {}", rule.kind, rule.name);
                let remedy = "reduce more, or use `distinct_lines` qubo";
                Error::setting("registers", found, remedy)
            })?;
            let weight = weights.of(rule.kind);
            terms.extend(products.into_iter().map(|(set, c)| (set, weight * c)));
        }
        Ok(terms)
    }
}

/// The products of spins that are 1 where two lines are equal, else 0, each with its coefficient.
fn equal_lines(form: &Form, reduction: &Reduction) -> Option<Vec<(Vec<usize>, f64)>> {
    let Form::Distinct([first, second]) = form else {
        return None;
    };
    let spin = |var: Var| match reduction.value(var) {
        Reduced::Const(value) => (BTreeSet::new(), value),
        Reduced::Bit { qubit, negated } => (BTreeSet::from([qubit]), negated),
    };
    let mut products = BTreeMap::from([(BTreeSet::new(), 1.0)]);
    for (&a, &b) in first.iter().zip(second) {
        let ((a, minus), (b, other)) = (spin(a), spin(b));
        for (set, half) in std::mem::take(&mut products) {
            let half = half / 2.0;
            let both = &set ^ &(&a ^ &b);
            *products.entry(set).or_default() += half;
            *products.entry(both).or_default() += if minus == other { half } else { -half };
        }
        products.retain(|_, coefficient| *coefficient != 0.0);
        if products.len() > MOST_PRODUCTS {
            return None;
        }
    }
    let products = products.into_iter();
    Some(products.map(|(set, c)| (Vec::from_iter(set), c)).collect())
}

// Annealing over the levels of registers: the baseline in the space of a run that keeps rules.
//
// > a move: register r takes level l ≠ its own, uniformly;  ΔE = Σ over the tables of r of the
// entry
// >   after − before
//
// A restart is that of `AnnealSettings::anneal` over bits: a random state, a move of
// every register in turn, sweep after sweep, at a temperature that falls geometrically, and a
// descent from the lowest energy that a sweep ended with.

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
        let levels = dims.iter().map(|&d| below(&mut rng, d)).collect();
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
    /// levels are.
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
    use crate::model::{Constraint, Kind};
    use rand::RngExt;

    fn value_of(terms: &[(Vec<usize>, f64)], x: usize) -> f64 {
        let sign = |set: &[usize]| {
            let ones = set.iter().filter(|k| x >> **k & 1 == 1).count();
            if ones.is_multiple_of(2) { 1.0 } else { -1.0 }
        };
        terms.iter().map(|(set, c)| c * sign(set)).sum()
    }

    /// The terms of one rule whose variables became these.
    fn terms_of(form: Form, values: &[Reduced], weight: f64) -> Vec<(Vec<usize>, f64)> {
        let mut model = Model::default();
        for _ in values {
            model.add_variable("x");
        }
        model.add(Constraint::new(Kind::Own("rule"), "here", form));
        let reduction = Reduction {
            values: values.to_vec(),
            variables: Vec::new(),
            steps: Vec::new(),
        };
        let weights = Weights::from_pairs([(Kind::Own("rule"), weight)]).unwrap();
        let places = RulePlaces {
            tabulated: vec![0],
            ..RulePlaces::default()
        };
        places.terms(&model, &reduction, &weights).unwrap()
    }

    #[test]
    fn the_terms_of_a_rule_are_its_weight_where_it_is_broken_and_nothing_elsewhere() {
        let bit = |qubit, negated| Reduced::Bit { qubit, negated };
        let of_lines = vec![
            bit(0, false),
            bit(2, true),
            Reduced::Const(true),
            bit(3, false),
            bit(5, false),
            bit(2, false),
        ];
        let line = |from: usize| (from..from + 3).map(Var).collect();
        let form = Form::Distinct([line(0), line(3)]);
        let terms = terms_of(form.clone(), &of_lines, 0.7);
        assert!(terms.len() > 1 && terms.len() <= 16, "{terms:?}");
        let rule = Constraint::new(Kind::Row, "here", form);
        for x in 0..64_usize {
            let at = |var: Var| match of_lines[var.index()] {
                Reduced::Const(value) => value,
                Reduced::Bit { qubit, negated } => (x >> qubit & 1 == 1) != negated,
            };
            let wanted = if rule.holds_where(at) { 0.0 } else { 0.7 };
            assert!((value_of(&terms, x) - wanted).abs() < 1e-15, "{x:b}");
        }
    }

    #[test]
    fn two_lines_of_four_cells_take_sixteen_products_of_even_size() {
        let line = |from: usize| (from..from + 4).map(Var).collect();
        let values: Vec<Reduced> = (0..8)
            .map(|qubit| Reduced::Bit {
                qubit,
                negated: false,
            })
            .collect();
        let terms = terms_of(Form::Distinct([line(0), line(4)]), &values, 1.0);
        assert_eq!(terms.len(), 16);
        let even = |(set, c): &(Vec<usize>, f64)| set.len() % 2 == 0 && *c == 1.0 / 16.0;
        assert!(terms.iter().all(even));
    }

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
