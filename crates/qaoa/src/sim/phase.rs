//! The phases e^{−iγE(x)} of a layer: looked up, picked out of vectors, or multiplied from short
//! tables.

pub(in crate::sim) mod factors;
pub(in crate::sim) mod multiply;
pub(in crate::sim) mod phases;
pub(in crate::sim) mod shuffles;
pub(in crate::sim) mod sine;
pub(in crate::sim) mod split;
