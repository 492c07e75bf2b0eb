//! One run of qubits and the variables it holds: a single variable, or a group in which exactly one
//! is 1.
//!
//! Of d variables the domain wall (Chancellor, Quantum Sci. Technol. 4, 045004, 2019) takes d − 1
//! qubits: x_k = w_{k−1} − w_k with w_{−1} = 1 and w_{d−1} = 0, so that the wall between ones and
//! zeros stands at the symbol. Binary takes ⌈log₂ d⌉: x_k is the product of the bits of k. There
//! w's with several walls, and codes of d and more, are no symbols: they read as several ones, or
//! none.

use super::Polynomial;
use super::penalty::complement;
use super::reading::{Literal, Reading};

/// A run of qubits. Variables are those that the reduction left, by their number.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum QubitBlock {
    /// One variable, one qubit.
    Single {
        /// The variable.
        var: usize,
    },
    /// Exactly one of `vars` is 1: where the wall stands.
    Wall {
        /// The group, in order; at least two.
        vars: Vec<usize>,
        /// Where it is, for people.
        place: String,
    },
    /// Exactly one of `vars` is 1: the one whose place in the group the bits spell, least
    /// significant first.
    Binary {
        /// The group, in order; at least two.
        vars: Vec<usize>,
        /// Where it is, for people.
        place: String,
    },
}

impl QubitBlock {
    pub(super) fn vars(&self) -> &[usize] {
        match self {
            Self::Single { var } => std::slice::from_ref(var),
            Self::Wall { vars, .. } | Self::Binary { vars, .. } => vars,
        }
    }

    pub(super) fn qubits(&self) -> usize {
        match self {
            Self::Single { .. } => 1,
            Self::Wall { vars, .. } => vars.len() - 1,
            Self::Binary { vars, .. } => bits(vars.len()),
        }
    }

    /// Each variable with how it is read, where the block begins at qubit `first`.
    pub(super) fn readings(&self, first: usize) -> Vec<(usize, Reading)> {
        let vars = self.vars().iter().copied().enumerate();
        vars.map(|(k, var)| (var, self.reading(k, first))).collect()
    }

    fn reading(&self, k: usize, first: usize) -> Reading {
        let literal = |qubit: usize, negated| Literal {
            qubit: first + qubit,
            negated,
        };
        let literals = match self {
            Self::Single { .. } => vec![literal(0, false)],
            Self::Wall { vars, .. } => {
                let before = k.checked_sub(1).map(|before| literal(before, false));
                let after = (k + 1 < vars.len()).then(|| literal(k, true));
                before.into_iter().chain(after).collect()
            }
            Self::Binary { vars, .. } => {
                let bit = |b| literal(b, k >> b & 1 == 0);
                (0..bits(vars.len())).map(bit).collect()
            }
        };
        Reading::All {
            literals,
            negated: false,
        }
    }

    /// A variable of the block as a polynomial over `n` qubits, where the block begins at qubit
    /// `first`.
    pub(super) fn image(&self, var: usize, first: usize, n: usize) -> Polynomial {
        let place = self.vars().iter().position(|&member| member == var);
        let k = place.expect("the variable is a member of its block");
        let x = |qubit: usize| {
            let mut x = Polynomial::zero(n);
            x.add_term(&[first + qubit], 1.0);
            x
        };
        match self {
            Self::Single { .. } => x(0),
            Self::Wall { vars, .. } => {
                let mut wall = match k.checked_sub(1) {
                    Some(before) => x(before),
                    None => Polynomial::constant(n, 1.0),
                };
                if k + 1 < vars.len() {
                    wall.add_scaled(&x(k), -1.0);
                }
                wall
            }
            Self::Binary { vars, .. } => {
                let bit = |b| {
                    if k >> b & 1 == 1 {
                        x(b)
                    } else {
                        complement(&x(b))
                    }
                };
                let all = (0..bits(vars.len())).map(bit);
                all.fold(Polynomial::constant(n, 1.0), |product, bit| {
                    product.times(&bit)
                })
            }
        }
    }

    /// The values of its qubits that hold these values of the variables, or `None`.
    pub(super) fn code(&self, values: &[bool]) -> Option<Vec<bool>> {
        let only_one = |vars: &[usize]| {
            let mut ones = (0..vars.len()).filter(|&k| values[vars[k]]);
            ones.next().filter(|_| ones.next().is_none())
        };
        match self {
            Self::Single { var } => Some(vec![values[*var]]),
            Self::Wall { vars, .. } => {
                let wall = only_one(vars)?;
                Some((0..vars.len() - 1).map(|k| k < wall).collect())
            }
            Self::Binary { vars, .. } => {
                let code = only_one(vars)?;
                Some((0..bits(vars.len())).map(|b| code >> b & 1 == 1).collect())
            }
        }
    }

    /// What each qubit is called.
    pub(super) fn qubit_names(&self, variables: &[String]) -> Vec<String> {
        match self {
            Self::Single { var } => vec![variables[*var].clone()],
            Self::Wall { vars, place } => {
                let walls = vars.iter().take(vars.len() - 1);
                walls
                    .map(|&var| format!("wall: {place}, after {}", variables[var]))
                    .collect()
            }
            Self::Binary { vars, place } => (0..bits(vars.len()))
                .map(|b| format!("bit {b}: {place}"))
                .collect(),
        }
    }
}

/// Bits that number `count` symbols.
fn bits(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}
