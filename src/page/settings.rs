//! The settings of a study: each once, and by what it differs from the others.

use crate::pipeline::Record;
use crate::settings::{Settings, differences};

/// One setting among those of the study.
#[derive(Clone, Debug)]
pub(super) struct NamedSetting {
    /// The setting itself.
    pub(super) setting: Settings,
    /// How it differs from the others: `mixer grover, interp`; empty for the only one.
    pub(super) label: String,
}

/// The different settings of the records, in the order in which they first appear.
pub(super) fn settings(records: &[Record]) -> Vec<NamedSetting> {
    let mut different: Vec<Settings> = Vec::new();
    for record in records {
        if !different.contains(&record.setting) {
            different.push(record.setting.clone());
        }
    }
    let labels = differences(&different);
    let named = different.into_iter().zip(labels);
    named
        .map(|(setting, label)| NamedSetting { setting, label })
        .collect()
}
