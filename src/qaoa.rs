//! The QAOA ansatz: angles, the state they make, its expectation and gradient.

mod angles;

pub use angles::Angles;
