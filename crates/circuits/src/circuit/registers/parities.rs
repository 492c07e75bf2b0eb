//! Products of the spins of a register of lines that are the same on every level.
//!
//! A product of spins is (−1) to the parity of its bits. As a column over the levels, two products
//! whose columns are equal are the same on every legal state, and each other's negatives where one
//! column is the other's complement. A bit that never changes is a constant, one that follows
//! another is that other.

use super::Qudit;
use std::collections::BTreeMap;

/// The most levels, and qubits, for which products are compared.
const MOST: usize = 4096;

/// A set of qubits, and whether the parity of its bits is odd on the first level.
type SpinProduct = (Vec<usize>, bool);

/// The shortest product for each column, of a register of lines.
pub(super) struct Parities<'a> {
    qubits: &'a [usize],
    levels: &'a [u64],
    /// By the column, complemented where it begins with a 1: of products of at most two spins.
    shortest: BTreeMap<Vec<bool>, SpinProduct>,
}

impl<'a> Parities<'a> {
    /// Those of the register; `None` for one that is not of lines, or too large to compare.
    pub(super) fn of(register: &'a Qudit) -> Option<Self> {
        let Qudit::Lines { qubits, levels } = register else {
            return None;
        };
        if levels.len().saturating_mul(qubits.len()) > MOST {
            return None;
        }
        let mut parities = Self {
            qubits,
            levels,
            shortest: BTreeMap::new(),
        };
        let singles = (0..qubits.len()).map(|i| vec![i]);
        let pairs = (0..qubits.len()).flat_map(|j| (0..j).map(move |i| vec![i, j]));
        for places in std::iter::once(Vec::new()).chain(singles).chain(pairs) {
            let (column, is_odd) = parities.column(&places);
            let set = places.iter().map(|&i| qubits[i]).collect();
            parities.shortest.entry(column).or_insert((set, is_odd));
        }
        Some(parities)
    }

    /// The column of the bits at these places, beginning with a 0, and whether it was complemented
    /// for that.
    fn column(&self, places: &[usize]) -> (Vec<bool>, bool) {
        let mask = places.iter().fold(0, |mask, i| mask | 1_u64 << i);
        let odd = |level: &u64| (level & mask).count_ones() % 2 == 1;
        let is_odd = self.levels.first().is_some_and(odd);
        let column = self.levels.iter().map(|level| odd(level) != is_odd);
        (column.collect(), is_odd)
    }

    /// The set with the qubits of this register replaced by the fewest that do the same on all
    /// levels, ascending, and the sign that this brings.
    pub(super) fn shortest(&self, set: &[usize]) -> (Vec<usize>, f64) {
        let place = |q: &usize| self.qubits.iter().position(|own| own == q);
        let inside: Vec<usize> = set.iter().filter_map(place).collect();
        let (column, is_odd) = self.column(&inside);
        match self.shortest.get(&column) {
            Some((other, odd)) if other.len() <= inside.len() => {
                let outside = set.iter().filter(|q| place(q).is_none());
                let mut shorter: Vec<usize> = outside.chain(other).copied().collect();
                shorter.sort_unstable();
                (shorter, if is_odd == *odd { 1.0 } else { -1.0 })
            }
            Some(_) | None => (set.to_vec(), 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_written_by_the_fewest_spins_with_its_value_on_every_level() {
        // bits 0 and 3 never change, bit 2 is the opposite of bit 1
        let levels = [0b0_1010_u64, 0b0_1100, 0b1_1010, 0b1_1100];
        let register = Qudit::Lines {
            qubits: vec![5, 3, 8, 6, 7],
            levels: levels.to_vec(),
        };
        let parities = Parities::of(&register).unwrap();
        for (set, shorter) in [
            (vec![5], vec![]),
            (vec![6], vec![]),
            (vec![8], vec![3]),
            (vec![3, 8], vec![]),
            (vec![1, 8, 9], vec![1, 3, 9]),
            (vec![3, 5, 6, 7, 8], vec![7]),
            (vec![1, 2], vec![1, 2]),
        ] {
            let (found, sign) = parities.shortest(&set);
            assert_eq!(found, shorter, "{set:?}");
            for level in levels {
                let value = |set: &[usize]| -> f64 {
                    let ones = [5, 3, 8, 6, 7].into_iter().enumerate();
                    let ones = ones.filter(|(i, q)| level >> i & 1 == 1 && set.contains(q));
                    if ones.count() % 2 == 0 { 1.0 } else { -1.0 }
                };
                assert_eq!(value(&set), sign * value(&found), "{set:?} {level:b}");
            }
        }
    }
}
