//! From an ansatz to a circuit that a device can run: variables get qubits, gates between qubits
//! that are not coupled get help.
//!
//! The phases of a layer all commute, and general compilers do not use that. Three methods do, and
//! the best of them is taken, by estimated fidelity, by gates or by depth:
//!
//! - [`CompileMethod::SwapNetwork`]: the variables on a line through the device, every two meet
//!   once while neighbors change places; each phase is merged with its swap, the order on the line
//!   annealed;
//! - [`CompileMethod::Parity`]: the parities of all pairs are carried along a line by CX alone,
//!   without swaps: fewest gates for dense models;
//! - [`CompileMethod::Direct`]: placed near to its couplings on the whole device, swaps one by one:
//!   for sparse models; rounds of disjoint pairs where all qubits are coupled.
//!
//! A second layer goes the way of the first one back. Other gates on two qubits (preparations,
//! mixers on registers, phases on more than two variables as ladders of CX) are routed in between,
//! on the line or on the device, in their order. The circuit measures so that outcome bit i is
//! variable i, wherever it ended. Same program, device and settings, same circuit. No optimum is
//! promised.

mod anneal;
mod board;
mod direct;
mod estimate;
mod graph;
mod line;
mod network;
mod parity;
mod plan;
mod program;
mod rounds;
mod route;
mod strategy;
mod tidy;

pub use program::{Layer, Program};

use crate::circuit::Circuit;
use crate::device::{Device, Entangler};
use crate::error::{Error, Result};
use anneal::Weights;
use graph::Graph;
use std::ops::ControlFlow;
use strategy::{Setting, Strategy};

/// What makes a circuit better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The estimated fidelity; for a device without known errors, [`Goal::Gates`].
    #[default]
    Fidelity,
    /// Fewer two-qubit gates, then less depth.
    Gates,
    /// Less two-qubit depth, then fewer gates.
    Depth,
}

impl Goal {
    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fidelity => "fidelity",
            Self::Gates => "gates",
            Self::Depth => "depth",
        }
    }
}

/// How the phases of a layer are brought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CompileMethod {
    /// The best of the others.
    #[default]
    Auto,
    /// The annealed swap network on a line.
    SwapNetwork,
    /// The parity network on a line.
    Parity,
    /// Direct routing.
    Direct,
}

impl CompileMethod {
    /// The name for people and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::SwapNetwork => "swap network",
            Self::Parity => "parity network",
            Self::Direct => "direct routing",
        }
    }
}

/// What is asked of [`compile`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CompileSettings {
    /// What is best.
    pub goal: Goal,
    /// Which methods are tried.
    pub method: CompileMethod,
    /// Where the searches begin.
    pub seed: u64,
}

/// A circuit for a device.
#[derive(Clone, PartialEq, Debug)]
pub struct Compiled {
    /// The circuit on all qubits of the device, of h, x, rx, ry, rz and cx; outcome bit i is
    /// variable i.
    pub circuit: Circuit,
    /// Variable → qubit at the start; where it is in the end is [`Circuit::measured`].
    pub placement: Vec<usize>,
    /// The method that was best.
    pub method: CompileMethod,
    /// Gates on two qubits, as the device does them: where ZZ(θ) is a gate, CX RZ CX counts once.
    pub two_qubit_gates: usize,
    /// The longest chain of them.
    pub two_qubit_depth: usize,
    /// The product formula; none for a device without known errors.
    pub estimated_fidelity: Option<f64>,
}

/// The program on the device.
///
/// # Errors
/// If the program is not sound (a qubit that there is not, an angle that is not finite, no qubits),
/// if the device's usable couplings join fewer qubits than the program has, or if the method needs
/// a line that long and none was found.
pub fn compile(program: &Program, device: &Device, settings: &CompileSettings) -> Result<Compiled> {
    compile_asking(program, device, settings, &|| ControlFlow::Continue(()))
}

