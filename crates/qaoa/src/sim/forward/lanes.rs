//! Turns of the four lowest qubits, whose pairs of numbers lie within a vector or in neighboring
//! ones.
//!
//! ```text
//! for each two bits of a lane: turn every four numbers across them
//! for a bit of a lane and a bit of a vector's place in the block: the same
//! for each two bits of a vector's place: turn the vectors
//! ```
//!
//! Departures, and why:
//!
//! 1. *Shuffled copies.* Four numbers across two bits of a lane are in one vector v. With a copy of
//!    it in which every number has changed places with the opposite one, D = v ∓ copy holds (d, s,
//!    s, −d) of `rotation`, and with Q = (s, d, −d, s), which is D shuffled across the lower bit,
//!    W = Q ± t·D holds (p, q, −q, p), and the turn is v ∓ m·W: two shuffles, an addition and two
//!    multiply-adds for each vector and two qubits.
//! 2. *A bit of a lane with a bit of a place*, where the lanes have an odd number of bits: D = v₀ ∓
//!    copy of v₁ holds (d, s), Q is (s, d), and both vectors come of these two.
//!
//!    Each number is rounded as two bits of a vector's place round it
//!    (`LoadedRotation::quad_of_block`), so
//!    it does not matter how many lanes there are.
//!
//! States of fewer than four qubits have empty lanes, which must stay empty: `each_lane` turns
//! them.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::rotation::{LoadedRotation, Rotation};
use crate::sim::instructions::InstructionSet;
use crate::sim::real::{Real, lane_count};
use crate::sim::vector::block::LANES;

/// A turn of the bits of lanes: its coefficients, with signs. There are not registers for all of
/// them: they lie where a line of the cache holds one.
#[repr(align(64))]
pub(in crate::sim) struct LaneTurn<T: Real, S: InstructionSet> {
    pub(in crate::sim) turn: LoadedRotation<T, S>,
    /// −1 where the bits 0 and 1 of a lane are equal, +1 where they differ; and of the bits 2
    /// and 3.
    outer: [T::Vector<S>; 2],
    /// −t and −m where the bit 0 of a lane is 0, +t and +m where it is 1; and of the bit 2.
    inner: [[T::Vector<S>; 2]; 2],
    /// −1, −t and −m where the highest bit of a lane is 0; +1, +t and +m where it is 1.
    highest: [T::Vector<S>; 3],
}

impl<T: Real, S: InstructionSet> Clone for LaneTurn<T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Real, S: InstructionSet> Copy for LaneTurn<T, S> {}

/// −1 where an even number of `bits` is set in the number of a lane, +1 where an odd number is.
#[inline(always)]
pub(in crate::sim) fn signs<T: Real, S: InstructionSet>(bits: usize) -> T::Vector<S> {
    let mut signs = [T::of(1.0); LANES];
    for l in 0..LANES {
        if (l & bits).count_ones().is_multiple_of(2) {
            signs[l] = T::of(-1.0);
        }
    }
    T::vectors::<S>(&signs)[0]
}

/// The highest bit of a lane.
#[inline(always)]
fn highest<T: Real, S: InstructionSet>() -> usize {
    lane_count::<T, S>() / 2
}

impl<T: Real, S: InstructionSet> LaneTurn<T, S> {
    #[inline(always)]
    pub(in crate::sim) fn of(simd: S, rotation: Rotation) -> Self {
        let turn = LoadedRotation::of(simd, rotation);
        let (first, third) = (signs::<T, S>(1), signs::<T, S>(4));
        let of_highest = signs::<T, S>(highest::<T, S>());
        Self {
            turn,
            outer: [signs::<T, S>(3), signs::<T, S>(12)],
            inner: [
                [
                    T::mul(simd, turn.tangent, first),
                    T::mul(simd, turn.mixed, first),
                ],
                [
                    T::mul(simd, turn.tangent, third),
                    T::mul(simd, turn.mixed, third),
                ],
            ],
            highest: [
                of_highest,
                T::mul(simd, turn.tangent, of_highest),
                T::mul(simd, turn.mixed, of_highest),
            ],
        }
    }

