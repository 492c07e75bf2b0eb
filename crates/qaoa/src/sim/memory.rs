//! The bytes a state of n qubits needs, held against the bytes that are free, before anything is
//! allocated.
//!
//! | bytes for each basis state | f64 | f32 |
//! |---|---|---|
//! | a state | 16 | 8 |
//! | an evaluation: state, and a cost of at most 256 levels | 17 | 9 |
//! | a gradient: two states and such a cost | 33 | 17 |
//!
//! A cost of up to 65536 levels takes one byte more, one of more levels none
//! (`Diagonal::from_terms` checks for itself). Smaller buffers, of a few MiB together, are not
//! counted.

use crate::error::readable_bytes;
use crate::error::{Error, Result};
use crate::sim::ranks::{Request, Team};
use crate::sim::real::Precision;
use crate::sim::space::Space;
use sysinfo::System;

/// What the memory is for.
///
/// ```
/// use ketboard_qaoa::{Precision, Purpose, check_memory, memory_needed};
/// assert_eq!(memory_needed(20, Purpose::Gradient, Precision::F64), 33 << 20);
/// let refusal = check_memory(60, Purpose::State, Precision::F32).unwrap_err().to_string();
/// assert!(refusal.contains("60 qubits"), "{refusal}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// One state vector, in this process.
    State,
    /// Two state vectors, as the adjoint gradient needs them.
    TwoStates,
    /// A cost of few levels and one state vector.
    Evaluation,
    /// A cost of few levels and two state vectors.
    Gradient,
}

impl Purpose {
    pub(crate) fn bytes_per_basis_state(self, precision: Precision) -> u128 {
        let state = precision.bytes_per_amplitude();
        match self {
            Self::State => state,
            Self::TwoStates => 2 * state,
            Self::Evaluation => state + 1,
            Self::Gradient => 2 * state + 1,
        }
    }
}

/// The bytes `n` qubits need: 2ⁿ times the bytes of one basis state; `u128::MAX` where even that
/// number overflows.
pub fn needed(n: usize, purpose: Purpose, precision: Precision) -> u128 {
    times_states(n, purpose.bytes_per_basis_state(precision))
}

fn times_states(n: usize, bytes: u128) -> u128 {
    let states = u32::try_from(n).ok().and_then(|n| 1_u128.checked_shl(n));
    states.map_or(u128::MAX, |states| states.saturating_mul(bytes))
}

/// The bytes this process may still take: the system's available memory, the rest of the control
/// group's limit, or the rest of the process's own address space (`ulimit -v`), whichever is least.
/// A system that does not tell is not held back: the allocator decides then.
pub fn available() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let free = match system.total_memory() {
        0 => u64::MAX,
        _ => system.available_memory(),
    };
    let limit = system.cgroup_limits().map_or(u64::MAX, |c| c.free_memory);
    // no array is longer than half of what an address can name, which matters to WebAssembly's 4
    // GiB
    let nameable = u64::try_from(usize::MAX / 2).unwrap_or(u64::MAX);
    free.min(limit)
        .min(nameable)
        .min(address_space_left().unwrap_or(u64::MAX))
}

/// What is left of the process's address space, where Linux says that it has a limit.
fn address_space_left() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|l| l.strip_prefix(ADDRESS_SPACE))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmSize:"))?;
    let taken: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(taken * 1024))
}

/// How the line of `/proc/self/limits` begins; where there is no limit, no number follows.
const ADDRESS_SPACE: &str = "Max address space";

/// Succeeds if `n` qubits fit into the memory that is free now; below a mebibyte the system is not
/// asked. Where ranks share a state, all of them are asked, but for [`Purpose::State`].
///
/// # Errors
/// [`Error::Memory`] with the bytes needed, the bytes free, and the largest number of qubits that
/// would fit.
pub fn check(n: usize, purpose: Purpose, precision: Precision) -> Result<()> {
    let bytes = purpose.bytes_per_basis_state(precision);
    match Space::new(vec![2; n]) {
        Ok(space) if purpose != Purpose::State => check_anywhere(&space, bytes),
        _ => check_bytes(n, bytes),
    }
}

