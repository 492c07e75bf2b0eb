//! A number for each basis state, sixteen of them in a block, as long as a state: one array of a
//! byte or two for each state, in pages as a state is.

use crate::error::Result;
use crate::sim::cost::tabulate::{PARALLEL_FROM, TASKS};
use crate::sim::memory;
use crate::sim::vector::block::{LANE_QUBITS, LANES, blocks};
use crate::sim::vector::buffer::Buffer;
use crate::tasks::each;
use pulp::bytemuck::Pod;

/// A number of a level: `u8` or `u16`.
pub(in crate::sim) trait LevelNumber:
    Pod + Default + Send + Sync + Into<u16>
{
    /// The lowest bits.
    fn low(bits: u16) -> Self;
}

impl LevelNumber for u8 {
    #[inline(always)]
    fn low(bits: u16) -> Self {
        bits as Self
    }
}

impl LevelNumber for u16 {
    #[inline(always)]
    fn low(bits: u16) -> Self {
        bits
    }
}

/// A number for each basis state; 0 in the lanes that are none.
pub(in crate::sim) type LevelNumbers<N> = Buffer<[N; LANES]>;

/// Zeros for a state of `n` qubits.
///
/// # Errors
/// If the system has no room for them.
pub(in crate::sim) fn zeros<N: Pod>(n: usize) -> Result<LevelNumbers<N>> {
    Buffer::zeros(blocks(n)).map_err(|_| memory::refusal_of_bytes(n, size_of::<N>()))
}

/// Which numbers below `count` occur.
pub(in crate::sim) fn occurring<N: LevelNumber>(index: &[[N; LANES]], count: usize) -> Vec<bool> {
    let part = |index: &[[N; LANES]]| {
        let mut seen = vec![false; count];
        for number in index.as_flattened() {
            seen[usize::from((*number).into())] = true;
        }
        seen
    };
    // a part is longer than the list that is joined for it
    let parts = (index.len() * LANES / (4 * count)).min(TASKS);
    if parts < 2 || index.len() <= 1 << (PARALLEL_FROM - LANE_QUBITS) {
        return part(index);
    }
    let parts = each(index.chunks(index.len().div_ceil(parts)), part);
    let join = |mut all: Vec<bool>, one: Vec<bool>| {
        all.iter_mut().zip(one).for_each(|(all, one)| *all |= one);
        all
    };
    parts.into_iter().reduce(join).unwrap_or_default()
}

/// The same numbers of `n` qubits, which are below 256, in a byte each.
///
/// # Errors
/// As [`zeros`].
pub(in crate::sim) fn in_bytes(n: usize, index: &[[u16; LANES]]) -> Result<LevelNumbers<u8>> {
    let mut bytes = zeros(n)?;
    let part = index
        .len()
        .div_ceil(TASKS)
        .max(1 << (PARALLEL_FROM - LANE_QUBITS));
    let narrow = |(bytes, words): (&mut [[u8; LANES]], &[[u16; LANES]])| {
        for (byte, word) in bytes.iter_mut().zip(words) {
            *byte = word.map(|number| number as u8);
        }
    };
    if index.len() <= part {
        narrow((&mut bytes, index));
    } else {
        each(bytes.chunks_mut(part).zip(index.chunks(part)), narrow);
    }
    Ok(bytes)
}
