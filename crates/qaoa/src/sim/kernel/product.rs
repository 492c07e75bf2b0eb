//! The phases of a polynomial on a piece as products of three short tables, and the overlaps of its
//! terms from three short sums.
//!
//! > θ(x) = A(j) + B(k, l) + C(h, l),  x is a line's number j in the piece and a lane l, and j is
//! >   its high bits h and its low bits k
//!
//! ```text
//! for each term within the piece: without lanes: to A; with lanes, but without high bits: to B;
//!     with lanes, but without low bits: to C
//! sums over subsets of each (see `terms`); sine and cosine of all entries
//! factor of a line j = h·2^b + k: e^{−iA(j)} · e^{−iB(k)} · e^{−iC(h)}
//! ```
//!
//! Of a piece of 2^t amplitudes a sine and a cosine are taken about 3·2^{t/2} times, and for one
//! amplitude in a line (A); what is left for each is two products. Every cost of terms of one and
//! two variables is of this kind. Where a term joins lanes, low and high bits, in short pieces, and
//! where energies are not those of a polynomial, b is all of j and B is all of θ. The gradient is
//! the same backward: W_S = Σ_{x ⊇ S} w(x) of a term S within A is a sum over subsets of Σ_l w, and
//! so on.

use super::phases::Phases;
use super::rotors::rotors;
use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::piece::Place;
use crate::sim::real::{Real, line, times, total};
use crate::sim::terms::{TermList, transform};

/// Pieces of fewer bits of a line's number are not split: three tables would have as many entries.
const SHORT: usize = 4;

/// The three tables of a piece: angles, then factors.
#[derive(Default, Debug)]
pub(in crate::sim) struct PhaseProduct<T> {
    /// Bits of a line's number in the piece, and how many of them are low.
    bits: usize,
    low_bits: usize,
    /// A(j), B(k, l) and C(h, l), or the sums that belong to them.
    numbers: [Vec<f64>; 3],
    /// Their factors, real and imaginary parts.
    factors: [[Vec<T>; 2]; 3],
}

#[derive(Clone, Copy)]
struct TermPart {
    table: usize,
    at: usize,
}

impl<T: Real> PhaseProduct<T> {
    /// Takes the polynomial `scale`·E on a piece.
    pub(in crate::sim) fn take(
        &mut self,
        terms: &TermList,
        scale: f64,
        place: Place,
        with: Instructions,
    ) {
        if terms.is_dense() || place.len() < line::<T>() {
            let mut energies = std::mem::take(&mut self.numbers[0]);
            terms.fill(place, &mut energies);
            self.take_energies(&energies, scale, with);
            self.numbers[0] = energies;
            return;
        }
        self.bits = (place.len() / line::<T>()).trailing_zeros() as usize;
        self.low_bits = match self.bits < SHORT {
            true => self.bits,
            false => self.bits / 2,
        };
        if !self.add(terms, scale, place) {
            self.low_bits = self.bits;
            self.add(terms, scale, place);
        }
        self.transform::<true>(with);
        self.rotate(with);
    }

    /// Takes `scale` times the energies of a piece.
    pub(in crate::sim) fn take_energies(
        &mut self,
        energies: &[f64],
        scale: f64,
        with: Instructions,
    ) {
        self.bits = usize::BITS as usize - 1;
        self.low_bits = self.bits;
        let angles = &mut self.numbers[1];
        angles.clear();
        angles.extend(energies.iter().map(|energy| energy * scale));
        self.rotate(with);
    }

    fn rotate(&mut self, with: Instructions) {
        let split = !self.is_whole();
        let tables = self.numbers.iter_mut().zip(&mut self.factors).enumerate();
        for (_, (angles, [re, im])) in tables.filter(|(table, _)| split || *table == 1) {
            rotors(with, angles, [re, im]);
        }
    }

    /// Adds its Σ_{x ⊇ S} w(x) over the piece to `sums` for each term S. The angles are lost.
    pub(in crate::sim) fn gather(
        &mut self,
        terms: &TermList,
        place: Place,
        with: Instructions,
        overlaps: &[T],
        sums: &mut Vec<f64>,
    ) {
        sums.resize(terms.list.len(), 0.0);
        if self.bits >= usize::BITS as usize - 1 {
            self.bits = (place.len() / line::<T>()).max(1).trailing_zeros() as usize;
            self.low_bits = self.bits;
        }
        self.clear();
        if self.is_whole() {
            for (sum, overlap) in self.numbers[1].iter_mut().zip(overlaps) {
                *sum = overlap.wide();
            }
        } else {
            Fold {
                overlaps,
                low_bits: self.low_bits,
                sums: &mut self.numbers,
            }
            .run(with);
        }
        self.transform::<false>(with);
        terms.each_within(place, |term, _, at| {
            if let Some(TermPart { table, at }) = self.part(at) {
                sums[term] += self.numbers[table][at];
            }
        });
    }

    pub(in crate::sim) fn factors<'a>(&'a self, energies: &'a [f64]) -> FactorProduct<'a, T> {
        let [blocks, low, high] = self
            .factors
            .each_ref()
            .map(|parts| parts.each_ref().map(|part| &part[..]));
        FactorProduct {
            low_bits: self.low_bits,
            is_whole: self.is_whole(),
            blocks,
            low,
            high,
            energies,
            start: 0,
        }
    }

    fn is_whole(&self) -> bool {
        self.low_bits == self.bits
    }

