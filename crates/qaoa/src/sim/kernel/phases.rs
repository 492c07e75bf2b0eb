//! The phases e^{−iγE(x)} of a layer, and the energies, as lines that a kernel multiplies with.
//!
//! No sine is taken for an amplitude where the cost takes few values: there is one table for a
//! layer. Where energies are whole numbers of units, level k = s·h + l has the factor of level s·h
//! times that of l units, s two lines' numbers, and a sine is taken for each h and each l alone:
//!
//! > e^{−iγE} of level s·h + l = high\[h\] · low\[l\],  high\[h\] = e^{−iγ(E_0 + s·h·u)},
//! >   low\[l\] = e^{−iγlu}
//!
//! Costs of too many values, and layers with an angle for each group of terms, have their phases
//! rebuilt in each piece (`product`).
//!
//! ```text
//! for each lane: load its level's number, load that level's factor (both parts side by side)
//! take the parts apart
//! ```
//!
//! Factors are loaded as pairs of numbers, each to the place from which taking apart brings it to
//! its lane. AVX-512 picks them out of two registers instead (`pick`).

use super::pick::{self, Picked};
use super::product::FactorProduct;
use super::rotors::rotors;
use crate::sim::diagonal::{Diagonal, LevelNumbers};
use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::real::{Real, lane_count, line};
use bytemuck::cast_slice;

/// Where the phases and the energies of a piece come from, in a loop that is compiled for it.
pub(in crate::sim) trait Phases<T: Real>: Copy {
    const SOME: bool;
    fn factors<S: InstructionSet>(&self, simd: S, line: usize) -> [T::Line<S>; 2];
    /// The energies of a line, over [`scale_of`].
    fn energies<S: InstructionSet>(&self, simd: S, line: usize) -> T::Line<S>;
}

pub(in crate::sim) trait PhaseWork<T: Real> {
    type Output;
    fn run<S: InstructionSet, P: Phases<T>>(self, simd: S, phases: P) -> Self::Output;
}

/// Work with the phases of a piece, from an amplitude on that is the first of a line.
pub(in crate::sim) struct WithPhases<'a, T, W> {
    pub(in crate::sim) phases: PhaseSource<'a, T>,
    pub(in crate::sim) from: usize,
    pub(in crate::sim) work: W,
}

impl<T: Real, W: PhaseWork<T>> Operation for WithPhases<'_, T, W> {
    type Output = W::Output;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> W::Output {
        let Self { phases, from, work } = self;
        match phases {
            PhaseSource::Nothing => work.run(simd, Nothing),
            PhaseSource::Levels(numbers, table) => match numbers.width {
                1 if table.is_picked => match const { pick::is_there() } {
                    true => work.run(simd, table.picked(&numbers.bytes[from..])),
                    false => unreachable!("phases are picked where the processor can"),
                },
                1 => work.run(simd, table.by_level::<1>(numbers, from)),
                _ => work.run(simd, table.by_level::<2>(numbers, from)),
            },
            PhaseSource::Product(product) => work.run(simd, product.from(from)),
        }
    }
}

/// The energies of numbered levels.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum LevelEnergies<'a, T> {
    /// Level k has this energy and k more, in units.
    Grid(T),
    Entries(&'a [T]),
}

#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum PhaseSource<'a, T> {
    Nothing,
    /// By the numbers of levels.
    Levels(LevelNumbers<'a>, &'a PhaseTable<T>),
    Product(FactorProduct<'a, T>),
}

/// Room for the phases of a batch of transposed runs.
#[derive(Default, Debug)]
pub(in crate::sim) struct TransposedRoom<T> {
    numbers: Vec<u8>,
    factors: [Vec<T>; 2],
    energies: Vec<f64>,
}

impl<'a, T: Real> PhaseSource<'a, T> {
    /// The same for transposed runs: lane l of line k is amplitude `from` + l·run + k. Lanes beyond
    /// the last run have some phase.
    pub(in crate::sim) fn transposed<'b>(
        self,
        from: usize,
        runs: [usize; 2],
        room: &'b mut TransposedRoom<T>,
    ) -> PhaseSource<'b, T>
    where
        'a: 'b,
    {
        match self {
            PhaseSource::Nothing => PhaseSource::Nothing,
            PhaseSource::Levels(LevelNumbers { bytes, width }, table) => {
                let bytes = &bytes[from * width..];
                let to = &mut room.numbers;
                to.clear();
                to.resize(runs[0] * line::<T>() * width, 0);
                match width {
                    1 => turn_over::<T, _>(bytes, runs, to),
                    _ => turn_over::<T, [u8; 2]>(bytes.as_chunks().0, runs, to.as_chunks_mut().0),
                }
                PhaseSource::Levels(LevelNumbers { bytes: to, width }, table)
            }
            PhaseSource::Product(of) => {
                let ([re, im], energies) = of.from(from).whole();
                let [to_re, to_im] = &mut room.factors;
                for (from, to) in [(re, &mut *to_re), (im, &mut *to_im)] {
                    to.resize(runs[0] * line::<T>(), T::ZERO);
                    turn_over::<T, _>(from, runs, to);
                }
                room.energies.resize(runs[0] * line::<T>(), 0.0);
                turn_over::<T, _>(energies, runs, &mut room.energies);
                PhaseSource::Product(FactorProduct::of([to_re, to_im], &room.energies))
            }
        }
    }
}

