//! The amplitudes of a state, one by one, and how many levels the parts have that it is a product space of.

use ketboard_qaoa::{Real, RegisterState, State};
use num_complex::Complex64;

/// Amplitudes of basis states over qubits or registers.
pub(crate) trait Amplitudes: Sync {
    /// The number of levels of each part, the fastest first: 2 of a qubit.
    fn dims(&self) -> Vec<usize>;
    /// ψ of basis state `index`.
    fn amplitude(&self, index: usize) -> Complex64;
    /// |ψ|² of all basis states: another 8 bytes for each.
    fn probabilities(&self) -> Vec<f64>;
}

impl<T: Real> Amplitudes for State<T> {
    fn dims(&self) -> Vec<usize> {
        vec![2; self.n()]
    }

    fn amplitude(&self, index: usize) -> Complex64 {
        self.amplitude(index)
    }

    fn probabilities(&self) -> Vec<f64> {
        self.probabilities()
    }
}

impl<T: Real> Amplitudes for RegisterState<T> {
    fn dims(&self) -> Vec<usize> {
        self.space().dims().to_vec()
    }

    fn amplitude(&self, index: usize) -> Complex64 {
        self.amplitude(index)
    }

    fn probabilities(&self) -> Vec<f64> {
        self.probabilities()
    }
}
