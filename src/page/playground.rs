//! What a link to the playground holds of a run's settings.
//!
//! The playground knows puzzles with one γ and one β a layer, in any encoding and under any mixer
//! that needs no file. Other runs have no place there.

use super::chain::RunChain;
use crate::pipeline::Input;
use crate::settings::{SETTINGS, Settings};
use serde_json::{Map, Value};

/// Qubits beyond which the page runs no circuit.
const MOST_QUBITS: usize = 20;

/// The settings that the playground repeats.
const REPEATED: [&str; 8] = [
    "reduce",
    "target_qubits",
    "distinct_lines",
    "counts",
    "symbols",
    "registers",
    "mixer",
    "precision",
];

/// The settings of a chain that are not the default; `None` where the playground cannot repeat its
/// runs.
pub(super) fn playground_settings(chain: &RunChain<'_>) -> Option<Map<String, Value>> {
    let record = chain.deepest();
    let is_puzzle = matches!(record.input, Input::Puzzle(_));
    let fits = is_puzzle && record.groups.is_none() && record.qubits <= MOST_QUBITS;
    fits.then(|| repeated(&record.setting))?
}

fn repeated(setting: &Settings) -> Option<Map<String, Value>> {
    let cost = setting.without_search();
    let changed = SETTINGS.iter().filter(|one| one.is_changed(&cost));
    let each = changed.map(|one| {
        let value = one.in_record(&cost)?;
        REPEATED
            .contains(&one.name)
            .then(|| (one.name.to_owned(), value))
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::setting;
    use serde_json::json;

    #[test]
    fn only_runs_that_the_playground_can_repeat_have_a_place_there() {
        for (changes, place) in [
            (&[][..], json!({})),
            (&[("reduce", "paper")], json!({"reduce": "paper"})),
            (&[("target_qubits", "8")], json!({"target_qubits": 8})),
            (
                &[("registers", "rows"), ("mixer", "xy-ring")],
                json!({"registers": "rows", "mixer": "xy-ring"}),
            ),
            (
                &[("seed", "7"), ("starts", "2"), ("strategy", "ramp")],
                json!({}),
            ),
            (&[("precision", "f32")], json!({"precision": "f32"})),
            (&[("mixer", "warm")], json!({"mixer": "warm"})),
            (&[("mixer", "warm"), ("seed", "7")], Value::Null),
            (&[("weights", "row=2")], Value::Null),
            (
                &[("distinct_lines", "qubo")],
                json!({"distinct_lines": "qubo"}),
            ),
        ] {
            let mut settings = Settings::default();
            for (name, value) in changes {
                let known = setting(name).unwrap();
                known.set(&mut settings, value).unwrap();
            }
            assert_eq!(json!(repeated(&settings)), place, "{changes:?}");
        }
    }
}
