//! Memory for a list that grows, checked before it is allocated.

use crate::error::{Error, Result};
use ketboard_qaoa::memory;

/// Below this no check is made.
const SMALL: u128 = 1 << 20;

/// Succeeds if `bytes` bytes fit into `limit`, or else into the memory that is free.
///
/// # Errors
/// [`ketboard_qaoa::Error::Memory`] with the number of qubits and a remedy.
pub(crate) fn fits(bytes: u128, limit: Option<u64>, qubits: usize, remedy: &str) -> Result<()> {
    let available = match limit {
        Some(limit) => limit,
        None if bytes <= SMALL => return Ok(()),
        None => memory::available(),
    };
    if bytes <= u128::from(available) {
        return Ok(());
    }
    Err(Error::memory(qubits, bytes, available, remedy))
}

/// Makes room for `more` entries.
///
/// # Errors
/// As [`fits`]; then nothing was allocated.
pub(crate) fn reserve<T>(
    list: &mut Vec<T>,
    more: usize,
    limit: Option<u64>,
    (qubits, remedy): (usize, &str),
) -> Result<()> {
    let wanted = list.len().saturating_add(more);
    let bytes = wanted as u128 * size_of::<T>() as u128;
    if wanted > list.capacity() || limit.is_some() {
        // Growing may move the list: for a moment both the old and the new one are there, the old
        // one taken already.
        fits(bytes, limit, qubits, remedy)?;
    }
    let reserved = list.try_reserve_exact(more);
    reserved.map_err(|_| Error::memory(qubits, bytes, memory::available(), remedy))
}
