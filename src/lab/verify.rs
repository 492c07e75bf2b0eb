//! Running the records of a folder again, and comparing: the same bytes, or the same numbers within
//! rounding, or right at the angles that they hold, or wrong.

use super::chain::Chain;
use super::forecast::SIDE_BY_SIDE;
use super::read::{RecordFile, RecordLine};
use super::sweep::{RunListener, RunStop, SweepEvent};
use crate::error::{Error, Result};
use crate::json::to_json;
use crate::pipeline::{Record, Wanted};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// How far numbers may be apart that another processor rounds otherwise, times their size where
/// that is above 1.
pub(crate) const TOLERANCE: f64 = 1e-9;

/// What running the records of a folder again showed.
///
/// ```
/// use ketboard::{sweep_text, verify};
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir().expect("a folder");
/// let plan = "puzzles = ['examples/puzzles/tango-4x4.toml']\ndepths = '1'\nstarts = '1'";
/// let out = folder.path().join("runs");
/// sweep_text(plan, &out, &|_| ControlFlow::Continue(()))?;
/// let found = verify(&out, &|_| ControlFlow::Continue(()))?;
/// assert!(found.holds && found.same == found.records);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Verified {
    /// Lines of the file.
    pub records: usize,
    /// Records that were run again.
    pub checked: usize,
    /// Those of them that come out byte for byte.
    pub same: usize,
    /// Those that come out with the same numbers within rounding.
    pub close: usize,
    /// The others.
    pub different: usize,
    /// Whether all come out, and every line is a record.
    pub holds: bool,
    /// What is wrong with lines, in their order.
    pub(crate) wrong: Vec<WrongRecord>,
    /// How far apart two numbers of a close record are at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_difference: Option<f64>,
    /// Whether the listener stopped it.
    #[serde(skip)]
    pub(crate) stopped: bool,
}

/// A line that is not as it was made.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct WrongRecord {
    pub line: usize,
    pub run: Option<String>,
    /// What is wrong with it, or which value came out otherwise.
    pub reason: String,
    /// Whether the record is right at its own angles, and the search ends at others here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub search_differs: bool,
}

impl WrongRecord {
    fn new(line: &RecordLine, reason: impl Into<String>) -> Self {
        Self {
            line: line.number,
            run: line.record.as_ref().ok().map(|record| record.run.clone()),
            reason: reason.into(),
            search_differs: false,
        }
    }
}

/// A record that is run again, and its line.
type Checked<'f> = (&'f RecordLine, &'f Record);

