//! Exact noisy simulation by quantum trajectories: the mean over runs in which noise strikes at
//! random (Dalibard, Castin & Mølmer, Phys. Rev. Lett. 68, 580 (1992)).
//!
//! Every channel of the model does nothing with a known probability, whatever the state
//! (`channel`), so where noise strikes is drawn before anything is simulated. The run without any
//! noise is simulated once and counts with its probability P₀ = Π (1 − q); trajectories are drawn
//! of the rest. A trajectory's value is not one shot but the probability of success in its final
//! state, readout errors included. The interval is Student's, 95 %. Trajectory k has stream k of
//! the seed, and values are added in the order of k: same seed, same bytes, for any number of
//! threads.

use super::amplitudes::{BYTES, TrajectoryState};
use super::channel::Pauli;
use super::channel::mean_of;
use super::channel::success_of_outcomes;
use super::model::NoisyCircuit;
use super::propagated::{Noise, Propagated, Site};
use crate::error::{Error, Result};
use ketboard_qaoa::memory;
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use std::f64::consts::FRAC_PI_2;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many trajectories of which seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrajectoryPlan {
    /// Number of trajectories, at least [`Self::FEWEST`].
    pub trajectories: usize,
    /// The seed.
    pub seed: u64,
}

/// The success probability that trajectories give, with its interval.
///
/// ```
/// use ketboard_circuits::{Circuit, Device, Gate, NoiseModel, NoisyCircuit, TrajectoryPlan};
/// use std::ops::ControlFlow;
///
/// let mut circuit = Circuit::new(133);
/// circuit.push(Gate::x(0));
/// circuit.measure(vec![0]);
/// let noisy = NoisyCircuit::new(&circuit, &NoiseModel::of(&Device::named("torino")?)?);
/// let plan = TrajectoryPlan { trajectories: 400, seed: 1 };
/// let found = noisy.trajectories(&|x| x == 1, &plan, &|| ControlFlow::Continue(()))?;
/// let (low, high) = found.interval();
/// assert!(found.untouched > 0.9 && low <= found.success && found.success <= high);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NoisySuccess {
    /// The success probability.
    pub success: f64,
    /// Half the width of its 95 % interval; 0 where no noise can strike.
    pub half_width: f64,
    /// P₀: the probability that no noise strikes a gate or a waiting qubit.
    pub untouched: f64,
    /// How many trajectories were run; none where no noise can strike.
    pub trajectories: usize,
}

impl NoisySuccess {
    /// The ends of the 95 % interval.
    pub fn interval(&self) -> (f64, f64) {
        let (low, high) = (
            self.success - self.half_width,
            self.success + self.half_width,
        );
        (low.max(0.0), high.min(1.0))
    }
}

impl TrajectoryPlan {
    /// The fewest trajectories that an interval is stated for.
    pub const FEWEST: usize = 10;

    /// Trajectories that take about half a minute for the depths 1 to 6 of a dense model on two
    /// cores: 1000 up to 16 qubits, and half as many for each qubit more, down to 100.
    pub fn usual(qubits: usize) -> usize {
        let halvings = qubits.saturating_sub(16).min(10);
        (1000 >> halvings).max(100)
    }

    /// Succeeds if the states of trajectories of `qubits` qubits fit into memory.
    pub fn check(qubits: usize) -> Result<()> {
        workers(qubits).map(drop)
    }
}

