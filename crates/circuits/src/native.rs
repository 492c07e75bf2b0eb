//! Circuits in the gates that devices run ([`translate`]).
//!
//! Angles are radians everywhere here; turns are a matter of IonQ's writer. RZ is virtual on every
//! device of this kind: a change of the frame in which later pulses are given, without time or
//! error.

mod fused;
#[cfg(test)]
mod tests;
mod translate;

pub(crate) use translate::translate;
