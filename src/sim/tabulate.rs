//! From a polynomial to the table of its values: which energies occur, and which of them each basis state has.
//!
//! Mostly all coefficients are whole multiples of one unit. Then energies are units times whole numbers, exactly, and the number of a level
//! is its distance from the lowest one: two walks over the register, one for the extent, one for the numbers. Where no unit is found, the distinct
//! energies are collected and sorted, and each state's is looked up.
//!
//! Every walk rebuilds the energies a tile at a time, so that they never stand in memory at once.

#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::block::{LANE_QUBITS, LANES};
use super::plan::Instructions;
use super::sweep::Place;
use super::terms::Terms;
use pulp::{Simd, WithSimd};
use rayon::prelude::*;

/// The most levels that two bytes can number.
pub(super) const MAX_LEVELS: usize = 1 << 16;
/// Bits of a tile.
const TILE: usize = 12;
/// Tasks of a walk at most.
const TASKS: usize = 64;

/// What a walk over all energies says about them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) min: f64,
    pub(super) max: f64,
    /// Σ (E − mean)².
    pub(super) squares: f64,
}

/// A number of a level: `u8` or `u16`.
pub(super) trait Number: Copy + Default + Send + Sync + Into<u16> {
    /// The lowest bits.
    fn low(bits: u64) -> Self;
}

impl Number for u8 {
    #[inline(always)]
    fn low(bits: u64) -> Self {
        bits as Self
    }
}

impl Number for u16 {
    #[inline(always)]
    fn low(bits: u64) -> Self {
        bits as Self
    }
}

/// How the number of a level comes from an energy.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbering<'a> {
    /// The distance from this lowest one, where energies are whole numbers.
    From(f64),
    /// The place in a list of all of them.
    In(&'a [f64]),
}

/// Writes the numbers of a tile.
struct Numbered<'a, N> {
    energies: &'a [f64],
    numbering: Numbering<'a>,
    numbers: &'a mut [N],
}

impl<N: Number> WithSimd for Numbered<'_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        // adding 2⁵² leaves a whole number in the lowest bits
        const TO_BITS: f64 = 4_503_599_627_370_496.0;
        let pairs = self.numbers.iter_mut().zip(self.energies);
        match self.numbering {
            Numbering::From(first) => {
                for (number, energy) in pairs {
                    *number = N::low((energy - first + TO_BITS).to_bits());
                }
            }
            Numbering::In(levels) => {
                for (number, energy) in pairs {
                    let below = levels.partition_point(|level| level < energy);
                    *number = N::low(below as u64);
                }
            }
        }
    }
}

/// Takes the energies of a tile into an extent.
struct Extend<'a> {
    extent: Extent,
    energies: &'a [f64],
    mean: f64,
}

impl WithSimd for Extend<'_> {
    type Output = Extent;

    /// Sums and extremes lane by lane.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Extent {
        let Extent { min, max, squares } = self.extent;
        let (mut mins, mut maxs, mut sums) = ([min; LANES], [max; LANES], [0.0; LANES]);
        let (blocks, rest) = self.energies.as_chunks::<LANES>();
        for block in blocks {
            for l in 0..LANES {
                let e = block[l];
                mins[l] = if e < mins[l] { e } else { mins[l] };
                maxs[l] = if e > maxs[l] { e } else { maxs[l] };
                sums[l] += (e - self.mean) * (e - self.mean);
            }
        }
        for (l, &e) in rest.iter().enumerate() {
            (mins[l], maxs[l]) = (mins[l].min(e), maxs[l].max(e));
            sums[l] += (e - self.mean) * (e - self.mean);
        }
        Extent {
            min: mins.into_iter().fold(min, f64::min),
            max: maxs.into_iter().fold(max, f64::max),
            squares: squares + super::block::total(&sums),
        }
    }
}

impl Terms {
    /// The energies of the tile that basis state `index` is in, from the tile's first state on.
    pub(super) fn tile_of(&self, index: usize) -> (usize, Vec<f64>) {
        let tile = index >> self.tile_bits();
        let mut values = Vec::new();
        self.fill(tile, &mut values);
        (tile << self.tile_bits(), values)
    }

