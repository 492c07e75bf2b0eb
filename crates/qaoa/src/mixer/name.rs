//! The mixers that a setting can name, and what each of them acts on.

use super::catalog::MIXERS;
use std::fmt;

/// What a named mixer acts on, and how.
#[derive(Clone, Copy, Debug)]
pub enum MixerAction {
    /// Each qubit by itself: X.
    Qubits,
    /// Each qubit by itself, from the start of a guess.
    WarmQubits,
    /// All levels of each qudit at once: d|u⟩⟨u| − 1.
    AllLevels,
    /// Gates along the edges of a graph between the levels of each one-hot qudit of d levels, in
    /// order.
    Edges(fn(usize) -> Vec<[usize; 2]>),
    /// All qudits at once: the projector on the start.
    Whole,
}

/// A mixer that a setting can name.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct MixerName {
    /// The name on the command line and in records.
    pub name: &'static str,
    /// What the mixer does, in a line of help.
    pub about: &'static str,
    /// What it acts on.
    pub acts: MixerAction,
    /// A layer with it, in ASCII, for the head of an exported circuit; empty where the name says
    /// it.
    pub layer: &'static str,
}

impl MixerName {
    /// All mixers that can be named, in the order of the help text.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        MIXERS.iter().copied()
    }

    /// Whether a guess says where it starts.
    pub fn is_warm(self) -> bool {
        matches!(self.acts, MixerAction::WarmQubits)
    }

    /// The mixer that is called so.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|mixer| mixer.name == name)
    }
}

impl Default for MixerName {
    fn default() -> Self {
        Self::X
    }
}

impl PartialEq for MixerName {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for MixerName {}

impl fmt::Debug for MixerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mixer_has_a_name_of_its_own_and_is_found_by_it() {
        for (k, mixer) in MixerName::all().enumerate() {
            assert_eq!(MixerName::from_name(mixer.name), Some(mixer));
            assert!(MixerName::all().skip(k + 1).all(|other| other != mixer));
            assert!(!mixer.about.is_empty());
        }
        assert_eq!(MixerName::from_name("none"), None);
        assert_eq!(MixerName::default().name, "x");
    }

    #[test]
    fn the_edges_of_a_graph_join_levels_that_are_there() {
        let graphs = MixerName::all().filter_map(|mixer| {
            if let MixerAction::Edges(edges) = mixer.acts {
                return Some(edges);
            }
            None
        });
        for (edges, d) in graphs.flat_map(|edges| (1..9).map(move |d| (edges, d))) {
            for [a, b] in edges(d) {
                assert!(a != b && a.max(b) < d, "{a} and {b} of {d}");
            }
        }
    }
}
