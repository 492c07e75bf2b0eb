//! `summary.csv`: one row a run, with everything that tells runs apart and their main numbers.

use super::Record;
use super::journal::SUMMARY;
use super::plan::digits_of;
use super::run::Results;
use crate::error::Result;
use crate::files::write_whole;
use crate::settings::SETTINGS;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Writes the table of `runs`, in their order.
///
/// # Errors
/// If the records cannot be read or the table not be written.
pub(super) fn write(results: &Results, runs: &[String]) -> Result<()> {
    let records = results.records()?;
    let table = table(records.iter(), runs);
    write_whole(&results.folder().join(SUMMARY), table.as_bytes())
}

/// A number of a record; nothing where it was not computed.
type NumberOf = fn(&Record) -> Option<f64>;

/// The numbers of a row, between what names the run and its settings.
const NUMBERS: [(&str, NumberOf); 24] = [
    ("qubits", |r| Some(r.qubits as f64)),
    ("states", |r| Some(r.states as f64)),
    ("depth", |r| Some(r.depth as f64)),
    ("expectation", |r| Some(r.expectation)),
    ("success_probability", |r| r.success_probability),
    ("ground_probability", |r| Some(r.ground_probability)),
    ("ground_energy", |r| Some(r.ground_energy)),
    ("approximation_ratio", |r| r.approximation_ratio),
    ("evaluations", |r| Some(r.evaluations as f64)),
    ("shots_to_99", |r| r.shots_to_99),
    ("layers_to_99", |r| r.layers_to_99),
    ("measured_hits", |r| Some(r.measured.as_ref()?.hits as f64)),
    ("measured_success", |r| {
        Some(r.measured.as_ref()?.success.value)
    }),
    ("measured_success_low", |r| {
        Some(r.measured.as_ref()?.success.low)
    }),
    ("measured_success_high", |r| {
        r.measured.as_ref()?.success.high
    }),
    ("measured_shots_to_99", |r| {
        Some(r.measured.as_ref()?.shots_to_99?.value)
    }),
    ("measured_shots_to_99_low", |r| {
        Some(r.measured.as_ref()?.shots_to_99?.low)
    }),
    ("measured_shots_to_99_high", |r| {
        r.measured.as_ref()?.shots_to_99?.high
    }),
    ("random_guess", |r| r.baselines.random_guess),
    ("grover", |r| r.baselines.grover),
    ("annealing", |r| {
        Some(r.baselines.annealing.as_ref()?.success.value)
    }),
    ("annealing_low", |r| {
        Some(r.baselines.annealing.as_ref()?.success.low)
    }),
    ("annealing_high", |r| {
        r.baselines.annealing.as_ref()?.success.high
    }),
    ("exact_search_nodes", |r| {
        Some(r.baselines.exact_search.as_ref()?.nodes as f64)
    }),
];

/// The table of `runs`, in their order, as far as there are records of them.
pub(super) fn table<'r>(records: impl Iterator<Item = &'r Record>, runs: &[String]) -> String {
    let records: HashMap<&str, &Record> = records.map(|record| (&*record.run, record)).collect();
    let names = ["run", "name", "family"].into_iter();
    let names = names.chain(NUMBERS.iter().map(|(name, _)| *name));
    let names = names.chain(SETTINGS.iter().map(|setting| setting.name));
    let mut table = names.collect::<Vec<_>>().join(",") + "\n";
    for record in runs.iter().filter_map(|run| records.get(run.as_str())) {
        let family = record.family.clone().unwrap_or_default();
        let mut row = vec![quoted(&record.run), quoted(&record.name), family];
        let numbers = NUMBERS.iter().map(|(_, number)| number(record));
        row.extend(numbers.map(|number| number.map_or_else(String::new, |n| n.to_string())));
        let settings = SETTINGS.iter().map(|setting| setting.get(&record.setting));
        row.extend(settings.map(|value| quoted(&short(value))));
        table += &(row.join(",") + "\n");
    }
    table
}

/// The most characters of a value that a row holds.
const LONGEST: usize = 200;

/// A value in one line: the rows of a board one after the other, and of a table of angles its hash.
fn short(value: String) -> String {
    match value.len() > LONGEST {
        true => format!(
            "sha256:{}",
            digits_of(&Sha256::digest(value.as_bytes())[..8])
        ),
        false => value.trim_end().replace('\n', "/"),
    }
}

/// A text as the table quotes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
