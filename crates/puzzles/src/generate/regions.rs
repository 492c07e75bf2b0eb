//! Regions of a board, each in one piece: grown from their first cells, joined in pairs, and cells
//! moved over their borders.

use super::solution::random_solution;
use crate::grid::{Cell, Grid, piece};
use crate::model::{Constraint, Kind, Model};
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

/// So many regions joined in pairs of neighbors: a random way in which each has one partner. `None`
/// where none is found in good time.
pub(super) fn paired(
    regions: &RegionNumbers,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Option<RegionNumbers> {
    let mut borders = BTreeSet::new();
    for (cell, &region) in regions.iter() {
        let near = cell.neighbors(regions.shape()).map(|near| regions[near]);
        borders.extend(near.map(|other| [region, other]));
    }
    borders.retain(|[a, b]| a < b);
    let mut model = Model::default();
    for [a, b] in &borders {
        model.add_variable(format!("{a} and {b}"));
    }
    for region in 0..count {
        let own = model.variables().zip(&borders);
        let own = own.filter(|(_, pair)| pair.contains(&region));
        let own = own.map(|(var, _)| var).collect();
        model.add(Constraint::exactly(Kind::Region, "one partner", 1, own));
    }
    let solution = random_solution(&model, rng)?;
    let pairs = borders.iter().zip(solution).filter(|(_, chosen)| *chosen);
    let pairs: Vec<&[usize; 2]> = pairs.map(|(pair, _)| pair).collect();
    let number = |region: usize| pairs.iter().position(|pair| pair.contains(&region));
    Some(regions.map(|_, region| number(*region).expect("each region has a partner")))
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