/// Succeeds if `bytes` for each state of a space fit, on all ranks where ranks share it.
///
/// # Errors
/// As [`check`]; [`Error::States`] of qudits.
pub(crate) fn check_anywhere(space: &Space, bytes: u128) -> Result<()> {
    match Team::of(space) {
        Some(team) => check_shared(&team, space, bytes),
        None => check_space(space, bytes),
    }
}

/// Succeeds if `bytes` for each state of a space fit into the memory of this process.
///
/// # Errors
/// As [`check_anywhere`].
pub(crate) fn check_space(space: &Space, bytes: u128) -> Result<()> {
    match space.is_of_qubits() {
        true => check_bytes(space.qudits(), bytes),
        false => check_states_bytes(space.states(), bytes),
    }
}

/// The error of an allocation that the system refused.
pub(super) fn refusal(space: &Space, bytes: u128) -> Error {
    match space.is_of_qubits() {
        true => memory_error(space.qudits(), bytes, available()),
        false => states_error(space.states(), bytes, available()),
    }
}

/// Rooms for exchanges, in pieces.
const ROOMS: u128 = 6;

/// Succeeds if `bytes` for each state of a space fit on all ranks that share it.
///
/// # Errors
/// If not, with what all ranks need and have together, and what each of them has.
pub(super) fn check_shared(team: &Team, space: &Space, bytes: u128) -> Result<()> {
    let size = team.size() as u64;
    let free = team.lead(&Request::Memory, || free(team));
    let each = |states: usize| {
        let share = (states as u128).saturating_mul(bytes) / u128::from(size);
        share.saturating_add(ROOMS * team.piece() as u128)
    };
    let needed = each(space.states());
    if needed <= u128::from(free) {
        return Ok(());
    }
    let here = format!(
        "each of {size} ranks needs {} and has {}",
        readable_bytes(needed),
        readable_bytes(free)
    );
    let (needed, available) = (
        needed.saturating_mul(size.into()),
        free.saturating_mul(size),
    );
    if !space.is_of_qubits() {
        return Err(Error::States {
            states: space.states(),
            needed,
            available,
            remedy: format!("{here}: start ranks on more machines, or reduce the puzzle further"),
        });
    }
    let fits = |n: &usize| each(1 << n) <= u128::from(free);
    let most = (team.least()..usize::BITS as usize - 1).rfind(fits);
    Err(Error::Memory {
        qubits: space.qudits(),
        needed,
        available,
        remedy: match most {
            Some(qubits) => {
                format!("{here}: use `target_qubits` {qubits} (or fewer), or more machines")
            }
            None => format!("{here}: free some memory, or start ranks on more machines"),
        },
    })
}

/// The least that a rank has free; ranks of one machine share what it has.
pub(super) fn free(team: &Team) -> u64 {
    let here = available() / team.size_here().max(1) as u64;
    team.gather(&[here]).into_iter().min().unwrap_or(here)
}

/// Succeeds if the states that `purpose` needs over qudits of `dims` levels fit on the ranks that
/// share them; `None` where nobody shares them, and [`available_memory`](crate::available_memory)
/// is what counts.
///
/// # Errors
/// [`Error::States`](crate::Error::States) with the bytes needed and free on all ranks, and on
/// each.
pub fn check_shared_qudits(
    dims: &[usize],
    purpose: Purpose,
    precision: Precision,
) -> Option<Result<()>> {
    let space = Space::new(dims.to_vec()).ok()?;
    let team = Team::of(&space)?;
    let bytes = purpose.bytes_per_basis_state(precision);
    Some(check_shared(&team, &space, bytes))
}

/// Succeeds if 2ⁿ times `bytes` fit.
pub(super) fn check_bytes(n: usize, bytes: u128) -> Result<()> {
    if times_states(n, bytes) <= 1 << 20 {
        return Ok(());
    }
    check_against(n, bytes, available())
}

/// The bytes an evaluation, a gradient or a state over `states` basis states needs, where costs are
/// kept as one byte for each.
pub fn qudits_needed(states: usize, purpose: Purpose, precision: Precision) -> u128 {
    states as u128 * purpose.bytes_per_basis_state(precision)
}

