//! Some basis states, marked: one bit for each state.

/// A set of basis states.
#[derive(Clone, PartialEq, Debug)]
pub struct Marks {
    states: usize,
    words: Vec<u64>,
}

impl Marks {
    /// The listed ones of `states` basis states; numbers that are no basis state are left out.
    ///
    /// ```
    /// let marks = ketboard_qaoa::Marks::new(8, [6, 1, 6, 9]);
    /// assert_eq!(marks.iter().collect::<Vec<_>>(), [1, 6]);
    /// assert!(marks.contains(6) && !marks.contains(9));
    /// ```
    pub fn new(states: usize, marked: impl IntoIterator<Item = u64>) -> Self {
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

    /// Number of basis states, marked or not.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Whether `index` is marked.
    pub fn contains(&self, index: usize) -> bool {
        let word = self.words.get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// The marked states, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
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
