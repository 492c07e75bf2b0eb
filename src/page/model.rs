//! What a record implies without holding it: the reduction step by step, the board after it, and
//! the energies.
//!
//! Both are made again from input and setting. They are those of the run exactly where the model's
//! hash is the record's.

use crate::error::{Error, Result};
use crate::pipeline::{Input, Problem, Record};
use crate::plots::{Heading, PictureLayout, coefficient_matrix};
use crate::settings::Settings;
use ketboard_puzzles::{Cell, Choice, ModelFile, Polynomial, Puzzle, Reduced, Reduction, Slot};
use serde_json::{Value, json};

/// The part of a setting that decides the model.
pub(super) fn key(setting: &Settings) -> Settings {
    Settings {
        precision: ketboard_qaoa::Precision::F64,
        ..setting.without_search()
    }
}

/// What the script reads of a model, and the SVG of its linear and quadratic coefficients as a
/// matrix, empty where there are none.
type DrawnModel = (Value, String);

/// The energies of a record's model and, of a puzzle, the reduction that led to them; or the reason
/// why they cannot be shown.
pub(super) fn energies(record: &Record) -> DrawnModel {
    let found = match &record.input {
        Input::Puzzle(text) => of_puzzle(record, text),
        Input::Model(text) => of_model(record, text),
    };
    found.unwrap_or_else(|error| (json!({"missing": error.to_string()}), String::new()))
}

fn of_puzzle(record: &Record, text: &str) -> Result<DrawnModel> {
    let problem = Problem::new(Puzzle::parse(text, &record.name)?, &record.setting)?;
    check(record, &problem.cost.polynomial)?;
    let names = problem.cost.layout.names();
    let (mut model, picture) = of_polynomial(&problem.cost.polynomial, names)?;
    let (puzzle, reduction) = (&problem.puzzle, &problem.reduction);
    let steps = reduction.steps.iter();
    let steps = steps.map(|step| json!([step.rule, step.describe(&puzzle.model)]));
    model["trace"] = json!({
        "plan": problem.settings.reduction_in_words(),
        "summary": left(&problem),
        // rule and words of each step
        "steps": steps.collect::<Value>(),
        // the board after it: one string a row of cells, kind and text of each
        "after": board_after(&problem),
    });
    Ok((model, picture))
}

fn of_model(record: &Record, text: &str) -> Result<DrawnModel> {
    let model = ModelFile::parse(text, &record.name)?;
    check(record, &model.polynomial)?;
    of_polynomial(&model.polynomial, &model.variable_names())
}

/// Succeeds if these are the energies of the record.
fn check(record: &Record, polynomial: &Polynomial) -> Result<()> {
    if polynomial.hash() == record.model_hash {
        return Ok(());
    }
    let found = format!(
        "this version of Ketboard ({}) makes another model than the record holds",
        env!("CARGO_PKG_VERSION")
    );
    let remedy = format!("write the report with version {}", record.version);
    Err(Error::input(&record.name, None, found, remedy))
}

fn of_polynomial(polynomial: &Polynomial, names: &[String]) -> Result<DrawnModel> {
    let (offset, linear) = (polynomial.offset(), polynomial.linear());
    let quadratic: Vec<_> = polynomial.quadratic().collect();
    // the name of each qubit, qubit 0 first; higher are terms of more than two qubits
    let model = json!({"names": names, "offset": offset, "linear": linear, "quadratic": quadratic,
        "higher": polynomial.higher().collect::<Vec<_>>()});
    if linear.is_empty() {
        return Ok((model, String::new()));
    }
    let more = match polynomial.higher().count() {
        0 => "",
        _ => "Terms of more than two qubits are in the table alone.",
    };
    let heading = Heading::new("QUBO coefficients", more);
    let layout = PictureLayout::for_pages();
    let picture = coefficient_matrix(&heading, offset, &linear, &quadratic, layout);
    Ok((model, picture.svg))
}

