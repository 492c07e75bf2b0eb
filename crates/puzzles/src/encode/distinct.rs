//! Penalties of two lines a, b that must differ (eq. 36, 37 of the source paper, which has no QUBO
//! for them).
//!
//! As a product, with no further qubit: Π_k \[a_k = b_k\] = Π_k (1 − a_k − b_k + 2 a_k b_k), 1
//! exactly where the lines are equal.
//!
//! As a QUBO: a witness is a place with a one in one line and a zero in the other, and one
//! auxiliary bit s stands for each possible witness: (1 − Σs)² + Σ_w s_w ((1 − one_w) + zero_w).
//! Its least value over s is 0 where a witness holds, else 1. Where rules of the model ask for
//! equally many ones in both lines, lines that differ have witnesses both ways, and those of one
//! direction are enough; then the penalty is 0 or 1 as said wherever these rules are kept.
//!
//! Places that the reduction made equal fall out, witnesses that it made the same are one, and
//! lines that differ for sure get no term.

use super::images::Images;
use super::penalty::{complement, differing};
use super::{Polynomial, QubitLayout};
use crate::error::{Error, Result};
use crate::model::{Constraint, Form, Model, Sum, Var};
use std::collections::BTreeSet;

/// Two lines, read in order.
type LinePair = [Vec<Var>; 2];

/// The most terms that all products of a model may have together.
const MOST_TERMS: usize = 1 << 18;

/// Succeeds if the products of all distinct lines of the model have few enough terms.
///
/// # Errors
/// If not: at which pair of lines there were too many.
pub(super) fn check_products(model: &Model, x: &Images) -> Result<()> {
    let mut terms: usize = 0;
    for rule in model.constraints() {
        let Form::Distinct(lines) = &rule.form else {
            continue;
        };
        let factors = factors(lines, x).unwrap_or_default();
        let sizes = factors.iter().map(|factor| factor.terms().count());
        terms = terms.saturating_add(sizes.fold(1, usize::saturating_mul));
        if terms > MOST_TERMS {
            let found = format!(
                "with {} there are more than {MOST_TERMS} products",
                rule.name
            );
            let remedy = "use `distinct_lines` qubo or filter, or reduce further";
            return Err(Error::argument("`distinct_lines` hobo", found, remedy));
        }
    }
    Ok(())
}

/// Π_k \[a_k = b_k\].
pub(super) fn product(lines: &LinePair, x: &Images) -> Polynomial {
    let one = x.constant(1.0);
    factors(lines, x).map_or(x.constant(0.0), |factors| {
        factors.iter().fold(one, |product, f| product.times(f))
    })
}

/// The factors \[a_k = b_k\] that are not 1, each once; `None` where the lines differ for sure.
fn factors([a, b]: &LinePair, x: &Images) -> Option<Vec<Polynomial>> {
    let mut factors: Vec<Polynomial> = Vec::new();
    for (&a, &b) in a.iter().zip(b) {
        let same = complement(&differing(x.of(a), x.of(b)));
        if same == x.constant(0.0) || factors.contains(&complement(&same)) {
            return None;
        }
        if same != x.constant(1.0) && !factors.contains(&same) {
            factors.push(same);
        }
    }
    Some(factors)
}

/// A place where the lines may differ: a cell, and what is 0 where that is 1 and the other line's
/// cell 0, else at least 1.
type Witness = (Var, Polynomial);

/// The quadratic penalty; its auxiliaries are added to `layout`.
pub(super) fn witnessed(
    lines: &LinePair,
    rule: &Constraint,
    model: &Model,
    x: &Images,
    layout: &mut QubitLayout,
) -> Polynomial {
    let [a, b] = lines;
    let known = |(&a, &b): (&Var, &Var)| differing(x.of(a), x.of(b)) == x.constant(1.0);
    if a.iter().zip(b).any(known) {
        return x.constant(0.0);
    }
    let mut witnesses = one_way(a, b, x);
    let back = one_way(b, a, x);
    if !as_many_ones(model, lines) {
        witnesses.extend(back);
    } else if back.len() < witnesses.len() {
        witnesses = back;
    }
    let mut seen = Vec::new();
    witnesses.retain(|(_, miss)| {
        let fresh = !seen.contains(miss);
        seen.push(miss.clone());
        fresh
    });
    match witnesses.as_slice() {
        [] => x.constant(1.0),
        [(_, only)] => only.clone(),
        several => one_of(several, rule, model, x, layout),
    }
}

fn one_of(
    witnesses: &[Witness],
    rule: &Constraint,
    model: &Model,
    x: &Images,
    layout: &mut QubitLayout,
) -> Polynomial {
    let name = |one: &Var| format!("aux: {}, witness {}", rule.name, model.name(*one));
    let ones = witnesses.iter().map(|(one, _)| name(one));
    let chosen: Vec<usize> = ones.map(|name| layout.add_auxiliary(name)).collect();
    let mut none = x.constant(1.0);
    none.widen(layout.qubits());
    chosen.iter().for_each(|&s| none.add_term(&[s], -1.0));
    let mut sum = none.times(&none);
    for (&s, (_, miss)) in chosen.iter().zip(witnesses) {
        let mut bit = Polynomial::zero(layout.qubits());
        bit.add_term(&[s], 1.0);
        sum.add_scaled(&bit.times(miss), 1.0);
    }
    sum
}

/// The places where `a` may hold a 1 and `b` a 0.
fn one_way(a: &[Var], b: &[Var], x: &Images) -> Vec<Witness> {
    let witness = |(&one, &zero): (&Var, &Var)| {
        let mut miss = complement(x.of(one));
        miss.add_scaled(x.of(zero), 1.0);
        let [least, _] = miss.bounds();
        (least < 1.0).then_some((one, miss))
    };
    a.iter().zip(b).filter_map(witness).collect()
}

/// Whether rules of the model ask for the same number of ones in both lines.
fn as_many_ones(model: &Model, lines: &LinePair) -> bool {
    let [a, b] = lines.each_ref().map(|line| ones(model, line));
    a.is_some() && a == b
}

/// The number of ones in a line, where a rule states it.
fn ones(model: &Model, line: &[Var]) -> Option<u32> {
    let wanted: BTreeSet<(Var, bool)> = line.iter().map(|&var| (var, false)).collect();
    let mut counts = model
        .constraints()
        .iter()
        .filter_map(|rule| rule.form.count());
    let same = |sum: &&Sum| {
        let counted: BTreeSet<(Var, bool)> = sum.literals.iter().copied().collect();
        sum.least == sum.most && sum.literals.len() == line.len() && counted == wanted
    };
    counts.find(same).map(|sum| sum.least)
}