/// Succeeds if two states, of which each of so many ranks holds a share, fit beside a list of the
/// energies, probabilities and weights of all basis states, which a value that is not ⟨C⟩ asks for
/// where the cost has too many levels to be stored.
///
/// # Errors
/// [`Error::States`] if not.
pub(crate) fn check_lists(states: usize, ranks: usize, precision: Precision) -> Result<()> {
    let both = Purpose::TwoStates.bytes_per_basis_state(precision);
    check_states_bytes(states, both.div_ceil(ranks as u128) + LISTS)
}

/// Bytes of these lists for each basis state.
const LISTS: u128 = 48;

/// Succeeds if `bytes` for each of `states` basis states fit.
pub(crate) fn check_states_bytes(states: usize, bytes: u128) -> Result<()> {
    if states as u128 * bytes <= 1 << 20 {
        return Ok(());
    }
    check_states_against(states, bytes, available())
}

fn check_states_against(states: usize, bytes: u128, available: u64) -> Result<()> {
    if states as u128 * bytes <= u128::from(available) {
        return Ok(());
    }
    Err(states_error(states, bytes, available))
}

fn states_error(states: usize, bytes: u128, available: u64) -> Error {
    let fit = u128::from(available) / bytes;
    Error::States {
        states,
        needed: states as u128 * bytes,
        available,
        remedy: format!("{fit} states would fit: reduce the puzzle further or choose other qudits"),
    }
}

fn check_against(n: usize, bytes: u128, available: u64) -> Result<()> {
    if times_states(n, bytes) <= u128::from(available) && n < usize::BITS as usize {
        return Ok(());
    }
    Err(memory_error(n, bytes, available))
}

fn memory_error(n: usize, bytes: u128, available: u64) -> Error {
    let fits = |n: &usize| times_states(*n, bytes) <= u128::from(available);
    Error::Memory {
        qubits: n,
        needed: times_states(n, bytes),
        available,
        remedy: match (0..usize::BITS as usize).rfind(fits) {
            Some(qubits) => format!("use `target_qubits` {qubits} (or fewer)"),
            None => "free some memory".into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Precision::{F32, F64};

    #[test]
    fn the_need_doubles_with_each_qubit_and_saturates_instead_of_overflowing() {
        assert_eq!(needed(0, Purpose::State, F64), 16);
        assert_eq!(needed(40, Purpose::Evaluation, F64), 17 << 40);
        assert_eq!(needed(40, Purpose::Gradient, F32), 17 << 40);
        for n in [124, 127, 128, 1000, usize::MAX] {
            assert_eq!(needed(n, Purpose::State, F64), u128::MAX, "{n} qubits");
        }
    }

    #[test]
    fn a_machine_of_24_gib_holds_30_qubits_in_f64_and_31_in_f32_and_one_less_with_a_gradient() {
        // 23 of 24 GiB, since a system takes some
        let available = 23 << 30;
        for (purpose, precision, fits) in [
            (Purpose::Evaluation, F64, 30),
            (Purpose::Evaluation, F32, 31),
            (Purpose::Gradient, F64, 29),
            (Purpose::Gradient, F32, 30),
        ] {
            let bytes = purpose.bytes_per_basis_state(precision);
            check_against(fits, bytes, available).unwrap();
            let text = check_against(fits + 1, bytes, available).unwrap_err();
            let remedy = format!("`target_qubits` {fits} ");
            assert!(text.to_string().contains(&remedy), "{text}");
        }
    }

    #[test]
    fn a_space_that_does_not_fit_is_refused_with_the_number_of_states_that_would() {
        assert_eq!(qudits_needed(1 << 24, Purpose::Gradient, F64), 33 << 24);
        let bytes = Purpose::Evaluation.bytes_per_basis_state(F64);
        check_states_against(1000, bytes, 17_000).unwrap();
        let text = check_states_against(1001, bytes, 17_000).unwrap_err();
        let text = text.to_string();
        assert!(
            text.contains("1001 states") && text.contains("1000 states would"),
            "{text}"
        );
    }

    #[test]
    fn a_state_is_refused_where_not_even_one_amplitude_fits() {
        let text = check_against(3, 16, 0).unwrap_err();
        assert!(text.to_string().contains("free some memory"), "{text}");
    }
}
