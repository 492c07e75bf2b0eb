//! The XY mixer on all pairs of levels of each qudit at once (Wang et al., arXiv 1904.09314): H = d|u⟩⟨u| − 1.

use super::{Generator, Mixer};

impl Mixer {
    /// The complete graph of each qudit's levels.
    pub fn xy_complete() -> Self {
        Self::of_qudits("xy-complete", |_, _| Ok(Generator::Complete))
    }
}
