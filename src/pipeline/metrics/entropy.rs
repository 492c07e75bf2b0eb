//! The entanglement of a state between its first half and the rest.
//!
//! The first half of n qubits are the ⌊n/2⌋ lowest, of m registers with more than one level the
//! ⌊m/2⌋ first.

use ketboard_qaoa::State;
use num_complex::Complex64;

/// The most levels of the smaller half: 20 qubits, or 21. Beyond that the eigenvalues would take
/// minutes.
pub(crate) const MOST_LEVELS_OF_HALF: usize = 1 << 10;

/// The von Neumann entropy, in bits, of the first half of the qubits or registers; `None` where the
/// smaller half has more than [`MOST_LEVELS_OF_HALF`] levels.
pub(crate) fn entanglement_entropy(state: &State) -> Option<f64> {
    entropy_of_halves(state.dims(), |x| state.amplitude(x))
}

/// The same of any amplitudes over parts of `dims` levels, the fastest digit of the index first.
pub(crate) fn entropy_of_halves(
    dims: Vec<usize>,
    amplitude: impl Fn(usize) -> Complex64,
) -> Option<f64> {
    let open: Vec<usize> = dims.into_iter().filter(|dim| *dim > 1).collect();
    let (first, rest) = open.split_at(open.len() / 2);
    let [first, rest]: [usize; 2] = [first, rest].map(|dims| dims.iter().product());
    (first.min(rest) <= MOST_LEVELS_OF_HALF)
        .then(|| ketboard_qaoa::entanglement_entropy(first, rest, amplitude))
}
