//! What a pass does to a piece: the turns of a layer, the phases of the next one, and its turns.
//!
//! ```text
//! group 0, a run of memory:     turn the qudits further up ; the first ones, with the phases
//!     between, in transposed batches (`low`) ; those further up
//! other groups, narrow strips:  turn the qudits further up ; the first ones, with the phases
//!     between, a line of their rows at a time ; those further up
//! ```
//!
//! Turns of different qudits commute. Those of the next layer follow while the numbers are still
//! in the cache, and of both only one transposition there and back is needed.

use super::cut::QuditGroups;
use super::factors::{LineRows, PhaseSource, multiply_by};
use super::lines::{Fibers, aligned, line};
use super::low::{turn_low, undo_low};
use super::pair::{COMBINATIONS, room_for_sums, turn_all, undo_all};
use super::phases::{QuditPhases, multiply};
use super::space::QuditSpace;
use super::sweep::{Room, StateTile};
use super::turns::{QuditRotation, QuditRotations};
use crate::sim::instructions::Instructions;
use crate::sim::real::Real;
use std::ops::Range;

/// States of a run that is transposed at most, unless one qudit has more: a batch of runs and
/// its phases stay in the first cache.
const LONGEST_RUN: usize = 100;

/// What a pass turns, in the two layers that it may belong to: before the phases, and after them.
pub(super) struct LayerRotations<'a, T> {
    with: Instructions,
    /// The first qudits of the group, with their strides: in group 0 those whose levels stand
    /// close together.
    near: [List<'a, T>; 2],
    /// Combinations of their levels.
    run: usize,
    /// The others. Strides are in units of a row, or of a state in group 0.
    far: [List<'a, T>; 2],
    columns: bool,
}

/// Turns that are not still, with how far apart levels stand.
type List<'a, T> = Vec<(QuditRotation<'a, T>, usize)>;

