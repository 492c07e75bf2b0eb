//! A cost as a polynomial, E(x) = Σ_{S ⊆ x} c_S, and the transforms between its coefficients and
//! its values.
//!
//! > values from coefficients: for each bit: E(x with the bit) += E(x without it)
//! > sums over values for each coefficient, W_S = Σ_{x ⊇ S} w(x): for each bit: w(x without it) +=
//! >   w(x with it)
//!
//! On amplitudes that share all but t of their bits, the terms whose other part lies within the
//! shared bits are added to a small array at the place of their free part; then either transform
//! takes t/2 additions for each amplitude, however many terms there are. Exact where the
//! coefficients are whole numbers.

use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::Vectors;
use crate::sim::vector::block::{LANE_QUBITS, LANES, Lanes};
use crate::sim::walk::place::BlockPlace;
use crate::sim::walk::plan::ONE_TILE;
use std::sync::OnceLock;

/// Coefficients c_S by the mask of S, over n ≤ 63 variables.
#[derive(Clone, Debug, Default)]
pub(in crate::sim) struct TermList {
    pub(in crate::sim) n: usize,
    pub(in crate::sim) list: Vec<(u64, f64)>,
    /// E(x) of all states, once they are asked for, where one piece holds them all or there are as
    /// many terms.
    values: OnceLock<Vec<f64>>,
}

impl TermList {
    pub(in crate::sim) fn new(n: usize, list: Vec<(u64, f64)>) -> Self {
        Self {
            n,
            list,
            values: OnceLock::new(),
        }
    }

    /// Σ_x E(x) / 2ⁿ = Σ_S c_S / 2^|S|.
    pub(in crate::sim) fn mean(&self) -> f64 {
        self.list.iter().map(|&(mask, c)| c * share(mask)).sum()
    }

    /// Σ_S |c_S|, which no sum of terms exceeds.
    pub(in crate::sim) fn size(&self) -> f64 {
        self.list.iter().map(|(_, c)| c.abs()).sum()
    }

    /// Whether there are so many terms that E(x) of all states takes no more memory than they do.
    /// Then it is kept, as to look at every term in every piece would take 4ⁿ steps.
    pub(in crate::sim) fn is_dense(&self) -> bool {
        self.list.len() >= 1 << (self.n.max(1) - 1)
    }

    /// E(x) of all states, by one transform, in blocks.
    fn kept(&self, instructions: Instructions) -> &[f64] {
        self.values.get_or_init(|| {
            let mut values = vec![0.0; LANES.max(1 << self.n)];
            for &(mask, c) in &self.list {
                values[mask as usize] += c;
            }
            instructions.run(Transform::<true> {
                values: &mut values,
                bits: self.n,
            });
            values
        })
    }

    /// Writes `scale`·E(x) for all amplitudes of a piece of `blocks` blocks.
    pub(in crate::sim) fn evaluate(
        &self,
        scale: f64,
        place: BlockPlace,
        blocks: usize,
        instructions: Instructions,
        values: &mut Vec<f64>,
    ) {
        values.clear();
        if self.is_dense() {
            let (kept, _) = self.kept(instructions).as_chunks::<LANES>();
            for block in 0..blocks {
                let energies = &kept[place.block_in_state(block)];
                values.extend(energies.iter().map(|energy| energy * scale));
            }
            return;
        }
        values.resize(blocks * LANES, 0.0);
        self.for_each_within(place, blocks, |_, c, at| values[at] += c * scale);
        let bits = self.bits(values.len());
        instructions.run(Transform::<true> { values, bits });
    }

