//! A set of basis states, the marked states of Grover's search: one bit for each state.

/// A set of basis states.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Marks {
    states: usize,
    words: Vec<u64>,
}

impl Marks {
    /// The listed ones of `states` basis states; numbers that are no basis state are left out.
    pub(crate) fn new(states: usize, marked: impl IntoIterator<Item = u64>) -> Self {
        let mut words = vec![0; states.div_ceil(64)];
        for x in marked {
            if let Ok(x) = usize::try_from(x)
                && x < states
            {
                words[x / 64] |= 1 << (x % 64);
            }
        }
        Self { states, words }
    }

    /// Whether `index` is marked.
    pub(crate) fn contains(&self, index: usize) -> bool {
        let word = self.words.get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// The marked states, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> {
        let words = self
            .words
            .iter()
            .enumerate()
            .filter(|(_, word)| **word != 0);
        words.flat_map(|(k, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| k as u64 * 64 + bit)
        })
    }
}
