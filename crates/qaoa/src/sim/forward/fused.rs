//! The lowest qubits of a chunk before a phase, the phase, and the lowest qubits after it, in one
//! walk.
//!
//! ```text
//! for each R blocks that differ in the lowest bits of their numbers (R = 4 where there are
//!     CPU registers for them; else 1, and a walk for those bits):
//!     load them
//!     turn (before) the qubits of those bits and of the lanes
//!     times phase: look up the factors of each block
//!     turn (after) the qubits of the lanes and of those bits
//!     store them
//! ```
//!
//! A layer's cheapest place for its phases: the numbers are in CPU registers anyway, and looking up
//! goes on beside turning. In a pass over columns the lanes do not belong to the group, and only
//! the lowest bits of a row's number are turned.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::kernel::ChunkCut;
use crate::sim::forward::lanes::{LaneTurn, turn_few};
use crate::sim::forward::rotation::{LoadedRotation, Rotation, turn_rows, written_out};
use crate::sim::forward::turns::GroupRotations;
use crate::sim::instructions::{
    InstructionSet, Operation, has_many_registers, single_blocks_are_rare,
};
use crate::sim::phase::factors::{AnyFactors, Factors, with_factors};
use crate::sim::phase::multiply::{ComplexVectors, load, store, times, with_vectors};
use crate::sim::phase::phases::PhaseFactors;
use crate::sim::phase::split::FactorProduct;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANE_QUBITS, REALS};
use crate::sim::walk::place::BlockPlace;

/// The qubits that are turned beside a phase.
#[derive(Clone, Copy)]
pub(in crate::sim) struct LowestQubits {
    /// Of the state; below four they do not fill a block.
    pub(in crate::sim) qubits: usize,
    /// Whether those of the lanes are among them.
    pub(in crate::sim) lanes: bool,
    /// The lowest bit of a block's number that is.
    pub(in crate::sim) bit: usize,
    /// How many bits are: 2 or none.
    pub(in crate::sim) bits: usize,
}

impl LowestQubits {
    /// Those of chunks whose bits `bit..end` belong to the group.
    fn of(n: usize, lanes: bool, bit: usize, end: usize) -> Self {
        Self {
            qubits: n.min(LANE_QUBITS),
            lanes,
            bit,
            bits: if end >= bit + 2 { 2 } else { 0 },
        }
    }

    /// Those that are turned beside the phase of a piece that is cut so: none, where qubits have
    /// angles of their own.
    pub(in crate::sim) fn beside(
        n: usize,
        cut: ChunkCut,
        turns: [Option<&GroupRotations>; 2],
    ) -> Self {
        let each = |turns: Option<&GroupRotations>| matches!(turns, Some(GroupRotations::Each(_)));
        let end = if turns.into_iter().any(each) {
            cut.low
        } else {
            cut.chunk
        };
        Self::of(n, cut.tiles, cut.low, end)
    }

    /// Whether lanes are turned number by number: where they do not fill a block.
    pub(in crate::sim) fn by_numbers(self) -> bool {
        self.lanes && self.qubits < LANE_QUBITS
    }

    /// The first bit that is left to others.
    pub(in crate::sim) fn end(self) -> usize {
        self.bit + self.bits
    }
}

/// Turn, phase and turn of a chunk.
pub(in crate::sim) struct Fused<'a, T> {
    pub(in crate::sim) place: BlockPlace,
    /// The number of the chunk's first block in the piece.
    pub(in crate::sim) first: usize,
    pub(in crate::sim) chunk: &'a mut [T],
    pub(in crate::sim) lowest: LowestQubits,
    pub(in crate::sim) before: Option<Rotation>,
    pub(in crate::sim) phases: Option<PhaseFactors<'a, T>>,
    pub(in crate::sim) after: Option<Rotation>,
    /// The factors, where they are rebuilt.
    pub(in crate::sim) rebuilt: FactorProduct<'a, T>,
}

impl<T: Real> Operation for Fused<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(mut self, simd: S) {
        let lowest = self.lowest;
        let (before, after) = (self.before, self.after);
        if lowest.by_numbers() {
            turn_few(self.chunk, lowest.qubits, before);
            self.bits(simd, before);
            (self.before, self.after) = (None, None);
            self.blocks::<S, 1>(simd);
            turn_few(self.chunk, lowest.qubits, after);
            self.bits(simd, after);
        } else if lowest.bits == 0 {
            self.blocks::<S, 1>(simd);
        } else if const { has_many_registers::<S>() } {
            self.blocks::<S, 4>(simd);
        } else {
            self.bits(simd, before);
            self.blocks::<S, 1>(simd);
            self.bits(simd, after);
        }
    }
}

