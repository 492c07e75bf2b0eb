//! How a state is cut into groups of qubits.
//!
//! A layer rotates every qubit, and a rotation of qubit q takes amplitudes in pairs 2^q apart. One
//! pass over memory rotates several qubits, if all amplitudes that they pair stay in a cache:
//!
//! - The qubits below `tile` pair amplitudes within a *tile* of 2^tile neighbors, which fits into
//!   the second-level cache.
//! - The qubits above are cut into groups of at most `column`. Such a group pairs 2^column rows far
//!   apart, so that a pass gathers a narrow *strip* through all of them into a buffer.
//!
//! So a layer over n qubits is 1 + ⌈(n − tile)/column⌉ passes ([`PassPlan::groups`]). `pass` orders
//! them, `sweep` cuts each into tasks for the threads, `kernel` and `adjoint` do the work. The
//! cuts, with 16 bytes an amplitude (`docs/src/decisions/one-pass.md`):
//!
//! | n | state | tile | columns | passes |
//! |---|---|---|---|---|
//! | to 14 | to 256 KiB | all | none | 1 |
//! | from 15 | in the last cache, from 22 in memory | 2¹⁴: 256 KiB | to 12 qubits | 2, from 27 qubits 3 |

use crate::sim::instructions::Instructions;
use crate::sim::vector::block::{LANE_QUBITS, REALS};
use std::ops::Range;

/// How a state is cut; the results depend on it only by rounding.
#[derive(Clone, Debug)]
pub(in crate::sim) struct PassPlan {
    /// Qubits of the group of tiles, at least those of a block.
    pub(in crate::sim) tile: usize,
    /// Qubits of each group of columns at most, at least 1.
    pub(in crate::sim) column: usize,
    /// Bytes of a column buffer at most, where a strip is more than one block wide.
    pub(in crate::sim) buffer: usize,
    /// Qubits of a run of amplitudes that stays in the first cache, at least those of a block: of
    /// one state, and where two are walked over at once, as a gradient needs.
    pub(in crate::sim) chunk: [usize; 2],
    /// States of fewer qubits are worked on by the calling thread alone.
    pub(in crate::sim) parallel_from: usize,
    /// Amplitudes that a task has at least. A pass is at most 64 tasks, summed in their order
    /// whichever thread has done them: so sums are the same bits for any number of threads.
    pub(in crate::sim) least_task: usize,
    /// The instructions.
    pub(in crate::sim) instructions: Instructions,
}

/// States of so few qubits are one tile, and so many are one in larger states.
pub(in crate::sim) const ONE_TILE: usize = 14;

/// Qubits of columns at most.
const COLUMN: usize = 12;

/// States of fewer qubits stay in the last cache: strips through them are as short as the first one
/// wants them.
const IN_MEMORY: usize = 22;

#[cfg(test)]
thread_local! {
    /// The cut of states that a test makes, where it is another.
    static TESTED: std::cell::RefCell<Option<PassPlan>> = const { std::cell::RefCell::new(None) };
}

impl PassPlan {
    /// The cut for `n` qubits, for a first-level cache of 32 KiB and a second-level cache of a
    /// mebibyte. The numbers were found by trial (`benches/layer.rs`). In memory it is passes that
    /// count, and a strip of one block through 2¹² rows may fill the second cache.
    pub(in crate::sim) fn of(n: usize) -> Self {
        #[cfg(test)]
        if let Some(plan) = TESTED.with_borrow(Clone::clone) {
            return plan;
        }
        Self::usual(n)
    }

    /// What `work` gives where all states of this thread are cut so.
    #[cfg(test)]
    pub(in crate::sim) fn tested<R>(self, work: impl FnOnce() -> R) -> R {
        let before = TESTED.replace(Some(self));
        let result = work();
        TESTED.replace(before);
        result
    }

    pub(in crate::sim) fn usual(n: usize) -> Self {
        Self {
            tile: ONE_TILE,
            column: COLUMN,
            buffer: if n < IN_MEMORY { 1 << 16 } else { 1 << 18 },
            chunk: [10, if n <= ONE_TILE { ONE_TILE } else { 10 }],
            parallel_from: 15,
            least_task: 1 << 12,
            instructions: Instructions::best(),
        }
    }

    /// Number of groups of a state of `n` qubits.
    pub(in crate::sim) fn groups(&self, n: usize) -> usize {
        1 + n.saturating_sub(self.tile).div_ceil(self.column)
    }

    /// The qubits of a group: the tiles' first, then the columns' from low to high.
    pub(in crate::sim) fn group(&self, n: usize, group: usize) -> Range<usize> {
        let columns = self.groups(n) - 1;
        let end = |group: usize| match columns {
            0 => n,
            _ => self.tile + (n - self.tile) * group / columns,
        };
        if group == 0 {
            0..self.tile.min(n)
        } else {
            end(group - 1)..end(group)
        }
    }

    /// Blocks in a row of a strip through `rows` rows of `arrays` arrays.
    pub(in crate::sim) fn width(&self, rows: usize, arrays: usize, bytes: usize) -> usize {
        let widest = self.buffer / (rows * arrays * REALS * bytes);
        widest.max(1).next_power_of_two().min(1 << 6)
    }

    /// Bits of a block's number within a run that stays in the first cache, of one state or of two
    /// at once.
    pub(in crate::sim) fn chunk_bits(&self, states: usize) -> usize {
        self.chunk[states - 1].saturating_sub(LANE_QUBITS)
    }
}
