//! Polynomials over binary variables x ∈ {0, 1}: Σ c_S Π_{i∈S} x_i, with x² = x.
//!
//! Here, too: a fingerprint of a cost; the cost as a diagonal Hamiltonian of spins.
//!
//! Terms are kept in order of degree, then of their variables; a coefficient that becomes exactly 0
//! is not stored. The constant is the term of the empty set and is never dropped.

use crate::error::{Error, Result};
use sha2::{Digest, Sha256};
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
    /// The polynomial that is a constant.
    pub fn constant(n: usize, value: f64) -> Self {
        Self::from_terms(n, &[(Vec::new(), value)])
    }

    /// The sum of these products over `n` variables.
    pub(crate) fn from_terms(n: usize, terms: &[(Vec<usize>, f64)]) -> Self {
        let coefficients = BTreeMap::new();
        let mut sum = Self { n, coefficients };
        terms.iter().for_each(|(set, c)| sum.add_term(set, *c));
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

    /// The sum with `factor` times another.
    #[must_use]
    pub(crate) fn plus(mut self, other: &Self, factor: f64) -> Self {
        self.add_scaled(other, factor);
        self
    }

    /// The product of two polynomials over the same variables.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self::constant(self.n().max(other.n()), 0.0);
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

// A fingerprint of a cost: it ties angles and circuits to the model they were made for.

impl Polynomial {
    /// SHA-256, in hexadecimal, of n and all terms in order: each the number of its variables, the
    /// variables and the bits of the coefficient, as little-endian 64-bit words. Equal exactly for
    /// equal polynomials.
    ///
    /// ```
    /// use ketboard_puzzles::Polynomial;
    ///
    /// let mut cost = Polynomial::constant(2, 0.0);
    /// let before = cost.hash();
    /// cost.add_term(&[0, 1], 1.0);
    /// assert!(before.len() == 64 && cost.hash() != before);
    /// cost.add_term(&[1, 0], -1.0); // the same product again: nothing is left
    /// assert_eq!(cost.hash(), before);
    /// ```
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        let mut word = |value: u64| hasher.update(value.to_le_bytes());
        word(self.n() as u64);
        for (variables, coefficient) in self.terms() {
            word(variables.len() as u64);
            variables.iter().for_each(|&i| word(i as u64));
            word(coefficient.to_bits());
        }
        let bytes = hasher.finalize();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

// The cost as a diagonal Hamiltonian of spins: C = const + Σ h_i z_i + Σ J_ij z_i z_j + higher
// products.
//
// z = 1 − 2x is +1 where the bit is 0, so x = (1 − z)/2 and c Π_{i∈S} x_i = c/2^{|S|} Σ_{T⊆S}
// (−1)^{|T|} Π_{i∈T} z_i. No term is dropped, whatever its degree.

/// A real polynomial over `n` spins z ∈ {+1, −1}.
///
/// ```
/// use ketboard_puzzles::{Ising, Polynomial};
///
/// let mut cost = Polynomial::constant(2, 0.0);
/// cost.add_term(&[0, 1], 4.0); // 4 x0 x1 = (1 − z0)(1 − z1)
/// let ising = Ising::from(&cost);
/// let terms: Vec<_> = ising.terms().map(|(set, c)| (set.to_vec(), c)).collect();
/// assert_eq!(terms, [(vec![], 1.0), (vec![0], -1.0), (vec![1], -1.0), (vec![0, 1], 1.0)]);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ising {
    /// Products of spins, as if they were bits.
    pub(crate) products: Polynomial,
}

impl From<&Polynomial> for Ising {
    /// The same energies, over spins. A term of degree d has 2^d images: see
    /// [`Ising::checked`].
    fn from(polynomial: &Polynomial) -> Self {
        let mut products = Polynomial::constant(polynomial.n(), 0.0);
        for (variables, coefficient) in polynomial.terms() {
            let share = coefficient / libm::exp2(variables.len() as f64);
            for choice in 0..1_u64 << variables.len() {
                let subset = chosen(variables, choice);
                let even = subset.len().is_multiple_of(2);
                products.add_term(&subset, if even { share } else { -share });
            }
        }
        Self { products }
    }
}

/// The variables whose bit is set in `choice`.
fn chosen(variables: &[usize], choice: u64) -> Vec<usize> {
    let taken = |(k, &i): (usize, &usize)| (choice >> k & 1 == 1).then_some(i);
    variables.iter().enumerate().filter_map(taken).collect()
}

impl Ising {
    /// The most products of spins that [`Self::checked`] makes.
    const MOST_IMAGES: f64 = 16_777_216.0;

    /// The same energies, over spins.
    ///
    /// # Errors
    /// If the products of variables would become too many products of spins.
    pub fn checked(polynomial: &Polynomial) -> Result<Self> {
        let images = polynomial
            .terms()
            .map(|(set, _)| libm::exp2(set.len() as f64));
        let images: f64 = images.sum();
        if images <= Self::MOST_IMAGES {
            return Ok(Self::from(polynomial));
        }
        let degree = polynomial.degree();
        Err(Error::argument(
            "the Ising Hamiltonian",
            format!("products of up to {degree} variables become {images:.1e} products of spins"),
            "use `distinct_lines` qubo or filter, `symbols` one-hot, or reduce further",
        ))
    }

    /// How many spins the Hamiltonian is of.
    pub fn n(&self) -> usize {
        self.products.n()
    }

    /// The terms with a coefficient other than 0, each with its spins ascending: constant first,
    /// then by degree and spins.
    pub fn terms(&self) -> impl Iterator<Item = (&[usize], f64)> {
        self.products.terms()
    }

    /// The largest number of spins in a term.
    pub fn degree(&self) -> usize {
        self.products.degree()
    }

    /// The energy of the basis state whose bit i is `at(i)`: spin −1 where the bit is 1.
    pub fn value(&self, at: impl Fn(usize) -> bool) -> f64 {
        let odd = |spins: &[usize]| spins.iter().filter(|&&i| at(i)).count() % 2 == 1;
        let signed = |(spins, c): (&[usize], f64)| if odd(spins) { -c } else { c };
        self.terms().map(signed).fold(0.0, |sum, c| sum + c)
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
        let mut a = Polynomial::constant(2, 0.0);
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

    #[test]
    fn the_hash_does_not_depend_on_the_order_of_adding_but_on_every_number() {
        let terms: [(&[usize], f64); 3] = [(&[], 0.5), (&[1], 2.0), (&[0, 2], -1.0)];
        let sum = |n: usize, terms: &[(&[usize], f64)]| {
            let mut p = Polynomial::constant(n, 0.0);
            terms.iter().for_each(|(set, c)| p.add_term(set, *c));
            p.hash()
        };
        let hash = sum(3, &terms);
        let [a, b, c] = terms;
        assert_eq!(sum(3, &[c, a, b]), hash);
        let others = [
            sum(4, &terms),
            sum(3, &terms[..2]),
            sum(3, &[a, b, (&[0, 2], -1.5)]),
            sum(3, &[a, b, (&[1, 2], -1.0)]),
        ];
        assert!(!others.contains(&hash), "{hash} among {others:?}");
        let zero = "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc";
        assert_eq!(Polynomial::constant(0, 0.0).hash(), zero);
    }

    #[test]
    fn one_term_of_each_degree_agrees_with_the_formula_by_hand() {
        let mut p = Polynomial::constant(3, 1.0);
        p.add_term(&[0], 2.0);
        p.add_term(&[0, 2], 4.0);
        let ising = Ising::from(&p);
        // 1 + 2·(1 − z0)/2 + 4·(1 − z0)(1 − z2)/4
        let spins = &ising.products;
        assert_eq!(spins.offset(), 3.0);
        assert_eq!(spins.linear(), [-2.0, 0.0, -1.0]);
        assert_eq!(spins.quadratic().collect::<Vec<_>>(), [(0, 2, 1.0)]);
        assert_eq!((ising.degree(), spins.higher().count()), (2, 0));
    }

    #[test]
    fn spins_have_the_energy_of_the_bits_in_every_state() {
        let mut p = Polynomial::constant(4, -1.5);
        p.add_term(&[1], 0.5);
        p.add_term(&[0, 3], 4.0);
        p.add_term(&[0, 1, 2, 3], -8.0);
        let ising = Ising::from(&p);
        for z in 0..16 {
            let at = |k: usize| z >> k & 1 == 1;
            assert_eq!(ising.value(at), p.value(at), "{z:b}");
        }
    }
}
