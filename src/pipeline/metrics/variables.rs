//! The values of the reduced variables at every basis state, as bits of words, so that rules and
//! cells are read alike whatever the encoding.

use crate::pipeline::Problem;
use ketboard_puzzles::{Reduced, Symbols};
use rayon::prelude::*;

/// Basis states in a tile: sums are taken tile by tile, in order.
pub(super) const TILE: usize = 1 << 12;

/// The values of the reduced variables at all basis states.
#[derive(Clone, Debug)]
pub(crate) struct Variables {
    pub(super) states: usize,
    /// Words of a state.
    pub(super) words: usize,
    bits: Vec<u64>,
}

impl Variables {
    /// Those of a problem with at most 2³² basis states.
    pub(crate) fn of(problem: &Problem) -> Self {
        let (states, layout) = (problem.states() as usize, &problem.cost.layout);
        let words = layout.qubits().max(layout.variables());
        let words = words.div_ceil(64).max(1);
        // qubit k holds variable k
        let is_index = problem.registers.is_none() && problem.encodings.symbols == Symbols::OneHot;
        let mut bits = vec![0; states * words];
        let of_states = bits.par_chunks_exact_mut(words).enumerate();
        of_states.for_each(|(x, words)| {
            if is_index {
                words[0] = x as u64;
                return;
            }
            let values = problem.bits(x as u64);
            let values = layout.decode(|qubit| values[qubit]);
            for (k, _) in values.iter().enumerate().filter(|(_, value)| **value) {
                words[k / 64] |= 1 << (k % 64);
            }
        });
        Self {
            states,
            words,
            bits,
        }
    }

    /// The words of the basis states, tile by tile.
    pub(super) fn tiles(&self) -> impl IndexedParallelIterator<Item = &[u64]> {
        self.bits.par_chunks(TILE * self.words)
    }
}

/// The value of a variable at the words of a state.
#[inline(always)]
pub(super) fn value_at(value: Reduced, words: &[u64]) -> bool {
    match value {
        Reduced::Const(constant) => constant,
        Reduced::Bit { qubit, negated } => (words[qubit / 64] >> (qubit % 64) & 1 == 1) != negated,
    }
}
