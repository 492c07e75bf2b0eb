//! The time to 99 % on a device: seconds of a shot, from the compiled circuit, times shots.
//!
//! A shot lasts from the first gate to the end of the readout. Resetting the qubits, waiting for
//! the next shot and everything between a user and a device are not in it.

use super::shots::{ShotEstimate, shots_to_99};
use crate::pipeline::OnDevice;
use ketboard_circuits::Device;

/// What a circuit takes on a device until a solution was seen with 99 %. A number is absent where
/// it is infinite: no shot can succeed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct DeviceTime {
    /// Seconds of a shot, readout included.
    pub seconds_per_shot: f64,
    /// Seconds to 99 % without noise.
    pub noiseless: Option<f64>,
    /// The same at the success under noise of the closed estimate.
    pub estimated: Option<f64>,
    /// The same at the success under simulated noise, with the interval of that simulation; also
    /// absent where nothing was simulated.
    pub simulated: Option<ShotEstimate>,
}

impl DeviceTime {
    /// The times of a circuit on a device; `None` where those of the device's gates are not known.
    pub(crate) fn of(run: &OnDevice, device: &Device) -> Option<Self> {
        let seconds_per_shot = run.duration_us * 1e-6 + device.times?.readout_ns * 1e-9;
        let seconds = |success| shots_to_99(success).map(|shots| shots * seconds_per_shot);
        let simulated = run.noisy.as_ref().and_then(|noisy| {
            let (low, high) = noisy.success.of_probability();
            Some(ShotEstimate {
                value: seconds(noisy.success.mean)?,
                low: seconds(high)?,
                high: seconds(low),
            })
        });
        Some(Self {
            seconds_per_shot,
            noiseless: seconds(run.ideal),
            estimated: seconds(run.estimate),
            simulated,
        })
    }
}
