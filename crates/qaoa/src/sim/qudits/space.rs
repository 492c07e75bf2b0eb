//! Mixed-radix numbers: which levels the qudits of a basis state have.
//!
//! > index = Σ level_r · stride_r,  stride_r = Π_{q<r} d_q
//!
//! Qudit 0 is the fastest, so that qudits of two levels number the basis states as qubits do.

use crate::error::{Error, Result};

/// Qudits with their numbers of levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct QuditSpace {
    dims: Vec<usize>,
    strides: Vec<usize>,
    states: usize,
}

impl QuditSpace {
    /// The space of qudits with `dims[r]` levels each; without qudits it has one state.
    /// Nothing is allocated for the states.
    ///
    /// # Errors
    /// If a qudit has no level, or the number of states is beyond every address.
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

    /// The number of levels of each qudit.
    pub(crate) fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// The number of qudits.
    pub(crate) fn qudits(&self) -> usize {
        self.dims.len()
    }

    /// The number of basis states, Π d_r.
    pub(crate) fn states(&self) -> usize {
        self.states
    }

    /// The basis state with these levels, one of each qudit.
    ///
    /// # Panics
    /// If there are not as many levels as qudits, or a level is not there.
    #[cfg(test)]
    pub(crate) fn index(&self, levels: &[usize]) -> usize {
        assert_eq!(levels.len(), self.dims.len(), "one level of each qudit");
        let places = levels.iter().zip(&self.dims).zip(&self.strides);
        let place = |((&level, &d), stride)| {
            assert!(level < d, "level {level} of a qudit of {d}");
            level * stride
        };
        places.map(place).sum()
    }

    /// The level of one qudit in basis state `index`.
    pub(crate) fn level(&self, index: usize, qudit: usize) -> usize {
        index / self.strides[qudit] % self.dims[qudit]
    }

    /// The level of every qudit in basis state `index`.
    #[cfg(test)]
    pub(crate) fn levels(&self, index: usize) -> Vec<usize> {
        (0..self.dims.len()).map(|r| self.level(index, r)).collect()
    }

    /// How far apart two neighboring levels of a qudit stand in the index.
    #[cfg(test)]
    pub(crate) fn stride(&self, qudit: usize) -> usize {
        self.strides[qudit]
    }

    /// The number of states of the qudits below `qudit` together.
    pub(super) fn below(&self, qudit: usize) -> usize {
        self.strides.get(qudit).copied().unwrap_or(self.states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_index_are_each_others_inverse() {
        for dims in [vec![], vec![1], vec![2, 3, 5], vec![5, 1, 2], vec![16, 17]] {
            let space = QuditSpace::new(dims.clone()).unwrap();
            assert_eq!(space.states(), dims.iter().product::<usize>());
            for x in 0..space.states() {
                assert_eq!(space.index(&space.levels(x)), x, "{dims:?}");
            }
        }
    }

    #[test]
    fn qudits_of_two_levels_number_states_as_qubits_do() {
        let space = QuditSpace::new(vec![2; 6]).unwrap();
        for x in 0..64 {
            assert!((0..6).all(|k| space.level(x, k) == x >> k & 1), "{x}");
        }
    }

    #[test]
    fn a_space_without_a_state_or_beyond_all_addresses_is_refused() {
        let empty = QuditSpace::new(vec![2, 0]).unwrap_err().to_string();
        assert!(empty.contains("qudit 1"), "{empty}");
        let huge = QuditSpace::new(vec![1 << 20; 4]).unwrap_err().to_string();
        assert!(huge.contains("fewer or smaller"), "{huge}");
    }
}