/// Number k of each run, as line k.
fn turn_over<T: Real, N: Copy>(numbers: &[N], [run, runs]: [usize; 2], to: &mut [N]) {
    for (l, of_run) in numbers.chunks_exact(run).take(runs).enumerate() {
        for (line_of, number) in to.chunks_exact_mut(line::<T>()).zip(of_run) {
            line_of[l] = *number;
        }
    }
}

/// No factors, and energies of 0.
#[derive(Clone, Copy)]
pub(in crate::sim) struct Nothing;

impl<T: Real> Phases<T> for Nothing {
    const SOME: bool = false;

    #[inline(always)]
    fn factors<S: InstructionSet>(&self, simd: S, _: usize) -> [T::Line<S>; 2] {
        [T::line(simd, T::of(1.0)), T::line(simd, T::ZERO)]
    }

    #[inline(always)]
    fn energies<S: InstructionSet>(&self, simd: S, _: usize) -> T::Line<S> {
        T::line(simd, T::ZERO)
    }
}

/// Factors from a table, by numbers of so many bytes.
#[derive(Clone, Copy, Debug)]
struct ByLevel<'a, T, const WIDTH: usize> {
    numbers: &'a [[u8; WIDTH]],
    table: &'a [[T; 2]],
    energies: LevelEnergies<'a, T>,
}

impl<T: Real, const WIDTH: usize> ByLevel<'_, T, WIDTH> {
    #[inline(always)]
    fn line(&self, number: usize) -> [u16; 16] {
        let from = &self.numbers[number * line::<T>()..][..line::<T>()];
        let mut found = [0; 16];
        for l in 0..line::<T>() {
            let mut bytes = [0; 2];
            bytes[..WIDTH].copy_from_slice(&from[l]);
            found[l] = u16::from_le_bytes(bytes);
        }
        found
    }

    #[inline(always)]
    fn look_up(&self, number: u16) -> [T; 2] {
        let number = usize::from(number);
        if WIDTH == 1 {
            let table: &[[T; 2]; 1 << 8] = self.table.first_chunk().expect("a byte's levels");
            table[number % (1 << 8)]
        } else {
            self.table[number]
        }
    }
}

impl<T: Real, const WIDTH: usize> Phases<T> for ByLevel<'_, T, WIDTH> {
    const SOME: bool = true;

    #[inline(always)]
    fn factors<S: InstructionSet>(&self, simd: S, number: usize) -> [T::Line<S>; 2] {
        let numbers = self.line(number);
        let slots = slots::<T, S>(simd);
        let mut factors = [[T::ZERO; 2]; 16];
        for l in 0..line::<T>() {
            factors[slots[l]] = self.look_up(numbers[l]);
        }
        apart::<T, S>(simd, &factors)
    }

    #[inline(always)]
    fn energies<S: InstructionSet>(&self, _: S, number: usize) -> T::Line<S> {
        level_energies::<T, S>(self.energies, &self.line(number))
    }
}

#[inline(always)]
pub(in crate::sim) fn level_energies<T: Real, S: InstructionSet>(
    energies: LevelEnergies<'_, T>,
    numbers: &[u16; 16],
) -> T::Line<S> {
    let mut found = [T::ZERO; 16];
    match energies {
        LevelEnergies::Grid(first) => {
            for l in 0..line::<T>() {
                found[l] = T::of(f64::from(numbers[l])) + first;
            }
        }
        LevelEnergies::Entries(entries) => {
            for l in 0..line::<T>() {
                found[l] = entries[usize::from(numbers[l])];
            }
        }
    }
    T::lines::<S>(&found)[0]
}

#[inline(always)]
fn apart<T: Real, S: InstructionSet>(simd: S, factors: &[[T; 2]; 16]) -> [T::Line<S>; 2] {
    let pairs = T::vectors::<S>(factors.as_flattened());
    let [mut re, mut im] = [T::line(simd, T::ZERO); 2];
    for (m, (re, im)) in re.as_mut().iter_mut().zip(im.as_mut()).enumerate() {
        [*re, *im] = T::apart(simd, [pairs[2 * m], pairs[2 * m + 1]]);
    }
    [re, im]
}

