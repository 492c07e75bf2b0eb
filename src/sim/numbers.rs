//! A number for each basis state, sixteen of them in a block, as long as a register: one array of a byte or two for each state.
//!
//! Long arrays are in huge pages where the system has them: touched for the first time, small pages cost several times what is written to them.

use super::block::{LANES, blocks};
use super::buffer::Buffer;
use pulp::bytemuck::Pod;
use std::ops::{Deref, DerefMut};

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
