//! A number for each basis state, sixteen of them in a block, as long as a state: one array of a
//! byte or two for each state.
//!
//! Long arrays are in huge pages where the system has them: touched for the first time, small pages
//! cost several times what is written to them.

use crate::sim::cost::tabulate::{PARALLEL_FROM, TASKS};
use crate::sim::vector::block::{LANE_QUBITS, LANES, blocks};
use crate::sim::vector::buffer::Buffer;
use crate::tasks::each;
use pulp::bytemuck::Pod;
use std::ops::{Deref, DerefMut};

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

/// Arrays of fewer bytes are in ordinary memory.
const HUGE: usize = 1 << 21;

/// A number for each basis state; 0 in the lanes that are none.
#[derive(Clone, Debug)]
pub(in crate::sim) enum LevelNumbers<N: Pod> {
    Short(Vec<[N; LANES]>),
    Long(Buffer<[N; LANES]>),
}

impl<N: Pod> LevelNumbers<N> {
    /// Zeros for a state of `n` qubits.
    pub(in crate::sim) fn zeros(n: usize) -> Self {
        let len = blocks(n);
        let long = len * size_of::<[N; LANES]>() >= HUGE;
        let pages = long.then(|| Buffer::zeros(len).ok()).flatten();
        pages.map_or_else(|| Self::Short(vec![[N::zeroed(); LANES]; len]), Self::Long)
    }
}

impl LevelNumbers<u8> {
    /// Each basis state's own number, of at most eight qubits.
    pub(in crate::sim) fn counted(n: usize) -> Self {
        let mut numbers = Self::zeros(n);
        let states = numbers.as_flattened_mut()[..1 << n].iter_mut();
        (0..=u8::MAX)
            .zip(states)
            .for_each(|(x, number)| *number = x);
        numbers
    }
}

impl<N: Pod> Deref for LevelNumbers<N> {
    type Target = [[N; LANES]];

    fn deref(&self) -> &[[N; LANES]] {
        match self {
            Self::Short(blocks) => blocks,
            Self::Long(blocks) => blocks,
        }
    }
}

impl<N: Pod> DerefMut for LevelNumbers<N> {
    fn deref_mut(&mut self) -> &mut [[N; LANES]] {
        match self {
            Self::Short(blocks) => blocks,
            Self::Long(blocks) => blocks,
        }
    }
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
pub(in crate::sim) fn in_bytes(n: usize, index: &[[u16; LANES]]) -> LevelNumbers<u8> {
    let mut bytes = LevelNumbers::zeros(n);
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
    bytes
}
