//! ΣX, the transverse field (Farhi et al., arXiv 1411.4028), with one β for all qubits or one for
//! each of them (multi-angle QAOA; Herrman et al. 2022, Sci. Rep. 12, 6781). On a qudit of d levels
//! it is d|u⟩⟨u| − 1, which is X for d = 2.

use super::{Generator, Mixer, MixerAction, MixerForm, MixerName};

pub(super) const NAME: &str = "x";

impl Mixer {
    /// ΣX with one angle a layer.
    pub fn x() -> Self {
        Self::of_qudits(NAME, |_, _| Ok(Generator::Complete))
    }

    /// Σ β_q X_q, an angle for each qubit; for costs from terms.
    pub fn x_per_qubit() -> Self {
        Self {
            name: "x-per-qubit",
            action: MixerForm::EachQubit,
        }
    }
}

impl MixerName {
    /// The name of [`Mixer::x`] in settings.
    pub const X: Self = Self {
        name: NAME,
        about: "Every qubit by itself",
        acts: MixerAction::Qubits,
        layer: "",
    };
}
