//! The mixer layer e^{−iβΣX} on a piece of the state, with the phases between its lowest qubits.

pub(in crate::sim) mod each_lane;
pub(in crate::sim) mod each_qubit;
pub(in crate::sim) mod fused;
pub(in crate::sim) mod kernel;
pub(in crate::sim) mod lanes;
pub(in crate::sim) mod rotation;
pub(in crate::sim) mod turns;
