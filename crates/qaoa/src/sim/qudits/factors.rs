//! Numbers times their phases, which are looked up first.
//!
//! ```text
//! for each row, for each of its lanes:  factor = e^{i(factor − γE)} of the lane's state     into a
//!     buffer in the first cache, real and imaginary in turn
//! for each row:                         take the parts of the factors apart ; multiply
//! ```
//!
//! Looking up and multiplying are two loops, because a look-up is one number after the other, and
//! in one loop with it the product becomes so, too. The states of a row need not be neighbors: a
//! batch that has been transposed (`low`) has its phases looked up where they are and written where
//! they are wanted, which costs nothing more. Phases of few levels need no reading where the
//! processor can shuffle: `shuffled` is asked first.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::lines::{aligned, line};
use super::phases::{QuditPhases, phase};
use super::shuffled::{PhaseGrid, ShuffledQuditFactors};
use super::sweep::TileLevels;
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::factors::slots;
use crate::sim::real::Real;
use crate::sim::vector::block::Lanes;

/// Room for looking up.
#[derive(Debug)]
pub(super) struct Looking<T> {
    factors: Vec<T>,
    numbers: Vec<u8>,
}

impl<T> Default for Looking<T> {
    fn default() -> Self {
        let (factors, numbers) = (Vec::new(), Vec::new());
        Self { factors, numbers }
    }
}

/// Multiplies the rows of one state or several by their phases: those of the rows of numbers given
/// first belong to the rows given then.
pub(super) fn multiply_by<T: Real>(
    with: Instructions,
    levels: PhaseSource<'_, T>,
    rows: [LineRows; 2],
    states: &mut [[&mut [T]; 2]],
    room: &mut Looking<T>,
) {
    if let PhaseSource::Bytes(_, Some(grid), numbers) = levels {
        let done = with.run(ShuffledQuditFactors {
            grid,
            numbers,
            rows,
            states: &mut *states,
            room: &mut room.numbers,
        });
        if done {
            return;
        }
    }
    let [from, rows] = rows;
    let factors = aligned(&mut room.factors, 2 * from.rows * line::<T>());
    with.run(LookUp {
        levels,
        rows: from,
        factors: &mut *factors,
    });
    for [re, im] in states {
        with.run(Multiply {
            factors: &*factors,
            rows,
            re,
            im,
        });
    }
}

/// Where the phases of a piece come from.
#[derive(Clone, Copy)]
pub(super) enum PhaseSource<'a, T> {
    Bytes(&'a [[T; 2]], Option<&'a PhaseGrid<T>>, &'a [u8]),
    Words(&'a [[T; 2]], &'a [u16]),
    Energies([f64; 2], &'a [f64]),
}

impl<'a, T> PhaseSource<'a, T> {
    pub(super) fn of(
        phases: QuditPhases<'a, T>,
        numbers: TileLevels<'a>,
        energies: &'a [f64],
    ) -> Self {
        match (phases, numbers) {
            (QuditPhases::Table(table, grid), TileLevels::Bytes(numbers)) => {
                Self::Bytes(table, grid, numbers)
            }
            (QuditPhases::Table(table, _), TileLevels::Words(numbers)) => {
                Self::Words(table, numbers)
            }
            (QuditPhases::Rebuilt { gamma, factor }, _) => {
                Self::Energies([gamma, factor], energies)
            }
            (QuditPhases::Table(..), TileLevels::Absent) => {
                unreachable!("a cost with a table has numbers")
            }
        }
    }

    /// Those from a state of the piece on.
    pub(super) fn from(self, start: usize) -> Self {
        match self {
            Self::Bytes(table, grid, numbers) => Self::Bytes(table, grid, &numbers[start..]),
            Self::Words(table, numbers) => Self::Words(table, &numbers[start..]),
            Self::Energies(angles, energies) => Self::Energies(angles, &energies[start..]),
        }
    }
}

/// Rows of a line, or of a part of one: lane m of row l is number l·`apart[0]` + m·`apart[1]`.
#[derive(Clone, Copy)]
pub(super) struct LineRows {
    pub(super) rows: usize,
    pub(super) lanes: usize,
    pub(super) apart: [usize; 2],
}

/// Writes the phases of rows, in the order in which [`apart`](crate::sim::real::Vectors::apart)
/// takes them apart.
struct LookUp<'a, 'b, T> {
    levels: PhaseSource<'a, T>,
    rows: LineRows,
    factors: &'b mut [T],
}

impl<T: Real> Operation for LookUp<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let slots = slots::<T, S>(simd);
        let factors = self.factors.as_chunks_mut::<2>().0;
        match self.levels {
            PhaseSource::Bytes(table, _, numbers) => {
                let table: &[[T; 2]; 1 << 8] = table.first_chunk().expect("a byte's phases");
                let phase = |number: u8| table[usize::from(number)];
                self.rows.fill(numbers, &slots, factors, phase);
            }
            PhaseSource::Words(table, numbers) => {
                let phase = |number: u16| table[usize::from(number)];
                self.rows.fill(numbers, &slots, factors, phase);
            }
            PhaseSource::Energies([gamma, factor], energies) => {
                let phase = |energy: f64| phase(gamma, factor, energy);
                self.rows.fill(energies, &slots, factors, phase);
            }
        }
    }
}

