//! The tables of the page: what stands in their cells, which its template draws.

use super::chain::RunChain;
use super::number::short;
use super::settings::NamedSetting;
use crate::lab::{Quantity, Record, quantity};
use ketboard_circuits::{Interval, median, median_interval, quantile};
use serde::Serialize;

/// A table, sortable where a script runs.
#[derive(Serialize, Debug)]
pub(super) struct PageTable {
    id: &'static str,
    caption: &'static str,
    heads: Vec<TableHead>,
    rows: Vec<TableRow>,
}

/// The head of a column.
#[derive(Serialize, Debug)]
struct TableHead {
    name: &'static str,
    meaning: &'static str,
    /// How the column is sorted: as `text`, or as `number`.
    kind: &'static str,
}

#[derive(Serialize, Debug)]
struct TableRow {
    /// What the script reads of the row, by the names of attributes.
    data: Vec<(&'static str, String)>,
    cells: Vec<TableCell>,
}

#[derive(Serialize, Debug)]
#[serde(rename_all = "lowercase")]
enum TableCell {
    /// What the row is of.
    Name(String),
    /// A number, whole and as it is shown.
    Number(String, String),
    /// A number that was not computed.
    Nothing,
}

/// One row for each puzzle and setting, at its largest depth.
pub(super) fn results(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> PageTable {
    let columns = [
        "qubits",
        "states",
        "solutions",
        "depth",
        "success_probability",
        "random_guess",
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
pub(super) fn all_runs(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> PageTable {
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
) -> PageTable {
    let columns = columns.iter().map(|key| quantity(key));
    let is_known = |column: &&Quantity| rows.iter().any(|(_, _, r)| column.value(r).is_some());
    let columns: Vec<&Quantity> = columns.filter(is_known).collect();
    let several = settings.len() > 1;
    let mut heads = vec![head("puzzle", "", "text")];
    heads.extend(several.then(|| head("setting", "its number below", "number")));
    heads.extend(columns.iter().map(|c| head(c.head, c.meaning, "number")));
    let row = |(number, chain, record): &(usize, &RunChain<'_>, &Record)| {
        let family = record.family.as_deref().unwrap_or("model");
        let mut cells = vec![TableCell::Name(record.name.clone())];
        cells.extend(several.then(|| number_cell(Some(chain.setting as f64 + 1.0))));
        let numbers = columns.iter();
        cells.extend(numbers.map(|c| estimate_cell(c.value(record), c.interval(record))));
        TableRow {
            data: vec![
                ("chain", number.to_string()),
                ("depth", record.depth.to_string()),
                ("words", format!("{} {family}", record.name)),
            ],
            cells,
        }
    };
    PageTable {
        id,
        caption,
        heads,
        rows: rows.iter().map(row).collect(),
    }
}

/// What a median is of.
const MEDIAN: &str = "over the puzzles, of six or more with its 95 % interval";

/// What the settings reach, side by side, at their largest depths.
pub(super) fn settings(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> PageTable {
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
        TableRow {
            data: vec![("setting", k.to_string())],
            cells: vec![
                number_cell(Some(k as f64 + 1.0)),
                TableCell::Name(named.label.clone()),
                number_cell(Some(runs.len() as f64)),
                median_cell(&success),
                part(0.25),
                part(0.75),
                median_cell(&values("approximation_ratio")),
                median_cell(&values("evaluations")),
            ],
        }
    };
    PageTable {
        id: "settings-table",
        caption: "The settings at the largest depth of each puzzle",
        heads: vec![
            head("setting", "", "number"),
            head("what differs", "", "text"),
            head("puzzles", "", "number"),
            head("median success", MEDIAN, "number"),
            head("first quartile", "of the success", "number"),
            head("third quartile", "of the success", "number"),
            head("median ratio", MEDIAN, "number"),
            head("median calls", MEDIAN, "number"),
        ],
        rows: settings.iter().enumerate().map(row).collect(),
    }
}

fn head(name: &'static str, meaning: &'static str, kind: &'static str) -> TableHead {
    TableHead {
        name,
        meaning,
        kind,
    }
}

/// A number with its interval; of a measured 0 the most that it can be.
fn estimate_cell(value: Option<f64>, interval: Option<Interval>) -> TableCell {
    let (Some(value), Some((low, high))) = (value, interval) else {
        return number_cell(value);
    };
    let (low, high, shown) = (short(low), short(high), short(value));
    let shown = match value {
        0.0 => format!("≤ {high}"),
        _ => format!("{shown} [{low}, {high}]"),
    };
    TableCell::Number(value.to_string(), shown)
}

fn median_cell(values: &[f64]) -> TableCell {
    let sample = || values.iter().copied();
    estimate_cell(median(sample()), median_interval(sample()))
}

fn number_cell(value: Option<f64>) -> TableCell {
    value.map_or(TableCell::Nothing, |value| {
        TableCell::Number(value.to_string(), short(value))
    })
}
