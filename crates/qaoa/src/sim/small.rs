//! The table of a cost of at most eight variables: all energies at once, in the place where they
//! stay.
//!
//! ```text
//! coefficients, in units where there is one, at the places of their masks; values from them, in
//!     place (see `terms`)
//! lowest, highest, mean, variance: over the values
//! a unit, and not more whole numbers between lowest and highest than states:
//!     number = energy − lowest, and these are the energies listed
//! otherwise:
//!     number = the state itself, and all energies are listed
//! ```
//!
//! Departures from the ways of larger registers (`tabulate`), and why:
//!
//! 1. *Nothing is taken that is not kept.* A layer takes a few hundred nanoseconds, and a piece of
//!    memory taken and given back twenty: the energies become the list, and there are no other
//!    numbers than f64, in which whole multiples of a unit are exact.
//! 2. *A level for each state.* To find equal energies, or several units, would take longer than to
//!    compute a phase more than once.
//!
//! Registers below four variables stand in their sixteen lanes several times.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over vectors must not depend on closures being inlined"
)]

use super::block::{LANE_QUBITS, LANES, blocks, total};
use super::energies::Grid;
use super::numbers::Numbers;
use super::plan::Instructions;
use super::terms::{Terms, Transform};
use super::units::nearest;
use pulp::{Simd, WithSimd};

/// Variables of a small register at most: a byte numbers its states.
pub(super) const SMALL: usize = 8;

/// Each state's own number.
const OWN: [[u8; LANES]; (1 << SMALL) / LANES] = {
    let mut own = [[0; LANES]; (1 << SMALL) / LANES];
    let mut x = 0;
    while x < 1 << SMALL {
        own[x / LANES][x % LANES] = x as u8;
        x += 1;
    }
    own
};

/// All that is to be known of the energies.
#[derive(Clone, Debug)]
pub(super) struct Small {
    pub(super) numbers: Numbers<u8>,
    pub(super) entries: Vec<f64>,
    pub(super) grid: Option<Grid>,
    pub(super) bounds: [f64; 2],
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Small {
    /// The table of terms whose Σ|c| is `size`.
    pub(super) fn of(terms: &Terms, size: f64, with: Instructions) -> Self {
        let whole = terms.whole_unit();
        let small = Self::in_units(terms, whole, with);
        // mostly there is none: to know that takes long, and the processor adds up meanwhile
        let unit = if whole.is_some() {
            None
        } else {
            terms.unit(size)
        };
        if unit.is_some() {
            return Self::in_units(terms, unit, with);
        }
        small
    }

    /// The same where coefficients are multiples of a unit, if there is one.
    fn in_units(terms: &Terms, unit: Option<f64>, with: Instructions) -> Self {
        let states = 1 << terms.n;
        let mut entries = placed(terms, unit);
        let mut numbers = OWN[..blocks(terms.n)].to_vec();
        let known = with.run(Tabulate {
            energies: &mut entries,
            numbers: unit.is_some().then_some(&mut numbers),
            states,
        });
        numbers[0][states.min(LANES)..].fill(0);
        let scale = unit.unwrap_or(1.0);
        let grid = known.count.map(|count| {
            entries.truncate(count);
            let first = known.lowest;
            Grid { first, unit: scale }
        });
        match grid {
            Some(grid) => (0..)
                .zip(&mut entries)
                .for_each(|(k, energy)| *energy = grid.energy(f64::from(k))),
            None => {
                entries.truncate(states);
                if scale != 1.0 {
                    entries.iter_mut().for_each(|energy| *energy *= scale);
                }
            }
        }
        Self {
            numbers: Numbers::Short(numbers),
            entries,
            grid,
            bounds: [known.lowest * scale, known.highest * scale],
            mean: known.mean * scale,
            variance: known.variance * scale * scale,
        }
    }
}

/// Coefficients at the places of their masks, in units where there is one; room for a block at
/// least.
fn placed(terms: &Terms, unit: Option<f64>) -> Vec<f64> {
    let mut values = vec![0.0; LANES.max(1 << terms.n)];
    match unit {
        None | Some(1.0) => terms
            .list
            .iter()
            .for_each(|&(mask, c)| values[mask as usize] += c),
        Some(unit) => {
            let multiples = terms
                .list
                .iter()
                .map(|&(mask, c)| (mask, nearest(c / unit)));
            multiples.for_each(|(mask, k)| values[mask as usize] += k);
        }
    }
    values
}

/// What is known of energies, in units.
struct Known {
    lowest: f64,
    highest: f64,
    mean: f64,
    variance: f64,
    /// How many numbers there are, where they are counted from the lowest energy.
    count: Option<usize>,
}

/// Energies from coefficients.
struct Tabulate<'a> {
    energies: &'a mut [f64],
    /// Where the energies are whole, to be counted from the lowest if there are not more numbers
    /// than states.
    numbers: Option<&'a mut Vec<[u8; LANES]>>,
    states: usize,
}

