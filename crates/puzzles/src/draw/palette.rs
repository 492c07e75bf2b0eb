//! Background colors of regions: adjacent regions differ.
//!
//! Regions are colored greedily, those with the most neighbors first (Welsh & Powell 1967), each with
//! the color least used so far among those its neighbors leave. There are twelve: they run out only
//! where twelve regions touch twelve others.

use super::DrawStyle;
use crate::grid::{Cell, Grid};
use crate::puzzle::Puzzle;
use anstyle::{Ansi256Color, Style as Paint};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Light colors of the 256-color terminal, on which dark text reads well.
const COLORS: [u8; 12] = [217, 153, 193, 229, 183, 223, 159, 250, 147, 180, 115, 225];
const LINE: Ansi256Color = Ansi256Color(243);

/// The background of each cell; none where there are no regions or no colors.
#[derive(Debug)]
pub(super) struct Palette {
    backgrounds: Option<Grid<Option<Ansi256Color>>>,
}

impl Palette {
    /// The colors of a puzzle's regions; none in the plain style.
    pub(super) fn new(puzzle: &Puzzle, style: DrawStyle) -> Self {
        let regions = match style {
            DrawStyle::Color => puzzle.look.regions.as_ref(),
            DrawStyle::Plain => None,
        };
        let backgrounds = regions.map(|regions| {
            let colors = color_graph(&neighbors(regions));
            regions.map(|_, region| region.map(|region| Ansi256Color(COLORS[colors[region]])))
        });
        Self { backgrounds }
    }

    /// The background of a cell.
    pub(super) fn at(&self, cell: Cell) -> Option<Ansi256Color> {
        self.backgrounds.as_ref().and_then(|grid| grid[cell])
    }

    /// Some background that the board has, if it has any.
    pub(super) fn any(&self) -> Option<Ansi256Color> {
        let grid = self.backgrounds.as_ref()?;
        grid.iter().find_map(|(_, color)| *color)
    }

    /// The paint of a line between `cells`: their background where they share it.
    pub(super) fn line(&self, cells: &[Option<Cell>]) -> Paint {
        let background = |cell: &Option<Cell>| cell.and_then(|cell| self.at(cell));
        let first = cells.first().and_then(background);
        match first {
            Some(color) if cells.iter().all(|cell| background(cell) == first) => {
                LINE.on_default().bg_color(Some(color.into()))
            }
            _ => Paint::new(),
        }
    }
}

/// By region: the regions that share an edge with it.
fn neighbors(regions: &Grid<Option<usize>>) -> Vec<BTreeSet<usize>> {
    let count = regions.iter().filter_map(|(_, region)| *region).max();
    let mut neighbors = vec![BTreeSet::new(); count.map_or(0, |last| last + 1)];
    for (cell, region) in regions.iter() {
        for next in [
            Cell::new(cell.row, cell.col + 1),
            Cell::new(cell.row + 1, cell.col),
        ] {
            let other = regions.get(next).copied().flatten();
            if let (Some(a), Some(b)) = (*region, other)
                && a != b
            {
                neighbors[a].insert(b);
                neighbors[b].insert(a);
            }
        }
    }
    neighbors
}

/// By vertex: a color in 0..12 that no neighbor has.
fn color_graph(neighbors: &[BTreeSet<usize>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..neighbors.len()).collect();
    order.sort_by_key(|vertex| Reverse(neighbors[*vertex].len()));
    let mut colors: Vec<Option<usize>> = vec![None; neighbors.len()];
    let mut uses = [0_usize; COLORS.len()];
    for vertex in order {
        let taken = neighbors[vertex].iter().filter_map(|other| colors[*other]);
        let taken: BTreeSet<usize> = taken.collect();
        let free = (0..COLORS.len()).filter(|color| !taken.contains(color));
        let color = free.min_by_key(|color| uses[*color]).unwrap_or(0);
        uses[color] += 1;
        colors[vertex] = Some(color);
    }
    colors.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_never_share_a_color() {
        // A wheel of 20 around a hub, rim included: many more regions than colors.
        let rim = |k: usize| 1 + k % 20;
        let mut neighbors = vec![BTreeSet::new(); 21];
        for k in 0..20 {
            for (a, b) in [(0, rim(k)), (rim(k), rim(k + 1))] {
                neighbors[a].insert(b);
                neighbors[b].insert(a);
            }
        }
        let colors = color_graph(&neighbors);
        for (vertex, others) in neighbors.iter().enumerate() {
            for other in others {
                assert_ne!(colors[vertex], colors[*other], "{vertex} and {other}");
            }
        }
    }
}
