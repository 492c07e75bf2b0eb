//! Ising terms as they are on the levels of registers: fewer products, the same energies.
//!
//! Of the qubits of a one-hot register of d ≥ 2 levels exactly one has z = −1. So with m of them
//!
//! > Π z = 1 − 2 Σ x = Σ z − (m − 1), and −1 where m = d:
//!
//! a coupling inside a register becomes two fields and a constant, and the penalty that keeps one 1 becomes a constant alone. Products over
//! several registers are written out factor by factor; lines and plain qubits stay as they are.

use super::{Qudit, Terms};
use std::collections::BTreeMap;

/// What is left of sums of coefficients that cancel, relative to what was summed, is rounding.
const ROUNDING: f64 = 1e-14;

/// The same cost on the levels of the registers, its constant included; one term for each set of qubits.
pub(super) fn on_levels(terms: &[(Vec<usize>, f64)], registers: &[Qudit]) -> Terms {
    let one_hot: Vec<&[usize]> = registers.iter().filter_map(one_hot).collect();
    let mut sums: BTreeMap<Vec<usize>, (f64, f64)> = BTreeMap::new();
    for (set, coefficient) in terms {
        for (mut product, factor) in written_out(set, &one_hot) {
            product.sort_unstable();
            let (sum, size) = sums.entry(product).or_default();
            *sum += factor * coefficient;
            *size += (factor * coefficient).abs();
        }
    }
    let sums = sums.into_iter();
    let kept = sums.filter(|(_, (sum, size))| sum.abs() > ROUNDING * size);
    kept.map(|(set, (sum, _))| (set, sum)).collect()
}

fn one_hot(register: &Qudit) -> Option<&[usize]> {
    match register {
        Qudit::OneHot { qubits } => Some(qubits),
        Qudit::Lines { .. } | Qudit::Qubit { .. } => None,
    }
}

/// A product of spins as a sum of products with at most one spin of each one-hot register.
fn written_out(set: &[usize], one_hot: &[&[usize]]) -> Terms {
    let mut left = set.to_vec();
    let mut sum: Terms = vec![(Vec::new(), 1.0)];
    for register in one_hot {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            left.into_iter().partition(|q| register.contains(q));
        left = outside;
        sum = times(&sum, &factor(&inside, register.len()));
    }
    times(&sum, &[(left, 1.0)])
}

/// Π z over `inside`, some of the qubits of a one-hot register of `levels` levels.
fn factor(inside: &[usize], levels: usize) -> Terms {
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

fn times(a: &[(Vec<usize>, f64)], b: &[(Vec<usize>, f64)]) -> Terms {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
    pairs
        .map(|((s, c), (t, d))| ([s.as_slice(), t].concat(), c * d))
        .collect()
}
