//! The quadratic penalty of a rule, with weight 1.
//!
//! | form | penalty | where it holds | source |
//! |---|---|---|---|
//! | exactly q of a set | (q − Σx)² | 0 | eq. 10, 11, 13 |
//! | q or q + 1 of a set | (q + ½ − Σx)² | ¼ | eq. 15, 38, 39 |
//! | not both of a pair | x y, as often as the pair is counted | 0 | eq. 3, 7, 12 |
//! | equal pair | x(1 − y) + (1 − x)y | 0 | eq. 42, 43 |
//! | different pair | x y + (1 − x)(1 − y) | 0 | eq. 44, 45 |
//!
//! A broken rule costs at least 1 more. Two lines that must differ (eq. 36, 37) and one-to-one
//! matchings have no penalty of degree two in their own variables; for them the answer is `None`.
//! Other penalties of two-valued counts and of distinct lines are in [`super::two_valued`] and
//! [`super::distinct`].

use super::images::Images;
use super::{Polynomial, QubitLayout};
use crate::model::Form;
use crate::reduce::Reduction;

/// The penalty of `form` over the qubits of `reduction`; `None` where there is no quadratic one.
///
/// ```
/// use ketboard_puzzles::{Form, Model, Reduction, penalty};
///
/// let mut model = Model::default();
/// let pair = ["r1c1", "r1c2"].map(|cell| model.add_variable(cell));
/// let open = Reduction::givens_only(&model);
/// let unlike = penalty(&Form::Differ(pair), &open).expect("it is quadratic");
/// assert_eq!((unlike.value(|k| k == 0), unlike.value(|_| true)), (0.0, 1.0));
/// assert_eq!(penalty(&Form::Distinct([pair.to_vec(), pair.to_vec()]), &open), None);
/// ```
pub fn penalty(form: &Form, reduction: &Reduction) -> Option<Polynomial> {
    let unnamed = vec![String::new(); reduction.qubits()];
    plain(
        form,
        &Images::new(reduction, &QubitLayout::one_hot(&unnamed)),
    )
}

/// The penalty of `form` over the qubits that hold the board.
pub(super) fn plain(form: &Form, x: &Images) -> Option<Polynomial> {
    match form {
        Form::Count {
            vars,
            count,
            or_one_more,
        } => {
            let target = f64::from(*count) + if *or_one_more { 0.5 } else { 0.0 };
            let mut miss = x.constant(target);
            miss.add_scaled(&x.sum(vars), -1.0);
            Some(miss.times(&miss))
        }
        Form::NotBoth {
            pair: [a, b],
            times,
        } => {
            let mut sum = x.constant(0.0);
            sum.add_scaled(&x.of(*a).times(x.of(*b)), f64::from(*times));
            Some(sum)
        }
        Form::Equal([a, b]) => Some(differing(x.of(*a), x.of(*b))),
        Form::Differ([a, b]) => Some(differing(x.of(*a), &complement(x.of(*b)))),
        Form::Distinct(_) | Form::Matching { .. } => None,
    }
}

/// The value of the unit penalty wherever the rule holds; `None` where there is no quadratic
/// penalty.
///
/// ```
/// use ketboard_puzzles::{Form, Var, energy_where_it_holds};
///
/// let count = |or_one_more| Form::Count { vars: vec![Var(0), Var(1)], count: 1, or_one_more };
/// assert_eq!(energy_where_it_holds(&count(false)), Some(0.0)); // (1 − Σx)²
/// assert_eq!(energy_where_it_holds(&count(true)), Some(0.25)); // (1½ − Σx)²
/// ```
pub fn energy_where_it_holds(form: &Form) -> Option<f64> {
    match form {
        Form::Count { or_one_more, .. } => Some(if *or_one_more { 0.25 } else { 0.0 }),
        Form::NotBoth { .. } | Form::Equal(_) | Form::Differ(_) => Some(0.0),
        Form::Distinct(_) | Form::Matching { .. } => None,
    }
}

/// x(1 − y) + (1 − x)y: 1 exactly where x and y differ.
pub(super) fn differing(x: &Polynomial, y: &Polynomial) -> Polynomial {
    let mut sum = x.times(&complement(y));
    sum.add_scaled(&complement(x).times(y), 1.0);
    sum
}

/// 1 − x.
pub(super) fn complement(x: &Polynomial) -> Polynomial {
    let mut rest = Polynomial::constant(x.n(), 1.0);
    rest.add_scaled(x, -1.0);
    rest
}
