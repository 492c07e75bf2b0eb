//! A register of d levels on qubits: which qubits, and which of them are 1 at each level; the gates
//! that a piece of the ansatz takes, and products of spins that are the same on every level.

use super::RegisterAnsatz;
use crate::circuit::Circuit;
use crate::error::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;
use std::ops::Range;

/// The most levels of a register of lines: finding its gates takes the square of their number.
const MAX_LEVELS: usize = 1024;

/// A register of d levels and the qubits that hold it, any of the circuit in any order.
#[derive(Clone, PartialEq, Debug)]
pub enum Qudit {
    /// Level k is a 1 at the k-th of the qubits alone.
    OneHot {
        /// One for each level.
        qubits: Vec<usize>,
    },
    /// Listed assignments: the legal rows of a board.
    Lines {
        /// The qubits of the line.
        qubits: Vec<usize>,
        /// Each level's values: bit i belongs to the i-th of the qubits.
        levels: Vec<u64>,
    },
    /// A plain qubit: two levels.
    Qubit {
        /// The qubit.
        qubit: usize,
        /// The angle θ of a start RY(θ)|0⟩ in place of |+⟩, between 0 and π.
        warm: Option<f64>,
    },
}

impl Qudit {
    pub(crate) fn levels(&self) -> usize {
        match self {
            Self::OneHot { qubits } => qubits.len(),
            Self::Lines { levels, .. } => levels.len(),
            Self::Qubit { .. } => 2,
        }
    }

    pub(crate) fn qubits(&self) -> Vec<usize> {
        match self {
            Self::OneHot { qubits } | Self::Lines { qubits, .. } => qubits.clone(),
            Self::Qubit { qubit, .. } => vec![*qubit],
        }
    }

    /// Fails if it has no levels, more than its qubits can tell apart, or a warm angle that is
    /// none.
    pub(super) fn check(&self) -> Result<()> {
        if self.levels() == 0 {
            let remedy = "a register has at least one level";
            return Err(wrong(format!("{self:?}"), remedy));
        }
        match self {
            Self::Lines { qubits, levels } => check_lines(qubits, levels),
            Self::Qubit { qubit, warm } => match warm {
                Some(theta) if !(0.0..=PI).contains(theta) => Err(wrong(
                    format!("qubit {qubit} starts at RY({theta})"),
                    "a warm start is an angle between 0 and π",
                )),
                Some(_) | None => Ok(()),
            },
            Self::OneHot { .. } => Ok(()),
        }
    }
}

fn check_lines(qubits: &[usize], levels: &[u64]) -> Result<()> {
    if levels.len() > MAX_LEVELS {
        return Err(wrong(
            format!("a register of {} lines", levels.len()),
            format!(
                "a circuit prepares at most {MAX_LEVELS} listed lines: choose smaller registers"
            ),
        ));
    }
    let fits = |level: u64| qubits.len() >= 64 || level >> qubits.len() == 0;
    if let Some(level) = levels.iter().find(|&&level| !fits(level)) {
        return Err(wrong(
            format!("level {level:#b} on {} qubits", qubits.len()),
            "a level has a bit for each qubit, of at most 64",
        ));
    }
    let mut seen = BTreeSet::new();
    match levels.iter().find(|level| !seen.insert(**level)) {
        Some(level) => Err(wrong(
            format!("level {level:#b} is there twice"),
            "list each level once",
        )),
        None => Ok(()),
    }
}

pub(super) fn wrong(found: impl Into<String>, remedy: impl Into<String>) -> Error {
    Error::argument("registers", found, remedy)
}

// How many gates a piece of the ansatz takes on hardware.

/// Single-qubit gates and CX, after [`Circuit::decomposed`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GateCount {
    /// Gates on one qubit.
    pub one_qubit: usize,
    /// CX.
    pub two_qubit: usize,
}

impl RegisterAnsatz {
    /// The gates of the preparation and of one layer's mixer, decomposed; idle qubits are borrowed.
    pub fn counts(&self) -> [GateCount; 2] {
        // gates are the same ones at every angle
        [self.prepare(), self.mix(0.1)].map(|gates| {
            let mut piece = Circuit::new(self.qubits);
            piece.extend(gates);
            let piece = piece.decomposed();
            let two_qubit = piece.two_qubit_gates();
            GateCount {
                one_qubit: piece.gates().len() - two_qubit,
                two_qubit,
            }
        })
    }
}

// Products of the spins of a register of lines that are the same on every level.
//
// A product of spins is (−1) to the parity of its bits. As a column over the levels, two products
// whose columns are equal are the same on every legal state, and each other's negatives where one
// column is the other's complement. A bit that never changes is a constant, one that follows
// another is that other.

const MOST: usize = 4096;

/// A set of qubits, and whether the parity of its bits is odd on the first level.
type SpinProduct = (Vec<usize>, bool);

pub(super) struct Parities<'a> {
    qubits: &'a [usize],
    levels: &'a [u64],
    /// By the column, complemented where it begins with a 1: of products of at most two spins.
    shortest: BTreeMap<Vec<bool>, SpinProduct>,
}

impl<'a> Parities<'a> {
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

    /// The column of the bits at these places, complemented to begin with a 0, and whether it was.
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

// Named qubits that belong together.

/// A row of neighboring qubits with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// Its name: `row1`, `column`.
    pub name: String,
    /// Whether its qubits start at 0 and come back to 0; others carry the answer.
    pub is_ancilla: bool,
    /// Its qubits; the first is the least significant bit of its value.
    pub qubits: Range<usize>,
}

impl Register {
    /// Its k-th qubit. Panics if it has no such qubit.
    pub fn qubit(&self, k: usize) -> usize {
        assert!(k < self.qubits.len(), "qubit {k} of {self:?}");
        self.qubits.start + k
    }

    /// The value of its qubits in a basis state.
    pub fn value(&self, basis_state: u128) -> u128 {
        let width = u32::try_from(self.qubits.len()).unwrap_or(u32::MAX);
        let mask = u128::MAX.checked_shr(128_u32.saturating_sub(width));
        let shifted = u32::try_from(self.qubits.start).ok();
        let shifted = shifted.and_then(|start| basis_state.checked_shr(start));
        shifted.unwrap_or(0) & mask.unwrap_or(0)
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

    #[test]
    fn a_value_is_read_from_the_registers_own_qubits() {
        let register = |qubits| Register {
            name: "r".into(),
            is_ancilla: false,
            qubits,
        };
        assert_eq!(register(2..5).value(0b110_1100), 0b011);
        assert_eq!(register(0..128).value(u128::MAX), u128::MAX);
        assert_eq!(register(127..128).value(1 << 127), 1);
        assert_eq!(register(4..4).value(u128::MAX), 0);
        assert_eq!(register(2..5).qubit(2), 4);
    }
}
