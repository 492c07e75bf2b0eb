//! What a record implies without holding it: the reduction step by step, the board after it, and
//! the energies.
//!
//! Both are made again from input and setting. They are those of the run exactly where the model's
//! hash is the record's.

use crate::error::{Error, Result};
use crate::lab::{Input, Record};
use crate::pipeline::Problem;
use crate::plots::{CoefficientMatrix, Heading, PictureLayout, coefficient_matrix};
use crate::settings::Settings;
use ketboard_puzzles::{
    Cell, Choice, EncodedCost, ModelFile, Polynomial, Puzzle, Reduced, Reduction, Slot, Step,
    model_hash, read_model,
};
use serde::Serialize;

/// The energies of a run and, of a puzzle, the reduction that led to them.
#[derive(Serialize, Debug, Default)]
pub(super) struct ModelEnergies {
    /// The number of the puzzle.
    pub(super) puzzle: usize,
    /// Why nothing else is here.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<ReductionTrace>,
    /// The name of each qubit, qubit 0 first.
    names: Vec<String>,
    offset: f64,
    linear: Vec<f64>,
    quadratic: Vec<(usize, usize, f64)>,
    /// Terms of more than two qubits.
    higher: Vec<(Vec<usize>, f64)>,
    /// The SVG of linear and quadratic coefficients as a matrix; empty where there are none.
    #[serde(skip)]
    pub(super) picture: String,
}

/// The reduction of a puzzle.
#[derive(Serialize, Debug)]
struct ReductionTrace {
    plan: String,
    summary: String,
    /// Rule and words of each step.
    steps: Vec<(&'static str, String)>,
    /// The board after it: one string a row of cells, `kind` and text of each.
    after: Vec<Vec<(char, String)>>,
}

/// The part of a setting that decides the model.
pub(super) fn key(setting: &Settings) -> Settings {
    Settings {
        precision: ketboard_qaoa::Precision::F64,
        ..setting.without_search()
    }
}

/// The energies of a record's model, or the reason why they cannot be shown.
pub(super) fn energies(record: &Record, puzzle: usize) -> ModelEnergies {
    let found = match &record.input {
        Input::Puzzle(text) => of_puzzle(record, text),
        Input::Model(text) => of_model(record, text),
    };
    let missing = |reason: String| ModelEnergies {
        missing: Some(reason),
        ..ModelEnergies::default()
    };
    let found = found.unwrap_or_else(|error| missing(error.to_string()));
    ModelEnergies { puzzle, ..found }
}

fn of_puzzle(record: &Record, text: &str) -> Result<ModelEnergies> {
    let problem = Problem::new(Puzzle::parse(text, &record.name)?, &record.setting)?;
    check(record, &problem.cost.polynomial)?;
    let trace = ReductionTrace {
        plan: problem.settings.reduction_in_words(),
        summary: summary(&problem),
        steps: steps(&problem),
        after: board_after(&problem),
    };
    let names = problem.cost.layout.names().to_vec();
    Ok(ModelEnergies {
        trace: Some(trace),
        ..of_polynomial(&problem.cost.polynomial, names)?
    })
}

fn of_model(record: &Record, text: &str) -> Result<ModelEnergies> {
    let model = read_model(text, &record.name)?;
    check(record, model.polynomial())?;
    of_polynomial(model.polynomial(), model.variable_names())
}

/// Succeeds if these are the energies of the record.
fn check(record: &Record, polynomial: &Polynomial) -> Result<()> {
    if model_hash(polynomial) == record.model_hash {
        return Ok(());
    }
    let found = format!(
        "this version of Ketboard ({}) makes another model than the record holds",
        env!("CARGO_PKG_VERSION")
    );
    let remedy = format!("write the report with version {}", record.version);
    Err(Error::input(&record.name, None, found, remedy))
}

fn of_polynomial(polynomial: &Polynomial, names: Vec<String>) -> Result<ModelEnergies> {
    let higher = polynomial.higher();
    let picture = match polynomial.linear() {
        none if none.is_empty() => String::new(),
        linear => {
            coefficient_matrix(&CoefficientMatrix {
                heading: heading(polynomial),
                offset: polynomial.offset(),
                linear,
                quadratic: polynomial.quadratic().collect(),
            })?
            .svg
        }
    };
    Ok(ModelEnergies {
        picture,
        names,
        offset: polynomial.offset(),
        linear: polynomial.linear(),
        quadratic: polynomial.quadratic().collect(),
        higher: higher.map(|(set, c)| (set.to_vec(), c)).collect(),
        ..ModelEnergies::default()
    })
}

/// The words around the matrix of a polynomial.
fn heading(polynomial: &Polynomial) -> Heading {
    let more = match polynomial.higher().count() {
        0 => "",
        _ => "Terms of more than two qubits stand in the table alone.",
    };
    Heading {
        layout: PictureLayout::for_pages(),
        ..Heading::new("The energies of the model", more)
    }
}

fn steps(problem: &Problem) -> Vec<(&'static str, String)> {
    let (puzzle, reduction) = (&problem.puzzle, &problem.reduction);
    let words = |step: &Step| (step.rule, step.describe(&puzzle.model));
    reduction.steps().iter().map(words).collect()
}

/// `25 cells, 4 given, 8 deduced or merged: 13 qubits left`.
fn summary(problem: &Problem) -> String {
    let Problem {
        puzzle, reduction, ..
    } = problem;
    let givens = puzzle.model.givens().len();
    let deduced = reduction.steps().len().saturating_sub(givens);
    let EncodedCost { layout, .. } = &problem.cost;
    let auxiliaries = match layout.auxiliaries().len() {
        0 => String::new(),
        n => format!(", {n} of them auxiliary"),
    };
    format!(
        "{} cells with {} variables, {givens} given, {deduced} deduced or merged: {} qubits left{auxiliaries}",
        puzzle.cells(),
        puzzle.model.len(),
        layout.qubits()
    )
}

/// The board after the reduction: `g` given, `d` deduced, `o` open, `f` taken, `#` missing; with
/// the value, or the qubit that decides it.
pub(crate) fn board_after(problem: &Problem) -> Vec<Vec<(char, String)>> {
    let Problem {
        puzzle, reduction, ..
    } = problem;
    let file = ModelFile::new(&puzzle.model, reduction, &problem.cost);
    let texts: Vec<String> = file.cell_texts().map(|(_, text)| text).collect();
    let cell = |cell: Cell| match &puzzle.slots[cell] {
        Slot::Missing => ('#', String::new()),
        Slot::Fixture(fixture) => ('f', fixture.letter.to_string()),
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
    if let Some(given) = choice.given {
        return ('g', given.to_string());
    }
    match symbols.iter().find(|symbol| is_one(symbol)) {
        Some(symbol) => ('d', symbol.to_string()),
        None => {
            let open: String = symbols.iter().filter(|symbol| may_be(symbol)).collect();
            match open.is_empty() {
                true => ('d', choice.none.to_string()),
                false => ('o', open),
            }
        }
    }
}
