//! The XY mixer around a ring of each qudit's levels, as gates one after another (Hadfield et al.,
//! arXiv 1709.03489; Wang et al., arXiv 1904.09314): on (0,1), (2,3), …, then (1,2), (3,4), …, then
//! (d−1,0) where d > 2.

use super::{Generator, Mixer, MixerAction, MixerName};
use crate::sim::ring_edges;

impl Mixer {
    /// The ring of each qudit's levels, gate by gate.
    pub fn xy_ring() -> Self {
        Self::of_qudits("xy-ring", |_, d| Ok(Generator::Edges(ring_edges(d))))
    }
}

impl MixerName {
    /// The name of [`Mixer::xy_ring`] in settings.
    pub const XY_RING: Self = Self {
        name: "xy-ring",
        about: "The one 1 of each register moves around a ring, as gates",
        acts: MixerAction::Edges(ring_edges),
        layer: "M(beta) e^{-i gamma C}, cost first, C including the offset, M = e^{-i beta (XX + YY)/2} on the edges (0,1), (2,3), ..., (1,2), (3,4), ..., (d-1,0) of each register in this order (RX(2 beta) on a qubit alone)",
    };
}
