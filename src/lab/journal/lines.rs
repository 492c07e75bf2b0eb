//! The lines of a file of records: which are whole, which are records of planned runs, and where
//! they stand.

use crate::error::{Error, Result};
use crate::lab::Record;
use crate::lab::read::briefly;
use std::collections::HashMap;
use std::path::Path;

/// Where the line of each run stands: its first byte, and how many it has.
pub(super) type JournalLines = HashMap<String, (u64, usize)>;

/// What a line that is no record, or of no run, needs.
pub(in crate::lab) const WITHOUT_THE_LINE: &str =
    "take the line out: `ketboard sweep` with the same plan makes its run again";

/// The lines of a file of records.
#[derive(Default)]
pub(super) struct Whole {
    /// Where the line of each run stands.
    pub(super) lines: JournalLines,
    /// How many bytes the whole lines take.
    pub(super) length: u64,
    /// Lines that stand twice: the number of the second, and of the first.
    pub(super) twice: Vec<(usize, usize)>,
}

/// The whole lines of a file; the last one may be torn.
pub(super) fn whole_lines(
    text: &[u8],
    path: &Path,
    is_planned: impl Fn(&str) -> bool,
) -> Result<Whole> {
    let mut whole = Whole::default();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let all: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    for (place, line) in all.iter().enumerate() {
        let number = place + 1;
        let wrong = |found: String, remedy: &str| {
            Error::input(path.display().to_string(), Some(number), found, remedy)
        };
        if !line.ends_with(b"\n") {
            break; // torn: only the last line has no end
        }
        let record = planned_record(line, (path, number), &is_planned)?;
        let at = whole.length;
        whole.length += line.len() as u64;
        if let Some(first) = numbers.get(&record.run) {
            if all[first - 1] != *line {
                let found = format!(
                    "the run {} stands in line {first} too, with other numbers",
                    record.run
                );
                let remedy = "take one of the two lines out; `ketboard verify` tells which one comes out again";
                return Err(wrong(found, remedy));
            }
            whole.twice.push((number, *first));
            continue;
        }
        numbers.insert(record.run.clone(), number);
        whole.lines.insert(record.run, (at, line.len()));
    }
    Ok(whole)
}

/// The record of a whole line.
///
/// # Errors
/// If the line is none, or of no run that `is_planned` knows; `place` is its file and its number.
pub(in crate::lab) fn planned_record(
    line: &[u8],
    (path, number): (&Path, usize),
    is_planned: impl Fn(&str) -> bool,
) -> Result<Record> {
    let wrong = |found: String, remedy: &str| {
        Error::input(path.display().to_string(), Some(number), found, remedy)
    };
    let record = serde_json::from_slice::<Record>(line).map_err(|error| {
        let reason = match std::str::from_utf8(line) {
            Ok(_) => briefly(&error),
            Err(utf8) => format!("byte {} of the line is no UTF-8", utf8.valid_up_to() + 1),
        };
        wrong(format!("no record: {reason}"), WITHOUT_THE_LINE)
    })?;
    if is_planned(&record.run) {
        return Ok(record);
    }
    let found = format!("the run {} is not in the plan", record.run);
    Err(wrong(found, "give another folder, or take the line out"))
}