    fn clear(&mut self) {
        let high_bits = self.bits - self.low_bits;
        let blocks = if self.is_whole() { 0 } else { 1 << self.bits };
        let lens = [
            blocks,
            line::<T>() << self.low_bits,
            line::<T>() << high_bits,
        ];
        for (numbers, len) in self.numbers.iter_mut().zip(lens) {
            numbers.clear();
            numbers.resize(len, 0.0);
        }
    }

    /// Writes the coefficients to their places; false where one has none.
    fn add(&mut self, terms: &TermList, scale: f64, place: Place) -> bool {
        self.clear();
        let mut split = true;
        terms.each_within(place, |_, c, at| match self.part(at) {
            Some(TermPart { table, at }) => self.numbers[table][at] += c * scale,
            None => split = false,
        });
        split
    }

    fn part(&self, at: usize) -> Option<TermPart> {
        let (lane, block) = (at % line::<T>(), at / line::<T>());
        let high = block >> self.low_bits;
        let low = block & ((1 << self.low_bits) - 1);
        let (table, at) = match (lane, low, high) {
            (_, _, 0) if self.is_whole() => (1, at),
            (0, _, _) => (0, block),
            (_, _, 0) => (1, at),
            (_, 0, _) => (2, high * line::<T>() + lane),
            _ => return None,
        };
        Some(TermPart { table, at })
    }

    fn transform<const UP: bool>(&mut self, with: Instructions) {
        for numbers in self.numbers.iter_mut().filter(|n| !n.is_empty()) {
            let bits = numbers.len().trailing_zeros() as usize;
            transform::<UP>(with, numbers, bits);
        }
    }
}

/// The tables of factors of a piece.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct FactorProduct<'a, T> {
    low_bits: usize,
    is_whole: bool,
    blocks: [&'a [T]; 2],
    low: [&'a [T]; 2],
    high: [&'a [T]; 2],
    energies: &'a [f64],
    /// The first amplitude that is meant.
    start: usize,
}

impl<'a, T> FactorProduct<'a, T> {
    /// Factors that are no product, and energies.
    pub(in crate::sim) fn of(factors: [&'a [T]; 2], energies: &'a [f64]) -> Self {
        Self {
            low_bits: 0,
            is_whole: true,
            blocks: [&[]; 2],
            low: factors,
            high: [&[]; 2],
            energies,
            start: 0,
        }
    }

    /// The factors, where nothing is split, and the energies.
    pub(in crate::sim) fn whole(self) -> ([&'a [T]; 2], &'a [f64]) {
        let energies = &self.energies[self.start.min(self.energies.len())..];
        (self.low.map(|part| &part[self.start..]), energies)
    }

    pub(in crate::sim) fn from(self, at: usize) -> Self {
        let start = self.start + at;
        Self { start, ..self }
    }
}

/// Line number `at` of a table.
#[inline(always)]
fn line_of<T: Real, S: InstructionSet>(table: [&[T]; 2], at: usize) -> [T::Line<S>; 2] {
    table.map(|part| T::lines::<S>(&part[at * line::<T>()..][..line::<T>()])[0])
}

impl<T: Real> Phases<T> for FactorProduct<'_, T> {
    const SOME: bool = true;

    #[inline(always)]
    fn factors<S: InstructionSet>(&self, simd: S, number: usize) -> [T::Line<S>; 2] {
        let at = self.start / line::<T>() + number;
        if self.is_whole {
            return line_of::<T, S>(self.low, at);
        }
        let low = line_of::<T, S>(self.low, at & ((1 << self.low_bits) - 1));
        let high = line_of::<T, S>(self.high, at >> self.low_bits);
        let block = self.blocks.map(|part| T::line(simd, part[at]));
        times::<T, S>(simd, low, times::<T, S>(simd, high, block))
    }

    #[inline(always)]
    fn energies<S: InstructionSet>(&self, _: S, number: usize) -> T::Line<S> {
        let mut found = [T::ZERO; 16];
        let first = self.start + number * line::<T>();
        let energies = self.energies[first..].iter().take(line::<T>());
        for (found, energy) in found.iter_mut().zip(energies) {
            *found = T::of(*energy);
        }
        T::lines::<S>(&found)[0]
    }
}

/// Sums of the overlaps of a piece over lanes, over high bits and over low bits.
struct Fold<'a, T> {
    overlaps: &'a [T],
    low_bits: usize,
    sums: &'a mut [Vec<f64>; 3],
}

impl<T: Real> Operation for Fold<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let [of_blocks, over_high, over_low] = self.sums;
        let width = line::<T>();
        let rows = self.overlaps.chunks_exact(width << self.low_bits);
        for (h, overlaps) in rows.enumerate() {
            let mut sum = T::line(simd, T::ZERO);
            for (k, overlap) in T::lines::<S>(overlaps).iter().enumerate() {
                for (sum, part) in sum.as_mut().iter_mut().zip(overlap.as_ref()) {
                    *sum = T::plus(simd, *sum, *part);
                }
                of_blocks[h << self.low_bits | k] = total::<T, S>(*overlap);
            }
            for (to, overlap) in over_high.iter_mut().zip(overlaps) {
                *to += overlap.wide();
            }
            let numbers: &[T] = bytemuck::cast_slice(sum.as_ref());
            for (to, number) in over_low[h * width..].iter_mut().zip(numbers) {
                *to = number.wide();
            }
        }
    }
}
