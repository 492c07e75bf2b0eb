//! What `show` tells of encodings.

use super::flags::in_error;
use super::page::PrintedPage;
use super::words::plural;
use crate::Result;
use crate::pipeline::{CostSize, Problem};
use ketboard_puzzles::{DistinctLines, Encodings, Form};
use serde_json::{Value, json};

/// `, 14 higher-order terms of degree up to 6`, or nothing.
pub(crate) fn higher(size: &CostSize) -> String {
    if size.higher == 0 {
        return String::new();
    }
    let terms = plural(size.higher as u64, "higher-order term");
    format!(", {terms} of degree up to {}", size.degree)
}

/// How many pairs of lines must differ.
fn distinct_rules(problem: &Problem) -> u64 {
    let rules = problem.puzzle.model.constraints().iter();
    rules
        .filter(|rule| matches!(rule.form, Form::Distinct(_)))
        .count() as u64
}

/// The problem in each way of distinct lines, the other choices as they are.
fn by_distinct_lines(problem: &Problem) -> Vec<(DistinctLines, Result<Problem>)> {
    let ways = problem.ways_of_distinct_lines().into_iter();
    ways.map(|distinct_lines| {
        let encodings = Encodings {
            distinct_lines,
            ..problem.encodings
        };
        (distinct_lines, problem.clone().encoded_as(encodings))
    })
    .collect()
}

/// One line for each way to keep lines distinct, where lines must be.
pub(crate) fn add_distinct_lines(page: &mut PrintedPage, problem: &Problem) {
    let rules = distinct_rules(problem);
    if rules == 0 {
        return;
    }
    let pairs = plural(rules, "pair");
    page.line(format_args!("Lines that must differ ({pairs}), by way:"));
    for (way, encoded) in by_distinct_lines(problem) {
        let chosen = mark(way == problem.encodings.distinct_lines);
        let text = match encoded {
            Ok(encoded) => {
                let size = CostSize::from(&encoded.cost);
                format!(
                    "{} ({} auxiliary), {}{}",
                    plural(size.qubits as u64, "qubit"),
                    size.auxiliaries,
                    plural(size.couplings as u64, "coupling"),
                    higher(&size)
                )
            }
            Err(error) => in_error(&error),
        };
        page.line(format_args!("{chosen} {:8} {text}", way.name()));
    }
}

fn mark(chosen: bool) -> char {
    if chosen { '*' } else { ' ' }
}

/// The ways of distinct lines for `show --json`, where lines must differ.
pub(crate) fn distinct_lines_json(problem: &Problem) -> Option<Value> {
    let row = |(way, encoded): (DistinctLines, Result<Problem>)| {
        let mut row = json!({
            "way": way.name(), "chosen": way == problem.encodings.distinct_lines,
        });
        add_size(&mut row, &encoded);
        row
    };
    let ways = by_distinct_lines(problem).into_iter().map(row);
    (distinct_rules(problem) > 0).then(|| ways.collect())
}

fn add_size(row: &mut Value, encoded: &Result<Problem>) {
    match encoded {
        Ok(encoded) => {
            let size = CostSize::from(&encoded.cost);
            row["qubits"] = size.qubits.into();
            row["auxiliary_qubits"] = size.auxiliaries.into();
            row["couplings"] = size.couplings.into();
            row["higher_order_terms"] = size.higher.into();
            row["degree"] = size.degree.into();
        }
        Err(error) => row["error"] = in_error(error).into(),
    }
}

/// The table of `show --encodings`: one line for each encoding that makes a difference.
pub(crate) fn add_table(page: &mut PrintedPage, problem: &Problem) {
    page.line(
        "\nEncodings (* is the chosen one; the gap is the second lowest energy minus the lowest):",
    );
    page.line(format_args!(
        "  {:14} {:11} {:12} {:>6} {:>9} {:>9} {:>6} {:>6} {:>8}",
        "distinct lines",
        "counts",
        "symbols",
        "qubits",
        "auxiliary",
        "couplings",
        "higher",
        "degree",
        "gap"
    ));
    for (encodings, encoded) in problem.side_by_side() {
        let names = format!(
            "{} {:14} {:11} {:12}",
            mark(encodings == problem.encodings),
            encodings.distinct_lines.name(),
            encodings.counts.name(),
            encodings.symbols.name()
        );
        match encoded {
            Ok(encoded) => page.line(format_args!("{names} {}", figures(&encoded))),
            Err(error) => page.line(format_args!("{names} {}", in_error(&error))),
        }
    }
}

fn figures(encoded: &Problem) -> String {
    let size = CostSize::from(&encoded.cost);
    let gap = encoded
        .spectrum_gap()
        .map_or_else(|| "-".to_owned(), |gap| gap.to_string());
    format!(
        "{:>6} {:>9} {:>9} {:>6} {:>6} {gap:>8}",
        size.qubits, size.auxiliaries, size.couplings, size.higher, size.degree
    )
}

/// The same table for `show --json`.
pub(crate) fn table_json(problem: &Problem) -> Value {
    let row = |(encodings, encoded): (Encodings, Result<Problem>)| {
        let mut row = json!({
            "distinct_lines": encodings.distinct_lines.name(),
            "counts": encodings.counts.name(),
            "symbols": encodings.symbols.name(),
            "chosen": encodings == problem.encodings,
        });
        add_size(&mut row, &encoded);
        if let Some(gap) = encoded.ok().and_then(|encoded| encoded.spectrum_gap()) {
            row["spectrum_gap"] = gap.into();
        }
        row
    };
    problem.side_by_side().into_iter().map(row).collect()
}
