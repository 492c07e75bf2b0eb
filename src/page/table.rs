//! The tables of the page: what is in their cells, which its template draws.

use super::chain::RunChain;
use super::settings::NamedSetting;
use crate::lab::{Quantity, quantity};
use crate::pipeline::Record;
use crate::plots::short;
use ketboard_circuits::{median_interval, quantile};
use serde_json::{Value, json};

/// One row for each puzzle and setting, at its largest depth.
pub(super) fn results(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> Value {
    let columns = [
        "qubits",
        "states",
        "solutions",
        "depth",
        "success_probability",
        "random_success_probability",
        "annealing",
        "grover",
        "exact_search_nodes",
        "ground_probability",
        "approximation_ratio",
        "shots_to_99",
        "evaluations",
    ];
    let rows = chains.iter().enumerate().map(|(k, c)| (k, c, c.deepest()));
    let name = ("results", "Each puzzle at its largest depth");
    runs(name, &rows.collect::<Vec<_>>(), &columns, settings)
}

/// One row for each record.
pub(super) fn all_runs(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> Value {
    let columns = [
        "depth",
        "objective",
        "expectation",
        "success_probability",
        "measured_success",
        "ground_probability",
        "approximation_ratio",
        "shots_to_99",
        "layers_to_99",
        "evaluations",
    ];
    let rows = chains.iter().enumerate();
    let rows = rows.flat_map(|(k, c)| c.runs.iter().map(move |run| (k, c, *run)));
    let name = ("all-runs", "Every run");
    runs(name, &rows.collect::<Vec<_>>(), &columns, settings)
}

fn runs(
    (id, caption): (&'static str, &'static str),
    rows: &[(usize, &RunChain<'_>, &Record)],
    columns: &[&str],
    settings: &[NamedSetting],
) -> Value {
    let columns = columns.iter().map(|key| quantity(key));
    let is_known = |column: &&Quantity| rows.iter().any(|(_, _, r)| column.value(r).is_some());
    let columns: Vec<&Quantity> = columns.filter(is_known).collect();
    let several = settings.len() > 1;
    let mut heads = vec![head("puzzle", "", "text")];
    heads.extend(several.then(|| head("setting", "its number below", "number")));
    heads.extend(columns.iter().map(|c| head(c.head, c.meaning, "number")));
    let row = |(number, chain, record): &(usize, &RunChain<'_>, &Record)| {
        let family = record.family.as_deref().unwrap_or("model");
        let mut cells = vec![name_cell(&record.name)];
        cells.extend(several.then(|| number_cell(Some(chain.setting as f64 + 1.0))));
        let numbers = columns.iter();
        cells.extend(numbers.map(|c| estimate_cell(c.value(record), c.interval(record))));
        let words = format!("{} {family}", record.name);
        let data = [
            ("chain", json!(number)),
            ("depth", json!(record.depth)),
            ("words", json!(words)),
        ];
        json!({"data": data, "cells": cells})
    };
    let rows: Value = rows.iter().map(row).collect();
    json!({"id": id, "caption": caption, "heads": heads, "rows": rows})
}

/// What a median is of.
const MEDIAN: &str = "over the puzzles, of six or more with its 95 % interval";

/// What the settings reach, side by side, at their largest depths.
pub(super) fn settings(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> Value {
    let row = |(k, named): (usize, &NamedSetting)| {
        let runs = chains.iter().filter(|chain| chain.setting == k);
        let runs: Vec<&Record> = runs.map(RunChain::deepest).collect();
        let values = |key: &str| -> Vec<f64> {
            runs.iter()
                .filter_map(|run| quantity(key).value(run))
                .collect()
        };
        let success = values("success_probability");
        let part = |part| number_cell(quantile(success.iter().copied(), part));
        let cells = [
            number_cell(Some(k as f64 + 1.0)),
            name_cell(&named.label),
            number_cell(Some(runs.len() as f64)),
            median_cell(&success),
            part(0.25),
            part(0.75),
            median_cell(&values("approximation_ratio")),
            median_cell(&values("evaluations")),
        ];
        json!({"data": [("setting", k)], "cells": cells})
    };
    let heads = [
        head("setting", "", "number"),
        head("what differs", "", "text"),
        head("puzzles", "", "number"),
        head("median success", MEDIAN, "number"),
        head("first quartile", "of the success", "number"),
        head("third quartile", "of the success", "number"),
        head("median ratio", MEDIAN, "number"),
        head("median calls", MEDIAN, "number"),
    ];
    let rows: Value = settings.iter().enumerate().map(row).collect();
    let caption = "The settings at the largest depth of each puzzle";
    json!({"id": "settings-table", "caption": caption, "heads": heads, "rows": rows})
}

/// The head of a column, which is sorted as `text` or as `number`.
fn head(name: &str, meaning: &str, kind: &str) -> Value {
    json!({"name": name, "meaning": meaning, "kind": kind})
}

/// What a row is of.
fn name_cell(name: &str) -> Value {
    json!({"name": name})
}

/// A number with its interval; of a measured 0 the most that it can be.
fn estimate_cell(value: Option<f64>, interval: Option<(f64, f64)>) -> Value {
    let (Some(value), Some((low, high))) = (value, interval) else {
        return number_cell(value);
    };
    let (low, high, shown) = (short(low), short(high), short(value));
    let shown = match value {
        0.0 => format!("≤ {high}"),
        _ => format!("{shown} [{low}, {high}]"),
    };
    json!({"number": [value.to_string(), shown]})
}

fn median_cell(values: &[f64]) -> Value {
    let sample = || values.iter().copied();
    estimate_cell(quantile(sample(), 0.5), median_interval(sample()))
}

/// A number, whole and as it is shown; nothing where it was not computed.
fn number_cell(value: Option<f64>) -> Value {
    match value {
        Some(value) => json!({"number": [value.to_string(), short(value)]}),
        None => json!({}),
    }
}
