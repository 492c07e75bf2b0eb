//! What a pass does to a piece of the state while it is in the cache.
//!
//! ```text
//! turn (before) the piece's far qubits                             second cache, a few sweeps over the piece
//! for each chunk of the piece:                                     first cache
//!     turn (before) the chunk's other qubits
//!     turn (before) the lowest qubits, times phase, turn (after) the lowest qubits      registers, see `fused`
//!     turn (after) the chunk's other qubits
//! turn (after) the piece's far qubits
//! add up the energies, if asked to
//! ```
//!
//! Each operation on numbers is a record of its arguments, which `pulp` runs compiled for the processor at hand (`plan`).
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::block::{LANE_QUBITS, LANES, REALS};
use super::diagonal::{Diagonal, Energies};
use super::fused::{Fused, Lowest};
use super::observe::Observe;
use super::phases::Phases;
use super::plan::{Instructions, Plan};
use super::real::Real;
use super::rotation::{Rotation, Turn, turn_bits};
use super::sweep::{Place, Scratch};
use pulp::{Simd, WithSimd};

/// One pass, with everything it needs to know.
#[derive(Clone, Copy)]
pub(super) struct Work<'a, T> {
    pub(super) n: usize,
    /// Whether the group is that of the tiles, to which the lanes belong.
    pub(super) tiles: bool,
    /// The size of all amplitudes, where the piece is made anew.
    pub(super) start: Option<f64>,
    pub(super) before: Option<Rotation>,
    pub(super) phases: Option<Phases<'a, T>>,
    pub(super) after: Option<Rotation>,
    pub(super) observed: Option<&'a Diagonal>,
}

/// How the blocks of a piece are cut: bits of a block's number from the group's lowest up to a chunk's, and all.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    pub(super) low: usize,
    pub(super) chunk: usize,
    pub(super) all: usize,
}

impl Cut {
    /// A chunk has an even number of bits; a strip that is not much larger than one is one chunk.
    pub(super) fn of(plan: &Plan, tiles: bool, place: Place, blocks: usize) -> Self {
        let all = blocks.trailing_zeros() as usize;
        let low = if tiles { 0 } else { place.width_bits() };
        let most = plan.chunk_bits();
        let chunk = if !tiles && all <= most + 2 {
            all
        } else {
            low + (most.saturating_sub(low) & !1)
        };
        Self {
            low,
            chunk: chunk.clamp(low, all.max(low)),
            all,
        }
    }
}

impl<T: Real> Work<'_, T> {
    /// Does the pass on one piece; returns its share of ⟨C⟩.
    pub(super) fn apply(
        self,
        plan: &Plan,
        place: Place,
        piece: &mut [T],
        scratch: &mut Scratch<T>,
    ) -> f64 {
        let blocks = piece.len() / REALS;
        let with = plan.instructions;
        if let Some(Phases::Angles { terms, scale }) = self.phases {
            terms.evaluate(scale, place, blocks, with, &mut scratch.angles);
        }
        let cut = Cut::of(plan, self.tiles, place, blocks);
        let lowest = Lowest::of(self.n, self.tiles, cut.low, cut.chunk);
        turn(with, piece, self.before, cut.chunk, cut.all);
        for (number, chunk) in piece.chunks_exact_mut(REALS << cut.chunk).enumerate() {
            let first = number << cut.chunk;
            if let Some(size) = self.start {
                with.run(Begin {
                    n: self.n,
                    size,
                    place,
                    first,
                    chunk: &mut *chunk,
                });
            }
            turn(with, chunk, self.before, lowest.end(), cut.chunk);
            with.run(Fused {
                place,
                first,
                chunk: &mut *chunk,
                lowest,
                before: self.before,
                phases: self.phases,
                after: self.after,
                angles: &scratch.angles,
            });
            turn(with, chunk, self.after, lowest.end(), cut.chunk);
        }
        turn(with, piece, self.after, cut.chunk, cut.all);
        self.observed.map_or(0.0, |cost| {
            observe_piece(with, place, piece, cost, &mut scratch.angles)
        })
    }
}

/// Σ E(x) |φ_x|² over a piece.
pub(super) fn observe_piece<T: Real>(
    with: Instructions,
    place: Place,
    piece: &[T],
    cost: &Diagonal,
    room: &mut Vec<f64>,
) -> f64 {
    let energies = cost.energies();
    if let Energies::Rebuilt(terms) = energies {
        terms.evaluate(1.0, place, piece.len() / REALS, with, room);
    }
    with.run(Observe {
        place,
        piece,
        energies,
        rebuilt: room,
    })
}

/// Turns the bits `from..to` of the number of a block.
pub(super) fn turn<T: Real>(
    with: Instructions,
    data: &mut [T],
    rotation: Option<Rotation>,
    from: usize,
    to: usize,
) {
    if let Some(rotation) = rotation.filter(|_| from < to) {
        with.run(TurnBits {
            data,
            from,
            to,
            rotation,
        });
    }
}

struct TurnBits<'a, T> {
    data: &'a mut [T],
    from: usize,
    to: usize,
    rotation: Rotation,
}

impl<T: Real> WithSimd for TurnBits<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let turn = Turn::of(simd, self.rotation);
        turn_bits::<T, S>(simd, self.data, self.from, self.to, turn);
    }
}

/// |+⟩ⁿ as φ in a chunk from the piece's block `first` on: `size`·i^popcount(x).
struct Begin<'a, T> {
    n: usize,
    size: f64,
    place: Place,
    first: usize,
    chunk: &'a mut [T],
}

impl<T: Real> WithSimd for Begin<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
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
            let ones = self.place.block(self.first + j).count_ones();
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

/// i^popcount(x) for the blocks whose number has 0, 1, 2 and 3 ones, but for multiples of four: real parts, imaginary parts.
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