    /// Calls `work` with the first state and the energies of each tile, in order within each of the returned parts, and the parts in order.
    pub(super) fn walk<R: Send>(
        &self,
        start: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, usize, &[f64]) + Sync,
    ) -> Vec<R> {
        let tiles = 1_usize << (self.n - self.tile_bits());
        let each = (tiles / TASKS).max(1);
        let task = |task: usize| {
            let (mut result, mut values) = (start(), Vec::new());
            for tile in task * each..(task + 1) * each {
                self.fill(tile, &mut values);
                work(
                    &mut result,
                    tile << self.tile_bits(),
                    &values[..self.tile_len()],
                );
            }
            result
        };
        if tiles == 1 {
            return vec![task(0)];
        }
        (0..tiles / each).into_par_iter().map(task).collect()
    }

    pub(super) fn extent(&self) -> Extent {
        let mean = self.mean();
        let start = || Extent {
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
            squares: 0.0,
        };
        let parts = self.walk(start, |extent: &mut Extent, _, energies| {
            let extend = Extend {
                extent: *extent,
                energies,
                mean,
            };
            *extent = Instructions::best().run(extend);
        });
        let fold = |a: Extent, b: &Extent| Extent {
            min: a.min.min(b.min),
            max: a.max.max(b.max),
            squares: a.squares + b.squares,
        };
        parts.iter().fold(start(), fold)
    }

    /// The distinct energies, ascending, if two bytes can number them.
    pub(super) fn levels(&self) -> Option<Vec<f64>> {
        let parts = self.walk(
            || Some(Vec::new()),
            |levels, _, energies| {
                *levels = levels.take().and_then(|known| merged(known, energies));
            },
        );
        let join =
            |a: Option<Vec<f64>>, b: Option<Vec<f64>>| a.zip(b).and_then(|(a, b)| merged(a, &b));
        parts.into_iter().reduce(join).flatten()
    }

    /// The number of each state's level, in blocks; and which numbers below `count` occur.
    pub(super) fn tabulate<N: Number>(
        &self,
        count: usize,
        numbering: Numbering<'_>,
    ) -> (Vec<[N; LANES]>, Vec<bool>) {
        let mut index = vec![[N::default(); LANES]; super::block::blocks(self.n)];
        let tiles = 1_usize << (self.n - self.tile_bits());
        let each = (tiles / TASKS).max(1);
        let part = (index.len() / tiles * each).max(1);
        let fill = |(task, blocks): (usize, &mut [[N; LANES]])| {
            let (mut seen, mut values) = (vec![false; count], Vec::new());
            let per_tile = blocks.len() / each;
            for (i, blocks) in blocks.chunks_exact_mut(per_tile).enumerate() {
                self.fill(task * each + i, &mut values);
                let numbers = &mut blocks.as_flattened_mut()[..self.tile_len()];
                Instructions::best().run(Numbered {
                    energies: &values[..self.tile_len()],
                    numbering,
                    numbers: &mut *numbers,
                });
                for number in numbers {
                    let number: u16 = (*number).into();
                    seen[usize::from(number)] = true;
                }
            }
            seen
        };
        let parts: Vec<_> = if tiles == 1 {
            vec![fill((0, &mut index))]
        } else {
            index.par_chunks_mut(part).enumerate().map(fill).collect()
        };
        let mut seen = vec![false; count];
        for part in parts {
            seen.iter_mut().zip(part).for_each(|(all, one)| *all |= one);
        }
        (index, seen)
    }

    fn tile_bits(&self) -> usize {
        self.n.min(TILE)
    }

    fn tile_len(&self) -> usize {
        1 << self.tile_bits()
    }

    fn fill(&self, tile: usize, values: &mut Vec<f64>) {
        let blocks = 1 << self.tile_bits().saturating_sub(LANE_QUBITS);
        self.evaluate(
            1.0,
            Place::tile(tile, blocks),
            blocks,
            Instructions::best(),
            values,
        );
    }
}

impl Extent {
    /// The extent of energies that are `unit` times as large.
    pub(super) fn times(self, unit: f64) -> Self {
        Self {
            min: self.min * unit,
            max: self.max * unit,
            squares: self.squares * unit * unit,
        }
    }
}

/// The distinct values of two lists, ascending, unless they are too many.
fn merged(mut a: Vec<f64>, b: &[f64]) -> Option<Vec<f64>> {
    a.extend_from_slice(b);
    a.sort_by(f64::total_cmp);
    a.dedup();
    (a.len() <= MAX_LEVELS).then_some(a)
}
