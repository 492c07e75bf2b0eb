//! The QAOA ansatz: angles, the state they make, its expectation and gradient.
//!
//! > |γ, β⟩ = Π_{k=p..1} e^{−iβ_k ΣX} e^{−iγ_k C} |+⟩ⁿ
//!
//! [`Ansatz`] checks what it is given and answers one question; [`Evaluator`] keeps its buffers and is what an optimizer calls
//! thousands of times. [`RegisterEvaluator`] is the same on registers of levels, [`HistogramEvaluator`] from a histogram alone. Nothing here knows where the cost comes from.

mod angles;
mod ansatz;
mod evaluator;
mod goal;
mod histogram;
mod mixer;
mod multi_angle;
mod register_evaluator;
mod schedule;
mod seen;

pub use angles::{AngleShape, Angles};
pub use ansatz::Ansatz;
pub use evaluator::Evaluator;
pub use goal::{Goal, cvar, gibbs};
pub use histogram::HistogramEvaluator;
pub use mixer::Mixer;
pub use multi_angle::{MixerAngles, MultiAngle};
pub use register_evaluator::RegisterEvaluator;
pub(crate) use schedule::with_zero_layer_in;
pub use schedule::{Spread, in_shape, interpolate, interpolate_in, linear_ramp, ramp_for};
