//! A number for each basis state, sixteen of them in a block, as long as a register: one array of a
//! byte or two for each state.
//!
//! Long arrays are in huge pages where the system has them: touched for the first time, small pages
//! cost several times what is written to them.

use super::block::{LANE_QUBITS, LANES, blocks};
use super::buffer::Buffer;
use super::tabulate::{PARALLEL_FROM, TASKS};
use crate::tasks::each;
use pulp::bytemuck::Pod;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A number of a level: `u8` or `u16`.
pub(super) trait Number: Pod + Default + Send + Sync + Into<u16> {
    /// The lowest bits.
    fn low(bits: u16) -> Self;
}

impl Number for u8 {
    #[inline(always)]
    fn low(bits: u16) -> Self {
        bits as Self
    }
}

impl Number for u16 {
    #[inline(always)]
    fn low(bits: u16) -> Self {
        bits
    }
}

/// Arrays of fewer bytes are in ordinary memory.
const HUGE: usize = 1 << 21;

/// Numbers of the states of a register; 0 in the lanes that are no state.
#[derive(Clone, Debug)]
pub(super) enum Numbers<N: Pod> {
    Short(Vec<[N; LANES]>),
    Long(Buffer<[N; LANES]>),
}

impl<N: Pod> Numbers<N> {
    /// Zeros for a register of `n` qubits.
    pub(super) fn zeros(n: usize) -> Self {
        let len = blocks(n);
        let long = len * size_of::<[N; LANES]>() >= HUGE;
        let pages = long.then(|| Buffer::zeros(len).ok()).flatten();
        pages.map_or_else(|| Self::Short(vec![[N::zeroed(); LANES]; len]), Self::Long)
    }
}

impl<N: Pod> Deref for Numbers<N> {
    type Target = [[N; LANES]];

    fn deref(&self) -> &[[N; LANES]] {
        match self {
            Self::Short(blocks) => blocks,
            Self::Long(blocks) => blocks,
        }
    }
}

impl<N: Pod> DerefMut for Numbers<N> {
    fn deref_mut(&mut self) -> &mut [[N; LANES]] {
        match self {
            Self::Short(blocks) => blocks,
            Self::Long(blocks) => blocks,
        }
    }
}

/// Numbers that have come, a bit for each; any thread may mark any of them.
#[derive(Debug)]
pub(super) struct Seen(Vec<AtomicU64>);

impl Seen {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    pub(super) fn mark(&self, number: usize) {
        let (word, bit) = (&self.0[number / 64], 1 << (number % 64));
        // read first: nothing is to be written where others read
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Those that have come.
    pub(super) fn marked(self) -> Marked {
        let words: Vec<u64> = self.0.into_iter().map(AtomicU64::into_inner).collect();
        let mut len = 0;
        let before = words.iter().map(|word| {
            let before = len;
            len += word.count_ones();
            before
        });
        let before = before.collect();
        Marked { words, before, len }
    }
}

/// Numbers that have come, and each one's place among them: a few bits for each number there may
/// be, where a list of places would take two bytes and as many pages of memory.
#[derive(Debug)]
pub(super) struct Marked {
    words: Vec<u64>,
    /// How many are marked in the words before each.
    before: Vec<u32>,
    len: u32,
}

impl Marked {
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// The place of one of them.
    #[inline(always)]
    pub(super) fn place(&self, number: usize) -> usize {
        let below = (1 << (number % 64)) - 1;
        let word = self.words[number / 64] & below;
        self.before[number / 64] as usize + word.count_ones() as usize
    }

    /// All of them, ascending.
    pub(super) fn ascending(&self) -> Vec<usize> {
        let mut all = Vec::with_capacity(self.len());
        for (k, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                all.push(64 * k + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
        all
    }
}

/// Which numbers below `count` occur.
pub(super) fn occurring<N: Number>(index: &[[N; LANES]], count: usize) -> Vec<bool> {
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

/// Numbers without those that no state has; and which those were that are left, ascending.
pub(super) fn compacted(mut index: Numbers<u16>, count: usize) -> (Numbers<u16>, Vec<usize>) {
    let seen = occurring(&index, count.next_multiple_of(8));
    let levels = seen.iter().filter(|seen| **seen).count();
    let (mut names, mut left, mut level) = (vec![0; seen.len()], vec![0; levels + 1], 0);
    for (k, eight) in seen.as_chunks::<8>().0.iter().enumerate() {
        // most have none
        if *eight == [false; 8] {
            continue;
        }
        for (number, seen) in (8 * k..).zip(eight) {
            (names[number], left[level]) = (level as u16, number);
            level += usize::from(*seen);
        }
    }
    left.truncate(levels);
    rename(&mut index, &names);
    (index, left)
}

/// Puts `names[k]` in the place of each number k.
fn rename(index: &mut [[u16; LANES]], names: &[u16]) {
    let part = |index: &mut [[u16; LANES]]| {
        for number in index.as_flattened_mut() {
            *number = names[usize::from(*number)];
        }
    };
    let few = 1 << (PARALLEL_FROM - LANE_QUBITS);
    if index.len() <= few {
        part(index);
    } else {
        each(index.chunks_mut(few), part);
    }
}

/// The same numbers of a register of `n` qubits, which are below 256, in a byte each.
pub(super) fn in_bytes(n: usize, index: &[[u16; LANES]]) -> Numbers<u8> {
    let mut bytes = Numbers::zeros(n);
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
