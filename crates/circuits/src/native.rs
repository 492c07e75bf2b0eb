//! Circuits in the gates that devices run ([`translate`]). Angles are radians. RZ is virtual on
//! every device of this kind: a change of the frame of later pulses, without time or error.

mod fused;
#[cfg(test)]
mod tests;
mod translate;

pub(crate) use translate::translate;