    #[inline(always)]
    #[allow(
        clippy::manual_map,
        reason = "a closure would not be compiled for the processor's instructions"
    )]
    pub(in crate::sim) fn maybe(simd: S, rotation: Option<Rotation>) -> Option<Self> {
        match rotation {
            Some(rotation) => Some(Self::of(simd, rotation)),
            None => None,
        }
    }

    /// D and Q of the bits `LOW` and 2·`LOW` of the lanes of a vector.
    #[inline(always)]
    pub(in crate::sim) fn within<const LOW: usize, const BOTH: usize>(
        &self,
        simd: S,
        v: T::Vector<S>,
    ) -> [T::Vector<S>; 2] {
        let opposite = T::flipped::<S, BOTH>(v);
        let d = T::mul_add(simd, self.outer[LOW / 4], opposite, v);
        [d, T::flipped::<S, LOW>(d)]
    }

    #[inline(always)]
    pub(in crate::sim) fn turn_within<const LOW: usize>(
        &self,
        simd: S,
        v: T::Vector<S>,
        [d, q]: [T::Vector<S>; 2],
    ) -> T::Vector<S> {
        let [tangent, mixed] = self.inner[LOW / 4];
        T::mul_add(simd, mixed, T::sub_mul(simd, tangent, d, q), v)
    }

    /// D and Q of the highest bit of a lane and the place of two vectors.
    #[inline(always)]
    pub(in crate::sim) fn beside(&self, simd: S, v: [T::Vector<S>; 2]) -> [T::Vector<S>; 2] {
        let opposite = across_highest::<T, S>(v[1]);
        let d = T::mul_add(simd, self.highest[0], opposite, v[0]);
        [d, across_highest::<T, S>(d)]
    }

    #[inline(always)]
    pub(in crate::sim) fn turn_beside(
        &self,
        simd: S,
        v: [T::Vector<S>; 2],
        [d, q]: [T::Vector<S>; 2],
    ) -> [T::Vector<S>; 2] {
        let [_, tangent, mixed] = self.highest;
        let first = T::sub_mul(simd, tangent, d, q);
        let second = T::mul_add(simd, tangent, q, d);
        [
            T::mul_add(simd, mixed, first, v[0]),
            T::mul_add(simd, self.turn.mixed, second, v[1]),
        ]
    }

    /// Turns the four lowest qubits of one part of a block, N vectors.
    #[inline(always)]
    pub(in crate::sim) fn part<const N: usize>(&self, simd: S, v: &mut [T::Vector<S>; N]) {
        for m in 0..N {
            if const { lane_count::<T, S>() >= 4 } {
                v[m] = self.turn_within::<1>(simd, v[m], self.within::<1, 3>(simd, v[m]));
            }
            if const { lane_count::<T, S>() >= 16 } {
                v[m] = self.turn_within::<4>(simd, v[m], self.within::<4, 12>(simd, v[m]));
            }
        }
        match const { N } {
            1 => {}
            2 => self.beside_at(simd, v, 0),
            4 => {
                self.places_at(simd, v, 0, 1);
            }
            8 => {
                for i in 0..4 {
                    self.beside_at(simd, v, 2 * i);
                }
                for i in 0..2 {
                    self.places_at(simd, v, i, 2);
                }
            }
            _ => unreachable!("a vector has two lanes at least"),
        }
    }

    /// Turns two bits of the place of the vectors `first`, `first + step` and so on; returns the d
    /// and s that they had.
    #[inline(always)]
    pub(in crate::sim) fn places_at<const N: usize>(
        &self,
        simd: S,
        v: &mut [T::Vector<S>; N],
        first: usize,
        step: usize,
    ) -> [T::Vector<S>; 2] {
        let at = |i: usize| (first + i * step) % N;
        let x = [v[at(0)], v[at(1)], v[at(2)], v[at(3)]];
        let (d, s) = (T::sub(simd, x[0], x[3]), T::add(simd, x[1], x[2]));
        let y = self.turn.quad_of_block(simd, x, d, s);
        for i in 0..4 {
            v[at(i)] = y[i];
        }
        [d, s]
    }

    #[inline(always)]
    fn beside_at<const N: usize>(&self, simd: S, v: &mut [T::Vector<S>; N], i: usize) {
        let pair = [v[i], v[i + 1]];
        [v[i], v[i + 1]] = self.turn_beside(simd, pair, self.beside(simd, pair));
    }
}

/// A vector with its halves exchanged.
#[inline(always)]
fn across_highest<T: Real, S: InstructionSet>(v: T::Vector<S>) -> T::Vector<S> {
    match const { lane_count::<T, S>() } {
        2 => T::flipped::<S, 1>(v),
        4 => T::flipped::<S, 2>(v),
        8 => T::flipped::<S, 4>(v),
        16 => T::flipped::<S, 8>(v),
        _ => v,
    }
}
