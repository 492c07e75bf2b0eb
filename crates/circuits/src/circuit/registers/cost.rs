//! Ising terms as they are on the levels of registers: fewer products, the same energies; and the
//! uniform superposition of listed basis states.
//!
//! Of the qubits of a one-hot register of d levels exactly one has z = −1. So with m of them
//!
//! > Π z = 1 − 2 Σ x = Σ z − (m − 1), and −1 where m = d;  Σ z over all of them = d − 2:
//!
//! a coupling inside a register becomes two fields and a constant, and a coefficient that all
//! fields of a register share becomes a constant: the penalty that keeps one 1 costs no gate. The
//! same holds under a product of spins of other registers. Of each such family the most common
//! coefficient is taken out, so that at most d − 1 of its d products are left. Of the spins of a
//! qudit of lines some products are the same on every level, or each other's negatives
//! ([`super::parities`]): the shortest one replaces all of them, and none is left where it is
//! constant.

use super::qudit::Parities;
use super::{CostTerms, Qudit};
use crate::circuit::{Gate, inverse};
use std::collections::BTreeMap;

/// Sums of coefficients below this, relative to what was summed, are rounding.
const ROUNDING: f64 = 1e-14;

/// A sum of coefficients, and the sum of their sizes.
#[derive(Clone, Copy, Default)]
struct CoefficientSum {
    value: f64,
    size: f64,
}

impl CoefficientSum {
    fn add(&mut self, value: f64) {
        self.value += value;
        self.size += value.abs();
    }

    fn is(&self, other: Self) -> bool {
        (self.value - other.value).abs() <= ROUNDING * (self.size + other.size)
    }
}

/// By set of ascending qubits.
type CoefficientSums = BTreeMap<Vec<usize>, CoefficientSum>;

/// The same cost on the levels of the registers, its constant included.
pub(super) fn on_levels(terms: &[(Vec<usize>, f64)], registers: &[Qudit]) -> CostTerms {
    let one_hot: Vec<&[usize]> = registers.iter().filter_map(one_hot).collect();
    let lines: Vec<Parities> = registers.iter().filter_map(Parities::of).collect();
    let mut sums = CoefficientSums::new();
    for (set, coefficient) in terms {
        let (shorter, sign) = lines
            .iter()
            .fold((set.clone(), 1.0), |(set, sign), register| {
                let (shorter, own) = register.shortest(&set);
                (shorter, sign * own)
            });
        for (mut product, factor) in written_out(&shorter, &one_hot) {
            product.sort_unstable();
            let own = sums.entry(product).or_default();
            own.add(sign * factor * coefficient);
        }
    }
    for register in one_hot {
        take_out_what_is_shared(&mut sums, register);
    }
    let kept = sums
        .into_iter()
        .filter(|(_, sum)| !sum.is(CoefficientSum::default()));
    kept.map(|(set, sum)| (set, sum.value)).collect()
}

fn one_hot(register: &Qudit) -> Option<&[usize]> {
    match register {
        Qudit::OneHot { qubits } => Some(qubits),
        Qudit::Lines { .. } | Qudit::Qubit { .. } => None,
    }
}

/// A product of spins as a sum of products with at most one spin of each one-hot register.
fn written_out(set: &[usize], one_hot: &[&[usize]]) -> CostTerms {
    let mut left = set.to_vec();
    let mut sum: CostTerms = vec![(Vec::new(), 1.0)];
    for register in one_hot {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            left.into_iter().partition(|q| register.contains(q));
        left = outside;
        sum = times(&sum, &factor(&inside, register.len()));
    }
    times(&sum, &[(left, 1.0)])
}

/// Π z over `inside`, some of the qubits of a one-hot register of `levels` levels.
fn factor(inside: &[usize], levels: usize) -> CostTerms {
    match inside.len() {
        0 => vec![(Vec::new(), 1.0)],
        m if m == levels => vec![(Vec::new(), -1.0)],
        m => {
            let fields = inside.iter().map(|&q| (vec![q], 1.0));
            let constant = (m > 1).then(|| (Vec::new(), 1.0 - m as f64));
            fields.chain(constant).collect()
        }
    }
}

fn times(a: &[(Vec<usize>, f64)], b: &[(Vec<usize>, f64)]) -> CostTerms {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
    pairs
        .map(|((s, c), (t, d))| ([s.as_slice(), t].concat(), c * d))
        .collect()
}