impl LineRows {
    #[inline(always)]
    fn fill<T: Real, N: Copy>(
        self,
        numbers: &[N],
        slots: &Lanes<usize>,
        factors: &mut [[T; 2]],
        phase: impl Fn(N) -> [T; 2],
    ) {
        let [row, lane] = self.apart;
        if lane == 1 {
            let rows = numbers
                .chunks(row)
                .zip(factors.chunks_exact_mut(line::<T>()));
            for (numbers, factors) in rows.take(self.rows) {
                for (number, &slot) in numbers[..self.lanes].iter().zip(slots) {
                    factors[slot % line::<T>()] = phase(*number);
                }
            }
            return;
        }
        for (numbers, &slot) in numbers.chunks(lane).take(self.lanes).zip(slots) {
            let factors = factors.chunks_exact_mut(line::<T>());
            for (number, factors) in numbers.iter().zip(factors).take(self.rows) {
                factors[slot % line::<T>()] = phase(*number);
            }
        }
    }
}

/// Rows times factors that were looked up; the lanes of a row are neighbors.
struct Multiply<'a, T> {
    factors: &'a [T],
    rows: LineRows,
    re: &'a mut [T],
    im: &'a mut [T],
}

impl<T: Real> Operation for Multiply<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let Self {
            factors,
            rows,
            re,
            im,
        } = self;
        let LineRows { rows, lanes, apart } = rows;
        let parts = re.chunks_mut(apart[0]).zip(im.chunks_mut(apart[0]));
        let slots = slots::<T, S>(simd);
        for ((re, im), factors) in parts.zip(factors.chunks_exact(2 * line::<T>())).take(rows) {
            if lanes < line::<T>() {
                for ((re, im), slot) in re[..lanes].iter_mut().zip(im).zip(slots) {
                    let (c, s) = (factors[2 * slot], factors[2 * slot + 1]);
                    let (a, b) = (*re, *im);
                    *re = T::fused(a, c, b.times(s).negative());
                    *im = T::fused(a, s, b.times(c));
                }
                continue;
            }
            let pairs = T::vectors::<S>(factors).as_chunks::<2>().0;
            let (re, im) = (&mut re[..line::<T>()], &mut im[..line::<T>()]);
            let parts = T::vectors_mut::<S>(re)
                .iter_mut()
                .zip(T::vectors_mut::<S>(im));
            for ((re, im), pair) in parts.zip(pairs) {
                let [c, s] = T::apart(simd, *pair);
                let (a, b) = (*re, *im);
                *re = T::sub_mul(simd, b, s, T::mul(simd, a, c));
                *im = T::mul_add(simd, b, c, T::mul(simd, a, s));
            }
        }
    }
}
