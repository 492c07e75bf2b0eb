//! From an ansatz to a circuit that a device can run: variables get qubits, gates between qubits
//! that are not coupled get help.
//!
//! The phases of a layer all commute, and general compilers do not use that. Three methods do. Each
//! is searched with the weights of every goal, every circuit found is translated into the gates of
//! the device and rated by its noise, and the best is taken, by estimated fidelity, by gates or by
//! depth:
//!
//! - [`CompileMethod::SwapNetwork`]: the variables on a line through the device, every two meet
//!   once while neighbors change places; each phase is merged with its swap, the order annealed;
//! - [`CompileMethod::Mixed`]: in the first layer, where |+⟩ⁿ makes them cheap, the parities of all
//!   pairs are carried along a line by CX alone; swap networks in the layers after it;
//! - [`CompileMethod::Direct`]: placed near to its couplings on the whole device, swaps one by one,
//!   for sparse models; where all qubits are coupled in rounds of disjoint pairs or, on a chain of
//!   ions, one after the other so that variables begin late.
//!
//! A second layer goes the way of the first one back. Other gates on two qubits are routed in
//! between, in their order. The circuit measures so that outcome bit i is variable i, wherever it
//! ended. Same program, device and settings, same circuit. No optimum is promised.

mod direct;
mod lowered;
mod network;
mod parity;
mod route;
mod strategy;

use crate::circuit::{Circuit, Gate, Program};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::native::translate;
use crate::noise::{NoiseModel, NoisyCircuit};
use lowered::Lowered;
use route::Graph;
use std::ops::ControlFlow;
use strategy::RoutingTask;
use strategy::SearchWeights;
use strum::VariantArray;

/// What makes a circuit better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum CompileGoal {
    /// The estimated fidelity; for a device without known errors, [`CompileGoal::Gates`].
    #[default]
    Fidelity,
    /// Fewer two-qubit gates, then less depth.
    Gates,
    /// Less two-qubit depth, then fewer gates.
    Depth,
}

impl CompileGoal {
    /// The name in records.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How the phases of a layer become gates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr, strum::VariantArray)]
pub enum CompileMethod {
    /// The annealed swap network on a line.
    #[strum(serialize = "swap network")]
    SwapNetwork,
    /// The parity network on a line in the first layer, swap networks after it.
    #[strum(serialize = "parity network, then swap networks")]
    Mixed,
    /// Direct routing.
    #[strum(serialize = "direct routing")]
    Direct,
}

impl CompileMethod {
    /// The name in outputs and records.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Settings of [`compile`]: goal, method, gates and seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CompileSettings {
    /// What is best.
    pub goal: CompileGoal,
    /// The one method that is tried; all of them where none is named.
    pub method: Option<CompileMethod>,
    /// Whether IBM's fractional gates may be used: rx by any angle and rzz by 0 … π/2.
    pub fractional: bool,
    /// Where the searches begin.
    pub seed: u64,
}

/// A circuit for a device, and all those that it was chosen from.
///
/// ```
/// use ketboard_circuits::{CompileSettings, Device, Program, compile};
/// use ketboard_qaoa::Angles;
///
/// let angles = Angles { gammas: vec![0.3], betas: vec![-0.5] };
/// let program = Program::qaoa(&[(vec![0, 1], 0.5), (vec![0, 2], 0.5)], 3, &angles);
/// let compiled = compile(&program, &Device::named("torino")?, &CompileSettings::default(), None)?;
/// assert_eq!((compiled.circuit.qubits(), compiled.placement.len()), (133, 3));
/// assert!(compiled.candidates.contains(&compiled.chosen));
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Compiled {
    /// The circuit on all qubits of the device, of h, x, rx, ry, rz and cx; outcome bit i is
    /// variable i.
    pub circuit: Circuit,
    /// The same in the gates of the device: what it is rated as.
    pub native: Circuit,
    /// Variable → qubit at the start; where it is in the end is [`Circuit::measured`].
    pub placement: Vec<usize>,
    /// Gates, depth and estimated fidelity of this circuit.
    pub chosen: Candidate,
    /// All circuits that were found, the chosen one included, in the order of the search; two of
    /// one method that cost the same are listed once.
    pub candidates: Vec<Candidate>,
}

/// A circuit that the search found: its method, gates, depth and estimated fidelity on the device.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The method that found it.
    pub method: CompileMethod,
    /// Gates on two qubits of the native circuit: where ZZ(θ) is a gate, CX RZ CX counts once.
    pub two_qubit_gates: usize,
    /// The longest chain of them.
    pub two_qubit_depth: usize,
    /// The product over all gates, waits and readouts of the native circuit
    /// ([`NoisyCircuit::estimated_fidelity`]); none for a device without known errors.
    pub estimated_fidelity: Option<f64>,
}

/// The program on the device. Fails if the program is not sound (a qubit that there is not, an
/// angle that is not finite, no qubits), if the device's usable couplings join too few qubits, if
/// the method needs a line that long and none was found, or if the device lacks the gates that the
/// settings need.
pub fn compile(
    program: &Program,
    device: &Device,
    settings: &CompileSettings,
    ask: Option<&dyn Fn() -> ControlFlow<()>>,
) -> Result<Compiled> {
    let ask = ask.unwrap_or(&|| ControlFlow::Continue(()));
    let found = searched_circuits(program, device, settings, ask)?;
    let mut candidates: Vec<Candidate> = Vec::new();
    for circuit in &found {
        if !candidates.contains(&circuit.chosen) {
            candidates.push(circuit.chosen);
        }
    }
    let best = found.into_iter().reduce(|best, new| {
        if new.chosen.is_better(&best.chosen, settings.goal) {
            new
        } else {
            best
        }
    });
    let best = best.map(|best| Compiled { candidates, ..best });
    best.ok_or_else(|| {
        let found = format!(
            "no line of {} qubits was found on {}",
            program.qubits, device.name
        );
        let remedy = "use the direct method, which needs no line, or a larger device";
        Error::argument("method", found, remedy)
    })
}

