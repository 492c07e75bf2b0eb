//! From the terms to a table of the energies: the number of each basis state's level.
//!
//! ```text
//! walk over all tiles: the lowest and the highest energy, and Σ (E − mean)²
//! whole numbers of a unit, and few of them between these two beside the states:
//!     walk again: number = energy − lowest                        (numbers without a state remain)
//! whole numbers, and not many more of them than states:
//!     walk again: number = the number that this energy was given where it came first; give up
//!         beyond 65536
//! otherwise there is no table, and energies are rebuilt wherever a pass needs them
//! ```
//!
//! Energies are rebuilt a tile at a time in every walk, by the transform of `terms`: that costs
//! less than to keep them. Costs below 2¹⁵ basis states are walked by the calling thread alone.
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use crate::error::Result;
use crate::sim::cost::energies::{EnergyGrid, LevelIndex};
use crate::sim::cost::numbers::{LevelNumber, LevelNumbers, zeros};
use crate::sim::cost::terms::TermList;
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::memory;
use crate::sim::ranks::Team;
use crate::sim::vector::block::{LANES, Lanes, total};
use crate::sim::walk::place::BlockPlace;
use crate::tasks::each;

mod shares;

use shares::Both;

/// Bits of a state's number within its tile, at most.
const TILE: usize = 12;
/// The most levels that two bytes can number.
pub(in crate::sim) const MAX_LEVELS: usize = 1 << 16;
/// Tasks of a walk at most.
pub(in crate::sim) const TASKS: usize = 64;
/// Costs of fewer variables are walked by one thread.
pub(in crate::sim) const PARALLEL_FROM: usize = 15;
/// The most whole numbers that levels are numbered among: for each state, and altogether.
const NUMBERS: [usize; 2] = [4, 1 << 22];

/// The numbers of the levels, and the energy of each.
#[derive(Debug)]
pub(in crate::sim) struct LevelTable {
    pub(in crate::sim) index: LevelIndex,
    /// The same in the order of columns, where the table is the share of a rank.
    pub(in crate::sim) columns: Option<LevelIndex>,
    pub(in crate::sim) entries: Vec<f64>,
    /// Where neighboring numbers are a unit apart.
    pub(in crate::sim) grid: Option<EnergyGrid>,
    /// How an energy follows from the terms, where the table is the share of a rank.
    pub(in crate::sim) rule: Option<Rule>,
    pub(in crate::sim) spread: Spread,
}

/// The energy of a state that is in no table at hand: the same bits as an entry's.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Rule {
    whole: TermList,
    unit: f64,
}

impl Rule {
    pub(in crate::sim) fn energy(&self, state: u64) -> f64 {
        let within = self
            .whole
            .list
            .iter()
            .filter(|(mask, _)| mask & !state == 0);
        // whole numbers add up exactly in any order
        within.fold(0.0, |sum, (_, c)| sum + c) * self.unit
    }
}

/// What is known of all energies.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Spread {
    pub(in crate::sim) lowest: f64,
    pub(in crate::sim) highest: f64,
    /// Σ (E − mean)².
    pub(in crate::sim) squares: f64,
}

impl LevelTable {
    /// The table of a polynomial, in whole numbers of its unit where it has one; with a team, this
    /// rank's share of it.
    ///
    /// # Errors
    /// If two bytes for each state do not fit into memory.
    pub(in crate::sim) fn of(
        terms: &TermList,
        units: Option<(f64, TermList)>,
        team: Option<&Team>,
    ) -> Result<Self> {
        let Some((unit, whole)) = units else {
            return Ok(Self::none(terms, team));
        };
        let (n, walk) = (terms.n, EnergyWalk::over(&whole).shared_by(team));
        let Spread {
            lowest,
            highest,
            squares,
        } = walk.spread(whole.mean());
        let spread = Spread {
            lowest: lowest * unit,
            highest: highest * unit,
            squares: squares * unit * unit,
        };
        let numbers = highest - lowest + 1.0;
        let (bytes, words) = ((1 << 8).min(1 << n), MAX_LEVELS.min((1 << n) / 4));
        let most = NUMBERS[1].min(NUMBERS[0] << n);
        if numbers > most as f64 {
            return Ok(Self::none(terms, team));
        }
        let numbers = numbers as usize;
        let grid = EnergyGrid {
            first: lowest,
            unit,
        };
        let energy = |number: usize| grid.energy(number as f64);
        // the memory of shares is checked before all ranks begin
        let check_words = || team.map_or_else(|| memory::check_bytes(n, 2), |_| Ok(()));
        let rule = team.map(|_| Rule {
            whole: whole.clone(),
            unit,
        });
        if numbers > bytes.max(words) {
            check_words()?;
            let held = n - team.map_or(0, Team::bits);
            let ((index, columns), entries) = match walk.numbered(lowest, numbers)? {
                Some((numbers, left)) => (
                    numbers.narrow(held, left.len())?,
                    left.into_iter().map(energy).collect(),
                ),
                None => ((LevelIndex::Absent, None), Vec::new()),
            };
            return Ok(Self {
                rule: rule.filter(|_| columns.is_some()),
                index,
                columns,
                entries,
                grid: None,
                spread,
            });
        }
        let (index, columns) = if numbers <= 1 << 8 {
            let Both { index, columns } = walk.distances(lowest)?;
            (LevelIndex::Bytes(index), columns.map(LevelIndex::Bytes))
        } else {
            check_words()?;
            let Both { index, columns } = walk.distances(lowest)?;
            (LevelIndex::Words(index), columns.map(LevelIndex::Words))
        };
        Ok(Self {
            index,
            columns,
            entries: (0..numbers).map(energy).collect(),
            grid: Some(grid),
            rule,
            spread,
        })
    }

