//! The values of the qubits of a circuit, as they were measured: of any number of qubits.
//!
//! A machine measures more qubits than an index of a state vector has bits: a 9×9 board on one-hot
//! registers has 81. So what comes back is no number.

use std::cmp::Ordering;
use std::fmt::{self, Write};

/// The value of every qubit, that of qubit 0 first; in ascending order they are as the numbers
/// whose lowest bit is qubit 0.
///
/// ```
/// use ketboard_circuits::Bitstring;
///
/// let outcome = Bitstring::of_index(0b011, 3);
/// assert_eq!((outcome.to_string(), outcome.index()), ("110".to_owned(), Some(3)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bitstring(Box<[bool]>);

impl Bitstring {
    /// The values of `qubits` qubits in a basis index: qubit k is bit k.
    pub fn of_index(index: u64, qubits: usize) -> Self {
        let bit = |k: usize| {
            let shifted = u32::try_from(k).ok().and_then(|k| index.checked_shr(k));
            shifted.is_some_and(|shifted| shifted & 1 == 1)
        };
        (0..qubits).map(bit).collect()
    }

    /// The basis index; `None` beyond 64 qubits.
    pub fn index(&self) -> Option<u64> {
        let bits = self.0.iter().enumerate();
        (self.0.len() <= 64).then(|| bits.fold(0, |index, (k, &bit)| index | u64::from(bit) << k))
    }

    /// The values, that of qubit 0 first.
    pub fn bits(&self) -> &[bool] {
        &self.0
    }

    /// The same read from the other end: qubit k is qubit n − 1 − k.
    pub(crate) fn turned(&self) -> Self {
        self.0.iter().rev().copied().collect()
    }
}

impl FromIterator<bool> for Bitstring {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        Self(bits.into_iter().collect())
    }
}

impl Ord for Bitstring {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Bitstring {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Character k is qubit k.
impl fmt::Display for Bitstring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.0.iter().map(|bit| if *bit { '1' } else { '0' });
        digits.try_for_each(|digit| f.write_char(digit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitstrings_are_ordered_and_numbered_as_basis_indices_are() {
        let all: Vec<Bitstring> = (0..16).map(|x| Bitstring::of_index(x, 4)).collect();
        assert!(all.is_sorted());
        for (x, bits) in all.iter().enumerate() {
            assert_eq!(bits.index(), Some(x as u64));
            assert_eq!(bits.turned().turned(), *bits);
        }
        assert_eq!(all[0b0011].to_string(), "1100");
        assert_eq!(all[0b0011].turned(), all[0b1100]);
    }

    #[test]
    fn no_number_of_qubits_is_too_large() {
        let first = Bitstring::of_index(1, 81);
        assert_eq!((first.bits().len(), first.index()), (81, None));
        assert!(first.to_string().starts_with("100"));
        assert!(first < first.turned() && first.turned().bits()[80]);
        assert_eq!(Bitstring::of_index(u64::MAX, 64).index(), Some(u64::MAX));
    }
}
