//! The ansatz of a problem as gates, on plain qubits or on registers: qubit k holds variable k
//! throughout.
//!
//! On registers every level is the assignment of the register's qubits that it means, so that what
//! is measured is read as that of plain qubits is. A variable that no level of its register sets is
//! a line of one level: it has no gates. Rules that the tables of the cost hold without a penalty
//! in the polynomial are products of spins here ([`ketboard_puzzles::RulePlaces::terms`]), so that
//! circuit and register state have the same cost.

use super::Registers;
use crate::error::{Error, Result};
use crate::pipeline::Problem;
use crate::settings::AnsatzKind;
use ketboard_circuits::{
    Circuit, CircuitHeader, Gate, Program, ProgramLayer, Qudit, RegisterAnsatz,
};
use ketboard_puzzles::{Ising, ModelFile, Polynomial, RegisterForm, RegisterMeaning};
use ketboard_qaoa::{Angles, angles::AngleShape};
use std::collections::BTreeMap;

/// Ising terms: ascending qubits, coefficient of the product of their z.
type IsingTerms = Vec<(Vec<usize>, f64)>;

/// The ansatz at any angles, as a circuit or as a program for the compiler.
#[derive(Clone, Debug)]
pub(crate) struct AnsatzCircuit {
    qubits: usize,
    /// How many angles a layer has.
    shape: AngleShape,
    /// The parts of the cost that have a γ of their own; on registers one, as it is on the levels.
    parts: Vec<IsingTerms>,
    /// `None` for ΣX on plain qubits.
    registers: Option<RegisterAnsatz>,
}

impl Problem {
    /// The gates of an ansatz of this kind, on plain qubits.
    ///
    /// # Errors
    /// As [`Self::ansatz_circuit`] and [`Self::ansatz_parts`].
    pub(crate) fn ansatz_circuit_of(&self, kind: AnsatzKind) -> Result<AnsatzCircuit> {
        match self.ansatz_parts(kind)? {
            None => self.ansatz_circuit(),
            Some(parts) => {
                let shape = kind.shape(parts.len(), self.qubits());
                let parts = parts.iter().map(|(_, part)| part);
                AnsatzCircuit::in_parts(self.qubits(), shape, parts)
            }
        }
    }

    /// The gates of the problem's ansatz.
    ///
    /// # Errors
    /// If the cost has too many products for a circuit, or a register has none: lines of more than
    /// 64 variables, or too many of them.
    pub(crate) fn ansatz_circuit(&self) -> Result<AnsatzCircuit> {
        let cost = &self.cost.polynomial;
        let plain = AnsatzCircuit::in_parts(cost.n(), AngleShape::STANDARD, [cost])?;
        let Some(registers) = &self.registers else {
            return Ok(plain);
        };
        let (model, reduction) = (&self.puzzle.model, &self.reduction);
        let mut terms = plain.parts.concat();
        terms.extend(registers.places.terms(model, reduction, &self.weights)?);
        let ansatz = RegisterAnsatz::new(plain.qubits, qudits(registers)?, registers.mixer)?;
        Ok(AnsatzCircuit {
            parts: vec![ansatz.cost(&terms)?],
            registers: Some(ansatz),
            ..plain
        })
    }
}

