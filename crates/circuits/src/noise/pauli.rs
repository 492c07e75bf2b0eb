//! Products of Pauli operators on up to 64 qubits: i^phase X^x Z^z.
//!
//! Bit k of x and z belongs to qubit k; X^x Z^z |j⟩ = (−1)^{z·j} |j ⊕ x⟩, and Y = iXZ. No
//! amplitudes here.

/// i^phase · Π X_k^{x_k} Z_k^{z_k}.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pauli {
    pub(super) x: u64,
    pub(super) z: u64,
    /// The power of i, 0 to 3.
    pub(super) phase: u8,
}

impl Pauli {
    pub(super) const IDENTITY: Self = Self {
        x: 0,
        z: 0,
        phase: 0,
    };

    pub(super) fn x(qubit: usize) -> Self {
        Self {
            x: 1 << qubit,
            ..Self::IDENTITY
        }
    }

    pub(super) fn z(qubit: usize) -> Self {
        Self {
            z: 1 << qubit,
            ..Self::IDENTITY
        }
    }

    /// The product, `other` applied first.
    pub(super) fn times(self, other: Self) -> Self {
        let crossings = (self.z & other.x).count_ones() as u8;
        Self {
            x: self.x ^ other.x,
            z: self.z ^ other.z,
            phase: (self.phase + other.phase + 2 * (crossings & 1)) & 3,
        }
    }

    /// The product with i^`quarters`.
    pub(super) fn times_i(self, quarters: u8) -> Self {
        Self {
            phase: (self.phase + quarters) & 3,
            ..self
        }
    }

    pub(super) fn anticommutes_with(&self, other: &Self) -> bool {
        ((self.x & other.z) ^ (self.z & other.x)).count_ones() & 1 == 1
    }

    /// Whether it is diagonal in the computational basis.
    pub(super) fn is_diagonal(&self) -> bool {
        self.x == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_one_qubit_are_those_of_the_matrices() {
        let (x, z) = (Pauli::x(0), Pauli::z(0));
        let y = x.times(z).times_i(1);
        for pauli in [x, y, z] {
            assert_eq!(pauli.times(pauli), Pauli::IDENTITY);
        }
        assert_eq!(x.times(y), z.times_i(1));
        assert_eq!(y.times(z), x.times_i(1));
        assert_eq!(z.times(x), y.times_i(1));
        assert!(x.anticommutes_with(&y) && y.anticommutes_with(&z) && !z.anticommutes_with(&z));
        assert!(
            !x.times(Pauli::x(1))
                .anticommutes_with(&z.times(Pauli::z(1)))
        );
    }
}
