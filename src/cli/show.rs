//! `ketboard show`: the board, the reduction step by step, and what is left for the qubits; which
//! weights are safe, and the warning where one is too small.

use super::facts::{list, style};
use super::flags::in_error;
use super::options::{SpaceOptions, TalkOptions};
use super::page::PrintedPage;
use super::registers::{by_kind, gates};
use super::subject::{prepared, puzzle};
use crate::Result;
use crate::error::step_in_words;
use crate::experiment::board_picture;
use crate::json::extend;
use crate::page::{left, short};
use crate::pipeline::{Problem, registers_record};
use crate::plots::save_as;
use ketboard_puzzles::{Cell, CellMark, Kind, Limits, ModelFile, Puzzle, Rating, Reduced};
use ketboard_qaoa::{Precision, memory::readable_bytes};
use serde_json::{Value, json};
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
}

/// Runs `ketboard show`: what the reduction deduces, and what it leaves for a quantum computer.
pub(crate) fn run(arguments: &ShowArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let problem = prepared(&arguments.settings.0, puzzle(&arguments.file)?)?;
    let mut record = record(&problem);
    if arguments.advice {
        record["weights"] = json!(problem.advice()?);
    }
    record["warning"] = warning_in_passing(&problem).into();
    if let Some(path) = &arguments.output {
        save_as(&board_picture(&problem.puzzle), path)?;
    }
    let mut weights = PrintedPage::default();
    if arguments.advice {
        weights.weights(&record["weights"]);
    } else if let Some(warning) = record["warning"].as_str() {
        weights.line(warning);
    }
    let weights = weights.text();
    let bare = format!("{}\n{weights}", left(&problem));
    talk.tell(&record, Some(bare.trim_end().to_owned()), |page| {
        add_problem(page, &problem, &record);
        if !weights.is_empty() {
            page.drawing(format_args!("\n{weights}"));
        }
    })
}

/// What is printed of what is left.
const FACTS: &str = "difficulty hardest_rule solutions solutions_at_least checked_afterwards linear_terms couplings higher_terms degree offset zero_violation_energy attack_weight kept tabulated";

/// Adds the board, its reduction step by step, and what is left.
fn add_problem(page: &mut PrintedPage, problem: &Problem, record: &Value) {
    let puzzle = &problem.puzzle;
    let (rows, cols) = (puzzle.slots.rows(), puzzle.slots.cols());
    let (name, family) = (&puzzle.name, puzzle.family);
    page.line(format_args!("{name} ({family}, {rows}×{cols})\n"));
    page.board(puzzle, |var| match problem.reduction.value(var) {
        Reduced::Const(value) => CellMark::Deduced(value),
        Reduced::Bit { .. } => CellMark::Open,
    });
    page.drawing(puzzle.legend(style()));
    page.line(format_args!(
        "\nReduction ({}):",
        problem.settings.reduction_in_words()
    ));
    let steps = &problem.reduction.steps;
    let width = steps.iter().map(|step| step.rule.chars().count()).max();
    let width = width.unwrap_or(0);
    for (number, step) in (1..).zip(steps) {
        let words = step_in_words(puzzle, step);
        page.line(format_args!("{number:>4}  {:width$}  {words}", step.rule));
    }
    page.line(format_args!("\n{}", left(problem)));
    if problem.qubits() == 0 {
        page.line("No qubit is left: the deductions alone solve the board.");
    }
    let lists = [
        ("Qubits:", "names"),
        ("Cells that share qubits:", "readings"),
        ("Solutions differ in:", "differing_cells"),
    ];
    for (title, key) in lists {
        page.listed(title, list(record, key));
    }
    page.facts(record, FACTS);
    page.registers(problem, record);
    let states = format!("2^{} amplitudes", short(problem.bits_of_space()));
    let bytes = readable_bytes(problem.bytes_needed(Precision::F64));
    let more = if problem.states() > u128::from(u64::MAX) {
        "more than "
    } else {
        ""
    };
    page.fact(
        "state with gradient",
        format_args!("{states}, {more}{bytes}"),
    );
    if let Err(error) = problem.check_memory(Precision::F64) {
        page.line(format_args!("That does not fit here: {}", in_error(&error)));
    }
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
    let found = puzzle.model.best_solutions(&GLANCE);
    let boards = puzzle.different_boards(found.solutions);
    let shown = boards.iter().map(|board| puzzle.board(board).concat());
    let shown: Vec<Vec<char>> = shown.map(|board| board.chars().collect()).collect();
    let differs = |at: &usize| shown.iter().any(|board| board[*at] != shown[0][*at]);
    let cells = (0..shown.first().map_or(0, Vec::len)).filter(differs);
    let cols = puzzle.slots.cols();
    let cells = cells.map(|at| Cell::new(at / cols, at % cols).to_string());
    (boards.len(), found.complete, cells.collect())
}

/// The cells that are not just a qubit of their own: `r1c2 = !x0`, `r1c3 = x0 & !x1`.
fn readings(problem: &Problem) -> Vec<String> {
    let (model, reduction) = (&problem.puzzle.model, &problem.reduction);
    let file = ModelFile::new(model, reduction, &problem.cost);
    let own = |var| match reduction.value(var) {
        Reduced::Bit { qubit, .. } => {
            let single = problem.cost.layout.reading(qubit).qubits().count() == 1;
            reduction.variables[qubit] == var && single
        }
        Reduced::Const(_) => true,
    };
    let cells = model.variables().zip(&file.cells);
    cells
        .filter(|(var, _)| !own(*var))
        .map(|(_, (name, text))| format!("{name} = {text}"))
        .collect()
}

