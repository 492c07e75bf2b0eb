//! The diagonal cost of n qubits: its terms, the table of its distinct energies, and how a pass
//! reads them.

pub(in crate::sim) mod diagonal;
pub(in crate::sim) mod energies;
pub(in crate::sim) mod groups;
pub(crate) mod levels;
pub(in crate::sim) mod numbers;
pub(in crate::sim) mod tabulate;
pub(in crate::sim) mod terms;
pub(in crate::sim) mod units;
