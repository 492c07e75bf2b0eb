//! Classical solvers beside the quantum half: what a puzzle's solutions are, found without any
//! qubit.
//!
//! [`Model::all_solutions`](crate::model::Model::all_solutions) lists every assignment that keeps a
//! [`Model`](crate::model::Model)'s givens and rules. It reads the rules as they are stated and
//! shares no code with the reduction or the encoding, so that it can judge both. It lists
//! *feasible* assignments; [`Model::best_solutions`](crate::model::Model::best_solutions) lists
//! those of them that are best by the model's objective.
//!
//! [`AnnealSettings::anneal`] is a heuristic: it looks for a low energy of any polynomial over bits
//! and proves nothing.

mod anneal;
mod exact;

pub use anneal::{AnnealSettings, AnnealedBits};
pub(crate) use anneal::{Walk, below, cool, descend, temperatures};
pub use exact::{Enumeration, Limits};
pub(crate) use exact::{for_each_solution, solutions_up_to};
