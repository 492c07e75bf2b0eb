//! How records made by hand were run.

use crate::settings::Settings;

/// Settings in which nothing is unusual.
pub(crate) fn setting() -> Settings {
    Settings {
        starts: 3,
        seed: 1,
        ..Settings::default()
    }
}
