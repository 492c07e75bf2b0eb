//! Mixed-radix numbers: which levels the registers of a basis state have.
//!
//! > index = Σ level_r · stride_r,  stride_r = Π_{q<r} d_q
//!
//! Register 0 is the fastest, so that registers of two levels number the basis states as qubits do.

use crate::error::{Error, Result};

/// Registers with their numbers of levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct QuditSpace {
    dims: Vec<usize>,
    strides: Vec<usize>,
    states: usize,
}

impl QuditSpace {
    /// The space of registers with `dims[r]` levels each; without registers it has one state.
    /// Nothing is allocated for the states.
    ///
    /// # Errors
    /// If a register has no level, or the number of states is beyond every address.
    pub(crate) fn new(dims: Vec<usize>) -> Result<Self> {
        if let Some(r) = dims.iter().position(|&d| d == 0) {
            return Err(Error::argument(
                format!("register {r}"),
                "it has no level",
                "a rule that nothing satisfies leaves no state: give each register a level",
            ));
        }
        let mut strides = Vec::with_capacity(dims.len());
        let mut states = 1_usize;
        for &d in &dims {
            strides.push(states);
            states = states.checked_mul(d).ok_or_else(|| {
                Error::argument(
                    "registers",
                    format!("{dims:?} levels make more states than can be numbered"),
                    "use fewer or smaller registers",
                )
            })?;
        }
        Ok(Self {
            dims,
            strides,
            states,
        })
    }

    /// The number of levels of each register.
    pub(crate) fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// The number of registers.
    pub(crate) fn registers(&self) -> usize {
        self.dims.len()
    }

    /// The number of basis states, Π d_r.
    pub(crate) fn states(&self) -> usize {
        self.states
    }

    /// The basis state with these levels, one of each register.
    ///
    /// # Panics
    /// If there are not as many levels as registers, or a level is not there.
    #[cfg(test)]
    pub(crate) fn index(&self, levels: &[usize]) -> usize {
        assert_eq!(levels.len(), self.dims.len(), "one level of each register");
        let places = levels.iter().zip(&self.dims).zip(&self.strides);
        let place = |((&level, &d), stride)| {
            assert!(level < d, "level {level} of a register of {d}");
            level * stride
        };
        places.map(place).sum()
    }

    /// The level of one register in basis state `index`.
    pub(crate) fn level(&self, index: usize, register: usize) -> usize {
        index / self.strides[register] % self.dims[register]
    }

    /// The level of every register in basis state `index`.
    #[cfg(test)]
    pub(crate) fn levels(&self, index: usize) -> Vec<usize> {
        (0..self.dims.len()).map(|r| self.level(index, r)).collect()
    }

    /// How far apart two neighboring levels of a register stand in the index.
    #[cfg(test)]
    pub(crate) fn stride(&self, register: usize) -> usize {
        self.strides[register]
    }

    /// The number of states of the registers below `register` together.
    pub(super) fn below(&self, register: usize) -> usize {
        self.strides.get(register).copied().unwrap_or(self.states)
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
    fn registers_of_two_levels_number_states_as_qubits_do() {
        let space = QuditSpace::new(vec![2; 6]).unwrap();
        for x in 0..64 {
            assert!((0..6).all(|k| space.level(x, k) == x >> k & 1), "{x}");
        }
    }

    #[test]
    fn a_space_without_a_state_or_beyond_all_addresses_is_refused() {
        let empty = QuditSpace::new(vec![2, 0]).unwrap_err().to_string();
        assert!(empty.contains("register 1"), "{empty}");
        let huge = QuditSpace::new(vec![1 << 20; 4]).unwrap_err().to_string();
        assert!(huge.contains("fewer or smaller"), "{huge}");
    }
}
