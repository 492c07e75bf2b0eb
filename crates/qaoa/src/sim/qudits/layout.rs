//! Where the amplitudes of a state stand in memory: tile after tile, with a gap after each.
//!
//! > place(x) = x + ⌊x / tile⌋ · gap
//!
//! A pass over the groups of qudits further up reads the same few lines of all tiles. Where a
//! tile is a power of two long, as with qudits of eight levels, those lines compete for the same
//! few places of each cache, and each of them is thrown out before it is written back. With a pitch
//! of an odd number of lines they spread over all places. Rows then begin where a line of the cache
//! does, too.

use super::cut::QuditGroups;
use super::lines::line;
use super::space::QuditSpace;
use crate::sim::real::Real;

/// Lines of a tile from which on a gap is small beside it.
const LINES: usize = 1 << 8;

/// Tiles of memory with their gaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileLayout {
    /// States of a tile, and numbers from the beginning of one to that of the next.
    pub(super) tile: usize,
    pub(super) pitch: usize,
    tiles: usize,
}

impl TileLayout {
    /// One tile for each run of memory that the first pass works on.
    pub(super) fn new<T: Real>(space: &QuditSpace, cut: &QuditGroups) -> Self {
        let tile = space.below(cut.group(0).end);
        let tiles = space.states() / tile;
        let lines = tile.div_ceil(line::<T>());
        let gaps = tiles > 1 && lines >= LINES;
        let pitch = if gaps {
            line::<T>() * apart(lines)
        } else {
            tile
        };
        Self { tile, pitch, tiles }
    }

    /// The layout of one of so many equal shares of the state.
    pub(super) fn share(self, shares: usize) -> Self {
        let tiles = self.tiles / shares;
        Self { tiles, ..self }
    }

    /// Numbers of an array.
    pub(super) fn len(self) -> usize {
        self.tiles * self.pitch
    }

    /// Where a state stands.
    pub(super) fn place(self, state: usize) -> usize {
        if self.tile == self.pitch {
            return state;
        }
        state + state / self.tile * (self.pitch - self.tile)
    }
}

/// The least number of lines, not below `lines`, by whose multiples many rows reach all sets of a
/// cache: a little more than half of 64 sets, or of 16.
fn apart(lines: usize) -> usize {
    let sets = if lines < 16 * LINES { 16 } else { 64 };
    let wanted = sets / 2 + 1;
    lines + (wanted + sets - lines % sets) % sets
}

#[cfg(test)]
mod tests {
    use super::super::cut::TileLimits;
    use super::*;

    #[test]
    fn states_stand_in_order_each_in_its_place_and_gaps_stay_small() {
        for dims in [
            vec![8; 7],
            vec![7; 7],
            vec![6, 9, 7, 8, 5, 10, 11],
            vec![4; 3],
            vec![2, 70_000, 3],
        ] {
            let space = QuditSpace::new(dims).unwrap();
            let cut = QuditGroups::new(&space, TileLimits::USUAL);
            let layout = TileLayout::new::<f64>(&space, &cut);
            let states = space.states();
            assert!(layout.len() >= states && layout.len() * 16 <= states * 17);
            let mut array = vec![usize::MAX; layout.len()];
            for state in 0..states {
                array[layout.place(state)] = state;
            }
            let tiles = array.chunks_exact(layout.pitch);
            let filled = tiles.flat_map(|tile| &tile[..layout.tile]);
            assert!(filled.copied().eq(0..states));
        }
    }

    #[test]
    fn rows_a_power_of_two_apart_begin_at_many_different_sets_of_a_cache() {
        let space = QuditSpace::new(vec![8; 7]).unwrap();
        let layout = TileLayout::new::<f64>(&space, &QuditGroups::new(&space, TileLimits::USUAL));
        let rows = 0..space.states() / layout.tile;
        let sets: std::collections::BTreeSet<_> = rows
            .map(|row| layout.place(row * layout.tile) / 8 % 64)
            .collect();
        assert_eq!(sets.len(), 64);
    }
}