/// Runs the records of a folder again, each from its own input and setting; those that were not
/// reached before the listener said stop are not among the checked.
///
/// # Errors
/// If the file of records cannot be read, or holds none.
pub(crate) fn verify(folder: &Path, listener: RunListener<'_>) -> Result<Verified> {
    let file = RecordFile::read(folder)?;
    if file.lines.is_empty() {
        let remedy = "give a folder that `ketboard sweep` filled";
        return Err(Error::argument("DIR", "no record to run again", remedy));
    }
    let mut found = Verified {
        records: file.lines.len(),
        ..Verified::default()
    };
    for (line, reason) in &file.not_counted {
        found.wrong.push(WrongRecord {
            line: *line,
            reason: reason.clone(),
            ..WrongRecord::default()
        });
    }
    let mut lines: Vec<Checked<'_>> = Vec::new();
    for line in &file.lines {
        match &line.record {
            Ok(record) => lines.push((line, record)),
            Err(what) => {
                let what = format!("no record: {what}");
                found.wrong.push(WrongRecord::new(line, what));
            }
        }
    }
    let stop = RunStop::new(listener);
    let total = lines.len();
    let units = total as u64;
    stop.note(SweepEvent::Begins { units });
    let is_small = |chain: &Vec<Checked<'_>>| u128::from(chain[0].1.states) <= SIDE_BY_SIDE;
    let (small, large): (Vec<_>, Vec<_>) = chains_of(lines).partition(is_small);
    let side_by_side = small.par_iter().map(|lines| run_again(lines, &stop));
    let mut verdicts: Vec<Vec<Verdict>> = side_by_side.collect();
    verdicts.extend(large.iter().map(|lines| run_again(lines, &stop)));
    for verdict in verdicts.into_iter().flatten() {
        found.checked += 1;
        match verdict {
            Verdict::Same => found.same += 1,
            Verdict::Close(apart) => {
                found.close += 1;
                let farthest = found.largest_difference.unwrap_or_default();
                found.largest_difference = Some(farthest.max(apart));
            }
            Verdict::Wrong(wrong) => found.wrong.push(wrong),
        }
    }
    found.wrong.sort_by_key(|wrong| wrong.line);
    found.different = found.checked - found.same - found.close;
    found.stopped = found.checked < total;
    found.holds = found.wrong.is_empty() && !found.stopped;
    Ok(found)
}
/// The lines of each chain: of one puzzle under one setting.
fn chains_of(lines: Vec<Checked<'_>>) -> impl Iterator<Item = Vec<Checked<'_>>> {
    let mut chains: HashMap<String, Vec<Checked<'_>>> = HashMap::new();
    for (line, record) in lines {
        let key = serde_json::to_string(&(&record.name, &record.input, &record.setting));
        let key = key.expect("inputs and settings are texts and finite numbers");
        chains.entry(key).or_default().push((line, record));
    }
    chains.into_values()
}

/// What became of a record.
enum Verdict {
    Same,
    /// The same numbers, so far apart at most.
    Close(f64),
    Wrong(WrongRecord),
}

/// Runs a chain again, and judges its lines; those that were not reached before the listener said
/// stop are left out.
fn run_again(lines: &[Checked<'_>], stop: &RunStop<'_>) -> Vec<Verdict> {
    if stop.is_set() {
        return Vec::new();
    }
    let all_wrong = |error: Error| {
        let wrong = |(line, _): &Checked<'_>| WrongRecord::new(line, error.to_string());
        lines
            .iter()
            .map(|line| Verdict::Wrong(wrong(line)))
            .collect()
    };
    let mut wanted: Vec<Wanted> = lines.iter().map(|(_, record)| Wanted::of(record)).collect();
    wanted.sort_by_key(|wanted| wanted.depth);
    wanted.dedup_by_key(|wanted| wanted.depth);
    let chain = match Chain::of(lines[0].1, wanted) {
        Ok(chain) => chain,
        Err(error) => return all_wrong(error),
    };
    let mut computed: HashMap<usize, Record> = HashMap::new();
    let asked = |progress: &ketboard_qaoa::search::Progress| {
        let (name, depth) = (&chain.source.name, progress.depth);
        let units = 0;
        stop.tell(SweepEvent::Searched { units, name, depth })
    };
    let ran = chain.run(&[], &asked, &mut |record, _| {
        stop.note(SweepEvent::Done { run: &record.run });
        computed.insert(record.depth, record);
        Ok(())
    });
    if let Err(error) = ran {
        return all_wrong(error);
    }
    let reached = lines.iter().filter_map(|(line, record)| {
        Some(match computed.get(&record.depth) {
            Some(again) => judged(line, record, again, &chain),
            None if stop.is_set() => return None,
            None => {
                let what = format!("no run has depth {}", record.depth);
                Verdict::Wrong(WrongRecord::new(line, what))
            }
        })
    });
    reached.collect()
}

fn judged(line: &RecordLine, record: &Record, again: &Record, chain: &Chain) -> Verdict {
    let text = line.text.trim_ascii_end();
    let recorded: Value = serde_json::from_slice(text).unwrap_or_default();
    let computed = to_json(again);
    if text == computed.to_string().as_bytes() {
        return Verdict::Same;
    }
    let mut apart = 0.0;
    let Some(reason) = difference(&recorded, &computed, &mut apart) else {
        return Verdict::Close(apart);
    };
    let at_its_angles = chain.at_angles_of(record, &Wanted::of(record));
    let search_differs = at_its_angles
        .is_ok_and(|again| difference(&recorded, &to_json(&again), &mut apart).is_none());
    Verdict::Wrong(WrongRecord {
        search_differs,
        ..WrongRecord::new(line, reason)
    })
}

/// The first place in which a recorded value differs from the computed one, and both values, in
/// words; `farthest` grows to the largest difference of numbers that are the same within rounding
/// ([`TOLERANCE`]).
fn difference(recorded: &Value, computed: &Value, farthest: &mut f64) -> Option<String> {
    differ(String::new(), Some(recorded), Some(computed), farthest)
}

fn differ(
    key: String,
    recorded: Option<&Value>,
    computed: Option<&Value>,
    farthest: &mut f64,
) -> Option<String> {
    match (recorded, computed) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let only_right = b.keys().filter(|name| !a.contains_key(*name));
            let mut names = a.keys().chain(only_right);
            let dot = if key.is_empty() { "" } else { "." };
            let below = |name: &String| format!("{key}{dot}{name}");
            names.find_map(|name| differ(below(name), a.get(name), b.get(name), farthest))
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => (0..a.len().max(b.len()))
            .find_map(|k| differ(format!("{key}[{k}]"), a.get(k), b.get(k), farthest)),
        (a, b) if a == b || are_close(a, b, farthest) => None,
        (a, b) => Some(format!(
            "{key} is {}, and comes out as {}",
            short(a),
            short(b)
        )),
    }
}

/// Whether two numbers that are not counts are the same within rounding.
fn are_close(a: Option<&Value>, b: Option<&Value>, farthest: &mut f64) -> bool {
    let is_measured = [a, b].iter().any(|one| one.is_some_and(Value::is_f64));
    let (Some(a), Some(b)) = (a.and_then(Value::as_f64), b.and_then(Value::as_f64)) else {
        return false;
    };
    let (apart, size) = ((a - b).abs(), a.abs().max(b.abs()).max(1.0));
    let are_close = is_measured && apart <= TOLERANCE * size;
    *farthest = farthest.max(if are_close { apart } else { 0.0 });
    are_close
}

/// The beginning of a value.
fn short(value: Option<&Value>) -> String {
    let text = value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_is_named_with_its_path() {
        let left = json!({"a": 1, "b": {"c": [1, 2.5], "d": "x"}, "e": null});
        assert_eq!(difference(&left, &left, &mut 0.0), None);
        for (right, told) in [
            (
                json!({"a": 2, "b": {"c": [1, 2.5], "d": "x"}, "e": null}),
                "a is 1, and comes out as 2",
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.0], "d": "x"}, "e": null}),
                "b.c[1] is 2.5, and comes out as 2.0",
            ),
            (
                json!({"a": 1, "b": {"c": [1], "d": "x"}, "e": null}),
                "b.c[1] is 2.5, and comes out as nothing",
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.5]}, "e": null}),
                "b.d is \"x\", and comes out as nothing",
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.5], "d": "x"}, "e": null, "f": 0}),
                "f is nothing, and comes out as 0",
            ),
        ] {
            assert_eq!(difference(&left, &right, &mut 0.0).unwrap(), told);
        }
    }

    #[test]
    fn last_digits_of_what_was_measured_are_no_difference_and_are_told() {
        let mut farthest = 0.0;
        let (left, right) = (
            json!([0.5, 2000.0, 3]),
            json!([0.5 + 1e-12, 2000.0 + 1e-7, 3]),
        );
        assert_eq!(difference(&left, &right, &mut farthest), None);
        assert!((farthest - 1e-7).abs() < 1e-12, "{farthest}");
        assert!(difference(&json!(3), &json!(4), &mut farthest).is_some());
        assert!(difference(&json!(0.5), &json!(0.5 + 1e-8), &mut farthest).is_some());
    }
}
