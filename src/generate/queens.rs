//! LinkedIn Queens, and Star Battle with one star: a random placement, regions grown from its queens, and cells recolored until no other
//! placement is left.

use super::{Draft, Hint, Maker, cells_given};
use crate::classical::solutions_up_to;
use crate::grid::{Cell, Grid, Topology};
use crate::puzzle::{Puzzle, QueensLayout, StarBattleLayout};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

pub(super) const QUEENS: Maker = Maker {
    family: "queens",
    sizes: 4..=12,
    only_even: false,
    draw: |size, rng| draw(size, rng, queens_file),
};

/// Star Battle with one star: the same rules under another name.
pub(super) const STAR_BATTLE: Maker = Maker {
    family: "star-battle",
    sizes: 4..=12,
    only_even: false,
    draw: |size, rng| draw(size, rng, star_battle_file),
};

/// Recolorings tried before a drawing is given up.
const RECOLORINGS: usize = 200;

/// The file with these regions, under a name, with some hints given.
type File = fn(Grid<char>, &str, &[Hint]) -> String;

fn draw(size: usize, rng: &mut ChaCha8Rng, file: File) -> Option<Draft> {
    let queens = placement(size, rng)?;
    let regions = unique_regions(size, &queens, rng)?;
    let hints = regions
        .iter()
        .map(|(cell, _)| Hint {
            cell,
            value: queens[cell.row] == cell.col,
        })
        .collect();
    let letters = regions.map(|_, region| letter(*region));
    let write = move |name: &str, given: &[Hint]| file(letters.clone(), name, given);
    Some(Draft {
        hints,
        write: Box::new(write),
    })
}

fn queens_file(regions: Grid<char>, name: &str, given: &[Hint]) -> String {
    let layout = QueensLayout {
        size: regions.rows(),
        regions: Some(regions),
        queens: cells_given(given, true),
        empty: cells_given(given, false),
    };
    layout.to_toml(name)
}

fn star_battle_file(regions: Grid<char>, name: &str, given: &[Hint]) -> String {
    let layout = StarBattleLayout {
        regions,
        stars: 1,
        placed: cells_given(given, true),
        empty: cells_given(given, false),
    };
    layout.to_toml(name)
}

pub(super) fn letter(region: usize) -> char {
    char::from(b'A' + u8::try_from(region).expect("no more regions than letters"))
}

/// The column of the queen in each row: one per column, none touching; `None` where a random order hits a dead end.
fn placement(size: usize, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut free: Vec<usize> = (0..size).collect();
    let mut queens: Vec<usize> = Vec::new();
    for _ in 0..size {
        let above = queens.last().copied();
        let apart: Vec<usize> = free
            .iter()
            .copied()
            .filter(|&col| above.is_none_or(|a| a.abs_diff(col) > 1))
            .collect();
        let &col = apart.choose(rng)?;
        free.retain(|&c| c != col);
        queens.push(col);
    }
    Some(queens)
}

/// Regions that leave `queens` as the only solution.
fn unique_regions(size: usize, queens: &[usize], rng: &mut ChaCha8Rng) -> Option<Grid<usize>> {
    let mut regions = grown_regions(size, queens, rng);
    for _ in 0..RECOLORINGS {
        let layout = QueensLayout {
            size,
            regions: Some(regions.map(|_, region| letter(*region))),
            queens: Vec::new(),
            empty: Vec::new(),
        };
        let puzzle = Puzzle::parse(&layout.to_toml("draft"), "draft").ok()?;
        let board = |solution: &Vec<bool>| -> Vec<usize> {
            (0..size)
                .filter_map(|row| (0..size).find(|col| solution[row * size + col]))
                .collect()
        };
        let found = solutions_up_to(&puzzle.model, 2);
        let Some(other) = found.iter().map(board).find(|b| b != queens) else {
            return Some(regions);
        };
        if !recolor(&mut regions, queens, &other, rng) {
            return None;
        }
    }
    None
}

/// Each region starts at a queen and takes a random open neighbor until the board is full.
fn grown_regions(size: usize, queens: &[usize], rng: &mut ChaCha8Rng) -> Grid<usize> {
    let start = |cell: Cell| (queens[cell.row] == cell.col).then_some(cell.row);
    let mut regions: Grid<Option<usize>> = Grid::from_fn(size, size, start);
    let mut eagerness: Vec<u32> = (0..size).map(|_| rng.random_range(1..=4)).collect();
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
    regions.map(|_, region| region.expect("every cell is reached from some queen"))
}

pub(super) fn neighbors<T>(grid: &Grid<T>, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
    let shape = (grid.rows(), grid.cols());
    let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
    steps
        .into_iter()
        .filter_map(move |step| Topology::Plane.step(shape, cell, step))
}

/// Gives a cell of the `other` placement to a neighboring region, so that this region would hold two of its
/// queens; all regions stay in one piece. False where no such cell is left.
fn recolor(
    regions: &mut Grid<usize>,
    queens: &[usize],
    other: &[usize],
    rng: &mut ChaCha8Rng,
) -> bool {
    let mut moves = Vec::new();
    for (row, &col) in other.iter().enumerate() {
        let cell = Cell::new(row, col);
        if queens[row] == col {
            continue;
        }
        for to in neighbors(regions, cell).map(|n| regions[n]) {
            if to != regions[cell] && stays_connected(regions, cell) {
                moves.push((cell, to));
            }
        }
    }
    match moves.choose(rng) {
        Some(&(cell, to)) => {
            regions[cell] = to;
            true
        }
        None => false,
    }
}

/// Whether the region of `without` stays in one piece when that cell leaves it.
fn stays_connected(regions: &Grid<usize>, without: Cell) -> bool {
    let region = regions[without];
    let inside = |cell: &Cell| *cell != without && regions[*cell] == region;
    let cells: Vec<Cell> = regions
        .iter()
        .map(|(cell, _)| cell)
        .filter(inside)
        .collect();
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
