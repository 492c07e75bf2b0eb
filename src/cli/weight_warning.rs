//! The warnings that a penalty is too small, so that boards that break its rules may lie below
//! those that keep them, and that a weight is of rules which the puzzle does not have.

use crate::pipeline::Problem;
use std::collections::BTreeSet;

/// What to say where the weight of attacks does not exceed what an attack may gain (eq. 27 of the
/// source paper).
pub(crate) fn weight_warning(problem: &Problem) -> Option<String> {
    let (kind, safe) = problem.weight_too_small()?;
    let weight = problem.weights.or_those_of(&problem.puzzle.model).of(kind);
    Some(format!(
        "Warning: the weight of {kind} rules is {weight}; up to {safe} a broken rule may pay, and the lowest energy may \
         be no solution. Raise `lambda`, or --weight {kind}=λ."
    ))
}

/// What to say where a weight was given to a kind of which the puzzle has no rule.
pub(crate) fn idle_weight_warning(problem: &Problem) -> Option<String> {
    let rules = problem.puzzle.model.constraints();
    let given = problem.weights.kinds();
    let idle = given.filter(|kind| rules.iter().all(|rule| rule.kind != *kind));
    let idle: Vec<String> = idle.map(|kind| kind.to_string()).collect();
    if idle.is_empty() {
        return None;
    }
    let with_penalty = rules.iter().map(|rule| rule.kind);
    let with_penalty: BTreeSet<String> = with_penalty
        .filter(|kind| kind.has_penalty())
        .map(|kind| kind.to_string())
        .collect();
    let known: Vec<String> = with_penalty.into_iter().collect();
    Some(format!(
        "Warning: --weight {} has no effect: {} has no such rule; its kinds are {}",
        idle.join(" and "),
        problem.puzzle.file,
        known.join(", ")
    ))
}
