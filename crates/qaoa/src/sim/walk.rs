//! The order of work: which pass over memory does what, how it is cut into tasks, and what it adds
//! up.

pub(in crate::sim) mod circuit;
pub(in crate::sim) mod pass;
pub(in crate::sim) mod place;
pub(in crate::sim) mod plan;
pub(in crate::sim) mod pool;
pub(in crate::sim) mod sweep;
pub(in crate::sim) mod watch;
