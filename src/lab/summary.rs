//! `summary.csv`: the main numbers of every run, a line each.

use super::Record;
use super::journal::SUMMARY;
use super::run::Results;
use crate::error::Result;
use crate::files::write_whole;
use std::collections::HashMap;

const HEADER: &str = "run,name,family,qubits,states,depth,seed,expectation,success_probability,ground_probability,\
                      random_guess,approximation_ratio,shots_to_99,evaluations";

/// Writes the table of `runs`, in their order.
///
/// # Errors
/// If the records cannot be read or the table not be written.
pub(super) fn write(results: &Results, runs: &[String]) -> Result<()> {
    let records = results.records()?;
    let table = table(records.iter(), runs);
    write_whole(&results.folder().join(SUMMARY), table.as_bytes())
}

/// The table of `runs`, in their order, as far as there are records of them.
pub(super) fn table<'r>(records: impl Iterator<Item = &'r Record>, runs: &[String]) -> String {
    let rows: HashMap<&str, String> = records.map(|record| (&*record.run, row(record))).collect();
    let mut table = format!("{HEADER}\n");
    for row in runs.iter().filter_map(|run| rows.get(run.as_str())) {
        table.push_str(row);
        table.push('\n');
    }
    table
}

fn row(record: &Record) -> String {
    let known = |number: Option<f64>| number.map_or_else(String::new, |value| value.to_string());
    [
        quoted(&record.run),
        quoted(&record.name),
        record.family.clone().unwrap_or_default(),
        record.qubits.to_string(),
        record.states.to_string(),
        record.depth.to_string(),
        record.setting.seed.to_string(),
        record.expectation.to_string(),
        known(record.success_probability),
        record.ground_probability.to_string(),
        known(record.baselines.random_guess),
        known(record.approximation_ratio),
        known(record.shots_to_99),
        record.evaluations.to_string(),
    ]
    .join(",")
}

/// A text as the table quotes it.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
