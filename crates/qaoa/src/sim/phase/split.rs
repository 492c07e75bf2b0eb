//! The phases of a polynomial on a piece as products of three short tables, and the overlaps of its
//! terms from three short sums.
//!
//! > θ(x) = A(j) + B(k, l) + C(h, l),  x is a block's number j in the piece and a lane l, and j is
//! >   its high bits h and its low bits k
//!
//! ```text
//! for each term within the piece: without lanes: to A; with lanes, but without high bits: to B;
//!     with lanes, but without low bits: to C
//! sums over subsets of each (see `terms`); sine and cosine of all entries
//! factor of a block j = h·2^b + k: e^{−iA(j)} · e^{−iB(k)} · e^{−iC(h)}, sixteen lanes at once
//! ```
//!
//! Of a piece of 2^t amplitudes a sine and a cosine are taken about 3·2^{t/2} times, and for one
//! amplitude in sixteen (A); what is left for each is two products. Every cost of terms of one and
//! two variables is of this kind. Where a term joins lanes, low and high bits, and in short pieces,
//! b is all of j and B is all of θ.
//!
//! What the gradient asks for is the same backward: W_S = Σ_{x ⊇ S} w(x) of a term S within A is a
//! sum over subsets of Σ_l w, and so on.
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use crate::sim::cost::terms::{TermList, Transform};
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::factors::rotors;
use crate::sim::phase::multiply::{add_to, lanes, with_vectors};
use crate::sim::real::{Real, lane_count};
use crate::sim::vector::block::{LANE_QUBITS, LANES, Lanes, REALS};
use crate::sim::walk::place::BlockPlace;

/// Pieces of fewer bits of a block's number are not split: three tables would have as many entries.
const SHORT: usize = 4;

/// A polynomial split on a piece: angles, then factors.
#[derive(Debug)]
pub(in crate::sim) struct Split<T> {
    /// Bits of a block's number in the piece, and those of them that are low; all, where nothing is
    /// split.
    bits: usize,
    low_bits: usize,
    /// A(j), B(k, l) and C(h, l), or the sums that belong to them.
    numbers: [Vec<f64>; 3],
    blocks: Vec<[T; 2]>,
    low: Vec<[T; REALS]>,
    high: Vec<[T; REALS]>,
}

impl<T> Default for Split<T> {
    fn default() -> Self {
        Self {
            bits: 0,
            low_bits: 0,
            numbers: [Vec::new(), Vec::new(), Vec::new()],
            blocks: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
        }
    }
}

/// Where the coefficient of a term belongs.
#[derive(Clone, Copy)]
struct TermPart {
    table: usize,
    at: usize,
}

impl<T: Real> Split<T> {
    /// Takes the polynomial `scale`·E on a piece of `blocks` blocks.
    pub(in crate::sim) fn take(
        &mut self,
        terms: &TermList,
        scale: f64,
        (place, blocks): (BlockPlace, usize),
        with: Instructions,
    ) {
        self.bits = blocks.trailing_zeros() as usize;
        self.low_bits = if self.bits < SHORT {
            self.bits
        } else {
            self.bits / 2
        };
        if terms.is_dense() {
            self.low_bits = self.bits;
            self.clear();
            terms.evaluate(scale, place, blocks, with, &mut self.numbers[1]);
        } else {
            if !self.add(terms, scale, place) {
                self.low_bits = self.bits;
                self.add(terms, scale, place);
            }
            self.transform::<true>(terms.n, with);
        }
        let [of_blocks, of_low, of_high] = &self.numbers;
        resize(&mut self.low, of_low);
        with.run(Rotate {
            angles: of_low,
            factors: &mut self.low,
        });
        if !self.is_whole() {
            resize(&mut self.high, of_high);
            with.run(Rotate {
                angles: of_high,
                factors: &mut self.high,
            });
            self.blocks.resize(blocks, [T::ZERO; 2]);
            with.run(RotatePairs {
                angles: of_blocks,
                factors: &mut self.blocks,
            });
        }
    }

    /// Adds to `sums` for each term S of the polynomial that was taken its Σ_{x ⊇ S} w(x) over the
    /// piece. The factors are lost.
    pub(in crate::sim) fn gather(
        &mut self,
        terms: &TermList,
        place: BlockPlace,
        with: Instructions,
        overlaps: &[T],
        sums: &mut Vec<f64>,
    ) {
        sums.resize(terms.list.len(), 0.0);
        self.clear();
        let (overlaps, _) = overlaps.as_chunks::<LANES>();
        with.run(Fold {
            overlaps,
            low_bits: self.low_bits,
            sums: &mut self.numbers,
            over_high: &mut self.low,
        });
        self.transform::<false>(terms.n, with);
        terms.for_each_within(place, 1 << self.bits, |term, _, at| {
            if let Some(TermPart { table, at }) = self.part(at) {
                sums[term] += self.numbers[table][at];
            }
        });
    }

