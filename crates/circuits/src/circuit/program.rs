//! An ansatz of layers: preparation, then commuting phases and a mixer for each layer; QAOA, and
//! any of them written as gates.
//!
//! With C = const + Σ c_S Π_{i∈S} z_i (|S| = 1: fields h, |S| = 2: couplings J), a layer is, up to
//! the phase e^{-iγ·const} which no measurement sees and which is left out,
//!
//! e^{-iγC} = Π_S e^{-iγ c_S Z_S}, each an RZ(2γ c_S) between two ladders of CX; e^{-iβΣX} = Π_k
//! RX_k(2β)
//!
//! (Farhi, Goldstone & Gutmann, arXiv 1411.4028, eq. 3 and 5; conventions in CONVENTIONS.md). Terms
//! on disjoint qubits are side by side, so that the depth is near the largest number of terms on
//! one qubit.

use super::rounds::disjoint_rounds;
use super::{Circuit, Gate};
use crate::error::{Error, Result, finite_angle};
use ketboard_qaoa::Angles;
use std::collections::BTreeMap;

/// An ansatz: `prepare` on |0…0⟩, then the layers. All gates and phases name variables 0 … `qubits`
/// − 1.
///
/// ```
/// use ketboard_circuits::{CompileSettings, Device, Program, compile};
/// use ketboard_qaoa::Angles;
///
/// let angles = Angles { gammas: vec![0.3], betas: vec![-0.5] };
/// let program = Program::qaoa(&[(vec![0, 1], 0.5), (vec![0, 2], 0.5)], 3, &angles);
/// let compiled = compile(&program, &Device::named("line-3")?, &CompileSettings::default())?;
/// assert_eq!(compiled.placement.len(), 3);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// Number of variables.
    pub qubits: usize,
    /// The gates before the first layer, any number of controls.
    pub prepare: Vec<Gate>,
    /// The layers, first one first.
    pub layers: Vec<ProgramLayer>,
}

/// Phases, which commute and may be done in any order, then gates.
///
/// ```
/// use ketboard_circuits::{Gate, Program, ProgramLayer};
///
/// let layer = ProgramLayer { phases: vec![(vec![0, 1], 0.8)], mixer: vec![Gate::rx(0, 0.4)] };
/// let program = Program { qubits: 2, prepare: vec![Gate::h(0), Gate::h(1)], layers: vec![layer] };
/// assert_eq!(program.circuit()?.gates().len(), 6); // H, H, CX RZ CX, RX
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProgramLayer {
    /// (S, angle): e^{-i(angle/2) Z_S}, Z_S the product of Z over the variables in S.
    pub phases: Vec<(Vec<usize>, f64)>,
    /// The mixer, in this order, any number of controls.
    pub mixer: Vec<Gate>,
}

impl Program {
    /// The ansatz with this preparation and the mixer at each β. `terms` are the Ising terms of C
    /// (ascending qubits, coefficient of the product of their z); its constant is skipped.
    pub fn new(
        terms: &[(Vec<usize>, f64)],
        prepare: Vec<Gate>,
        mixer: impl Fn(f64) -> Vec<Gate>,
        (qubits, angles): (usize, &Angles),
    ) -> Self {
        let layer = |(gamma, beta)| ProgramLayer {
            phases: cost_phases(terms, gamma),
            mixer: mixer(beta),
        };
        Self {
            qubits,
            prepare,
            layers: angles.layers().map(layer).collect(),
        }
    }

    /// The standard ansatz: |+⟩ⁿ, then e^{-iγC} and RX(2β) on every qubit.
    pub fn qaoa(terms: &[(Vec<usize>, f64)], n: usize, angles: &Angles) -> Self {
        let prepare = (0..n).map(Gate::h).collect();
        let mixer = |beta: f64| (0..n).map(|q| Gate::rx(q, 2.0 * beta)).collect();
        Self::new(terms, prepare, mixer, (n, angles))
    }

    /// The program gate by gate on qubits that are all coupled, the phases of a layer by degree,
    /// and within a degree in rounds of disjoint sets: what every compiled circuit must equal.
    ///
    /// # Errors
    /// If a gate or phase names a qubit twice or one that there is not, an angle is not finite, or
    /// there are no qubits.
    pub fn circuit(&self) -> Result<Circuit> {
        self.check()?;
        Ok(self.written())
    }

    /// [`Self::circuit`] of a program whose gates and phases are on its qubits, whatever the
    /// angles.
    ///
    /// # Panics
    /// If one is not.
    pub fn written(&self) -> Circuit {
        let mut circuit = Circuit::new(self.qubits);
        circuit.extend(self.prepare.iter().cloned());
        for layer in &self.layers {
            for (set, angle) in in_rounds(&layer.phases, self.qubits) {
                circuit.extend(parity_rotation(set, *angle));
            }
            circuit.extend(layer.mixer.iter().cloned());
        }
        circuit
    }

