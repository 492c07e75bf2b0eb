//! What a pass does to a piece: the turns of a layer, the phases of the next one, and its turns.
//!
//! ```text
//! qubits:    turn (before) the piece's far qubits             (a few walks over the piece)
//!            for each chunk of the piece, in the first cache:
//!                turn (before) the chunk's qubits
//!                turn (before) those within a line, times phase, turn (after) those within a line
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
use super::instructions::Instructions;
use super::kernel::fiber::QuditTurn;
use super::kernel::line::{self, Overlapped};
use super::kernel::pair::{COMBINATIONS, Turns, turn_all};
use super::kernel::phases::{PhaseSource, TransposedRoom};
use super::kernel::rotate::{GroupRotations, rotate};
use super::kernel::transpose::Transpose;
use super::kernel::within;
use super::piece::{Parts, Place, again, chunks, part_of};
use super::real::{Real, line as line_len};
use super::space::Space;
use super::sums::Sums;
use super::sweep::aligned;

/// States of a run that is transposed at most, unless one qudit has more: a batch of runs and its
/// phases stay in the first cache.
const LONGEST_RUN: usize = 100;

/// States of one piece of qubits that stays in the second cache beside another.
const BOTH: usize = 1 << 14;

/// The turns of a pass, in the two layers that it may belong to: before the phases, and after them.
pub(in crate::sim) enum PassTurns<'a, T> {
    /// Of a group of qubits.
    Qubits([Option<GroupRotations>; 2]),
    /// Of a group of qudits, each with how far apart its levels stand, in units of a row, or of a
    /// state in group 0.
    Qudits {
        /// The first qudits of the group: in group 0 those whose levels stand close together.
        near: [Turns<'a, T>; 2],
        /// Combinations of their levels.
        run: usize,
        /// The others.
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
                return r == group.start || run <= COMBINATIONS;
            }
            let wanted = space.below(r) < line_len::<T>() || run <= LONGEST_RUN;
            wanted && end / run >= line_len::<T>()
        };
        let near = group.start..group.start + group.clone().take_while(close).count();
        let list = |layer: usize, qudits: std::ops::Range<usize>| -> Turns<'a, T> {
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

/// What else is done to a piece.
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
    /// Room for transposed runs and for sums.
    pub(in crate::sim) batch: &'a mut Vec<T>,
    pub(in crate::sim) transposed: &'a mut TransposedRoom<T>,
    pub(in crate::sim) sums: &'a mut Vec<T>,
}

