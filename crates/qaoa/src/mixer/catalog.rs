//! The mixers that there are: a constructor of each, and of those that settings can name a record.
//!
//! - ΣX: Farhi et al., arXiv 1411.4028; multi-angle: Herrman et al. 2022, Sci. Rep. 12, 6781
//! - XY on graphs: Hadfield et al., arXiv 1709.03489; Wang et al., arXiv 1904.09314
//! - the projector on the start: Bärtschi & Eidenbenz, arXiv 2006.00354
//! - warm starts: Egger, Mareček & Woerner, arXiv 2009.10095

use super::{Generator, Mixer, MixerAction, MixerForm, MixerName};
use crate::error::Error;
use crate::sim::{path_edges, ring_edges};

pub(super) static MIXERS: [MixerName; 6] = [
    MixerName::X,
    MixerName::XY_RING,
    MixerName::XY_PATH,
    MixerName::XY_COMPLETE,
    MixerName::GROVER,
    MixerName::WARM,
];

impl Mixer {
    /// ΣX with one angle a layer. On a qudit of d levels it is d|u⟩⟨u| − 1, which is X for d = 2.
    pub fn x() -> Self {
        Self::of_qudits("x", |_, _| Ok(Generator::Complete))
    }

    /// Σ β_q X_q, an angle for each qubit; for costs from terms.
    pub fn x_per_qubit() -> Self {
        Self {
            name: "x-per-qubit",
            action: MixerForm::EachQubit,
        }
    }

    /// The ring of each qudit's levels, gate by gate: on (0,1), (2,3), …, then (1,2), (3,4), …,
    /// then (d−1,0) where d > 2.
    pub fn xy_ring() -> Self {
        Self::of_qudits("xy-ring", |_, d| Ok(Generator::Edges(ring_edges(d))))
    }

    /// The path of each qudit's levels, gate by gate: the ring without the gate that closes it, so
    /// that on a line of qubits every gate is between neighbors.
    pub fn xy_path() -> Self {
        Self::of_qudits("xy-path", |_, d| Ok(Generator::Edges(path_edges(d))))
    }

    /// The complete graph of each qudit's levels at once: H = d|u⟩⟨u| − 1.
    pub fn xy_complete() -> Self {
        Self::of_qudits("xy-complete", |_, _| Ok(Generator::Complete))
    }

    /// A phase on the uniform state of all qudits together.
    pub fn grover() -> Self {
        Self {
            name: "grover",
            action: MixerForm::Whole,
        }
    }

    /// d|φ⟩⟨φ| − 1 on each qudit, from the start ⊗φ: real amplitudes of at least 0, one for each of
    /// its levels, with squares that sum to 1.
    pub fn warm_start(starts: Vec<Vec<f64>>) -> Self {
        Self::of_qudits("warm", move |qudit, _| {
            let start = starts.get(qudit).ok_or_else(|| {
                let found = format!(
                    "starts of {} qudits, and none of qudit {qudit}",
                    starts.len()
                );
                Error::argument("mixer", found, "give a start for each qudit")
            })?;
            Ok(Generator::Toward(start.clone()))
        })
    }

    /// The edges (a, b) between levels, the same on every qudit, each a gate, in this order.
    /// [`Ansatz::with_mixer`](crate::Ansatz::with_mixer) refuses it where a qudit of more than one
    /// level lacks a level of an edge.
    pub fn xy_graph(edges: impl IntoIterator<Item = [usize; 2]>) -> Self {
        let edges: Vec<[usize; 2]> = edges.into_iter().collect();
        Self::of_qudits("xy-graph", move |_, d| {
            let edges = if d == 1 { Vec::new() } else { edges.clone() };
            Ok(Generator::Edges(edges))
        })
    }

    /// The mixer of each qudit, qudit 0 first; all share one β a layer.
    /// [`Ansatz::with_mixer`](crate::Ansatz::with_mixer) refuses it where it has not one for each
    /// qudit, or one of them acts on all qudits at once.
    pub fn product(mixers: Vec<Mixer>) -> Self {
        Self::of_qudits("product", move |qudit, d| {
            let part = mixers.get(qudit).map(|mixer| (mixer.name, &mixer.action));
            match part {
                Some((_, MixerForm::EachQudit(generator))) => generator(qudit, d),
                Some((name, MixerForm::Whole | MixerForm::EachQubit)) => Err(Error::argument(
                    "mixer",
                    format!("{name} as the mixer of qudit {qudit} alone"),
                    "use a mixer that acts on each qudit by itself",
                )),
                None => Err(Error::argument(
                    "mixer",
                    format!(
                        "a product of {} mixers, and none for qudit {qudit}",
                        mixers.len()
                    ),
                    "give a mixer for each qudit",
                )),
            }
        })
    }
}

impl MixerName {
    /// The name of [`Mixer::x`] in settings.
    pub const X: Self = Self {
        name: "x",
        about: "Every qubit by itself",
        acts: MixerAction::Qubits,
        layer: "",
    };

    /// The name of [`Mixer::xy_ring`] in settings.
    pub const XY_RING: Self = Self {
        name: "xy-ring",
        about: "The one 1 of each register moves around a ring, as gates",
        acts: MixerAction::Edges(ring_edges),
        layer: "M(beta) e^{-i gamma C}, cost first, C including the offset, M = e^{-i beta (XX + YY)/2} on the edges (0,1), (2,3), ..., (1,2), (3,4), ..., (d-1,0) of each register in this order (RX(2 beta) on a qubit alone)",
    };

    /// The name of [`Mixer::xy_path`] in settings.
    pub const XY_PATH: Self = Self {
        name: "xy-path",
        about: "The one 1 of each register moves along a path, as gates between neighbors",
        acts: MixerAction::Edges(path_edges),
        layer: "M(beta) e^{-i gamma C}, cost first, C including the offset, M = e^{-i beta (XX + YY)/2} on the edges (0,1), (2,3), ..., (1,2), (3,4), ... of each register in this order (RX(2 beta) on a qubit alone)",
    };

    /// The name of [`Mixer::xy_complete`] in settings.
    pub const XY_COMPLETE: Self = Self {
        name: "xy-complete",
        about: "All levels of each register at once",
        acts: MixerAction::AllLevels,
        layer: "e^{-i beta H} e^{-i gamma C}, cost first, C including the offset, H = sum over registers of d |u><u| - 1 over d levels (X on a qubit alone)",
    };

    /// The name of [`Mixer::grover`] in settings.
    pub const GROVER: Self = Self {
        name: "grover",
        about: "A phase on the initial state of the whole space",
        acts: MixerAction::Whole,
        layer: "e^{-i beta H} e^{-i gamma C}, cost first, C including the offset, H = |s><s| with s the state at the start",
    };

    /// The name of [`Mixer::warm_start`] in settings.
    pub const WARM: Self = Self {
        name: "warm",
        about: "Every qubit by itself, turned toward a guess",
        acts: MixerAction::WarmQubits,
        layer: "e^{-i beta H} e^{-i gamma C}, cost first, C including the offset, H = sum over qubits of 2 |phi><phi| - 1",
    };
}
