//! The cost C as a diagonal over the 2ⁿ basis states, and what can be said of its values.
//!
//! Costs of puzzles take few distinct values. Up to 65536 of them are kept as a sorted table of levels and two bytes per
//! basis state; the phases e^{−iγE} of a layer are then computed once for each level. Costs of more levels keep eight bytes
//! per basis state and pay a sine and a cosine for each. Equal energies are equal as f64, bit for bit: where coefficients are no
//! dyadic fractions, rounding may split what is one level in exact arithmetic: [`Diagonal::rounding`] is how far apart the
//! parts may lie, and `tolerance` arguments say what counts as equal.

use super::block::{Block, LANES, Lanes, blocks};
use super::memory::{self, Purpose};
use super::tabulate::{Extent, Terms, store_energies};
use crate::error::{Error, Result};
use rayon::prelude::*;

/// The energies of 2ⁿ basis states.
#[derive(Clone, Debug)]
pub struct Diagonal {
    n: usize,
    table: Table,
    mean: f64,
    min: f64,
    max: f64,
    standard_deviation: f64,
    rounding: f64,
}

/// Energies are sums of up to hundreds of terms; their errors, in units of ε Σ|c|, stay well below this.
const ROUNDINGS: f64 = 8.0;

#[derive(Clone, Debug)]
enum Table {
    Levels {
        levels: Vec<f64>,
        index: Vec<[u16; LANES]>,
    },
    Energies(Vec<Lanes>),
}

impl Diagonal {
    /// The diagonal E(x) = Σ c over the terms (mask, c) whose mask is a subset of x; mask 0 is the offset, and a mask may
    /// come more than once. Memory is checked before it is taken.
    ///
    /// ```
    /// let cost = ketboard::sim::Diagonal::from_terms(2, [(0b00, 1.0), (0b01, -2.0), (0b11, 4.0)])?;
    /// let energies: Vec<f64> = (0..4).map(|x| cost.energy(x)).collect();
    /// assert_eq!(energies, [1.0, -1.0, 1.0, 3.0]);
    /// assert_eq!(cost.ground_states(0.0), [0b01]);
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If 2ⁿ entries do not fit into memory, a mask names a qubit that is not there, or a sum of coefficients could leave the real line.
    pub fn from_terms(n: usize, terms: impl IntoIterator<Item = (u64, f64)>) -> Result<Self> {
        memory::check(n, Purpose::Levels)?;
        let terms = checked(n, terms)?;
        match terms.levels() {
            Some(levels) => Ok(Self::from_levels(&terms, levels)),
            None => {
                memory::check(n, Purpose::Energies)?;
                Ok(Self::from_energies(&terms))
            }
        }
    }

    fn from_levels(terms: &Terms, levels: Vec<f64>) -> Self {
        let mut index = vec![[0; LANES]; blocks(terms.n)];
        let number = |energy: &f64| levels.partition_point(|level| level < energy);
        let extents = terms.tabulate(&mut index, |energies, blocks| {
            let lanes = blocks.iter_mut().flatten();
            for (lane, energy) in lanes.zip(energies) {
                *lane = u16::try_from(number(energy)).expect("levels are at most 65536");
            }
        });
        Self::assemble(terms, Table::Levels { levels, index }, &extents)
    }

    fn from_energies(terms: &Terms) -> Self {
        let mut energies = vec![[0.0; LANES]; blocks(terms.n)];
        let extents = terms.tabulate(&mut energies, store_energies);
        Self::assemble(terms, Table::Energies(energies), &extents)
    }

    fn assemble(terms: &Terms, table: Table, extents: &[Extent]) -> Self {
        let squares: f64 = extents.iter().map(|e| e.squares).sum();
        Self {
            n: terms.n,
            table,
            mean: terms.mean(),
            min: extents.iter().map(|e| e.min).fold(f64::INFINITY, f64::min),
            max: extents
                .iter()
                .map(|e| e.max)
                .fold(f64::NEG_INFINITY, f64::max),
            standard_deviation: (squares / (1_u64 << terms.n) as f64).sqrt(),
            rounding: ROUNDINGS * f64::EPSILON * terms.size(),
        }
    }

    /// Number of qubits.
    pub fn n(&self) -> usize {
        self.n
    }

    /// E(x) of basis state `index` < 2ⁿ; qubit k is bit k.
    pub fn energy(&self, index: usize) -> f64 {
        let (block, lane) = (index / LANES, index % LANES);
        match &self.table {
            Table::Levels { levels, index } => levels[usize::from(index[block][lane])],
            Table::Energies(energies) => energies[block][lane],
        }
    }

    /// The lowest energy.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// The highest energy.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// The mean energy over all basis states: ⟨C⟩ of a random guess.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of the energy over all basis states: the spread of C.
    pub fn standard_deviation(&self) -> f64 {
        self.standard_deviation
    }

