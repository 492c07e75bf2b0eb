//! The QAOA ansatz: angles, the state they make, its expectation and gradient.

mod angles;
mod schedule;

pub use angles::Angles;
pub use schedule::{Spread, interpolate, linear_ramp, ramp_for, with_zero_layer};