    /// # Errors
    /// As [`Self::circuit`].
    pub(crate) fn check(&self) -> Result<()> {
        let wrong = |found: String, remedy: &str| Err(Error::argument("program", found, remedy));
        if self.qubits == 0 {
            return wrong(
                "0 qubits".into(),
                "the reduction alone decided every cell; reduce less to leave some qubits",
            );
        }
        let gates = self.layers.iter().flat_map(|layer| &layer.mixer);
        let gates = self.prepare.iter().chain(gates);
        let gates = gates.map(|gate| (&gate.qubits, gate.op.angles()));
        let phases = self.layers.iter().flat_map(|layer| &layer.phases);
        let phases = phases.map(|(set, angle)| (set, vec![*angle]));
        for (on, angles) in gates.chain(phases) {
            let distinct = on.iter().enumerate().all(|(i, q)| !on[..i].contains(q));
            if !distinct || on.iter().any(|&q| q >= self.qubits) {
                let found = format!("a gate or phase on {on:?} of {} qubits", self.qubits);
                return wrong(found, "it acts on different qubits that there are");
            }
            for angle in angles {
                finite_angle(angle)?;
            }
        }
        Ok(())
    }
}

impl Circuit {
    /// The QAOA circuit |γ, β⟩ = Π_{k=p..1} e^{-iβ_k ΣX} e^{-iγ_k C} |+⟩ⁿ on `n` qubits.
    ///
    /// `terms` are the Ising terms (ascending qubits, coefficient of the product of their z). The
    /// empty term, the constant of C, is skipped: it is a global phase.
    ///
    /// # Panics
    /// If a term names a qubit twice, or one that is not below `n`.
    pub fn qaoa(terms: &[(Vec<usize>, f64)], n: usize, angles: &Angles) -> Self {
        Program::qaoa(terms, n, angles).written()
    }
}

/// e^{-iγC} but for its constant as (qubits S, angle 2γc) of e^{-i(angle/2) Z_S}: a term of
/// coefficient 0 is none.
pub fn cost_phases(terms: &[(Vec<usize>, f64)], gamma: f64) -> Vec<(Vec<usize>, f64)> {
    let terms = terms.iter().filter(|(set, c)| !set.is_empty() && *c != 0.0);
    let phase = |(set, c): &(Vec<usize>, f64)| (set.clone(), 2.0 * gamma * c);
    terms.map(phase).collect()
}

/// e^{-i(angle/2) Z_S} as gates: the parity of the set S is carried to its last qubit, rotated
/// there, and carried back.
pub(crate) fn parity_rotation(set: &[usize], angle: f64) -> Vec<Gate> {
    let Some(&last) = set.last() else {
        return Vec::new();
    };
    let ladder = set.windows(2).map(|pair| Gate::cx(pair[0], pair[1]));
    let turn = std::iter::once(Gate::rz(last, angle));
    ladder.clone().chain(turn).chain(ladder.rev()).collect()
}

/// Phases by degree, and within a degree in rounds of disjoint sets.
fn in_rounds(phases: &[(Vec<usize>, f64)], n: usize) -> Vec<&(Vec<usize>, f64)> {
    let mut by_degree: BTreeMap<usize, Vec<&(Vec<usize>, f64)>> = BTreeMap::new();
    for phase in phases {
        by_degree.entry(phase.0.len()).or_default().push(phase);
    }
    let mut ordered = Vec::new();
    for group in by_degree.values() {
        let sets: Vec<&[usize]> = group.iter().map(|(set, _)| set.as_slice()).collect();
        let rounds = disjoint_rounds(&sets, n);
        ordered.extend(rounds.into_iter().flatten().map(|i| group[i]));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete_graph(n: usize) -> Vec<(Vec<usize>, f64)> {
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j]));
        pairs.map(|pair| (pair, 0.5)).collect()
    }

    #[test]
    fn a_layer_costs_two_cx_for_each_coupling() {
        let mut terms = complete_graph(5);
        terms.push((vec![], 7.0));
        terms.push((vec![2], 0.25));
        terms.push((vec![0, 1, 2], 1.0));
        let angles = Angles::from_flat(&[0.1, 0.2, 0.3, 0.4]);
        let circuit = Circuit::qaoa(&terms, 5, &angles);
        let expected = [
            ("cx", 2 * (2 * 10 + 4)),
            ("h", 5),
            ("rx", 2 * 5),
            ("rz", 2 * 12),
        ];
        let expected = expected.map(|(name, count)| (name.to_owned(), count));
        assert_eq!(circuit.gate_counts(), BTreeMap::from(expected));
        assert_eq!(circuit.two_qubit_gates(), 48);
    }

    #[test]
    fn the_couplings_of_a_complete_graph_are_done_in_parallel() {
        let angles = Angles::from_flat(&[0.1, 0.2]);
        for n in [2, 4, 6, 8, 12] {
            let circuit = Circuit::qaoa(&complete_graph(n), n, &angles);
            // H, then n − 1 rounds of cx rz cx, then RX
            assert_eq!(circuit.depth(), 1 + 3 * (n - 1) + 1, "n = {n}");
            assert_eq!(circuit.two_qubit_depth(), 2 * (n - 1), "n = {n}");
        }
    }
}
