//! What a pass does to a piece of the state while it is in the cache.
//!
//! ```text
//! turn (before) the piece's far qubits (second cache, a few sweeps over the piece)
//! for each chunk of the piece (first cache):
//!     turn (before) the chunk's other qubits
//!     turn (before) the qubits of the lanes, times phase, turn (after) those of the lanes
//!     (`fused`) turn (after) the chunk's other qubits turn (after) the piece's far qubits add up
//!     the energies, if asked to
//! ```
//!
//! Each operation on numbers is a record of its arguments, which `pulp` runs compiled for the
//! processor at hand (`plan`).
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::cost::diagonal::Diagonal;
use crate::sim::forward::fused::Fused;
use crate::sim::forward::rotation::{LoadedRotation, Rotation, turn_bits};
use crate::sim::forward::turns::GroupRotations;
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::phases::PhaseFactors;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANE_QUBITS, LANES, REALS};
use crate::sim::vector::observe::ObserveEnergies;
use crate::sim::walk::place::BlockPlace;
use crate::sim::walk::plan::PassPlan;
use crate::sim::walk::sweep::Workspace;
use std::ops::Range;

/// One pass, with everything it needs to know.
#[derive(Clone, Copy)]
pub(in crate::sim) struct QubitPass<'a, T> {
    pub(in crate::sim) n: usize,
    /// Whether the group is that of the tiles, to which the lanes belong.
    pub(in crate::sim) tiles: bool,
    /// The size of all amplitudes, where the piece is made anew.
    pub(in crate::sim) start: Option<f64>,
    pub(in crate::sim) before: Option<&'a GroupRotations>,
    pub(in crate::sim) phases: Option<PhaseFactors<'a, T>>,
    pub(in crate::sim) after: Option<&'a GroupRotations>,
    pub(in crate::sim) observed: Option<&'a Diagonal>,
}

/// How the blocks of a piece are cut: bits of a block's number from the group's lowest up to a
/// chunk's, and all.
#[derive(Clone, Copy)]
pub(in crate::sim) struct ChunkCut {
    /// Whether the group's lowest qubits are those of the lanes.
    pub(in crate::sim) tiles: bool,
    pub(in crate::sim) low: usize,
    pub(in crate::sim) chunk: usize,
    pub(in crate::sim) all: usize,
}

impl ChunkCut {
    /// A chunk has an even number of bits; a strip that is not much larger than one is one chunk.
    pub(in crate::sim) fn of(
        plan: &PassPlan,
        states: usize,
        tiles: bool,
        (place, blocks): (BlockPlace, usize),
    ) -> Self {
        let all = blocks.trailing_zeros() as usize;
        let low = if tiles { 0 } else { place.width_bits() };
        let most = plan.chunk_bits(states);
        let chunk = if !tiles && all <= most + 2 {
            all
        } else {
            low + (most.saturating_sub(low) & !1)
        };
        Self {
            tiles,
            low,
            chunk: chunk.clamp(low, all.max(low)),
            all,
        }
    }
}

