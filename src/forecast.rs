//! What to expect of a circuit on a quantum computer, and what its counts say, as calls of the
//! library.

use crate::pipeline::{DevicePlan, on_device};
use crate::{Error, Problem, Result};
use ketboard_circuits::{Circuit, Device, Program};
use ketboard_puzzles::Assignment;
use ketboard_qaoa::Angles;
use serde::Serialize;
use std::ops::ControlFlow;

/// What to expect of the ansatz at given angles on a device.
///
/// ```
/// use ketboard::{Angles, Options, Puzzle, circuits::Device};
/// use std::ops::ControlFlow;
/// let puzzle = Puzzle::read("examples/puzzles/tango-4x4.toml")?;
/// let problem = puzzle.problem(&Options::default().target_qubits(3))?;
/// let (angles, torino) = (Angles::new(vec![0.3], vec![-0.4])?, Device::named("torino")?);
/// let found = problem.forecast(&angles, torino, 1, &|| ControlFlow::Continue(()))?;
/// assert!(found.estimated_fidelity < 1.0 && found.two_qubit_gates > 0);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Forecast {
    /// The success probability without noise.
    pub ideal: f64,
    /// That of a random state of the same space.
    pub random: f64,
    /// F: the product of the fidelities of all gates, waits and readouts.
    pub estimated_fidelity: f64,
    /// F·ideal + (1 − F)·random bits.
    pub estimate: f64,
    /// The success probability under simulated noise; `None` where its states do not fit into
    /// memory.
    pub simulated: Option<f64>,
    /// The lower end of the 95 % interval of that.
    pub low: Option<f64>,
    /// The upper end of the same interval.
    pub high: Option<f64>,
    /// Gates on two qubits, as they are compiled for the device.
    pub two_qubit_gates: usize,
    /// From the first gate to the measurement, in microseconds.
    pub duration_us: f64,
}

impl Problem {
    /// The circuit of the standard ansatz at any angles; qubit k holds variable k.
    ///
    /// ```
    /// use ketboard::{Angles, Options, Puzzle};
    ///
    /// let puzzle = Puzzle::read("examples/puzzles/tango-4x4.toml")?;
    /// let problem = puzzle.problem(&Options::default())?;
    /// let circuit = problem.circuit()?(&Angles::new(vec![0.2], vec![-0.4])?);
    /// assert_eq!(circuit.qubits(), problem.qubits());
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the cost has too many products for a circuit, or a register has none.
    pub fn circuit(&self) -> Result<impl Fn(&Angles) -> Circuit + Send + Sync + use<>> {
        let gates = self.ansatz_circuit()?;
        Ok(move |angles: &Angles| gates.circuit(angles))
    }

    /// The same as a program, which [`ketboard_circuits::compile`] places on a device.
    ///
    /// # Errors
    /// As [`Self::circuit`].
    pub fn program(&self) -> Result<impl Fn(&Angles) -> Program + Send + Sync + use<>> {
        let gates = self.ansatz_circuit()?;
        Ok(move |angles: &Angles| gates.program(angles))
    }

    /// What to expect of the ansatz at these angles on a device: compiled, in the device's gates,
    /// under the noise of its calibration, by quantum trajectories of this seed. `listener` is
    /// asked after each of them.
    ///
    /// # Errors
    /// If the device is too small or has no calibration, the angles are not two per layer, or not
    /// all solutions are known; an error where the listener said stop too early.
    pub fn forecast(
        &self,
        angles: &Angles,
        device: Device,
        seed: u64,
        listener: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Forecast> {
        self.needs_qubits("circuit")?;
        let plan = DevicePlan::usual(device, seed);
        let ansatz = self.ansatz()?;
        let found = on_device(self, &ansatz, angles, &plan, &|_| listener())?;
        Ok(Forecast {
            ideal: found.success_probability,
            random: found.random_success_probability,
            estimated_fidelity: found.estimated_fidelity,
            estimate: found.estimated_success_probability,
            simulated: found.noisy_success_probability,
            low: found.noisy_success_interval.map(|(low, _)| low),
            high: found.noisy_success_interval.map(|(_, high)| high),
            two_qubit_gates: found.two_qubit_gates,
            duration_us: found.duration_us,
        })
    }

    /// The board of measured values of the qubits, one string a row; bit k is that of
    /// qubit k, whatever the registers.
    ///
    /// # Errors
    /// If there are not as many bits as qubits.
    pub fn board_of(&self, bits: &[bool]) -> Result<Vec<String>> {
        Ok(self.puzzle.board(&self.lifted(bits)?))
    }

    /// Whether measured values of the qubits show a solution, by the rules.
    ///
    /// # Errors
    /// As [`Self::board_of`].
    pub fn is_solved_by(&self, bits: &[bool]) -> Result<bool> {
        let board = self.lifted(bits)?;
        Ok(self.solves(&board))
    }

    fn lifted(&self, bits: &[bool]) -> Result<Assignment> {
        if bits.len() != self.qubits() {
            let found = format!("{} for {} qubits", bits.len(), self.qubits());
            return Err(Error::argument("bits", found, "give one for each qubit"));
        }
        Ok(self.lift(bits))
    }
}