/// `25 cells, 4 given, 8 deduced or merged: 13 qubits left`; `16 cells with 64 variables, …`; and
/// that the rules reach no further, where more qubits are left than the plan aims at.
pub(crate) fn left(problem: &Problem) -> String {
    let (puzzle, reduction, layout) = (&problem.puzzle, &problem.reduction, &problem.cost.layout);
    let givens = puzzle.model.givens().len();
    let deductions = reduction.steps.len().saturating_sub(givens);
    let (cells, variables) = (puzzle.cells(), puzzle.model.len());
    let symbols = if cells == variables {
        String::new()
    } else {
        format!(" with {}", plural(variables as u64, "variable"))
    };
    let cells = plural(cells as u64, "cell");
    let (left, qubits) = (reduction.qubits(), plural(layout.qubits() as u64, "qubit"));
    let left_in_words = match (left == layout.qubits(), layout.auxiliaries().len()) {
        (true, 0) => format!("{qubits} left"),
        (_, auxiliaries) => {
            let variables = plural(left as u64, "variable");
            format!("{variables} left, on {qubits} ({auxiliaries} auxiliary)")
        }
    };
    let shortfall = match problem.settings.reduction_target() {
        Some(target) if left > target => " (these rules reach no further)",
        Some(_) | None => "",
    };
    format!(
        "{cells}{symbols}, {givens} given, {deductions} deduced or merged: {left_in_words}{shortfall}"
    )
}

/// `1 state`, `2 states`.
pub(crate) fn plural(number: u64, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {what}{s}")
}

/// The board after the reduction: `g` given, `d` deduced, `o` open, `f` taken, `#` missing; with
/// the value, or the qubit that decides it.
pub(crate) fn board_after(problem: &Problem) -> Vec<Vec<(char, String)>> {
    let Problem {
        puzzle, reduction, ..
    } = problem;
    let file = ModelFile::new(&puzzle.model, reduction, &problem.cost);
    let texts: Vec<String> = file.cells.iter().map(|(_, text)| text.clone()).collect();
    let cell = |cell: Cell| match &puzzle.slots[cell] {
        Slot::Missing => ('#', String::new()),
        Slot::Tree => ('f', "T".to_owned()),
        Slot::Bit(var) => match reduction.value(*var) {
            Reduced::Const(_) if puzzle.is_given(cell) => ('g', texts[var.index()].clone()),
            Reduced::Const(_) => ('d', texts[var.index()].clone()),
            Reduced::Bit { .. } => ('o', texts[var.index()].clone()),
        },
        Slot::Choice(choice) => after_choice(choice, reduction),
    };
    let row = |row| (0..puzzle.slots.cols()).map(move |col| cell(Cell::new(row, col)));
    (0..puzzle.slots.rows()).map(|r| row(r).collect()).collect()
}

/// The symbol of a cell, or those that it may still show.
fn after_choice(choice: &Choice, reduction: &Reduction) -> (char, String) {
    let value = |symbol: char| {
        let of_it = choice.of.iter().filter(move |(known, _)| *known == symbol);
        of_it.map(|(_, var)| reduction.value(*var))
    };
    let is_one = |symbol: &char| value(*symbol).any(|value| value == Reduced::Const(true));
    let may_be = |symbol: &char| value(*symbol).any(|value| value != Reduced::Const(false));
    let mut symbols: Vec<char> = choice.of.iter().map(|(symbol, _)| *symbol).collect();
    symbols.dedup();
    let open: String = symbols.iter().filter(|symbol| may_be(symbol)).collect();
    match (choice.given, symbols.into_iter().find(is_one)) {
        (Some(given), _) => ('g', given.to_string()),
        (None, Some(symbol)) => ('d', symbol.to_string()),
        (None, None) if open.is_empty() => ('d', choice.none.to_string()),
        (None, None) => ('o', open),
    }
}
