//! The pictures of the page: those that `ketboard plot --width column` writes.
//!
//! Of all runs there are those of success and time, for each part of the study that the page can
//! choose: a family, a setting, both, or neither, so that every median on the page is that of what
//! is shown; families under one setting have a line each. Of each puzzle there are its curve, its
//! angles and its broken rules.

use super::chain::RunChain;
use super::settings::NamedSetting;
use crate::experiment::{FigurePlan, figures, without_seed};
use crate::pipeline::Record;
use crate::plots::PictureLayout;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Figures of many puzzles, in their order on the page.
const OF_MANY: [&str; 4] = ["success", "qubits", "time", "broken"];
/// Figures of one puzzle, in their order on the page.
const OF_ONE: [&str; 3] = ["success", "angles", "broken"];

/// The figures of all runs, of each family, of each setting, and of each family under each setting;
/// a part of all families, or of all settings, has no family or setting.
pub(super) fn parts(records: &[Record], settings: &[NamedSetting]) -> Vec<Value> {
    let families: BTreeSet<&str> = records.iter().map(family).collect();
    let families = families.into_iter().map(Some);
    let has_families = families.len() > 1;
    let families: Vec<Option<&str>> = match families.len() {
        1 => vec![None],
        _ => std::iter::once(None).chain(families).collect(),
    };
    let numbers: Vec<Option<usize>> = match settings.len() {
        1 => vec![None],
        many => std::iter::once(None).chain((0..many).map(Some)).collect(),
    };
    let choices = families
        .iter()
        .flat_map(|family| numbers.iter().map(move |number| (*family, *number)));
    choices
        .map(|(of, number)| {
            let is_of = |record: &&Record| of.is_none_or(|of| family(record) == of);
            let under =
                |record: &&Record| number.is_none_or(|k| record.setting == settings[k].setting);
            let own: Vec<&Record> = records.iter().filter(is_of).filter(under).collect();
            // a line for each family, where one setting alone is shown
            let first = own.first().map(|record| without_seed(&record.setting));
            let is_one = |record: &&Record| Some(without_seed(&record.setting)) == first;
            let by = (of.is_none() && has_families && own.iter().all(is_one)).then_some("family");
            let (mut pictures, left_out) = drawn(&own, &OF_MANY, by);
            // of single puzzles there are pictures at each puzzle
            pictures.retain(|picture| {
                let name = picture["name"].as_str().unwrap_or_default();
                !name.starts_with("broken-") || name.starts_with("broken-all-")
            });
            json!({"family": of, "setting": number, "pictures": pictures, "left_out": left_out})
        })
        .collect()
}

/// What the page calls the family of a record.
fn family(record: &Record) -> &str {
    record.family.as_deref().unwrap_or("model")
}

/// The figures of a chain.
pub(super) fn of_chain(chain: &RunChain<'_>) -> Vec<Value> {
    drawn(&chain.runs, &OF_ONE, None).0
}

/// The figures of these names that the records hold, with a line for each `by` something else than
/// settings, and why the others are not there.
fn drawn(records: &[&Record], names: &[&str], by: Option<&str>) -> (Vec<Value>, Vec<String>) {
    let plan = FigurePlan {
        by: by.map(str::to_owned).into_iter().collect(),
        only: names.iter().map(|name| (*name).to_owned()).collect(),
        layout: PictureLayout::for_pages(),
        ..FigurePlan::default()
    };
    if records.is_empty() {
        return (Vec::new(), Vec::new());
    }
    match figures(records, &plan) {
        Ok(drawn) => {
            let pictures = drawn.pictures.into_iter();
            let pictures = pictures.map(|(name, drawn)| json!({"name": name, "svg": drawn.svg}));
            let reasons = drawn.left_out.into_iter();
            let reasons = reasons.map(|one| format!("{}: {}", one.figure, one.reason));
            (pictures.collect(), reasons.collect())
        }
        Err(error) => (Vec::new(), vec![error.to_string()]),
    }
}
