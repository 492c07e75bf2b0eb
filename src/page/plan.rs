//! The plan that repeats a chain of runs: a file to lie beside the puzzle's, with every key of the
//! setting.

use super::chain::RunChain;
use crate::pipeline::{Input, Record, Wanted};
use crate::settings::SETTINGS;
use std::fmt::Write;

/// The text of the plan; it names the puzzle's file as [`file_of`] does.
pub(super) fn plan(chain: &RunChain<'_>) -> String {
    let record = chain.deepest();
    let depths: Vec<String> = chain.runs.iter().map(|run| run.depth.to_string()).collect();
    let mut plan = format!("puzzles = [{}]\n", quoted(&file_of(record)));
    let mut add = |key: &str, value: &str| {
        writeln!(plan, "{key} = {}", quoted(value)).expect("a String takes all text");
    };
    add("depths", &depths.join(","));
    for setting in SETTINGS {
        if let Some(value) = setting.value(&record.setting) {
            add(setting.plan_key(), &value);
        }
    }
    plan + &contents(chain)
}

/// The file of a record's input.
pub(super) fn file_of(record: &Record) -> String {
    let ending = match &record.input {
        Input::Puzzle(_) => "toml",
        Input::Model(_) => "json",
    };
    format!("{}.{ending}", record.name)
}

/// What the records hold beside their numbers.
fn contents(chain: &RunChain<'_>) -> String {
    let last = chain.deepest();
    let first = chain.runs[0];
    let layers = match (first.layers.is_some(), last.layers.is_some()) {
        (true, true) if chain.runs.len() > 1 => "all",
        (_, true) => "deepest",
        (_, false) => "none",
    };
    let (baselines, budget) = (Wanted::of(last).baselines, Wanted::of(last).annealing);
    let sweeps = budget.sweeps.map(|sweeps| format!(", sweeps = {sweeps}"));
    let (runs, sweeps) = (budget.runs(), sweeps.unwrap_or_default());
    format!(
        "\n[record]\nlayers = \"{layers}\"\nbaselines = {baselines}\nannealing = {{ runs = {runs}{sweeps} }}\n"
    )
}

/// A text in a TOML file.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