    /// Σ w(x)·E(x) over the piece, of many terms. The factors are lost.
    pub(in crate::sim) fn weigh(
        &mut self,
        terms: &TermList,
        place: BlockPlace,
        with: Instructions,
        overlaps: &[T],
    ) -> f64 {
        let energies = &mut self.numbers[1];
        terms.evaluate(1.0, place, overlaps.len() / LANES, with, energies);
        let products = overlaps.iter().zip(energies).map(|(w, e)| w.wide() * *e);
        products.sum()
    }

    /// The factors of the polynomial that was taken.
    pub(in crate::sim) fn factors(&self) -> FactorProduct<'_, T> {
        FactorProduct {
            low_bits: self.low_bits,
            blocks: if self.is_whole() { &[] } else { &self.blocks },
            low: &self.low,
            high: &self.high,
        }
    }

    fn is_whole(&self) -> bool {
        self.low_bits == self.bits
    }

    /// Numbers for the tables, all 0: at least a block of each.
    fn clear(&mut self) {
        let high_bits = self.bits - self.low_bits;
        let blocks = if self.is_whole() { 0 } else { 1 << self.bits };
        let lens = [blocks, LANES << self.low_bits, LANES << high_bits];
        for (numbers, len) in self.numbers.iter_mut().zip(lens) {
            numbers.clear();
            numbers.resize(len, 0.0);
        }
    }

    /// Writes the coefficients to their places; false where one has none.
    fn add(&mut self, terms: &TermList, scale: f64, place: BlockPlace) -> bool {
        self.clear();
        let mut split = true;
        terms.for_each_within(place, 1 << self.bits, |_, c, at| match self.part(at) {
            Some(TermPart { table, at }) => self.numbers[table][at] += c * scale,
            None => split = false,
        });
        split
    }

    /// Where a term's coefficient belongs, from its place in the piece.
    fn part(&self, at: usize) -> Option<TermPart> {
        let (lanes, block) = (at % LANES, at >> LANE_QUBITS);
        let high = block >> self.low_bits;
        let low = block & ((1 << self.low_bits) - 1);
        let (table, at) = match (lanes, low, high) {
            (_, _, 0) if self.is_whole() => (1, at),
            (0, _, _) => (0, block),
            (_, _, 0) => (1, at),
            (_, 0, _) => (2, high << LANE_QUBITS | lanes),
            _ => return None,
        };
        Some(TermPart { table, at })
    }

    fn transform<const UP: bool>(&mut self, n: usize, with: Instructions) {
        let [of_blocks, of_low, of_high] = &mut self.numbers;
        let lane_bits = n.min(LANE_QUBITS);
        for (values, bits) in [
            (of_low, lane_bits + self.low_bits),
            (of_high, lane_bits + self.bits - self.low_bits),
            (of_blocks, self.bits),
        ] {
            if !values.is_empty() {
                with.run(Transform::<UP> { values, bits });
            }
        }
    }
}

fn resize<T: Real>(factors: &mut Vec<[T; REALS]>, angles: &[f64]) {
    factors.resize(angles.len() / LANES, [T::ZERO; REALS]);
}

/// The tables of factors of a piece.
#[derive(Clone, Copy)]
pub(in crate::sim) struct FactorProduct<'a, T> {
    pub(in crate::sim) low_bits: usize,
    /// Those of A; none where B is all there is.
    pub(in crate::sim) blocks: &'a [[T; 2]],
    /// Those of B, as the parts of a block.
    pub(in crate::sim) low: &'a [[T; REALS]],
    /// Those of C.
    pub(in crate::sim) high: &'a [[T; REALS]],
}

/// Factors of angles, block by block.
struct Rotate<'a, T> {
    angles: &'a [f64],
    factors: &'a mut [[T; REALS]],
}

impl<T: Real> Operation for Rotate<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let (angles, _) = self.angles.as_chunks::<LANES>();
        for (angles, factors) in angles.iter().zip(self.factors) {
            let [re, im] = rotors::<T, S>(simd, angles);
            for l in 0..LANES {
                (factors[l], factors[l + LANES]) = (re[l], im[l]);
            }
        }
    }
}

