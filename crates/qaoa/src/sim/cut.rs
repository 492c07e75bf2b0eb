//! How a space is cut into groups of qudits, each of which one pass over memory turns, and where
//! the amplitudes are in memory.
//!
//! Group 0 is the first qudits, whose combinations are neighbors: its pieces are runs of memory,
//! the *tiles*. The others are groups of qudits further up; a piece is then a narrow *strip*
//! through all rows that differ in the group's levels. The fewest groups win, then the cut whose
//! largest piece is least.
//!
//! > place(x) = x + ⌊x / tile⌋ · gap
//!
//! A pass over the groups further up reads the same few lines of all tiles. Where a tile is a power
//! of two long, those lines compete for the same few places of each cache. With a pitch of an odd
//! number of lines they spread over all places.

use super::instructions::Instructions;
use super::ranks::{MOST, Team};
use super::real::{Real, line};
use super::space::Space;
use super::tables::tile_of;
use std::ops::Range;

/// How large pieces may be, in states. The results depend on it only by rounding.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Limits {
    /// Of the runs in which tables make energies, where one qudit has not more.
    pub(in crate::sim) run: usize,
    /// Of a tile, where one qudit has not more: of qubits, and of other qudits.
    pub(in crate::sim) tile: [usize; 2],
    /// Rows of a strip, where one qudit has not more.
    pub(in crate::sim) rows: usize,
    /// Of a strip wider than a line of the cache; eight times as many above [`MANY`] rows.
    pub(in crate::sim) strip: usize,
    /// Of a run of qubits' amplitudes that stays in the first cache.
    pub(in crate::sim) chunk: usize,
    /// Spaces of fewer states are worked on by the calling thread alone.
    pub(in crate::sim) parallel_from: usize,
    pub(in crate::sim) instructions: Option<Instructions>,
}

impl Limits {
    pub(in crate::sim) const USUAL: Self = Self {
        run: 1 << 12,
        tile: [1 << 14, 1 << 15],
        rows: 1 << 12,
        strip: 1 << 12,
        chunk: 1 << 10,
        parallel_from: 1 << 15,
        instructions: None,
    };

    pub(in crate::sim) fn of(team: Option<&Team>) -> Self {
        if let Some(team) = team {
            return team.limits;
        }
        #[cfg(test)]
        if let Some(limits) = TESTED.get() {
            return limits;
        }
        Self::USUAL
    }

    #[cfg(test)]
    pub(in crate::sim) fn tested<R>(self, work: impl FnOnce() -> R) -> R {
        let before = TESTED.replace(Some(self));
        let result = work();
        TESTED.set(before);
        result
    }
}

#[cfg(test)]
thread_local! {
    static TESTED: std::cell::Cell<Option<Limits>> = const { std::cell::Cell::new(None) };
}

/// A row of a strip counts for as much as so many states of a tile: with few rows strips are wide,
/// and memory is read in long runs.
const ROW: usize = 128;

/// Rows from which on longer runs of memory are worth more of the second cache.
const MANY: usize = 1 << 7;

/// Lines of a tile from which on a gap is small beside it.
const LINES: usize = 1 << 8;

#[derive(Clone, Debug)]
pub(in crate::sim) struct Cut {
    pub(in crate::sim) limits: Limits,
    pub(in crate::sim) instructions: Instructions,
    groups: Vec<Range<usize>>,
    /// States below each group, and of all.
    below: Vec<usize>,
    of_qubits: bool,
    /// States of a tile, and numbers from the beginning of one to that of the next.
    pub(in crate::sim) tile: usize,
    pub(in crate::sim) pitch: usize,
}

