//! The search on one real amplitude a candidate: a register of digits, or of reduced qubits,
//! without gates.
//!
//! The oracle flips the sign of the marked candidates, the diffusion is a → 2ā − a. Start, oracle
//! and diffusion are real, so the amplitudes are. Exact, and of use where a circuit with ancillas
//! is too wide: 16.7 million rows of eight queens are 128 MiB.

use crate::circuit::{bits, memory};
use crate::error::{Error, Result};
use rayon::prelude::*;

/// Candidates that are summed together; fixed, so that sums do not depend on the number of threads.
const CHUNK: usize = 1 << 14;

/// What to do where memory is short.
const REMEDY: &str = "search a smaller register";

/// The amplitudes of all candidates.
///
/// ```
/// use ketboard_circuits::{GroverAmplitudes, success_after};
///
/// let mut search = GroverAmplitudes::uniform(16, vec![3, 11])?;
/// search.iterate();
/// assert!((search.success() - success_after(1.0, 2.0, 16.0)).abs() < 1e-12);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct GroverAmplitudes {
    values: Vec<f64>,
    marked: Vec<usize>,
    sum: f64,
}

impl GroverAmplitudes {
    /// The uniform superposition of `space` candidates, of which those in `marked` (ascending, each
    /// once) are looked for.
    ///
    /// # Errors
    /// Where there is no candidate, a marked one is not below `space`, or the amplitudes do not fit
    /// into memory.
    pub fn uniform(space: usize, marked: Vec<usize>) -> Result<Self> {
        if space == 0 || marked.last().is_some_and(|&last| last >= space) {
            return Err(Error::argument(
                "search space",
                format!(
                    "{space} candidates, the last marked one is {:?}",
                    marked.last()
                ),
                "mark candidates of the space",
            ));
        }
        let mut values = Vec::new();
        memory::reserve(&mut values, space, None, (bits(space as u64), REMEDY))?;
        values.resize(space, (space as f64).sqrt().recip());
        Ok(Self {
            values,
            marked,
            sum: (space as f64).sqrt(),
        })
    }

    /// Succeeds if the amplitudes of `space` candidates fit into memory.
    ///
    /// # Errors
    /// If they do not: how much is needed, and how much is there.
    pub fn check_memory(space: usize) -> Result<()> {
        let bytes = space as u128 * size_of::<f64>() as u128;
        memory::fits(bytes, None, bits(space as u64), REMEDY)
    }

    /// Sets every amplitude to that of the uniform start.
    pub fn restart(&mut self) {
        let space = self.values.len() as f64;
        self.values.fill(space.sqrt().recip());
        self.sum = space.sqrt();
    }

    /// One iteration of the search: oracle, then diffusion.
    pub fn iterate(&mut self) {
        for &at in &self.marked {
            self.sum -= 2.0 * self.values[at];
            self.values[at] = -self.values[at];
        }
        let twice_mean = 2.0 * self.sum / self.values.len() as f64;
        let reflect = |value: &mut f64| {
            *value = twice_mean - *value;
            *value
        };
        let chunks = self.values.par_chunks_mut(CHUNK);
        let sums: Vec<f64> = chunks
            .map(|chunk| chunk.iter_mut().map(reflect).sum())
            .collect();
        self.sum = sums.iter().sum();
    }

    /// The probability of all marked candidates.
    pub fn success(&self) -> f64 {
        self.marked.iter().map(|&at| self.probability(at)).sum()
    }

    /// The probability of a candidate.
    pub fn probability(&self, candidate: usize) -> f64 {
        self.values[candidate] * self.values[candidate]
    }

    /// The amplitudes of all candidates.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}