/// Factors of angles, one after the other.
struct RotatePairs<'a, T> {
    angles: &'a [f64],
    factors: &'a mut [[T; 2]],
}

impl<T: Real> Operation for RotatePairs<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let (angles, _) = self.angles.as_chunks::<LANES>();
        let (factors, _) = self.factors.as_chunks_mut::<LANES>();
        for (angles, factors) in angles.iter().zip(factors) {
            let [re, im] = rotors::<T, S>(simd, angles);
            for l in 0..LANES {
                factors[l] = [re[l], im[l]];
            }
        }
    }
}

/// Sums of the overlaps of a piece over lanes, over high bits and over low bits; short sums are in
/// the precision of the state.
struct Fold<'a, T> {
    overlaps: &'a [Lanes<T>],
    low_bits: usize,
    sums: &'a mut [Vec<f64>; 3],
    /// Room for the sums over high bits.
    over_high: &'a mut [[T; REALS]],
}

impl<T: Real> Operation for Fold<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        with_vectors!(T, S, self.walk(simd));
    }
}

impl<T: Real> Fold<'_, T> {
    #[inline(always)]
    fn walk<S: InstructionSet, const N: usize>(self, simd: S) {
        let [of_blocks, of_low, of_high] = self.sums;
        if of_blocks.is_empty() {
            for (sum, overlap) in of_low.iter_mut().zip(self.overlaps.as_flattened()) {
                *sum = overlap.wide();
            }
            return;
        }
        let zero = T::splat(simd, T::ZERO);
        let (of_high, _) = of_high.as_chunks_mut::<LANES>();
        self.over_high.fill([T::ZERO; REALS]);
        for (h, overlaps) in self.overlaps.chunks_exact(1 << self.low_bits).enumerate() {
            let mut over_low = [zero; N];
            for (k, overlap) in overlaps.iter().enumerate() {
                let overlap = lanes::<T, S, N>(overlap);
                let (over_high, _) = self.over_high[k].split_at_mut(LANES);
                let over_high = T::vectors_mut::<S>(over_high);
                for m in 0..N {
                    over_low[m] = T::add(simd, over_low[m], overlap[m]);
                    over_high[m] = T::add(simd, over_high[m], overlap[m]);
                }
                of_blocks[h << self.low_bits | k] = over_lanes::<T, S, N>(simd, &overlap);
            }
            add_to::<T, S, N>(&mut of_high[h], &over_low);
        }
        let (of_low, _) = of_low.as_chunks_mut::<LANES>();
        for (sums, over_high) in of_low.iter_mut().zip(&*self.over_high) {
            for l in 0..LANES {
                sums[l] = over_high[l].wide();
            }
        }
    }
}

