//! Circuits in the gates that devices run, simulated from the vendors' own definitions.
//!
//! Angles are radians everywhere here; turns are a matter of IonQ's writer. RZ is virtual on every device of this kind: a change of the
//! frame in which later pulses are given, without time or error.

mod circuit;
mod gate;
mod simulate;

pub use circuit::NativeCircuit;
pub use gate::{Kind, NativeGate};
pub use simulate::MAX_QUBITS;
