//! `ketboard show`: the board, the reduction step by step, and what is left for the qubits.

use super::flags::in_error;
use super::options::{AllSpaceOptions, TalkOptions};
use super::page::{PrintedPage, print_json};
use super::registers::{self, by_kind};
use super::subject::{prepared, puzzle};
use super::weights::{self, warning_in_passing};
use super::words::plural;
use crate::Result;
use crate::error::step_in_words;
use crate::experiment::save_board;
use crate::pipeline::Problem;
use crate::pipeline::RegistersRecord;
use ketboard_puzzles::{
    Assignment, Cell, CellMark, DrawStyle, Kind, Limits, Model, ModelFile, Puzzle, Reduced,
    Reduction, Symbols, best_solutions, difficulty, draw_board, draw_legend,
};
use ketboard_qaoa::memory;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ShowArguments {
    /// The puzzle file
    file: PathBuf,
    #[command(flatten)]
    settings: AllSpaceOptions,
    /// Say which penalty weights are safe, from the energies of all states (up to 24 qubits)
    ///
    /// The lowest energy with 0, 1, 2, … broken rules, over all kinds and for each, and the
    /// smallest weight of each kind with which every state of lowest energy obeys the encoded
    /// rules, the other weights staying as they are.
    #[arg(id = "advice", long = "weights", help_heading = "Output")]
    advice: bool,
    /// Also draw the board with its givens, as SVG or PNG by the name's ending
    #[arg(long, short, value_name = "OUT.svg", help_heading = "Output")]
    output: Option<PathBuf>,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard show`: what the reduction deduces, and what it leaves for a quantum computer.
pub(crate) fn run(arguments: &ShowArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    let problem = prepared(&settings, puzzle(&arguments.file)?)?;
    let advice = arguments.advice.then(|| problem.advice()).transpose()?;
    let warning = warning_in_passing(&problem)?;
    if let Some(path) = &arguments.output {
        save_board(&problem.puzzle, path)?;
    }
    if talk.json {
        let mut json = as_json(&problem);
        json["weights"] = advice.as_ref().map(weights::as_json).into();
        json["warning"] = warning.into();
        print_json(&json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = PrintedPage::default();
    if talk.quiet {
        page.line(summary(&problem));
    } else {
        add_problem(&mut page, &problem);
    }
    if let Some(advice) = &advice {
        page.line("");
        weights::add_advice(&mut page, advice);
    } else if let Some(warning) = warning {
        page.line(warning);
    }
    page.print()?;
    Ok(ExitCode::SUCCESS)
}

/// The marks of a board whose known cells are those of the reduction.
pub(crate) fn marks(model: &Model, reduction: &Reduction) -> Vec<CellMark> {
    let given = |var| model.givens().iter().any(|(given, _)| *given == var);
    let mark = |var| match reduction.value(var) {
        Reduced::Const(value) if given(var) => CellMark::Given(value),
        Reduced::Const(value) => CellMark::Deduced(value),
        Reduced::Bit { .. } => CellMark::Open,
    };
    model.variables().map(mark).collect()
}

/// The marks of a full board: givens, what the reduction found, and what the circuit answered.
pub(crate) fn solved_marks(problem: &Problem, board: &Assignment) -> Vec<CellMark> {
    let known = marks(&problem.puzzle.model, &problem.reduction);
    let answer = |(mark, &value): (CellMark, &bool)| match mark {
        CellMark::Open => CellMark::Answer(value),
        CellMark::Given(_) | CellMark::Deduced(_) | CellMark::Answer(_) => mark,
    };
    known.into_iter().zip(board).map(answer).collect()
}

/// Marks of a board that was found: what is given, and what is not.
pub(crate) fn answer_marks(puzzle: &Puzzle, board: &Assignment) -> Vec<CellMark> {
    let mut marks: Vec<CellMark> = board.iter().map(|&value| CellMark::Answer(value)).collect();
    for (var, value) in puzzle.model.givens() {
        marks[var.index()] = CellMark::Given(*value);
    }
    marks
}

/// The marks of a board of which only the givens are known.
pub(crate) fn given_marks(puzzle: &Puzzle) -> Vec<CellMark> {
    let mut marks = vec![CellMark::Open; puzzle.model.len()];
    for (var, value) in puzzle.model.givens() {
        marks[var.index()] = CellMark::Given(*value);
    }
    marks
}

/// Color where the terminal shows it; `NO_COLOR` and pipes get plain text.
pub(crate) fn style() -> DrawStyle {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => DrawStyle::Plain,
        anstream::ColorChoice::Auto
        | anstream::ColorChoice::AlwaysAnsi
        | anstream::ColorChoice::Always => DrawStyle::Color,
    }
}

/// Adds the board, its reduction step by step, and what is left.
fn add_problem(page: &mut PrintedPage, problem: &Problem) {
    let puzzle = &problem.puzzle;
    let (rows, cols) = (puzzle.slots.rows(), puzzle.slots.cols());
    let (name, family) = (&puzzle.name, puzzle.family);
    page.line(format_args!("{name} ({family}, {rows}×{cols})\n"));
    let known = marks(&puzzle.model, &problem.reduction);
    page.drawing(draw_board(puzzle, &known, style()));
    page.drawing(draw_legend(puzzle, style()));
    let steps = problem.reduction.steps();
    let nothing = if steps.is_empty() {
        " there is nothing to deduce"
    } else {
        ""
    };
    page.line(format_args!(
        "\nReduction ({}):{nothing}",
        problem.settings.reduction_in_words()
    ));
    let width = steps.iter().map(|step| step.rule.chars().count()).max();
    let width = width.unwrap_or(0);
    for (number, step) in (1..).zip(steps) {
        let words = step_in_words(puzzle, step);
        page.line(format_args!("{number:>4}  {:width$}  {words}", step.rule));
    }
    let (summary, shortfall) = (summary(problem), shortfall(problem));
    page.line(format_args!("\n{summary}{shortfall}"));
    page.line(match difficulty(&puzzle.model) {
        Ok(rating) => format!("Difficulty: {rating}"),
        Err(contradiction) => format!("Difficulty: none, there is no solution: {contradiction}"),
    });
    let (count, complete, cells) = solutions(puzzle);
    if count > 1 {
        let least = if complete { "" } else { "At least " };
        let kind = match puzzle.model.has_objective() {
            true => "boards of the best value",
            false => "solutions",
        };
        page.listed(&format!("{least}{count} {kind}, which differ in:"), &cells);
    }
    if problem.reduction.qubits() == 0 {
        page.line("No qubit is left: the deductions alone solve the board.");
    } else {
        add_qubits(page, problem);
    }
    registers::add_registers(page, problem);
    add_memory(page, problem);
}

/// How many different solutions a glance of the exact solver finds, of boards that differ in value
/// the best; whether these are all; and the cells in which two of them differ.
fn solutions(puzzle: &Puzzle) -> (usize, bool, Vec<String>) {
    /// How far the solver goes.
    const GLANCE: Limits<'static> = Limits {
        solutions: Some(100),
        nodes: Some(20_000),
        ask: None,
    };
    let found = best_solutions(&puzzle.model, &GLANCE);
    let boards = puzzle.different_boards(found.solutions);
    let rows = boards.iter().map(|board| puzzle.board(board));
    let rows: Vec<Vec<Vec<char>>> = rows
        .map(|rows| rows.iter().map(|row| row.chars().collect()).collect())
        .collect();
    let mut cells = Vec::new();
    for (row, col) in
        (0..puzzle.slots.rows()).flat_map(|row| (0..puzzle.slots.cols()).map(move |col| (row, col)))
    {
        let symbol = |board: &Vec<Vec<char>>| board.get(row).and_then(|r| r.get(col)).copied();
        if rows.iter().any(|board| symbol(board) != symbol(&rows[0])) {
            cells.push(Cell::new(row, col).to_string());
        }
    }
    (boards.len(), found.complete, cells)
}

/// `25 cells, 4 given, 8 deduced or merged: 13 qubits left`; `16 cells with 64 variables, …`.
pub(crate) fn summary(problem: &Problem) -> String {
    let Problem {
        puzzle, reduction, ..
    } = problem;
    let givens = puzzle.model.givens().len();
    let deductions = reduction.steps().len().saturating_sub(givens);
    let (cells, variables) = (puzzle.cells(), puzzle.model.len());
    let symbols = if cells == variables {
        String::new()
    } else {
        format!(" with {}", plural(variables as u64, "variable"))
    };
    let cells = plural(cells as u64, "cell");
    let deduced = format!("{cells}{symbols}, {givens} given, {deductions} deduced or merged");
    let left = reduction.qubits() as u64;
    let layout = &problem.cost.layout;
    match (left == layout.qubits() as u64, layout.auxiliaries().len()) {
        (true, 0) => format!("{deduced}: {} left", plural(left, "qubit")),
        (_, auxiliaries) => format!(
            "{deduced}: {} left, on {} ({auxiliaries} auxiliary)",
            plural(left, "variable"),
            plural(layout.qubits() as u64, "qubit")
        ),
    }
}

/// What to say where more qubits are left than the plan aims at.
pub(crate) fn shortfall(problem: &Problem) -> &'static str {
    match problem.settings.reduction_target() {
        Some(target) if problem.reduction.qubits() > target => " (these rules reach no further)",
        Some(_) | None => "",
    }
}

/// Adds what is left: the open cells, the size of the cost, and the energy of a board that breaks
/// no encoded rule.
fn add_qubits(page: &mut PrintedPage, problem: &Problem) {
    let cost = &problem.cost;
    let names = cost.layout.names().iter().enumerate();
    let qubits: Vec<_> = names.map(|(k, name)| format!("x{k} = {name}")).collect();
    page.listed("Qubits:", &qubits);
    let read = readings(problem);
    if !read.is_empty() {
        let title = match problem.encodings.symbols {
            Symbols::OneHot => "Merged:",
            Symbols::DomainWall | Symbols::Binary => "Cells:",
        };
        page.listed(title, &read);
    }
    let polynomial = &cost.polynomial;
    let linear = polynomial.terms().filter(|(set, _)| set.len() == 1).count();
    let (kind, higher) = match polynomial.higher().count() as u64 {
        0 => ("QUBO", String::new()),
        terms => {
            let terms = plural(terms, "higher-order term");
            let degree = polynomial.degree();
            ("Cost", format!(", {terms} of degree up to {degree}"))
        }
    };
    page.line(format_args!(
        "{kind}: {}, {}{higher}, offset {}",
        plural(linear as u64, "linear term"),
        plural(polynomial.quadratic().count() as u64, "coupling"),
        polynomial.offset()
    ));
    if let Some(energy) = cost.zero_violation_energy {
        page.line(format_args!(
            "Energy of a board that breaks no encoded rule: {energy}"
        ));
    }
    if problem.puzzle.model.has_objective() {
        page.line(format_args!(
            "The boards of the largest value are wanted; each attack counts {}",
            problem
                .weights
                .or_those_of(&problem.puzzle.model)
                .of(Kind::Diagonal)
        ));
    }
    if !problem.judged_only().is_empty() {
        page.line(format_args!(
            "Not in the cost, and checked afterwards: {}",
            unencoded(problem)
        ));
    }
}

/// How many rules of each kind have no penalty: `12 rules of kind distinct`.
pub(crate) fn unencoded(problem: &Problem) -> String {
    by_kind(problem, problem.judged_only())
}

/// The cells that are not just a qubit of their own: `r1c2 = !x0`, `r1c3 = x0 & !x1`.
fn readings(problem: &Problem) -> Vec<String> {
    let (model, reduction) = (&problem.puzzle.model, &problem.reduction);
    let file = ModelFile::new(model, reduction, &problem.cost);
    let own = |var| match reduction.value(var) {
        Reduced::Bit { qubit, .. } => {
            let single = problem.cost.layout.reading(qubit).qubits().count() == 1;
            reduction.variable(qubit) == var && single
        }
        Reduced::Const(_) => true,
    };
    let cells = model.variables().zip(file.cell_texts());
    cells
        .filter(|(var, _)| !own(*var))
        .map(|(_, (name, text))| format!("{name} = {text}"))
        .collect()
}

/// Adds the number of amplitudes and the memory of a simulation; where it does not fit, what would.
fn add_memory(page: &mut PrintedPage, problem: &Problem) {
    let (n, needed) = (
        problem.qubits(),
        memory::readable_bytes(problem.bytes_needed(ketboard_qaoa::Precision::F64)),
    );
    match &problem.registers {
        Some(_) if problem.states() > u128::from(u64::MAX) => page.line(format_args!(
            "State vector with gradient: 2^{:.1} amplitudes, more than {needed}",
            problem.bits_of_space()
        )),
        Some(_) => page.line(format_args!(
            "State vector with gradient: {} amplitudes (2^{:.1}), {needed}",
            problem.states(),
            problem.bits_of_space()
        )),
        None => page.line(format_args!(
            "State vector with gradient: 2^{n} amplitudes, {needed}"
        )),
    }
    if let Err(error) = problem.check_memory(ketboard_qaoa::Precision::F64) {
        page.line(format_args!("That does not fit here: {}", in_error(&error)));
    }
}

/// For programs.
fn as_json(problem: &Problem) -> Value {
    let (puzzle, cost) = (&problem.puzzle, &problem.cost);
    let steps = problem.reduction.steps().iter().map(|step| {
        let because = step.because.iter().map(|&v| puzzle.model.name(v));
        json!({"rule": step.rule, "step": step.describe(&puzzle.model), "because": because.collect::<Vec<_>>()})
    });
    let rating = difficulty(&puzzle.model).ok();
    let (count, complete, cells) = solutions(puzzle);
    let mut json = json!({
        "family": puzzle.family,
        "name": puzzle.name,
        "rows": puzzle.slots.rows(),
        "cols": puzzle.slots.cols(),
        "cells": puzzle.cells(),
        "variables": puzzle.model.len(),
        "reduction": problem.settings.reduction_in_words(),
        "qubits": problem.qubits(),
        "variables_left": problem.reduction.qubits(),
        "auxiliary_qubits": cost.layout.auxiliaries().len(),
        "encoding": problem.encodings.to_string(),
        "steps": steps.collect::<Vec<_>>(),
        "memory_bytes": problem.bytes_needed(ketboard_qaoa::Precision::F64) as f64,
        "difficulty": rating.as_ref().map(|rating| rating.difficulty.name()),
        "hardest_rule": rating.and_then(|rating| Some(rating.hardest_rule?.name)),
        "solutions": complete.then_some(count),
        "differing_cells": (count > 1).then_some(cells),
    });
    let registers = RegistersRecord::of(problem);
    for (key, value) in registers.iter().flat_map(RegistersRecord::keys) {
        json[key] = value;
    }
    json["gates"] = registers::gates(problem).into();
    json["zero_violation_energy"] = cost.zero_violation_energy.into();
    json
}
