//! The Grover mixer |s⟩⟨s|, s uniform over all basis states (Bärtschi & Eidenbenz, arXiv 2006.00354): states of equal energy
//! keep equal amplitudes.

use super::{Action, Mixer};

impl Mixer {
    /// A phase on the uniform state of all qudits together.
    pub fn grover() -> Self {
        Self {
            name: "grover",
            action: Action::Whole,
        }
    }
}
