//! Grover search: amplitude from a uniform superposition to what an oracle marks, on one real
//! amplitude a candidate and as gates.
//!
//! With M of S states marked and sin²θ = M/S, k iterations of oracle and diffusion leave
//!
//! > P(marked) = sin²((2k + 1)θ)
//!
//! (Grover, Phys. Rev. Lett. 79, 325 (1997); Boyer, Brassard, Høyer & Tapp, Fortschr. Phys. 46, 493
//! (1998), arXiv quant-ph/9605034). [`GroverCircuit::queens`] and [`GroverCircuit::queens_squared`]
//! are the circuits of "Solving N-Queens Puzzle with Q#" with all ancillas;
//! [`GroverCircuit::marked`] marks listed basis states; [`GroverAmplitudes`] is one number a
//! candidate and no qubits.
//!
//! Of that source's claims: its parity check on N − 1 columns is right: N − 1 odd numbers add up to
//! N − 1 or N − 1 plus an even number; N queens allow only the former, so each is 1 and the last
//! column has the one that is left. One ancilla for each pair of rows is enough, because each row
//! has one queen. But "from O(N!) to O(N³)" compares the gates of *one* oracle call with a whole
//! classical search: the search needs (π/4)√(Nᴺ/M) calls, 84 for N = 6 and 335 for N = 8, in a
//! space of Nᴺ.

mod queens;

use crate::circuit::{Circuit, Gate, around, bits, flip_where, sparse as memory};
use crate::error::{Error, Result};
pub use queens::Diagonals;
use rayon::prelude::*;
use std::f64::consts::FRAC_PI_4;

// The search on one real amplitude a candidate: a register of digits, or of reduced qubits,
// without gates.
//
// The oracle flips the sign of the marked candidates, the diffusion is a → 2ā − a. Start, oracle
// and diffusion are real, so the amplitudes are. Exact, and of use where a circuit with ancillas
// is too wide: 16.7 million rows of eight queens are 128 MiB.

/// Candidates that are summed together, so that sums do not depend on the number of threads.
const CHUNK: usize = 1 << 14;

/// What to do where memory is short.
const REMEDY: &str = "search a smaller register";

/// The amplitudes of all candidates.
///
/// ```
/// use ketboard_circuits::GroverAmplitudes;
///
/// let mut search = GroverAmplitudes::uniform(16, vec![3, 11])?;
/// search.iterate();
/// assert!((search.success() - GroverAmplitudes::success_after(1.0, 2.0, 16.0)).abs() < 1e-12);
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
    /// once) are looked for. Fails where there is no candidate, a marked one is not below `space`,
    /// or the amplitudes do not fit into memory.
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

// A Grover search as gates: preparation, oracle, diffusion.

/// The parts of a search, over one layout of registers.
///
/// ```
/// use ketboard_circuits::GroverCircuit;
///
/// let search = GroverCircuit::marked(2, &[0b10]);
/// let state = search.with_iterations(1).simulate()?;
/// assert!((state[0b10].norm_sqr() - 1.0).abs() < 1e-12); // one of four, found for certain
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct GroverCircuit {
    /// The registers, without gates; the data qubits come first and are measured.
    pub layout: Circuit,
    /// From |0…0⟩ to the superposition |s⟩ of all candidates.
    pub prepare: Vec<Gate>,
    /// Turns the sign of the marked candidates; ancillas start and end at 0.
    pub oracle: Vec<Gate>,
    /// The reflection 1 − 2|s⟩⟨s|, a sign away from the usual one.
    pub diffusion: Vec<Gate>,
}

impl GroverCircuit {
    /// The search over all basis states of `qubits` qubits for those in `marked`, each listed once.
    /// The oracle is a list: it shows what a search would cost whose oracle is no dearer than this.
    pub fn marked(qubits: usize, marked: &[u64]) -> Self {
        let mut layout = Circuit::new(qubits);
        layout.measure((0..qubits).collect());
        let prepare: Vec<Gate> = (0..qubits).map(Gate::h).collect();
        let flip = |state: u64| match qubits {
            0 => Vec::new(),
            _ => {
                let last_first = (0..qubits).map(|k| (k + qubits - 1) % qubits);
                flip_where(last_first.map(|q| (q, state >> q & 1 == 1)))
            }
        };
        let oracle = marked.iter().flat_map(|&state| flip(state)).collect();
        let diffusion = around(&prepare, flip(0));
        Self {
            layout,
            prepare,
            oracle,
            diffusion,
        }
    }

    /// One iteration of the search: oracle, then diffusion.
    pub fn iteration(&self) -> impl Iterator<Item = Gate> {
        self.oracle.iter().chain(&self.diffusion).cloned()
    }

    /// The whole circuit with `iterations` iterations.
    pub fn with_iterations(&self, iterations: usize) -> Circuit {
        let mut circuit = self.layout.clone();
        circuit.extend(self.prepare.iter().cloned());
        for _ in 0..iterations {
            circuit.extend(self.iteration());
        }
        circuit
    }
}

// The closed form sin²((2k + 1)θ), sin²θ = M/S, and the number of iterations that makes it largest
// (BBHT, §3).

impl GroverAmplitudes {
    /// The probability of a marked state after `iterations`, where `marked` of `space` states are.
    pub fn success_after(iterations: f64, marked: f64, space: f64) -> f64 {
        let theta = angle(marked, space);
        libm::sin((2.0 * iterations + 1.0) * theta).powi(2)
    }
}

impl GroverAmplitudes {
    /// The number of iterations after which success is first largest: ⌊π/4θ⌋, one fewer where that
    /// gains nothing. 0 where nothing is marked.
    pub fn best_iterations(marked: f64, space: f64) -> usize {
        let theta = angle(marked, space);
        if theta > 0.0 {
            (FRAC_PI_4 / theta - 1.0).ceil().max(0.0) as usize
        } else {
            0
        }
    }
}

fn angle(marked: f64, space: f64) -> f64 {
    libm::asin((marked / space).clamp(0.0, 1.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_four_is_found_for_certain_by_one_iteration() {
        assert_eq!(GroverAmplitudes::best_iterations(1.0, 4.0), 1);
        assert!((GroverAmplitudes::success_after(1.0, 1.0, 4.0) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn no_other_number_up_to_the_first_maximum_is_better() {
        for space in 1..200 {
            for marked in 1..=space {
                let (marked, space) = (f64::from(marked), f64::from(space));
                let best = GroverAmplitudes::best_iterations(marked, space);
                let most = GroverAmplitudes::success_after(best as f64, marked, space);
                for k in 0..=best + 1 {
                    let other = GroverAmplitudes::success_after(k as f64, marked, space);
                    assert!(other <= most + 1e-12, "{k} of {marked}/{space}");
                }
            }
        }
        assert_eq!(GroverAmplitudes::best_iterations(0.0, 64.0), 0);
    }

    #[test]
    fn the_counts_of_n_queens_are_those_of_the_documentation() {
        let of = |n: i32, solutions: f64| {
            GroverAmplitudes::best_iterations(solutions, f64::from(n).powi(n))
        };
        assert_eq!(
            [of(4, 2.0), of(5, 10.0), of(6, 4.0), of(8, 92.0)],
            [8, 13, 84, 335]
        );
    }
}
