//! The entanglement of a state between its first half and the rest.
//!
//! > S = −Σ λ log₂ λ,  λ the eigenvalues of ρ = ΨΨ†,  Ψ_{ab} the amplitude of state a of the first
//! >   half and b of the rest
//!
//! S is the same for both sides, so ρ is that of the smaller one. Its eigenvalues are found as
//! textbooks do it: Householder reflections make the Hermitian ρ tridiagonal, and the implicit QL
//! method makes that diagonal (Golub and Van Loan, Matrix Computations, 4th edition, sections 8.3.1
//! and 8.3.3).

use num_complex::Complex64;

/// QL steps for one eigenvalue after which rounding alone is left; two or three are usual.
const MOST_STEPS: usize = 60;

/// The most levels of the smaller half: 20 qubits, or 21. Beyond that the eigenvalues would take
/// minutes.
pub(crate) const MOST_LEVELS_OF_HALF: usize = 1 << 10;

/// The von Neumann entropy, in bits, of the first half of qudits of `dims` levels, the fastest
/// digit of the index first; `None` where the smaller half has more than [`MOST_LEVELS_OF_HALF`]
/// levels. The first half of m qudits of more than one level are the first ⌊m/2⌋.
pub(crate) fn entropy_of_halves(
    dims: Vec<usize>,
    amplitude: impl Fn(usize) -> Complex64,
) -> Option<f64> {
    let open: Vec<usize> = dims.into_iter().filter(|dim| *dim > 1).collect();
    let (first, rest) = open.split_at(open.len() / 2);
    let [first, rest]: [usize; 2] = [first, rest].map(|dims| dims.iter().product());
    (first.min(rest) <= MOST_LEVELS_OF_HALF).then(|| entanglement_entropy(first, rest, amplitude))
}

/// The von Neumann entropy of the first half of a state, in bits.
///
/// `amplitude(x)` is that of basis state x = a + `first`·b, where a is one of `first` states of the
/// first half and b one of `rest` states of the others. The state need not be normalized. The cost
/// is that of a product of matrices of the size of the smaller half.
fn entanglement_entropy(first: usize, rest: usize, amplitude: impl Fn(usize) -> Complex64) -> f64 {
    let rows: Vec<Vec<Complex64>> = if first <= rest {
        let row = |a| (0..rest).map(|b| amplitude(a + first * b)).collect();
        (0..first).map(row).collect()
    } else {
        let row = |b| (0..first).map(|a| amplitude(a + first * b)).collect();
        (0..rest).map(row).collect()
    };
    let density = density(&rows);
    let trace: f64 = density.iter().enumerate().map(|(k, row)| row[k].re).sum();
    let parts = eigenvalues(density).into_iter().map(|value| value / trace);
    // rounding leaves some that are 0 a little below it
    let terms = parts
        .filter(|part| *part > 0.0)
        .map(|part| -part * libm::log2(part));
    terms.sum::<f64>().max(0.0)
}

/// The lower triangle of ΨΨ†, from the rows of Ψ.
fn density(rows: &[Vec<Complex64>]) -> Vec<Vec<Complex64>> {
    let product = |a: &[Complex64], b: &[Complex64]| {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| a * b.conj()).sum()
    };
    let row = |(k, a): (usize, &Vec<Complex64>)| rows[..=k].iter().map(|b| product(a, b)).collect();
    rows.iter().enumerate().map(row).collect()
}

/// The eigenvalues of a Hermitian matrix, given by its lower triangle, in no order.
fn eigenvalues(mut lower: Vec<Vec<Complex64>>) -> Vec<f64> {
    let n = lower.len();
    let mut diagonal = vec![0.0; n];
    let mut below = vec![0.0; n];
    // From the last row upward: a reflection of the states before k turns row k into one entry
    // beside the diagonal.
    for k in (0..n).rev() {
        let mut row = lower.pop().unwrap_or_default();
        diagonal[k] = row.pop().map_or(0.0, |entry| entry.re);
        below[k] = row.iter().map(Complex64::norm_sqr).sum::<f64>().sqrt();
        if k < 2 || below[k] == 0.0 {
            continue;
        }
        reflect(&mut lower, row, below[k]);
    }
    below.rotate_left(1);
    diagonalize(&mut diagonal, &mut below);
    diagonal
}

/// A ↦ HAH, where H = 1 − 2vv†/v†v turns the column that is `row`'s conjugate, of length `norm`,
/// into a multiple of the last basis vector. With p = 2Av/v†v and q = p − v·(v†p)/v†v it is A − vq†
/// − qv†.
fn reflect(lower: &mut [Vec<Complex64>], row: Vec<Complex64>, norm: f64) {
    let mut v: Vec<Complex64> = row.iter().map(Complex64::conj).collect();
    let last = v.len() - 1;
    let size = libm::hypot(v[last].re, v[last].im);
    let sign = if size == 0.0 {
        Complex64::ONE
    } else {
        v[last] / size
    };
    v[last] += sign * norm;
    let square = 2.0 * norm * (norm + size);
    let mut p = vec![Complex64::ZERO; v.len()];
    for (i, entries) in lower.iter().enumerate() {
        let mut sum = entries[i] * v[i];
        for (j, entry) in entries[..i].iter().enumerate() {
            sum += entry * v[j];
            p[j] += entry.conj() * v[i];
        }
        p[i] += sum;
    }
    let factor = 2.0 / square;
    let overlap: Complex64 = v.iter().zip(&p).map(|(v, p)| v.conj() * p).sum();
    let back = overlap * factor / square;
    let q: Vec<Complex64> = v
        .iter()
        .zip(&p)
        .map(|(v, p)| p * factor - v * back)
        .collect();
    for (i, entries) in lower.iter_mut().enumerate() {
        let (vi, qi) = (v[i], q[i]);
        for ((entry, v), q) in entries.iter_mut().zip(&v).zip(&q) {
            *entry -= vi * q.conj() + qi * v.conj();
        }
    }
}

