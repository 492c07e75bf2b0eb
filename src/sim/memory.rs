//! The bytes a register of n qubits needs, held against the bytes that are free, before anything is allocated.
//!
//! One basis state takes 16 bytes of state vector (a complex f64), another 16 for the second vector of the adjoint
//! gradient, and 2 in the cost's table of level numbers (8 where the cost has more than 65536 distinct values:
//! `Diagonal::from_terms` checks that case for itself). Smaller buffers are not counted.

use crate::error::{Error, Result};
use sysinfo::System;

/// What the memory is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A cost stored as level numbers: 2 bytes for each basis state.
    Levels,
    /// A cost stored as energies: 8 bytes for each basis state.
    Energies,
    /// One state vector: 16 bytes for each basis state.
    State,
    /// Two state vectors, as the adjoint gradient needs them: 32 bytes for each basis state.
    TwoStates,
    /// A cost of few levels and one state vector: 18 bytes for each basis state.
    Evaluation,
    /// A cost of few levels and two state vectors: 34 bytes for each basis state.
    Gradient,
}

impl Purpose {
    fn bytes_per_basis_state(self) -> u128 {
        match self {
            Self::Levels => 2,
            Self::Energies => 8,
            Self::State => 16,
            Self::TwoStates => 32,
            Self::Evaluation => 18,
            Self::Gradient => 34,
        }
    }
}

/// The bytes `n` qubits need: 2ⁿ times the bytes of one basis state; `u128::MAX` where even that number overflows.
pub fn needed(n: usize, purpose: Purpose) -> u128 {
    let states = u32::try_from(n).ok().and_then(|n| 1_u128.checked_shl(n));
    states.map_or(u128::MAX, |states| {
        states.saturating_mul(purpose.bytes_per_basis_state())
    })
}

/// The bytes this process may still take: the system's available memory, or the rest of the control group's limit
/// where that is less. A system that does not tell is not held back: the allocator decides then.
pub fn available() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let free = match system.total_memory() {
        0 => u64::MAX,
        _ => system.available_memory(),
    };
    let limit = system.cgroup_limits().map_or(u64::MAX, |c| c.free_memory);
    free.min(limit)
}

/// Succeeds if `n` qubits fit into the memory that is free now; below a mebibyte the system is not asked.
///
/// # Errors
/// [`Error::Memory`] with the bytes needed, the bytes free, and the largest number of qubits that would fit.
pub fn check(n: usize, purpose: Purpose) -> Result<()> {
    if needed(n, purpose) <= 1 << 20 {
        return Ok(());
    }
    check_against(n, purpose, available())
}

fn check_against(n: usize, purpose: Purpose, available: u64) -> Result<()> {
    let needed_bytes = needed(n, purpose);
    if needed_bytes <= u128::from(available) && n < usize::BITS as usize {
        return Ok(());
    }
    Err(Error::Memory {
        qubits: n,
        needed: needed_bytes,
        available,
        remedy: match largest_that_fits(purpose, available) {
            Some(qubits) => format!("use --target-qubits {qubits} (or fewer)"),
            None => "free some memory".into(),
        },
    })
}

fn largest_that_fits(purpose: Purpose, available: u64) -> Option<usize> {
    (0..usize::BITS as usize).rfind(|&n| needed(n, purpose) <= u128::from(available))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_need_doubles_with_each_qubit_and_saturates_instead_of_overflowing() {
        assert_eq!(needed(0, Purpose::State), 16);
        assert_eq!(needed(40, Purpose::Evaluation), 18 << 40);
        for n in [124, 127, 128, 1000, usize::MAX] {
            assert_eq!(needed(n, Purpose::State), u128::MAX, "{n} qubits");
        }
    }

    #[test]
    fn the_remedy_names_the_largest_register_that_fits() {
        let available = 24 << 30;
        for (purpose, fits) in [(Purpose::State, 30), (Purpose::Gradient, 29)] {
            check_against(fits, purpose, available).unwrap();
            let text = check_against(fits + 1, purpose, available).unwrap_err();
            let remedy = format!("--target-qubits {fits} ");
            assert!(text.to_string().contains(&remedy), "{text}");
        }
    }

    #[test]
    fn a_register_is_refused_where_not_even_one_basis_state_fits() {
        let text = check_against(3, Purpose::State, 0).unwrap_err();
        assert!(text.to_string().contains("free some memory"), "{text}");
    }
}
