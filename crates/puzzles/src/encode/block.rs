//! One run of qubits and the variables it holds: a single variable, or a group in which exactly one
//! is 1.
//!
//! Of d variables the domain wall (Chancellor, Quantum Sci. Technol. 4, 045004, 2019) takes d − 1
//! qubits: x_k = w_{k−1} − w_k with w_{−1} = 1 and w_{d−1} = 0, so that the wall between ones and
//! zeros stands at the symbol. Binary takes ⌈log₂ d⌉: x_k is the product of the bits of k. There
//! w's with several walls, and codes of d and more, are no symbols: they read as several ones, or
//! none.

use super::{Reading, Symbols};
use crate::model::Kind;

/// A run of qubits. Variables are those that the reduction left, by their number.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct QubitBlock {
    /// The kind of the rule by which exactly one of its variables is 1; a single one needs none.
    pub(super) kind: Kind,
    /// Where it is, for people.
    pub(super) place: String,
    /// The variables that it holds, in order.
    pub(super) vars: Vec<usize>,
    /// How they are held; a single variable is its qubit.
    pub(super) code: Symbols,
}

impl QubitBlock {
    /// One variable, one qubit.
    pub(super) fn single(var: usize) -> Self {
        Self {
            kind: Kind::Cell,
            place: String::new(),
            vars: vec![var],
            code: Symbols::OneHot,
        }
    }

    /// The number of its qubits.
    pub(super) fn qubits(&self) -> usize {
        let vars = self.vars.len();
        match self.code {
            Symbols::OneHot => vars,
            Symbols::DomainWall => vars - 1,
            Symbols::Binary => vars.next_power_of_two().trailing_zeros() as usize,
        }
    }

    /// Each variable with how it is read, where the block begins at qubit `first`.
    pub(super) fn readings(&self, first: usize) -> impl Iterator<Item = (usize, Reading)> {
        let last = self.vars.len() - 1;
        self.vars.iter().enumerate().map(move |(k, var)| {
            let literal = |qubit: usize, negated| (first + qubit, negated);
            let literals = match self.code {
                Symbols::OneHot => vec![literal(k, false)],
                Symbols::DomainWall => {
                    let before = (k > 0).then(|| literal(k - 1, false));
                    let after = (k < last).then(|| literal(k, true));
                    before.into_iter().chain(after).collect()
                }
                Symbols::Binary => {
                    let bit = |b| literal(b, k >> b & 1 == 0);
                    (0..self.qubits()).map(bit).collect()
                }
            };
            (*var, Reading::all(literals))
        })
    }

    /// The values of its qubits that hold these values of the variables, or `None`.
    pub(super) fn code(&self, values: &[bool]) -> Option<Vec<bool>> {
        if self.code == Symbols::OneHot {
            return Some(self.vars.iter().map(|var| values[*var]).collect());
        }
        let mut ones = (0..self.vars.len()).filter(|&k| values[self.vars[k]]);
        let symbol = ones.next().filter(|_| ones.next().is_none())?;
        let bit = |qubit: usize| match self.code {
            Symbols::Binary => symbol >> qubit & 1 == 1,
            Symbols::OneHot | Symbols::DomainWall => qubit < symbol,
        };
        Some((0..self.qubits()).map(bit).collect())
    }

    /// What each qubit is called.
    pub(super) fn qubit_names(&self, variables: &[String]) -> Vec<String> {
        let place = &self.place;
        let name = |qubit: usize| match self.code {
            Symbols::OneHot => variables[self.vars[qubit]].clone(),
            Symbols::DomainWall => {
                format!("wall: {place}, after {}", variables[self.vars[qubit]])
            }
            Symbols::Binary => format!("bit {qubit}: {place}"),
        };
        (0..self.qubits()).map(name).collect()
    }
}
