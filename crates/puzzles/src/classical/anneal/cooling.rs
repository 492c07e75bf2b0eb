//! Cooling and descent of any state that moves place by place: bits, or registers of levels.
//!
//! Here, too: an assignment that moves through a landscape one flip at a time, with the change of
//! every flip known; the energies of all assignments as a polynomial, arranged so that a flip's
//! neighbors are at hand.
//!
//! > T_k = hot (cold/hot)^{k/(K−1)},  k = 0 … K−1
//!
//! Hot, about the largest change of a single move, accepts nearly everything; cold, a fifth of the
//! smallest difference of energies, accepts one in 150 moves that cost that much. A sweep proposes
//! a move of every place in turn and accepts it with probability min(1, e^{−ΔE/T}) (Metropolis).
//! Places of two levels take no random number for their level, so that registers of two levels are
//! walked as bits are.

use super::{below, unit};
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
                _ => 1 + below(rng, others),
            };
            let level = (walk.level(place) + step) % (others + 1);
            let change = walk.change(place, level);
            walked.proposals += 1;
            if change <= 0.0 || unit(rng) < libm::exp(-change / temperature) {
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

// An assignment that moves through a landscape one flip at a time, with the change of every flip
// known.
//
// Proposing a flip reads one field: O(1). Making it updates the fields of those that share a term
// with it: O(degree). A product of three or more counts its zeros: x_j feels it where all *others*
// are 1, that is where no zero is left, or x_j is the only one. [`AnnealCost::energy`] is the slow
// twin of the energy kept here.

/// An assignment that changes flip by flip, with what every flip would cost.
pub(super) struct BitWalk<'a> {
    landscape: &'a AnnealCost,
    pub(super) bits: Vec<bool>,
    fields: Vec<f64>,
    /// For every term of the landscape how many of its variables are 0.
    zeros: Vec<usize>,
    energy: f64,
    pub(super) flips: u64,
}

impl Walk for BitWalk<'_> {
    fn places(&self) -> usize {
        self.bits.len()
    }

    fn levels(&self, _: usize) -> usize {
        2
    }

    fn level(&self, i: usize) -> usize {
        usize::from(self.bits[i])
    }

    fn energy(&self) -> f64 {
        self.energy
    }

    /// The other level of a bit is the only move.
    fn change(&self, i: usize, _: usize) -> f64 {
        let field = self.fields[i];
        if self.bits[i] { -field } else { field }
    }

    fn take(&mut self, i: usize, level: usize) {
        self.energy += self.change(i, level);
        self.flips += 1;
        self.bits[i] = !self.bits[i];
        let sign = if self.bits[i] { 1.0 } else { -1.0 };
        for &(j, coefficient) in &self.landscape.neighbors[i] {
            self.fields[j] += sign * coefficient;
        }
        for &product in &self.landscape.products[i] {
            self.update_product(product, i);
        }
    }
}

impl<'a> BitWalk<'a> {
    /// A walk that starts at `bits`.
    pub(super) fn from(landscape: &'a AnnealCost, bits: &[bool]) -> Self {
        let lengths = landscape.terms.iter().map(|(term, _)| term.len());
        let mut walk = Self {
            landscape,
            bits: vec![false; landscape.n()],
            fields: landscape.linear.clone(),
            zeros: lengths.collect(),
            energy: landscape.energy(&vec![false; landscape.n()]),
            flips: 0,
        };
        for i in (0..bits.len()).filter(|&i| bits[i]) {
            walk.take(i, 1);
        }
        walk.flips = 0;
        walk
    }

    /// Changes the fields of the other variables of a product that x_i, now flipped, is in.
    fn update_product(&mut self, product: usize, i: usize) {
        let (variables, coefficient) = &self.landscape.terms[product];
        let (is_one, zeros) = (self.bits[i], self.zeros[product]);
        // a zero that x_i was or is, is none of the others
        let elsewhere = if is_one { zeros - 1 } else { zeros };
        self.zeros[product] = if is_one { zeros - 1 } else { zeros + 1 };
        let change = if is_one { *coefficient } else { -coefficient };
        let mut others = variables.iter().filter(|&&j| j != i);
        match elsewhere {
            0 => others.for_each(|&j| self.fields[j] += change),
            1 => {
                let zero = others.find(|&&j| !self.bits[j]);
                self.fields[*zero.expect("one of the others is counted as 0")] += change;
            }
            _ => {}
        }
    }
}

// The energies of all assignments as a polynomial, arranged so that a flip's neighbors are at
// hand.
//
// E(x) = Σ c_S Π_{i∈S} x_i over x ∈ {0, 1}ⁿ. The field of x_i is ∂E/∂x_i = Σ_{S∋i} c_S Π_{j∈S,
// j≠i} x_j: what E gains when x_i goes from 0 to 1. Terms of degree 2 are kept as neighbors of
// each variable, higher ones as products with the list of those that each variable is in.

/// A polynomial over `n` binary variables; it never changes once it is built.
pub(super) struct AnnealCost {
    pub(super) terms: Vec<(Vec<usize>, f64)>,
    /// The coefficient of every x_i.
    pub(super) linear: Vec<f64>,
    /// For every variable the others it is multiplied with in terms of degree 2, and their
    /// coefficients.
    pub(super) neighbors: Vec<Vec<(usize, f64)>>,
    /// For every variable the terms of degree 3 or more that it is in.
    pub(super) products: Vec<Vec<usize>>,
}

