//! Mixed-radix numbers: which levels the qudits of a basis state have.
//!
//! > index = Σ level_r · stride_r,  stride_r = Π_{q<r} d_q
//!
//! Qudit 0 is the fastest. A qubit is a qudit of two levels, and qubit k is bit k of the index.

use crate::error::{Error, Result};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Space {
    dims: Vec<usize>,
    strides: Vec<usize>,
    states: usize,
}

impl Space {
    /// The space of qudits with `dims[r]` levels each; without qudits it has one state. Fails if a
    /// qudit has no level, or the number of states is beyond every address.
    pub(crate) fn new(dims: Vec<usize>) -> Result<Self> {
        if let Some(r) = dims.iter().position(|&d| d == 0) {
            return Err(Error::argument(
                format!("qudit {r}"),
                "it has no level",
                "a rule that nothing satisfies leaves no state: give each qudit a level",
            ));
        }
        let mut strides = Vec::with_capacity(dims.len());
        let mut states = 1_usize;
        for &d in &dims {
            strides.push(states);
            states = states.checked_mul(d).ok_or_else(|| {
                Error::argument(
                    "qudits",
                    format!("{dims:?} levels make more states than can be numbered"),
                    "use fewer or smaller qudits",
                )
            })?;
        }
        Ok(Self {
            dims,
            strides,
            states,
        })
    }

    pub(crate) fn dims(&self) -> &[usize] {
        &self.dims
    }

    pub(crate) fn qudits(&self) -> usize {
        self.dims.len()
    }

    pub(crate) fn is_of_qubits(&self) -> bool {
        self.dims.iter().all(|d| *d == 2)
    }

    pub(crate) fn states(&self) -> usize {
        self.states
    }

    pub(crate) fn level(&self, index: usize, qudit: usize) -> usize {
        index / self.strides[qudit] % self.dims[qudit]
    }

    #[cfg(test)]
    pub(crate) fn levels(&self, index: usize) -> Vec<usize> {
        (0..self.dims.len()).map(|r| self.level(index, r)).collect()
    }

    /// The states of the qudits below `qudit`: how far apart its levels are in the index.
    pub(crate) fn below(&self, qudit: usize) -> usize {
        self.strides.get(qudit).copied().unwrap_or(self.states)
    }
}
