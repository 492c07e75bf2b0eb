//! The price of a wall too many: what makes a domain-wall basis state without a symbol dearer than
//! every symbol.
//!
//! Here, too: which variables form a symbol of several.
//!
//! Where w_{k−1} = 0 and w_k = 1 the image of symbol k is −1, and the rule of the group itself sees
//! nothing: its sum telescopes to 1. So each such place costs λ_k w_k (1 − w_{k−1}). A rule that
//! multiplies variables may fall below its least energy there, at most by its loss; λ_k = weight of
//! the group's kind + Σ weight·loss over the rules that hold symbol k. So a state with walls too
//! many lies above the energy of a board that breaks no rule by at least the weight of the group's
//! kind. An objective adds the spread of its weights in the group.

use super::layout::QubitBlock;
use super::{DistinctLines, Encodings, Polynomial, QubitLayout, Symbols, Weights};
use crate::model::{Constraint, Form, Model, Var};
use crate::reduce::{Reduced, Reduction};
use std::collections::BTreeSet;

/// Σ λ_k w_k (1 − w_{k−1}) over all groups, over the qubits that hold the board.
pub(super) fn penalty(
    groups: &[QubitBlock],
    model: &Model,
    reduction: &Reduction,
    layout: &QubitLayout,
    (weights, encodings): (&Weights, Encodings),
) -> Polynomial {
    // the images of all but the first and the last can be −1
    let inner = |group: &QubitBlock| group.vars[1..group.vars.len() - 1].to_vec();
    let inner: BTreeSet<usize> = groups.iter().flat_map(inner).collect();
    let range = |var: Var| range(reduction.value(var), &inner);
    // Σ weight·loss for each reduced variable
    let mut prices = vec![0.0; reduction.qubits()];
    for rule in model.constraints() {
        let loss = weights.of(rule.kind) * loss(&rule.form, encodings, range);
        if loss > 0.0 {
            let held = reduction.open(&rule.vars());
            held.into_iter().for_each(|var| prices[var] += loss);
        }
    }
    let mut sum = Polynomial::constant(layout.coded().len(), 0.0);
    for group in groups {
        let spread = spread(group, model, reduction);
        // x_k = w_{k-1} - w_k; only these have two qubits
        for &var in &group.vars {
            let qubits: Vec<usize> = layout.reading(var).qubits().collect();
            if let [before, after] = qubits[..] {
                let price = weights.of(group.kind) + prices[var] + spread;
                sum.add_term(&[after], price);
                sum.add_term(&[before, after], -price);
            }
        }
    }
    sum
}

/// Between which values the image of a variable lies.
fn range(value: Reduced, inner: &BTreeSet<usize>) -> [f64; 2] {
    match value {
        Reduced::Const(value) => [f64::from(u8::from(value)); 2],
        Reduced::Bit { qubit, negated } => match (inner.contains(&qubit), negated) {
            (false, _) => [0.0, 1.0],
            (true, false) => [-1.0, 1.0],
            (true, true) => [0.0, 2.0],
        },
    }
}

/// How far the unit penalty of a rule may fall below its value where the rule holds.
fn loss(form: &Form, encodings: Encodings, range: impl Fn(Var) -> [f64; 2]) -> f64 {
    let least = match (form, encodings.distinct_lines) {
        // squares, and (S − q)(S − q − 1)/2 at integers S, lose nothing
        (Form::Sum(_), _) => form.product().map_or(0.0, |(sum, pair, times)| {
            let ranges = pair.map(|(var, negated)| match (range(var), negated) {
                ([low, high], true) => [1.0 - high, 1.0 - low],
                (range, false) => range,
            });
            let [ones, zeros] = [sum.most < 2, sum.least > 0].map(|is| f64::from(u8::from(is)));
            let penalty = |x, y| ones * x * y + zeros * (1.0 - x) * (1.0 - y);
            f64::from(times) * extremes(ranges, penalty)[0]
        }),
        (Form::Distinct([a, b]), lines) => {
            let places = a.iter().zip(b).map(|(&a, &b)| [range(a), range(b)]);
            match lines {
                DistinctLines::Filter => 0.0,
                DistinctLines::Hobo => least_product(places),
                DistinctLines::Qubo => least_witnessed(places),
            }
        }
        (Form::Matching(_), _) => 0.0,
    };
    f64::max(0.0, -least)
}