/// The sum of a block's lanes: the upper half to the lower half, and again.
#[inline(always)]
fn over_lanes<T: Real, S: InstructionSet, const N: usize>(simd: S, v: &[T::Vector<S>; N]) -> f64 {
    let (mut sums, mut half) = (*v, N / 2);
    while half > 0 {
        for m in 0..half {
            sums[m] = T::add(simd, sums[m], sums[m + half]);
        }
        half /= 2;
    }
    let mut sum = sums[0];
    if const { lane_count::<T, S>() >= 16 } {
        sum = T::add(simd, sum, T::flipped::<S, 8>(sum));
    }
    if const { lane_count::<T, S>() >= 8 } {
        sum = T::add(simd, sum, T::flipped::<S, 4>(sum));
    }
    if const { lane_count::<T, S>() >= 4 } {
        sum = T::add(simd, sum, T::flipped::<S, 2>(sum));
    }
    sum = T::add(simd, sum, T::flipped::<S, 1>(sum));
    pulp::bytemuck::cast_slice::<_, T>(std::slice::from_ref(&sum))[0].wide()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::phase::factors::Factors;
    use std::f64::consts::PI;

    /// Terms of up to `most` of `n` variables.
    fn polynomial(n: usize, most: u32) -> TermList {
        let masks = (0..1_u64 << n).filter(|mask| mask.count_ones() <= most);
        let kept = masks.filter(|mask| mask.count_ones() < 2 || mask % 3 != 1);
        let list = kept.map(|mask| (mask, (mask as f64 * 0.37).sin() * PI));
        TermList::new(n, list.collect())
    }

    /// Tiles and strips of states of `n` qubits, and the state of each amplitude of them.
    fn pieces(n: usize) -> Vec<(BlockPlace, usize, Vec<usize>)> {
        let blocks = 1_usize << n.saturating_sub(LANE_QUBITS);
        let mut pieces = vec![(BlockPlace::tile(0, blocks), blocks)];
        for part in [2, 8] {
            if blocks >= 16 * part {
                pieces.push((BlockPlace::tile(part - 1, blocks / part), blocks / part));
                pieces.push((BlockPlace::strip(1, 1, blocks / part), part));
                pieces.push((BlockPlace::strip(2, 2, blocks / part), 2 * part));
            }
        }
        let with_states = pieces.into_iter().map(|(place, blocks)| {
            let states = (0..blocks).flat_map(|j| {
                let first = place.block(j) * LANES;
                first..first + LANES.min(1 << n)
            });
            (place, blocks, states.collect())
        });
        with_states.collect()
    }

    struct FusedOverlaps<'a, T> {
        product: FactorProduct<'a, T>,
        blocks: usize,
    }

    impl<T: Real> Operation for FusedOverlaps<'_, T> {
        type Output = Vec<[f64; 2]>;

        fn with_simd<S: InstructionSet>(self, simd: S) -> Vec<[f64; 2]> {
            with_vectors!(T, S, self.factors(simd))
        }
    }

    impl<T: Real> FusedOverlaps<'_, T> {
        fn factors<S: InstructionSet, const N: usize>(self, simd: S) -> Vec<[f64; 2]> {
            let mut found = Vec::new();
            for block in 0..self.blocks {
                let parts = self.product.block::<S, N>(simd, block).expect("factors");
                let [mut re, mut im] = [[0.0; LANES]; 2];
                add_to::<T, S, N>(&mut re, &parts[0]);
                add_to::<T, S, N>(&mut im, &parts[1]);
                found.extend((0..LANES).map(|l| [re[l], im[l]]));
            }
            found
        }
    }

    fn products_agree<T: Real>(n: usize, most: u32) {
        let terms = polynomial(n, most);
        let energies = crate::sim::reference::energies(n, &terms.list);
        for (place, blocks, states) in pieces(n) {
            for with in Instructions::all() {
                let mut split = Split::<T>::default();
                split.take(&terms, 0.7, (place, blocks), with);
                let product = split.factors();
                let found = with.run(FusedOverlaps { product, blocks });
                let lanes = LANES.min(1 << n);
                for (i, &x) in states.iter().enumerate() {
                    let at = i / lanes * LANES + i % lanes;
                    let angle = 0.7 * energies[x];
                    let off = (found[at][0] - angle.cos()).hypot(found[at][1] + angle.sin());
                    assert!(off < 20.0 * T::EPSILON + 1e-13, "{n}, {most}, {x}: {off:e}");
                }
                let weight = |x: usize| (x as f64 * 0.61).cos();
                let mut overlaps = vec![T::ZERO; blocks * LANES];
                for (i, &x) in states.iter().enumerate() {
                    overlaps[i / lanes * LANES + i % lanes] = T::of(weight(x));
                }
                let mut sums = Vec::new();
                split.gather(&terms, place, with, &overlaps, &mut sums);
                for (&(mask, _), sum) in terms.list.iter().zip(&sums) {
                    let within = states.iter().filter(|&&x| mask & !(x as u64) == 0);
                    let expected: f64 = within.map(|&x| weight(x)).sum();
                    let off = (sum - expected).abs();
                    let most = T::EPSILON * states.len() as f64;
                    assert!(off < most + 1e-12, "{n}, {most}, {mask:b}: {off:e}");
                }
            }
        }
    }

    #[test]
    fn products_are_the_phases_and_sums_those_over_all_states_of_a_term() {
        for n in [1, 3, 4, 6, 8, 9, 11] {
            for most in [1, 2, 3, 5] {
                products_agree::<f64>(n, most);
                products_agree::<f32>(n, most);
            }
        }
    }

    #[test]
    fn only_terms_that_join_lanes_low_and_high_bits_keep_a_polynomial_whole() {
        for (most, whole) in [(1, false), (2, false), (3, true)] {
            let mut split = Split::<f64>::default();
            let place = BlockPlace::tile(0, 1 << 6);
            split.take(
                &polynomial(10, most),
                1.0,
                (place, 1 << 6),
                Instructions::best(),
            );
            assert_eq!(split.is_whole(), whole, "{most}");
        }
    }
}
