//! QAOA on registers, as gates: each register starts in the uniform superposition of its levels,
//! and no gate leaves them.
//!
//! A register ([`Qudit`]) of d levels is one-hot (d qubits, one of them 1), a list of lines (legal
//! assignments of its qubits), or a plain qubit. With S_r from a reference state |0_r⟩ to the start
//! |u_r⟩, and φ the state of a warm qubit, a layer's mixer is
//!
//! |u_r⟩, and φ the state of a warm qubit, a layer's mixer is
//!
//! The complete mixer is e^{−iβ(d|u⟩⟨u| − 1)} = e^{iβ}(1 + (e^{−iβd} − 1)|u⟩⟨u|), on one-hot states
//! that of Σ_{i<j} (XX + YY)/2: S, the spreading of a W state, keeps one-hot states one-hot, S†
//! takes u to |10…0⟩, and a phase on its first qubit is all (compare Bärtschi & Eidenbenz, arXiv
//! 2006.00354). Mixers: Hadfield et al., arXiv 1709.03489; Wang et al., Phys. Rev. A 101, 012320
//! (2020), arXiv 1904.09314; Egger, Mareček & Woerner, arXiv 2009.10095. The gates of the ring act
//! one after another, on (0,1), (2,3), …, then (1,2), (3,4), … and, for d > 2, (d − 1, 0): this
//! order is part of the mixer.
//!
//! **Global phase.** The factor e^{iβ} of every complete mixer of one-hot and line registers (d >
//! 1) is left out, and so is e^{−iγ·const} of the cost *on the levels* ([`RegisterAnsatz::cost`]).
//!
//! **Counts** ([`RegisterAnsatz::counts`]), after decomposition, as (CX; single-qubit gates):
//!
//! | mixer | one-hot | lines | qubit |
//! |---|---|---|---|
//! | `x` | – | – | e^{−iβX} = RX(2β) |
//! | `warm` | – | – | e^{−iβ(2\|φ⟩⟨φ\| − 1)} = RY(θ) RZ(2β) RY(−θ) |
//! | `xy-ring`, `xy-path` | e^{−iβ(XX + YY)/2} along the edges | – | as `x`, `warm` |
//! | `xy-complete` | S · P(−βd) on one qubit · S† | S · phase on \|0…0⟩ · S† | as `x`, `warm` |
//! | `grover` | S_1 S_2 … · phase −β on all references · … S_2† S_1† | the same | the same |

mod cost;
mod qudit;

pub use qudit::{GateCount, Qudit, Register};

use super::w_state::xy;
use super::{Circuit, Gate, Program, around, spread, w_state};
use crate::error::Result;
use ketboard_qaoa::{
    Angles,
    mixers::{MixerAction, MixerName},
};
use qudit::wrong;

/// Ising terms: ascending qubits, coefficient of the product of their z.
pub(crate) type CostTerms = Vec<(Vec<usize>, f64)>;

/// Registers and their mixer, checked, with the gates of their starts.
///
/// ```
/// use ketboard_circuits::{Qudit, RegisterAnsatz};
/// use ketboard_qaoa::{Angles, mixers::MixerName};
///
/// // one queen in a row of three cells; cost: it is in the first one
/// let row = Qudit::OneHot { qubits: vec![0, 1, 2] };
/// let mixer = MixerName::from_name("xy-complete").expect("a mixer");
/// let ansatz = RegisterAnsatz::new(3, vec![row], mixer)?;
/// let circuit = ansatz.circuit(&[(vec![0], 1.0)], &Angles::new(vec![0.4], vec![-0.3])?)?;
/// let state = circuit.simulate()?;
/// let one_queen: f64 = [1, 2, 4].map(|x: usize| state[x].norm_sqr()).iter().sum();
/// assert!((one_queen - 1.0).abs() < 1e-12); // no gate leaves the states of the row
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RegisterAnsatz {
    qubits: usize,
    registers: Vec<Qudit>,
    mixer: MixerName,
    spreads: Vec<Vec<Gate>>,
}

