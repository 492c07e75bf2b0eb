//! How long gates take that must follow each other on their qubits.

/// When each qubit is free again.
#[derive(Clone, Debug)]
pub(crate) struct Chains(Vec<usize>);

impl Chains {
    /// All qubits are free from the start.
    pub(crate) fn new(qubits: usize) -> Self {
        Self(vec![0; qubits])
    }

    /// The longest chain of gates, each by its qubits and its length.
    pub(crate) fn longest_of(
        qubits: usize,
        gates: impl IntoIterator<Item = (Vec<usize>, usize)>,
    ) -> usize {
        let mut chains = Self::new(qubits);
        for (on, length) in gates {
            chains.add(&on, length);
        }
        chains.longest()
    }

    /// A gate that begins as soon as all its qubits are free.
    pub(crate) fn add(&mut self, on: &[usize], length: usize) {
        let start = on.iter().map(|&q| self.0[q]).max().unwrap_or(0);
        on.iter().for_each(|&q| self.0[q] = start + length);
    }

    /// When all qubits are free again.
    pub(crate) fn longest(self) -> usize {
        self.0.into_iter().max().unwrap_or(0)
    }
}
