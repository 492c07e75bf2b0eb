//! The cost as a diagonal Hamiltonian of spins: C = const + Σ h_i z_i + Σ J_ij z_i z_j + higher
//! products.
//!
//! z = 1 − 2x is +1 where the bit is 0, so x = (1 − z)/2 and c Π_{i∈S} x_i = c/2^{|S|} Σ_{T⊆S}
//! (−1)^{|T|} Π_{i∈T} z_i. No term is dropped, whatever its degree.

use super::Polynomial;
use crate::error::{Error, Result};

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
    products: Polynomial,
}

impl From<&Polynomial> for Ising {
    /// The same energies, over spins. A term of degree d has 2^d images: see
    /// [`Ising::DEGREE_LIMIT`].
    fn from(polynomial: &Polynomial) -> Self {
        let mut products = Polynomial::zero(polynomial.n());
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
            "the circuit",
            format!("products of up to {degree} variables become {images:.1e} products of spins"),
            "use `distinct_lines` qubo or filter, `symbols` one-hot, or reduce further",
        ))
    }

    /// The largest degree that callers should turn into spins: such a term becomes a million.
    pub const DEGREE_LIMIT: usize = 20;

    /// The Hamiltonian as a polynomial in its spins.
    pub(crate) fn products(&self) -> &Polynomial {
        &self.products
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

    #[test]
    fn one_term_of_each_degree_agrees_with_the_formula_by_hand() {
        let mut p = Polynomial::constant(3, 1.0);
        p.add_term(&[0], 2.0);
        p.add_term(&[0, 2], 4.0);
        let ising = Ising::from(&p);
        // 1 + 2·(1 − z0)/2 + 4·(1 − z0)(1 − z2)/4
        let spins = ising.products();
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
