//! The lowest qubits of a chunk of two states, undone before a phase and after it, and the phase
//! between: one walk (see `fused` and `adjoint`).
//!
//! ```text
//! for each tile of blocks of φ and of λ:
//!     for the real parts, and for the imaginary parts, of both:
//!         load them; undo (before) the qubits of the lanes, adding up ⟨λ|Y|φ⟩; store them
//!     for each block: load it; times phase, both; add up Im(λ* φ)·E, or keep Im(λ* φ) for each
//!         term's overlap; store it
//!     for the real parts, and for the imaginary parts: undo (after) the qubits of the lanes,
//!     adding up ⟨λ|Y|φ⟩
//! ```
//!
//! Real and imaginary parts are undone one after the other, because all that is known of both parts
//! of a block of two states is more than the CPU registers hold. Between the steps they go back to
//! where they came from: the first cache holds these few lines, and the compiler would put aside
//! more than that.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::backward::adjoint::Overlapped;
use crate::sim::backward::undo_lanes::{LaneSums, undo_part};
use crate::sim::forward::lanes::LaneTurn;
use crate::sim::forward::rotation::{Rotation, written_out};
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::factors::{Factors, with_factors};
use crate::sim::phase::multiply::{
    ComplexVectors, add_to, lanes as vectors, load, load_part, store, store_part, times,
    with_vectors,
};
use crate::sim::phase::phases::PhaseFactors;
use crate::sim::phase::split::FactorProduct;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANES, REALS, total};
use crate::sim::walk::place::BlockPlace;

/// Blocks that are in the first cache at once.
const TILE: usize = 16;

/// What is undone in a chunk.
pub(in crate::sim) struct FusedUndo<'a, T> {
    pub(in crate::sim) place: BlockPlace,
    /// The number of the chunk's first block in the piece.
    pub(in crate::sim) first: usize,
    pub(in crate::sim) state: &'a mut [T],
    pub(in crate::sim) image: &'a mut [T],
    /// The turns of the lanes, where they belong to the group and share one angle.
    pub(in crate::sim) before: Option<Rotation>,
    pub(in crate::sim) phases: Option<PhaseFactors<'a, T>>,
    pub(in crate::sim) overlapped: Option<Overlapped<'a>>,
    pub(in crate::sim) after: Option<Rotation>,
    /// The factors, where they are rebuilt.
    pub(in crate::sim) rebuilt: FactorProduct<'a, T>,
    /// Im(λ* φ) of each amplitude of the piece, where terms are overlapped.
    pub(in crate::sim) overlaps: &'a mut [T],
}

/// Σ Im⟨λ|Y|φ⟩ of the turn before, Σ Im(λ* E φ), and Σ Im⟨λ|Y|φ⟩ of the turn after.
pub(in crate::sim) struct FusedOverlaps {
    pub(in crate::sim) before: f64,
    pub(in crate::sim) cost: f64,
    pub(in crate::sim) after: f64,
}

impl<T: Real> Operation for FusedUndo<'_, T> {
    type Output = FusedOverlaps;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> FusedOverlaps {
        with_factors!(T, S, self.phases, self.place, self.rebuilt, |factors| {
            with_vectors!(T, S, self.walk(simd, factors))
        })
    }
}

impl<T: Real> FusedUndo<'_, T> {
    #[inline(always)]
    fn walk<S: InstructionSet, const N: usize>(
        self,
        simd: S,
        factors: impl Factors<T>,
    ) -> FusedOverlaps {
        let before = LaneTurn::<T, S>::maybe(simd, self.before);
        let after = LaneTurn::<T, S>::maybe(simd, self.after);
        let energies = match self.overlapped {
            Some(Overlapped::Cost(energies)) => Some(energies),
            Some(Overlapped::Terms(_) | Overlapped::Energies(_)) | None => None,
        };
        let (mut first, mut second) = (LaneSums::zero(simd), LaneSums::zero(simd));
        let mut sum = [T::splat(simd, T::ZERO); N];
        let (states, _) = self.state.as_chunks_mut::<REALS>();
        let (images, _) = self.image.as_chunks_mut::<REALS>();
        let (overlaps, _) = self.overlaps.as_chunks_mut::<LANES>();
        let tiles = states.chunks_mut(TILE).zip(images.chunks_mut(TILE));
        for (tile, (states, images)) in tiles.enumerate() {
            if let Some(turn) = &before {
                let both = [&mut *states, &mut *images];
                undo_lanes::<T, S, N>(simd, both, turn, &mut first);
            }
            for (at, (state, image)) in states.iter_mut().zip(images.iter_mut()).enumerate() {
                let block = self.first + tile * TILE + at;
                let factors = factors.block::<S, N>(simd, block);
                if factors.is_none() && energies.is_none() {
                    continue;
                }
                let mut p = load::<T, S, N>(state);
                let mut l = load::<T, S, N>(image);
                if let Some(factors) = &factors {
                    p = times::<T, S, N>(simd, p, factors);
                    l = times::<T, S, N>(simd, l, factors);
                    store::<T, S, N>(p, state);
                    store::<T, S, N>(l, image);
                }
                let overlap = overlap::<T, S, N>(simd, &p, &l);
                if let Some(energies) = &energies {
                    let numbers = energies.numbers(self.place.block(block), None);
                    let numbers = vectors::<T, S, N>(&numbers);
                    for m in 0..N {
                        sum[m] = T::mul_add(simd, numbers[m], overlap[m], sum[m]);
                    }
                } else {
                    let stored = T::vectors_mut::<S>(&mut overlaps[block]);
                    for m in 0..N {
                        stored[m] = overlap[m];
                    }
                }
            }
            if let Some(turn) = &after {
                undo_lanes::<T, S, N>(simd, [states, images], turn, &mut second);
            }
        }
        let mut sums = [0.0; LANES];
        add_to::<T, S, N>(&mut sums, &sum);
        FusedOverlaps {
            before: first.total(simd),
            cost: energies.map_or(0.0, |energies| energies.unit()) * total(&sums),
            after: second.total(simd),
        }
    }
}

/// Im(λ* φ).
#[inline(always)]
fn overlap<T: Real, S: InstructionSet, const N: usize>(
    simd: S,
    phi: &ComplexVectors<T, S, N>,
    lambda: &ComplexVectors<T, S, N>,
) -> [T::Vector<S>; N] {
    let mut overlap = phi[0];
    for m in 0..N {
        let crossed = T::mul(simd, lambda[0][m], phi[1][m]);
        overlap[m] = T::sub_mul(simd, lambda[1][m], phi[0][m], crossed);
    }
    overlap
}

/// Undoes the lanes of the blocks of a tile of both states.
#[inline(always)]
fn undo_lanes<T: Real, S: InstructionSet, const N: usize>(
    simd: S,
    [states, images]: [&mut [[T; REALS]]; 2],
    turn: &LaneTurn<T, S>,
    sums: &mut LaneSums<T, S>,
) {
    written_out!(2, |PART| {
        let mut of_part = sums.parts[PART];
        for (state, image) in states.iter_mut().zip(images.iter_mut()) {
            let mut p = load_part::<T, S, N>(state, PART);
            let mut l = load_part::<T, S, N>(image, PART);
            undo_part(simd, [&mut p, &mut l], turn, &mut of_part);
            store_part::<T, S, N>(p, state, PART);
            store_part::<T, S, N>(l, image, PART);
        }
        sums.parts[PART] = of_part;
    });
}