/// All that the JSON holds.
fn record(problem: &Problem) -> Value {
    let (puzzle, cost) = (&problem.puzzle, &problem.cost);
    let (model, polynomial) = (&puzzle.model, &cost.polynomial);
    let steps = problem.reduction.steps.iter().map(|step| {
        let because = step.because.iter().map(|&v| model.name(v));
        json!({"rule": step.rule, "step": step.describe(model), "because": because.collect::<Vec<_>>()})
    });
    let rating = Rating::of(model).ok();
    let (count, complete, cells) = solutions(puzzle);
    let names = cost.layout.names().iter().enumerate();
    let names: Vec<String> = names.map(|(k, name)| format!("x{k} = {name}")).collect();
    let linear = polynomial.terms().filter(|(set, _)| set.len() == 1).count();
    let higher = polynomial.higher().count();
    let is_judged = !problem.judged_only().is_empty();
    let attack = || problem.weights.or_those_of(model).of(Kind::Diagonal);
    let known = problem.registers.as_ref();
    let rules = |rules: &[usize]| (!rules.is_empty()).then(|| by_kind(problem, rules));
    let mut json = json!({
        "family": puzzle.family,
        "name": puzzle.name,
        "rows": puzzle.slots.rows(),
        "cols": puzzle.slots.cols(),
        "cells": puzzle.cells(),
        "variables": model.len(),
        "reduction": problem.settings.reduction_in_words(),
        "qubits": problem.qubits(),
        "variables_left": problem.reduction.qubits(),
        "auxiliary_qubits": cost.layout.auxiliaries().len(),
        "encoding": problem.encodings.to_string(),
        "steps": steps.collect::<Vec<_>>(),
        "memory_bytes": problem.bytes_needed(Precision::F64) as f64,
        "difficulty": rating.as_ref().map(|rating| rating.difficulty.name()),
        "hardest_rule": rating.and_then(|rating| rating.hardest_rule),
        "solutions": complete.then_some(count),
        "solutions_at_least": (!complete && count > 1).then_some(count),
        "differing_cells": (count > 1).then_some(cells),
        "names": names,
        "readings": readings(problem),
        "checked_afterwards": is_judged.then(|| by_kind(problem, problem.judged_only())),
        "linear_terms": linear,
        "couplings": polynomial.quadratic().count(),
        "higher_terms": (higher > 0).then_some(higher),
        "degree": (higher > 0).then(|| polynomial.degree()),
        "offset": polynomial.offset(),
        "zero_violation_energy": cost.zero_violation_energy,
        "attack_weight": model.has_objective().then(attack),
        "kept": known.and_then(|known| rules(&known.places.kept)),
        "tabulated": known.and_then(|known| rules(&known.places.tabulated)),
        "gates": gates(problem),
    });
    extend(&mut json, registers_record(problem));
    json
}

/// Up to this many states are looked at for a weight that is too small without being asked.
const LOOKED_AT: u128 = 1 << 20;

/// The warning that a weight is too small: where some board obeys the encoded rules and yet a state
/// of lowest energy breaks `rule`, or else where the weight of attacks does not exceed what an
/// attack may gain (eq. 27 of the source paper).
pub(crate) fn warning_if_any(problem: &Problem, rule: Option<usize>) -> Option<String> {
    if let Some(rule) = rule {
        let rule = &problem.puzzle.model.constraints()[rule];
        return Some(format!(
            "Warning: a weight is too small: a state of lowest energy breaks a rule ({}, kind {}); `ketboard show {} --weights` says which are safe",
            rule.name, rule.kind, problem.puzzle.file
        ));
    }
    let (kind, safe) = problem.weight_too_small()?;
    let weight = problem.weights.or_those_of(&problem.puzzle.model).of(kind);
    Some(format!(
        "Warning: the weight of {kind} rules is {weight}; up to {safe} a broken rule may pay, and the lowest energy may \
         be no solution. Raise `lambda`, or --weight {kind}=λ."
    ))
}

/// [`warning_if_any`] of a puzzle that was not run, with a look at all of its states where they are
/// few.
pub(crate) fn warning_in_passing(problem: &Problem) -> Option<String> {
    let is_small = problem.states() <= LOOKED_AT && problem.check_memory(Precision::F64).is_ok();
    let broken = || {
        let mut problem = problem.clone();
        if problem.truth.boards.is_empty() {
            problem = problem.solved().ok()?;
        }
        problem.rule_broken_at_lowest_energy(problem.ansatz().ok()?.cost())
    };
    warning_if_any(problem, is_small.then(broken).flatten())
}

impl PrintedPage {
    /// Adds the advice, from its record.
    pub(crate) fn weights(&mut self, advice: &Value) {
        self.line("States by the number of encoded rules that they break:");
        self.records(&advice["broken"], "rules lowest_energy states");
        if advice["lowest_energy_that_obeys"].is_null() {
            self.line("no state obeys the encoded rules: no weight can help")
        } else {
            self.facts(advice, "gap")
        }
        self.line("\nSafe weights of each kind, the others staying as they are:");
        self.records(&advice["kinds"], "kind rules weight safe above");
        let unencoded = list(advice, "unencoded_broken");
        if unencoded.iter().any(|row| row["rules"] != 0) {
            self.line(
                "\nOf the states that break no encoded rule, by the rules without a penalty:",
            );
            self.records(&advice["unencoded_broken"], "rules lowest_energy states");
        }
        if advice["too_small"] == true {
            self.line("\nWarning: a weight is too small: a state of lowest energy breaks an encoded rule; set --weight as the column \"safe\" says");
        }
    }
}
