//! Polynomials over binary variables x ∈ {0, 1}: Σ c_S Π_{i∈S} x_i, with x² = x.
//!
//! Terms are kept in order of degree, then of their variables; a coefficient that becomes exactly 0
//! is not stored. The constant is the term of the empty set and is never dropped.

use std::collections::BTreeMap;

/// A real polynomial over `n` binary variables.
///
/// ```
/// use ketboard_puzzles::Polynomial;
///
/// let mut cost = Polynomial::constant(2, 1.0);
/// cost.add_term(&[0], -1.0);
/// cost.add_term(&[0, 1], 2.0); // 1 − x0 + 2 x0 x1
/// assert_eq!(cost.value(|_| true), 2.0);
/// assert_eq!((cost.n(), cost.degree(), cost.offset()), (2, 2, 1.0));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Polynomial {
    n: usize,
    /// By degree and variables, ascending.
    coefficients: BTreeMap<(usize, Vec<usize>), f64>,
}

impl Polynomial {
    /// The polynomial 0 over `n` variables.
    pub(crate) fn zero(n: usize) -> Self {
        let coefficients = BTreeMap::new();
        Self { n, coefficients }
    }

    /// The polynomial that is a constant.
    pub fn constant(n: usize, value: f64) -> Self {
        let mut constant = Self::zero(n);
        constant.add_term(&[], value);
        constant
    }

    /// The sum of these products over `n` variables.
    pub(crate) fn from_terms(n: usize, terms: &[(Vec<usize>, f64)]) -> Self {
        let mut sum = Self::zero(n);
        terms
            .iter()
            .for_each(|(set, coefficient)| sum.add_term(set, *coefficient));
        sum
    }

    /// Adds `coefficient`·Π x over `variables`; a variable named twice counts once (x² = x).
    ///
    /// # Panics
    /// If a variable is not below [`Self::n`].
    pub fn add_term(&mut self, variables: &[usize], coefficient: f64) {
        let mut set = variables.to_vec();
        set.sort_unstable();
        set.dedup();
        let inside = set.last().is_none_or(|&last| last < self.n);
        assert!(inside, "variables {set:?} of {}", self.n);
        let key = (set.len(), set);
        let sum = self.coefficients.get(&key).copied().unwrap_or(0.0) + coefficient;
        if sum == 0.0 {
            self.coefficients.remove(&key);
        } else {
            self.coefficients.insert(key, sum);
        }
    }

    /// Adds `factor`·`other`, term by term.
    pub(crate) fn add_scaled(&mut self, other: &Self, factor: f64) {
        for (variables, coefficient) in other.terms() {
            self.add_term(variables, factor * coefficient);
        }
    }

