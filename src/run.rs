//! What a run of QAOA on a puzzle found.

use crate::Problem;
use crate::json::to_json;
use crate::pipeline::{Metrics, Outcome, drawn};
use ketboard_puzzles::{CellMark, DrawStyle, Var};
use ketboard_qaoa::{Angles, Ansatz, Objective, Stage};
use serde_json::{Value, json};
use std::fmt;

/// The result of a run; printed, it is the board, or the values of a model's variables, and the
/// line of numbers below it.
///
/// ```
/// use ketboard::{Options, Puzzle};
///
/// let run = Puzzle::read("examples/puzzles/tango-4x4.toml")?.solve(&Options::default().depth(3))?;
/// println!("{run}");
/// for stage in run.stages() {
///     println!("p = {}: ⟨C⟩ = {:.4}", stage.depth, stage.expectation);
/// }
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    pub(crate) problem: Problem,
    pub(crate) outcome: Outcome,
}

impl Run {
    /// The problem that was run.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Whether a sample obeys all rules and has the best value, or is an exact ground state of a
    /// model without rules.
    pub fn is_solved(&self) -> bool {
        self.outcome.board().is_some()
    }

    /// Whether the callback stopped the search before it was done: all else is of the angles found
    /// until then.
    pub fn is_stopped(&self) -> bool {
        self.outcome.record.found.stopped == Some(true)
    }

    /// The most frequent sampled board that solves the puzzle, one string a row; `None` where no
    /// sample does.
    pub fn board(&self) -> Option<Vec<String>> {
        self.outcome.record.found.board.clone()
    }

    /// The values of all variables of the puzzle or model in the most frequent sample that solves
    /// it, in the order of [`Problem::variables`]; `None` where no sample does.
    pub fn values(&self) -> Option<&[bool]> {
        self.outcome.board().map(Vec::as_slice)
    }

    /// The different samples, most frequent first: the value of every qubit, which of a model is
    /// that of every variable, and how often it was seen.
    pub fn samples(&self) -> impl Iterator<Item = (Vec<bool>, u64)> {
        let judged = self.outcome.judged.iter();
        judged.map(|one| (self.problem.bits(one.outcome), one.weight as u64))
    }

    /// The number of layers p; 0 where the reduction left no qubit.
    pub fn depth(&self) -> usize {
        self.outcome.record.depth
    }

    /// The best angles of the deepest ansatz, in radians, as they are used.
    pub fn angles(&self) -> Angles {
        let last = self.stages().last();
        last.map(|stage| stage.angles.clone()).unwrap_or_default()
    }

    /// What was reached at each depth from 1 to p.
    pub fn stages(&self) -> &[Stage] {
        &self.outcome.stages
    }

    /// ⟨C⟩ of the final state, in the unit of C, offset included.
    pub fn expectation(&self) -> f64 {
        self.metrics().expectation
    }

    /// P(success) = Σ |⟨x|γ, β⟩|² over all boards that obey the rules; `None` where the exact
    /// solver did not list them all.
    pub fn success_probability(&self) -> Option<f64> {
        self.metrics().success_probability
    }

    /// All numbers of the final state.
    pub fn metrics(&self) -> &Metrics {
        &self.outcome.record.metrics
    }

    /// The numbers after 0, 1, …, p layers of a run at given angles ([`Problem::evaluate`]); empty
    /// after a search.
    pub fn layers(&self) -> Vec<&Metrics> {
        let after = self.outcome.record.found.after_layers.iter().flatten();
        after.map(|after| &after.metrics).collect()
    }

    /// How often the circuit was evaluated to find the angles.
    pub fn evaluations(&self) -> u64 {
        self.outcome.record.evaluations.unwrap_or(0)
    }

    /// The run as JSON: the keys of `solve --json`, and the `stages`, each a [`stage_record`], of a
    /// run that was not stopped with its success probability.
    pub fn record(&self) -> Value {
        let record = &self.outcome.record;
        let setting = &record.setting;
        let named = || {
            self.problem
                .ansatz_of(setting.ansatz, setting.precision)
                .ok()
        };
        let named = (!self.is_stopped()).then(named).flatten();
        let ansatz = named.as_ref().map(|named| &named.ansatz);
        let stages = self.stages().iter();
        let mut record = to_json(record);
        record["stages"] = stages.map(|stage| stage_record(stage, ansatz)).collect();
        record
    }
}

/// What a search reached at one depth as JSON; with the success probability there of an ansatz that
/// knows solutions, which takes an evaluation.
pub fn stage_record(stage: &Stage, ansatz: Option<&Ansatz>) -> Value {
    let success = |ansatz: &Ansatz| {
        let mut evaluator = ansatz.evaluator().ok()?;
        Some(evaluator.value(Objective::Success, &stage.angles).abs())
    };
    let with_solutions = ansatz.filter(|ansatz| !ansatz.solutions().is_empty());
    json!({
        "depth": stage.depth,
        "gammas": stage.angles.gammas,
        "betas": stage.angles.betas,
        "expectation": stage.expectation,
        "objective": stage.objective,
        "evaluations": stage.evaluations,
        "stopped": stage.stopped,
        "success_probability": with_solutions.and_then(success),
    })
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let puzzle = &self.problem.puzzle;
        match self.outcome.board() {
            Some(found) if !puzzle.has_board() => {
                let values = self.problem.variables().iter().zip(found);
                let values = values.map(|(name, value)| format!("{name} = {}", u8::from(*value)));
                writeln!(f, "{}", values.collect::<Vec<_>>().join(", "))?;
            }
            Some(found) => {
                let answer = |var: Var| CellMark::Answer(found[var.index()]);
                writeln!(f, "{}", drawn(puzzle, answer, DrawStyle::Plain))?;
            }
            None => writeln!(f, "no sample solves {}", puzzle.name)?,
        }
        let (qubits, depth) = (self.problem.qubits(), self.depth());
        let (calls, metrics) = (self.evaluations(), self.metrics());
        write!(
            f,
            "{qubits} qubits, p = {depth}, {calls} evaluations: {metrics}"
        )?;
        if self.problem.is_model && metrics.success_probability.is_some() {
            f.write_str(" (success: one of the exact ground states)")?;
        }
        Ok(())
    }
}
