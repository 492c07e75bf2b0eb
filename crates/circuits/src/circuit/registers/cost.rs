//! Ising terms as they are on the levels of registers: fewer products, the same energies.
//!
//! Of the qubits of a one-hot register of d levels exactly one has z = −1. So with m of them
//!
//! > Π z = 1 − 2 Σ x = Σ z − (m − 1), and −1 where m = d;  Σ z over all of them = d − 2:
//!
//! a coupling inside a register becomes two fields and a constant, and a coefficient that all
//! fields of a register share becomes a constant: the penalty that keeps one 1 costs no gate. The
//! same holds under a product of spins of other registers. Of each such family the most common
//! coefficient is taken out, so that at most d − 1 of its d products are left.
//!
//! Of the spins of a qudit of lines some products are the same on every basis state, or each
//! other's negatives ([`super::parities`]): the shortest one replaces all of them, and none is left
//! where it is constant. Plain qubits stay as they are.

use super::parities::Parities;
use super::{CostTerms, Qudit};
use std::collections::BTreeMap;

/// What is left of sums of coefficients that cancel, relative to what was summed, is rounding.
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

/// The same cost on the levels of the registers, its constant included; one term for each set of
/// qubits.
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