impl RegisterAnsatz {
    /// The ansatz of these registers on `qubits` qubits. Fails unless each qubit belongs to exactly
    /// one register, every register is well formed, and the mixer keeps its levels.
    pub fn new(qubits: usize, registers: Vec<Qudit>, mixer: MixerName) -> Result<Self> {
        let mut owners = vec![0; qubits];
        for register in &registers {
            register.check()?;
            mixes(mixer, register)?;
            for q in register.qubits() {
                let owner = owners.get_mut(q).ok_or_else(|| {
                    wrong(
                        format!("qubit {q} of {qubits}"),
                        "a register's qubits are numbered from 0",
                    )
                })?;
                *owner += 1;
            }
        }
        if let Some(q) = owners.iter().position(|&owners| owners != 1) {
            return Err(wrong(
                format!("qubit {q} is in {} registers", owners[q]),
                "each qubit belongs to exactly one",
            ));
        }
        Ok(Self {
            qubits,
            spreads: registers.iter().map(spread_of).collect(),
            registers,
            mixer,
        })
    }

    /// How many qubits all registers hold together.
    pub fn qubits(&self) -> usize {
        self.qubits
    }

    /// The registers, as they were given.
    pub fn registers(&self) -> &[Qudit] {
        &self.registers
    }

    /// From |0…0⟩ to the start: every register uniform over its levels, warm qubits at their angle.
    pub fn prepare(&self) -> Vec<Gate> {
        let registers = 0..self.registers.len();
        registers.flat_map(|r| self.prepare_register(r)).collect()
    }

    fn prepare_register(&self, r: usize) -> Vec<Gate> {
        match &self.registers[r] {
            Qudit::OneHot { qubits } => w_state(qubits.iter().copied()),
            Qudit::Lines { .. } | Qudit::Qubit { .. } => self.spreads[r].clone(),
        }
    }

    /// The cost on the levels, its constant included: products inside one-hot registers become
    /// fields, what all products of a register share is taken out, and of lines no product is left
    /// that a shorter one equals on all levels. Its phases are
    /// [`ProgramLayer::cost_phases`](super::ProgramLayer::cost_phases) of these terms. Fails if a
    /// term names a qubit that there is not, or one twice.
    pub fn cost(&self, terms: &[(Vec<usize>, f64)]) -> Result<CostTerms> {
        for (set, _) in terms {
            let ascending = set.windows(2).all(|pair| pair[0] < pair[1]);
            if !ascending || set.last().is_some_and(|&q| q >= self.qubits) {
                return Err(crate::Error::argument(
                    "terms",
                    format!("{set:?}"),
                    format!(
                        "a term names qubits below {} in ascending order",
                        self.qubits
                    ),
                ));
            }
        }
        Ok(cost::on_levels(terms, &self.registers))
    }

    /// One layer's mixer at the angle β.
    pub fn mix(&self, beta: f64) -> Vec<Gate> {
        if !matches!(self.mixer.acts, MixerAction::Whole) {
            let registers = 0..self.registers.len();
            return registers.flat_map(|r| self.mix_register(r, beta)).collect();
        }
        let references = self.registers.iter().flat_map(reference);
        phase_within(
            &self.spreads.concat(),
            &references.collect::<Vec<_>>(),
            -beta,
        )
    }

    fn mix_register(&self, r: usize, beta: f64) -> Vec<Gate> {
        let register = &self.registers[r];
        match (register, self.mixer.acts) {
            (&Qudit::Qubit { qubit, warm }, _) => match warm {
                None => vec![Gate::rx(qubit, 2.0 * beta)],
                Some(theta) => vec![
                    Gate::ry(qubit, -theta),
                    Gate::rz(qubit, 2.0 * beta),
                    Gate::ry(qubit, theta),
                ],
            },
            (Qudit::OneHot { qubits }, MixerAction::Edges(edges)) => {
                let edges = edges(qubits.len()).into_iter();
                edges
                    .flat_map(|[i, j]| xy(beta, qubits[i], qubits[j]))
                    .collect()
            }
            (Qudit::OneHot { .. } | Qudit::Lines { .. }, _) => {
                let angle = -beta * register.levels() as f64;
                phase_within(&self.spreads[r], &reference(register), angle)
            }
        }
    }

