//! Turns by an angle for each qubit of the four lowest, whose pairs of numbers lie within a block,
//! and the same undone on two states.
//!
//! ```text
//! for each block: for each qubit of a lane: turn all lanes, with the copy in which each has
//!     changed places with the other of its pair
//! ```
//!
//! One qubit after the other, a departure from `each_qubit`: shuffles share their places in the
//! processor with multiplications, and two qubits at once would take more of both. What belongs to
//! the bit of a lane is ± λ times the copy of φ; the signs wait for the sum, but for a bit that is
//! worth a line of sums (`sums`).
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::lanes::signs;
use crate::sim::forward::rotation::{LoadedRotation, Rotation, written_out};
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::multiply::{lanes as load, with_vectors};
use crate::sim::real::{Real, lane_count};
use crate::sim::vector::block::{LANE_QUBITS, LANES};
use crate::sim::vector::sums::{SumLine, line};

/// Turns the qubits of the lanes: the first four of a list, or as many as there are.
pub(in crate::sim) struct TurnLanesEach<'a, T> {
    pub(in crate::sim) data: &'a mut [T],
    pub(in crate::sim) rotations: &'a [Rotation],
}

/// Undoes them on two states and adds up what belongs to each.
pub(in crate::sim) struct UndoLanesEach<'a, T> {
    pub(in crate::sim) state: &'a mut [T],
    pub(in crate::sim) image: &'a mut [T],
    pub(in crate::sim) rotations: &'a [Rotation],
    pub(in crate::sim) sums: &'a mut [f64],
}

/// The coefficients of the qubits of lanes: cos β, and sin β with the sign of each lane where a
/// lane's bit is within a vector.
struct LaneTurns<T: Real, S: InstructionSet> {
    turns: [LoadedRotation<T, S>; LANE_QUBITS],
    cosines: [T::Vector<S>; LANE_QUBITS],
    sines: [T::Vector<S>; LANE_QUBITS],
}

/// Does `$body` for each bit `$B` of a lane that is within a vector of type `$T` and `$S`, `$FLIP`
/// its worth.
macro_rules! for_each_bit_within {
    ($T:ident, $S:ident, |$B:ident, $FLIP:ident| $body:expr) => {
        written_out!(4, |$B| {
            const $FLIP: usize = 1 << $B;
            if const { $FLIP < lane_count::<$T, $S>() } {
                $body
            }
        })
    };
}

/// Does `$body` for each bit `$B` of a lane that tells vectors apart, and for each pair of the `$N`
/// across it, at `$a` and `$b`.
macro_rules! for_each_pair_of_vectors {
    ($T:ident, $S:ident, $N:ident, |$B:ident, $a:ident, $b:ident| $body:expr) => {
        written_out!(4, |$B| {
            let apart = (1 << $B) / lane_count::<$T, $S>();
            for $a in 0..$N {
                if $a & apart == 0 && apart > 0 {
                    let $b = ($a + apart) % $N;
                    $body
                }
            }
        })
    };
}

impl<T: Real, S: InstructionSet> LaneTurns<T, S> {
    #[inline(always)]
    fn of(simd: S, rotations: &[Rotation]) -> Self {
        // a state of fewer qubits leaves lanes empty, which stay so
        let mut all = [Rotation::NONE; LANE_QUBITS];
        for q in 0..rotations.len().min(LANE_QUBITS) {
            all[q] = rotations[q];
        }
        let mut of = Self {
            turns: [LoadedRotation::of(simd, all[0]); LANE_QUBITS],
            cosines: [T::splat(simd, T::ZERO); LANE_QUBITS],
            sines: [T::splat(simd, T::ZERO); LANE_QUBITS],
        };
        for q in 0..LANE_QUBITS {
            let sine = T::splat(simd, T::of(all[q].sine));
            of.turns[q] = LoadedRotation::of(simd, all[q]);
            of.cosines[q] = T::splat(simd, T::of(all[q].cosine));
            of.sines[q] = T::mul(simd, sine, signs::<T, S>(1 << q));
        }
        of
    }

