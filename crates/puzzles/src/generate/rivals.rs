//! Borders of regions moved until a placement of stars is the only one.
//!
//! A rival is another placement that keeps rows, columns and distances; it stands while every
//! region holds S of its stars. The exact solver names rivals that stand, and all it ever named are
//! kept. To fell one, a cell of it, and not of the wished placement, changes to a neighboring
//! region: a random such move, or one that leaves the fewest standing, as in WalkSAT (Selman, Kautz
//! & Cohen 1994). Where none stands the solver is asked again; where it names no other, the
//! placement is the only one.
//!
//! The wished placement keeps S stars in every region and every region its connection, whatever is
//! moved. Sizes of regions change.

use super::regions::{RegionNumbers, across_the_border, letter};
use crate::classical::{Limits, all_solutions};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, PuzzleText};
use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand_chacha::ChaCha8Rng;

/// How often the exact solver is asked before a drawing is given up.
const ROUNDS: usize = 400;

/// Cells moved between two questions before a drawing is given up.
const MOVES: usize = 2000;

/// Of so many moves one is random, whatever it leaves standing.
const NOISE: u32 = 10;

/// Rivals that the exact solver names at a time.
const NAMED: usize = 20;

/// Values that the exact solver may assume for one board.
const NODES: u64 = 100_000;

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
    let mut contest = RegionRepair::of(regions, stars, each);
    for _ in 0..ROUNDS {
        match contest.others() {
            Some(others) if others.is_empty() => return Some(contest.regions),
            Some(others) => others.into_iter().for_each(|other| contest.enter(other)),
            None => (0..KICKS).try_for_each(|_| contest.kick(rng))?,
        }
        contest.fell_all(rng)?;
    }
    None
}

/// Regions, the wished placement, and the rivals known.
struct RegionRepair<'a> {
    regions: RegionNumbers,
    stars: &'a [Cell],
    each: u32,
    rivals: Vec<OtherPlacement>,
    /// By cell: the rivals with a star there.
    with: Grid<Vec<usize>>,
}

/// Another placement.
struct OtherPlacement {
    cells: Vec<Cell>,
    /// By region: its stars there.
    held: Vec<u32>,
    /// Regions that hold too many or too few of its stars.
    broken: usize,
}

/// A cell that changes to a region.
type Move = (Cell, usize);

impl<'a> RegionRepair<'a> {
    fn of(regions: RegionNumbers, stars: &'a [Cell], each: u32) -> Self {
        Self {
            with: regions.map(|_, _| Vec::new()),
            regions,
            stars,
            each,
            rivals: Vec::new(),
        }
    }

    /// Placements other than the wished one that the regions allow; none exactly where it is the
    /// only one. `None` where that takes too long to say.
    fn others(&self) -> Option<Vec<Vec<Cell>>> {
        let file = PuzzleText::new("star-battle", "draft")
            .grid("regions", &self.regions, |region| letter(*region))
            .value("stars", self.each);
        let puzzle = Puzzle::parse(&file.end(), "draft").ok()?;
        let limits = Limits {
            solutions: Some(NAMED),
            nodes: Some(NODES),
            ..Limits::NONE
        };
        let found = all_solutions(&puzzle.model, &limits);
        let cells = |solution: &Vec<bool>| -> Vec<Cell> {
            let all = self.regions.iter().zip(solution);
            all.filter(|(_, star)| **star)
                .map(|((cell, _), _)| cell)
                .collect()
        };
        let placements = found.solutions.iter().map(cells);
        let others: Vec<Vec<Cell>> = placements.filter(|other| other != self.stars).collect();
        (found.complete || !others.is_empty()).then_some(others)
    }

    /// Takes a placement that stands among the rivals.
    fn enter(&mut self, cells: Vec<Cell>) {
        for &cell in &cells {
            self.with[cell].push(self.rivals.len());
        }
        self.rivals.push(OtherPlacement {
            cells,
            held: vec![self.each; self.regions.rows()],
            broken: 0,
        });
    }

    /// Moves cells until no rival known stands; `None` where that takes too long.
    fn fell_all(&mut self, rng: &mut ChaCha8Rng) -> Option<()> {
        for _ in 0..MOVES {
            let standing = self.rivals.iter().filter(|rival| rival.broken == 0);
            let Some(rival) = standing.choose(rng) else {
                return Some(());
            };
            let moves: Vec<Move> = self.moves(&rival.cells).collect();
            let least = moves.iter().map(|step| self.left_by(*step)).min();
            let anyhow = rng.random_range(0..NOISE) == 0;
            let good = |step: &Move| anyhow || Some(self.left_by(*step)) == least;
            match moves.into_iter().filter(good).choose(rng) {
                Some(step) => self.make(step),
                None => self.kick(rng)?,
            }
        }
        None
    }

