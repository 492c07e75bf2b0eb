//! How many gates a piece of the ansatz takes on hardware.

use super::super::Circuit;
use super::RegisterAnsatz;

/// Single-qubit gates and CX, after [`Circuit::decomposed`].
///
/// ```
/// use ketboard_circuits::{GateCount, Qudit, RegisterAnsatz};
/// use ketboard_qaoa::mixers::MixerName;
///
/// let row = Qudit::OneHot { qubits: vec![0, 1, 2, 3] };
/// let mixer = MixerName::from_name("xy-ring").expect("a mixer");
/// let ansatz = RegisterAnsatz::new(4, vec![row], mixer)?;
/// let start = GateCount { one_qubit: 10, two_qubit: 5 }; // 4d − 6 and 2d − 3
/// assert_eq!(ansatz.counts()[0], start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GateCount {
    /// Gates on one qubit.
    pub one_qubit: usize,
    /// CX.
    pub two_qubit: usize,
}

impl RegisterAnsatz {
    /// The gates of the preparation and of one layer's mixer, decomposed among all qubits of the
    /// ansatz: idle qubits are borrowed.
    pub fn counts(&self) -> [GateCount; 2] {
        // gates are the same ones at every angle
        [self.prepare(), self.mix(0.1)].map(|gates| {
            let mut piece = Circuit::new(self.qubits);
            piece.extend(gates);
            let piece = piece.decomposed();
            let two_qubit = piece.two_qubit_gates();
            GateCount {
                one_qubit: piece.gates().len() - two_qubit,
                two_qubit,
            }
        })
    }
}