    /// How far apart two energies may lie that are equal in exact arithmetic: 8 ε Σ|c| over all terms. Scales with the cost.
    pub fn rounding(&self) -> f64 {
        self.rounding
    }

    /// The basis states with E(x) ≤ min + `tolerance`, ascending.
    pub fn ground_states(&self, tolerance: f64) -> Vec<u64> {
        let states = (0..1_usize << self.n).into_par_iter();
        states
            .filter(|&x| self.energy(x) <= self.min + tolerance)
            .map(|x| x as u64)
            .collect()
    }

    /// The number of basis states with E(x) ≤ min + `tolerance`.
    pub fn ground_degeneracy(&self, tolerance: f64) -> u64 {
        let states = (0..1_usize << self.n).into_par_iter();
        states
            .map(|x| u64::from(self.energy(x) <= self.min + tolerance))
            .sum()
    }

    /// The distinct energies, ascending, where there are at most 65536.
    pub fn levels(&self) -> Option<&[f64]> {
        match &self.table {
            Table::Levels { levels, .. } => Some(levels),
            Table::Energies(_) => None,
        }
    }

    /// E(x) of the eight states of a block.
    #[inline(always)]
    pub(super) fn energies(&self, block: usize) -> Lanes {
        match &self.table {
            Table::Levels { levels, index } => {
                let mut energies = [0.0; LANES];
                for (energy, &level) in energies.iter_mut().zip(&index[block]) {
                    *energy = levels[usize::from(level)];
                }
                energies
            }
            Table::Energies(energies) => energies[block],
        }
    }

    /// `factor`·e^{−iγE(x)} for each basis state; `table` is room for one entry per level.
    pub(super) fn phases<'a>(
        &'a self,
        gamma: f64,
        factor: f64,
        table: &'a mut Vec<[f64; 2]>,
    ) -> Phases<'a> {
        let cis = move |energy: f64| {
            let (sine, cosine) = (gamma * energy).sin_cos();
            [factor * cosine, -factor * sine]
        };
        match &self.table {
            Table::Levels { levels, index } => {
                table.clear();
                if levels.len() < PARALLEL_LEVELS {
                    table.extend(levels.iter().map(|&e| cis(e)));
                } else {
                    levels.par_iter().map(|&e| cis(e)).collect_into_vec(table);
                }
                Phases::Tabled { index, table }
            }
            Table::Energies(energies) => Phases::Computed {
                energies,
                gamma,
                factor,
            },
        }
    }
}

/// Levels from which on their phases are worth more than one thread.
const PARALLEL_LEVELS: usize = 4096;

/// A complex factor for each basis state.
#[derive(Clone, Copy)]
pub(super) enum Phases<'a> {
    /// The same real number everywhere.
    Uniform(f64),
    /// One complex number for each level.
    Tabled {
        index: &'a [[u16; LANES]],
        table: &'a [[f64; 2]],
    },
    /// `factor`·e^{−iγE}, computed where it is asked for.
    Computed {
        energies: &'a [Lanes],
        gamma: f64,
        factor: f64,
    },
}

impl Phases<'_> {
    /// The factors of the eight states of a block.
    #[inline(always)]
    pub(super) fn block(&self, block: usize) -> Block {
        let mut factors = Block::ZERO;
        match *self {
            Self::Uniform(factor) => factors.re = [factor; LANES],
            Self::Tabled { index, table } => {
                for (l, &level) in index[block].iter().enumerate() {
                    [factors.re[l], factors.im[l]] = table[usize::from(level)];
                }
            }
            Self::Computed {
                energies,
                gamma,
                factor,
            } => {
                for (l, &energy) in energies[block].iter().enumerate() {
                    let (sine, cosine) = (gamma * energy).sin_cos();
                    [factors.re[l], factors.im[l]] = [factor * cosine, -factor * sine];
                }
            }
        }
        factors
    }
}

fn checked(n: usize, terms: impl IntoIterator<Item = (u64, f64)>) -> Result<Terms> {
    let list: Vec<(u64, f64)> = terms.into_iter().collect();
    if let Some((mask, _)) = list.iter().find(|(mask, _)| mask >> n != 0) {
        return Err(Error::argument(
            "terms",
            format!("a term over qubit {} of {n}", mask.ilog2()),
            "number the qubits from 0 and count them all",
        ));
    }
    let terms = Terms { n, list };
    let size = terms.size();
    if !size.is_finite() {
        let culprit = terms.list.iter().find(|(_, c)| !c.is_finite());
        return Err(Error::NotFinite {
            what: culprit.map_or("the sum of all coefficients".into(), |(mask, _)| {
                format!("the coefficient of the qubits {mask:#b}")
            }),
            value: culprit.map_or(size, |&(_, c)| c),
        });
    }
    Ok(terms)
}