impl WithSimd for Tabulate<'_> {
    type Output = Known;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Known {
        let bits = LANE_QUBITS.max(self.states.trailing_zeros() as usize);
        Transform::<true> {
            values: &mut *self.energies,
            bits,
        }
        .with_simd(simd);
        let (blocks, _) = self.energies.as_chunks::<LANES>();
        let (mut low, mut high, mut sum) = (blocks[0], blocks[0], [0.0; LANES]);
        for block in blocks {
            for l in 0..LANES {
                low[l] = low[l].min(block[l]);
                high[l] = high[l].max(block[l]);
                sum[l] += block[l];
            }
        }
        let len = self.energies.len() as f64;
        let (mean, mut squares) = (total(&sum) / len, [0.0; LANES]);
        for block in blocks {
            for l in 0..LANES {
                let off = block[l] - mean;
                squares[l] += off * off;
            }
        }
        let lowest = low.into_iter().fold(f64::INFINITY, f64::min);
        let highest = high.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let few = highest - lowest < self.states as f64;
        let numbers = self.numbers.filter(|_| few);
        let count = numbers.map(|numbers| {
            let (blocks, _) = self.energies.as_chunks::<LANES>();
            count_from(lowest, blocks, numbers);
            (highest - lowest) as usize + 1
        });
        Known {
            lowest,
            highest,
            mean,
            variance: total(&squares) / len,
            count,
        }
    }
}

/// Writes how far each energy is above the lowest.
#[inline(always)]
fn count_from(lowest: f64, energies: &[[f64; LANES]], numbers: &mut [[u8; LANES]]) {
    // adding 2⁵² leaves a whole number in the lowest bits
    const TO_WHOLE: f64 = 4_503_599_627_370_496.0;
    for b in 0..numbers.len() {
        for l in 0..LANES {
            numbers[b][l] = (energies[b][l] - lowest + TO_WHOLE).to_bits() as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference;
    use super::*;

    /// Coefficients of a unit, or of none, over `n` variables: each subset of at most three, the
    /// empty one, and one twice.
    fn terms(n: usize, coefficient: impl Fn(u64) -> f64) -> Terms {
        let masks = (0..1_u64 << n).filter(|mask| mask.count_ones() <= 3);
        let list = masks.chain([(1 << n) - 1; 2]);
        Terms {
            n,
            list: list.map(|mask| (mask, coefficient(mask))).collect(),
        }
    }

    #[test]
    fn small_tables_hold_the_sum_of_the_terms_within_each_state() {
        let whole = |mask: u64| (mask * 7 % 5) as f64 - 2.0;
        let wide = |mask: u64| (mask * 7_919 % 1_009) as f64 - 500.0;
        for n in 0..=SMALL {
            for instructions in Instructions::all() {
                // units of 1, of 3, of 0.7, and none
                check(&terms(n, whole), Some(1.0), instructions);
                check(&terms(n, |mask| 3.0 * wide(mask)), Some(1.0), instructions);
                check(&terms(n, |mask| 0.7 * whole(mask)), Some(0.7), instructions);
                check(&terms(n, |mask| 0.7 * wide(mask)), Some(0.7), instructions);
                check(
                    &terms(n, |mask| (mask as f64 + 0.3).sin()),
                    None,
                    instructions,
                );
            }
        }
    }

    /// Holds a table against the sums; all energies are multiples of `unit`, where there is one.
    fn check(terms: &Terms, unit: Option<f64>, with: Instructions) {
        let (n, size) = (terms.n, terms.size());
        let small = Small::of(terms, size, with);
        let expected = reference::energies(n, &terms.list);
        let most = 4.0 * f64::EPSILON * (1.0 + size);
        let (numbers, rest) = small.numbers.as_flattened().split_at(1 << n);
        assert!(rest.iter().all(|number| *number == 0));
        let found: Vec<f64> = numbers
            .iter()
            .map(|k| small.entries[usize::from(*k)])
            .collect();
        for (x, (found, energy)) in found.iter().zip(&expected).enumerate() {
            assert!((found - energy).abs() <= most, "{n}, {unit:?}, state {x}");
            let k = unit.map(|unit| (energy / unit).round());
            let same = unit.is_none_or(|unit| {
                let other = expected.iter().position(|e| Some((e / unit).round()) == k);
                other.is_some_and(|other| found.to_bits() == at(&small, other).to_bits())
            });
            assert!(same, "{n}, {unit:?}, state {x}: equal energies differ");
        }
        let low = found.iter().copied().fold(f64::INFINITY, f64::min);
        let high = found.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(small.bounds, [low, high]);
        let states = expected.len() as f64;
        let mean = expected.iter().sum::<f64>() / states;
        let variance = expected.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / states;
        assert!((small.mean - mean).abs() <= most);
        assert!((small.variance - variance).abs() <= 1e-12 * (1.0 + variance));
    }

    fn at(small: &Small, x: usize) -> f64 {
        small.entries[usize::from(small.numbers[x / LANES][x % LANES])]
    }
}
