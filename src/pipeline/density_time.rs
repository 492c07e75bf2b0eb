//! How long the density matrices of circuits on a device take, told before they are simulated.

use super::{DevicePlan, OnDevice, Prediction, Problem, Truth, on_device};
use crate::error::Result;
use ketboard_circuits::{NoiseModel, NoisyCircuit, density_seconds};
use ketboard_qaoa::{Angles, Ansatz};
use std::ops::ControlFlow;

/// Seconds, roughly, that the density matrices of the circuits at all these angles take with the
/// threads there are. The circuits are compiled, and nothing is simulated but the states without
/// noise.
///
/// # Errors
/// As [`on_device`]; and if a circuit has too many qubits for a density matrix.
pub(crate) fn density_time(
    subject: (&Problem, &Truth, &Ansatz),
    angles: &[Angles],
    plan: &DevicePlan,
) -> Result<f64> {
    let model = NoiseModel::of(&plan.device)?;
    let quick = DevicePlan {
        prediction: Prediction::Estimate,
        ..plan.clone()
    };
    let seconds = |run: OnDevice| Ok(density_seconds(&NoisyCircuit::new(&run.native, &model))?);
    let of = |angles| {
        on_device(subject, angles, &quick, &|_| ControlFlow::Continue(())).and_then(seconds)
    };
    let all: f64 = angles.iter().map(of).sum::<Result<f64>>()?;
    Ok(all / rayon::current_num_threads() as f64)
}
