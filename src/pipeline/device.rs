//! What to expect on a device: the ansatz at given angles, compiled, translated, and simulated with
//! the device's noise.
//!
//! angles → program → compiled circuit → native gates → gates and noise on a clock → success
//! probability. Boards are judged by the rules ([`super::Truth`]), never by energy. Three answers,
//! each with its name: without noise, by the closed estimate, and by simulation.
//!
//! Of a model without rules success is that of its exact ground states.
//!
//! On registers the state without noise is that of the registers; a device has qubits, and its
//! noise leaves the legal states, so that the noise is simulated on all qubits, and what it tends
//! to are uniformly random bits, not random states of the registers.

use super::{Problem, Record, StateSet, shots_to_99};
use crate::error::{Error, Result};
use ketboard_circuits::{
    Bitstring, Circuit, CompileSettings, Device, NoiseModel, NoisyCircuit, TrajectoryPlan, compile,
};
use ketboard_qaoa::Angles;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// How success under noise is predicted, beside the estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prediction {
    /// By the estimate alone.
    Estimate,
    /// By so many quantum trajectories; `None` is a number that fits the number of qubits, and none
    /// where no state of them fits into memory.
    Trajectories(Option<usize>),
    /// By the density matrix: exact, for few qubits.
    Density,
}

/// The device and how to use it.
#[derive(Clone, Debug)]
pub(crate) struct DevicePlan {
    /// The device.
    pub device: Device,
    /// How circuits are compiled, and in which of the device's gates; its seed is that of
    /// trajectories, too.
    pub compile: CompileSettings,
    /// How success is predicted.
    pub prediction: Prediction,
}

/// A run, and what to expect of its circuit on a device: a record of `device --json`. A number that
/// was not computed is absent.
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
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DeviceRecord {
    /// The run without noise.
    #[serde(flatten)]
    pub(crate) record: Record,
    /// The device's name.
    pub device: String,
    /// Qubits of the device that the circuit uses.
    pub qubits_used: usize,
    /// What the compiler went for.
    pub optimized_for: String,
    /// How it routed the cost layers.
    pub method: String,
    /// Whether the device's gates of any angle were used.
    pub fractional: bool,
    /// Number of native gates of each name.
    pub gates: BTreeMap<String, usize>,
    /// Gates on two qubits.
    pub two_qubit_gates: usize,
    /// The longest chain of them.
    pub two_qubit_depth: usize,
    /// From the first gate to the measurement.
    pub duration_us: f64,
    /// F: the product of the fidelities of all gates, waits and readouts.
    pub estimated_fidelity: f64,
    /// F·ideal + (1 − F)·random bits: what global depolarizing would leave.
    pub estimated_success_probability: f64,
    /// The same by simulation of the noise.
    pub noisy_success_probability: Option<f64>,
    /// Its 95 % interval; both ends the same where the simulation is exact.
    pub noisy_success_interval: Option<(f64, f64)>,
    /// How many trajectories were run; absent for a density matrix.
    pub trajectories: Option<usize>,
    /// Seconds of a shot, from the first gate to the end of the readout; this and the next four are
    /// absent where the device's times are not known.
    pub seconds_per_shot: Option<f64>,
    /// Seconds until a solution was seen with 99 %, without noise; absent where none can be seen,
    /// as the next three.
    pub seconds_to_99: Option<f64>,
    /// The same at the estimated success probability.
    pub estimated_seconds_to_99: Option<f64>,
    /// The same by simulation of the noise.
    pub noisy_seconds_to_99: Option<f64>,
    /// Its 95 % interval; no upper end where that is infinite.
    pub noisy_seconds_to_99_interval: Option<(f64, Option<f64>)>,
    /// The same of random bits of all qubits, which noise tends to; absent on plain qubits, where
    /// it is the same.
    pub random_bits_success_probability: Option<f64>,
    /// The seed of the trajectories.
    pub seed: u64,
    /// The circuit in the device's gates, on the device's qubits.
    #[serde(skip)]
    pub(crate) native: Circuit,
    /// The probabilities of all outcomes, from a density matrix.
    #[serde(skip)]
    pub(crate) distribution: Option<Vec<f64>>,
    /// Why nothing was simulated, where it was asked for if it fits.
    #[serde(skip)]
    pub(crate) not_simulated: Option<String>,
}

impl Problem {
    /// The values of all qubits that show the boards of `truth`; beyond 64 qubits only what part of
    /// all values they are.
    fn outcomes_that_solve(&self) -> StateSet {
        let truth = &self.truth;
        if self.registers.is_none() {
            return truth.indices.clone();
        }
        let (codes, coded) = (truth.indices.codes(), self.cost.layout.coded().len());
        if self.qubits() > 64 {
            return StateSet::unlisted(codes.len(), coded as f64);
        }
        // auxiliaries are the last qubits, and 0 in a code
        let index = |&code: &u64| Bitstring::from_iter(self.bits(code)).index();
        let indices = codes.iter().filter_map(index).collect();
        StateSet::new(indices, coded, self.qubits() - coded)
    }
}

impl DevicePlan {
    /// Trajectories of this seed, as many as fit, of the circuit that is compiled without further
    /// options.
    pub(crate) fn usual(device: Device, seed: u64) -> Self {
        Self {
            device,
            compile: CompileSettings {
                seed,
                ..CompileSettings::default()
            },
            prediction: Prediction::Trajectories(None),
        }
    }