impl AnsatzCircuit {
    /// The ansatz on plain qubits of a cost in parts that have angles of their own, in the shape of
    /// [`AnsatzKind::shape`].
    ///
    /// # Errors
    /// As [`Ising::checked`].
    fn in_parts<'p>(
        qubits: usize,
        shape: AngleShape,
        parts: impl IntoIterator<Item = &'p Polynomial>,
    ) -> Result<Self> {
        let terms = |part| -> Result<IsingTerms> {
            let ising = Ising::checked(part)?;
            Ok(ising.terms().map(|(set, c)| (set.to_vec(), c)).collect())
        };
        Ok(Self {
            qubits,
            shape,
            parts: parts.into_iter().map(terms).collect::<Result<_>>()?,
            registers: None,
        })
    }

    /// The gates at `angles`, on qubits that are all coupled.
    ///
    /// # Panics
    /// If the angles are not in the shape of the ansatz; so does [`Self::program`].
    pub(crate) fn circuit(&self, angles: &Angles) -> Circuit {
        self.program(angles).written()
    }

    /// The same for the compiler, which is free to order the phases of a layer.
    pub(crate) fn program(&self, angles: &Angles) -> Program {
        if let Some(registers) = &self.registers {
            return registers.program(&self.parts[0], angles);
        }
        let depth = angles.depth_in(self.shape);
        let phases = |k: usize| {
            let gammas = angles.gammas.iter().skip(k).step_by(depth).copied();
            match self.parts.as_slice() {
                [terms] => ProgramLayer::cost_phases(terms, angles.gammas[k]),
                _ => ProgramLayer::cost_phases(&self.summed(&gammas.collect::<Vec<_>>()), 1.0),
            }
        };
        // e^{−iβ_k ΣX}, or with an angle for each qubit
        let turn = |k: usize, qubit| {
            let series = if self.shape.mixers == 1 { 0 } else { qubit };
            Gate::rx(qubit, 2.0 * angles.betas[series * depth + k])
        };
        let layer = |k| ProgramLayer {
            phases: phases(k),
            mixer: (0..self.qubits).map(|qubit| turn(k, qubit)).collect(),
        };
        Program {
            qubits: self.qubits,
            prepare: (0..self.qubits).map(Gate::h).collect(),
            layers: (0..depth).map(layer).collect(),
        }
    }

    /// Σ_g factor_g C_g as Ising terms, each set of qubits once.
    fn summed(&self, factors: &[f64]) -> IsingTerms {
        let mut sum: BTreeMap<&[usize], f64> = BTreeMap::new();
        for (terms, factor) in self.parts.iter().zip(factors) {
            for (qubits, c) in terms {
                *sum.entry(qubits).or_default() += factor * c;
            }
        }
        let terms = sum.into_iter().map(|(qubits, c)| (qubits.to_vec(), c));
        terms.collect()
    }

    /// How many CX the start takes, and of a layer the cost and the mixer, where all qubits are
    /// coupled: as many at every angle.
    pub(crate) fn cx_gates(&self) -> [usize; 3] {
        let angles = Angles {
            gammas: vec![0.1; self.shape.groups],
            betas: vec![0.1; self.shape.mixers],
        };
        let cx = |program: &Program| program.written().decomposed().two_qubit_gates();
        let mut program = self.program(&angles);
        let whole = cx(&program);
        program.layers[0].phases.clear();
        let without_cost = cx(&program);
        program.layers.clear();
        let start = cx(&program);
        [start, whole - without_cost, without_cost - start]
    }
}

/// The registers as qubits: every qubit in exactly one.
fn qudits(registers: &Registers) -> Result<Vec<Qudit>> {
    let mut qudits = Vec::new();
    for register in &registers.layout.registers {
        match register.form {
            RegisterForm::Qubit => qudits.push(Qudit::Qubit {
                qubit: register.variables[0],
                warm: registers.start.get(register.variables[0]).map(turn),
            }),
            RegisterForm::OneHot => {
                let ones = register.ones().unwrap_or_default();
                let never = register.variables.iter().filter(|k| !ones.contains(k));
                qudits.extend(never.map(|&k| Qudit::Lines {
                    qubits: vec![k],
                    levels: vec![0],
                }));
                qudits.push(Qudit::OneHot { qubits: ones });
            }
            RegisterForm::Lines => qudits.push(Qudit::Lines {
                qubits: register.variables.clone(),
                levels: narrowed(register)?,
            }),
        }
    }
    Ok(qudits)
}

/// The angle θ of RY(θ)|0⟩ with this probability of a 1.
fn turn(one: &f64) -> f64 {
    2.0 * libm::atan2(one.sqrt(), (1.0 - one).sqrt())
}

/// The levels as a circuit takes them.
fn narrowed(register: &RegisterMeaning) -> Result<Vec<u64>> {
    let variables = register.variables.len();
    if variables <= 64 {
        return Ok(register.levels.iter().map(|level| *level as u64).collect());
    }
    let found = format!("{} has {variables} variables", register.name);
    let remedy =
        "a circuit prepares lines of at most 64: choose smaller registers, `registers` rows";
    Err(Error::setting("registers", found, remedy))
}

impl Problem {
    /// What a file with the circuit says of it: its name, how it was reduced and encoded, and how
    /// each cell is read off the qubits.
    pub(crate) fn circuit_header(&self, model: &ModelFile) -> CircuitHeader {
        let puzzle = &self.puzzle;
        let mut cells = model.cells.clone();
        if cells.is_empty() {
            let names = (0..self.qubits()).map(|k| format!("x{k}"));
            cells = names.map(|name| (name.clone(), name)).collect();
        }
        let options = if self.is_model {
            "a model without rules: no board, no reduction".to_owned()
        } else {
            format!(
                "family {}; reduction: {}; {}",
                puzzle.family,
                self.settings.reduction_in_words(),
                self.encodings
            )
        };
        let auxiliaries = model.auxiliaries.iter();
        let auxiliaries =
            auxiliaries.map(|(qubit, meaning)| format!("x{qubit} is auxiliary: {meaning}"));
        CircuitHeader {
            puzzle: puzzle.name.clone(),
            file: puzzle.file.clone(),
            model_hash: self.cost.polynomial.hash(),
            mixer: self.registers.as_ref().map(|known| known.mixer),
            cells,
            notes: std::iter::once(options).chain(auxiliaries).collect(),
            ..CircuitHeader::default()
        }
    }
}