impl AnnealCost {
    /// The landscape of `terms` over `n` variables; a variable named twice in a term counts once
    /// (x² = x).
    pub(super) fn new<V: AsRef<[usize]>>(
        n: usize,
        terms: impl IntoIterator<Item = (V, f64)>,
    ) -> Self {
        let mut landscape = Self {
            terms: Vec::new(),
            linear: vec![0.0; n],
            neighbors: vec![Vec::new(); n],
            products: vec![Vec::new(); n],
        };
        for (variables, coefficient) in terms {
            let mut variables = variables.as_ref().to_vec();
            variables.sort_unstable();
            variables.dedup();
            match variables[..] {
                [] => {}
                [i] => landscape.linear[i] += coefficient,
                [i, j] => {
                    landscape.neighbors[i].push((j, coefficient));
                    landscape.neighbors[j].push((i, coefficient));
                }
                [..] => {
                    let place = landscape.terms.len();
                    variables
                        .iter()
                        .for_each(|&i| landscape.products[i].push(place));
                }
            }
            landscape.terms.push((variables, coefficient));
        }
        landscape
    }

    /// Number of variables.
    pub(super) fn n(&self) -> usize {
        self.linear.len()
    }

    /// E at `bits`, summed in the order in which the terms were given.
    pub(super) fn energy(&self, bits: &[bool]) -> f64 {
        let holds = |term: &[usize]| term.iter().all(|&i| bits[i]);
        let at = self.terms.iter().filter(|(term, _)| holds(term));
        at.fold(0.0, |sum, (_, c)| sum + c)
    }

    /// What rounding may change in a sum of all terms: 10⁻¹⁴ Σ |c|.
    pub(super) fn rounding(&self) -> f64 {
        let magnitudes = self.terms.iter().map(|(_, c)| c.abs());
        1e-14 * magnitudes.fold(0.0, |sum, c| sum + c)
    }

    /// The coefficients of all terms that depend on an assignment.
    pub(super) fn coefficients(&self) -> Vec<f64> {
        let terms = self.terms.iter().filter(|(term, _)| !term.is_empty());
        terms.map(|(_, c)| *c).collect()
    }

    /// The most that a flip can change E.
    pub(super) fn most_change(&self) -> f64 {
        let changes = (0..self.n()).map(|i| self.largest_change(i));
        changes.fold(0.0, f64::max)
    }

    /// The most that flipping x_i can change E, whatever the other variables are: an upper bound,
    /// exact up to degree 2.
    fn largest_change(&self, i: usize) -> f64 {
        let pairs = self.neighbors[i].iter().map(|(_, c)| *c);
        let products = self.products[i].iter().map(|&term| self.terms[term].1);
        let (mut up, mut down) = (self.linear[i], self.linear[i]);
        for c in pairs.chain(products) {
            up += c.max(0.0);
            down += c.min(0.0);
        }
        up.max(-down)
    }
}

#[cfg(test)]
mod tests {
    use super::{AnnealCost, *};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

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

    fn random_landscape(n: usize, degree: usize, rng: &mut ChaCha8Rng) -> AnnealCost {
        let term = |rng: &mut ChaCha8Rng| -> (Vec<usize>, f64) {
            let length = rng.random_range(0..=degree);
            let variables = (0..length).map(|_| rng.random_range(0..n)).collect();
            (variables, rng.random_range(-3.0..3.0))
        };
        let terms: Vec<_> = (0..4 * n).map(|_| term(rng)).collect();
        AnnealCost::new(n, terms)
    }

    #[test]
    fn energies_and_changes_stay_those_of_the_full_sum_over_a_long_walk() {
        for degree in 1..=5 {
            let mut rng = ChaCha8Rng::seed_from_u64(degree as u64);
            let landscape = random_landscape(24, degree, &mut rng);
            let start: Vec<bool> = (0..24).map(|_| rng.random_bool(0.5)).collect();
            let mut walk = BitWalk::from(&landscape, &start);
            assert_eq!(walk.bits, start);
            for step in 0..100_000 {
                let i = rng.random_range(0..24);
                if step % 97 == 0 {
                    let mut flipped = walk.bits.to_vec();
                    flipped[i] = !flipped[i];
                    let after = landscape.energy(&flipped);
                    let error = (walk.energy() + walk.change(i, 0) - after).abs();
                    assert!(error < 1e-9, "degree {degree}, flip {step}: off by {error}");
                }
                walk.take(i, 0);
            }
            assert_eq!(walk.flips, 100_000);
            let error = (walk.energy() - landscape.energy(&walk.bits)).abs();
            assert!(error < 1e-9, "degree {degree}: off by {error}");
        }
    }

    #[test]
    fn no_flip_changes_the_energy_by_more_than_the_largest_change() {
        for degree in 1..=4 {
            let mut rng = ChaCha8Rng::seed_from_u64(70 + degree as u64);
            let landscape = random_landscape(10, degree, &mut rng);
            let mut seen = [0.0_f64; 10];
            for x in 0..1 << 10 {
                let bits: Vec<bool> = (0..10).map(|i| x >> i & 1 == 1).collect();
                let walk = BitWalk::from(&landscape, &bits);
                for (i, most) in seen.iter_mut().enumerate() {
                    *most = most.max(walk.change(i, 0).abs());
                }
            }
            for (i, &most) in seen.iter().enumerate() {
                assert!(most <= landscape.largest_change(i) + 1e-12, "x{i}");
            }
        }
    }
}