/// Makes a real tridiagonal matrix diagonal by implicit QL steps; `beside[k]` is the entry between
/// k and k + 1.
fn diagonalize(diagonal: &mut [f64], beside: &mut [f64]) {
    let n = diagonal.len();
    for low in 0..n {
        for _ in 0..MOST_STEPS {
            let is_small = |k: usize| {
                beside[k].abs() <= f64::EPSILON * (diagonal[k].abs() + diagonal[k + 1].abs())
            };
            let high = (low..n - 1).find(|k| is_small(*k)).unwrap_or(n - 1);
            if high == low {
                break;
            }
            step(diagonal, beside, low, high);
        }
    }
}

/// One QL step with Wilkinson's shift on the block from `low` to `high`.
fn step(diagonal: &mut [f64], beside: &mut [f64], low: usize, high: usize) {
    let slope = (diagonal[low + 1] - diagonal[low]) / (2.0 * beside[low]);
    let root = libm::hypot(slope, 1.0).copysign(slope);
    let mut g = diagonal[high] - diagonal[low] + beside[low] / (slope + root);
    let (mut sine, mut cosine, mut shift) = (1.0, 1.0, 0.0);
    for k in (low..high).rev() {
        let (f, b) = (sine * beside[k], cosine * beside[k]);
        let length = libm::hypot(f, g);
        beside[k + 1] = length;
        if length == 0.0 {
            diagonal[k + 1] -= shift;
            beside[high] = 0.0;
            return;
        }
        (sine, cosine) = (f / length, g / length);
        let g_before = diagonal[k + 1] - shift;
        let r = (diagonal[k] - g_before) * sine + 2.0 * cosine * b;
        shift = sine * r;
        diagonal[k + 1] = g_before + shift;
        g = cosine * r - b;
    }
    diagonal[low] -= shift;
    beside[low] = g;
    beside[high] = 0.0;
}

#[cfg(test)]
#[allow(
    clippy::needless_range_loop,
    reason = "matrices are read best by their indices"
)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// det(A − λ) by elimination, the slow judge of an eigenvalue: it changes sign at each simple
    /// one.
    fn determinant(matrix: &[Vec<Complex64>], at: f64) -> f64 {
        let mut rows = matrix.to_vec();
        let mut product = Complex64::ONE;
        for k in 0..rows.len() {
            rows[k][k] -= at;
        }
        for k in 0..rows.len() {
            let pivot =
                (k..rows.len()).max_by(|a, b| rows[*a][k].norm().total_cmp(&rows[*b][k].norm()));
            let pivot = pivot.expect("a row");
            if pivot != k {
                rows.swap(k, pivot);
                product = -product;
            }
            product *= rows[k][k];
            for i in k + 1..rows.len() {
                let factor = rows[i][k] / rows[k][k];
                for j in k..rows.len() {
                    let above = rows[k][j];
                    rows[i][j] -= factor * above;
                }
            }
        }
        product.re
    }

    #[test]
    fn eigenvalues_are_where_the_determinant_changes_its_sign() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for n in 1..=9 {
            let mut entry =
                || Complex64::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
            let mut whole = vec![vec![Complex64::ZERO; n]; n];
            for i in 0..n {
                for j in 0..i {
                    whole[i][j] = entry();
                    whole[j][i] = whole[i][j].conj();
                }
                whole[i][i] = entry().re.into();
            }
            let lower = (0..n).map(|i| whole[i][..=i].to_vec()).collect();
            let found = eigenvalues(lower);
            assert_eq!(found.len(), n);
            for value in found {
                let sides = [-1e-9, 1e-9].map(|off| determinant(&whole, value + off));
                assert!(sides[0] * sides[1] < 0.0, "{n}: {value}: {sides:?}");
            }
        }
    }

    #[test]
    fn products_hold_nothing_and_pairs_hold_a_bit_each() {
        let product = |x: usize| Complex64::new(1.0 + (x % 8) as f64, 0.5) * ((x / 8) as f64 - 2.5);
        assert!(entanglement_entropy(8, 16, product) < 1e-9);
        for (first, rest) in [(8, 8), (8, 32), (32, 8)] {
            let pairs = |x: usize| Complex64::from(if x % first == x / first { 3.0 } else { 0.0 });
            let bits = (first.min(rest) as f64).log2();
            assert!((entanglement_entropy(first, rest, pairs) - bits).abs() < 1e-12);
        }
    }
}
