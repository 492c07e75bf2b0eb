//! E(x) for all basis states, by the subset-sum (zeta) transform, a tile at a time.
//!
//! > E(x) = Σ_{S ⊆ x} c_S
//!
//! On the 2^t states that share the bits above t, the terms whose upper part lies within those bits are added to a small array at their
//! lower part; then for each of the t lower bits, the half without the bit is added to the half with it. That is t/2 additions for
//! each state, however many terms there are, and exact where the coefficients are dyadic fractions of moderate size.
//!
//! Tiles are computed twice, once to collect the distinct levels and once to number them, so that the energies of
//! all states never stand in memory at once.

use super::block::Lanes;
use rayon::prelude::*;

/// The most levels that two bytes can number.
pub(super) const MAX_LEVELS: usize = 1 << 16;
/// Bits of a tile.
const TILE: usize = 12;

/// Coefficients c_S by the mask of S, over n ≤ 63 variables.
pub(super) struct Terms {
    pub(super) n: usize,
    pub(super) list: Vec<(u64, f64)>,
}

/// What one tile says about its energies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) min: f64,
    pub(super) max: f64,
    /// Σ (E − mean)².
    pub(super) squares: f64,
}

impl Terms {
    /// Σ_x E(x) / 2ⁿ = Σ_S c_S / 2^|S|.
    pub(super) fn mean(&self) -> f64 {
        let share = |&(mask, c): &(u64, f64)| c * 0.5_f64.powi(mask.count_ones().cast_signed());
        self.list.iter().map(share).sum()
    }

    /// Σ_S |c_S|, which no sum of terms exceeds.
    pub(super) fn size(&self) -> f64 {
        self.list.iter().map(|(_, c)| c.abs()).sum()
    }

    /// The distinct energies, ascending, if two bytes can number them.
    pub(super) fn levels(&self) -> Option<Vec<f64>> {
        (0..1_usize << (self.n - self.tile_bits()))
            .into_par_iter()
            .map_init(
                || self.buffer(),
                |energies, tile| {
                    self.fill(tile, energies);
                    merged(energies.clone(), &[])
                },
            )
            .try_reduce(Vec::new, |a, b| merged(a, &b))
    }

    /// Hands the energies of each tile to `store` together with the part of `table` they belong to.
    pub(super) fn tabulate<T: Send>(
        &self,
        table: &mut [T],
        store: impl Fn(&[f64], &mut [T]) + Sync,
    ) -> Vec<Extent> {
        let mean = self.mean();
        let tiles = 1 << (self.n - self.tile_bits());
        let part = table.len() / tiles;
        let parts = table.par_chunks_exact_mut(part).enumerate();
        parts
            .map_init(
                || self.buffer(),
                |energies, (tile, part)| {
                    self.fill(tile, energies);
                    store(energies, part);
                    Extent::of(energies, mean)
                },
            )
            .collect()
    }

    fn tile_bits(&self) -> usize {
        self.n.min(TILE)
    }

    fn buffer(&self) -> Vec<f64> {
        vec![0.0; 1 << self.tile_bits()]
    }

    fn fill(&self, tile: usize, energies: &mut [f64]) {
        let bits = self.tile_bits();
        let (upper, low) = (tile as u64, (1 << bits) - 1);
        energies.fill(0.0);
        for &(mask, c) in &self.list {
            if (mask >> bits) & !upper == 0 {
                energies[(mask & low) as usize] += c;
            }
        }
        for bit in 0..bits {
            for pair in energies.chunks_exact_mut(2 << bit) {
                let (without, with) = pair.split_at_mut(1 << bit);
                for (sum, part) in with.iter_mut().zip(without) {
                    *sum += *part;
                }
            }
        }
    }
}

impl Extent {
    fn of(energies: &[f64], mean: f64) -> Self {
        let fold = |start, f: fn(f64, f64) -> f64| energies.iter().copied().fold(start, f);
        Self {
            min: fold(f64::INFINITY, f64::min),
            max: fold(f64::NEG_INFINITY, f64::max),
            squares: energies.iter().map(|e| (e - mean) * (e - mean)).sum(),
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

/// Writes energies in blocks of eight; lanes beyond them keep their value.
pub(super) fn store_energies(energies: &[f64], blocks: &mut [Lanes]) {
    let lanes = blocks.iter_mut().flatten();
    lanes.zip(energies).for_each(|(lane, &e)| *lane = e);
}
