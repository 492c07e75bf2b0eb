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

use super::{Problem, StateSet, measure, shots_to_99};
use crate::error::{Error, Result};
use ketboard_circuits::{
    Bitstring, Circuit, CompileSettings, Device, NoiseModel, NoisyCircuit, TrajectoryPlan, compile,
};
use ketboard_qaoa::{Angles, Ansatz};
use serde::{Deserialize, Serialize};
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

/// What to expect of the ansatz at given angles on a device: a record of `device --json`. A number
/// that was not computed is absent.
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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeviceRecord {
    /// The stem of the puzzle's file.
    pub name: String,
    /// The puzzle's family; absent for a model without rules.
    pub family: Option<String>,
    /// The device's name.
    pub device: String,
    /// Qubits after the reduction.
    pub qubits: usize,
    /// How registers were chosen; absent on plain qubits.
    pub registers: Option<String>,
    /// What mixes their levels.
    pub mixer: Option<String>,
    /// How many states they have.
    pub states: Option<u64>,
    /// Qubits of the device that the circuit uses.
    pub qubits_used: usize,
    /// QAOA layers p.
    pub depth: usize,
    /// Angles of the cost layers.
    pub gammas: Vec<f64>,
    /// Angles of the mixer layers.
    pub betas: Vec<f64>,
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
    /// Probability of all boards that obey the rules, without noise.
    pub success_probability: f64,
    /// F·ideal + (1 − F)·random bits: what global depolarizing would leave.
    pub estimated_success_probability: f64,
    /// The same by simulation of the noise.
    pub noisy_success_probability: Option<f64>,
    /// Its 95 % interval; both ends the same where the simulation is exact.
    pub noisy_success_interval: Option<(f64, f64)>,
    /// How many trajectories were run; absent for a density matrix.
    pub trajectories: Option<usize>,
    /// Probability that a uniformly random state of the same space, of the qubits or of the
    /// registers, obeys the rules.
    pub random_success_probability: f64,
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
    /// The seed of everything random.
    pub seed: u64,
    /// SHA-256 of the model.
    pub model_hash: String,
    /// The program's version.
    pub version: String,
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

/// The circuit at `angles` on the plan's device; `ansatz` is that of the problem, on its qubits or
/// registers. `progress` is asked with 0 while the circuit is compiled, and then with the number of
/// steps of a simulation after each of them; where it says stop, trajectories give what they have.
///
/// # Errors
/// As [`DevicePlan::check`]; if the circuit cannot be compiled, or a state does not fit into
/// memory; [`Error::STOPPED`] where compiling or a density matrix was stopped, or too few
/// trajectories were run.
pub(crate) fn on_device(
    problem: &Problem,
    ansatz: &Ansatz,
    angles: &Angles,
    plan: &DevicePlan,
    progress: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
) -> Result<DeviceRecord> {
    plan.check(problem)?;
    let model = NoiseModel::of(&plan.device)?;
    let (metrics, _) = measure(ansatz, &problem.truth, angles)?;
    let known = "the truth is complete: it was checked";
    let ideal = metrics.success_probability.expect(known);
    let random = metrics.random_success_probability.expect(known);
    let program = problem.ansatz_circuit()?.program(angles);
    let compiled = compile(&program, &plan.device, &plan.compile, Some(&|| progress(0)))?;
    let native = compiled.native;
    let noisy_circuit = NoisyCircuit::new(&native, &model);
    let estimated_fidelity = noisy_circuit.estimated_fidelity();
    let solutions = problem.outcomes_that_solve();
    let random_bits = solutions.fraction();
    let registers = problem.registers.as_ref();
    let estimate = estimated_fidelity * ideal + (1.0 - estimated_fidelity) * random_bits;
    let duration_us = noisy_circuit.duration_ns / 1e3;
    // seconds of a shot, readout included, times shots
    let readout = plan.device.seconds_of_readout();
    let shot = readout.map(|readout| duration_us * 1e-6 + readout);
    let seconds = |success| shots_to_99(success).map(|shots| Some(shots * shot?))?;
    let mut record = DeviceRecord {
        name: problem.stem(),
        family: problem.family_if_any().map(str::to_owned),
        device: plan.device.name.clone(),
        qubits: problem.qubits(),
        registers: registers.map(|known| known.choice.name().to_owned()),
        mixer: registers.map(|known| known.mixer.name.to_owned()),
        states: registers.and_then(|_| u64::try_from(problem.states()).ok()),
        qubits_used: noisy_circuit.qubits,
        depth: angles.depth(),
        gammas: angles.gammas.clone(),
        betas: angles.betas.clone(),
        optimized_for: plan.compile.goal.name().to_owned(),
        method: compiled.chosen.method.name().to_owned(),
        fractional: plan.compile.fractional,
        gates: native.gate_counts(),
        two_qubit_gates: compiled.chosen.two_qubit_gates,
        two_qubit_depth: compiled.chosen.two_qubit_depth,
        duration_us,
        estimated_fidelity,
        success_probability: ideal,
        estimated_success_probability: estimate,
        noisy_success_probability: None,
        noisy_success_interval: None,
        trajectories: None,
        random_success_probability: random,
        seconds_per_shot: shot,
        seconds_to_99: seconds(ideal),
        estimated_seconds_to_99: seconds(estimate),
        noisy_seconds_to_99: None,
        noisy_seconds_to_99_interval: None,
        random_bits_success_probability: registers.map(|_| random_bits),
        seed: plan.compile.seed,
        model_hash: problem.cost.polynomial.hash(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        distribution: None,
        not_simulated: None,
        native,
    };
    record.simulate(&noisy_circuit, &solutions, plan.prediction, progress)?;
    record.noisy_seconds_to_99 = record.noisy_success_probability.and_then(seconds);
    let ends = record.noisy_success_interval;
    let ends = ends.filter(|_| record.noisy_seconds_to_99.is_some());
    record.noisy_seconds_to_99_interval =
        ends.and_then(|(low, high)| Some((seconds(high)?, seconds(low))));
    Ok(record)
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
