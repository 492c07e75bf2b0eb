//! `summary.csv`: one row a run, with everything in which runs differ and their main numbers.

use super::Record;
use super::plan::digits_of;
use super::quantities::{QUANTITIES, Quantity};
use crate::settings::SETTINGS;
use sha2::{Digest, Sha256};

/// The table of records.
pub(super) fn table(records: &[Record]) -> String {
    let names = ["run", "name", "family"].map(str::to_owned).into_iter();
    let names = names.chain(QUANTITIES.iter().flat_map(Quantity::columns));
    let names = names.chain(SETTINGS.iter().map(|setting| setting.name.to_owned()));
    let mut table = names.collect::<Vec<_>>().join(",") + "\n";
    for record in records {
        let family = record.family.clone().unwrap_or_default();
        let mut row = vec![quoted(&record.run), quoted(&record.name), family];
        let numbers = QUANTITIES.iter().flat_map(|one| one.numbers(record));
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
    if value.len() > LONGEST {
        format!(
            "sha256:{}",
            digits_of(&Sha256::digest(value.as_bytes())[..8])
        )
    } else {
        value.trim_end().replace('\n', "/")
    }
}

/// A text as the table quotes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
