//! `ketboard show`: the board, the reduction step by step, and what is left for the qubits.

use super::flags::in_error;
use super::no_solution::words;
use super::options::{SpaceOptions, TalkOptions};
use super::page::{PrintedPage, print_json};
use super::ready::prepared;
use super::registers::{self, by_kind};
use super::solutions::Solutions;
use super::weights::{self, warning_in_passing};
use super::words::plural;
use crate::Result;
use crate::experiment::RegistersRecord;
use crate::experiment::save_board;
use crate::pipeline::{Problem, ReductionPlan};
use ketboard_puzzles::{
    Assignment, CellMark, DrawStyle, Kind, Model, ModelFile, Puzzle, Reduced, Reduction, Step,
    Symbols, difficulty, draw_board, draw_legend,
};
use ketboard_qaoa::readable_bytes;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ShowArguments {
    /// The puzzle file
    file: PathBuf,
    #[command(flatten)]
    settings: SpaceOptions,
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

/// Runs `ketboard show`: the board, its reduction step by step, and what is left of it.
pub(crate) fn run(arguments: &ShowArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let settings = arguments.settings.read()?;
    let plan = settings.reduction()?;
    let problem = match prepared(&settings, &arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return no_solution.report(&arguments.talk),
    };
    let advice = arguments.advice.then(|| problem.advice()).transpose()?;
    let warning = warning_in_passing(&problem)?;
    if let Some(path) = &arguments.output {
        save_board(&problem.puzzle, path)?;
    }
    if arguments.talk.json {
        let mut json = as_json(&problem, &plan);
        if let Some(advice) = &advice {
            json["weights"] = weights::as_json(advice);
        }
        if let Some(warning) = warning {
            json["warning"] = warning.into();
        }
        print_json(&json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = if arguments.talk.quiet {
        let mut page = PrintedPage::default();
        page.line(summary(&problem));
        page
    } else {
        page(&problem, &plan)
    };
    match (&advice, warning) {
        (Some(advice), _) => {
            page.line("");
            weights::add_advice(&mut page, advice);
        }
        (None, Some(warning)) => page.line(warning),
        (None, None) => {}
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

/// What the command prints, from the board to the memory that a simulation takes.
fn page(problem: &Problem, plan: &ReductionPlan) -> PrintedPage {
    let Problem {
        puzzle, reduction, ..
    } = problem;
    let mut page = PrintedPage::default();
    let (rows, cols) = (puzzle.slots.rows(), puzzle.slots.cols());
    page.line(format_args!(
        "{} ({}, {rows}×{cols})\n",
        puzzle.name, puzzle.family
    ));
    let known = marks(&puzzle.model, reduction);
    page.drawing(draw_board(puzzle, &known, style()));
    page.drawing(draw_legend(puzzle, style()));
    page.line("");
    add_steps(&mut page, problem, plan);
    page.line(format_args!(
        "\n{}{}",
        summary(problem),
        shortfall(problem, plan)
    ));
    page.line(format_args!("Difficulty: {}", rating(puzzle)));
    Solutions::of(puzzle).add(&mut page, puzzle.model.has_objective());
    if reduction.qubits() == 0 {
        page.line("No qubit is left: the deductions alone solve the board.");
    } else {
        add_qubits(&mut page, problem);
    }
    registers::add_registers(&mut page, problem);
    add_memory(&mut page, problem);
    page
}

/// The difficulty in words.
fn rating(puzzle: &Puzzle) -> String {
    match difficulty(&puzzle.model) {
        Ok(rating) => rating.to_string(),
        Err(contradiction) => format!("none, there is no solution: {contradiction}"),
    }
}

/// Adds the deductions, each with its rule and its reason.
fn add_steps(page: &mut PrintedPage, problem: &Problem, plan: &ReductionPlan) {
    let steps = problem.reduction.steps();
    let plan = plan.describe();
    if steps.is_empty() {
        page.line(format_args!(
            "Reduction ({plan}): there is nothing to deduce"
        ));
        return;
    }
    page.line(format_args!("Reduction ({plan}):"));
    let width = |step: &Step| step.rule.chars().count();
    let width = steps.iter().map(width).max().unwrap_or(0);
    for (number, step) in steps.iter().enumerate() {
        let words = words(&problem.puzzle, step);
        page.line(format_args!(
            "{:>4}  {:width$}  {words}",
            number + 1,
            step.rule
        ));
    }
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
pub(crate) fn shortfall(problem: &Problem, plan: &ReductionPlan) -> &'static str {
    match plan.target() {
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
    let (n, needed) = (problem.qubits(), readable_bytes(problem.bytes_needed()));
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

/// What `--json` prints: the board, every step, the qubits, and the size of the cost.
fn as_json(problem: &Problem, plan: &ReductionPlan) -> serde_json::Value {
    let Problem {
        puzzle,
        reduction,
        cost,
        ..
    } = problem;
    let steps: Vec<_> = reduction
        .steps()
        .iter()
        .map(|step| {
            serde_json::json!({"rule": step.rule, "step": step.describe(&puzzle.model),
                "because": step.because.iter().map(|&v| puzzle.model.name(v)).collect::<Vec<_>>()})
        })
        .collect();
    let mut json = serde_json::json!({
        "family": puzzle.family,
        "name": puzzle.name,
        "rows": puzzle.slots.rows(),
        "cols": puzzle.slots.cols(),
        "cells": puzzle.cells(),
        "variables": puzzle.model.len(),
        "reduction": plan.describe(),
        "qubits": problem.qubits(),
        "variables_left": reduction.qubits(),
        "auxiliary_qubits": cost.layout.auxiliaries().len(),
        "encoding": problem.encodings.to_string(),
        "steps": steps,
        "memory_bytes": problem.bytes_needed() as f64,
    });
    if let Ok(rating) = difficulty(&puzzle.model) {
        json["difficulty"] = rating.difficulty.name().into();
        if let Some(rule) = rating.hardest_rule {
            json["hardest_rule"] = rule.name.into();
        }
    }
    Solutions::of(puzzle).add_json(&mut json);
    for (key, value) in RegistersRecord::of(problem)
        .iter()
        .flat_map(RegistersRecord::keys)
    {
        json[key] = value;
    }
    if let Some(gates) = registers::gates(problem) {
        json["gates"] = gates;
    }
    if let Some(energy) = cost.zero_violation_energy {
        json["zero_violation_energy"] = energy.into();
    }
    json
}
