//! Penalties of a count that may be q or q + 1, beside the fractional one: with integers, and 0
//! where the rule holds.
//!
//! Pairwise: (Σx − q)(Σx − q − 1)/2, which counts pairs: for q = 0 it is Σ_{i<j} x_i x_j.
//! Slack: (q + s − Σx)² with a bit s of its own; its least value over s is the square of the
//! distance to the nearer of q and q + 1. A count that can reach only one of the two needs no
//! slack, one that can reach nothing else no term.

use super::images::Images;
use super::{Polynomial, QubitLayout, TwoValued};
use crate::model::Var;

/// The unit penalty of "`count` or `count + 1` of `vars`"; a slack is added to `layout` as an
/// auxiliary of `place`.
pub(super) fn penalty(
    vars: &[Var],
    count: u32,
    way: TwoValued,
    x: &Images,
    place: &str,
    layout: &mut QubitLayout,
) -> Polynomial {
    let q = f64::from(count);
    let sum = x.sum(vars);
    let miss = |target: f64| {
        let mut miss = x.constant(target);
        miss.add_scaled(&sum, -1.0);
        miss
    };
    match way {
        TwoValued::Fractional => square(&miss(q + 0.5)),
        TwoValued::Pairwise => {
            let mut half = x.constant(0.0);
            half.add_scaled(&miss(q).times(&miss(q + 1.0)), 0.5);
            half
        }
        TwoValued::Slack => {
            let [least, most] = sum.bounds();
            if least >= q && most <= q + 1.0 {
                x.constant(0.0)
            } else if most <= q {
                square(&miss(q))
            } else if least >= q + 1.0 {
                square(&miss(q + 1.0))
            } else {
                let slack = layout.add_auxiliary(format!("aux: {place}, one more"));
                let mut miss = miss(q);
                miss.widen(slack + 1);
                miss.add_term(&[slack], 1.0);
                square(&miss)
            }
        }
    }
}

fn square(p: &Polynomial) -> Polynomial {
    p.times(p)
}
