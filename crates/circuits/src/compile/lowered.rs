//! A program as it is routed: one-qubit gates, CX, and phases.
//!
//! Before anything is placed, gates are written with one-qubit gates and CX
//! ([`Circuit::decomposed`]), S, T, P and Z as RZ and Y as RY (a global phase is left out), and the
//! phases on equal sets of variables are added up.

use crate::circuit::{Circuit, Gate, Op, Program};
use crate::error::Result;
use std::collections::BTreeMap;

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
    /// The angle of each set of variables, ascending; none is 0.
    pub(super) phases: BTreeMap<Vec<usize>, f64>,
    pub(super) mixer: Vec<Gate>,
}

impl Lowered {
    /// # Errors
    /// As [`Program::circuit`].
    pub(super) fn of(program: &Program) -> Result<Self> {
        program.check()?;
        let steps = |gates: &[Gate]| {
            let mut circuit = Circuit::new(program.qubits);
            circuit.extend(gates.iter().cloned());
            circuit.decomposed().elementary().gates().to_vec()
        };
        let prepare = steps(&program.prepare);
        let layers = program.layers.iter().map(|layer| LoweredLayer {
            phases: added_up(&layer.phases),
            mixer: steps(&layer.mixer),
        });
        let mut plus = vec![0; program.qubits];
        for gate in &prepare {
            match gate.op {
                Op::H => plus[gate.target()] += 1,
                _ => plus.fill(2),
            }
        }
        Ok(Self {
            qubits: program.qubits,
            starts_in_plus: plus.iter().all(|&count| count == 1),
            layers: layers.collect(),
            prepare,
        })
    }

    /// The pairs of all layers, each once, ascending.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let pairs = self.layers.iter().flat_map(LoweredLayer::pairs);
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

impl LoweredLayer {
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.phases.keys().filter_map(|set| match set[..] {
            [a, b] => Some((a, b)),
            _ => None,
        })
    }

    /// The angle of a pair; none where this layer does not couple it.
    pub(super) fn angle(&self, a: usize, b: usize) -> Option<f64> {
        self.phases.get(&[a.min(b), a.max(b)][..]).copied()
    }
}

/// Each set once, ascending; those that add up to nothing are left out.
fn added_up(phases: &[(Vec<usize>, f64)]) -> BTreeMap<Vec<usize>, f64> {
    let mut sums: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
    for (set, angle) in phases {
        let mut set = set.clone();
        set.sort_unstable();
        *sums.entry(set).or_default() += angle;
    }
    sums.retain(|_, angle| *angle != 0.0);
    sums
}
