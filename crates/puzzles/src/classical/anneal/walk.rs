//! An assignment that moves through a landscape one flip at a time, with the change of every flip
//! known.
//!
//! Proposing a flip reads one field: O(1). Making it updates the fields of those that share a term
//! with it: O(degree). A product of three or more counts its zeros: x_j feels it where all *others*
//! are 1, that is where no zero is left, or x_j is the only one. [`AnnealCost::energy`] is the slow
//! twin of the energy kept here.

use super::cooling::Walk;
use super::landscape::AnnealCost;

/// An assignment that changes flip by flip, with what every flip would cost.
pub(super) struct BitWalk<'a> {
    landscape: &'a AnnealCost,
    bits: Vec<bool>,
    fields: Vec<f64>,
    /// For every term of the landscape how many of its variables are 0.
    zeros: Vec<usize>,
    energy: f64,
    flips: u64,
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

    /// The assignment: one value for each variable.
    pub(super) fn bits(&self) -> &[bool] {
        &self.bits
    }

    /// How many flips were made.
    pub(super) fn flips(&self) -> u64 {
        self.flips
    }

    /// Tells the other variables of a product that x_i, now flipped, is in.
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

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
            assert_eq!(walk.bits(), start);
            for step in 0..100_000 {
                let i = rng.random_range(0..24);
                if step % 97 == 0 {
                    let mut flipped = walk.bits().to_vec();
                    flipped[i] = !flipped[i];
                    let after = landscape.energy(&flipped);
                    let error = (walk.energy() + walk.change(i, 0) - after).abs();
                    assert!(error < 1e-9, "degree {degree}, flip {step}: off by {error}");
                }
                walk.take(i, 0);
            }
            assert_eq!(walk.flips(), 100_000);
            let error = (walk.energy() - landscape.energy(walk.bits())).abs();
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
