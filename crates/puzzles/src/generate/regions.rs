//! Regions of a board, each in one piece: grown from their first cells, told apart, and cells moved
//! over their borders.

use crate::grid::{Cell, Grid, Topology};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// The regions by number.
pub(super) type RegionNumbers = Grid<usize>;

/// The name of a region.
pub(super) fn letter(region: usize) -> char {
    char::from(b'A' + u8::try_from(region).expect("no more regions than letters"))
}

/// The up to four neighbors of a cell.
pub(super) fn neighbors<T>(grid: &Grid<T>, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
    let shape = (grid.rows(), grid.cols());
    let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
    steps
        .into_iter()
        .filter_map(move |step| Topology::Plane.step(shape, cell, step))
}

/// One region around each of `starts`, which takes random open neighbors until the board is full.
pub(super) fn grown(size: usize, starts: &[Cell], rng: &mut ChaCha8Rng) -> RegionNumbers {
    grown_within(&Grid::from_fn(size, size, |_| 0), starts, rng)
}

/// As [`grown`], but no region leaves the piece that it starts in; each piece holds a start.
pub(super) fn grown_within(
    pieces: &RegionNumbers,
    starts: &[Cell],
    rng: &mut ChaCha8Rng,
) -> RegionNumbers {
    let start = |cell: Cell| starts.iter().position(|start| *start == cell);
    let mut regions: Grid<Option<usize>> = pieces.map(|cell, _| start(cell));
    let mut eagerness: Vec<u32> = starts.iter().map(|_| rng.random_range(1..=4)).collect();
    eagerness.shuffle(rng);
    loop {
        let mut border = Vec::new();
        for (cell, region) in regions.iter() {
            if region.is_none() {
                let near = neighbors(&regions, cell).filter(|n| pieces[*n] == pieces[cell]);
                let taken = near.filter_map(|n| regions[n]);
                border.extend(taken.flat_map(|r| vec![(cell, r); eagerness[r] as usize]));
            }
        }
        let Some(&(cell, region)) = border.choose(rng) else {
            break;
        };
        regions[cell] = Some(region);
    }
    regions.map(|_, region| region.expect("every cell is reached from some start"))
}

/// The number of pieces that the regions fall into; as many as regions where each is in one piece.
#[cfg(test)]
pub(super) fn pieces(regions: &RegionNumbers) -> RegionNumbers {
    let mut numbers: Grid<Option<usize>> = regions.map(|_, _| None);
    let mut next = 0;
    for (start, region) in regions.iter() {
        let mut open = vec![start];
        if numbers[start].is_some() {
            continue;
        }
        while let Some(cell) = open.pop() {
            if numbers[cell].is_none() {
                numbers[cell] = Some(next);
                open.extend(neighbors(regions, cell).filter(|n| regions[*n] == *region));
            }
        }
        next += 1;
    }
    numbers.map(|_, number| number.expect("every cell is the start of a piece or reached from one"))
}

/// The regions that `cell` may change to so that all stay in one piece: those of its neighbors,
/// where its own does without it.
pub(super) fn across_the_border(regions: &RegionNumbers, cell: Cell) -> BTreeSet<usize> {
    let near = neighbors(regions, cell).map(|n| regions[n]);
    let others: BTreeSet<usize> = near.filter(|to| *to != regions[cell]).collect();
    if others.is_empty() || stays_connected(regions, cell) {
        return others;
    }
    BTreeSet::new()
}

/// Whether the region of `without` stays in one piece when that cell leaves it.
fn stays_connected(regions: &RegionNumbers, without: Cell) -> bool {
    let region = regions[without];
    let inside = |cell: &Cell| *cell != without && regions[*cell] == region;
    let cells = regions.iter().map(|(cell, _)| cell).filter(inside);
    let cells: Vec<Cell> = cells.collect();
    let Some(&first) = cells.first() else {
        return false;
    };
    let mut reached = vec![first];
    let mut next = 0;
    while next < reached.len() {
        for cell in neighbors(regions, reached[next]).filter(inside) {
            if !reached.contains(&cell) {
                reached.push(cell);
            }
        }
        next += 1;
    }
    reached.len() == cells.len()
}
