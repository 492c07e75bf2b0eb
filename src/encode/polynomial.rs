//! Polynomials over binary variables x ∈ {0, 1}: Σ c_S Π_{i∈S} x_i, with x² = x.
//!
//! Terms are kept in order of degree, then of their variables; a coefficient that becomes exactly 0 is not
//! stored. The constant is the term of the empty set and is never dropped.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A set of variables, ascending: the product of which a term is the multiple.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Monomial(Vec<usize>);

impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0
            .len()
            .cmp(&other.0.len())
            .then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A real polynomial over `n` binary variables.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Polynomial {
    n: usize,
    terms: BTreeMap<Monomial, f64>,
}

impl Polynomial {
    /// The polynomial 0 over `n` variables.
    pub fn zero(n: usize) -> Self {
        Self {
            n,
            terms: BTreeMap::new(),
        }
    }

    /// A constant.
    pub fn constant(n: usize, value: f64) -> Self {
        let mut constant = Self::zero(n);
        constant.add_term(&[], value);
        constant
    }

    /// Adds `coefficient`·Π x over `variables`; a variable named twice counts once (x² = x).
    pub fn add_term(&mut self, variables: &[usize], coefficient: f64) {
        let mut set = variables.to_vec();
        set.sort_unstable();
        set.dedup();
        assert!(
            set.iter().all(|&i| i < self.n),
            "variables {set:?} of {}",
            self.n
        );
        let key = Monomial(set);
        let sum = self.terms.get(&key).copied().unwrap_or(0.0) + coefficient;
        if sum == 0.0 {
            self.terms.remove(&key);
        } else {
            self.terms.insert(key, sum);
        }
    }

    /// Adds `factor`·`other`.
    pub fn add_scaled(&mut self, other: &Self, factor: f64) {
        for (variables, coefficient) in other.terms() {
            self.add_term(variables, factor * coefficient);
        }
    }

    /// The product of two polynomials over the same variables.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.n.max(other.n));
        for (left, a) in self.terms() {
            for (right, b) in other.terms() {
                product.add_term(&[left, right].concat(), a * b);
            }
        }
        product
    }

    /// Number of variables.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The terms with a coefficient other than 0: constant first, then by degree and variables.
    pub fn terms(&self) -> impl Iterator<Item = (&[usize], f64)> {
        self.terms
            .iter()
            .map(|(variables, &coefficient)| (variables.0.as_slice(), coefficient))
    }

    /// The coefficient of Π x over ascending `variables`.
    pub fn coefficient(&self, variables: &[usize]) -> f64 {
        self.terms
            .get(&Monomial(variables.to_vec()))
            .copied()
            .unwrap_or(0.0)
    }

    /// The constant term.
    pub fn offset(&self) -> f64 {
        self.coefficient(&[])
    }

    /// The largest number of variables in a term.
    pub fn degree(&self) -> usize {
        self.terms.keys().map(|m| m.0.len()).max().unwrap_or(0)
    }

    /// The value where variable i is `at(i)`.
    pub fn value(&self, at: impl Fn(usize) -> bool) -> f64 {
        let holds = |variables: &[usize]| variables.iter().all(|&i| at(i));
        self.terms()
            .filter(|(variables, _)| holds(variables))
            .map(|(_, c)| c)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_polynomials_has_the_product_of_their_values() {
        let mut a = Polynomial::constant(3, -1.5);
        a.add_term(&[0], 2.0);
        a.add_term(&[2, 1], 3.0);
        let mut b = Polynomial::constant(3, 0.5);
        b.add_term(&[1], 1.0);
        b.add_term(&[0, 0, 2], -4.0);
        for x in 0..8_usize {
            let at = |i: usize| x >> i & 1 == 1;
            assert_eq!(
                a.times(&b).value(at),
                a.value(at) * b.value(at),
                "at {x:03b}"
            );
        }
    }

    #[test]
    fn terms_that_cancel_are_gone() {
        let mut a = Polynomial::zero(2);
        a.add_term(&[0, 1], 2.0);
        a.add_term(&[1, 0], -2.0);
        assert_eq!(a.terms().count(), 0, "{a:?}");
    }
}
