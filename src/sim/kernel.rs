//! What a pass does to a piece of the state while it is in the cache.
//!
//! ```text
//! turn (before) the piece's far qubits                             second cache, a few sweeps over the piece
//! for each chunk of the piece:                                     first cache
//!     turn (before) the chunk's qubits
//!     for each block: turn (before) lanes; times phase; turn (after) lanes
//!     turn (after) the chunk's qubits
//! turn (after) the piece's far qubits
//! add up the energies, if asked to
//! ```
//!
//! Each operation on numbers is a record of its arguments, which `pulp` runs compiled for the processor at hand (`plan`).

use super::block::{Block, LANES, LaneTurn, REALS, total};
use super::diagonal::{Diagonal, Energies};
use super::phases::{BATCH, Factors, Phases};
use super::plan::{Instructions, Plan};
use super::real::Real;
use super::rotation::{Rotation, turn_bits, with_turn};
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
    pub(super) fn of<T: Real>(
        plan: &Plan,
        tiles: bool,
        place: Place,
        blocks: usize,
        arrays: usize,
    ) -> Self {
        let all = blocks.trailing_zeros() as usize;
        let low = if tiles { 0 } else { place.width_bits() };
        let chunk = plan.chunk_blocks(arrays, size_of::<T>()).ilog2() as usize;
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
        if let Some(Phases::Angles { terms, scale, .. }) = self.phases {
            terms.evaluate(scale, place, blocks, with, &mut scratch.angles);
        }
        let cut = Cut::of::<T>(plan, self.tiles, place, blocks, 1);
        turn(with, piece, self.before, cut.chunk, cut.all);
        for (number, chunk) in piece.chunks_exact_mut(REALS << cut.chunk).enumerate() {
            turn(with, chunk, self.before, cut.low, cut.chunk);
            self.blocks(with, place, number << cut.chunk, chunk, &scratch.angles);
            turn(with, chunk, self.after, cut.low, cut.chunk);
        }
        turn(with, piece, self.after, cut.chunk, cut.all);
        self.observed.map_or(0.0, |cost| {
            observe(with, place, piece, cost, &mut scratch.angles)
        })
    }

    fn blocks(
        &self,
        with: Instructions,
        place: Place,
        first: usize,
        chunk: &mut [T],
        angles: &[f64],
    ) {
        if self.start.is_none() && self.phases.is_none() && !self.tiles {
            return;
        }
        let lanes =
            |rotation: Option<Rotation>| rotation.filter(|_| self.tiles).map(|r| r.lanes(self.n));
        with.run(Blocks {
            place,
            first,
            chunk,
            start: self.start.map(|size| (T::of(size), LANES.min(1 << self.n))),
            before: lanes(self.before),
            phases: self.phases,
            angles,
            after: lanes(self.after),
        });
    }
}

/// Σ E(x) |φ_x|² over a piece.
pub(super) fn observe<T: Real>(
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
        with_turn!(self.rotation, simd, |turn| turn_bits::<T, S>(
            simd, self.data, self.from, self.to, turn
        ));
    }
}

struct Blocks<'a, T> {
    place: Place,
    first: usize,
    chunk: &'a mut [T],
    start: Option<(T, usize)>,
    before: Option<LaneTurn<T>>,
    phases: Option<Phases<'a, T>>,
    angles: &'a [f64],
    after: Option<LaneTurn<T>>,
}

impl<T: Real> WithSimd for Blocks<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let (stored, _) = self.chunk.as_chunks_mut::<REALS>();
        let (angles, _) = self.angles.as_chunks::<LANES>();
        let mut factors: Factors<T> = [[[T::ZERO; 2]; LANES]; BATCH];
        for (batch, stored) in stored.chunks_mut(BATCH).enumerate() {
            let first = self.first + batch * BATCH;
            if let Some(phases) = &self.phases {
                phases.fill::<S>(self.place, first, angles, &mut factors[..stored.len()]);
            }
            for (j, (stored, factors)) in stored.iter_mut().zip(&factors).enumerate() {
                let mut block = match self.start {
                    Some((size, lanes)) => plus(self.place.block(first + j), size, lanes),
                    None => Block::load(stored),
                };
                if let Some(turn) = &self.before {
                    block = block.turned::<S>(turn);
                }
                if self.phases.is_some() {
                    block = block.times::<S>(&Block::of_pairs(factors));
                }
                if let Some(turn) = &self.after {
                    block = block.turned::<S>(turn);
                }
                block.store(stored);
            }
        }
    }
}

/// A block of |+⟩ⁿ as φ: `size`·i^popcount(x).
#[inline(always)]
fn plus<T: Real>(number: usize, size: T, lanes: usize) -> Block<T> {
    let mut block = Block::ZERO;
    let above = number.count_ones();
    for l in 0..LANES {
        let power = above + l.count_ones();
        let signed = if power & 2 == 0 {
            size
        } else {
            size.negative()
        };
        if l < lanes {
            (block.re[l], block.im[l]) = if power & 1 == 0 {
                (signed, T::ZERO)
            } else {
                (T::ZERO, signed)
            };
        }
    }
    block
}

struct Observe<'a, T> {
    place: Place,
    piece: &'a [T],
    energies: Energies<'a>,
    rebuilt: &'a [f64],
}

impl<T: Real> WithSimd for Observe<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let (stored, _) = self.piece.as_chunks::<REALS>();
        let (rebuilt, _) = self.rebuilt.as_chunks::<LANES>();
        let mut sums = [0.0; LANES];
        for (j, stored) in stored.iter().enumerate() {
            let energies = self.energies.block(self.place.block(j), rebuilt.get(j));
            let weights = Block::load(stored).weights();
            for l in 0..LANES {
                sums[l] += energies[l] * weights[l];
            }
        }
        total(&sums)
    }
}
