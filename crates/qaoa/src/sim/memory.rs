//! The bytes a state of n qubits needs, compared with the free bytes before anything is allocated.
//!
//! | bytes for each basis state | f64 | f32 |
//! |---|---|---|
//! | a state | 16 | 8 |
//! | an evaluation: state, and a cost of at most 256 levels | 17 | 9 |
//! | a gradient: two states and such a cost | 33 | 17 |
//!
//! A cost of up to 65536 levels takes one byte more, one of more levels none (the cost checks for
//! itself). Smaller buffers, of a few MiB together, are not counted.

pub use crate::error::readable_bytes;
use crate::error::{Error, Result};
use crate::sim::ranks::{Request, Team};
use crate::sim::real::Precision;
use crate::sim::space::Space;
use sysinfo::System;

/// What the memory is for.
///
/// ```
/// use ketboard_qaoa::Precision;
/// use ketboard_qaoa::memory::{Purpose, check, needed};
/// assert_eq!(needed(20, Purpose::Gradient, Precision::F64), 33 << 20);
/// let refusal = check(60, Purpose::State, Precision::F32).unwrap_err().to_string();
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
    /// Bytes for each basis state, where costs are kept as one byte for each.
    pub fn bytes(self, precision: Precision) -> u128 {
        let state = precision.bytes_per_amplitude();
        match self {
            Self::State => state,
            Self::TwoStates => 2 * state,
            Self::Evaluation => state + 1,
            Self::Gradient => 2 * state + 1,
        }
    }
}

/// The number of basis states: of n qubits, which may be too many to count, or of qudits.
#[derive(Clone, Copy)]
pub(crate) enum Size {
    Qubits(usize),
    States(usize),
}

impl Size {
    pub(crate) fn of(space: &Space) -> Self {
        match space.is_of_qubits() {
            true => Self::Qubits(space.qudits()),
            false => Self::States(space.states()),
        }
    }

    fn times(self, bytes: u128) -> u128 {
        let states = match self {
            Self::Qubits(n) => u32::try_from(n).ok().and_then(|n| 1_u128.checked_shl(n)),
            Self::States(states) => Some(states as u128),
        };
        states.map_or(u128::MAX, |states| states.saturating_mul(bytes))
    }

    /// Succeeds if `bytes` for each of them fit into the memory of this process; below a mebibyte
    /// the system is not asked.
    pub(crate) fn check(self, bytes: u128) -> Result<()> {
        match self.times(bytes) <= 1 << 20 {
            true => Ok(()),
            false => self.check_against(bytes, available()),
        }
    }

    fn check_against(self, bytes: u128, available: u64) -> Result<()> {
        match self.times(bytes) <= u128::from(available) {
            true => Ok(()),
            false => Err(self.refusal(bytes, available)),
        }
    }

    pub(super) fn refusal(self, bytes: u128, available: u64) -> Error {
        let fit = u128::from(available) / bytes;
        let remedy = match (self, fit.checked_ilog2()) {
            (Self::Qubits(_), Some(n)) => format!("use `target_qubits` {n} (or fewer)"),
            (Self::Qubits(_), None) => "free some memory".into(),
            (Self::States(_), _) => {
                format!("{fit} states would fit: reduce the puzzle further or choose other qudits")
            }
        };
        self.error(self.times(bytes), available, remedy)
    }

    fn error(self, needed: u128, available: u64, remedy: String) -> Error {
        Error::Memory {
            what: match self {
                Self::Qubits(n) => format!("{n} qubits"),
                Self::States(states) => format!("{states} states"),
            },
            needed,
            available,
            remedy,
        }
    }
}

/// The bytes `n` qubits need: 2ⁿ times the bytes of one basis state; `u128::MAX` where that
/// overflows.
pub fn needed(n: usize, purpose: Purpose, precision: Precision) -> u128 {
    Size::Qubits(n).times(purpose.bytes(precision))
}

/// The bytes this process may still take: the system's available memory, the rest of the control
/// group's limit, or of the process's address space (`ulimit -v`), whichever is least. A system
/// that does not say sets no limit: the allocator decides then.
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

fn address_space_left() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|l| l.strip_prefix(ADDRESS_SPACE))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmSize:"))?;
    let taken: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(taken * 1024))
}

/// How the line of `/proc/self/limits` begins; without a limit no number follows.
const ADDRESS_SPACE: &str = "Max address space";

