//! Turns of the lowest qubits, whose pairs of numbers lie within a vector or in neighboring ones.
//!
//! ```text
//! for each tile of a few neighboring blocks, for its real parts and then its imaginary ones:
//!     load them into registers
//!     for each bit of a lane: turn every number and the one across the bit
//!     for each bit of a vector's place in the tile: turn the vectors, as in `rotation`
//!     store them
//! ```
//!
//! Departures, and why:
//!
//! 1. *A shuffled copy.* Both numbers of a pair are in one vector v. With a copy w of it, in which every number has changed places with its partner, the turn
//!    is v + s·t·w with signs s = −1 where the bit is 0 and +1 where it is 1: one shuffle and one multiply-add for each vector and qubit.
//! 2. *Tiles of eight vectors.* A block is one to sixteen vectors a part, depending on precision and processor. As many blocks are taken together as fill eight
//!    registers, so that three more qubits (with the wide vectors: the last lane bit and the lowest rows) are turned before anything goes back to the cache.
//! 3. *Registers of fewer than [`LANE_QUBITS`] qubits* have empty lanes, which must stay empty, and are turned number by number.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::block::{LANE_QUBITS, LANES, REALS};
use super::real::Real;
use super::rotation::{Turn, turned};
use pulp::Simd;

/// Coefficients of the partners across each bit of a lane.
pub(super) struct Signed<T: Real, S: Simd>(pub(super) [T::Vector<S>; LANE_QUBITS]);

impl<T: Real, S: Simd> Signed<T, S> {
    /// −`size` where the bit is 0, +`size` where it is 1.
    #[inline(always)]
    pub(super) fn of(simd: S, size: T::Vector<S>) -> Self {
        let mut signed = [size; LANE_QUBITS];
        for bit in 0..LANE_QUBITS {
            let mut signs = [T::of(1.0); LANES];
            for l in 0..LANES {
                if l >> bit & 1 == 0 {
                    signs[l] = T::of(-1.0);
                }
            }
            signed[bit] = T::mul(simd, size, T::vectors::<S>(&signs)[0]);
        }
        Self(signed)
    }
}

/// Turns the qubits of a block, and as many of the lowest bits of a block's number as fit into registers: returns how many.
#[inline(always)]
pub(super) fn turn_low<T: Real, S: Simd>(
    simd: S,
    data: &mut [T],
    qubits: usize,
    turn: impl Turn<T, S>,
) -> usize {
    if qubits < LANE_QUBITS {
        turn_few::<T, S>(simd, data, qubits, turn);
        return 0;
    }
    let vectors = LANES / T::lanes::<S>();
    let whole = data.len() / REALS * vectors >= 8;
    match (vectors, whole) {
        (1, true) => turn_tiles::<T, S, 1, 8, 16>(simd, data, turn),
        (1, false) => turn_tiles::<T, S, 1, 1, 2>(simd, data, turn),
        (2, true) => turn_tiles::<T, S, 2, 8, 16>(simd, data, turn),
        (2, false) => turn_tiles::<T, S, 2, 2, 4>(simd, data, turn),
        (4, true) => turn_tiles::<T, S, 4, 8, 16>(simd, data, turn),
        (4, false) => turn_tiles::<T, S, 4, 4, 8>(simd, data, turn),
        (8, _) => turn_tiles::<T, S, 8, 8, 16>(simd, data, turn),
        _ => turn_tiles::<T, S, 16, 16, 32>(simd, data, turn),
    }
}

/// Turns tiles of M vectors a part, of which N are a block's; W is twice M. Returns log₂ M/N.
#[inline(always)]
fn turn_tiles<T: Real, S: Simd, const N: usize, const M: usize, const W: usize>(
    simd: S,
    data: &mut [T],
    turn: impl Turn<T, S>,
) -> usize {
    let signed = Signed::<T, S>::of(simd, turn.other(simd));
    let (tiles, _) = T::vectors_mut::<S>(data).as_chunks_mut::<W>();
    for tile in tiles {
        for part in 0..2 {
            let mut v = [tile[0]; M];
            for m in 0..M {
                v[m] = tile[place::<N>(part, m)];
            }
            turn_within::<T, S, M>(simd, &mut v, &signed, turn);
            turned::<T, S, M>(simd, &mut v, turn);
            for m in 0..M {
                tile[place::<N>(part, m)] = v[m];
            }
        }
    }
    (M / N).trailing_zeros() as usize
}

/// Where in a tile the m-th vector of a part stands: blocks hold N vectors of the real part, then N of the imaginary one.
#[inline(always)]
pub(super) fn place<const N: usize>(part: usize, m: usize) -> usize {
    m / N * 2 * N + part * N + m % N
}

/// Turns the bits of the lanes of M vectors.
#[inline(always)]
fn turn_within<T: Real, S: Simd, const M: usize>(
    simd: S,
    v: &mut [T::Vector<S>; M],
    signed: &Signed<T, S>,
    turn: impl Turn<T, S>,
) {
    for m in 0..M {
        if T::lanes::<S>() > 1 {
            v[m] = turn.across(simd, v[m], T::across::<S, 0>(v[m]), signed.0[0]);
        }
        if T::lanes::<S>() > 2 {
            v[m] = turn.across(simd, v[m], T::across::<S, 1>(v[m]), signed.0[1]);
        }
        if T::lanes::<S>() > 4 {
            v[m] = turn.across(simd, v[m], T::across::<S, 2>(v[m]), signed.0[2]);
        }
        if T::lanes::<S>() > 8 {
            v[m] = turn.across(simd, v[m], T::across::<S, 3>(v[m]), signed.0[3]);
        }
    }
}

/// The turn of a register that does not fill a block.
#[inline(always)]
fn turn_few<T: Real, S: Simd>(simd: S, data: &mut [T], qubits: usize, turn: impl Turn<T, S>) {
    for part in data.chunks_exact_mut(LANES) {
        for qubit in 0..qubits {
            for zero in (0..1 << qubits).filter(|l| l >> qubit & 1 == 0) {
                let one = zero | 1 << qubit;
                let pair = [T::splat(simd, part[zero]), T::splat(simd, part[one])];
                let turned = turn.pair(simd, pair);
                part[zero] = T::first::<S>(turned[0]);
                part[one] = T::first::<S>(turned[1]);
            }
        }
    }
}