impl<'a, T: Real> LayerRotations<'a, T> {
    pub(super) fn new(
        space: &QuditSpace,
        cut: &QuditGroups,
        group: usize,
        turner: &'a QuditRotations<T>,
        betas: [Option<f64>; 2],
    ) -> Self {
        let group = cut.group(group);
        let (below, columns) = (space.below(group.start), group.start > 0);
        let tile = space.below(group.end);
        let close = |&r: &usize| {
            let run = space.below(r + 1) / below;
            if columns {
                return r == group.start || run <= COMBINATIONS;
            }
            let wanted = space.below(r) < line::<T>() || run <= LONGEST_RUN;
            wanted && tile / run >= line::<T>()
        };
        let near = group.start..group.start + group.clone().take_while(close).count();
        let far = near.end..group.end;
        let list = |qudits: &Range<usize>| {
            betas.map(|beta| {
                let turn = |r: usize| Some((turner.turn(r, beta?), space.below(r) / below));
                let turns = qudits.clone().filter_map(turn);
                turns
                    .filter(|(turn, _)| !matches!(turn, QuditRotation::Still))
                    .collect()
            })
        };
        let mut far: [List<'a, T>; 2] = list(&far);
        if far[0].len() % 2 == 1 {
            // what is not one of a pair comes first: memory is read in its longest runs then
            far[0].rotate_right(1);
        }
        Self {
            with: cut.instructions,
            run: space.below(near.end) / below,
            near: list(&near),
            far,
            columns,
        }
    }

    /// The turns of a layer, the phases of the next one, and its turns: each of the three where
    /// there is one.
    pub(super) fn apply(
        &self,
        phases: Option<QuditPhases<'_, T>>,
        piece: &mut StateTile<'_, T, 2>,
        room: &mut Room<T>,
    ) {
        if self.columns {
            return self.apply_to_columns(phases, piece, room);
        }
        let [before, after] = &self.far;
        self.turn(before, 1, Fibers::ALL, piece, room);
        if self.run > 1 {
            let levels =
                phases.map(|phases| PhaseSource::of(phases, piece.numbers, &room.energies));
            let arrays = reborrowed(&mut piece.arrays);
            let [before, after] = &self.near;
            let rooms = (&mut room.batch, &mut room.factors, &mut room.sums);
            let turns = [&before[..], after];
            turn_low(self.with, self.run, turns, levels, arrays, rooms);
        } else if let Some(phases) = phases {
            multiply(self.with, phases, piece, &room.energies, &mut room.factors);
        }
        self.turn(after, 1, Fibers::ALL, piece, room);
    }

    fn turn(
        &self,
        list: &List<'_, T>,
        unit: usize,
        fibers: Fibers,
        piece: &mut StateTile<'_, T, 2>,
        room: &mut Room<T>,
    ) {
        let turns = list.iter().map(|&(turn, stride)| (turn, stride * unit));
        let sums = aligned(&mut room.sums, room_for_sums::<T>());
        turn_all(
            self.with,
            turns,
            fibers,
            reborrowed(&mut piece.arrays),
            sums,
        );
    }

    /// The same for rows of `width` states: the near qudits a line of `run` rows at a time,
    /// which stays in the first cache.
    fn apply_to_columns(
        &self,
        phases: Option<QuditPhases<'_, T>>,
        piece: &mut StateTile<'_, T, 2>,
        room: &mut Room<T>,
    ) {
        let (width, block) = (piece.width, piece.width * self.run);
        let ([before, after], [far_before, far_after]) = (&self.near, &self.far);
        self.turn(far_before, width, Fibers::ALL, piece, room);
        let levels = phases.map(|phases| PhaseSource::of(phases, piece.numbers, &room.energies));
        let [re, im] = reborrowed(&mut piece.arrays);
        let blocks = re.chunks_exact_mut(block).zip(im.chunks_exact_mut(block));
        let sums = aligned(&mut room.sums, room_for_sums::<T>());
        for (number, (re, im)) in blocks.enumerate() {
            for from in (0..width).step_by(line::<T>()) {
                let to = (from + line::<T>()).min(width);
                let fibers = Fibers { width, from, to };
                let by_rows =
                    |&(turn, stride): &(QuditRotation<'a, T>, usize)| (turn, stride * width);
                let parts = [&mut *re, &mut *im];
                turn_all(self.with, before.iter().map(by_rows), fibers, parts, sums);
                if let Some(levels) = levels {
                    let levels = levels.from(number * block + from);
                    let rows = LineRows {
                        rows: self.run,
                        lanes: to - from,
                        apart: [width, 1],
                    };
                    let parts = &mut [[&mut re[from..], &mut im[from..]]];
                    multiply_by(self.with, levels, [rows; 2], parts, &mut room.factors);
                }
                let parts = [&mut *re, &mut *im];
                turn_all(self.with, after.iter().map(by_rows), fibers, parts, sums);
            }
        }
        self.turn(far_after, width, Fibers::ALL, piece, room);
    }

    /// Undoes the turns of one of the two layers on ψ and λ, where they are the inverse ones;
    /// returns Im⟨λ|H|ψ⟩.
    pub(super) fn undo(
        &self,
        layer: usize,
        piece: &mut StateTile<'_, T, 4>,
        room: &mut Room<T>,
    ) -> f64 {
        let unit = if self.columns { piece.width } else { 1 };
        let by_unit = |&(turn, stride): &(QuditRotation<'a, T>, usize)| (turn, stride * unit);
        let (near, far) = (&self.near[layer], &self.far[layer]);
        let arrays = reborrowed(&mut piece.arrays);
        let sums = aligned(&mut room.sums, room_for_sums::<T>());
        if self.columns {
            let all = near.iter().chain(far).map(by_unit);
            return undo_all(self.with, all, arrays, sums);
        }
        let mut sum = undo_all(self.with, far.iter().map(by_unit), arrays, sums);
        if !near.is_empty() {
            let arrays = reborrowed(&mut piece.arrays);
            sum += undo_low(self.with, self.run, near, arrays, room);
        }
        sum
    }
}

fn reborrowed<'a, T, const K: usize>(arrays: &'a mut [&mut [T]; K]) -> [&'a mut [T]; K] {
    arrays.each_mut().map(|array| &mut **array)
}