/// [`compile`], asking before each search for a circuit whether to go on.
///
/// # Errors
/// As [`compile`]; [`Error::Stopped`] where `ask` says stop.
pub fn compile_asking(
    program: &Program,
    device: &Device,
    settings: &CompileSettings,
    ask: &dyn Fn() -> ControlFlow<()>,
) -> Result<Compiled> {
    let lowered = program.lowered()?;
    check_size(device, program.qubits)?;
    let graph = Graph::of(device, program.qubits);
    let joined = graph.largest_part();
    if joined < program.qubits {
        return Err(Error::argument(
            "device",
            format!(
                "the usable couplings of {} join at most {joined} of its {} qubits, the program has {}",
                device.name, device.qubits, program.qubits
            ),
            "choose a device whose qubits are connected, or reduce the model further",
        ));
    }
    let line = line::embedded(&graph, program.qubits, settings.seed);
    let mut best: Option<Compiled> = None;
    for weights in searched(settings.goal, device, program.qubits) {
        let setting = Setting {
            program: &lowered,
            graph: &graph,
            all_to_all: device.is_all_to_all(),
            weights,
            seed: settings.seed,
        };
        for &(method, strategy) in tried(settings.method) {
            if ask().is_break() {
                return Err(Error::Stopped);
            }
            let Some(routed) = strategy::routed(&setting, strategy, line.as_deref()) else {
                continue;
            };
            let compiled = finished(routed, method, device);
            if best
                .as_ref()
                .is_none_or(|best| is_better(&compiled, best, settings.goal))
            {
                best = Some(compiled);
            }
        }
    }
    best.ok_or_else(|| {
        Error::argument(
            "method",
            format!(
                "no line of {} qubits was found on {}",
                program.qubits, device.name
            ),
            "use the direct method, which needs no line, or a larger device",
        )
    })
}

fn check_size(device: &Device, qubits: usize) -> Result<()> {
    if qubits <= device.qubits {
        return Ok(());
    }
    Err(Error::argument(
        "device",
        format!(
            "{} has {} qubits, the program {qubits}",
            device.name, device.qubits
        ),
        "choose a larger device, or reduce the model further (`target_qubits`)",
    ))
}

fn tried(method: CompileMethod) -> &'static [(CompileMethod, Strategy)] {
    const ALL: [(CompileMethod, Strategy); 3] = [
        (CompileMethod::SwapNetwork, Strategy::SwapNetwork),
        (CompileMethod::Parity, Strategy::Parity),
        (CompileMethod::Direct, Strategy::Direct),
    ];
    match method {
        CompileMethod::Auto => &ALL,
        CompileMethod::SwapNetwork => &ALL[..1],
        CompileMethod::Parity => &ALL[1..2],
        CompileMethod::Direct => &ALL[2..],
    }
}

/// What gates and depth count in the searches for a goal; each search is made with all of these.
fn searched(goal: Goal, device: &Device, n: usize) -> Vec<Weights> {
    let of = |gate, depth, error| Weights { gate, depth, error };
    let fewest = of(1.0, 0.01, 0.0);
    match (goal, device.errors, device.times.zip(device.relaxation)) {
        (Goal::Fidelity, Some(errors), Some((times, relaxation))) if errors.two_qubit > 0.0 => {
            // a step of depth costs what relaxation takes from all qubits meanwhile
            let us = times.two_qubit_ns / 1000.0;
            let lost = us * (0.25 / relaxation.t1_us + 0.5 / relaxation.t2_us);
            let depth = n as f64 * lost / errors.two_qubit;
            vec![of(1.0, depth, 1.0 / errors.two_qubit), fewest]
        }
        (Goal::Depth, ..) => vec![of(0.01, 1.0, 0.0)],
        (Goal::Fidelity | Goal::Gates, ..) => vec![fewest],
    }
}

fn finished(routed: strategy::Routed, method: CompileMethod, device: &Device) -> Compiled {
    let fuses = matches!(device.entangler, Entangler::Zz | Entangler::Ms);
    let mut circuit = Circuit::new(device.qubits);
    // a ZZ that the device does in one keeps both of its CX
    circuit.extend(if fuses {
        routed.gates
    } else {
        tidy::tidied(routed.gates, device.qubits)
    });
    circuit.measure(routed.end);
    let (two_qubit_gates, two_qubit_depth) = estimate::two_qubit_cost(&circuit, device);
    Compiled {
        estimated_fidelity: estimate::fidelity(&circuit, device),
        circuit,
        placement: routed.start,
        method,
        two_qubit_gates,
        two_qubit_depth,
    }
}

fn is_better(new: &Compiled, old: &Compiled, goal: Goal) -> bool {
    let by_gates = |c: &Compiled| (c.two_qubit_gates, c.two_qubit_depth);
    match (goal, new.estimated_fidelity, old.estimated_fidelity) {
        (Goal::Fidelity, Some(new), Some(old)) => new > old,
        (Goal::Depth, ..) => {
            let by_depth = |c: &Compiled| (c.two_qubit_depth, c.two_qubit_gates);
            by_depth(new) < by_depth(old)
        }
        (Goal::Fidelity | Goal::Gates, ..) => by_gates(new) < by_gates(old),
    }
}

#[cfg(test)]
mod tests;
