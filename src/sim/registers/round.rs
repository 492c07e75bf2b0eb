//! What a pass does to a piece: the turns of a layer, the phases of the next one, and its turns.
//!
//! ```text
//! group 0, a run of memory:     turn the registers further up ; the first ones, with the phases between, in transposed batches (`low`) ; those further up
//! other groups, narrow strips:  for each line of a row: turn the registers ; multiply by the phases ; turn them again
//! ```
//!
//! Turns of different registers commute. Those of the next layer follow while the numbers are still in the cache, and of both only one transposition there
//! and back is needed.

use super::cut::Cut;
use super::factors::{Levels, Rows, multiply_rows};
use super::lines::{Fibers, aligned, line};
use super::low::{turn_low, undo_low};
use super::pair::{room_for_sums, turn_all};
use super::phases::{Phases, multiply};
use super::space::Space;
use super::sweep::{Piece, Room};
use super::turns::{Turn, Turner};
use super::undo::undo;
use crate::sim::plan::Instructions;
use crate::sim::real::Real;
use std::ops::Range;

/// States of a run that is transposed at most, unless one register has more: a batch of runs and its phases stay in the first cache.
const LONGEST_RUN: usize = 100;

/// What a pass turns, in the two layers that it may belong to: before the phases, and after them.
pub(super) struct Turns<'a, T> {
    with: Instructions,
    /// The first registers, whose levels stand close together, with their strides.
    low: [List<'a, T>; 2],
    /// Combinations of their levels.
    run: usize,
    /// The others, with their strides in units of a row, or of a state in group 0.
    far: [List<'a, T>; 2],
    columns: bool,
}

/// Turns that are not still, with how far apart levels stand.
type List<'a, T> = Vec<(Turn<'a, T>, usize)>;

impl<'a, T: Real> Turns<'a, T> {
    pub(super) fn new(
        space: &Space,
        cut: &Cut,
        group: usize,
        turner: &'a Turner<T>,
        betas: [Option<f64>; 2],
    ) -> Self {
        let group = cut.group(group);
        let (below, columns) = (space.below(group.start), group.start > 0);
        let tile = space.below(group.end);
        let close = |&r: &usize| {
            let run = space.below(r + 1);
            let wanted = space.below(r) < line::<T>() || run <= LONGEST_RUN;
            !columns && wanted && tile / run >= line::<T>()
        };
        let low = group.start..group.start + group.clone().take_while(close).count();
        let far = low.end..group.end;
        let list = |registers: &Range<usize>| {
            betas.map(|beta| {
                let turn = |r: usize| Some((turner.turn(r, beta?), space.below(r) / below));
                let turns = registers.clone().filter_map(turn);
                turns
                    .filter(|(turn, _)| !matches!(turn, Turn::Still))
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
            run: space.below(low.end),
            low: list(&low),
            far,
            columns,
        }
    }

    /// The turns of a layer, the phases of the next one, and its turns: each of the three where there is one.
    pub(super) fn apply(
        &self,
        phases: Option<Phases<'_, T>>,
        piece: &mut Piece<'_, T, 2>,
        room: &mut Room<T>,
    ) {
        if self.columns {
            return self.apply_to_columns(phases, piece, room);
        }
        let [before, after] = &self.far;
        self.turn(before, 1, Fibers::ALL, piece, room);
        if self.run > 1 {
            let levels = phases.map(|phases| Levels::of(phases, piece.numbers, &room.energies));
            let arrays = reborrowed(&mut piece.arrays);
            let [before, after] = &self.low;
            let rooms = [&mut room.batch, &mut room.factors, &mut room.sums];
            turn_low(self.with, self.run, [before, after], levels, arrays, rooms);
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
        piece: &mut Piece<'_, T, 2>,
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

    /// The same for rows of `width` states, a line of each row at a time: so much stays in the first cache, unless there are very many rows.
    fn apply_to_columns(
        &self,
        phases: Option<Phases<'_, T>>,
        piece: &mut Piece<'_, T, 2>,
        room: &mut Room<T>,
    ) {
        let width = piece.width;
        let rows = piece.arrays[0].len() / width;
        let [before, after] = &self.far;
        for from in (0..width).step_by(line::<T>()) {
            let to = (from + line::<T>()).min(width);
            let fibers = Fibers { width, from, to };
            self.turn(before, width, fibers, piece, room);
            if let Some(phases) = phases {
                let levels = Levels::of(phases, piece.numbers, &room.energies).from(from);
                let rows = Rows {
                    rows,
                    lanes: to - from,
                    apart: [width, 1],
                };
                let [re, im] = reborrowed(&mut piece.arrays);
                let parts = [&mut re[from..], &mut im[from..]];
                multiply_rows(self.with, levels, [rows; 2], parts, &mut room.factors);
            }
            self.turn(after, width, fibers, piece, room);
        }
    }

    /// Undoes the turns of one of the two layers on ψ and λ, where they are the inverse ones; returns Im⟨λ|H|ψ⟩.
    pub(super) fn undo(
        &self,
        layer: usize,
        piece: &mut Piece<'_, T, 4>,
        room: &mut Room<T>,
    ) -> f64 {
        let unit = if self.columns { piece.width } else { 1 };
        let mut sum = 0.0;
        for &(turn, stride) in &self.far[layer] {
            sum += undo(
                self.with,
                turn,
                stride * unit,
                reborrowed(&mut piece.arrays),
            );
        }
        if !self.low[layer].is_empty() {
            let arrays = reborrowed(&mut piece.arrays);
            sum += undo_low(self.with, self.run, &self.low[layer], arrays, room);
        }
        sum
    }
}

fn reborrowed<'a, T, const K: usize>(arrays: &'a mut [&mut [T]; K]) -> [&'a mut [T]; K] {
    arrays.each_mut().map(|array| &mut **array)
}
