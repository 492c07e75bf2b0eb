//! Memory for a list that grows, asked for before it is taken.

use super::Entry;
use crate::error::{Error, Result};
use ketboard_qaoa::available_memory;

/// Below this the system is not asked.
const SMALL: usize = 1 << 20;

/// How much a state may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    limit: Option<u64>,
}

impl Allowance {
    /// What the system has free when it is asked.
    pub(super) fn free_memory() -> Self {
        Self { limit: None }
    }

    /// A fixed number of bytes.
    #[cfg(test)]
    pub(super) fn of(bytes: u64) -> Self {
        Self { limit: Some(bytes) }
    }

    /// Makes room for `more` entries.
    ///
    /// # Errors
    /// [`ketboard_qaoa::Error::Memory`] where they do not fit; then nothing was allocated.
    pub(super) fn reserve(
        self,
        entries: &mut Vec<Entry>,
        more: usize,
        qubits: usize,
    ) -> Result<()> {
        let wanted = entries.len().saturating_add(more);
        let needed = bytes(wanted);
        if self.limit.is_none_or(|limit| needed <= u128::from(limit))
            && wanted <= entries.capacity()
        {
            return Ok(());
        }
        let available = match self.limit {
            Some(limit) => limit,
            None if needed <= SMALL as u128 => u64::MAX,
            None => available_memory(),
        };
        // Growing may move the list: for a moment both the old and the new one are there, the old
        // one taken already.
        if needed > u128::from(available) || entries.try_reserve_exact(more).is_err() {
            let remedy = format!(
                "the sparse state would hold {wanted} basis states: use fewer qubits in superposition"
            );
            return Err(Error::memory(qubits, needed, available, remedy));
        }
        Ok(())
    }
}

fn bytes(entries: usize) -> u128 {
    entries as u128 * size_of::<Entry>() as u128
}