impl<T: Real> Fused<'_, T> {
    /// Turns the bits of the blocks' numbers in a walk of their own.
    #[inline(always)]
    fn bits<S: InstructionSet>(&mut self, simd: S, rotation: Option<Rotation>) {
        if let Some(rotation) = rotation.filter(|_| self.lowest.bits == 2) {
            let turn = LoadedRotation::of(simd, rotation);
            turn_rows::<T, S, 4>(simd, self.chunk, REALS << self.lowest.bit, turn);
        }
    }

    /// All else, R blocks at a time.
    #[inline(always)]
    fn blocks<S: InstructionSet, const R: usize>(&mut self, simd: S) {
        if const { R == 1 && single_blocks_are_rare::<S>() } {
            let factors = AnyFactors {
                phases: self.phases,
                place: self.place,
                rebuilt: self.rebuilt,
            };
            return with_vectors!(T, S, R, self.walk(simd, factors));
        }
        with_factors!(T, S, self.phases, self.place, self.rebuilt, |factors| {
            with_vectors!(T, S, R, self.walk(simd, factors))
        });
    }

    #[inline(always)]
    fn walk<S: InstructionSet, const N: usize, const R: usize>(
        &mut self,
        simd: S,
        factors: impl Factors<T>,
    ) {
        let before = LaneTurn::<T, S>::maybe(simd, self.before);
        let after = LaneTurn::<T, S>::maybe(simd, self.after);
        let stride = if R == 1 { 1 } else { 1 << self.lowest.bit };
        let lanes = self.lowest.lanes;
        let (blocks, _) = self.chunk.as_chunks_mut::<REALS>();
        for (number, group) in blocks.chunks_exact_mut(R * stride).enumerate() {
            let first = self.first + number * R * stride;
            for i in 0..stride {
                let mut v = [load::<T, S, N>(&group[i]); R];
                written_out!(R of 4, |J| v[J % R] = load::<T, S, N>(&group[i + J * stride]));
                if let Some(turn) = &before {
                    turn_index(simd, &mut v, turn);
                    turn_lanes(simd, &mut v, lanes, turn);
                }
                written_out!(R of 4, |J| {
                    let block = first + i + J * stride;
                    if let Some(factors) = factors.block::<S, N>(simd, block) {
                        v[J % R] = times::<T, S, N>(simd, v[J % R], &factors);
                    }
                });
                if let Some(turn) = &after {
                    turn_lanes(simd, &mut v, lanes, turn);
                    turn_index(simd, &mut v, turn);
                }
                written_out!(R of 4, |J| store::<T, S, N>(
                    v[J % R],
                    &mut group[i + J * stride]
                ));
            }
        }
    }
}

/// Turns the lanes of R blocks, if asked to.
#[inline(always)]
fn turn_lanes<T: Real, S: InstructionSet, const N: usize, const R: usize>(
    simd: S,
    v: &mut [ComplexVectors<T, S, N>; R],
    lanes: bool,
    turn: &LaneTurn<T, S>,
) {
    if lanes {
        written_out!(R of 4, |J| {
            turn.part(simd, &mut v[J % R][0]);
            turn.part(simd, &mut v[J % R][1]);
        });
    }
}

/// Turns the bits of the index of R blocks, if these are four.
#[inline(always)]
fn turn_index<T: Real, S: InstructionSet, const N: usize, const R: usize>(
    simd: S,
    v: &mut [ComplexVectors<T, S, N>; R],
    turn: &LaneTurn<T, S>,
) {
    if const { R < 4 } {
        return;
    }
    for part in 0..2 {
        for m in 0..N {
            let x = [
                v[0][part][m],
                v[1 % R][part][m],
                v[2 % R][part][m],
                v[3 % R][part][m],
            ];
            let (d, s) = (T::sub(simd, x[0], x[3]), T::add(simd, x[1], x[2]));
            let y = turn.turn.quad(simd, x, d, s);
            for r in 0..R {
                v[r][part][m] = y[r % 4];
            }
        }
    }
}
