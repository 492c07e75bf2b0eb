//! Turns of the first registers, whose levels are closer together than a vector is wide.
//!
//! ```text
//! for each batch of neighboring runs over all levels of these registers:
//!     transpose it, so that each combination of levels is a row of one number from each run
//!     turn the registers, row by row as anywhere else
//!     transpose it back
//! ```
//!
//! A batch stays in the first cache.

use super::kernel::{WIDE, line, turn};
use super::transpose::transpose;
use super::turns::Turn;
use super::undo::undo;
use crate::sim::real::Real;

/// Numbers of a batch of one array at most, where it is more than a few runs.
const BATCH: usize = 1 << 10;

/// Turns registers with their strides on runs of `run` numbers.
pub(super) fn turn_low<T: Real>(
    turns: &[(Turn<'_, T>, usize)],
    run: usize,
    arrays: [&mut [T]; 2],
    room: &mut Vec<T>,
) {
    in_batches(run, arrays, room, |[re, im], runs| {
        for &(of, stride) in turns {
            turn(of, stride * runs, re, im);
        }
    });
}

/// Undoes such turns on ψ and λ; returns the sum of Im⟨λ|H|ψ⟩.
pub(super) fn undo_low<T: Real>(
    turns: &[(Turn<'_, T>, usize)],
    run: usize,
    arrays: [&mut [T]; 4],
    room: &mut Vec<T>,
) -> f64 {
    let mut sum = 0.0;
    in_batches(run, arrays, room, |[re, im, image_re, image_im], runs| {
        for &(of, stride) in turns {
            sum += undo(of, stride * runs, [re, im, image_re, image_im]);
        }
    });
    sum
}

/// Calls `work` with the transposed batches of all runs, and how many runs each has.
fn in_batches<T: Real, const K: usize>(
    run: usize,
    mut arrays: [&mut [T]; K],
    room: &mut Vec<T>,
    mut work: impl FnMut([&mut [T]; K], usize),
) {
    let most = (BATCH / run / WIDE * WIDE).max(line::<T>());
    let len = arrays[0].len();
    room.resize(K * run * most, T::ZERO);
    for start in (0..len).step_by(run * most) {
        let end = (start + run * most).min(len);
        let runs = (end - start) / run;
        let mut parts = room.chunks_exact_mut(run * runs);
        let mut batch: [&mut [T]; K] =
            std::array::from_fn(|_| parts.next().expect("there is room for every array"));
        for (to, array) in batch.iter_mut().zip(&arrays) {
            let from = &array[start..end];
            transpose(from, run, runs, to);
        }
        work(batch.each_mut().map(|rows| &mut **rows), runs);
        for (from, array) in batch.iter().zip(&mut arrays) {
            let to = &mut array[start..end];
            transpose(from, runs, run, to);
        }
    }
}
