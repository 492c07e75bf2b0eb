//! A fingerprint of a cost: it ties angles and circuits to the model they were made for.

use super::Polynomial;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// SHA-256, in hexadecimal, of n and all terms in order: each the number of its variables, the
/// variables and the bits of the coefficient, as little-endian 64-bit words. Equal exactly for
/// equal polynomials.
///
/// ```
/// use ketboard_puzzles::{Polynomial, model_hash};
///
/// let mut cost = Polynomial::constant(2, 0.0);
/// let before = model_hash(&cost);
/// cost.add_term(&[0, 1], 1.0);
/// assert!(before.len() == 64 && model_hash(&cost) != before);
/// cost.add_term(&[1, 0], -1.0); // the same product again: nothing is left
/// assert_eq!(model_hash(&cost), before);
/// ```
pub fn model_hash(polynomial: &Polynomial) -> String {
    let mut hasher = Sha256::new();
    let mut word = |value: u64| hasher.update(value.to_le_bytes());
    word(polynomial.n() as u64);
    for (variables, coefficient) in polynomial.terms() {
        word(variables.len() as u64);
        variables.iter().for_each(|&i| word(i as u64));
        word(coefficient.to_bits());
    }
    hasher
        .finalize()
        .iter()
        .fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a String takes all text");
            hex
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_does_not_depend_on_the_order_of_adding_but_on_every_number() {
        let terms: [(&[usize], f64); 3] = [(&[], 0.5), (&[1], 2.0), (&[0, 2], -1.0)];
        let sum = |n: usize, terms: &[(&[usize], f64)]| {
            let mut p = Polynomial::zero(n);
            terms.iter().for_each(|(set, c)| p.add_term(set, *c));
            model_hash(&p)
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
        assert_eq!(model_hash(&Polynomial::zero(0)), zero);
    }
}
