//! The values of the reduced variables at every basis state, as bits of words; and patterns of bits
//! that are looked for in them.
//!
//! On plain one-hot qubits the words of a state are its index. Elsewhere they are made tile by
//! tile, from the levels of the registers or from the readings of the qubits, so that rules and
//! cells are patterns of variables whatever the encoding.

use crate::pipeline::Problem;
use ketboard_puzzles::{Literal, QubitLayout, Reading, Reduced};

/// Basis states in a tile: sums are taken tile by tile, in order.
pub(super) const TILE: usize = 1 << 12;

/// Where the values of the reduced variables are, and at how many basis states.
#[derive(Clone, Debug)]
pub(super) struct Variables {
    pub(super) states: usize,
    /// Words of a state.
    pub(super) words: usize,
    source: VariableSource,
}

#[derive(Clone, Debug)]
enum VariableSource {
    /// Variable k is bit k of the index.
    Index,
    /// A reading of the index for each variable.
    Read(Vec<Read>),
    /// The words that each level of each register adds.
    Levels(Vec<Vec<Vec<u64>>>),
}

/// A variable that is 1 where the pattern is met, or where it is not.
#[derive(Clone, Debug)]
enum Read {
    Constant(bool),
    Met(Pattern),
    Unmet(Pattern),
}

/// Values that some bits must have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pattern {
    /// (word, mask, value): the bits of the mask have the value.
    places: Vec<(usize, u64, u64)>,
}

impl Variables {
    /// Those of a problem with at most 2³² basis states.
    pub(super) fn of(problem: &Problem) -> Self {
        let layout = &problem.cost.layout;
        let words = layout.variables().div_ceil(64).max(1);
        let source = match &problem.registers {
            Some(registers) => {
                // the variables of registers are the qubits: one for each reduced variable, then
                // the auxiliaries
                let words = layout.qubits().div_ceil(64).max(1);
                let adds = |register: &ketboard_puzzles::RegisterMeaning| {
                    let levels = register.levels.iter();
                    levels
                        .map(|level| level_words(&register.variables, *level, words))
                        .collect()
                };
                let levels = registers.layout.registers.iter().map(adds).collect();
                return Self {
                    states: problem.states() as usize,
                    words,
                    source: VariableSource::Levels(levels),
                };
            }
            None if is_plain(layout) => VariableSource::Index,
            None => {
                VariableSource::Read((0..layout.variables()).map(|k| read(layout, k)).collect())
            }
        };
        Self {
            states: problem.states() as usize,
            words,
            source,
        }
    }

    /// Whether the variables are known to differ wherever the values of the qubits that hold the
    /// board do.
    pub(super) fn differ(&self) -> bool {
        match self.source {
            VariableSource::Index | VariableSource::Levels(_) => true,
            VariableSource::Read(_) => false,
        }
    }

    /// Number of tiles.
    pub(super) fn tiles(&self) -> usize {
        self.states.div_ceil(TILE)
    }

    /// The words of the basis states of a tile, one state after the other.
    pub(super) fn tile(&self, number: usize) -> Vec<u64> {
        let first = number * TILE;
        let states = first..(first + TILE).min(self.states);
        match &self.source {
            VariableSource::Index => states.map(|x| x as u64).collect(),
            VariableSource::Read(reads) => {
                let mut words = vec![0; states.len() * self.words];
                for (x, words) in states.zip(words.chunks_exact_mut(self.words)) {
                    for (k, read) in reads.iter().enumerate() {
                        words[k / 64] |= u64::from(read.value(x as u64)) << (k % 64);
                    }
                }
                words
            }
            VariableSource::Levels(registers) => {
                let mut words = vec![0; states.len() * self.words];
                for (x, words) in states.zip(words.chunks_exact_mut(self.words)) {
                    let mut rest = x;
                    for levels in registers {
                        let add = &levels[rest % levels.len()];
                        rest /= levels.len();
                        words
                            .iter_mut()
                            .zip(add)
                            .for_each(|(word, add)| *word |= add);
                    }
                }
                words
            }
        }
    }
}

