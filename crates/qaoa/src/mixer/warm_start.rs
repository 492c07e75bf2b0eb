//! The mixer of warm starts (Egger, Mareček & Woerner, arXiv 2009.10095): d|φ⟩⟨φ| − 1 on each
//! qudit, from the start ⊗φ.

use super::{Generator, Mixer, MixerAction, MixerName};
use crate::error::Error;

impl Mixer {
    /// The start of each qudit: real amplitudes of at least 0, one for each of its levels, with
    /// squares that sum to 1.
    pub fn warm_start(starts: Vec<Vec<f64>>) -> Self {
        Self::of_qudits("warm", move |qudit, _| {
            let start = starts.get(qudit).ok_or_else(|| {
                let found = format!(
                    "starts of {} qudits, and none of qudit {qudit}",
                    starts.len()
                );
                Error::argument("mixer", found, "give a start for each qudit")
            })?;
            Ok(Generator::Toward(start.clone()))
        })
    }
}

impl MixerName {
    /// The name of [`Mixer::warm_start`] in settings.
    pub const WARM: Self = Self {
        name: "warm",
        about: "Every qubit by itself, turned toward a guess",
        acts: MixerAction::WarmQubits,
        layer: "e^{-i beta H} e^{-i gamma C}, cost first, C including the offset, H = sum over qubits of 2 |phi><phi| - 1",
    };
}
