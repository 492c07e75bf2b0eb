//! Regions of a board, each in one piece, and their borders moved until a placement of stars is the only one.
//!
//! The exact solver names other placements; a cell of one of them changes to a neighboring region, which then would hold
//! a star too many there. The wished placement keeps its stars and every region its connection, whatever is moved. Sizes of
//! regions change.

use crate::classical::{Limits, all_solutions};
use crate::grid::{Cell, Grid, Topology};
use crate::puzzle::{Puzzle, StarBattleLayout};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Recolorings tried before a drawing is given up.
const RECOLORINGS: usize = 200;

/// Values that the exact solver may assume for one board.
const NODES: u64 = 20_000;

/// The regions by number.
pub(super) type Regions = Grid<usize>;

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
pub(super) fn grown(size: usize, starts: &[Cell], rng: &mut ChaCha8Rng) -> Regions {
    let start = |cell: Cell| starts.iter().position(|start| *start == cell);
    let mut regions: Grid<Option<usize>> = Grid::from_fn(size, size, start);
    let mut eagerness: Vec<u32> = starts.iter().map(|_| rng.random_range(1..=4)).collect();
    eagerness.shuffle(rng);
    loop {
        let mut border = Vec::new();
        for (cell, region) in regions.iter() {
            if region.is_none() {
                let taken = neighbors(&regions, cell).filter_map(|n| regions[n]);
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
pub(super) fn pieces(regions: &Regions) -> Regions {
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

/// Moves borders until `stars` is the only placement with `each` star in every row, column and region; returns the
/// regions and the number of cells moved, or `None` where too many were.
///
/// Where no move excludes a placement, or the exact solver takes too long, a random border cell is moved, at most `kicks` times.
pub(super) fn with_one_solution(
    mut regions: Regions,
    stars: &[Cell],
    each: u32,
    mut kicks: usize,
    rng: &mut ChaCha8Rng,
) -> Option<(Regions, usize)> {
    for moved in 0..RECOLORINGS {
        let others = other_placements(&regions, stars, each);
        if others.as_ref().is_some_and(Vec::is_empty) {
            return Some((regions, moved));
        }
        let mut excluded: BTreeMap<Cell, usize> = BTreeMap::new();
        for cell in others.iter().flatten().flatten() {
            *excluded.entry(*cell).or_default() += 1;
        }
        if recolor(&mut regions, &excluded, stars, rng).is_none() {
            kicks = kicks.checked_sub(1)?;
            let any = regions.iter().map(|(cell, _)| (cell, 1)).collect();
            recolor(&mut regions, &any, stars, rng)?;
        }
    }
    None
}

/// Placements other than `stars`; none exactly where it is the only one. `None` where that takes too long to say.
fn other_placements(regions: &Regions, stars: &[Cell], each: u32) -> Option<Vec<Vec<Cell>>> {
    let layout = StarBattleLayout {
        regions: regions.map(|_, region| letter(*region)),
        stars: each,
        placed: Vec::new(),
        empty: Vec::new(),
    };
    let puzzle = Puzzle::parse(&layout.to_toml("draft"), "draft").ok()?;
    let limits = Limits {
        solutions: Some(if each == 1 { 2 } else { 12 }),
        nodes: Some(NODES),
    };
    let found = all_solutions(&puzzle.model, &limits);
    let cells = |solution: &Vec<bool>| -> Vec<Cell> {
        let all = regions.iter().zip(solution);
        all.filter(|(_, star)| **star)
            .map(|((cell, _), _)| cell)
            .collect()
    };
    let others = found
        .solutions
        .iter()
        .map(cells)
        .filter(|other| other != stars);
    let others: Vec<Vec<Cell>> = others.collect();
    (found.complete || !others.is_empty()).then_some(others)
}

/// Gives the cell that most placements are `excluded` by to a neighboring region; none of `stars`. All
/// regions stay in one piece. `None` where no such cell is left.
fn recolor(
    regions: &mut Regions,
    excluded: &BTreeMap<Cell, usize>,
    stars: &[Cell],
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let mut moves = Vec::new();
    for (&cell, &times) in excluded.iter().filter(|(cell, _)| !stars.contains(cell)) {
        for to in neighbors(regions, cell).map(|n| regions[n]) {
            if to != regions[cell] && stays_connected(regions, cell) {
                moves.push((times, cell, to));
            }
        }
    }
    let most = moves.iter().map(|(times, ..)| *times).max()?;
    let best: Vec<_> = moves.iter().filter(|(times, ..)| *times == most).collect();
    let (_, cell, to) = best.choose(rng)?;
    regions[*cell] = *to;
    Some(())
}

/// Whether the region of `without` stays in one piece when that cell leaves it.
fn stays_connected(regions: &Regions, without: Cell) -> bool {
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