fn differing(x: f64, y: f64) -> f64 {
    x + y - 2.0 * x * y
}

/// The least and the largest value of `f`, linear in each argument, over a box: they lie at
/// corners.
fn extremes([x, y]: [[f64; 2]; 2], f: impl Fn(f64, f64) -> f64) -> [f64; 2] {
    let corners = x.into_iter().flat_map(|x| y.map(|y| (x, y)));
    corners.fold(
        [f64::INFINITY, f64::NEG_INFINITY],
        |[least, most], (x, y)| [least.min(f(x, y)), most.max(f(x, y))],
    )
}

/// A lower bound of Π \[a = b\].
fn least_product(places: impl Iterator<Item = [[f64; 2]; 2]>) -> f64 {
    let product = places.fold([1.0, 1.0], |product, pair| {
        let same = extremes(pair, |x, y| 1.0 - differing(x, y));
        extremes([product, same], |x, y| x * y)
    });
    product[0]
}

/// A lower bound of (1 − Σs)² + Σ s miss, both ways.
fn least_witnessed(places: impl Iterator<Item = [[f64; 2]; 2]>) -> f64 {
    let miss = |one: [f64; 2], zero: [f64; 2]| 1.0 - one[1] + zero[0];
    let mut misses: Vec<f64> = places.flat_map(|[a, b]| [miss(a, b), miss(b, a)]).collect();
    misses.sort_by(f64::total_cmp);
    let single = misses.first().copied().unwrap_or(0.0);
    let mut sum = 0.0;
    let chosen = misses.iter().enumerate().map(|(before, miss)| {
        sum += miss;
        (before as f64).powi(2) + sum
    });
    chosen.fold(single, f64::min)
}

/// The largest minus the least objective weight among the variables of a group.
fn spread(group: &QubitBlock, model: &Model, reduction: &Reduction) -> f64 {
    let mut weights = vec![0.0; group.vars.len()];
    for &(var, weight) in model.objective() {
        if let Reduced::Bit { qubit, negated } = reduction.value(var)
            && let Some(place) = group.vars.iter().position(|&other| other == qubit)
        {
            weights[place] += if negated { -weight } else { weight };
        }
    }
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    weights.iter().copied().fold(least, f64::max) - least
}

// Which variables form a symbol of several: groups in which exactly one is 1.
//
// A group is a rule "exactly 1 of" whose variables, those known to be 0 left out, are different
// qubits of the reduction. Groups must not share a variable; they are taken in a fixed order:
// first the symbols of one cell, then by kind (row, column, region, …), each in the order of the
// model.

/// Disjoint groups of the model, in the order of their first variables, held as `code` says.
pub(super) fn groups(model: &Model, reduction: &Reduction, code: Symbols) -> Vec<QubitBlock> {
    let mut rules: Vec<&Constraint> = model.constraints().iter().collect();
    // stable: rules of a kind stay in the order of the model
    rules.sort_by_key(|rule| (!is_of_one_cell(rule, model), rule.kind));
    let mut taken = BTreeSet::new();
    let mut groups = Vec::new();
    for group in rules.iter().filter_map(|rule| group(rule, reduction, code)) {
        if group.vars.iter().all(|var| !taken.contains(var)) {
            taken.extend(group.vars.iter().copied());
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| group.vars.iter().min().copied());
    groups
}

/// Whether all its variables lie in one cell.
fn is_of_one_cell(rule: &Constraint, model: &Model) -> bool {
    let cells: BTreeSet<_> = rule.vars().into_iter().map(|var| model.cell(var)).collect();
    cells.len() == 1 && !cells.contains(&None)
}

/// The group that a rule makes of its open variables, if it makes one.
fn group(rule: &Constraint, reduction: &Reduction, code: Symbols) -> Option<QubitBlock> {
    let sum = rule.form.count()?;
    let mut vars = Vec::new();
    for &(var, turned) in &sum.literals {
        match reduction.value(var) {
            Reduced::Const(value) if value == turned => {}
            Reduced::Bit { qubit, negated } if negated == turned && !vars.contains(&qubit) => {
                vars.push(qubit);
            }
            Reduced::Const(_) | Reduced::Bit { .. } => return None,
        }
    }
    let one = (sum.least, sum.most) == (1, 1);
    (one && vars.len() > 1).then(|| QubitBlock {
        kind: rule.kind,
        place: rule.name.clone(),
        vars,
        code,
    })
}
