//! Which registers and which mixer go together, and which are meant where one or both are left out.

use super::Settings;
use crate::error::{Error, Result};
use ketboard_puzzles::RegisterChoice;
use ketboard_qaoa::mixers::{MixerAction, MixerName};

impl Settings {
    /// The registers and the mixer that are meant; `None` for plain qubits under ΣX.
    ///
    /// # Errors
    /// If the registers and the mixer make no sense together, or a warm start stands without its
    /// mixer.
    pub(crate) fn registers_and_mixer(&self) -> Result<Option<(RegisterChoice, MixerName)>> {
        use RegisterChoice::{Auto, OneHot, Qubits};
        self.check_warm_start()?;
        let choice = self.registers;
        let Some(mixer) = self.mixer else {
            let choice = choice.filter(|&choice| choice != Qubits);
            return Ok(choice.map(|choice| (choice, MixerName::XY_COMPLETE)));
        };
        let named = choice.map_or("", |choice| choice.name());
        let (found, remedy) = match (mixer.acts, choice) {
            (MixerAction::Qubits, None | Some(Qubits)) => return Ok(None),
            (MixerAction::Qubits, Some(_)) => (
                format!("x leaves the legal states of `registers` {named}"),
                "use `mixer` xy-complete, xy-ring or grover; or `registers` qubits",
            ),
            (MixerAction::Edges(_) | MixerAction::AllLevels, None)
            | (MixerAction::Edges(_), Some(Auto)) => return Ok(Some((OneHot, mixer))),
            (MixerAction::Edges(_) | MixerAction::AllLevels, Some(Qubits)) => (
                format!(
                    "{} mixes the levels of a register, and a qubit alone has none to exchange",
                    mixer.name
                ),
                "use `mixer` x; or `registers` auto, rows, columns or regions",
            ),
            (MixerAction::WarmQubits, Some(other)) if other != Qubits => (
                format!("warm turns single qubits, and `registers` {named} has none"),
                "use `registers` qubits",
            ),
            (_, choice) => return Ok(Some((choice.unwrap_or_default(), mixer))),
        };
        Err(Error::setting("mixer", found, remedy))
    }

    fn check_warm_start(&self) -> Result<()> {
        let given = [
            ("warm_start", self.warm_start.is_some()),
            ("warm_epsilon", self.warm_epsilon.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) if !self.mixer.is_some_and(MixerName::is_warm) => {
                let found = "only `mixer` warm begins with a guess";
                Err(Error::setting(*name, found, "add `mixer` warm"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The names of the registers and the mixer that are meant; `None` where they make no sense
    /// together.
    pub(crate) fn space(&self) -> Option<(&'static str, &'static str)> {
        let meant = self.registers_and_mixer().ok()?;
        let (choice, mixer) = meant.unwrap_or((RegisterChoice::Qubits, MixerName::X));
        Some((choice.name(), mixer.name))
    }

    /// The same settings with the registers and the mixer that are meant.
    ///
    /// # Errors
    /// As [`Self::registers_and_mixer`].
    pub(crate) fn with_space(&self) -> Result<Self> {
        let meant = self.registers_and_mixer()?;
        let (choice, mixer) = meant.unwrap_or((RegisterChoice::Qubits, MixerName::X));
        Ok(Self {
            registers: Some(choice),
            mixer: Some(mixer),
            ..self.clone()
        })
    }

    /// The same with the reduction that is meant, too: a space of registers needs no deduction
    /// beyond the paper's.
    ///
    /// # Errors
    /// As [`Self::registers_and_mixer`].
    pub(crate) fn meant(&self) -> Result<Self> {
        let settings = self.with_space()?;
        Ok(match settings.registers {
            None | Some(RegisterChoice::Qubits) => settings,
            Some(_) => settings.by_the_paper_alone(),
        })
    }
}