impl NoisyCircuit {
    /// The success probability under noise, where an outcome x succeeds if `succeeds(x)`;
    /// `progress` is called after each trajectory. Where it says stop, the estimate is that of the
    /// trajectories run until then. Fails if there are fewer than [`TrajectoryPlan::FEWEST`], or a
    /// state does not fit into memory.
    pub fn trajectories(
        &self,
        succeeds: &(dyn Fn(u64) -> bool + Sync),
        plan: &TrajectoryPlan,
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<NoisySuccess> {
        if plan.trajectories < TrajectoryPlan::FEWEST {
            let found = format!("found {}", plan.trajectories);
            let fewest = TrajectoryPlan::FEWEST;
            let remedy = format!("an interval needs at least {fewest}");
            return Err(Error::setting("trajectories", found, remedy));
        }
        let workers = workers(self.qubits)?.min(plan.trajectories);
        let runs = Runs::new(self, succeeds);
        let ideal = runs.without_noise();
        let untouched = runs.untouched();
        if untouched == 1.0 {
            return Ok(NoisySuccess {
                success: ideal,
                half_width: 0.0,
                untouched,
                trajectories: 0,
            });
        }
        let values = runs.values(plan, workers, progress);
        if values.len() < TrajectoryPlan::FEWEST {
            return Err(Error::STOPPED);
        }
        let (mean, half_width) = mean_of(&values);
        let touched = 1.0 - untouched;
        Ok(NoisySuccess {
            success: touched * mean + (1.0 - touched) * ideal,
            half_width: touched * half_width,
            untouched,
            trajectories: values.len(),
        })
    }
}

/// Bytes for each basis state that all trajectories share: start, outcomes, success.
const SHARED: u128 = BYTES + 12;

/// How many states fit side by side, at most one a thread.
fn workers(qubits: usize) -> Result<usize> {
    let states = 1_u128 << qubits.min(100);
    let (one, shared) = (states * BYTES, states * SHARED);
    let available = memory::available();
    let room = u128::from(available).saturating_sub(shared);
    if one > room || qubits > 60 {
        let fits = |n: &usize| ((BYTES + SHARED) << n) <= u128::from(available);
        let most = (0..60).rfind(fits).unwrap_or(0);
        let remedy = format!("use `target_qubits` {most} (or fewer), or `estimate`");
        return Err(Error::memory(qubits, one + shared, available, remedy));
    }
    Ok(((room / one) as usize).clamp(1, rayon::current_num_threads()))
}

struct Runs {
    qubits: usize,
    circuit: Propagated,
    start: TrajectoryState,
    /// −ln of the probability that nothing happened up to and including each site.
    exposure: Vec<f64>,
    /// The outcome of each basis state where no error flips it.
    outcomes: Vec<u32>,
    /// The probability that each outcome is read as one that succeeds.
    success: Vec<f64>,
}

impl Runs {
    fn new(circuit: &NoisyCircuit, succeeds: &dyn Fn(u64) -> bool) -> Self {
        let propagated = Propagated::new(circuit);
        let mut start = TrajectoryState::new(circuit.qubits);
        start.start();
        for (axis, quarters) in &propagated.start {
            start.rotate(axis, FRAC_PI_2 * f64::from(*quarters));
        }
        let mut sum = 0.0;
        let mut exposed = |site: &Site| {
            // a site where something always happens still needs a finite share
            sum -= libm::log1p(-site.probability.min(1.0 - f64::EPSILON));
            sum
        };
        Self {
            qubits: circuit.qubits,
            start,
            exposure: propagated.sites.iter().map(&mut exposed).collect(),
            outcomes: outcomes(&propagated.outcome, circuit.qubits),
            success: success_of_outcomes(&circuit.readout, succeeds),
            circuit: propagated,
        }
    }

    fn untouched(&self) -> f64 {
        self.exposure.last().map_or(1.0, |all| libm::exp(-all))
    }

    fn without_noise(&self) -> f64 {
        let mut run = Trajectory::new(self);
        run.restart();
        run.finish()
    }

    /// The values of all trajectories, in order; only of those that were run, if `progress` said
    /// stop.
    fn values(
        &self,
        plan: &TrajectoryPlan,
        workers: usize,
        progress: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Vec<f64> {
        let stopped = AtomicBool::new(false);
        let value = |run: &mut Trajectory, index| {
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            let value = run.trajectory(plan.seed, index);
            if progress().is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
            Some(value)
        };
        // one state a worker
        let of_worker = plan.trajectories.div_ceil(workers);
        let all = (0..plan.trajectories).into_par_iter();
        let values = all
            .with_min_len(of_worker)
            .map_init(|| Trajectory::new(self), value);
        values.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// The sites that noise strikes, ascending; at least one.
    fn struck(&self, random: &mut ChaCha8Rng) -> Vec<usize> {
        let mut struck = Vec::new();
        // of the first one it is known that it comes
        let certain = 1.0 - self.untouched();
        let first: f64 = random.random::<f64>() * certain;
        let mut mark = -libm::log1p(-first);
        loop {
            let next = self.exposure.partition_point(|&exposure| exposure <= mark);
            if next == self.exposure.len() {
                if struck.is_empty() {
                    struck.push(next - 1); // rounding at the very end
                }
                return struck;
            }
            struck.push(next);
            mark = self.exposure[next] - libm::log1p(-random.random::<f64>());
        }
    }
}

/// outcome(x) for all x: bit i is 1 where the i-th operator is −1.
fn outcomes(operators: &[Pauli], qubits: usize) -> Vec<u32> {
    let start = operators.iter().enumerate();
    let start: u32 = start.map(|(i, p)| u32::from(p.phase == 2) << i).sum();
    let flips = |k: usize| -> u32 {
        let bits = operators.iter().enumerate();
        bits.map(|(i, p)| ((p.z >> k & 1) as u32) << i).sum()
    };
    let mut table = vec![start];
    for k in 0..qubits {
        let flip = flips(k);
        table.extend_from_within(..);
        table[1 << k..]
            .iter_mut()
            .for_each(|outcome| *outcome ^= flip);
    }
    table
}

/// One state at a time, its memory kept between trajectories.
struct Trajectory<'a> {
    shared: &'a Runs,
    state: TrajectoryState,
    /// The angles, negative where an error before them anticommutes.
    angles: Vec<f64>,
    /// Up to which rotation the angles are set, and up to which they are applied.
    set: usize,
    applied: usize,
    /// The product of all errors so far; the state inside is this times the stored one.
    error: Pauli,
}

/// Up to this many diagonal rotations are done one by one.
const FEW: usize = 3;

impl<'a> Trajectory<'a> {
    fn new(shared: &'a Runs) -> Self {
        Self {
            shared,
            state: TrajectoryState::new(shared.qubits),
            angles: vec![0.0; shared.circuit.rotations.len()],
            set: 0,
            applied: 0,
            error: Pauli::IDENTITY,
        }
    }

