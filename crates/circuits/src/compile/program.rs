//! What is compiled: preparation, and layers of commuting phases and a mixer, on variables that
//! have no place yet.
//!
//! Before anything is placed, gates are written with one-qubit gates and CX
//! ([`Circuit::decomposed`]), S, T, P and Z as RZ and Y as RY (a global phase is left out), and the
//! phases on equal sets of variables are added up.

use crate::circuit::{Circuit, Gate, Op, parity_rotation};
use crate::error::{Error, Result, finite_angle};
use ketboard_qaoa::Angles;
use std::collections::BTreeMap;

/// An ansatz: `prepare` on |0…0⟩, then the layers. All gates and phases name variables 0 … `qubits`
/// − 1.
///
/// ```
/// use ketboard_circuits::{Program, find_device, compile, CompileSettings};
/// use ketboard_qaoa::Angles;
///
/// let angles = Angles { gammas: vec![0.3], betas: vec![-0.5] };
/// let program = Program::qaoa(&[(vec![0, 1], 0.5), (vec![0, 2], 0.5)], 3, &angles);
/// let compiled = compile(&program, &find_device("line-3")?, &CompileSettings::default())?;
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
    /// The standard ansatz: |+⟩ⁿ, then e^{-iγC} and RX(2β) on every qubit. `terms` as in
    /// [`Circuit::qaoa`]; the constant is skipped.
    pub fn qaoa(terms: &[(Vec<usize>, f64)], n: usize, angles: &Angles) -> Self {
        let layer = |(gamma, beta): (f64, f64)| ProgramLayer {
            phases: terms
                .iter()
                .filter(|(set, _)| !set.is_empty())
                .map(|(set, coefficient)| (set.clone(), 2.0 * gamma * coefficient))
                .collect(),
            mixer: (0..n).map(|q| Gate::rx(q, 2.0 * beta)).collect(),
        };
        Self {
            qubits: n,
            prepare: (0..n).map(Gate::h).collect(),
            layers: angles.layers().map(layer).collect(),
        }
    }

    /// The program gate by gate on qubits that are all coupled, phases in the order they are given:
    /// what every compiled circuit must equal.
    ///
    /// # Errors
    /// As [`super::compile`] for the program.
    pub fn circuit(&self) -> Result<Circuit> {
        self.check()?;
        let mut circuit = Circuit::new(self.qubits);
        circuit.extend(self.prepare.iter().cloned());
        for layer in &self.layers {
            for (set, angle) in &layer.phases {
                circuit.extend(parity_rotation(set, *angle));
            }
            circuit.extend(layer.mixer.iter().cloned());
        }
        Ok(circuit)
    }

    fn check(&self) -> Result<()> {
        let wrong = |found: String, remedy: &str| Err(Error::argument("program", found, remedy));
        if self.qubits == 0 {
            return wrong(
                "0 qubits".into(),
                "the reduction alone decided every cell; reduce less to leave some qubits",
            );
        }
        let possible = |qubits: &[usize]| {
            let distinct = qubits
                .iter()
                .enumerate()
                .all(|(i, q)| !qubits[..i].contains(q));
            distinct && qubits.iter().all(|&q| q < self.qubits)
        };
        let gates = self.layers.iter().flat_map(|layer| &layer.mixer);
        for gate in self.prepare.iter().chain(gates) {
            if !possible(&gate.qubits) {
                let found = format!("{gate:?} on {} qubits", self.qubits);
                return wrong(found, "a gate acts on different qubits that there are");
            }
            for angle in gate.op.angles() {
                finite_angle(angle)?;
            }
        }
        for (set, angle) in self.layers.iter().flat_map(|layer| &layer.phases) {
            if !possible(set) {
                let found = format!("a phase on {set:?} of {} qubits", self.qubits);
                return wrong(found, "a phase acts on different qubits that there are");
            }
            finite_angle(*angle)?;
        }
        Ok(())
    }

    /// # Errors
    /// If a gate or phase names a qubit twice or one that there is not, an angle is not finite, or
    /// there are no qubits.
    pub(super) fn lowered(&self) -> Result<Lowered> {
        self.check()?;
        let prepare = self.steps(&self.prepare);
        let layers = self.layers.iter().map(|layer| {
            let (singles, pairs, higher) = added_up(&layer.phases);
            LoweredLayer {
                singles,
                pairs,
                higher,
                mixer: self.steps(&layer.mixer),
            }
        });
        let mut plus = vec![0; self.qubits];
        for gate in &prepare {
            match gate.op {
                Op::H => plus[gate.target()] += 1,
                _ => plus.fill(2),
            }
        }
        Ok(Lowered {
            qubits: self.qubits,
            starts_in_plus: plus.iter().all(|&count| count == 1),
            layers: layers.collect(),
            prepare,
        })
    }

    fn steps(&self, gates: &[Gate]) -> Vec<Gate> {
        let mut circuit = Circuit::new(self.qubits);
        circuit.extend(gates.iter().cloned());
        circuit.decomposed().elementary().gates().to_vec()
    }
}

type Sorted = (
    Vec<(usize, f64)>,
    Vec<((usize, usize), f64)>,
    Vec<(Vec<usize>, f64)>,
);

/// Phases by the size of their sets, each set once, ascending; those that add up to nothing are
/// left out.
fn added_up(phases: &[(Vec<usize>, f64)]) -> Sorted {
    let mut sums: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
    for (set, angle) in phases {
        let mut set = set.clone();
        set.sort_unstable();
        *sums.entry(set).or_default() += angle;
    }
    let (mut singles, mut pairs, mut higher) = (Vec::new(), Vec::new(), Vec::new());
    for (set, angle) in sums.into_iter().filter(|(_, angle)| *angle != 0.0) {
        match *set {
            [] => {}
            [q] => singles.push((q, angle)),
            [a, b] => pairs.push(((a, b), angle)),
            _ => higher.push((set, angle)),
        }
    }
    (singles, pairs, higher)
}

/// A program of one-qubit gates, CX and phases.
#[derive(Clone, Debug)]
pub(super) struct Lowered {
    pub(super) qubits: usize,
    pub(super) prepare: Vec<Gate>,
    /// Whether the preparation is one H on every qubit.
    pub(super) starts_in_plus: bool,
    pub(super) layers: Vec<LoweredLayer>,
}

#[derive(Clone, Debug)]
pub(super) struct LoweredLayer {
    pub(super) singles: Vec<(usize, f64)>,
    /// Ascending, each pair once.
    pub(super) pairs: Vec<((usize, usize), f64)>,
    pub(super) higher: Vec<(Vec<usize>, f64)>,
    pub(super) mixer: Vec<Gate>,
}

impl Lowered {
    /// The pairs of all layers, each once, ascending.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let pairs = self.layers.iter().flat_map(|layer| &layer.pairs);
        let mut pairs: Vec<_> = pairs.map(|(pair, _)| *pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

impl LoweredLayer {
    /// The angle of a pair; none where this layer does not couple it.
    pub(super) fn angle(&self, a: usize, b: usize) -> Option<f64> {
        let key = (a.min(b), a.max(b));
        let found = self.pairs.binary_search_by_key(&key, |(pair, _)| *pair);
        found.ok().map(|at| self.pairs[at].1)
    }
}