    /// A vector turned in the bit `q` of its lanes, from it and its copy.
    #[inline(always)]
    fn within(&self, simd: S, q: usize, v: T::Vector<S>, opposite: T::Vector<S>) -> T::Vector<S> {
        let own = T::mul(simd, self.cosines[q], v);
        T::mul_add(simd, self.sines[q], opposite, own)
    }
}

impl<T: Real> Operation for TurnLanesEach<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        with_vectors!(T, S, self.walk(simd));
    }
}

impl<T: Real> TurnLanesEach<'_, T> {
    #[inline(always)]
    fn walk<S: InstructionSet, const N: usize>(self, simd: S) {
        let turns = LaneTurns::<T, S>::of(simd, self.rotations);
        for part in self.data.as_chunks_mut::<LANES>().0 {
            let mut v = load::<T, S, N>(part);
            for_each_bit_within!(T, S, |Q, FLIP| {
                for m in 0..N {
                    let opposite = T::flipped::<S, FLIP>(v[m]);
                    v[m] = turns.within(simd, Q, v[m], opposite);
                }
            });
            for_each_pair_of_vectors!(T, S, N, |Q, a, b| {
                [v[a], v[b]] = turns.turns[Q].pair(simd, [v[a], v[b]]);
            });
            let stored = T::vectors_mut::<S>(part);
            for m in 0..N {
                stored[m] = v[m];
            }
        }
    }
}

impl<T: Real> Operation for UndoLanesEach<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        with_vectors!(T, S, self.walk(simd));
    }
}

impl<T: Real> UndoLanesEach<'_, T> {
    #[inline(always)]
    fn walk<S: InstructionSet, const N: usize>(self, simd: S) {
        let turns = LaneTurns::<T, S>::of(simd, self.rotations);
        let mut sums: [SumLine<T, S>; LANE_QUBITS] = [
            SumLine::zero(simd),
            SumLine::zero(simd),
            SumLine::zero(simd),
            SumLine::zero(simd),
        ];
        let (states, _) = self.state.as_chunks_mut::<LANES>();
        let (images, _) = self.image.as_chunks_mut::<LANES>();
        for (state, image) in states.iter_mut().zip(images) {
            let (mut p, mut l) = (load::<T, S, N>(state), load::<T, S, N>(image));
            for_each_bit_within!(T, S, |Q, FLIP| {
                for m in 0..N {
                    let opposite = T::flipped::<S, FLIP>(p[m]);
                    sums[Q].add(simd, m, l[m], opposite);
                    p[m] = turns.within(simd, Q, p[m], opposite);
                    l[m] = turns.within(simd, Q, l[m], T::flipped::<S, FLIP>(l[m]));
                }
            });
            for_each_pair_of_vectors!(T, S, N, |Q, a, b| {
                sums[Q].add(simd, b, l[b], p[a]);
                if 1 << Q < line::<T>() {
                    sums[Q].add(simd, a, l[a], p[b]);
                } else {
                    sums[Q].sub(simd, a, l[a], p[b]);
                }
                [p[a], p[b]] = turns.turns[Q].pair(simd, [p[a], p[b]]);
                [l[a], l[b]] = turns.turns[Q].pair(simd, [l[a], l[b]]);
            });
            let (state, image) = (T::vectors_mut::<S>(state), T::vectors_mut::<S>(image));
            for m in 0..N {
                (state[m], image[m]) = (p[m], l[m]);
            }
        }
        for q in 0..self.sums.len().min(LANE_QUBITS) {
            let signed = |place: usize| if place >> q & 1 == 0 { -1.0 } else { 1.0 };
            self.sums[q] += if 1 << q < line::<T>() {
                sums[q].weighed(signed)
            } else {
                sums[q].total()
            };
        }
    }
}
