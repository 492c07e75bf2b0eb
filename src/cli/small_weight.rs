//! The warning that a penalty is too small, so that boards that break its rules may lie below those
//! that keep them (eq. 27 of the source paper).

use crate::pipeline::Problem;

/// What to say where the weight of attacks does not exceed what an attack may gain (eq. 27 of the
/// source paper).
pub(crate) fn small_weight_warning(problem: &Problem) -> Option<String> {
    let (kind, safe) = problem.weight_too_small()?;
    let weight = problem.weights.or_those_of(&problem.puzzle.model).of(kind);
    Some(format!(
        "Warning: the weight of {kind} rules is {weight}; up to {safe} a broken rule may pay, and the lowest energy may \
         be no solution. Raise `lambda`, or --weight {kind}=λ."
    ))
}
