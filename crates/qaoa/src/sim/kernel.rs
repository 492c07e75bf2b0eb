//! The loops over numbers: what is done to the amplitudes of one state, or of a state and the
//! adjoint state at once. Each is an operation compiled for every set of instructions; the plain
//! twins that judge them are `reference` and `qudit_reference`.

pub(in crate::sim) mod fiber;
pub(in crate::sim) mod line;
pub(in crate::sim) mod observe;
pub(in crate::sim) mod pair;
pub(in crate::sim) mod rotate;
pub(in crate::sim) mod transpose;
mod unrolled;
pub(in crate::sim) mod within;
