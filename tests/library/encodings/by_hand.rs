//! The unit energy of a board, straight from the formulas of each encoding, auxiliaries at their
//! best.

use ketboard_puzzles::{Constraint, DistinctLines, Encodings, Form, Model, TwoValued, Var};

/// Σ of the penalties of all rules at a board.
pub(crate) fn energy(model: &Model, encodings: Encodings, board: &[bool]) -> f64 {
    let rules = model.constraints().iter();
    rules.map(|rule| penalty(rule, encodings, board)).sum()
}

/// Whether the witnesses of distinct lines may miss at this board: where a rule on the number of
/// ones is broken, one direction may not be enough.
pub(crate) fn no_better_than(model: &Model, encodings: Encodings, board: &[bool]) -> bool {
    let count_broken = |rule: &Constraint| {
        let exact = matches!(
            &rule.form,
            Form::Sum(sum) if sum.product.is_none() && sum.least == sum.most
        );
        exact && !rule.holds(board)
    };
    encodings.distinct_lines == DistinctLines::Qubo && model.constraints().iter().any(count_broken)
}

fn penalty(rule: &Constraint, encodings: Encodings, board: &[bool]) -> f64 {
    let x = |var: &Var| f64::from(u8::from(board[var.index()]));
    let broken = f64::from(u8::from(!rule.holds(board)));
    match &rule.form {
        Form::Sum(stated) => {
            let sum: f64 = stated.literals.iter().map(|(var, _)| x(var)).sum();
            let q = f64::from(stated.least);
            match stated.product {
                Some(times) => f64::from(times) * broken,
                None if stated.least < stated.most => two_valued(sum, q, encodings.counts),
                None => (q - sum).powi(2),
            }
        }
        Form::Distinct(_) if encodings.distinct_lines == DistinctLines::Filter => 0.0,
        Form::Distinct(_) => broken,
        Form::Matching(_) => 0.0,
    }
}

fn two_valued(sum: f64, q: f64, way: TwoValued) -> f64 {
    match way {
        TwoValued::Fractional => (q + 0.5 - sum).powi(2),
        TwoValued::Pairwise => (sum - q) * (sum - q - 1.0) / 2.0,
        TwoValued::Slack => f64::min((q - sum).powi(2), (q + 1.0 - sum).powi(2)),
    }
}
