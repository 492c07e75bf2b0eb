//! Where a piece of a state stands, so that its energies can be looked up or rebuilt.

use crate::sim::vector::block::LANE_QUBITS;

/// Where the blocks of a piece stand: among the blocks that a table of the cost holds, and in the
/// state. The two differ where a table holds the share of one rank.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct BlockPlace {
    first: usize,
    width_bits: u32,
    stride_bits: u32,
    /// The same two numbers in the state.
    in_state: (usize, u32),
}

impl BlockPlace {
    /// The piece of `blocks` neighboring blocks, of that number.
    pub(in crate::sim) fn tile(number: usize, blocks: usize) -> Self {
        Self::strip(number * blocks, blocks, blocks)
    }

    /// The piece of `width` blocks, from block `first` on, in each of some rows that are `stride`
    /// blocks apart.
    pub(in crate::sim) fn strip(first: usize, width: usize, stride: usize) -> Self {
        Self {
            first,
            width_bits: width.trailing_zeros(),
            stride_bits: stride.trailing_zeros(),
            in_state: (first, stride.trailing_zeros()),
        }
    }

    /// The same piece of a table whose first block is the state's block `offset`.
    pub(in crate::sim) fn after(mut self, offset: usize) -> Self {
        self.in_state.0 += offset;
        self
    }

    /// The same piece where it begins with the state's block `first`, and its rows are `stride`
    /// blocks apart there.
    pub(in crate::sim) fn in_state(mut self, first: usize, stride: usize) -> Self {
        self.in_state = (first, stride.trailing_zeros());
        self
    }

    /// The table's number of the piece's block `j`.
    #[inline(always)]
    pub(in crate::sim) fn block(self, j: usize) -> usize {
        let row = j >> self.width_bits;
        self.first + (row << self.stride_bits) + (j & self.width_mask())
    }

    /// The state's number of the piece's block `j`.
    #[inline(always)]
    pub(in crate::sim) fn block_in_state(self, j: usize) -> usize {
        let (first, stride_bits) = self.in_state;
        let row = j >> self.width_bits;
        first + (row << stride_bits) + (j & self.width_mask())
    }

    /// The bit of a block's number within the piece that belongs to the group's lowest qubit, in a
    /// pass over columns.
    pub(in crate::sim) fn width_bits(self) -> usize {
        self.width_bits as usize
    }

    /// The part of a basis state's index that all amplitudes of a piece of `blocks` share, and the
    /// bits in which they differ.
    pub(in crate::sim) fn fixed_and_free(self, blocks: usize) -> (usize, usize) {
        let (first, stride_bits) = self.in_state;
        let rows = blocks >> self.width_bits;
        let free = self.width_mask() | (rows - 1) << stride_bits;
        let lanes = (1 << LANE_QUBITS) - 1;
        (first << LANE_QUBITS, free << LANE_QUBITS | lanes)
    }

    /// The index within the piece of an amplitude, from the free bits of its index.
    pub(in crate::sim) fn local(self, free: usize) -> usize {
        let low_bits = self.width_bits + LANE_QUBITS as u32;
        let row = free >> LANE_QUBITS >> self.in_state.1;
        free & ((1 << low_bits) - 1) | row << low_bits
    }

    #[inline(always)]
    fn width_mask(self) -> usize {
        (1 << self.width_bits) - 1
    }
}
