//! Records in words: what `--json` prints, for people. Every command writes through this.

use super::page::PrintedPage;
use super::words::{plural, seconds};
use crate::page::short;
use crate::pipeline::{Problem, drawn};
use ketboard_circuits::Judged;
use ketboard_puzzles::{Assignment, CellMark, DrawStyle, Puzzle, Reduced, Var};
use ketboard_qaoa::memory::readable_bytes;
use serde_json::Value;
use std::fmt::Display;

/// What keys are called where their own words do not say it.
const LABELS: [(&str, &str); 43] = [
    ("angle_evaluations", "angle search"),
    ("attack_weight", "an attack costs"),
    ("available_bytes", "free memory"),
    ("betas", "β"),
    ("bytes", "memory at most"),
    ("calls_to_99", "calls to 99 %"),
    ("chains", "puzzles and settings"),
    ("checked", "run again"),
    ("close", "the same within 1e-9"),
    ("depth", "p"),
    ("done", "done already"),
    ("duration_us", "duration"),
    ("estimated_fidelity", "fidelity"),
    ("estimated_s", "time, without pictures"),
    ("estimated_seconds_to_99", "by the estimate"),
    ("estimated_success_probability", "estimate with noise"),
    ("expectation", "⟨C⟩"),
    ("gammas", "γ"),
    ("ground_energy", "lowest energy"),
    ("ground_probability", "P(lowest energy)"),
    ("ground_states", "states of lowest energy"),
    ("hits", "shots that solve"),
    ("kept", "kept by the registers"),
    ("label", "setting"),
    ("noisy_seconds_to_99", "by simulated noise"),
    ("noisy_success_probability", "with noise"),
    ("objective", "minimized"),
    ("obeying", "shots that obey"),
    ("peak_depth", "best p"),
    ("peak_rivals", "as good within the noise"),
    ("random_success_probability", "random guess"),
    ("reason", "because"),
    ("same", "identical"),
    ("seconds_to_99", "99 % after"),
    ("shots_dropped", "break only other rules"),
    ("solution_frequency", "P(success) measured"),
    ("runs_to_99", "runs to 99 %"),
    ("solves", "solution"),
    ("success_probability", "P(success)"),
    ("tabulated", "in the cost as tables"),
    ("two_qubit_depth", "2-qubit depth"),
    ("two_qubit_gates", "2-qubit gates"),
    ("zero_violation_energy", "energy, no rule broken"),
];

/// What a key is called.
fn label(key: &str) -> String {
    let named = LABELS.iter().find(|(known, _)| *known == key);
    let words = || key.strip_suffix("_s").unwrap_or(key).replace('_', " ");
    named.map_or_else(words, |(_, label)| (*label).to_owned())
}

impl PrintedPage {
    /// Adds a line with a label and a value; the values of such lines are in one column.
    pub(crate) fn fact(&mut self, label: &str, value: impl Display) {
        self.line(format_args!("{label:<24} {value}"));
    }

    /// Adds a line for each of these keys, with blanks between them, that a record has a value for.
    pub(crate) fn facts(&mut self, record: &Value, keys: &str) {
        for key in keys.split(' ') {
            if let Some(value) = in_words(record, key) {
                self.fact(&label(key), value);
            }
        }
    }

    /// Adds a row for each of the records in a list, and a column for each of these keys, with
    /// blanks between them, that any has a value for; nothing where there are none.
    pub(crate) fn records(&mut self, records: &Value, keys: &str) {
        /// Rows that are printed; JSON has them all.
        const MOST: usize = 40;
        let Some(records) = records.as_array().filter(|records| !records.is_empty()) else {
            return;
        };
        let is_known = |key: &&str| records.iter().any(|one| !one[*key].is_null());
        let known: Vec<&str> = keys.split(' ').filter(is_known).collect();
        let cell = |record, key| in_words(record, key).unwrap_or_else(|| "-".to_owned());
        let row = |record| known.iter().map(|key| cell(record, key)).collect();
        let heads = known.iter().map(|key| label(key)).collect();
        self.table(heads, records.iter().take(MOST).map(row));
        self.more(records.len().saturating_sub(MOST));
    }

    /// Says how many more there are than the page shows, if there are.
    pub(crate) fn more(&mut self, hidden: usize) {
        if hidden > 0 {
            self.line(format_args!("and {hidden} more; --json has all"));
        }
    }