    /// The moves of those of `cells` that the wished placement leaves empty.
    fn moves(&self, cells: &[Cell]) -> impl Iterator<Item = Move> {
        let empty = cells.iter().filter(|cell| !self.stars.contains(cell));
        empty.flat_map(|&cell| {
            let regions = across_the_border(&self.regions, cell);
            regions.into_iter().map(move |to| (cell, to))
        })
    }

    /// What a move adds to the number of rivals that stand.
    fn left_by(&self, (cell, to): Move) -> i64 {
        let from = self.regions[cell];
        let with = self.with[cell].iter().map(|rival| &self.rivals[*rival]);
        with.map(|rival| {
            let after = rival.broken_after(from, to, self.each);
            i64::from(after == 0) - i64::from(rival.broken == 0)
        })
        .sum()
    }

    fn make(&mut self, (cell, to): Move) {
        let from = self.regions[cell];
        for &rival in &self.with[cell] {
            let rival = &mut self.rivals[rival];
            rival.broken = rival.broken_after(from, to, self.each);
            rival.held[from] -= 1;
            rival.held[to] += 1;
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

impl OtherPlacement {
    /// How many regions are broken after one of its cells goes from region to region.
    fn broken_after(&self, from: usize, to: usize, each: u32) -> usize {
        let is_broken = |held: u32| usize::from(held != each);
        let before = is_broken(self.held[from]) + is_broken(self.held[to]);
        let after = is_broken(self.held[from] - 1) + is_broken(self.held[to] + 1);
        self.broken + after - before
    }
}

#[cfg(test)]
mod tests {
    use super::super::placement::{TOUCHING, random};
    use super::super::regions::{grown, pieces};
    use super::*;
    use rand::SeedableRng;

    /// Whether every region holds `each` of `cells`, counted anew.
    fn stands(regions: &RegionNumbers, cells: &[Cell], each: u32) -> bool {
        let held = |region| {
            cells
                .iter()
                .filter(|cell| regions[**cell] == region)
                .count()
        };
        (0..regions.rows()).all(|region| held(region) == each as usize)
    }

    fn pieces_of(regions: &RegionNumbers) -> usize {
        1 + pieces(regions).iter().map(|(_, k)| *k).max().unwrap()
    }

    #[test]
    fn what_is_kept_of_rivals_is_what_counting_anew_says_whatever_is_moved() {
        let mut changed = 0;
        for seed in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let stars = random(7, 1, TOUCHING, 1, &mut rng).unwrap();
            let regions = grown(7, &stars, &mut rng);
            let mut contest = RegionRepair::of(regions, &stars, 1);
            for other in contest.others().unwrap() {
                contest.enter(other);
            }
            let cells: Vec<Cell> = contest.regions.iter().map(|(cell, _)| cell).collect();
            for _ in 0..60 {
                let step = contest.moves(&cells).choose(&mut rng).unwrap();
                let standing = |contest: &RegionRepair<'_>| -> i64 {
                    let all = contest.rivals.iter();
                    all.filter(|rival| stands(&contest.regions, &rival.cells, 1))
                        .count() as i64
                };
                let (before, added) = (standing(&contest), contest.left_by(step));
                contest.make(step);
                assert_eq!(standing(&contest) - before, added, "seed {seed}: {step:?}");
                let kept = contest.rivals.iter().filter(|rival| rival.broken == 0);
                assert_eq!(kept.count() as i64, standing(&contest), "seed {seed}");
                assert!(
                    stands(&contest.regions, &stars, 1),
                    "the wished placement stands"
                );
                assert_eq!(pieces_of(&contest.regions), 7, "each in one piece");
                changed += usize::from(added != 0);
            }
        }
        assert!(changed > 100, "only {changed} moves fell or raise a rival");
    }

    #[test]
    fn what_is_left_is_the_wished_placement_alone() {
        for (size, each) in [(5, 1), (8, 1), (8, 2), (10, 1)] {
            let mut rng = ChaCha8Rng::seed_from_u64(size as u64);
            let stars = random(size, each, TOUCHING, 1, &mut rng).unwrap();
            let columns = Grid::from_fn(size, size, |cell| cell.col);
            let regions = (0..5)
                .find_map(|_| with_one_solution(columns.clone(), &stars, each, &mut rng))
                .unwrap_or_else(|| panic!("{size}, {each}: {stars:?}"));
            assert_ne!(regions, columns, "columns as regions forbid nothing");
            let contest = RegionRepair::of(regions, &stars, each);
            assert_eq!(contest.others(), Some(Vec::new()), "{size}, {each}");
            assert!(stands(&contest.regions, &stars, each));
            assert_eq!(pieces_of(&contest.regions), size);
        }
    }
}
