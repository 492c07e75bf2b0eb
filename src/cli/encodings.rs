//! The options that choose encodings, and what `show` tells of them.

use super::flags::in_error;
use super::page::Page;
use super::words::plural;
use crate::Result;
use crate::pipeline::{CostSize, Problem};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard_puzzles::{DistinctLines, Encodings, Form, Symbols, TwoValued};
use serde_json::{Value, json};

/// How rules become penalties, and variables qubits.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Model")]
pub(crate) struct EncodingOptions {
    /// How two lines that must differ enter the cost
    ///
    /// Lines with a missing cell (#) are never compared under unique_lines.
    #[arg(long, value_name = "WAY", default_value = DistinctLines::default().name(), value_parser = distinct_lines())]
    distinct_lines: String,
    /// How a count that may be q or q + 1 enters the cost
    #[arg(long = "counts", value_name = "WAY", default_value = TwoValued::default().name(), value_parser = counts())]
    two_valued_counts: String,
    /// How qubits hold a group in which exactly one variable is 1: the symbols of a cell, else a
    /// row, column or region
    #[arg(long, value_name = "WAY", default_value = Symbols::default().name(), value_parser = symbols())]
    symbols: String,
}

fn distinct_lines() -> PossibleValuesParser {
    let value = |way: DistinctLines| PossibleValue::new(way.name()).help(way.about());
    PossibleValuesParser::new(DistinctLines::ALL.map(value))
}

fn counts() -> PossibleValuesParser {
    let value = |way: TwoValued| PossibleValue::new(way.name()).help(way.about());
    PossibleValuesParser::new(TwoValued::ALL.map(value))
}

fn symbols() -> PossibleValuesParser {
    let value = |way: Symbols| PossibleValue::new(way.name()).help(way.about());
    PossibleValuesParser::new(Symbols::ALL.map(value))
}

impl EncodingOptions {
    /// The first of these options that was set to another value than its default, by name.
    pub(crate) fn first_changed(&self) -> Option<&'static str> {
        let (chosen, paper) = (self.chosen(), Encodings::default());
        let changed = [
            (
                "--distinct-lines",
                chosen.distinct_lines != paper.distinct_lines,
            ),
            ("--counts", chosen.counts != paper.counts),
            ("--symbols", chosen.symbols != paper.symbols),
        ];
        changed.iter().find(|(_, is)| *is).map(|(name, _)| *name)
    }

    /// The encodings that these options name; the parsers let nothing else pass.
    pub(crate) fn chosen(&self) -> Encodings {
        let mut lines = DistinctLines::ALL.into_iter();
        let mut counts = TwoValued::ALL.into_iter();
        let mut symbols = Symbols::ALL.into_iter();
        let lines = lines.find(|way| way.name() == self.distinct_lines);
        let counts = counts.find(|way| way.name() == self.two_valued_counts);
        let symbols = symbols.find(|way| way.name() == self.symbols);
        Encodings {
            distinct_lines: lines.unwrap_or_default(),
            counts: counts.unwrap_or_default(),
            symbols: symbols.unwrap_or_default(),
        }
    }
}

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
pub(crate) fn add_distinct_lines(page: &mut Page, problem: &Problem) {
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
pub(crate) fn add_table(page: &mut Page, problem: &Problem) {
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