impl<T: Real> PieceWork<'_, T> {
    fn has_lines(&self) -> bool {
        let phases = !matches!(self.phases, PhaseSource::Nothing);
        phases || !matches!(self.overlapped, Overlapped::Nothing)
    }

    /// Does the work on a piece.
    pub(in crate::sim) fn apply<const M: usize>(
        self,
        turns: &PassTurns<'_, T>,
        (place, parts): (Place, &mut Parts<'_, T, M>),
        sums: &mut Sums,
    ) {
        match turns {
            PassTurns::Qubits(turns) => self.qubits(turns, (place, again(parts)), sums),
            PassTurns::Qudits { near, run, far } => {
                self.qudits([near, far], *run, (place, again(parts)), sums);
            }
            PassTurns::Whole(start, added) => self.whole((*start, *added), (place, parts), sums),
        }
    }

    fn whole<const M: usize>(
        self,
        (start, added): (Start<'_>, Option<[[f64; 2]; 2]>),
        (place, parts): (Place, &mut Parts<'_, T, M>),
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
            let (turns, phases) = ([None, None], (self.phases, 0));
            line::work(
                self.with,
                again(parts),
                turns,
                phases,
                self.overlapped,
                sums,
            );
        }
        if has_lines || M == 2 {
            start.sum_all(parts, &mut sums.totals);
        }
    }

    fn qubits<const M: usize>(
        mut self,
        turns: &[Option<GroupRotations>; 2],
        (place, mut parts): (Place, Parts<'_, T, M>),
        sums: &mut Sums,
    ) {
        let log = |x: usize| x.trailing_zeros() as usize;
        let all = log(place.len());
        // qubits turned beside the phases, where all are turned by one angle; else within lines
        let shared = |turns: &Option<GroupRotations>| match turns {
            Some(GroupRotations::All(by)) => Some(Some(*by)),
            Some(GroupRotations::Each(_)) => None,
            None => Some(None),
        };
        let fused = match [shared(&turns[0]), shared(&turns[1])] {
            [Some(before), Some(after)] if self.is_tile && all >= line::turned::<T, M>() => {
                Some([before, after])
            }
            _ => None,
        };
        let within = match (self.is_tile, fused) {
            (true, Some(_)) => line::turned::<T, M>(),
            (true, None) => 4.min(all),
            (false, _) => 0,
        };
        let low = if self.is_tile { 0 } else { log(place.width) };
        let most = match M == 2 && self.is_tile && place.stride == place.width && all <= log(BOTH) {
            true => log(BOTH).max(log(self.chunk)),
            false => log(self.chunk),
        };
        let chunk = match self.is_tile {
            false if all <= most + 2 => all,
            _ => low + (most.saturating_sub(low) & !1),
        };
        let chunk = chunk.clamp(low.max(within).min(all), all);
        let (near, far) = (
            low.max(within).min(chunk)..chunk,
            chunk.max(within)..all.max(within),
        );
        let with = self.with;
        let turn = |layer: usize,
                    parts: Parts<'_, T, M>,
                    bits: std::ops::Range<usize>,
                    sums: &mut Sums| {
            if let Some(turns) = &turns[layer] {
                let first = bits.start - low;
                rotate(with, parts, bits, (turns, first), &mut sums.turns[layer]);
            }
        };
        turn(0, again(&mut parts), far.clone(), sums);
        let len = (1_usize << chunk)
            .max(line_len::<T>())
            .min(parts[0][0].len());
        let lowest = |layer: usize, parts: Parts<'_, T, M>, sums: &mut Sums| {
            let turns = turns[layer].as_ref().filter(|_| fused.is_none());
            if let Some(turns) = turns.filter(|_| within > 0) {
                within::turn(with, parts, within, turns, &mut sums.turns[layer]);
            }
        };
        let turning = fused.iter().flatten().any(Option::is_some);
        let has_lines = self.has_lines() || turning;
        for (number, mut chunk) in chunks(again(&mut parts), len).enumerate() {
            if let Some(start) = self.start {
                for [re, im] in &mut chunk {
                    re[..len.min(place.len())].fill(T::of(start));
                    im.fill(T::ZERO);
                }
            }
            turn(0, again(&mut chunk), near.clone(), sums);
            lowest(0, again(&mut chunk), sums);
            if has_lines {
                let overlapped = self.overlapped.of(number * len..(number + 1) * len);
                let (turns, phases) = (fused.unwrap_or_default(), (self.phases, number * len));
                line::work(with, again(&mut chunk), turns, phases, overlapped, sums);
            }
            lowest(1, again(&mut chunk), sums);
            turn(1, chunk, near.clone(), sums);
        }
        turn(1, parts, far, sums);
    }

    fn qudits<const M: usize>(
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
            sums: room,
            ..
        } = self;
        let unit = if self.is_tile { 1 } else { place.width };
        let len = parts[0][0].len();
        sums.turns[0].all += turn_all(with, &far[0], unit, again(&mut parts), room);
        let mut lines =
            |parts: Parts<'_, T, M>, phases: (PhaseSource<'_, T>, usize), sums: &mut Sums| {
                if has_lines {
                    let turns = [None, None];
                    line::work(with, parts, turns, phases, overlapped.of(0..0), sums);
                }
            };
        if self.is_tile && run > 1 {
            let pitch = run * line_len::<T>();
            for start in (0..place.len()).step_by(pitch) {
                let end = (start + pitch).min(place.len());
                let runs = (end - start) / run;
                let mut of_batch = aligned(batch, 2 * M * pitch).chunks_exact_mut(pitch);
                let mut next = || of_batch.next().expect("there is room for every part");
                let mut rows: Parts<'_, T, M> = std::array::from_fn(|_| [next(), next()]);
                let mut here = part_of(&mut parts, start..end);
                for (rows, part) in rows.iter_mut().flatten().zip(here.iter().flatten()) {
                    if runs < line_len::<T>() {
                        rows.fill(T::ZERO);
                    }
                    with.run(Transpose {
                        from: part,
                        run,
                        runs,
                        pitches: [run, line_len::<T>()],
                        to: rows,
                    });
                }
                let unit = line_len::<T>();
                sums.turns[0].all += turn_all(with, &near[0], unit, again(&mut rows), room);
                let phases = phases.transposed(start, [run, runs], transposed);
                lines(again(&mut rows), (phases, 0), sums);
                sums.turns[1].all += turn_all(with, &near[1], unit, again(&mut rows), room);
                for (rows, part) in rows.iter().flatten().zip(here.iter_mut().flatten()) {
                    with.run(Transpose {
                        from: rows,
                        run: runs,
                        runs: run,
                        pitches: [line_len::<T>(), run],
                        to: part,
                    });
                }
            }
        } else {
            let block = match (run * unit).is_multiple_of(line_len::<T>()) {
                true => run * unit,
                false => len,
            };
            for (number, mut block_of) in chunks(again(&mut parts), block).enumerate() {
                sums.turns[0].all += turn_all(with, &near[0], unit, again(&mut block_of), room);
                lines(again(&mut block_of), (phases, number * block), sums);
                sums.turns[1].all += turn_all(with, &near[1], unit, block_of, room);
            }
        }
        sums.turns[1].all += turn_all(with, &far[1], unit, parts, room);
    }
}