impl Cut {
    pub(in crate::sim) fn new<T: Real>(space: &Space, limits: Limits) -> Self {
        let of_qubits = space.is_of_qubits();
        let longest = limits.tile[usize::from(!of_qubits)];
        let least = tile_of(space, limits.run.min(longest));
        let fits = |&b: &usize| b == least || space.below(b) <= longest;
        let cuts = (least..=space.qudits())
            .filter(fits)
            .map(|b| groups(space, b, limits));
        let largest = |groups: &Vec<Range<usize>>| {
            let rows = groups[1..]
                .iter()
                .map(|g| space.below(g.end) / space.below(g.start));
            let tile = space.below(groups[0].end);
            tile.max(rows.max().unwrap_or(0).saturating_mul(ROW))
        };
        let best = cuts.min_by_key(|groups| (groups.len(), largest(groups)));
        let groups = best.expect("there is a cut after the least tile");
        let tile = space.below(groups[0].end);
        let lines = tile.div_ceil(line::<T>());
        let gaps = groups.len() > 1 && lines >= LINES;
        let ends = groups.iter().map(|group| space.below(group.end));
        Self {
            limits,
            instructions: limits.instructions.unwrap_or_else(Instructions::best),
            below: [1].into_iter().chain(ends).collect(),
            groups,
            of_qubits,
            tile,
            pitch: line::<T>() * if gaps { apart(lines) } else { lines },
        }
    }

    pub(in crate::sim) fn groups(&self) -> usize {
        self.groups.len()
    }

    pub(in crate::sim) fn group(&self, group: usize) -> Range<usize> {
        self.groups[group].clone()
    }

    /// States of the qudits below a group, and of those up to its end.
    pub(in crate::sim) fn strides(&self, group: usize) -> [usize; 2] {
        [self.below[group], self.below[group + 1]]
    }

    /// Ranks at most that may share the space: so many divide the rows of the highest group.
    pub(in crate::sim) fn shares(&self) -> usize {
        let [below, states] = self.strides(self.groups() - 1);
        let rows = if self.groups() > 1 { states / below } else { 1 };
        MOST.min(1 << rows.trailing_zeros())
    }

    /// Numbers of an array of so many states, whole tiles.
    pub(in crate::sim) fn len(&self, states: usize) -> usize {
        states / self.tile * self.pitch
    }

    pub(in crate::sim) fn place(&self, state: usize) -> usize {
        if self.tile == self.pitch {
            return state;
        }
        state + state / self.tile * (self.pitch - self.tile)
    }

    /// How wide the strips of a group are, where a line of the cache holds `line` numbers: with
    /// qudits an odd number of lines, so that rows a power of two apart do not compete for the same
    /// places.
    pub(in crate::sim) fn width(&self, group: usize, arrays: usize, line: usize) -> usize {
        let [stride, end] = self.strides(group);
        let rows = end / stride;
        let share = if rows > MANY { 16 } else { 2 };
        let widest = share * self.limits.strip / (rows * arrays) / line;
        let lines = widest.clamp(1, (1 << 8) / line);
        let lines = match self.of_qubits {
            true => 1 << lines.ilog2(),
            false => lines | 1,
        };
        (lines * line).min(self.tile)
    }
}

/// The groups where the tile ends before qudit `tile`.
fn groups(space: &Space, tile: usize, limits: Limits) -> Vec<Range<usize>> {
    let mut groups: Vec<_> = std::iter::once(0..tile).collect();
    let mut start = tile;
    while start < space.qudits() {
        let fits = |&end: &usize| space.below(end) / space.below(start) <= limits.rows;
        let ends = start + 1..=space.qudits();
        let end = ends.rev().find(fits).unwrap_or(start + 1);
        groups.push(start..end);
        start = end;
    }
    groups
}

/// The least number of lines, not below `lines`, by whose multiples many rows reach all sets of a
/// cache: a little more than half of 64 sets, or of 16.
fn apart(lines: usize) -> usize {
    let sets = if lines < 16 * LINES { 16 } else { 64 };
    let wanted = sets / 2 + 1;
    lines + (wanted + sets - lines % sets) % sets
}
