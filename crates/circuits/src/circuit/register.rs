//! Named qubits that belong together.

use std::ops::Range;

/// A row of neighboring qubits with a name.
///
/// ```
/// use ketboard_circuits::GroverCircuit;
///
/// let search = GroverCircuit::queens(3)?;
/// let second_row = &search.layout.registers()[1];
/// assert_eq!((second_row.qubit(0), second_row.value(0b010_000)), (3, 0b010));
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
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
    /// Its k-th qubit.
    ///
    /// # Panics
    /// If it has no such qubit.
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