    /// No table.
    fn none(terms: &TermList, team: Option<&Team>) -> Self {
        let walk = EnergyWalk::over(terms).shared_by(team);
        Self {
            index: LevelIndex::Absent,
            columns: None,
            entries: Vec::new(),
            grid: None,
            rule: None,
            spread: walk.spread(terms.mean()),
        }
    }
}

/// A walk over the energies of all states, tile by tile.
pub(in crate::sim) struct EnergyWalk<'a> {
    terms: &'a TermList,
    with: Instructions,
    /// The ranks of which each walks over its share.
    team: Option<&'a Team>,
}

impl<'a> EnergyWalk<'a> {
    pub(in crate::sim) fn over(terms: &'a TermList) -> Self {
        Self::with(terms, Instructions::best())
    }

    /// The same with loops compiled for other instructions.
    pub(in crate::sim) fn with(terms: &'a TermList, with: Instructions) -> Self {
        let team = None;
        Self { terms, with, team }
    }

    /// The same over this rank's share; what is found goes on to be joined by the caller, but for
    /// the spread.
    pub(in crate::sim) fn shared_by(self, team: Option<&'a Team>) -> Self {
        Self { team, ..self }
    }

    /// States in a tile.
    fn tile_len(&self) -> usize {
        1 << self.terms.n.min(TILE)
    }

    /// Tiles that are walked over.
    fn tiles(&self) -> usize {
        (1 << (self.terms.n - self.team.map_or(0, Team::bits))) / self.tile_len()
    }

    /// The first state of each of them, and how many states it has.
    fn own_tiles(&self) -> impl Iterator<Item = (usize, usize)> {
        let (first, len) = (self.first_tile(), self.tile_len());
        (first..first + self.tiles()).map(move |tile| (tile * len, len))
    }

    fn first_tile(&self) -> usize {
        self.team.map_or(0, |team| team.rank() * self.tiles())
    }

    /// The energies of one tile.
    pub(in crate::sim) fn tile(&self, number: usize) -> Vec<f64> {
        let mut energies = Vec::new();
        self.write(number * self.tile_len(), self.tile_len(), &mut energies);
        energies
    }

    /// The energy of one state.
    pub(in crate::sim) fn energy(&self, state: usize) -> f64 {
        self.tile(state / self.tile_len())[state % self.tile_len()]
    }

    /// The energies of `len` states from a multiple of it on.
    fn write(&self, first: usize, len: usize, energies: &mut Vec<f64>) {
        let blocks = len.div_ceil(LANES);
        let place = BlockPlace::tile(first / len, blocks);
        self.terms.evaluate(1.0, place, blocks, self.with, energies);
        energies.truncate(len);
    }

    /// Calls `visit` with the first state and the energies of each tile, in order within each part
    /// of the walk; what each part found, in order.
    pub(in crate::sim) fn fold<R: Default + Send>(
        &self,
        visit: impl Fn(&mut R, usize, &[f64]) + Sync,
    ) -> Vec<R> {
        let each_has = self.tiles() / self.parts();
        let (before, len) = (self.first_tile(), self.tile_len());
        let part = |part: usize| {
            let (mut found, mut energies) = (R::default(), Vec::new());
            for tile in part * each_has..(part + 1) * each_has {
                let first = (before + tile) * len;
                self.write(first, len, &mut energies);
                visit(&mut found, first, &energies);
            }
            found
        };
        if self.parts() == 1 {
            return vec![part(0)];
        }
        each(0..self.parts(), part)
    }

