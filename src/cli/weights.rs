//! `ketboard show --weights`: the gap table and which weights are safe; and the warning where one
//! is too small.

use super::page::PrintedPage;
use super::words::plural;
use crate::Result;
use crate::pipeline::{Advice, Broken, Problem, SafeWeight};
use ketboard_qaoa::Precision;
use serde_json::{Value, json};

/// Up to this many qubits `show` looks for a weight that is too small without being asked.
const LOOKED_AT: usize = 20;

/// Numbers of broken rules that are shown of one kind.
const COLUMNS: usize = 3;

/// The warning that a weight is too small, where some board obeys the encoded rules and yet a state
/// of lowest energy breaks `rule`.
pub(crate) fn warning(problem: &Problem, rule: usize) -> String {
    let rule = &problem.puzzle.model.constraints()[rule];
    format!(
        "Warning: a weight is too small: a state of lowest energy breaks a rule ({}, kind {}); `ketboard show {} --weights` says which are safe",
        rule.name, rule.kind, problem.puzzle.file
    )
}

/// [`warning`] where there is such a rule, or else where the weight of attacks does not exceed what
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
///
/// # Errors
/// If the energies do not fit into memory.
pub(crate) fn warning_in_passing(problem: &Problem) -> Result<Option<String>> {
    let is_small = problem.registers.is_none()
        && problem.qubits() <= LOOKED_AT
        && problem.check_memory(Precision::F64).is_ok();
    let solved = || problem.clone().solved().ok();
    let rule = match is_small.then(solved).flatten() {
        Some(solved) => solved.rule_broken_at_lowest_energy(&solved.energies(Precision::F64)?),
        None => None,
    };
    Ok(warning_if_any(problem, rule))
}

/// The advice for people.
pub(crate) fn add_advice(page: &mut PrintedPage, advice: &Advice) {
    let verdict = match (advice.lowest_that_obeys(), advice.gap()) {
        (None, _) => "no state obeys the encoded rules: no weight can help".to_owned(),
        (Some(_), None) => "every state obeys the encoded rules".to_owned(),
        (Some(_), Some(gap)) => format!(
            "the lowest that breaks an encoded rule lies {gap} above the lowest that breaks none"
        ),
    };
    page.line(format_args!("All 2^{} states: {verdict}", advice.qubits));
    add_table(page, "Encoded rules broken", &advice.all);
    page.line("");
    page.line(format_args!(
        "{:11} {:>5} {:>9}  {:<24} lowest energy with 1, 2, … of its rules broken (states)",
        "Kind", "rules", "weight", "safe"
    ));
    for of in &advice.kinds {
        let safe = of.safe.map_or("-".to_owned(), |safe| safe.to_string());
        let broken = of.broken.iter().filter(|row| row.rules > 0).take(COLUMNS);
        let broken: Vec<String> = broken
            .map(|row| format!("{}: {} ({})", row.rules, row.lowest_energy, row.states))
            .collect();
        let name = of.kind.name();
        page.line(format_args!(
            "{name:11} {:>5} {:>9}  {safe:<24} {}",
            of.rules,
            of.weight,
            broken.join(", ")
        ));
    }
    page.line("(safe: for this kind alone, the other weights staying as they are)");
    if advice.unencoded.iter().any(|row| row.rules > 0) {
        page.line("");
        page.line("Of the states that break no encoded rule, by the rules without a penalty:");
        add_table(page, "Other rules broken", &advice.unencoded);
    }
    if advice.is_too_small() {
        page.line("");
        page.line("Warning: a weight is too small: a state of lowest energy breaks an encoded rule; set --weight as the column \"safe\" says");
    }
}

/// Adds a row for each number of rules broken.
fn add_table(page: &mut PrintedPage, title: &str, rows: &[Broken]) {
    /// Rows of a table.
    const ROWS: usize = 8;
    let row = |row: &Broken| {
        let (rules, energy) = (row.rules.to_string(), row.lowest_energy.to_string());
        vec![rules, energy, row.states.to_string()]
    };
    let heads = [title, "lowest energy", "states"];
    page.table(true, &heads, rows.iter().take(ROWS).map(row));
    if rows.len() > ROWS {
        let more = plural((rows.len() - ROWS) as u64, "row");
        page.line(format_args!("{more} more; --json has them all"));
    }
}

/// For programs.
pub(crate) fn as_json(advice: &Advice) -> Value {
    let kinds = advice.kinds.iter().map(|of| {
        let (safe, above) = match of.safe {
            Some(SafeWeight::Above(bound)) => (Some("above"), Some(bound)),
            Some(SafeWeight::Any) => (Some("any"), None),
            Some(SafeWeight::NotNeeded) => (Some("not_needed"), None),
            Some(SafeWeight::OthersTooSmall) => (Some("others_too_small"), None),
            None => (None, None),
        };
        json!({
            "kind": of.kind.name(), "rules": of.rules, "weight": of.weight, "broken": rows(&of.broken),
            "safe": safe, "above": above,
        })
    });
    json!({
        "broken": rows(&advice.all),
        "kinds": kinds.collect::<Vec<_>>(),
        "unencoded_broken": rows(&advice.unencoded),
        "too_small": advice.is_too_small(),
        "lowest_energy_that_obeys": advice.lowest_that_obeys(),
        "lowest_energy_that_breaks": advice.lowest_that_breaks(),
        "gap": advice.gap(),
    })
}

fn rows(rows: &[Broken]) -> Vec<Value> {
    let row = |row: &Broken| json!({"rules": row.rules, "states": row.states, "lowest_energy": row.lowest_energy});
    rows.iter().map(row).collect()
}
