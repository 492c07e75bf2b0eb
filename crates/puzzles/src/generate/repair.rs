//! Borders of regions moved until a placement of stars is the only one; regions of a board, each in
//! one piece.
//!
//! Another placement keeps rows, columns and distances, and is a solution while every region holds
//! S of its stars. The exact solver names such solutions, and all it ever named are kept. To
//! exclude one, a cell of it that is empty in the wanted placement changes to a neighboring region:
//! a random such move, or one after which the fewest are solutions, as in WalkSAT (Selman, Kautz &
//! Cohen 1994). Where none known is a solution the solver is asked again. The wanted placement
//! keeps S stars in every region and every region its connection, whatever is moved.

use super::draft::{cells_of, random_solution};
use crate::classical::Limits;
use crate::grid::{Cell, Grid, piece};
use crate::model::{Constraint, Kind, Model};
use crate::puzzle::{Puzzle, PuzzleText};
use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// How often the exact solver is asked before a drawing is given up.
const ROUNDS: usize = 400;

/// Cells moved between two questions before a drawing is given up.
const MOVES: usize = 2000;

/// Of so many moves one is random, whatever it leaves.
const NOISE: u32 = 10;

/// Solutions that the exact solver names at a time, and values that it may assume for one board.
const LIMITS: Limits<'static> = Limits {
    solutions: Some(20),
    nodes: Some(100_000),
    ask: None,
};

/// Random border cells moved where the exact solver takes too long.
const KICKS: usize = 5;

/// The regions after borders were moved until `stars` is the only placement with `each` star in
/// every row, column and region; `None` where that takes too long.
pub(super) fn with_one_solution(
    regions: RegionNumbers,
    stars: &[Cell],
    each: u32,
    rng: &mut ChaCha8Rng,
) -> Option<RegionNumbers> {
    let mut repair = Repair {
        with: regions.map(|_, _| Vec::new()),
        regions,
        stars,
        each,
        others: Vec::new(),
    };
    for _ in 0..ROUNDS {
        match repair.solutions() {
            Some(others) if others.is_empty() => return Some(repair.regions),
            Some(others) => others.into_iter().for_each(|other| repair.add(other)),
            None => (0..KICKS).try_for_each(|_| repair.kick(rng))?,
        }
        repair.exclude_all(rng)?;
    }
    None
}

struct Repair<'a> {
    regions: RegionNumbers,
    stars: &'a [Cell],
    each: u32,
    others: Vec<Other>,
    /// By cell: the other placements with a star there.
    with: Grid<Vec<usize>>,
}

struct Other {
    cells: Vec<Cell>,
    /// By region: its stars there.
    held: Vec<u32>,
    /// Regions that hold too many or too few of its stars; a solution has none.
    broken: usize,
}

/// A cell that changes to a region.
type Move = (Cell, usize);

impl Repair<'_> {
    /// Solutions other than the wanted one; `None` where that takes too long to say.
    fn solutions(&self) -> Option<Vec<Vec<Cell>>> {
        let file = PuzzleText::new("star-battle", "draft").grid("regions", &letters(&self.regions));
        let puzzle = Puzzle::parse(&file.value("stars", self.each).end(), "draft").ok()?;
        let found = puzzle.model.all_solutions(&LIMITS);
        let placements = found.solutions.iter();
        let placements = placements.map(|board| cells_of(&puzzle.model, board));
        let others: Vec<Vec<Cell>> = placements.filter(|other| other != self.stars).collect();
        (found.complete || !others.is_empty()).then_some(others)
    }

    fn add(&mut self, cells: Vec<Cell>) {
        for &cell in &cells {
            self.with[cell].push(self.others.len());
        }
        self.others.push(Other {
            cells,
            held: vec![self.each; self.regions.rows()],
            broken: 0,
        });
    }

    /// Moves cells until no other placement known is a solution; `None` where that takes too long.
    fn exclude_all(&mut self, rng: &mut ChaCha8Rng) -> Option<()> {
        for _ in 0..MOVES {
            let solutions = self.others.iter().filter(|other| other.broken == 0);
            let Some(other) = solutions.choose(rng) else {
                return Some(());
            };
            let moves: Vec<Move> = self.moves(&other.cells).collect();
            let least = moves.iter().map(|step| self.added_by(*step)).min();
            let anyhow = rng.random_range(0..NOISE) == 0;
            let good = |step: &Move| anyhow || Some(self.added_by(*step)) == least;
            match moves.into_iter().filter(good).choose(rng) {
                Some(step) => self.make(step),
                None => self.kick(rng)?,
            }
        }
        None
    }

    fn moves(&self, cells: &[Cell]) -> impl Iterator<Item = Move> {
        let empty = cells.iter().filter(|cell| !self.stars.contains(cell));
        empty.flat_map(|&cell| {
            let regions = across_the_border(&self.regions, cell);
            regions.into_iter().map(move |to| (cell, to))
        })
    }

    /// What a move adds to the number of known solutions.
    fn added_by(&self, (cell, to): Move) -> i64 {
        let from = self.regions[cell];
        let with = self.with[cell].iter().map(|other| &self.others[*other]);
        with.map(|other| {
            let after = other.broken_after(from, to, self.each);
            i64::from(after == 0) - i64::from(other.broken == 0)
        })
        .sum()
    }

    fn make(&mut self, (cell, to): Move) {
        let from = self.regions[cell];
        for &other in &self.with[cell] {
            let other = &mut self.others[other];
            other.broken = other.broken_after(from, to, self.each);
            other.held[from] -= 1;
            other.held[to] += 1;
        }
        self.regions[cell] = to;
    }

    /// Moves a random border cell; `None` where there is none.
    fn kick(&mut self, rng: &mut ChaCha8Rng) -> Option<()> {
        let all: Vec<Cell> = self.regions.iter().map(|(cell, _)| cell).collect();
        let moves: Vec<Move> = self.moves(&all).collect();
        self.make(*moves.choose(rng)?);
        Some(())
    }
}

impl Other {
    /// How many regions are broken after one of its cells goes from region to region.
    fn broken_after(&self, from: usize, to: usize, each: u32) -> usize {
        let is_broken = |held: u32| usize::from(held != each);
        let before = is_broken(self.held[from]) + is_broken(self.held[to]);
        let after = is_broken(self.held[from] - 1) + is_broken(self.held[to] + 1);
        self.broken + after - before
    }
}

// Regions of a board, each in one piece: grown from their first cells, joined in pairs, and cells
// moved over their borders.

pub(super) type RegionNumbers = Grid<usize>;

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

/// One region around each of `starts`, which takes random open neighbors until the board is full.
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

/// So many regions joined at random in pairs of neighbors; `None` where none is found in good time.
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
fn across_the_border(regions: &RegionNumbers, cell: Cell) -> BTreeSet<usize> {
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