    /// Succeeds if the problem fits onto the device, the device's noise is known and can be
    /// simulated as is asked, and all boards that obey the rules are known.
    ///
    /// # Errors
    /// What does not hold, and what would help.
    pub(crate) fn check(&self, problem: &Problem) -> Result<()> {
        NoiseModel::of(&self.device)?;
        let (qubits, device) = (problem.qubits(), &self.device);
        if qubits > device.qubits {
            let found = format!(
                "{} has {} qubits, the model {qubits}",
                device.name, device.qubits
            );
            let remedy = "choose a wider device, or reduce more: `target_qubits`";
            return Err(Error::setting("backend", found, remedy));
        }
        match self.prediction {
            Prediction::Density => NoisyCircuit::check_density(qubits)?,
            Prediction::Trajectories(Some(_)) => TrajectoryPlan::check(qubits)?,
            Prediction::Trajectories(None) | Prediction::Estimate => (),
        }
        problem.needs_all_solutions()
    }
}

/// The circuit of a run on the plan's device. `progress` is asked with 0 while the circuit is
/// compiled, and then with the number of steps of a simulation after each of them; where it says
/// stop, trajectories give what they have.
///
/// # Errors
/// As [`DevicePlan::check`]; if the circuit cannot be compiled, or a state does not fit into
/// memory; [`Error::STOPPED`] where compiling or a density matrix was stopped, or too few
/// trajectories were run.
pub(crate) fn on_device(
    problem: &Problem,
    record: Record,
    plan: &DevicePlan,
    progress: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
) -> Result<DeviceRecord> {
    plan.check(problem)?;
    let model = NoiseModel::of(&plan.device)?;
    let ideal = record.metrics.success_probability;
    let ideal = ideal.expect("the truth is complete: it was checked");
    let angles = Angles::new(record.gammas.clone(), record.betas.clone())?;
    let program = problem.ansatz_circuit()?.program(&angles);
    let compiled = compile(&program, &plan.device, &plan.compile, Some(&|| progress(0)))?;
    let native = compiled.native;
    let noisy_circuit = NoisyCircuit::new(&native, &model);
    let estimated_fidelity = noisy_circuit.estimated_fidelity();
    let solutions = problem.outcomes_that_solve();
    let random_bits = solutions.fraction();
    let estimate = estimated_fidelity * ideal + (1.0 - estimated_fidelity) * random_bits;
    let duration_us = noisy_circuit.duration_ns / 1e3;
    // seconds of a shot, readout included, times shots
    let readout = plan.device.seconds_of_readout();
    let shot = readout.map(|readout| duration_us * 1e-6 + readout);
    let seconds = |success| shots_to_99(success).map(|shots| Some(shots * shot?))?;
    let mut found = DeviceRecord {
        record,
        device: plan.device.name.clone(),
        qubits_used: noisy_circuit.qubits,
        optimized_for: plan.compile.goal.name().to_owned(),
        method: compiled.chosen.method.name().to_owned(),
        fractional: plan.compile.fractional,
        gates: native.gate_counts(),
        two_qubit_gates: compiled.chosen.two_qubit_gates,
        two_qubit_depth: compiled.chosen.two_qubit_depth,
        duration_us,
        estimated_fidelity,
        estimated_success_probability: estimate,
        noisy_success_probability: None,
        noisy_success_interval: None,
        trajectories: None,
        seconds_per_shot: shot,
        seconds_to_99: seconds(ideal),
        estimated_seconds_to_99: seconds(estimate),
        noisy_seconds_to_99: None,
        noisy_seconds_to_99_interval: None,
        random_bits_success_probability: problem.registers.as_ref().map(|_| random_bits),
        seed: plan.compile.seed,
        distribution: None,
        not_simulated: None,
        native,
    };
    found.simulate(&noisy_circuit, &solutions, plan.prediction, progress)?;
    found.noisy_seconds_to_99 = found.noisy_success_probability.and_then(seconds);
    let ends = found.noisy_success_interval;
    let ends = ends.filter(|_| found.noisy_seconds_to_99.is_some());
    found.noisy_seconds_to_99_interval =
        ends.and_then(|(low, high)| Some((seconds(high)?, seconds(low))));
    Ok(found)
}

impl DeviceRecord {
    /// Adds success with noise, by the way that the plan names: the mean over quantum trajectories
    /// with its 95 % interval, or exactly from the density matrix; nothing where only the estimate
    /// is asked for.
    fn simulate(
        &mut self,
        circuit: &NoisyCircuit,
        solutions: &StateSet,
        prediction: Prediction,
        progress: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
    ) -> Result<()> {
        let (success, interval) = match prediction {
            Prediction::Estimate => return Ok(()),
            Prediction::Trajectories(asked) => {
                let count = asked.unwrap_or_else(|| TrajectoryPlan::usual(circuit.qubits));
                let plan = TrajectoryPlan {
                    trajectories: count,
                    seed: self.seed,
                };
                let solves = |outcome: u64| solutions.contains(outcome);
                match circuit.trajectories(&solves, &plan, &|| progress(count)) {
                    Ok(found) => {
                        self.trajectories = Some(found.trajectories);
                        (found.success, found.interval())
                    }
                    Err(ketboard_circuits::Error::Engine(
                        error @ ketboard_qaoa::Error::Memory { .. },
                    )) if asked.is_none() => {
                        self.not_simulated = Some(error.to_string());
                        return Ok(());
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            Prediction::Density => {
                let steps = circuit.step_count();
                let distribution = circuit.distribution(&|| progress(steps))?;
                let success: f64 = solutions.iter().map(|x| distribution[x as usize]).sum();
                self.distribution = Some(distribution);
                (success, (success.max(0.0), success.min(1.0)))
            }
        };
        self.noisy_success_probability = Some(success);
        self.noisy_success_interval = Some(interval);
        Ok(())
    }
}
