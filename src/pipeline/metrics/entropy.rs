//! The entanglement of a state between its first half and the rest.
//!
//! The first half of n qubits are the ⌊n/2⌋ lowest, of m registers with more than one level the ⌊m/2⌋ first.

use crate::pipeline::Amplitudes;

/// The most levels of the smaller half: 20 qubits, or 21. Beyond that the eigenvalues would take minutes.
pub(crate) const MOST_LEVELS_OF_HALF: usize = 1 << 10;

/// The von Neumann entropy, in bits, of the first half of the qubits or registers; `None` where the smaller half has more than
/// [`MOST_LEVELS_OF_HALF`] levels.
pub(crate) fn entanglement_entropy(state: &impl Amplitudes) -> Option<f64> {
    let dims = state.dims();
    let open: Vec<usize> = dims.into_iter().filter(|dim| *dim > 1).collect();
    let (first, rest) = open.split_at(open.len() / 2);
    let [first, rest]: [usize; 2] = [first, rest].map(|dims| dims.iter().product());
    let amplitude = |x| state.amplitude(x);
    (first.min(rest) <= MOST_LEVELS_OF_HALF)
        .then(|| ketboard_qaoa::entanglement_entropy(first, rest, amplitude))
}
