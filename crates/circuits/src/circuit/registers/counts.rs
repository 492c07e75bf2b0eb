//! How many gates a piece of the ansatz takes on hardware.

use super::super::{Circuit, Gate};
use super::RegisterAnsatz;
use ketboard_qaoa::MixerAction;

/// Single-qubit gates and CX, after [`Circuit::decomposed`].
///
/// ```
/// use ketboard_circuits::{GateCount, Qudit, RegisterAnsatz};
/// use ketboard_qaoa::MixerName;
///
/// let row = Qudit::OneHot { qubits: vec![0, 1, 2, 3] };
/// let mixer = MixerName::from_name("xy-ring").expect("a mixer");
/// let ansatz = RegisterAnsatz::new(4, vec![row], mixer)?;
/// let start = GateCount { one_qubit: 10, two_qubit: 5 }; // 4d − 6 and 2d − 3
/// assert_eq!(ansatz.counts().prepare, [start]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GateCount {
    /// Gates on one qubit.
    pub one_qubit: usize,
    /// CX.
    pub two_qubit: usize,
}

/// The gates of preparation and mixer, by register.
///
/// ```
/// use ketboard_circuits::{Qudit, RegisterAnsatz};
/// use ketboard_qaoa::MixerName;
///
/// let qubits = (0..2).map(|qubit| Qudit::Qubit { qubit, warm: None }).collect();
/// let mixer = MixerName::from_name("x").expect("a mixer");
/// let counts = RegisterAnsatz::new(2, qubits, mixer)?.counts();
/// assert_eq!(counts.mixer.len(), 2); // an RX for each qubit
/// assert_eq!(counts.mixer[0].two_qubit, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PieceCounts {
    /// To the start, by register.
    pub prepare: Vec<GateCount>,
    /// One layer's mixer, by register; the Grover mixer is one piece over all of them.
    pub mixer: Vec<GateCount>,
}

impl RegisterAnsatz {
    /// The gates of each piece, decomposed among all qubits of the ansatz: what stands idle is
    /// borrowed.
    pub fn counts(&self) -> PieceCounts {
        let count = |gates: Vec<Gate>| self.count(gates);
        let registers = 0..self.registers.len();
        let beta = 0.1; // gates are the same ones at every angle
        let mixer = if matches!(self.mixer.acts, MixerAction::Whole) {
            vec![count(self.mix(beta))]
        } else {
            let pieces = registers.clone().map(|r| self.mix_register(r, beta));
            pieces.map(count).collect()
        };
        PieceCounts {
            prepare: registers.map(|r| count(self.prepare_register(r))).collect(),
            mixer,
        }
    }

    fn count(&self, gates: Vec<Gate>) -> GateCount {
        let mut piece = Circuit::new(self.qubits);
        piece.extend(gates);
        let piece = piece.decomposed();
        let two_qubit = piece.two_qubit_gates();
        GateCount {
            one_qubit: piece.gates().len() - two_qubit,
            two_qubit,
        }
    }
}
