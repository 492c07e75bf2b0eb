//! The XY mixer along a path of each qudit's levels, as gates one after another: on (0,1), (2,3),
//! …, then (1,2), (3,4), … (Hadfield et al., arXiv 1709.03489; Wang et al., arXiv 1904.09314). It
//! is the ring without the gate that closes it, so that on a line of qubits every gate is between
//! neighbors.

use super::{Generator, Mixer, MixerAction, MixerName};

impl Mixer {
    /// The path of each qudit's levels, gate by gate.
    pub fn xy_path() -> Self {
        Self::of_qudits("xy-path", |_, d| Ok(Generator::Edges(path_edges(d))))
    }
}

/// The edges of a path of `d` levels in the order of their gates.
fn path_edges(d: usize) -> Vec<[usize; 2]> {
    let from = |first: usize| (first..d.saturating_sub(1)).step_by(2).map(|a| [a, a + 1]);
    from(0).chain(from(1)).collect()
}

impl MixerName {
    /// The name of [`Mixer::xy_path`] in settings.
    pub const XY_PATH: Self = Self {
        name: "xy-path",
        about: "The one 1 of each register moves along a path, as gates between neighbors",
        acts: MixerAction::Edges(path_edges),
        layer: "M(beta) e^{-i gamma C}, cost first, C including the offset, M = e^{-i beta (XX + YY)/2} on the edges (0,1), (2,3), ..., (1,2), (3,4), ... of each register in this order (RX(2 beta) on a qubit alone)",
    };
}
