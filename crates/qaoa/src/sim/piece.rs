//! A piece of one state, or of a state and the adjoint state, that stays in the cache while a pass
//! works on it.
//!
//! ```text
//! group 0:       one row, a run of neighboring amplitudes
//! other groups:  rows that differ in the levels of the group, `width` neighbors of each
//! ```
//!
//! Real and imaginary parts are arrays of their own, a whole number of lines long in a piece;
//! numbers beyond the last amplitude are 0 and stay 0.

use super::diagonal::LevelNumbers;
use super::instructions::InstructionSet;
use super::kernel::phases::TransposedRoom;
use super::kernel::product::PhaseProduct;
use super::real::Real;
use std::ops::Range;

/// Which amplitudes a piece holds: those of state `first + row · stride + column`.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Place {
    pub(in crate::sim) first: usize,
    pub(in crate::sim) width: usize,
    pub(in crate::sim) rows: usize,
    pub(in crate::sim) stride: usize,
}

impl Place {
    /// A run of neighbors.
    pub(in crate::sim) fn run(first: usize, width: usize) -> Self {
        Self {
            first,
            width,
            rows: 1,
            stride: width,
        }
    }

    pub(in crate::sim) fn len(self) -> usize {
        self.rows * self.width
    }

    /// The states of each row.
    pub(in crate::sim) fn rows(self) -> impl Iterator<Item = Range<usize>> {
        let first = move |row: usize| self.first + row * self.stride;
        (0..self.rows).map(move |row| first(row)..first(row) + self.width)
    }
}

/// Real and imaginary parts of a state, or of two.
pub(in crate::sim) type Parts<'a, T, const M: usize> = [[&'a mut [T]; 2]; M];

/// The same parts for another while.
pub(in crate::sim) fn again<'a, T, const M: usize>(
    parts: &'a mut Parts<'_, T, M>,
) -> Parts<'a, T, M> {
    parts
        .each_mut()
        .map(|state| state.each_mut().map(|part| &mut **part))
}

/// A range of all parts.
pub(in crate::sim) fn part_of<'a, T, const M: usize>(
    parts: &'a mut Parts<'_, T, M>,
    range: Range<usize>,
) -> Parts<'a, T, M> {
    parts
        .each_mut()
        .map(|state| state.each_mut().map(|part| &mut part[range.clone()]))
}

/// The parts as lines.
#[inline(always)]
pub(in crate::sim) fn lines_in<'a, T: Real, S: InstructionSet, const M: usize>(
    parts: Parts<'a, T, M>,
) -> [[&'a mut [T::Line<S>]; 2]; M] {
    parts.map(|state| state.map(|part| T::lines_mut::<S>(part)))
}

/// The parts of M states, so many numbers each, in a room for all of them.
pub(in crate::sim) fn parts_in<T, const M: usize>(room: &mut [T], len: usize) -> Parts<'_, T, M> {
    let mut parts = room.chunks_exact_mut(len);
    let mut next = || parts.next().expect("there is room for every part");
    std::array::from_fn(|_| [next(), next()])
}

/// All parts cut alike: chunk i of each of them; the last may be shorter.
pub(in crate::sim) fn chunks<T, const M: usize>(
    parts: Parts<'_, T, M>,
    len: usize,
) -> impl Iterator<Item = Parts<'_, T, M>> {
    let count = parts[0][0].len().div_ceil(len);
    let mut chunks = parts.map(|state| state.map(|part| part.chunks_mut(len)));
    let mut next = move || {
        chunks.each_mut().map(|state| {
            state
                .each_mut()
                .map(|c| c.next().expect("the parts have equal lengths"))
        })
    };
    (0..count).map(move |_| next())
}

pub(in crate::sim) struct Piece<'a, T, const M: usize> {
    pub(in crate::sim) place: Place,
    pub(in crate::sim) states: Parts<'a, T, M>,
    /// The number of each amplitude's level, as long as the parts.
    pub(in crate::sim) numbers: LevelNumbers<'a>,
}

/// Room for the work on a piece, of a thread, taken once and used again.
#[derive(Default, Debug)]
pub(in crate::sim) struct Room<T> {
    pub(in crate::sim) energies: Vec<f64>,
    pub(in crate::sim) product: PhaseProduct<T>,
    /// Im(λ* ψ) of each amplitude of a piece.
    pub(in crate::sim) overlaps: Vec<T>,
    /// A few neighboring runs, transposed.
    pub(in crate::sim) batch: Vec<T>,
    /// Their phases.
    pub(in crate::sim) transposed: TransposedRoom<T>,
}
