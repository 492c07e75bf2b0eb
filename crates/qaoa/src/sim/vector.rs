//! The amplitudes of n qubits in memory, and what is asked of them.

pub(in crate::sim) mod block;
pub(in crate::sim) mod buffer;
pub(in crate::sim) mod marks;
pub(in crate::sim) mod observable;
pub(in crate::sim) mod observe;
pub(in crate::sim) mod outcomes;
pub(in crate::sim) mod state;
pub(in crate::sim) mod sums;