impl Read {
    fn value(&self, index: u64) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Met(pattern) => pattern.is_met(&[index]),
            Self::Unmet(pattern) => !pattern.is_met(&[index]),
        }
    }
}

impl Pattern {
    /// The pattern of these variables with these values; `None` where they contradict each other.
    pub(super) fn of(wanted: impl IntoIterator<Item = (Reduced, bool)>) -> Option<Self> {
        let mut bits = Vec::new();
        for (value, wanted) in wanted {
            match value {
                Reduced::Const(constant) if constant == wanted => {}
                Reduced::Const(_) => return None,
                Reduced::Bit { qubit, negated } => bits.push((qubit, wanted != negated)),
            }
        }
        Self::of_bits(bits)
    }

    fn of_bits(bits: impl IntoIterator<Item = (usize, bool)>) -> Option<Self> {
        let mut places: Vec<(usize, u64, u64)> = Vec::new();
        for (bit, value) in bits {
            let (word, mask) = (bit / 64, 1 << (bit % 64));
            let value = u64::from(value) << (bit % 64);
            match places.iter_mut().find(|(at, ..)| *at == word) {
                Some((_, seen, held)) if *seen & mask != 0 && *held & mask != value => return None,
                Some((_, seen, held)) => (*seen, *held) = (*seen | mask, *held | value),
                None => places.push((word, mask, value)),
            }
        }
        places.sort_unstable();
        Some(Self { places })
    }

    /// Whether every state meets it.
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    #[inline(always)]
    pub(super) fn is_met(&self, words: &[u64]) -> bool {
        let mut places = self.places.iter();
        places.all(|&(word, mask, value)| words[word] & mask == value)
    }

    /// Σ probability over the states of a tile that meet it.
    pub(super) fn sum(&self, words: &[u64], each: usize, probabilities: &[f64]) -> f64 {
        let weight = |met: bool, p: f64| if met { p } else { 0.0 };
        if let ([(0, mask, value)], 1) = (&self.places[..], each) {
            let states = words.iter().zip(probabilities);
            return states
                .map(|(word, p)| weight(word & mask == *value, *p))
                .sum();
        }
        let states = words.chunks_exact(each).zip(probabilities);
        states
            .map(|(words, p)| weight(self.is_met(words), *p))
            .sum()
    }
}

/// The value of a variable at the words of a state.
pub(super) fn value_at(value: Reduced, words: &[u64]) -> bool {
    match value {
        Reduced::Const(constant) => constant,
        Reduced::Bit { qubit, negated } => (words[qubit / 64] >> (qubit % 64) & 1 == 1) != negated,
    }
}

fn level_words(variables: &[usize], level: u128, words: usize) -> Vec<u64> {
    let mut list = vec![0; words];
    let ones = variables.iter().enumerate();
    for (_, &k) in ones.filter(|(place, _)| level >> place & 1 == 1) {
        list[k / 64] |= 1_u64 << (k % 64);
    }
    list
}

/// Whether qubit k holds variable k.
fn is_plain(layout: &QubitLayout) -> bool {
    let holds = |k| {
        *layout.reading(k)
            == Reading::literal(Literal {
                qubit: k,
                negated: false,
            })
    };
    (0..layout.variables()).all(holds)
}

fn read(layout: &QubitLayout, variable: usize) -> Read {
    match layout.reading(variable) {
        Reading::Const(value) => Read::Constant(*value),
        Reading::All { literals, negated } => {
            let bits = literals
                .iter()
                .map(|literal| (literal.qubit, !literal.negated));
            match (Pattern::of_bits(bits), negated) {
                (Some(pattern), false) => Read::Met(pattern),
                (Some(pattern), true) => Read::Unmet(pattern),
                (None, negated) => Read::Constant(*negated),
            }
        }
    }
}
