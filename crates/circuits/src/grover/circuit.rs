//! A Grover search as gates: preparation, oracle, diffusion.

use crate::circuit::{Circuit, Gate, around, flip_where};

/// The parts of a search, over one layout of registers.
///
/// ```
/// use ketboard_circuits::{GroverCircuit, simulate};
///
/// let search = GroverCircuit::marked(2, &[0b10]);
/// let state = simulate(&search.with_iterations(1))?;
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
    ///
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