/// For each product of other spins: the most common coefficient of its products with the register's
/// spins becomes 0.
fn take_out_what_is_shared(sums: &mut CoefficientSums, register: &[usize]) {
    let mut families: BTreeMap<Vec<usize>, BTreeMap<usize, CoefficientSum>> = BTreeMap::new();
    for (set, sum) in sums.iter() {
        if let Some(&qubit) = set.iter().find(|q| register.contains(q)) {
            let others = set.iter().copied().filter(|&q| q != qubit).collect();
            families.entry(others).or_default().insert(qubit, *sum);
        }
    }
    for (others, family) in families {
        let coefficient = |qubit: &usize| family.get(qubit).copied().unwrap_or_default();
        let coefficients: Vec<CoefficientSum> = register.iter().map(coefficient).collect();
        let shared = most_common(&coefficients);
        if shared.is(CoefficientSum::default()) {
            continue;
        }
        for (&qubit, mut sum) in register.iter().zip(coefficients) {
            sum.add(-shared.value);
            let mut set = others.clone();
            set.insert(set.partition_point(|&q| q < qubit), qubit);
            sums.insert(set, sum);
        }
        let all = shared.value * (register.len() as f64 - 2.0);
        sums.entry(others).or_default().add(all);
    }
}

/// The coefficient that most of `coefficients` are; 0 where it is as common as any.
fn most_common(coefficients: &[CoefficientSum]) -> CoefficientSum {
    let count = |sum: CoefficientSum| coefficients.iter().filter(|other| other.is(sum)).count();
    let zero = CoefficientSum::default();
    let more = |best, &sum| if count(sum) > count(best) { sum } else { best };
    coefficients.iter().fold(zero, more)
}

// The uniform superposition of listed basis states: d − 1 merges of two of them, run backwards.
//
// A greedy search finds few qubits by which two states x, y differ from all others; CX from one
// qubit where they differ makes them equal everywhere else, and a rotation of it under those few
// qubits carries the probability of x over to y. After d − 1 merges one state is left, and X on
// its ones leaves |0…0⟩ (Gleinig & Hoefler, "An efficient algorithm for sparse quantum state
// preparation", DAC 2021, algorithms 1 and 2: O(d·qubits) gates). Added here: a qubit that divides
// all states in one proportion, whatever the others are, is turned back without controls, so that
// all 2^w assignments take w Hadamards.
//
// The fewest gates are not promised.

/// The gates from |0…0⟩ to (Σ |level⟩)/√d on `qubits`, whose i-th is bit i of a level.
pub(super) fn superposition(qubits: &[usize], levels: &[u64]) -> Vec<Gate> {
    let mut merging = Merging {
        qubits,
        shares: levels.iter().map(|&level| (level, 1)).collect(),
        gates: Vec::new(),
    };
    while merging.shares.len() > 1 {
        match (0..qubits.len()).find_map(|bit| Some((bit, merging.proportion(bit)?))) {
            Some((bit, proportion)) => merging.turn_back(bit, proportion),
            None => merging.merge_two(),
        }
    }
    let last = merging.shares.keys().next().copied().unwrap_or(0);
    merging.gates.extend(ones(last).map(|i| Gate::x(qubits[i])));
    inverse(&merging.gates).collect()
}

struct Merging<'a> {
    qubits: &'a [usize],
    /// By state: how many levels were merged into it, which is d times its probability.
    shares: BTreeMap<u64, u64>,
    gates: Vec<Gate>,
}

/// A bit and the value it must have.
type BitTest = (usize, bool);