    /// The product of two polynomials over the same variables.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.n().max(other.n()));
        for (left, a) in self.terms() {
            for (right, b) in other.terms() {
                product.add_term(&[left, right].concat(), a * b);
            }
        }
        product
    }

    /// Adds variables that no term names yet, up to `n` variables in all; never takes any away.
    pub(crate) fn widen(&mut self, n: usize) {
        self.n = self.n.max(n);
    }

    /// How many variables the polynomial is over.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The terms with a coefficient other than 0: constant first, then by degree and variables.
    pub fn terms(&self) -> impl Iterator<Item = (&[usize], f64)> {
        let terms = self.coefficients.iter();
        terms.map(|((_, set), &coefficient)| (set.as_slice(), coefficient))
    }

    /// The terms of degree at least 3, in the order of [`Self::terms`].
    pub fn higher(&self) -> impl Iterator<Item = (&[usize], f64)> {
        self.terms().filter(|(variables, _)| variables.len() > 2)
    }

    /// The products x_i x_j with i < j and their coefficients, in the order of [`Self::terms`].
    pub fn quadratic(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.terms().filter_map(|(variables, c)| match *variables {
            [i, j] => Some((i, j, c)),
            _ => None,
        })
    }

    /// The coefficient of every x_i, 0 where there is none; length n.
    pub fn linear(&self) -> Vec<f64> {
        (0..self.n()).map(|i| self.coefficient(&[i])).collect()
    }

    /// The terms as (subset, coefficient), variable i being bit i of the subset: the term counts at
    /// basis index z where `z & subset == subset`. Same order as [`Self::terms`].
    ///
    /// # Panics
    /// If there are more than 64 variables.
    pub fn masks(&self) -> impl Iterator<Item = (u64, f64)> {
        let n = self.n();
        assert!(n <= 64, "{n} variables do not fit into 64 bits");
        let mask = |variables: &[usize]| variables.iter().fold(0, |mask, &i| mask | 1 << i);
        self.terms().map(move |(variables, c)| (mask(variables), c))
    }

    /// The coefficient of Π x over ascending `variables`.
    pub(crate) fn coefficient(&self, variables: &[usize]) -> f64 {
        let key = (variables.len(), variables.to_vec());
        self.coefficients.get(&key).copied().unwrap_or(0.0)
    }

    /// The constant term, the energy of all zeros.
    pub fn offset(&self) -> f64 {
        self.coefficient(&[])
    }

    /// The largest number of variables in a term.
    pub fn degree(&self) -> usize {
        let last = self.coefficients.last_key_value();
        last.map_or(0, |((degree, _), _)| *degree)
    }

    /// Two numbers between which all values lie: the offset with all negative, and with all
    /// positive other coefficients.
    pub(crate) fn bounds(&self) -> [f64; 2] {
        let reach = |[least, most]: [f64; 2], (variables, c): (&[usize], f64)| match variables {
            [] => [least + c, most + c],
            _ => [least + c.min(0.0), most + c.max(0.0)],
        };
        self.terms().fold([0.0; 2], reach)
    }

    /// The value where variable i is `at(i)`, summed in the order of [`Self::terms`].
    pub fn value(&self, at: impl Fn(usize) -> bool) -> f64 {
        let holds = |variables: &[usize]| variables.iter().all(|&i| at(i));
        let terms = self.terms().filter(|(variables, _)| holds(variables));
        terms.fold(0.0, |sum, (_, c)| sum + c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> [Polynomial; 2] {
        let mut a = Polynomial::constant(3, -1.5);
        a.add_term(&[0], 2.0);
        a.add_term(&[2, 1], 3.0);
        let mut b = Polynomial::constant(3, 0.5);
        b.add_term(&[1], 1.0);
        b.add_term(&[0, 0, 2], -4.0);
        [a, b]
    }

    #[test]
    fn a_product_of_polynomials_has_the_product_of_their_values() {
        let [a, b] = samples();
        for x in 0..8_usize {
            let at = |i: usize| x >> i & 1 == 1;
            let product = a.value(at) * b.value(at);
            assert_eq!(a.times(&b).value(at), product, "at {x:03b}");
        }
    }

    #[test]
    fn all_values_lie_between_the_bounds_and_those_of_a_sum_are_reached() {
        let [a, b] = samples();
        for p in [a.times(&b), a, b] {
            let [least, most] = p.bounds();
            let values: Vec<f64> = (0..8_usize).map(|x| p.value(|i| x >> i & 1 == 1)).collect();
            assert!(values.iter().all(|v| (least..=most).contains(v)), "{p:?}");
        }
        let mut sum = Polynomial::constant(2, 1.0);
        sum.add_term(&[0], -1.0);
        sum.add_term(&[1], 1.0);
        assert_eq!(sum.bounds(), [0.0, 2.0]);
    }

    #[test]
    fn terms_that_cancel_are_gone() {
        let mut a = Polynomial::zero(2);
        a.add_term(&[0, 1], 2.0);
        a.add_term(&[1, 0], -2.0);
        assert_eq!(a.terms().count(), 0, "{a:?}");
    }

    #[test]
    fn masks_and_parts_are_the_terms() {
        let [a, b] = samples();
        let p = a.times(&b);
        for z in 0..8_u64 {
            let at = |i: usize| z >> i & 1 == 1;
            let by_masks = p.masks().filter(|(mask, _)| z & mask == *mask);
            let x = |i: usize| f64::from(u8::from(at(i)));
            let linear = p
                .linear()
                .iter()
                .enumerate()
                .map(|(i, c)| c * x(i))
                .sum::<f64>();
            let quadratic = p.quadratic().map(|(i, j, c)| c * x(i) * x(j)).sum::<f64>();
            let higher = p.higher().filter(|(set, _)| set.iter().all(|&i| at(i)));
            let by_parts = p.offset() + linear + quadratic + higher.map(|(_, c)| c).sum::<f64>();
            assert_eq!(
                by_masks.map(|(_, c)| c).sum::<f64>(),
                p.value(at),
                "{z:03b}"
            );
            assert_eq!(by_parts, p.value(at), "{z:03b}");
        }
        assert_eq!(p.degree(), 3);
    }
}
