//! Whether shares fit: every rank is asked what it has free, and the one with the least decides.

use super::{Request, Team};
use crate::error::{Error, Result, readable_bytes};
use crate::sim::memory::available;

/// Rooms for exchanges, in pieces: those of a pass over two arrays, or over four of half a piece
/// each and the numbers of their levels.
const ROOMS: u128 = 6;

/// Whether a state of so many qubits is shared.
pub(in crate::sim) fn is_shared(n: usize) -> bool {
    Team::of(n).is_some()
}

/// Succeeds if `bytes` for each basis state, and one more for a share of the cost in the order of
/// columns, fit on all ranks.
///
/// # Errors
/// If not, with what all ranks need and have together, and what each of them has.
pub(in crate::sim) fn check(n: usize, bytes: u128) -> Result<()> {
    let Some(team) = Team::of(n) else {
        return Ok(());
    };
    let size = team.size() as u128;
    let free = team.lead(Request::Memory {}, Vec::new, || free(&team));
    let each = |n: usize| {
        let states = 1_u128.checked_shl(n as u32).unwrap_or(u128::MAX);
        needed_by_each(&team, states, bytes + 1)
    };
    let needed = each(n);
    if needed <= u128::from(free) && n < usize::BITS as usize {
        return Ok(());
    }
    let here = format!(
        "each of {size} ranks needs {} and has {}",
        readable_bytes(needed),
        readable_bytes(free)
    );
    let fits = (team.least()..usize::BITS as usize).rfind(|n| each(*n) <= u128::from(free));
    Err(Error::Memory {
        qubits: n,
        needed: needed.saturating_mul(size),
        available: free.saturating_mul(team.size() as u64),
        remedy: match fits {
            Some(qubits) => {
                format!("{here}: use `target_qubits` {qubits} (or fewer), or more machines")
            }
            None => format!("{here}: free some memory, or start ranks on more machines"),
        },
    })
}

/// The bytes that each rank needs for its share of so many states, and for exchanges.
fn needed_by_each(team: &Team, states: u128, bytes: u128) -> u128 {
    let share = states.saturating_mul(bytes) / team.size() as u128;
    share.saturating_add(ROOMS * team.piece() as u128)
}

/// Succeeds if `bytes` for each of so many states that the team shares fit on all ranks.
///
/// # Errors
/// As [`check`].
pub(in crate::sim) fn check_states(team: &Team, states: usize, bytes: u128) -> Result<()> {
    let size = team.size() as u64;
    let free = team.lead(Request::Memory {}, Vec::new, || free(team));
    let needed = needed_by_each(team, states as u128, bytes);
    if needed <= u128::from(free) {
        return Ok(());
    }
    Err(Error::States {
        states,
        needed: needed.saturating_mul(size.into()),
        available: free.saturating_mul(size),
        remedy: format!(
            "each of {size} ranks needs {} and has {}: start ranks on more machines, or reduce the puzzle further",
            readable_bytes(needed),
            readable_bytes(free)
        ),
    })
}

/// The least that a rank has free; ranks of one machine share what it has.
pub(super) fn free(team: &Team) -> u64 {
    let here = available() / team.size_here().max(1) as u64;
    team.gather(&[here]).into_iter().min().unwrap_or(here)
}