    fn restart(&mut self) {
        self.state.copy_from(&self.shared.start);
        (self.set, self.applied, self.error) = (0, 0, Pauli::IDENTITY);
    }

    fn trajectory(&mut self, seed: u64, index: usize) -> f64 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(index as u64);
        self.restart();
        for site in self.shared.struck(&mut random) {
            let site = &self.shared.circuit.sites[site];
            self.set_angles(site.position);
            match &site.noise {
                Noise::Errors(generators) => {
                    let which = random.random_range(1..1_u32 << generators.len());
                    let chosen = (0..generators.len()).filter(|k| which >> k & 1 == 1);
                    self.error = chosen.fold(self.error, |e, k| e.times(generators[k]));
                }
                Noise::Relaxation { x, z, over } => {
                    self.apply(site.position);
                    let split = (over.no_jump(), over.jump_probability() / site.probability);
                    self.relax((*x, *z), split, random.random());
                }
            }
        }
        self.finish()
    }

    fn set_angles(&mut self, end: usize) {
        for i in self.set..end {
            let (pauli, theta) = self.shared.circuit.rotations[i];
            let reversed = pauli.anticommutes_with(&self.error);
            self.angles[i] = if reversed { -theta } else { theta };
        }
        self.set = end;
    }

    fn apply(&mut self, end: usize) {
        let rotations = &self.shared.circuit.rotations;
        let now = self.applied..end;
        let among = |list: &'a [usize]| -> &'a [usize] {
            let from = list.partition_point(|&i| i < now.start);
            &list[from..list.partition_point(|&i| i < now.end)]
        };
        for layer in &self.shared.circuit.layers {
            let diagonal = among(&layer.diagonal);
            if diagonal.len() > FEW {
                let angles = diagonal.iter().map(|&i| (rotations[i].0.z, self.angles[i]));
                self.state.rotate_diagonal(angles);
            } else {
                for &i in diagonal {
                    self.state.rotate(&rotations[i].0, self.angles[i]);
                }
            }
            for &i in among(&layer.others) {
                self.state.rotate(&rotations[i].0, self.angles[i]);
            }
        }
        self.applied = end;
    }

    /// What happens to the qubit of the operators x and z at an event: a jump to |0⟩ with
    /// probability `jump` times its population, or the diagonal operator.
    fn relax(
        &mut self,
        (x, z): (Pauli, Pauli),
        ([ground, excited], jump): ([f64; 2], f64),
        u: f64,
    ) {
        let sign = if z.anticommutes_with(&self.error) {
            -1.0
        } else {
            1.0
        };
        let population = (1.0 - sign * self.state.expectation(&z)) / 2.0;
        let population = population.clamp(0.0, 1.0);
        let (ground, excited) = if u < jump * population {
            self.error = self.error.times(x);
            (0.0, 1.0)
        } else {
            (ground, excited)
        };
        let norm = (ground * ground * (1.0 - population) + excited * excited * population).sqrt();
        let (alpha, beta) = ((ground + excited) / 2.0, (ground - excited) / 2.0);
        self.state
            .combine(&z, alpha / norm, Complex64::from(sign * beta / norm));
    }

    fn finish(&mut self) -> f64 {
        let end = self.shared.circuit.rotations.len();
        self.set_angles(end);
        self.apply(end);
        let operators = self.shared.circuit.outcome.iter().enumerate();
        let flipped = operators.map(|(i, p)| u32::from(p.anticommutes_with(&self.error)) << i);
        let flip: u32 = flipped.sum();
        let outcomes = self.shared.outcomes.iter().enumerate();
        outcomes
            .map(|(x, outcome)| {
                self.state.probability(x) * self.shared.success[(outcome ^ flip) as usize]
            })
            .sum()
    }
}
