//! How series of runs are named: by the settings in which they differ.

use super::{SETTINGS, Setting, Settings};

impl Setting {
    /// The name in words: `target qubits`.
    pub(crate) fn words(&self) -> String {
        self.name.replace('_', " ")
    }

    /// The value as a label shows it: behind the name, unless it says what it is.
    fn shown(&self, settings: &Settings) -> String {
        let value = self.get(settings);
        if self.is_plain {
            value
        } else {
            format!("{} {value}", self.words())
        }
    }
}

/// In what each one differs from the others, such as `mixer grover, interp`; empty where there is
/// one.
pub(crate) fn differences(all: &[Settings]) -> Vec<String> {
    let meant = |one: &Settings| one.with_space().unwrap_or_else(|_| one.clone());
    let meant: Vec<Settings> = all.iter().map(meant).collect();
    let differs = |setting: &&Setting| {
        let values = |one| setting.value(one) != setting.value(&meant[0]);
        meant.iter().any(values)
    };
    let differing: Vec<&Setting> = SETTINGS.iter().filter(differs).collect();
    let label = |settings: &Settings| {
        let parts = differing.iter().map(|setting| setting.shown(settings));
        parts.collect::<Vec<_>>().join(", ")
    };
    meant.iter().map(label).collect()
}
