//! What a pass does to a piece: the turns of a layer, the phases of the next one, and its turns.
//!
//! ```text
//! qubits:    turn (before) the piece's far qubits             (a few walks over the piece)
//!            for each chunk of the piece, in the first cache:
//!                turn (before) the chunk's qubits
//!                turn (before) the lowest, times phase, turn (after) the lowest
//!                turn (after) the chunk's qubits
//!            turn (after) the piece's far qubits
//! qudits, a run of memory:   the qudits further up ; the first ones, with the phases between, in
//!                            transposed batches ; those further up
//! qudits, narrow strips:     the qudits further up ; the first ones, with the phases between, a
//!                            block of their rows at a time ; those further up
//! ```
//!
//! Turns of different qudits commute. Those of the next layer follow while the numbers are still in
//! the cache, and of both only one transposition there and back is needed. The same is done to one
//! state, and backward to a state and the adjoint state at once.

use super::cut::Cut;
use super::grover::{Start, asked_for};
use super::instructions::{Instructions, Operation};
use super::kernel::fiber::{QuditTurn, Turns, turn_all};
use super::kernel::line::{self, Lines, Overlapped};
use super::kernel::phases::{PhaseSource, TransposedRoom, WithPhases};
use super::kernel::rotate::{GroupRotations, rotate};
use super::kernel::transpose::Transpose;
use super::piece::{Parts, Place, again, chunks, part_of, parts_in};
use super::real::{Real, line as line_len};
use super::space::Space;
use super::sums::Sums;
use super::sweep::aligned;
use std::ops::Range;

/// States of a run that is transposed at most: a batch of runs and its phases stay in the first
/// cache.
const LONGEST_RUN: usize = 100;

/// Rows of a strip at most whose first qudits are turned beside the phases.
const ROWS: usize = 144;

/// States of one piece of qubits that stays in the second cache beside another.
const BOTH: usize = 1 << 14;

/// The turns of a pass, in the two layers that it may belong to: before the phases, and after them.
pub(in crate::sim) enum PassTurns<'a, T> {
    Qubits([Option<GroupRotations>; 2]),
    /// Of a group of qudits, each with how far apart its levels are, in units of a row, or of a
    /// state in group 0.
    Qudits {
        /// The first qudits of the group: in group 0 those whose levels are close together.
        near: [Turns<'a, T>; 2],
        /// Combinations of their levels.
        run: usize,
        far: [Turns<'a, T>; 2],
    },
    /// Of the whole space: its start, and what is added along it to each state.
    Whole(Start<'a>, Option<[[f64; 2]; 2]>),
}

impl<'a, T: Real> PassTurns<'a, T> {
    /// The turn of the whole space by β, from ⟨s|ψ⟩ and ⟨s|λ⟩ before it.
    pub(in crate::sim) fn whole(
        start: Start<'a>,
        beta: Option<f64>,
        [a, b, c, d]: [f64; 4],
    ) -> Self {
        let added = beta.map(|beta| [[a, b], [c, d]].map(|sum| asked_for(beta, sum)));
        Self::Whole(start, added)
    }

    /// The turns of a group of qudits, each by what `of` says of it in either layer.
    pub(in crate::sim) fn of_qudits(
        space: &Space,
        cut: &Cut,
        group: usize,
        of: impl Fn(usize, usize) -> Option<QuditTurn<'a, T>>,
    ) -> Self {
        let ([below, end], columns) = (cut.strides(group), group > 0);
        let group = cut.group(group);
        let close = |&r: &usize| {
            let run = space.below(r + 1) / below;
            if columns {
                return r == group.start || run <= ROWS;
            }
            let wanted = space.below(r) < line_len::<T>() || run <= LONGEST_RUN;
            wanted && end / run >= line_len::<T>()
        };
        let near = group.start..group.start + group.clone().take_while(close).count();
        let list = |layer: usize, qudits: Range<usize>| -> Turns<'a, T> {
            let turn = |r: usize| Some((of(layer, r)?, space.below(r) / below));
            qudits.filter_map(turn).collect()
        };
        Self::Qudits {
            run: space.below(near.end) / below,
            far: [0, 1].map(|layer| list(layer, near.end..group.end)),
            near: [0, 1].map(|layer| list(layer, near.clone())),
        }
    }
}

pub(in crate::sim) struct PieceWork<'a, T> {
    pub(in crate::sim) with: Instructions,
    /// States of a chunk of qubits' amplitudes.
    pub(in crate::sim) chunk: usize,
    /// Whether the piece is a run of memory.
    pub(in crate::sim) is_tile: bool,
    /// What all amplitudes are at the start, where they are made anew.
    pub(in crate::sim) start: Option<f64>,
    pub(in crate::sim) phases: PhaseSource<'a, T>,
    pub(in crate::sim) overlapped: Overlapped<'a, T>,
    /// Room for transposed runs, and for their phases.
    pub(in crate::sim) batch: &'a mut Vec<T>,
    pub(in crate::sim) transposed: &'a mut TransposedRoom<T>,
}

