//! What rank 0 asks of the others. A request names things that all hold a share of by their
//! numbers; angles, terms and other numbers go with it as a list.

use crate::sim::real::Precision;
use pulp::bytemuck::{cast_slice, cast_slice_mut};
use serde::{Deserialize, Serialize};

/// A request; the list that goes with it is said in parentheses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::sim) enum Request {
    /// Work on so many threads.
    Threads(usize),
    /// Tell how much memory is free.
    Memory,
    /// Make a cost over `n` qubits (the masks of its terms, then the coefficients).
    Cost {
        name: u64,
        n: usize,
    },
    DropCost {
        name: u64,
    },
    /// Count (or list) the states up to an energy (which is in the list).
    Ground {
        cost: u64,
        listed: bool,
    },
    /// Find out which numbers of levels occur.
    Levels {
        cost: u64,
    },
    /// Bring the energies of all states.
    Energies {
        cost: u64,
    },
    /// Take memory for a state.
    Room {
        name: u64,
        n: usize,
        single: bool,
        beside: bool,
    },
    DropState {
        name: u64,
    },
    /// Make a state as another is.
    Copy {
        name: u64,
        of: u64,
    },
    /// Make |+⟩ⁿ.
    Reset {
        state: u64,
    },
    /// Run a circuit (see [`Layers`]).
    Run {
        state: u64,
        layers: Layers,
        start: bool,
        end: u8,
    },
    /// Undo a circuit (the same).
    Undo {
        state: u64,
        image: u64,
        layers: Layers,
        begin: u8,
    },
    /// Apply weights (one for each level) to a state.
    WeighLevels {
        state: u64,
        image: u64,
        cost: u64,
    },
    /// The same with one for each state, which are dealt out afterwards.
    WeighStates {
        state: u64,
        image: u64,
        cost: u64,
    },
    /// The same with −1 for the marked states (these).
    WeighMarked {
        state: u64,
        image: u64,
        cost: u64,
    },
    /// Add up probabilities.
    Norm {
        state: u64,
    },
    /// Add up energies.
    Expectation {
        state: u64,
        cost: u64,
    },
    /// Add up the probabilities of states up to an energy (this).
    UpTo {
        state: u64,
        cost: u64,
    },
    /// Add up the probabilities of each level.
    ByLevel {
        state: u64,
        cost: u64,
    },
    /// Find where marks (these) fall.
    Measured {
        state: u64,
    },
    /// Find the likeliest states.
    Likeliest {
        state: u64,
        k: usize,
    },
    /// Tell the parts of the amplitudes of states (these).
    Parts {
        state: u64,
    },
    /// Bring the parts of all amplitudes.
    AllParts {
        state: u64,
    },
    /// Bring all probabilities.
    Probabilities {
        state: u64,
    },
    /// The program has ended.
    End,
}

/// The layers of a circuit: `terms` says how many terms the polynomial of each layer has (the list
/// is then: masks, the coefficients of each layer, betas); none where all layers are of the cost
/// (then: gammas, betas).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::sim) struct Layers {
    pub(in crate::sim) cost: u64,
    pub(in crate::sim) depth: usize,
    pub(in crate::sim) terms: Option<usize>,
}

impl Request {
    /// Whether a room is for f32.
    pub(in crate::sim) fn is_single(precision: Precision) -> bool {
        precision == Precision::F32
    }

    /// The request as words: the length of a text, and the text.
    pub(super) fn to_words(self) -> Vec<u64> {
        let text = serde_json::to_string(&self).expect("a request is plain data");
        let mut words = vec![0; 1 + text.len().div_ceil(8)];
        words[0] = text.len() as u64;
        cast_slice_mut::<u64, u8>(&mut words[1..])[..text.len()].copy_from_slice(text.as_bytes());
        words
    }

    pub(super) fn from_words(words: &[u64]) -> Self {
        let text = &cast_slice::<u64, u8>(&words[1..])[..words[0] as usize];
        serde_json::from_slice(text).expect("all ranks run the same program")
    }
}

/// Numbers as words of a list.
pub(in crate::sim) fn to_words<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> Vec<u64> {
    numbers.into_iter().map(|number| number.to_bits()).collect()
}

pub(in crate::sim) fn to_numbers(words: &[u64]) -> Vec<f64> {
    words.iter().map(|word| f64::from_bits(*word)).collect()
}
