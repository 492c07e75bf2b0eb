//! Turns of the first qudits, whose levels are closer together than a vector is wide, with the
//! phases between them.
//!
//! ```text
//! for each batch of as many neighboring runs over all levels of these qudits as a line of the
//!     cache holds numbers:
//!     transpose it, so that each combination of levels is a row of one number from each run
//!     turn the qudits, row by row as anywhere else ; multiply by the phases ; turn them again
//!     transpose it back
//! ```
//!
//! A batch stays in the first cache. The last one may have fewer runs: lanes without a run are 0
//! and stay 0.

use super::factors::{LineRows, Looking, PhaseSource, multiply_by};
use super::lines::{Fibers, aligned, line};
use super::pair::{room_for_sums, turn_all, undo_all};
use super::sweep::Room;
use super::transpose::Transpose;
use super::turns::QuditRotation;
use crate::sim::instructions::Instructions;
use crate::sim::real::Real;

/// Qudits with how far apart their levels stand in a run.
pub(super) type Low<'a, T> = [(QuditRotation<'a, T>, usize)];

/// Turns qudits on runs of `run` numbers, multiplies by phases, and turns them again: each of
/// the three where it is asked for.
pub(super) fn turn_low<'a, T: Real>(
    with: Instructions,
    run: usize,
    [before, after]: [&Low<'a, T>; 2],
    phases: Option<PhaseSource<'_, T>>,
    arrays: [&mut [T]; 2],
    (batch, factors, sums): (&mut Vec<T>, &mut Looking<T>, &mut Vec<T>),
) {
    let sums = aligned(sums, room_for_sums::<T>());
    let in_rows = |&(turn, stride): &(QuditRotation<'a, T>, usize)| (turn, stride * line::<T>());
    in_batches(with, run, arrays, batch, |[re, im], start, runs| {
        turn_all(
            with,
            before.iter().map(in_rows),
            Fibers::ALL,
            [&mut *re, &mut *im],
            sums,
        );
        if let Some(levels) = phases {
            let states = LineRows {
                rows: run,
                lanes: runs,
                apart: [1, run],
            };
            let places = LineRows {
                rows: run,
                lanes: line::<T>(),
                apart: [line::<T>(), 1],
            };
            let parts = &mut [[&mut *re, &mut *im]];
            multiply_by(with, levels.from(start), [states, places], parts, factors);
        }
        turn_all(with, after.iter().map(in_rows), Fibers::ALL, [re, im], sums);
    });
}

/// Undoes turns on ψ and λ; returns the sum of Im⟨λ|H|ψ⟩.
pub(super) fn undo_low<'a, T: Real>(
    with: Instructions,
    run: usize,
    turns: &Low<'a, T>,
    arrays: [&mut [T]; 4],
    room: &mut Room<T>,
) -> f64 {
    let mut sum = 0.0;
    let Room { batch, sums, .. } = room;
    let sums = aligned(sums, room_for_sums::<T>());
    let in_rows = |&(turn, stride): &(QuditRotation<'a, T>, usize)| (turn, stride * line::<T>());
    in_batches(with, run, arrays, batch, |arrays, _, _| {
        sum += undo_all(with, turns.iter().map(in_rows), arrays, sums);
    });
    sum
}

/// Calls `work` with the transposed batches of all runs, where each begins, and how many runs it
/// has.
fn in_batches<T: Real, const K: usize>(
    with: Instructions,
    run: usize,
    mut arrays: [&mut [T]; K],
    room: &mut Vec<T>,
    mut work: impl FnMut([&mut [T]; K], usize, usize),
) {
    let len = arrays[0].len();
    let room = aligned(room, K * run * line::<T>());
    for start in (0..len).step_by(run * line::<T>()) {
        let end = (start + run * line::<T>()).min(len);
        let runs = (end - start) / run;
        if runs < line::<T>() {
            room.fill(T::ZERO);
        }
        let mut parts = room.chunks_exact_mut(run * line::<T>());
        let mut batch: [&mut [T]; K] =
            std::array::from_fn(|_| parts.next().expect("there is room for every array"));
        for (to, array) in batch.iter_mut().zip(&arrays) {
            with.run(Transpose {
                from: &array[start..end],
                run,
                runs,
                pitches: [run, line::<T>()],
                to,
            });
        }
        work(batch.each_mut().map(|rows| &mut **rows), start, runs);
        for (from, array) in batch.iter().zip(&mut arrays) {
            with.run(Transpose {
                from,
                run: runs,
                runs: run,
                pitches: [line::<T>(), run],
                to: &mut array[start..end],
            });
        }
    }
}