impl<T: Real> QubitPass<'_, T> {
    /// Does the pass on one piece; returns its share of ⟨C⟩.
    pub(in crate::sim) fn apply(
        self,
        plan: &PassPlan,
        place: BlockPlace,
        piece: &mut [T],
        scratch: &mut Workspace<T>,
    ) -> f64 {
        let blocks = piece.len() / REALS;
        let with = plan.instructions;
        if let Some(PhaseFactors::Angles { terms, scale }) = self.phases {
            scratch.split.take(terms, scale, (place, blocks), with);
        }
        let cut = ChunkCut::of(plan, 1, self.tiles, (place, blocks));
        let (before, after) = (self.before, self.after);
        let (near, far) = (cut.low..cut.chunk, cut.chunk..cut.all);
        let lanes = |turns: Option<&GroupRotations>| turns.filter(|_| cut.tiles)?.shared();
        if let Some(turns) = before {
            turns.turn(with, piece, cut, far.clone());
        }
        for (number, chunk) in piece.chunks_exact_mut(REALS << cut.chunk).enumerate() {
            let first = number << cut.chunk;
            if let Some(size) = self.start {
                with.run(UniformStart {
                    n: self.n,
                    size,
                    place,
                    first,
                    chunk: &mut *chunk,
                });
            }
            if let Some(turns) = before {
                turns.turn(with, chunk, cut, near.clone());
                turns.turn_lanes(with, chunk, cut);
            }
            let fused = Fused {
                place,
                first,
                chunk: &mut *chunk,
                before: lanes(before),
                phases: self.phases,
                after: lanes(after),
                rebuilt: scratch.split.factors(),
            };
            if fused.phases.is_some() || fused.before.or(fused.after).is_some() {
                with.run(fused);
            }
            if let Some(turns) = after {
                turns.turn_lanes(with, chunk, cut);
                turns.turn(with, chunk, cut, near.clone());
            }
        }
        if let Some(turns) = after {
            turns.turn(with, piece, cut, far);
        }
        self.observed.map_or(0.0, |cost| {
            observe_piece(with, place, piece, cost, &mut scratch.energies)
        })
    }
}

/// Σ E(x) |φ_x|² over a piece.
pub(in crate::sim) fn observe_piece<T: Real>(
    with: Instructions,
    place: BlockPlace,
    piece: &[T],
    cost: &Diagonal,
    room: &mut Vec<f64>,
) -> f64 {
    let energies = cost.energies();
    with.run(ObserveEnergies {
        place,
        piece,
        energies,
        rebuilt: energies.rebuilt(place, piece.len() / REALS, with, room),
    })
}

/// Turns bits of the number of a block.
pub(in crate::sim) fn turn<T: Real>(
    with: Instructions,
    data: &mut [T],
    rotation: Rotation,
    bits: Range<usize>,
) {
    with.run(TurnBits {
        data,
        bits,
        rotation,
    });
}

struct TurnBits<'a, T> {
    data: &'a mut [T],
    bits: Range<usize>,
    rotation: Rotation,
}

impl<T: Real> Operation for TurnBits<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let turn = LoadedRotation::of(simd, self.rotation);
        turn_bits::<T, S>(simd, self.data, self.bits.start, self.bits.end, turn);
    }
}

/// |+⟩ⁿ as φ in a chunk from the piece's block `first` on: `size`·i^popcount(x).
struct UniformStart<'a, T> {
    n: usize,
    size: f64,
    place: BlockPlace,
    first: usize,
    chunk: &'a mut [T],
}

impl<T: Real> Operation for UniformStart<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) {
        let mut blocks = [[T::ZERO; REALS]; 4];
        for above in 0..4 {
            for k in 0..REALS {
                blocks[above][k] = T::of(self.size * POWERS[above][k]);
            }
            for l in 1 << self.n.min(LANE_QUBITS)..LANES {
                (blocks[above][l], blocks[above][l + LANES]) = (T::ZERO, T::ZERO);
            }
        }
        let (stored, _) = self.chunk.as_chunks_mut::<REALS>();
        for (j, stored) in stored.iter_mut().enumerate() {
            let ones = self.place.block_in_state(self.first + j).count_ones();
            let (from, to) = (
                T::vectors::<S>(&blocks[ones as usize % 4]),
                T::vectors_mut::<S>(stored),
            );
            for m in 0..from.len() {
                to[m] = from[m];
            }
        }
    }
}

/// i^popcount(x) for the blocks whose number has 0, 1, 2 and 3 ones, but for multiples of four:
/// real parts, imaginary parts.
const POWERS: [[f64; REALS]; 4] = {
    let mut powers = [[0.0; REALS]; 4];
    let mut at = 0;
    while at < 4 * LANES {
        let (above, lane) = (at / LANES, at % LANES);
        let power = above + lane.count_ones() as usize;
        powers[above][lane + LANES * (power & 1)] = if power & 2 == 0 { 1.0 } else { -1.0 };
        at += 1;
    }
    powers
};
