//! What to expect of a circuit on a device: a closed estimate, and exact simulation of the noise.
//!
//! The noise model is that of the device's calibration ([`NoiseModel`]): depolarizing after every
//! gate, relaxation (T1, T2) during gates and while qubits wait for others, readout errors;
//! [`NoisyCircuit`] puts each where it acts. Then
//!
//! * the estimate: with F the product of all fidelities, success ≈ F·ideal + (1 − F)·random, which
//!   is what global depolarizing would leave ([`global_depolarizing`]);
//! * [`trajectories`]: exact up to the number of them, with a confidence interval, for as many
//!   qubits as a state vector;
//! * [`noisy_distribution`]: the density matrix, without any approximation, for at most 12 qubits.
//!
//! A real device does worse: the model knows no crosstalk, no leakage, no coherent error and no
//! drift since the calibration. No puzzle here: an outcome succeeds if the caller says so.

mod amplitudes;
mod calibration;
mod channel;
mod density;
mod frame;
mod interval;
mod model;
mod noisy_circuit;
mod pauli;
mod propagated;
pub(crate) mod readout;
mod rotations;
mod start;
mod trajectories;

pub use density::{check_density, density_seconds, noisy_distribution};
pub use interval::NoiseInterval;
pub use model::NoiseModel;
pub use noisy_circuit::NoisyCircuit;
pub use trajectories::{
    FEWEST_TRAJECTORIES, NoisySuccess, TrajectoryPlan, check_trajectories, default_trajectories,
    trajectories,
};

/// The success probability that global depolarizing leaves: a part F of the ideal state, the rest
/// spread evenly.
pub fn global_depolarizing(fidelity: f64, ideal: f64, random: f64) -> f64 {
    fidelity * ideal + (1.0 - fidelity) * random
}

#[cfg(test)]
mod tests;
