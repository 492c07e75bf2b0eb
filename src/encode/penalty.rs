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
//! A broken rule costs at least 1 more. Two lines that must differ (eq. 36, 37) and one-to-one matchings have no penalty of
//! degree two in their own variables; for them the answer is `None`.

use super::Polynomial;
use crate::model::{Form, Var};
use crate::reduce::{Reduction, Value};

/// The penalty of `form` over the qubits of `reduction`; `None` where there is no quadratic one.
pub fn penalty(form: &Form, reduction: &Reduction) -> Option<Polynomial> {
    let x = |var: &Var| image(reduction, *var);
    match form {
        Form::Count {
            vars,
            count,
            or_one_more,
        } => {
            let target = f64::from(*count) + if *or_one_more { 0.5 } else { 0.0 };
            let mut miss = Polynomial::constant(reduction.qubits(), target);
            for var in vars {
                miss.add_scaled(&x(var), -1.0);
            }
            Some(miss.times(&miss))
        }
        Form::NotBoth {
            pair: [a, b],
            times,
        } => {
            let mut sum = Polynomial::zero(reduction.qubits());
            sum.add_scaled(&x(a).times(&x(b)), f64::from(*times));
            Some(sum)
        }
        Form::Equal([a, b]) => Some(differing(&x(a), &x(b))),
        Form::Differ([a, b]) => Some(differing(&x(a), &complement(&x(b)))),
        Form::Distinct(_) | Form::Matching { .. } => None,
    }
}

/// The value of the unit penalty wherever the rule holds; `None` where there is no quadratic penalty.
pub fn energy_where_it_holds(form: &Form) -> Option<f64> {
    match form {
        Form::Count { or_one_more, .. } => Some(if *or_one_more { 0.25 } else { 0.0 }),
        Form::NotBoth { .. } | Form::Equal(_) | Form::Differ(_) => Some(0.0),
        Form::Distinct(_) | Form::Matching { .. } => None,
    }
}

/// What a variable has become, as a polynomial over the qubits: 0, 1, x or 1 − x.
pub(super) fn image(reduction: &Reduction, var: Var) -> Polynomial {
    let n = reduction.qubits();
    match reduction.value(var) {
        Value::Const(value) => Polynomial::constant(n, f64::from(u8::from(value))),
        Value::Bit { qubit, negated } => {
            let mut x = Polynomial::zero(n);
            x.add_term(&[qubit], 1.0);
            if negated { complement(&x) } else { x }
        }
    }
}

/// x(1 − y) + (1 − x)y: 1 exactly where x and y differ.
fn differing(x: &Polynomial, y: &Polynomial) -> Polynomial {
    let mut sum = x.times(&complement(y));
    sum.add_scaled(&complement(x).times(y), 1.0);
    sum
}

/// 1 − x.
fn complement(x: &Polynomial) -> Polynomial {
    let mut rest = Polynomial::constant(x.n(), 1.0);
    rest.add_scaled(x, -1.0);
    rest
}
