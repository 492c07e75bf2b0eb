//! The XY mixer on all pairs of levels of each qudit at once (Wang et al., arXiv 1904.09314): H =
//! d|u⟩⟨u| − 1.

use super::{Generator, Mixer, MixerAction, MixerName};

impl Mixer {
    /// The complete graph of each qudit's levels.
    pub fn xy_complete() -> Self {
        Self::of_qudits("xy-complete", |_, _| Ok(Generator::Complete))
    }
}

impl MixerName {
    /// The name of [`Mixer::xy_complete`] in settings.
    pub const XY_COMPLETE: Self = Self {
        name: "xy-complete",
        about: "All levels of each register at once",
        acts: MixerAction::AllLevels,
        layer: "e^{-i beta H} e^{-i gamma C}, cost first, C including the offset, H = sum over registers of d |u><u| - 1 over d levels (X on a qubit alone)",
    };
}
