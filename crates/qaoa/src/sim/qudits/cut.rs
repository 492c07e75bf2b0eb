//! How a space is cut into groups of qudits, each of which one pass over memory turns.
//!
//! Group 0 is the first qudits, whose combinations are neighbors: its pieces are runs of memory.
//! The others are groups of qudits further up; a piece is then a narrow strip through all rows
//! that differ in the group's levels. The fewest groups win, then the cut whose largest piece is
//! least.

use super::space::QuditSpace;
use super::tiles::{LONGEST, tile_of};
use crate::sim::instructions::Instructions;
use std::ops::Range;

/// How large pieces may be, in states. The results depend on it only by rounding.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct TileLimits {
    /// Of the runs in which the cost makes energies.
    pub(in crate::sim) run: usize,
    /// Of a run of memory, where one qudit has not more.
    pub(in crate::sim) tile: usize,
    /// Rows of a strip, where one qudit has not more.
    pub(in crate::sim) rows: usize,
    /// Of a strip, where it is wider than a line of the cache; eight times as many where it has
    /// more than [`MANY`] rows.
    pub(in crate::sim) strip: usize,
    /// Spaces of fewer states are worked on by the calling thread alone.
    pub(in crate::sim) parallel_from: usize,
}

impl TileLimits {
    pub(in crate::sim) const USUAL: Self = Self {
        run: LONGEST,
        tile: 1 << 15,
        rows: 1 << 12,
        strip: 1 << 12,
        parallel_from: 1 << 15,
    };

    /// Those of this process.
    pub(super) fn of_process() -> Self {
        #[cfg(test)]
        if let Some(limits) = TESTED.get() {
            return limits;
        }
        Self::USUAL
    }
}

#[cfg(test)]
thread_local! {
    /// The limits of what a test makes, where they are others.
    pub(in crate::sim) static TESTED: std::cell::Cell<Option<TileLimits>> = const { std::cell::Cell::new(None) };
}

/// A row of a strip counts for as much as so many states of a tile: with few rows strips are wide,
/// and memory is read in long runs.
const ROW: usize = 128;

/// Rows from which on a strip is so narrow that reading memory in longer runs is worth more of the
/// second cache.
pub(super) const MANY: usize = 1 << 7;

/// The groups of a space.
#[derive(Clone, Debug)]
pub(super) struct QuditGroups {
    pub(super) limits: TileLimits,
    pub(super) instructions: Instructions,
    groups: Vec<Range<usize>>,
}

impl QuditGroups {
    pub(super) fn new(space: &QuditSpace, limits: TileLimits) -> Self {
        let least = tile_of(space, limits.run).0;
        let most = space.qudits();
        let fits = |&b: &usize| b == least || space.below(b) <= limits.tile;
        let cuts = (least..=most)
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
        Self {
            limits,
            instructions: Instructions::best(),
            groups: best.expect("there is a cut after the least tile"),
        }
    }

    /// The same cut for other instructions.
    #[cfg(test)]
    pub(super) fn compiled_for(self, instructions: Instructions) -> Self {
        Self {
            instructions,
            ..self
        }
    }

    /// The number of groups.
    pub(super) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The qudits of a group.
    pub(super) fn group(&self, group: usize) -> Range<usize> {
        self.groups[group].clone()
    }

    /// Rows of the highest group; 1 where there is but one group.
    pub(super) fn rows_of_highest(&self, space: &QuditSpace) -> usize {
        match &self.groups[1..] {
            [] => 1,
            [.., highest] => space.states() / space.below(highest.start),
        }
    }

    /// How wide the strips through `rows` rows are, where a line of the cache holds `line` numbers:
    /// an odd number of lines, so that rows a power of two apart do not compete for the same places
    /// of the first cache.
    pub(super) fn width(&self, rows: usize, arrays: usize, line: usize) -> usize {
        let share = if rows > MANY { 16 } else { 2 };
        let widest = share * self.limits.strip / (rows * arrays);
        line * ((widest / line).clamp(1, (1 << 9) / line) | 1)
    }
}

/// The groups where the tile ends before qudit `tile`.
fn groups(space: &QuditSpace, tile: usize, limits: TileLimits) -> Vec<Range<usize>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_qudits_of_eight_levels_take_two_groups() {
        let space = QuditSpace::new(vec![8; 8]).unwrap();
        let cut = QuditGroups::new(&space, TileLimits::USUAL);
        assert_eq!(cut.groups(), 2);
    }

    #[test]
    fn every_qudit_is_in_one_group_however_small_the_pieces_are() {
        for dims in [
            vec![],
            vec![1, 1],
            vec![70_000],
            vec![2, 3, 5, 7, 2, 16],
            vec![17; 5],
        ] {
            for tile in [1, 8, 64, 1 << 14] {
                let space = QuditSpace::new(dims.clone()).unwrap();
                let limits = TileLimits {
                    run: tile,
                    tile,
                    rows: tile,
                    ..TileLimits::USUAL
                };
                let cut = QuditGroups::new(&space, limits);
                let all: Vec<usize> = (0..cut.groups()).flat_map(|g| cut.group(g)).collect();
                assert_eq!(all, (0..dims.len()).collect::<Vec<_>>(), "{dims:?}");
            }
        }
    }
}
