//! Whether shares fit: every rank is asked what it has free, and the one with the least decides.

use super::{Request, Team};
use crate::error::{Error, Result, readable_bytes};
use crate::sim::memory::available;

/// Rooms for exchanges, in pieces: those of a pass over two arrays.
const ROOMS: u128 = 5;

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
        let share = states.saturating_mul(bytes + 1) / size;
        share.saturating_add(ROOMS * team.piece() as u128)
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

/// The least that a rank has free; ranks of one machine share what it has.
pub(super) fn free(team: &Team) -> u64 {
    let here = available() / team.size_here().max(1) as u64;
    team.gather(&[here]).into_iter().min().unwrap_or(here)
}
