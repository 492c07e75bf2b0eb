//! The time to 99 % on a device: seconds of a shot, from the compiled circuit, times shots.
//!
//! A shot lasts from the first gate to the end of the readout. Resetting the qubits, waiting for the next shot and everything between a user and a
//! device are not in it. The circuit is the ansatz with one γ and one β a layer, on qubits.

use super::shots::shots_to_99;
use crate::error::{Error, Result};
use crate::pipeline::{DevicePlan, OnDevice, Prediction, Problem, Truth, on_device};
use crate::qaoa::Angles;
use crate::sim::Diagonal;

/// What a circuit takes on a device until a solution was seen with 99 %.
#[derive(Clone, PartialEq, Debug)]
pub struct DeviceTime {
    /// The device's name.
    pub device: String,
    /// Seconds of a shot, readout included.
    pub seconds_per_shot: f64,
    /// The product of the fidelities of all gates, waits and readouts.
    pub fidelity: f64,
    /// Success under noise by the closed estimate: fidelity · success + (1 − fidelity) · random.
    pub success: f64,
    /// Seconds until a solution was seen with 99 % without noise; `None` where no shot can succeed.
    pub noiseless_seconds_to_99: Option<f64>,
    /// The same at the estimated success under noise.
    pub seconds_to_99: Option<f64>,
}

/// The time of the circuit at `angles` on the plan's device, by the closed estimate; nothing is simulated but the state without noise.
///
/// # Errors
/// As [`on_device`], and for a problem on registers.
pub fn time_on_device(
    (problem, truth, diagonal): (&Problem, &Truth, &Diagonal),
    angles: &Angles,
    plan: &DevicePlan,
) -> Result<DeviceTime> {
    if problem.registers.is_some() {
        let found = "the time on a device is that of the circuit on plain qubits";
        return Err(Error::argument(
            "--registers",
            found,
            "leave --registers out",
        ));
    }
    let plan = DevicePlan {
        prediction: Prediction::Estimate,
        ..plan.clone()
    };
    let Some(times) = plan.device.times else {
        let found = format!("no times of the gates of {} are known", plan.device.name);
        let remedy = "give `times` in its file, or choose a shipped device";
        return Err(Error::argument("--backend", found, remedy));
    };
    let run = on_device((problem, truth, diagonal), angles, &plan, &|_| ())?;
    let shot = run.duration_us * 1e-6 + times.readout_ns * 1e-9;
    Ok(DeviceTime::of(&plan.device.name, &run, shot))
}

impl DeviceTime {
    fn of(device: &str, run: &OnDevice, seconds_per_shot: f64) -> Self {
        let seconds = |success| shots_to_99(success).map(|shots| shots * seconds_per_shot);
        Self {
            device: device.to_owned(),
            seconds_per_shot,
            fidelity: run.estimated_fidelity,
            success: run.estimate,
            noiseless_seconds_to_99: seconds(run.ideal),
            seconds_to_99: seconds(run.estimate),
        }
    }
}
