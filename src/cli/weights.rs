//! `ketboard show --weights`: the gap table and which weights are safe; and the warning where one
//! is too small.

use super::facts::list;
use super::page::PrintedPage;
use crate::pipeline::{Advice, Problem};
use ketboard_qaoa::Precision;
use serde_json::{Value, json};

/// Up to this many states are looked at for a weight that is too small without being asked.
const LOOKED_AT: u128 = 1 << 20;

/// The warning that a weight is too small, where some board obeys the encoded rules and yet a state
/// of lowest energy breaks `rule`.
fn warning(problem: &Problem, rule: usize) -> String {
    let rule = &problem.puzzle.model.constraints()[rule];
    format!(
        "Warning: a weight is too small: a state of lowest energy breaks a rule ({}, kind {}); `ketboard show {} --weights` says which are safe",
        rule.name, rule.kind, problem.puzzle.file
    )
}

/// The warning where there is such a rule, or else where the weight of attacks does not exceed what
/// an attack may gain (eq. 27 of the source paper).
pub(crate) fn warning_if_any(problem: &Problem, rule: Option<usize>) -> Option<String> {
    if let Some(rule) = rule {
        return Some(warning(problem, rule));
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

/// The advice for programs.
pub(crate) fn advice_json(advice: &Advice) -> Value {
    json!({
        "broken": advice.all,
        "kinds": advice.kinds,
        "unencoded_broken": advice.unencoded,
        "too_small": advice.is_too_small(),
        "lowest_energy_that_obeys": advice.lowest_that_obeys(),
        "lowest_energy_that_breaks": advice.lowest_that_breaks(),
        "gap": advice.gap(),
    })
}
