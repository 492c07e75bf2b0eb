//! A table of products of variables with their coefficients: what [`super::Polynomial`] and
//! [`super::Ising`] share.
//!
//! Terms are kept in order of degree, then of their variables; a coefficient that becomes exactly 0
//! is not stored. What a product means (of bits or of spins) is not known here.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A set of variables, ascending: the product of which a term is the multiple.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Monomial(Vec<usize>);

impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        let degree = self.0.len().cmp(&other.0.len());
        degree.then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Coefficients of products over `n` variables.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct PolynomialTerms {
    n: usize,
    coefficients: BTreeMap<Monomial, f64>,
}

impl PolynomialTerms {
    pub(super) fn new(n: usize) -> Self {
        Self {
            n,
            coefficients: BTreeMap::new(),
        }
    }

    /// Adds `coefficient` to the product over `set`; a variable named twice counts once.
    pub(super) fn add(&mut self, set: &[usize], coefficient: f64) {
        let mut set = set.to_vec();
        set.sort_unstable();
        set.dedup();
        let inside = set.last().is_none_or(|&last| last < self.n);
        assert!(inside, "variables {set:?} of {}", self.n);
        let key = Monomial(set);
        let sum = self.coefficients.get(&key).copied().unwrap_or(0.0) + coefficient;
        if sum == 0.0 {
            self.coefficients.remove(&key);
        } else {
            self.coefficients.insert(key, sum);
        }
    }

    pub(super) fn n(&self) -> usize {
        self.n
    }

    pub(super) fn widen(&mut self, n: usize) {
        self.n = self.n.max(n);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[usize], f64)> {
        self.coefficients
            .iter()
            .map(|(set, &coefficient)| (set.0.as_slice(), coefficient))
    }

    pub(super) fn coefficient(&self, set: &[usize]) -> f64 {
        let key = Monomial(set.to_vec());
        self.coefficients.get(&key).copied().unwrap_or(0.0)
    }

    pub(super) fn degree(&self) -> usize {
        self.coefficients
            .keys()
            .next_back()
            .map_or(0, |m| m.0.len())
    }
}