/// Every circuit that is found for the program, whatever the goal.
fn searched_circuits(
    program: &Program,
    device: &Device,
    settings: &CompileSettings,
    ask: &dyn Fn() -> ControlFlow<()>,
) -> Result<Vec<Compiled>> {
    let lowered = Lowered::of(program)?;
    device.check_width(program.qubits)?;
    let graph = Graph::of(device, program.qubits);
    let joined = graph.largest_part();
    if joined < program.qubits {
        let (name, all) = (&device.name, device.qubits);
        let found = format!(
            "the usable couplings of {name} join at most {joined} of its {all} qubits, the program has {}",
            program.qubits
        );
        let remedy = "choose a device whose qubits are connected, or reduce the model further";
        return Err(Error::argument("device", found, remedy));
    }
    let line = network::embedded(&graph, program.qubits);
    let along = line.map(|line| (graph.along(&line), line));
    let pairs = lowered.pairs();
    let model = NoiseModel::as_far_as_known(device);
    let is_chain = model.is_some() && device.entangler.is_of_ions();
    let all = CompileMethod::VARIANTS;
    let tried = settings.method.as_ref().map_or(all, std::slice::from_ref);
    let mut found = Vec::new();
    for weights in searched(device, program.qubits) {
        for &method in tried {
            if ask().is_break() {
                return Err(Error::STOPPED);
            }
            let (graph, line) = match (method, &along) {
                (CompileMethod::Direct, _) => (&graph, &[][..]),
                (_, Some((graph, line))) => (graph, &line[..]),
                (_, None) => continue,
            };
            let task = RoutingTask {
                program: &lowered,
                pairs: &pairs,
                method,
                graph,
                line,
                all_to_all: device.is_all_to_all(),
                begins_late: is_chain && weights.error > 0.0,
                weights,
                seed: settings.seed,
            };
            let Some((start, state)) = task.routed() else {
                continue;
            };
            for gates in spellings(state.gates, device, settings.fractional) {
                let places = (start.clone(), state.places.at.clone());
                let rater = (device, model.as_ref(), settings.fractional);
                found.push(rated(gates, places, method, rater)?);
            }
        }
    }
    Ok(found)
}

/// The weights of gates and depth in the searches, one for each goal. All are made whatever the
/// goal is: a search is a heuristic, and another one's circuit may be the better one.
fn searched(device: &Device, n: usize) -> Vec<SearchWeights> {
    let of = |gate, depth, error| SearchWeights { gate, depth, error };
    let mut searched = vec![of(1.0, 0.01, 0.0), of(0.01, 1.0, 0.0)];
    if let Some(errors) = device.errors.filter(|errors| errors.two_qubit > 0.0) {
        // a step of depth costs what relaxation takes from all qubits meanwhile
        let known = device.times.zip(device.relaxation);
        let lost = known.map_or(0.0, |(times, relaxation)| {
            let us = times.two_qubit_ns / 1000.0;
            us * (0.25 / relaxation.t1_us + 0.5 / relaxation.t2_us)
        });
        let depth = n as f64 * lost / errors.two_qubit;
        searched.insert(0, of(1.0, depth, 1.0 / errors.two_qubit));
    }
    searched
}

/// The gates in each of the ways to write them that may be best on the device: without CX that do
/// nothing, and, where ZZ(θ) is a gate, with both CX of each.
fn spellings(gates: Vec<Gate>, device: &Device, fractional: bool) -> Vec<Vec<Gate>> {
    if device.entangler.is_of_ions() {
        return vec![gates];
    }
    let mut spellings = vec![lowered::tidied(gates.clone(), device.qubits)];
    spellings.extend(fractional.then_some(gates));
    spellings
}

fn rated(
    gates: Vec<Gate>,
    (start, end): (Vec<usize>, Vec<usize>),
    method: CompileMethod,
    (device, model, fractional): (&Device, Option<&NoiseModel>, bool),
) -> Result<Compiled> {
    let mut circuit = Circuit::new(device.qubits);
    circuit.extend(gates);
    circuit.measure(end);
    let native = translate(&circuit, device, fractional)?;
    let fidelity = |model| NoisyCircuit::new(&native, model).estimated_fidelity();
    let chosen = Candidate {
        method,
        two_qubit_gates: native.two_qubit_gates(),
        two_qubit_depth: native.two_qubit_depth(),
        estimated_fidelity: model.map(fidelity),
    };
    Ok(Compiled {
        circuit,
        native,
        placement: start,
        chosen,
        candidates: vec![chosen],
    })
}

impl Candidate {
    /// Whether it serves the goal better than another; of equal ones the more faithful.
    fn is_better(&self, other: &Self, goal: CompileGoal) -> bool {
        let rank = |of: &Self| {
            let (gates, depth) = (of.two_qubit_gates as f64, of.two_qubit_depth as f64);
            let loss = -of.estimated_fidelity.unwrap_or(0.0);
            match goal {
                CompileGoal::Fidelity => [loss, gates, depth],
                CompileGoal::Gates => [gates, depth, loss],
                CompileGoal::Depth => [depth, gates, loss],
            }
        };
        rank(self) < rank(other)
    }
}

#[cfg(test)]
mod tests;
