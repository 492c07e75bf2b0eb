//! The adjoint gradient: a circuit undone on two states at once, and what is read off on the way.

pub(in crate::sim) mod adjoint;
pub(in crate::sim) mod fused_undo;
pub(in crate::sim) mod gradient;
pub(in crate::sim) mod undo;
pub(in crate::sim) mod undo_lanes;
