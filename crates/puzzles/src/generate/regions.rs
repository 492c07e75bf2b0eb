//! Regions of a board, each in one piece: grown from their first cells, joined in pairs, and cells
//! moved over their borders.

use crate::grid::{Cell, Grid, piece};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// The regions by number.
pub(super) type RegionNumbers = Grid<usize>;

/// The regions as files name them.
pub(super) fn letters(regions: &RegionNumbers) -> Grid<char> {
    let letter = |region: usize| u8::try_from(region).map(|region| char::from(b'A' + region));
    regions.map(|_, region| letter(*region).expect("no more regions than letters"))
}

/// How eagerly each of so many regions grows: large ones beside small ones.
pub(super) fn eager(regions: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut eagerness: Vec<usize> = (0..regions)
        .map(|_| rng.random_range(1..=4_u32) as usize)
        .collect();
    eagerness.shuffle(rng);
    eagerness
}

/// One region around each of `starts`, which takes random open neighbors, as eagerly as is said,
/// until the board is full.
pub(super) fn grown(
    size: usize,
    starts: &[Cell],
    eagerness: &[usize],
    rng: &mut ChaCha8Rng,
) -> RegionNumbers {
    let start = |cell: Cell| starts.iter().position(|start| *start == cell);
    let mut regions = Grid::from_fn(size, size, start);
    loop {
        let mut border = Vec::new();
        for (cell, _) in regions.iter().filter(|(_, region)| region.is_none()) {
            let taken = cell
                .neighbors((size, size))
                .filter_map(|near| regions[near]);
            border.extend(taken.flat_map(|region| vec![(cell, region); eagerness[region]]));
        }
        let Some(&(cell, region)) = border.choose(rng) else {
            break;
        };
        regions[cell] = Some(region);
    }
    regions.map(|_, region| region.expect("every cell is reached from some start"))
}

/// Ways tried before pairs are given up.
const TRIES: usize = 20_000;

/// So many regions joined in pairs of neighbors, by backtracking; the regions after that are
/// numbered from 0. `None` where there are no such pairs, or they take too long to find.
pub(super) fn paired(
    regions: &RegionNumbers,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Option<RegionNumbers> {
    let mut beside = vec![BTreeSet::new(); count];
    for (cell, &region) in regions.iter() {
        beside[region].extend(cell.neighbors(regions.shape()).map(|near| regions[near]));
    }
    let mut pair_of = vec![None; count];
    pair_rest(&beside, &mut pair_of, 0, &mut 0, rng)
        .then(|| regions.map(|_, region| pair_of[*region].unwrap_or(0)))
}

/// Joins all regions without a partner, in pairs from number `next` on, the loneliest first;
/// whether that can be done.
fn pair_rest(
    beside: &[BTreeSet<usize>],
    pair_of: &mut [Option<usize>],
    next: usize,
    tries: &mut usize,
    rng: &mut ChaCha8Rng,
) -> bool {
    let open = |region: usize, pair_of: &[Option<usize>]| -> Vec<usize> {
        let near = beside[region].iter().copied();
        near.filter(|other| *other != region && pair_of[*other].is_none())
            .collect()
    };
    let alone = (0..beside.len()).filter(|region| pair_of[*region].is_none());
    let Some(loneliest) = alone.min_by_key(|region| open(*region, pair_of).len()) else {
        return true;
    };
    let mut partners = open(loneliest, pair_of);
    partners.shuffle(rng);
    for partner in partners {
        *tries += 1;
        if *tries > TRIES {
            return false;
        }
        pair_of[loneliest] = Some(next);
        pair_of[partner] = Some(next);
        if pair_rest(beside, pair_of, next + 1, tries, rng) {
            return true;
        }
        pair_of[loneliest] = None;
        pair_of[partner] = None;
    }
    false
}

/// The regions that `cell` may change to so that all stay in one piece: those of its neighbors,
/// where its own does without it.
pub(super) fn across_the_border(regions: &RegionNumbers, cell: Cell) -> BTreeSet<usize> {
    let near = cell.neighbors(regions.shape()).map(|n| regions[n]);
    let others: BTreeSet<usize> = near.filter(|to| *to != regions[cell]).collect();
    if others.is_empty() || stays_connected(regions, cell) {
        return others;
    }
    BTreeSet::new()
}

/// Whether the region of `without` stays in one piece when that cell leaves it.
fn stays_connected(regions: &RegionNumbers, without: Cell) -> bool {
    let inside = |cell: &Cell| *cell != without && regions[*cell] == regions[without];
    let cells: Vec<Cell> = regions
        .iter()
        .map(|(cell, _)| cell)
        .filter(inside)
        .collect();
    let joined = |_, next| inside(&next);
    let whole = |first: &Cell| piece(regions.shape(), *first, joined).len() == cells.len();
    cells.first().is_some_and(whole)
}
