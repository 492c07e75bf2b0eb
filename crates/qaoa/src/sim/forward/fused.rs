//! The lowest qubits of a chunk before a phase, the phase, and the lowest qubits after it, in one
//! walk.
//!
//! ```text
//! for each block:
//!     load it
//!     turn (before) the qubits of the lanes
//!     times phase: look up the factors of the block
//!     turn (after) the qubits of the lanes
//!     store it
//! ```
//!
//! A layer's cheapest place for its phases: the numbers are in CPU registers anyway, and looking up
//! goes on beside turning. In a pass over columns the lanes do not belong to the group, and nothing
//! is turned here.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::lanes::LaneTurn;
use crate::sim::forward::rotation::Rotation;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::factors::{Factors, with_factors};
use crate::sim::phase::multiply::{load, store, times, with_vectors};
use crate::sim::phase::phases::PhaseFactors;
use crate::sim::phase::split::FactorProduct;
use crate::sim::real::Real;
use crate::sim::vector::block::REALS;
use crate::sim::walk::place::BlockPlace;

/// Turn, phase and turn of a chunk.
pub(in crate::sim) struct Fused<'a, T> {
    pub(in crate::sim) place: BlockPlace,
    /// The number of the chunk's first block in the piece.
    pub(in crate::sim) first: usize,
    pub(in crate::sim) chunk: &'a mut [T],
    /// The turns of the lanes, where they belong to the group and share one angle.
    pub(in crate::sim) before: Option<Rotation>,
    pub(in crate::sim) phases: Option<PhaseFactors<'a, T>>,
    pub(in crate::sim) after: Option<Rotation>,
    /// The factors, where they are rebuilt.
    pub(in crate::sim) rebuilt: FactorProduct<'a, T>,
}

impl<T: Real> Operation for Fused<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        with_factors!(T, S, self.phases, self.place, self.rebuilt, |factors| {
            with_vectors!(T, S, self.walk(simd, factors))
        });
    }
}

impl<T: Real> Fused<'_, T> {
    #[inline(always)]
    fn walk<S: InstructionSet, const N: usize>(self, simd: S, factors: impl Factors<T>) {
        let before = LaneTurn::<T, S>::maybe(simd, self.before);
        let after = LaneTurn::<T, S>::maybe(simd, self.after);
        let (blocks, _) = self.chunk.as_chunks_mut::<REALS>();
        for (number, block) in blocks.iter_mut().enumerate() {
            let mut v = load::<T, S, N>(block);
            if let Some(turn) = &before {
                turn.part(simd, &mut v[0]);
                turn.part(simd, &mut v[1]);
            }
            if let Some(factors) = factors.block::<S, N>(simd, self.first + number) {
                v = times::<T, S, N>(simd, v, &factors);
            }
            if let Some(turn) = &after {
                turn.part(simd, &mut v[0]);
                turn.part(simd, &mut v[1]);
            }
            store::<T, S, N>(v, block);
        }
    }
}
