//! Phases of at most 256 levels on a grid, picked out of CPU registers by the shuffles of AVX-512.
//!
//! ```text
//! for each line of amplitudes:
//!     widen the numbers of their levels ; shuffle low by them ; shift ; shuffle high by them ;
//!         multiply
//! ```
//!
//! One shuffle picks a number for each lane out of two vectors, so that the 256 levels of a byte
//! take four shuffles and a product (see `phases`) where a look-up in memory takes a reading for
//! each amplitude: in f32 0.75 of a layer's time. In f64, whose vectors hold half as many, it would
//! be 1.1. Other processors look up the same products.

use super::phases::{LevelEnergies, Phases, level_energies};
use crate::sim::instructions::{InstructionSet, Instructions};
use crate::sim::real::{Precision, Real, line, times};

/// Whether there is a processor of this kind with such shuffles.
pub(in crate::sim) const fn is_there() -> bool {
    cfg!(target_arch = "x86_64") && !cfg!(fuzzing)
}

impl Instructions {
    pub(in crate::sim) fn picks<T: Real>(self) -> bool {
        #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
        let can = matches!(self, Self::Avx512(_));
        #[cfg(not(all(target_arch = "x86_64", not(fuzzing))))]
        let can = false;
        can && T::PRECISION == Precision::F32
    }
}

#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Picked<'a, T> {
    numbers: &'a [u8],
    short: &'a [[Vec<T>; 2]; 2],
    energies: LevelEnergies<'a, T>,
}

impl<'a, T: Real> Picked<'a, T> {
    pub(in crate::sim) fn new(
        numbers: &'a [u8],
        short: &'a [[Vec<T>; 2]; 2],
        energies: LevelEnergies<'a, T>,
    ) -> Self {
        Self {
            numbers,
            short,
            energies,
        }
    }

    #[inline(always)]
    fn line(&self, number: usize) -> [u8; 16] {
        let from = &self.numbers[number * line::<T>()..][..line::<T>()];
        let mut numbers = [0; 16];
        numbers[..line::<T>()].copy_from_slice(from);
        numbers
    }
}

impl<T: Real> Phases<T> for Picked<'_, T> {
    const SOME: bool = true;

    #[inline(always)]
    fn factors<S: InstructionSet>(&self, simd: S, number: usize) -> [T::Line<S>; 2] {
        let numbers = self.line(number);
        let [low, high] = self.short;
        let low = pick::<T, S>(simd, low, &numbers, false);
        let high = pick::<T, S>(simd, high, &numbers, true);
        times::<T, S>(simd, high, low)
    }

    #[inline(always)]
    fn energies<S: InstructionSet>(&self, _: S, number: usize) -> T::Line<S> {
        level_energies::<T, S>(self.energies, &self.line(number).map(u16::from))
    }
}

/// The numbers of both parts of a table for the levels of a line, by their lower or higher bits.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn pick<T: Real, S: InstructionSet>(
    simd: S,
    table: &[Vec<T>; 2],
    numbers: &[u8; 16],
    high: bool,
) -> [T::Line<S>; 2] {
    use bytemuck::cast;
    let mut parts = [T::line(simd, T::ZERO); 2];
    let avx = pulp::core_arch::x86::Avx512f::try_new();
    let (Some(avx), true) = (avx, size_of::<T::Vector<S>>() == 64 && size_of::<T>() == 4) else {
        return parts;
    };
    let lanes = avx._mm512_cvtepu8_epi32(cast(*numbers));
    let lanes = match high {
        true => avx._mm512_srli_epi32::<5>(lanes),
        false => lanes,
    };
    for (part, table) in parts.iter_mut().zip(table) {
        let from = T::vectors::<S>(table);
        // the second vector of a table of sixteen is never picked from
        let (a, b) = (cast(from[0]), cast(from[from.len() - 1]));
        part.as_mut()[0] = cast(avx._mm512_permutex2var_ps(a, lanes, b));
    }
    parts
}

#[cfg(not(target_arch = "x86_64"))]
fn pick<T: Real, S: InstructionSet>(
    simd: S,
    _: &[Vec<T>; 2],
    _: &[u8; 16],
    _: bool,
) -> [T::Line<S>; 2] {
    [T::line(simd, T::ZERO); 2]
}
