//! The warning that a penalty is too small: boards that break its rules may then lie below those
//! that keep them.

use crate::pipeline::Problem;

/// What to say where the weight of attacks does not exceed what an attack may gain (eq. 27 of the
/// source paper).
pub(crate) fn weight_warning(problem: &Problem) -> Option<String> {
    let model = &problem.puzzle.model;
    let weights = problem.weights.or_those_of(model);
    model.kinds().into_iter().find_map(|kind| {
        let safe = model.least_safe_weight(kind)?;
        let weight = weights.of(kind);
        (weight <= safe).then(|| {
            format!(
                "Warning: the weight of {kind} rules is {weight}; up to {safe} a broken rule may pay, and the lowest energy may \
                 be no solution. Raise `lambda`, or --weight {kind}=λ."
            )
        })
    })
}
