//! How records made by hand were run.

use crate::lab::Setting;

/// A setting in which nothing is unusual.
pub(crate) fn setting() -> Setting {
    Setting {
        reduce: None,
        target_qubits: None,
        weights: Vec::new(),
        drop_region: None,
        distinct_lines: "filter".into(),
        counts: "fractional".into(),
        symbols: "one-hot".into(),
        registers: None,
        mixer: None,
        warm_start: None,
        warm_epsilon: None,
        transfer_table: None,
        ansatz: "standard".into(),
        objective: "expectation".into(),
        objective_shots: None,
        optimizer: "lbfgs".into(),
        strategy: "ladder".into(),
        starts: 3,
        iterations: 200,
        precision: "f64".into(),
        shots: 1024,
        seed: 1,
    }
}
