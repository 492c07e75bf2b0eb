//! The XY mixer around a ring of each qudit's levels, as gates one after another (Hadfield et al., arXiv 1709.03489; Wang et
//! al., arXiv 1904.09314): on (0,1), (2,3), …, then (1,2), (3,4), …, then (d−1,0) where d > 2.

use super::{Generator, Mixer};
use crate::sim::registers::ring_edges;

impl Mixer {
    /// The ring of each qudit's levels, gate by gate.
    pub fn xy_ring() -> Self {
        Self::of_qudits("xy-ring", |_, d| Ok(Generator::Edges(ring_edges(d))))
    }
}
