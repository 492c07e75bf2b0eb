//! What to expect of a circuit on a device: a closed estimate, and exact simulation of the noise.
//!
//! The noise model is that of the device's calibration ([`NoiseModel`]): depolarizing after every
//! gate, relaxation (T1, T2) during gates and while qubits wait for others, readout errors;
//! [`NoisyCircuit`] puts each where it acts.
//!
//! - The estimate, with F the product of all fidelities: success ≈ F·ideal + (1 − F)·random, which
//!   is what global depolarizing would leave ([`NoisyCircuit::estimated_fidelity`]).
//! - [`NoisyCircuit::trajectories`]: a mean over samples of the noise, with a confidence interval,
//!   for as many qubits as a state vector.
//! - [`NoisyCircuit::distribution`]: the density matrix, exact, for at most 12 qubits.
//!
//! A real device does worse: the model knows no crosstalk, no leakage, no coherent error and no
//! drift since the calibration.

mod amplitudes;
pub(crate) mod channel;
mod density;
mod model;
mod propagated;
#[cfg(test)]
mod samples;
mod trajectories;

pub use model::{NoiseModel, NoisyCircuit};
pub use trajectories::{NoisySuccess, TrajectoryPlan};

#[cfg(test)]
mod tests;