    /// The whole circuit: [`Self::prepare`], then the phases of [`Self::cost`] and [`Self::mix`]
    /// for each layer. Fails as [`Self::cost`] does.
    pub fn circuit(&self, terms: &[(Vec<usize>, f64)], angles: &Angles) -> Result<Circuit> {
        Ok(self.program(&self.cost(terms)?, angles).written())
    }

    /// The same of a cost that is [`Self::cost`] already, as a program.
    pub fn program(&self, cost: &[(Vec<usize>, f64)], angles: &Angles) -> Program {
        let mixer = |beta| self.mix(beta);
        Program::new(cost, self.prepare(), mixer, (self.qubits, angles))
    }
}

/// Fails if the mixer would leave the levels of this register, or has no local circuit on it.
fn mixes(mixer: MixerName, register: &Qudit) -> Result<()> {
    if register.levels() == 1 {
        return Ok(()); // no mixer changes it
    }
    let what = match register {
        Qudit::OneHot { .. } => "a one-hot register",
        Qudit::Lines { .. } => "a register of lines",
        Qudit::Qubit { warm: Some(_), .. } => "a warm qubit",
        Qudit::Qubit { warm: None, .. } => "a qubit",
    };
    let remedy = match (mixer.acts, register) {
        (
            MixerAction::Qubits | MixerAction::WarmQubits,
            Qudit::OneHot { .. } | Qudit::Lines { .. },
        ) => "it would leave the levels: use xy-complete or grover",
        (MixerAction::Qubits, Qudit::Qubit { warm: Some(_), .. }) => {
            "its start is none of X's: use warm"
        }
        (MixerAction::Edges(_), Qudit::Lines { .. }) => {
            "a graph over legal lines is no local circuit: use xy-complete or grover"
        }
        _ => return Ok(()),
    };
    Err(wrong(format!("mixer {} on {what}", mixer.name), remedy))
}

/// S_r: from the reference state of a register to its start.
fn spread_of(register: &Qudit) -> Vec<Gate> {
    match register {
        Qudit::OneHot { qubits } => spread(qubits.iter().copied()),
        Qudit::Lines { qubits, levels } => cost::superposition(qubits, levels),
        &Qudit::Qubit { qubit, warm } => {
            vec![warm.map_or(Gate::h(qubit), |theta| Gate::ry(qubit, theta))]
        }
    }
}

/// Qubits and their values by which the reference state differs from the other states that S_r†
/// makes of basis states; none where there is one basis state.
fn reference(register: &Qudit) -> Vec<(usize, bool)> {
    match register {
        Qudit::OneHot { qubits } => {
            let first = qubits.first().filter(|_| qubits.len() > 1);
            first.map(|&q| (q, true)).into_iter().collect()
        }
        Qudit::Lines { qubits, levels } => {
            let varies = |i: usize| levels.iter().any(|level| (level ^ levels[0]) >> i & 1 == 1);
            let places = qubits.iter().enumerate().filter(|(i, _)| varies(*i));
            places.map(|(_, &q)| (q, false)).collect()
        }
        Qudit::Qubit { qubit, .. } => vec![(*qubit, false)],
    }
}

/// The inverse of `spread`, e^{i phi} where all qubits have their values, `spread` again.
fn phase_within(spread: &[Gate], values: &[(usize, bool)], phi: f64) -> Vec<Gate> {
    let Some(&(target, value)) = values.iter().find(|(_, value)| *value).or(values.first()) else {
        return Vec::new();
    };
    let others = values.iter().filter(|(q, _)| *q != target);
    let phase = others.fold(Gate::p(target, phi), |gate, &(q, value)| {
        gate.when(q, value)
    });
    let flip = (!value).then(|| Gate::x(target));
    around(spread, flip.clone().into_iter().chain([phase]).chain(flip))
}