/// Where the factor of each lane is to be written, so that `apart` brings it there: constants once
/// compiled.
#[inline(always)]
fn slots<T: Real, S: InstructionSet>(simd: S) -> [usize; 16] {
    let mut numbered = [[T::ZERO; 2]; 16];
    for l in 0..16 {
        numbered[l] = [T::of(l as f64); 2];
    }
    let lanes = lane_count::<T, S>();
    let pairs = T::vectors::<S>(numbered.as_flattened());
    let mut slots = [0; 16];
    for m in 0..line::<T>() / lanes {
        let [re, _] = T::apart(simd, [pairs[2 * m], pairs[2 * m + 1]]);
        let found: &[T] = cast_slice(std::slice::from_ref(&re));
        for l in 0..lanes {
            slots[m * lanes + l] = found[l].wide() as usize % 16;
        }
    }
    slots
}

#[derive(Clone, Default, Debug)]
pub(in crate::sim) struct PhaseTable<T> {
    levels: Vec<[T; 2]>,
    /// low and high, real and imaginary parts apart.
    short: [[Vec<T>; 2]; 2],
    /// The first energy in units, where all are on a grid; else the energies of all levels.
    first: Option<T>,
    energies: Vec<T>,
    is_picked: bool,
    angles: Vec<f64>,
}

impl<T: Real> PhaseTable<T> {
    pub(in crate::sim) fn take_energies(&mut self, cost: &Diagonal) {
        self.energies.clear();
        self.first = cost.first.map(T::of);
        if self.first.is_none() {
            let entries = cost.entries.iter();
            self.energies.extend(entries.map(|energy| T::of(*energy)));
        }
    }

    /// Makes the factors e^{−iγE} of all levels, where the cost has stored them.
    pub(in crate::sim) fn make(&mut self, cost: &Diagonal, gamma: f64, with: Instructions) {
        let (count, side) = (cost.entries.len(), 2 * line::<T>());
        if count == 0 {
            return;
        }
        let len = count.max(1 << 8).next_multiple_of(side);
        let Some(first) = cost.first else {
            self.is_picked = false;
            self.levels.resize(len, [T::ZERO; 2]);
            self.angles.clear();
            let angles = cost.entries.iter().map(|energy| gamma * energy);
            self.angles.extend(angles);
            let [[re, im], _] = &mut self.short;
            rotors(with, &mut self.angles, [re, im]);
            for (level, (re, im)) in self.levels.iter_mut().zip(re.iter().zip(&*im)) {
                *level = [*re, *im];
            }
            return;
        };
        let step = gamma * cost.unit;
        let [low, high] = &mut self.short;
        let angles = &mut self.angles;
        angles.clear();
        angles.extend((0..side).map(|l| step * l as f64));
        let [re, im] = low;
        rotors(with, angles, [re, im]);
        angles.clear();
        let rows = 0..count.div_ceil(side);
        angles.extend(rows.map(|h| step * (first + (side * h) as f64)));
        let [re, im] = high;
        rotors(with, angles, [re, im]);
        self.is_picked = with.picks::<T>() && cost.numbers().width == 1;
        if !self.is_picked {
            self.levels.resize(len, [T::ZERO; 2]);
            Products {
                short: &self.short,
                levels: &mut self.levels,
                rows: count.div_ceil(side),
            }
            .run(with);
        }
    }

    fn energies(&self) -> LevelEnergies<'_, T> {
        match self.first {
            Some(first) => LevelEnergies::Grid(first),
            None => LevelEnergies::Entries(&self.energies),
        }
    }

    fn by_level<'a, const WIDTH: usize>(
        &'a self,
        numbers: LevelNumbers<'a>,
        from: usize,
    ) -> ByLevel<'a, T, WIDTH> {
        ByLevel {
            numbers: &numbers.bytes.as_chunks().0[from..],
            table: &self.levels,
            energies: self.energies(),
        }
    }

    fn picked<'a>(&'a self, numbers: &'a [u8]) -> Picked<'a, T> {
        Picked::new(numbers, &self.short, self.energies())
    }
}

/// What energies of numbered levels are multiples of.
pub(in crate::sim) fn scale_of(cost: &Diagonal) -> f64 {
    match cost.first {
        None if cost.stores_levels() => 1.0,
        _ => cost.unit,
    }
}

struct Products<'a, T> {
    short: &'a [[Vec<T>; 2]; 2],
    levels: &'a mut [[T; 2]],
    rows: usize,
}

impl<T: Real> Operation for Products<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) {
        let [[c, s], [a, b]] = self.short;
        let side = 2 * line::<T>();
        for (h, row) in self
            .levels
            .chunks_exact_mut(side)
            .take(self.rows)
            .enumerate()
        {
            let (a, b) = (a[h], b[h]);
            for (l, factor) in row.iter_mut().enumerate() {
                *factor = times(a, b, c[l], s[l]);
            }
        }
    }
}

/// (a + ib)(c + is), rounded as the kernels round it.
#[inline(always)]
fn times<T: Real>(a: T, b: T, c: T, s: T) -> [T; 2] {
    [(-b).fused(s, a * c), b.fused(c, a * s)]
}
