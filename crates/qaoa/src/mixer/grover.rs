//! The Grover mixer |s⟩⟨s|, s uniform over all basis states (Bärtschi & Eidenbenz, arXiv
//! 2006.00354): states of equal energy keep equal amplitudes.

use super::{Mixer, MixerAction, MixerForm, MixerName};

impl Mixer {
    /// A phase on the uniform state of all qudits together.
    pub fn grover() -> Self {
        Self {
            name: "grover",
            action: MixerForm::Whole,
        }
    }
}

impl MixerName {
    /// The name of [`Mixer::grover`] in settings.
    pub const GROVER: Self = Self {
        name: "grover",
        about: "A phase on the initial state of the whole space",
        acts: MixerAction::Whole,
        layer: "e^{-i beta H} e^{-i gamma C}, cost first, C including the offset, H = |s><s| with s the state at the start",
    };
}