/// Succeeds if `n` qubits fit into the memory that is free now; below a mebibyte the system is not
/// asked. Where ranks share a state, all of them are asked, but for [`Purpose::State`]. Fails with
/// the bytes needed and free, and the largest number of qubits that would fit.
pub fn check(n: usize, purpose: Purpose, precision: Precision) -> Result<()> {
    let bytes = purpose.bytes(precision);
    match Space::new(vec![2; n]) {
        Ok(space) if purpose != Purpose::State => check_anywhere(&space, bytes),
        _ => Size::Qubits(n).check(bytes),
    }
}

/// Succeeds if `bytes` for each state of a space fit, on all ranks where ranks share it.
pub(crate) fn check_anywhere(space: &Space, bytes: u128) -> Result<()> {
    match Team::of(space) {
        Some(team) => check_shared(&team, space, bytes),
        None => Size::of(space).check(bytes),
    }
}

const ROOMS: u64 = 6;

/// Succeeds if `bytes` for each state of a space fit on all ranks that share it.
pub(super) fn check_shared(team: &Team, space: &Space, bytes: u128) -> Result<()> {
    let size = team.size() as u64;
    let (free, rooms) = (
        team.lead(&Request::Memory, || free(team)),
        ROOMS * team.piece as u64,
    );
    let share = (space.states() as u128).saturating_mul(bytes) / u128::from(size);
    let needed = share.saturating_add(rooms.into());
    if needed <= u128::from(free) {
        return Ok(());
    }
    let fit = u128::from(free.saturating_sub(rooms)) * u128::from(size) / bytes;
    let most = fit.checked_ilog2().filter(|n| *n as usize >= team.least);
    let remedy = match (Size::of(space), most) {
        (Size::States(_), _) => "start ranks on more machines, or reduce the puzzle further".into(),
        (Size::Qubits(_), Some(n)) => {
            format!("use `target_qubits` {n} (or fewer), or more machines")
        }
        (Size::Qubits(_), None) => "free some memory, or start ranks on more machines".to_owned(),
    };
    let here = format!(
        "each of {size} ranks needs {} and has {}: {remedy}",
        readable_bytes(needed),
        readable_bytes(free)
    );
    let (needed, free) = (
        needed.saturating_mul(size.into()),
        free.saturating_mul(size),
    );
    Err(Size::of(space).error(needed, free, here))
}

/// The least that a rank has free; ranks of one machine share what it has.
pub(super) fn free(team: &Team) -> u64 {
    let here = available() / team.ranks.size_here().max(1) as u64;
    team.join(&[here]).into_iter().min().unwrap_or(here)
}

/// Succeeds if the states that `purpose` needs over qudits of `dims` levels fit on the ranks that
/// share them; `None` where nobody shares them, and [`available`] is what counts.
pub fn check_shared_qudits(
    dims: &[usize],
    purpose: Purpose,
    precision: Precision,
) -> Option<Result<()>> {
    let space = Space::new(dims.to_vec()).ok()?;
    let team = Team::of(&space)?;
    Some(check_shared(&team, &space, purpose.bytes(precision)))
}

/// Succeeds if two states, of which each rank holds a share, fit beside a list of the energies,
/// probabilities and weights of all basis states. A value that is not ⟨C⟩ asks for it where the
/// cost has too many levels to be stored.
pub(crate) fn check_lists(states: usize, ranks: usize, precision: Precision) -> Result<()> {
    let both = Purpose::TwoStates.bytes(precision);
    Size::States(states).check(both.div_ceil(ranks as u128) + LISTS)
}

/// Bytes of these lists for each basis state.
const LISTS: u128 = 48;

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
            let bytes = purpose.bytes(precision);
            Size::Qubits(fits).check_against(bytes, available).unwrap();
            let text = Size::Qubits(fits + 1)
                .check_against(bytes, available)
                .unwrap_err();
            let remedy = format!("`target_qubits` {fits} ");
            assert!(text.to_string().contains(&remedy), "{text}");
        }
    }

    #[test]
    fn a_space_that_does_not_fit_is_refused_with_the_number_of_states_that_would() {
        assert_eq!(Size::States(1 << 24).times(33), 33 << 24);
        let bytes = Purpose::Evaluation.bytes(F64);
        Size::States(1000).check_against(bytes, 17_000).unwrap();
        let text = Size::States(1001).check_against(bytes, 17_000).unwrap_err();
        let text = text.to_string();
        assert!(
            text.contains("1001 states") && text.contains("1000 states would"),
            "{text}"
        );
    }

    #[test]
    fn a_state_is_refused_where_not_even_one_amplitude_fits() {
        let text = Size::Qubits(3).check_against(16, 0).unwrap_err();
        assert!(text.to_string().contains("free some memory"), "{text}");
    }
}
