//! The XY mixer on any graph of each qudit's levels: the gates e^{−iβ(|a⟩⟨b| + |b⟩⟨a|)} of its
//! edges, one after another in the given order (Hadfield et al., arXiv 1709.03489, section 4.2).

use super::{Generator, Mixer};

impl Mixer {
    /// The edges (a, b) between levels, the same on every qudit, each a gate, in this order. Qudits
    /// of one level are left alone.
    ///
    /// Where a qudit has no level of an edge, [`Ansatz::with_mixer`](crate::Ansatz::with_mixer)
    /// refuses the mixer.
    pub fn xy_graph(edges: impl IntoIterator<Item = [usize; 2]>) -> Self {
        let edges: Vec<[usize; 2]> = edges.into_iter().collect();
        Self::of_qudits("xy-graph", move |_, d| {
            let edges = if d == 1 { Vec::new() } else { edges.clone() };
            Ok(Generator::Edges(edges))
        })
    }
}