impl<T: Real> PieceWork<'_, T> {
    fn has_lines(&self) -> bool {
        let phases = !matches!(self.phases, PhaseSource::Nothing);
        phases || !matches!(self.overlapped, Overlapped::Nothing)
    }

    pub(in crate::sim) fn whole<const M: usize>(
        self,
        (start, added): (Start<'_>, Option<[[f64; 2]; 2]>),
        (place, mut parts): (Place, Parts<'_, T, M>),
        sums: &mut Sums,
    ) {
        if self.start.is_some() {
            parts[0].iter_mut().for_each(|part| part.fill(T::ZERO));
            start.add(&mut parts[0], [1.0, 0.0], place.len());
        }
        for (state, added) in parts.iter_mut().zip(added.into_iter().flatten()) {
            start.add(state, added, place.len());
        }
        let has_lines = self.has_lines();
        if has_lines {
            let work = Lines {
                parts: again(&mut parts),
                turns: [None, None],
                overlapped: self.overlapped,
                sums,
            };
            let (phases, from) = (self.phases, 0);
            WithPhases { phases, from, work }.run(self.with);
        }
        if has_lines || M == 2 {
            start.sum_all(&parts, &mut sums.totals);
        }
    }

    pub(in crate::sim) fn qubits<const M: usize>(
        mut self,
        turns: &[Option<GroupRotations>; 2],
        (place, mut parts): (Place, Parts<'_, T, M>),
        sums: &mut Sums,
    ) {
        let log = |x: usize| x.trailing_zeros() as usize;
        let all = log(place.len());
        // where all are turned by one angle, the lowest are turned beside the phases
        let each = |turns: &GroupRotations| matches!(turns, GroupRotations::Each(_));
        let enough = self.is_tile && all >= line::turned::<T, M>();
        let within = match enough && !turns.iter().flatten().any(each) {
            true => line::turned::<T, M>(),
            false => 0,
        };
        let of_lines = [0, 1].map(|layer| match &turns[layer] {
            Some(GroupRotations::All(by)) if within > 0 => Some(*by),
            _ => None,
        });
        let low = if self.is_tile { 0 } else { log(place.width) };
        let most = match M == 2 && self.is_tile && all <= log(BOTH) {
            true => log(BOTH.max(self.chunk)),
            false => log(self.chunk),
        };
        let chunk = match self.is_tile {
            false if all <= most + 2 => all,
            _ => low + (most.saturating_sub(low) & !1),
        };
        let lowest = low.max(within);
        let chunk = chunk.clamp(lowest, all);
        let (near, far, with) = (lowest..chunk, chunk..all, self.with);
        let turn = |layer: usize, parts: Parts<'_, T, M>, bits: Range<usize>, sums: &mut Sums| {
            if let Some(turns) = &turns[layer] {
                let first = bits.start - low;
                rotate(with, parts, bits, (turns, first), &mut sums.turns[layer]);
            }
        };
        turn(0, again(&mut parts), far.clone(), sums);
        let len = (1_usize << chunk)
            .max(line_len::<T>())
            .min(parts[0][0].len());
        let has_lines = self.has_lines() || of_lines.iter().any(Option::is_some);
        for (number, mut chunk) in chunks(again(&mut parts), len).enumerate() {
            if let Some(start) = self.start {
                for [re, im] in &mut chunk {
                    re[..len.min(place.len())].fill(T::of(start));
                    im.fill(T::ZERO);
                }
            }
            turn(0, again(&mut chunk), near.clone(), sums);
            if has_lines {
                let work = Lines {
                    parts: again(&mut chunk),
                    turns: of_lines,
                    overlapped: self.overlapped.of(number * len..(number + 1) * len),
                    sums: &mut *sums,
                };
                let (phases, from) = (self.phases, number * len);
                WithPhases { phases, from, work }.run(with);
            }
            turn(1, chunk, near.clone(), sums);
        }
        turn(1, parts, far, sums);
    }

    /// The turns of a group of qudits, of which the near ones have so many combinations.
    pub(in crate::sim) fn qudits<const M: usize>(
        self,
        [near, far]: [&[Turns<'_, T>; 2]; 2],
        run: usize,
        (place, mut parts): (Place, Parts<'_, T, M>),
        sums: &mut Sums,
    ) {
        let (with, has_lines) = (self.with, self.has_lines());
        let Self {
            phases,
            mut overlapped,
            batch,
            transposed,
            ..
        } = self;
        let unit = if self.is_tile { 1 } else { place.width };
        let len = parts[0][0].len();
        sums.turns[0].all += turn_all(with, &far[0], unit, again(&mut parts));
        let mut lines = |parts: Parts<'_, T, M>,
                         (phases, from): (PhaseSource<'_, T>, usize),
                         sums: &mut Sums| {
            if has_lines {
                let (turns, overlapped) = ([None, None], overlapped.of(0..0));
                let work = Lines {
                    parts,
                    turns,
                    overlapped,
                    sums,
                };
                WithPhases { phases, from, work }.run(with);
            }
        };
        if self.is_tile && run > 1 {
            let pitch = run * line_len::<T>();
            for start in (0..place.len()).step_by(pitch) {
                let end = (start + pitch).min(place.len());
                let runs = (end - start) / run;
                let batch = aligned(batch, 2 * M * pitch);
                let mut rows: Parts<'_, T, M> = parts_in(batch, pitch);
                let mut here = part_of(&mut parts, start..end);
                for (rows, part) in rows.iter_mut().flatten().zip(here.iter().flatten()) {
                    if runs < line_len::<T>() {
                        rows.fill(T::ZERO);
                    }
                    Transpose {
                        from: part,
                        run,
                        runs,
                        pitches: [run, line_len::<T>()],
                        to: rows,
                    }
                    .run(with);
                }
                let unit = line_len::<T>();
                sums.turns[0].all += turn_all(with, &near[0], unit, again(&mut rows));
                let phases = phases.transposed(start, [run, runs], transposed);
                lines(again(&mut rows), (phases, 0), sums);
                sums.turns[1].all += turn_all(with, &near[1], unit, again(&mut rows));
                for (rows, part) in rows.iter().flatten().zip(here.iter_mut().flatten()) {
                    Transpose {
                        from: rows,
                        run: runs,
                        runs: run,
                        pitches: [line_len::<T>(), run],
                        to: part,
                    }
                    .run(with);
                }
            }
        } else {
            let block = match (run * unit).is_multiple_of(line_len::<T>()) {
                true => run * unit,
                false => len,
            };
            for (number, mut block_of) in chunks(again(&mut parts), block).enumerate() {
                sums.turns[0].all += turn_all(with, &near[0], unit, again(&mut block_of));
                lines(again(&mut block_of), (phases, number * block), sums);
                sums.turns[1].all += turn_all(with, &near[1], unit, block_of);
            }
        }
        sums.turns[1].all += turn_all(with, &far[1], unit, parts);
    }
}