    /// Adds all that a record holds: a line for each value, a table for each list of objects.
    pub(crate) fn whole(&mut self, record: &Value) {
        for (key, value) in record.as_object().into_iter().flatten() {
            match value {
                Value::Object(_) => {
                    self.line(label(key));
                    self.whole(value);
                }
                Value::Array(rows) if rows.first().is_some_and(Value::is_object) => {
                    self.line(label(key));
                    let keys = rows[0].as_object().into_iter().flatten();
                    let keys: Vec<&str> = keys.map(|(key, _)| key.as_str()).collect();
                    self.records(value, &keys.join(" "));
                }
                // a board is drawn, and what is long is in the JSON alone
                Value::Array(list) if key == "board" || list.len() > 24 => {}
                _ => self.facts(record, key),
            }
        }
    }

    /// Draws a board: its givens, and in the other cells what `mark` says.
    pub(crate) fn board(&mut self, puzzle: &Puzzle, mark: impl Fn(Var) -> CellMark) {
        self.drawing(drawn(puzzle, mark, style()));
    }

    /// Draws a full board: givens, what the reduction found, and what the circuit answered.
    pub(crate) fn answer(&mut self, problem: &Problem, board: &Assignment) {
        self.board(&problem.puzzle, |var| match problem.reduction.value(var) {
            Reduced::Const(value) => CellMark::Deduced(value),
            Reduced::Bit { .. } => CellMark::Answer(board[var.index()]),
        });
    }

    /// Adds the rules that an outcome breaks, the first of them by name.
    pub(crate) fn violations<X>(&mut self, puzzle: &Puzzle, judged: &Judged<X>) {
        /// Broken rules that are named.
        const NAMED: usize = 5;
        for violation in judged.violations.iter().take(NAMED) {
            let words = puzzle.model.describe(violation, &judged.assignment);
            self.line(format_args!("  {words}"));
        }
        let more = judged.violations.len().saturating_sub(NAMED);
        if more > 0 {
            self.line(format_args!(
                "  and {}",
                plural(more as u64, "more broken rule")
            ));
        }
    }
}

/// The list of a key; empty where there is none.
pub(crate) fn list<'r>(record: &'r Value, key: &str) -> &'r [Value] {
    record[key].as_array().map_or(&[], Vec::as_slice)
}

/// Color where the terminal shows it; `NO_COLOR` and pipes get plain text.
pub(crate) fn style() -> DrawStyle {
    if anstream::AutoStream::choice(&std::io::stdout()) == anstream::ColorChoice::Never {
        DrawStyle::Plain
    } else {
        DrawStyle::Color
    }
}

/// The value of a key, with the unit that the key names and the interval beside it.
fn in_words(record: &Value, key: &str) -> Option<String> {
    let unit: Option<fn(f64) -> String> = match key {
        _ if key.ends_with("_us") => Some(|us| seconds(us * 1e-6)),
        _ if key.contains("seconds") || key.ends_with("_s") => Some(seconds),
        _ if key.ends_with("bytes") => Some(|bytes| readable_bytes(bytes as u128)),
        _ => None,
    };
    let number = unit.unwrap_or(short);
    let text = match &record[key] {
        Value::Null => return None,
        Value::Array(list) if list.is_empty() => return None,
        Value::Number(whole) if unit.is_none() && !whole.is_f64() => whole.to_string(),
        value => text_of(value, number),
    };
    let ends = &record[format!("{}_interval", key.trim_end_matches("_probability"))];
    Some(match (ends[0].as_f64(), ends[1].as_f64()) {
        (Some(low), Some(high)) if low < high => {
            format!("{text} ({} to {})", number(low), number(high))
        }
        (Some(low), None) => format!("{text} ({} or more)", number(low)),
        _ => text,
    })
}

/// A value; of a list its values, with commas between them.
pub(crate) fn text_of(value: &Value, number: fn(f64) -> String) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Array(list) => {
            let texts: Vec<String> = list.iter().map(|one| text_of(one, number)).collect();
            texts.join(", ")
        }
        Value::Object(map) => text_of(&map.values().cloned().collect(), number),
        value => value.as_f64().map_or_else(|| value.to_string(), number),
    }
}