impl Merging<'_> {
    /// The shares of 0 and 1 of a bit, if their proportion is the same in every state of the
    /// others.
    fn proportion(&self, bit: usize) -> Option<[u64; 2]> {
        let share = |state: u64| self.shares.get(&state).copied();
        let mut first = None;
        for &state in self.shares.keys() {
            let [zero, one] = [share(state & !(1 << bit))?, share(state | 1 << bit)?];
            let [a, b] = *first.get_or_insert([zero, one]);
            if u128::from(a) * u128::from(one) != u128::from(b) * u128::from(zero) {
                return None;
            }
        }
        first
    }

    fn turn_back(&mut self, bit: usize, [zero, one]: [u64; 2]) {
        let qubit = self.qubits[bit];
        let gate = if zero == one {
            Gate::h(qubit)
        } else {
            Gate::ry(qubit, -angle(one, zero))
        };
        self.gates.push(gate);
        for (state, share) in std::mem::take(&mut self.shares) {
            *self.shares.entry(state & !(1 << bit)).or_default() += share;
        }
    }

    /// One of the states gives its share to another.
    fn merge_two(&mut self) {
        let (mut tests, given) = self.isolated(Vec::new(), &|_| true);
        let (bit, value) = tests.pop().expect("two states differ somewhere");
        let (tests, kept) = self.isolated(tests, &|state| state != given);
        let toggled = (given ^ kept) & !(1 << bit);
        for i in ones(toggled) {
            let [control, target] = [bit, i].map(|i| self.qubits[i]);
            self.gates.push(Gate::x(target).when(control, value));
        }
        let moved = |state: u64| {
            if is_one(state, bit) == value {
                state ^ toggled
            } else {
                state
            }
        };
        let before = std::mem::take(&mut self.shares);
        self.shares = before.into_iter().map(|(s, n)| (moved(s), n)).collect();

        let share = self.shares.remove(&(kept ^ 1 << bit));
        let share = share.expect("the state that gives its share differs in this bit alone");
        let left = self.shares[&kept];
        let sign = if value { -1.0 } else { 1.0 };
        let turn = Gate::ry(self.qubits[bit], sign * angle(share, left));
        let tests = tests.into_iter();
        self.gates
            .push(tests.fold(turn, |gate, (i, value)| gate.when(self.qubits[i], value)));
        self.shares.insert(kept, left + share);
    }

    /// Tests beyond `tests` until one of the states that pass them and are `wanted` is left, and
    /// it.
    fn isolated(
        &self,
        mut tests: Vec<BitTest>,
        wanted: &dyn Fn(u64) -> bool,
    ) -> (Vec<BitTest>, u64) {
        let passes = |state: u64| tests.iter().all(|&(i, value)| is_one(state, i) == value);
        let states = self.shares.keys().copied();
        let mut left: Vec<u64> = states.filter(|&s| wanted(s) && passes(s)).collect();
        while left.len() > 1 {
            let test = self.most_selective(&left);
            tests.push(test);
            left.retain(|&state| is_one(state, test.0) == test.1);
        }
        (tests, left[0])
    }

    /// The test that the fewest of `states` pass, but one at least.
    fn most_selective(&self, states: &[u64]) -> BitTest {
        let tests = (0..self.qubits.len()).flat_map(|i| [(i, true), (i, false)]);
        let passed =
            |&(i, value): &BitTest| states.iter().filter(|&&s| is_one(s, i) == value).count();
        let selective = tests.filter(|test| (1..states.len()).contains(&passed(test)));
        let best = selective.min_by_key(passed);
        best.expect("states that differ do so in a bit")
    }
}

/// The angle of RY that makes √`one` |1⟩ + √`zero` |0⟩ of |0⟩.
fn angle(one: u64, zero: u64) -> f64 {
    2.0 * libm::atan2((one as f64).sqrt(), (zero as f64).sqrt())
}

fn is_one(state: u64, bit: usize) -> bool {
    state >> bit & 1 == 1
}

fn ones(state: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&bit| is_one(state, bit))
}

#[cfg(test)]
mod tests {
    use super::super::super::Circuit;
    use super::*;

    fn assert_uniform(width: usize, levels: &[u64]) -> Vec<Gate> {
        let qubits: Vec<usize> = (0..width).rev().collect();
        let mut circuit = Circuit::new(width);
        let gates = superposition(&qubits, levels);
        circuit.extend(gates.iter().cloned());
        let mut expected = vec![0.0; 1 << width];
        for &level in levels {
            let place: usize = ones(level).map(|i| 1 << qubits[i]).sum();
            expected[place] = (levels.len() as f64).sqrt().recip();
        }
        for (a, b) in circuit.simulate().unwrap().iter().zip(&expected) {
            assert!((a - b).norm() < 1e-14, "{levels:?}: {a} {b}");
        }
        let turns = gates.iter().filter(|g| !g.op.angles().is_empty());
        assert!(turns.count() < levels.len());
        gates
    }

    fn members(set: u64) -> Vec<u64> {
        (0..64).filter(|&x| set >> x & 1 == 1).collect()
    }

    #[test]
    fn every_set_of_states_of_up_to_three_qubits_and_many_of_four_get_equal_amplitudes() {
        for set in 1..1 << 8 {
            assert_uniform(3, &members(set));
        }
        for set in (1..1 << 16).step_by(37) {
            assert_uniform(4, &members(set));
        }
    }

    #[test]
    fn all_legal_rows_of_binary_puzzles_get_equal_amplitudes() {
        for (width, rows) in [(4, 6), (6, 14), (8, 34)] {
            let legal = |x: &u64| {
                let alike = |y: u64| (0..width - 2).any(|i| y >> i & 7 == 7);
                let half = x.count_ones() as usize == width / 2;
                half && !alike(*x) && !alike(!x & ((1 << width) - 1))
            };
            let levels: Vec<u64> = (0..1 << width).filter(legal).collect();
            assert_eq!(levels.len(), rows);
            assert_uniform(width, &levels);
        }
    }

    #[test]
    fn qubits_that_nothing_depends_on_take_hadamards_and_one_state_takes_nots() {
        let all: Vec<u64> = (0..32).collect();
        let hadamards: Vec<Gate> = (0..5).map(Gate::h).collect();
        assert_eq!(assert_uniform(5, &all), hadamards);
        assert_eq!(assert_uniform(5, &[0b01001]), [Gate::x(1), Gate::x(4)]);
        assert!(assert_uniform(5, &[0]).is_empty());
    }
}
