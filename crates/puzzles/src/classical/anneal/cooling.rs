//! Cooling and descent of any state that moves place by place: bits, or registers of levels.
//!
//! > T_k = hot (cold/hot)^{k/(K−1)},  k = 0 … K−1
//!
//! Hot, about the largest change of a single move, accepts nearly everything; cold, a fifth of the
//! smallest difference of energies, accepts one in 150 moves that cost that much. A sweep proposes
//! a move of every place in turn and accepts it with probability min(1, e^{−ΔE/T}) (Metropolis).
//! Places of two levels take no random number for their level, so that registers of two levels are
//! walked as bits are.

use super::random;
use rand_chacha::ChaCha8Rng;

/// A smaller difference than this part of the largest change is left over from rounding and sets no
/// temperature.
const ROUNDING: f64 = 1e-13;

/// A state that moves place by place, with what every move would add to the energy.
pub(crate) trait Walk {
    /// How many places there are.
    fn places(&self) -> usize;
    /// How many levels a place has.
    fn levels(&self, place: usize) -> usize;
    /// The level that a place has.
    fn level(&self, place: usize) -> usize;
    /// The energy, kept up to date by adding changes: exact up to their rounding.
    fn energy(&self) -> f64;
    /// What it adds to the energy that a place takes another level.
    fn change(&self, place: usize, level: usize) -> f64;
    /// A place takes another level.
    fn take(&mut self, place: usize, level: usize);
}

/// Where cooling or a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// After the last temperature, or in a minimum.
    Whole,
    /// At a state where `arrived` said so.
    Arrived,
    /// Because it was interrupted.
    Interrupted,
}

/// A walk after some sweeps, or passes of a descent.
#[derive(Debug)]
pub(crate) struct Walked {
    /// The state of lowest energy that a sweep ended with.
    pub(crate) lowest: Vec<usize>,
    /// Passes over all places; the last of a descent moves nothing.
    pub(crate) passes: u64,
    /// Moves that were proposed.
    pub(crate) proposals: u64,
    pub(crate) end: End,
}

/// The temperatures of so many sweeps, from the largest change of a move and the differences of
/// energies; all 0 where no move changes the energy.
pub(crate) fn temperatures(
    hot: f64,
    differences: &[f64],
    sweeps: u64,
) -> impl Iterator<Item = f64> + use<> {
    let sizes = differences.iter().map(|size| size.abs());
    let sizes = sizes.filter(|size| *size > ROUNDING * hot);
    let cold = sizes.fold(hot, f64::min) / 5.0;
    let ratio = if hot > 0.0 { cold / hot } else { 1.0 };
    let last = sweeps.saturating_sub(1).max(1) as f64;
    (0..sweeps).map(move |k| hot * libm::pow(ratio, k as f64 / last))
}

/// Sweeps at falling temperatures, until one is interrupted or the walk arrives.
pub(crate) fn cool<W: Walk>(
    walk: &mut W,
    temperatures: impl Iterator<Item = f64>,
    rng: &mut ChaCha8Rng,
    interrupted: impl Fn() -> bool,
    arrived: impl Fn(&W) -> bool,
) -> Walked {
    let mut walked = Walked {
        lowest: state(walk),
        passes: 0,
        proposals: 0,
        end: End::Whole,
    };
    let mut least = walk.energy();
    if arrived(walk) {
        walked.end = End::Arrived;
        return walked;
    }
    for temperature in temperatures {
        if interrupted() {
            walked.end = End::Interrupted;
            break;
        }
        walked.passes += 1;
        for place in 0..walk.places() {
            let others = walk.levels(place) - 1;
            let step = match others {
                0 => continue,
                1 => 1,
                _ => 1 + random::below(rng, others),
            };
            let level = (walk.level(place) + step) % (others + 1);
            let change = walk.change(place, level);
            walked.proposals += 1;
            if change <= 0.0 || random::unit(rng) < libm::exp(-change / temperature) {
                walk.take(place, level);
                if arrived(walk) {
                    walked.end = End::Arrived;
                    return walked;
                }
            }
        }
        if walk.energy() < least {
            least = walk.energy();
            walked.lowest = state(walk);
        }
    }
    walked
}

/// Makes every move that lowers the energy by more than `rounding`, until none is left or the walk
/// arrives.
pub(crate) fn descend<W: Walk>(
    walk: &mut W,
    rounding: f64,
    arrived: impl Fn(&W) -> bool,
) -> Walked {
    let (mut passes, mut proposals) = (0, 0);
    let mut end = End::Whole;
    let mut moved = true;
    'passes: while std::mem::take(&mut moved) {
        passes += 1;
        for place in 0..walk.places() {
            for step in 1..walk.levels(place) {
                let level = (walk.level(place) + step) % walk.levels(place);
                proposals += 1;
                if walk.change(place, level) < -rounding {
                    walk.take(place, level);
                    moved = true;
                    if arrived(walk) {
                        end = End::Arrived;
                        break 'passes;
                    }
                    break;
                }
            }
        }
    }
    Walked {
        lowest: state(walk),
        passes,
        proposals,
        end,
    }
}

/// The level of every place.
fn state(walk: &impl Walk) -> Vec<usize> {
    (0..walk.places()).map(|place| walk.level(place)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::landscape::AnnealCost;
    use super::*;

    fn schedule(n: usize, terms: Vec<(Vec<usize>, f64)>, sweeps: u64) -> Vec<f64> {
        let landscape = AnnealCost::new(n, terms);
        temperatures(landscape.most_change(), &landscape.coefficients(), sweeps).collect()
    }

    #[test]
    fn temperatures_fall_from_the_largest_change_to_below_the_smallest() {
        let terms = vec![(vec![], 9.0), (vec![0], -2.0), (vec![0, 1], 0.5)];
        let temperatures = schedule(2, terms, 5);
        assert_eq!((temperatures.len(), temperatures[0]), (5, 2.0));
        assert!((temperatures[4] - 0.1).abs() < 1e-12, "{temperatures:?}");
        assert!(temperatures.is_sorted_by(|a, b| a > b), "{temperatures:?}");
    }

    #[test]
    fn what_rounding_left_over_does_not_make_it_colder() {
        let terms = vec![(vec![0], 1.0), (vec![1], 0.1 + 0.2 - 0.3)];
        let coldest = schedule(2, terms, 2)[1];
        assert!((coldest - 0.2).abs() < 1e-12, "{coldest}");
    }

    #[test]
    fn a_flat_landscape_has_temperature_0() {
        assert_eq!(schedule(3, vec![(vec![], 4.0)], 3), [0.0; 3]);
    }
}