    /// E(x) for all amplitudes of a piece of `blocks` blocks: written to `room`, or kept from the
    /// first time where the piece is a whole state that is one tile. There the transform takes
    /// longer than the sum over the states.
    pub(in crate::sim) fn energies<'a>(
        &'a self,
        place: BlockPlace,
        blocks: usize,
        with: Instructions,
        room: &'a mut Vec<f64>,
    ) -> &'a [f64] {
        if self.n <= ONE_TILE && blocks * LANES >= 1 << self.n {
            return self.kept(with);
        }
        self.evaluate(1.0, place, blocks, with, room);
        room
    }

    /// The bits by which numbers of an array of `len` differ: fewer than its length where lanes are
    /// empty.
    fn bits(&self, len: usize) -> usize {
        self.n.min(len.trailing_zeros() as usize)
    }

    /// Calls `each` for the terms that are not zero on all of a piece, with the place of their free
    /// part.
    pub(in crate::sim) fn for_each_within(
        &self,
        place: BlockPlace,
        blocks: usize,
        mut each: impl FnMut(usize, f64, usize),
    ) {
        let (fixed, free) = place.fixed_and_free(blocks);
        for (term, &(mask, c)) in self.list.iter().enumerate() {
            let mask = mask as usize;
            if mask & !(fixed | free) == 0 {
                each(term, c, place.local(mask & free));
            }
        }
    }
}

/// 1 / 2^|S|, the share of the states that hold all of S.
fn share(mask: u64) -> f64 {
    f64::from_bits((1023 - u64::from(mask.count_ones())) << 52)
}

/// The transform over the lowest `bits` bits, upward (values from coefficients) or down.
pub(in crate::sim) struct Transform<'a, const UP: bool> {
    pub(in crate::sim) values: &'a mut [f64],
    pub(in crate::sim) bits: usize,
}

impl<const UP: bool> Operation for Transform<'_, UP> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        for block in self.values.as_chunks_mut::<LANES>().0 {
            let (vectors, _) = S::as_mut_simd_f64s(block);
            if self.bits > 0 {
                add_lanes::<S, UP, 1>(simd, vectors);
            }
            if self.bits > 1 {
                add_lanes::<S, UP, 2>(simd, vectors);
            }
            if self.bits > 2 {
                add_lanes::<S, UP, 4>(simd, vectors);
            }
            if self.bits > 3 {
                add_lanes::<S, UP, 8>(simd, vectors);
            }
        }
        for bit in 4..self.bits {
            for pair in self.values.chunks_exact_mut(2 << bit) {
                let (without, with) = pair.split_at_mut(1 << bit);
                let (from, to) = if UP { (without, with) } else { (with, without) };
                let (from, _) = S::as_simd_f64s(from);
                let (to, _) = S::as_mut_simd_f64s(to);
                for (sum, part) in to.iter_mut().zip(from) {
                    *sum = simd.add_f64s(*sum, *part);
                }
            }
        }
    }
}

/// The transform over the lanes `FLIP` apart of a block. Explicit vectors: of a loop over numbers
/// the compiler makes one that gathers and scatters blocks.
#[inline(always)]
fn add_lanes<S: InstructionSet, const UP: bool, const FLIP: usize>(simd: S, v: &mut [S::f64s]) {
    let apart = FLIP / S::F64_LANES;
    for m in 0..v.len() {
        if apart == 0 {
            let (receiving, _) =
                S::as_simd_f64s(&RECEIVING[usize::from(UP)][FLIP.ilog2() as usize]);
            let others = f64::flipped::<S, FLIP>(v[m]);
            v[m] = <f64 as Vectors>::mul_add(simd, others, receiving[0], v[m]);
        } else if m & apart == 0 {
            let (from, to) = if UP { (m, m + apart) } else { (m + apart, m) };
            v[to] = simd.add_f64s(v[to], v[from]);
        }
    }
}

/// Downward and upward, for each bit of a lane: 1 in lanes that receive, 0 in those that give.
const RECEIVING: [[Lanes<f64>; LANE_QUBITS]; 2] = {
    let mut receiving = [[[0.0; LANES]; LANE_QUBITS]; 2];
    let mut at = 0;
    while at < LANE_QUBITS * LANES {
        let (bit, lane) = (at / LANES, at % LANES);
        receiving[lane >> bit & 1][bit][lane] = 1.0;
        at += 1;
    }
    receiving
};