    fn parts(&self) -> usize {
        let most = match self.team {
            Some(team) => Self::shared_parts(team),
            None if self.terms.n < PARALLEL_FROM => 1,
            None => TASKS,
        };
        self.tiles().min(most)
    }

    fn spread(&self, mean: f64) -> Spread {
        let found = self.fold(|found: &mut Option<Spread>, _, energies| {
            let of_tile = self.with.run(Extend { energies, mean });
            let before = found.unwrap_or(Spread {
                squares: 0.0,
                ..of_tile
            });
            *found = Some(before.and(of_tile));
        });
        let mut found: Vec<Spread> = found.into_iter().flatten().collect();
        if let Some(team) = self.team {
            found = Spread::of_ranks(team, &found);
        }
        let all = found.into_iter().reduce(Spread::and);
        all.expect("a state has a tile")
    }

    /// The distances of all energies, which are whole numbers, from the lowest one.
    fn distances<N: LevelNumber>(&self, lowest: f64) -> Result<Both<N>> {
        self.in_orders(|energies, numbers| {
            self.with.run(Distances {
                energies,
                lowest,
                numbers,
            });
        })
    }

    /// Each state's energy's number among those that occur, in the order in which they come, and
    /// these as distances from `lowest`, if two bytes can number them. Energies are whole, and all
    /// distances are below `count`.
    fn numbered(&self, lowest: f64, count: usize) -> Result<Option<(Both<u16>, Vec<usize>)>> {
        if let Some(team) = self.team {
            return self.numbered_over(team, lowest, count);
        }
        let (mut names, mut left) = (vec![0_u32; count], Vec::new());
        let mut index: LevelNumbers<u16> = zeros(self.terms.n)?;
        let states = &mut index.as_flattened_mut()[..1 << self.terms.n];
        let mut energies = Vec::new();
        for ((first, len), numbers) in self.own_tiles().zip(states.chunks_mut(self.tile_len())) {
            self.write(first, len, &mut energies);
            for (number, energy) in numbers.iter_mut().zip(&energies) {
                let distance = (energy - lowest) as usize;
                if names[distance] == 0 {
                    left.push(distance);
                    names[distance] = left.len() as u32;
                }
                *number = (names[distance] - 1) as u16;
            }
            if left.len() > MAX_LEVELS {
                return Ok(None);
            }
        }
        let columns = None;
        Ok(Some((Both { index, columns }, left)))
    }
}

impl Spread {
    /// Those of all ranks, in their order.
    fn of_ranks(team: &Team, own: &[Self]) -> Vec<Self> {
        let words = own
            .iter()
            .flat_map(|s| [s.lowest, s.highest, s.squares].map(f64::to_bits));
        let all = team.gather(&words.collect::<Vec<_>>());
        let spread = |words: &[u64; 3]| {
            let [lowest, highest, squares] = words.map(f64::from_bits);
            Self {
                lowest,
                highest,
                squares,
            }
        };
        all.as_chunks().0.iter().map(spread).collect()
    }

    fn and(self, other: Self) -> Self {
        Self {
            lowest: self.lowest.min(other.lowest),
            highest: self.highest.max(other.highest),
            squares: self.squares + other.squares,
        }
    }
}

/// What is known of the energies of a tile.
struct Extend<'a> {
    energies: &'a [f64],
    mean: f64,
}

impl Operation for Extend<'_> {
    type Output = Spread;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) -> Spread {
        let first = self.energies[0];
        let (mut low, mut high, mut squares) = ([first; LANES], [first; LANES], [0.0; LANES]);
        let mut take = |energies: &[f64]| {
            for (l, &energy) in energies.iter().enumerate() {
                let off = energy - self.mean;
                low[l] = if energy < low[l] { energy } else { low[l] };
                high[l] = if energy > high[l] { energy } else { high[l] };
                squares[l] += off * off;
            }
        };
        let (full, rest): (&[Lanes<f64>], _) = self.energies.as_chunks();
        full.iter().for_each(|energies| take(energies));
        take(rest);
        Spread {
            lowest: low.into_iter().fold(first, f64::min),
            highest: high.into_iter().fold(first, f64::max),
            squares: total(&squares),
        }
    }
}

/// Writes the numbers of a tile.
struct Distances<'a, N> {
    energies: &'a [f64],
    lowest: f64,
    numbers: &'a mut [N],
}

impl<N: LevelNumber> Operation for Distances<'_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) {
        // adding 2⁵² leaves a whole number in the lowest bits
        const TO_WHOLE: f64 = 4_503_599_627_370_496.0;
        for (number, energy) in self.numbers.iter_mut().zip(self.energies) {
            *number = N::low((energy - self.lowest + TO_WHOLE).to_bits() as u16);
        }
    }
}
