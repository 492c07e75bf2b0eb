//! `ketboard show`: the board, the reduction step by step, and what is left for the qubits.

use super::common::{ModelOptions, TalkOptions, print_json};
use ketboard::Result;
use ketboard::draw::{self, Mark, Style};
use ketboard::model::{Assignment, Model};
use ketboard::pipeline::Problem;
use ketboard::puzzle::Puzzle;
use ketboard::reduce::{Reduction, Value};
use ketboard::sim::{self, Purpose};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The puzzle file
    file: PathBuf,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let problem = match arguments.model.prepare(&arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return Ok(no_solution.report(&arguments.talk)),
    };
    if arguments.talk.json {
        print_json(&as_json(&problem, &arguments.model));
    } else {
        print_all(&problem, &arguments.model);
    }
    Ok(ExitCode::SUCCESS)
}

/// The marks of a board whose known cells are those of the reduction.
pub(crate) fn marks(model: &Model, reduction: &Reduction) -> Vec<Mark> {
    let given = |var| model.givens().iter().any(|(given, _)| *given == var);
    let mark = |var| match reduction.value(var) {
        Value::Const(value) if given(var) => Mark::Given(value),
        Value::Const(value) => Mark::Deduced(value),
        Value::Bit { .. } => Mark::Open,
    };
    model.variables().map(mark).collect()
}

/// The marks of a full board: givens, what the reduction found, and what the circuit answered.
pub(crate) fn solved_marks(problem: &Problem, board: &Assignment) -> Vec<Mark> {
    let known = marks(&problem.puzzle.model, &problem.reduction);
    let answer = |(mark, &value): (Mark, &bool)| match mark {
        Mark::Open => Mark::Answer(value),
        Mark::Given(_) | Mark::Deduced(_) | Mark::Answer(_) => mark,
    };
    known.into_iter().zip(board).map(answer).collect()
}

/// The marks of a board of which only the givens are known.
pub(crate) fn given_marks(puzzle: &Puzzle) -> Vec<Mark> {
    let mut marks = vec![Mark::Open; puzzle.model.len()];
    for (var, value) in puzzle.model.givens() {
        marks[var.index()] = Mark::Given(*value);
    }
    marks
}

/// Color where the terminal shows it; `NO_COLOR` and pipes get plain text.
pub(crate) fn style() -> Style {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => Style::Plain,
        anstream::ColorChoice::Auto
        | anstream::ColorChoice::AlwaysAnsi
        | anstream::ColorChoice::Always => Style::Color,
    }
}

fn print_all(problem: &Problem, options: &ModelOptions) {
    let Problem {
        puzzle, reduction, ..
    } = problem;
    let (rows, cols) = (puzzle.slots.rows(), puzzle.slots.cols());
    anstream::println!("{} ({}, {rows}×{cols})\n", puzzle.name, puzzle.family);
    let known = marks(&puzzle.model, reduction);
    anstream::println!("{}", draw::board(puzzle, &known, style()));
    anstream::println!("{}\n", draw::legend(puzzle, style()));
    anstream::println!("Reduction ({}):", options.plan().describe());
    let width = reduction
        .steps()
        .iter()
        .map(|step| step.rule.chars().count())
        .max()
        .unwrap_or(0);
    for (number, step) in reduction.steps().iter().enumerate() {
        let sentence = step.describe(&puzzle.model);
        anstream::println!("{:>4}  {:width$}  {sentence}", number + 1, step.rule);
    }
    anstream::println!("\n{}", summary(problem));
    print_qubits(problem);
    print_memory(problem);
}

/// `25 cells, 13 steps, 12 qubits`.
pub(crate) fn summary(problem: &Problem) -> String {
    let Problem {
        puzzle, reduction, ..
    } = problem;
    let givens = puzzle.model.givens().len();
    let deductions = reduction.steps().len() - givens.min(reduction.steps().len());
    format!(
        "{} cells, {givens} given, {deductions} deduced or merged: {} qubits left",
        puzzle.model.len(),
        reduction.qubits()
    )
}

fn print_qubits(problem: &Problem) {
    let Problem {
        puzzle,
        reduction,
        cost,
        ..
    } = problem;
    if reduction.qubits() == 0 {
        anstream::println!("No qubit is left: the deductions alone solve the board.");
        return;
    }
    let polynomial = &cost.polynomial;
    let (linear, couplings) = polynomial
        .terms()
        .fold((0, 0), |(linear, couplings), (set, _)| match set.len() {
            0 => (linear, couplings),
            1 => (linear + 1, couplings),
            _ => (linear, couplings + 1),
        });
    let names: Vec<_> = (0..reduction.qubits())
        .map(|k| format!("x{k} = {}", puzzle.model.name(reduction.variable(k))))
        .collect();
    anstream::println!("Qubits: {}", names.join(", "));
    let merged: Vec<_> = puzzle
        .model
        .variables()
        .filter_map(|var| match reduction.value(var) {
            Value::Bit { qubit, negated } if reduction.variable(qubit) != var => {
                let sign = if negated { "!" } else { "" };
                Some(format!("{} = {sign}x{qubit}", puzzle.model.name(var)))
            }
            Value::Bit { .. } | Value::Const(_) => None,
        })
        .collect();
    if !merged.is_empty() {
        anstream::println!("Merged: {}", merged.join(", "));
    }
    anstream::println!(
        "QUBO: {linear} linear terms, {couplings} couplings, offset {}",
        polynomial.offset()
    );
    if let Some(energy) = cost.zero_violation_energy {
        anstream::println!("Energy of a board that breaks no encoded rule: {energy}");
    }
    if !cost.unencoded.is_empty() {
        anstream::println!(
            "Not in the QUBO, rules judged afterwards: {}",
            unencoded(problem)
        );
    }
}

/// How many rules of each kind have no penalty: `12 of kind distinct`.
fn unencoded(problem: &Problem) -> String {
    let rules = problem.puzzle.model.constraints();
    let mut counts = BTreeMap::new();
    for &rule in &problem.cost.unencoded {
        *counts.entry(rules[rule].kind).or_insert(0) += 1;
    }
    let parts = counts
        .iter()
        .map(|(kind, count)| format!("{count} of kind {kind}"));
    parts.collect::<Vec<_>>().join(", ")
}

fn print_memory(problem: &Problem) {
    let n = problem.qubits();
    let needed = sim::memory::needed(n, Purpose::Gradient);
    anstream::println!(
        "State vector with gradient: 2^{n} amplitudes, {}",
        ketboard::error::readable_bytes(needed)
    );
    if let Err(error) = sim::check_memory(n, Purpose::Gradient) {
        anstream::println!("That does not fit here: {error}");
    }
}

fn as_json(problem: &Problem, options: &ModelOptions) -> serde_json::Value {
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
        "cells": puzzle.model.len(),
        "reduction": options.plan().describe(),
        "qubits": reduction.qubits(),
        "steps": steps,
        "memory_bytes": sim::memory::needed(reduction.qubits(), Purpose::Gradient) as f64,
    });
    if let Some(energy) = cost.zero_violation_energy {
        json["zero_violation_energy"] = energy.into();
    }
    json
}
