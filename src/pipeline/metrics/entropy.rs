//! The entanglement of a state between its first half and the rest.
//!
//! > S = −Σ λ log₂ λ,  λ the eigenvalues of ρ = ΨΨ†,  Ψ_{ab} the amplitude of state a of the first half and b of the rest
//!
//! The first half of n qubits are the ⌊n/2⌋ lowest, of m registers with more than one level the ⌊m/2⌋ first. S is the same for both sides, so ρ is that of the
//! smaller one. Eigenvalues are nalgebra's.

use crate::pipeline::Amplitudes;
use nalgebra::{Complex, DMatrix};

/// The most levels of the smaller half: 20 qubits, or 21. Beyond that the eigenvalues would take minutes.
pub const MOST_LEVELS_OF_HALF: usize = 1 << 10;

/// The von Neumann entropy, in bits, of the first half of the qubits or registers; `None` where the smaller half has more than
/// [`MOST_LEVELS_OF_HALF`] levels.
pub fn entanglement_entropy(state: &impl Amplitudes) -> Option<f64> {
    let dims = state.dims();
    let open: Vec<usize> = dims.into_iter().filter(|dim| *dim > 1).collect();
    let (first, rest) = open.split_at(open.len() / 2);
    let [first, rest]: [usize; 2] = [first, rest].map(|dims| dims.iter().product());
    if first.min(rest) > MOST_LEVELS_OF_HALF {
        return None;
    }
    let part = |of: fn(Complex<f64>) -> f64| {
        // the first half is the faster in the index: a column is a state of the rest
        let amplitudes = (0..first * rest).map(|x| of(state.amplitude(x)));
        let matrix = DMatrix::from_iterator(first, rest, amplitudes);
        if first <= rest {
            matrix
        } else {
            matrix.transpose()
        }
    };
    Some(entropy(&part(|z| z.re), &part(|z| z.im)))
}

/// The entropy of ρ = (X + iY)(X + iY)†, normalized.
fn entropy(x: &DMatrix<f64>, y: &DMatrix<f64>) -> f64 {
    let (across, down) = (x.transpose(), y.transpose());
    let real = x * &across + y * &down;
    let turned = y * &across;
    let imaginary = &turned - turned.transpose();
    let density = real.zip_map(&imaginary, Complex::new);
    let trace = real.trace();
    let eigenvalues = density.symmetric_eigenvalues();
    let parts = eigenvalues.iter().map(|value| value / trace);
    // rounding leaves some that are 0 a little below it
    let terms = parts
        .filter(|part| *part > 0.0)
        .map(|part| -part * part.log2());
    terms.sum::<f64>().max(0.0)
}
