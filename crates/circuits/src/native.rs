//! Circuits in the gates that devices run ([`translate`]).
//!
//! Angles are radians everywhere here; turns are a matter of IonQ's writer. RZ is virtual on every
//! device of this kind: a change of the frame in which later pulses are given, without time or
//! error.

mod euler;
mod fused;
#[cfg(test)]
mod tests;
mod translate;

pub use translate::translate;

/// Which gates of a device may be used.
///
/// ```
/// use ketboard_circuits::{Circuit, Device, Gate, Pulses, translate};
///
/// let mut circuit = Circuit::new(1);
/// circuit.push(Gate::rx(0, 0.3));
/// let torino = Device::named("torino")?;
/// let native = |pulses| translate(&circuit, &torino, pulses);
/// assert_eq!(native(Pulses::Standard)?.gate_counts()["sx"], 2);
/// assert_eq!(native(Pulses::Fractional)?.gate_counts()["rx"], 1);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pulses {
    /// Those that every device of the kind has: on IBM's rz, sx, x and the two-qubit gate; on
    /// IonQ's gpi, gpi2 and zz or ms.
    #[default]
    Standard,
    /// On IBM's also rx by any angle and rzz by 0 … π/2 (`use_fractional_gates` of its runtime).
    Fractional,
}
