//! The penalty of a rule, with weight 1.
//!
//! Here, too: every variable of the model as a polynomial over the qubits; penalties of two lines
//! that must differ.
//!
//! | rule | penalty | where it holds | source |
//! |---|---|---|---|
//! | exactly q of a set | (q − Σx)² | 0 | eq. 10, 11, 13 |
//! | q or q + 1 of a set | (q + ½ − Σx)² | ¼ | eq. 15, 38, 39 |
//! | the same, pairwise | (Σx − q)(Σx − q − 1)/2: for q = 0 it is Σ_{i<j} x_i x_j | 0 | |
//! | the same, with a slack s | (q + s − Σx)², at the better value of s | 0 | |
//! | not both of a pair | x y, as often as the pair is counted | 0 | eq. 3, 7, 12 |
//! | equal pair | x(1 − y) + (1 − x)y | 0 | eq. 42, 43 |
//! | different pair | x y + (1 − x)(1 − y) | 0 | eq. 44, 45 |
//!
//! A broken rule costs at least 1 more (½ more pairwise: an integer above 0). A count that can
//! reach only one of q and q + 1 needs no slack, one that can reach nothing else no term. Lines
//! that must differ are in [`super::distinct`]; one-to-one matchings have no penalty.

use super::{DistinctLines, Encodings, Polynomial, QubitLayout, Reading, TwoValued, readings};
use crate::error::{Error, Result};
use crate::model::{Constraint, Form, Model, Sum, Var};
use crate::reduce::Reduction;
use std::collections::BTreeSet;

/// What penalties depend on beside their rules.
pub(super) struct Penalties<'a> {
    pub(super) model: &'a Model,
    pub(super) x: &'a Images,
    pub(super) encodings: Encodings,
    /// Takes the auxiliaries.
    pub(super) layout: &'a mut QubitLayout,
    /// How many terms the products of lines have so far, before equal ones are put together.
    pub(super) terms: usize,
}

impl Penalties<'_> {
    /// The penalty of a rule over the qubits that hold the board, and auxiliaries, which are added
    /// to the layout; `None` where there is none.
    ///
    /// # Errors
    /// If the products of distinct lines have too many terms.
    pub(super) fn unit(&mut self, rule: &Constraint) -> Result<Option<Polynomial>> {
        let x = self.x;
        let sum = match (&rule.form, self.encodings.distinct_lines) {
            (Form::Sum(sum), _) => sum,
            (Form::Distinct(lines), DistinctLines::Hobo) => {
                return self.product(lines, rule).map(Some);
            }
            (Form::Distinct(lines), DistinctLines::Qubo) => {
                return Ok(Some(self.witnessed(lines, rule)));
            }
            (Form::Distinct(_), DistinctLines::Filter) | (Form::Matching(_), _) => return Ok(None),
        };
        let (least, most) = (sum.least, sum.most);
        if let Some((_, pair, times)) = rule.form.product() {
            let [a, b] = pair.map(|literal| x.sum(&[literal]));
            let mut product = x.constant(0.0);
            if most < 2 {
                product.add_scaled(&a.times(&b), f64::from(times));
            }
            if least > 0 {
                product.add_scaled(&complement(&a).times(&complement(&b)), f64::from(times));
            }
            return Ok(Some(product));
        }
        let sum = x.sum(&sum.literals);
        let miss = |target: f64| x.constant(target).plus(&sum, -1.0);
        let square = |target: f64| miss(target).times(&miss(target));
        let [q, last] = [least, most].map(f64::from);
        Ok(Some(match self.encodings.counts {
            _ if least == most => square(q),
            TwoValued::Fractional => square(f64::midpoint(q, last)),
            TwoValued::Pairwise => x.constant(0.0).plus(&miss(q).times(&miss(last)), 0.5),
            TwoValued::Slack => match sum.bounds() {
                [low, high] if low >= q && high <= last => x.constant(0.0),
                [_, high] if high <= q => square(q),
                [low, _] if low >= last => square(last),
                _ => {
                    let slack = self
                        .layout
                        .add_auxiliary(format!("aux: {}, one more", rule.name));
                    let mut miss = miss(q);
                    miss.widen(slack + 1);
                    miss.add_term(&[slack], 1.0);
                    miss.times(&miss)
                }
            },
        }))
    }

    /// Π_k \[a_k = b_k\]; fails where all products of the model have too many terms.
    fn product(&mut self, lines: &LinePair, rule: &Constraint) -> Result<Polynomial> {
        let Some(factors) = factors(lines, self.x) else {
            return Ok(self.x.constant(0.0));
        };
        let sizes = factors.iter().map(|factor| factor.terms().count());
        let sizes = sizes.fold(1, usize::saturating_mul);
        self.terms = self.terms.saturating_add(sizes);
        if self.terms > MOST_TERMS {
            let name = &rule.name;
            let found = format!("with {name} there are more than {MOST_TERMS} products");
            let remedy = "use `distinct_lines` qubo or filter, or reduce further";
            return Err(Error::argument("`distinct_lines` hobo", found, remedy));
        }
        let one = self.x.constant(1.0);
        Ok(factors.iter().fold(one, |product, f| product.times(f)))
    }

    /// The quadratic penalty; its auxiliaries are added to the layout.
    fn witnessed(&mut self, lines: &LinePair, rule: &Constraint) -> Polynomial {
        let x = self.x;
        let [a, b] = lines;
        let known = |(&a, &b): (&Var, &Var)| differing(x.of(a), x.of(b)) == x.constant(1.0);
        if a.iter().zip(b).any(known) {
            return x.constant(0.0);
        }
        let mut witnesses = one_way(a, b, x);
        let back = one_way(b, a, x);
        let [first, second] = [a, b].map(|line| ones(self.model, line));
        if first.is_none() || first != second {
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
            several => self.one_of(several, rule),
        }
    }

    /// The penalty that is least where one of several witnesses is chosen and holds.
    fn one_of(&mut self, witnesses: &[Witness], rule: &Constraint) -> Polynomial {
        let (model, layout) = (self.model, &mut *self.layout);
        let name = |one: &Var| format!("aux: {}, witness {}", rule.name, model.name(*one));
        let ones = witnesses.iter().map(|(one, _)| name(one));
        let chosen: Vec<usize> = ones.map(|name| layout.add_auxiliary(name)).collect();
        let mut none = self.x.constant(1.0);
        none.widen(layout.qubits());
        chosen.iter().for_each(|&s| none.add_term(&[s], -1.0));
        let mut sum = none.times(&none);
        for (&s, (_, miss)) in chosen.iter().zip(witnesses) {
            let mut bit = Polynomial::constant(layout.qubits(), 0.0);
            bit.add_term(&[s], 1.0);
            sum.add_scaled(&bit.times(miss), 1.0);
        }
        sum
    }
}

/// x(1 − y) + (1 − x)y: 1 exactly where x and y differ.
pub(super) fn differing(x: &Polynomial, y: &Polynomial) -> Polynomial {
    let (not_x, not_y) = (complement(x), complement(y));
    x.times(&not_y).plus(&not_x.times(y), 1.0)
}

/// 1 − x.
pub(super) fn complement(x: &Polynomial) -> Polynomial {
    Polynomial::constant(x.n(), 1.0).plus(x, -1.0)
}

// Every variable of the model as a polynomial over the qubits: what the reduction and the layout
// together made of it.

/// One polynomial for each variable of the model, over the qubits that hold the board.
pub(super) struct Images {
    n: usize,
    of: Vec<Polynomial>,
}

impl Images {
    pub(super) fn new(reduction: &Reduction, layout: &QubitLayout) -> Self {
        let n = layout.coded().len();
        let walls = layout.has_walls();
        let readings = readings(reduction, layout);
        let of = readings.iter().map(|reading| image(reading, walls, n));
        Self {
            n,
            of: of.collect(),
        }
    }

    /// A variable of the model as a polynomial over the qubits.
    pub(super) fn of(&self, var: Var) -> &Polynomial {
        &self.of[var.index()]
    }

    /// A constant, over as many qubits.
    pub(super) fn constant(&self, value: f64) -> Polynomial {
        Polynomial::constant(self.n, value)
    }

    /// The sum of literals.
    pub(super) fn sum(&self, literals: &[(Var, bool)]) -> Polynomial {
        let mut sum = self.constant(0.0);
        for &(var, negated) in literals {
            sum.add_scaled(&self.constant(f64::from(u8::from(negated))), 1.0);
            sum.add_scaled(self.of(var), if negated { -1.0 } else { 1.0 });
        }
        sum
    }
}

/// What a reading is in the cost, over `n` qubits: the product of its literals; of two `walls`
/// their difference x_k = w_{k−1} − w_k, which is that product wherever there is one wall.
fn image(reading: &Reading, walls: bool, n: usize) -> Polynomial {
    let bit = |qubit| Polynomial::from_terms(n, &[(vec![qubit], 1.0)]);
    let factor = |&(qubit, negated): &(usize, bool)| match negated {
        true => complement(&bit(qubit)),
        false => bit(qubit),
    };
    let image = match reading.literals[..] {
        [(before, _), (after, _)] if walls => bit(before).plus(&bit(after), -1.0),
        _ => {
            let factors = reading.literals.iter().map(factor);
            factors.fold(Polynomial::constant(n, 1.0), |product, f| product.times(&f))
        }
    };
    match reading.negated {
        true => complement(&image),
        false => image,
    }
}

// Penalties of two lines a, b that must differ (eq. 36, 37 of the source paper, which has no QUBO
// for them).
//
// As a product, with no further qubit: Π_k \[a_k = b_k\] = Π_k (1 − a_k − b_k + 2 a_k b_k), 1
// exactly where the lines are equal.
//
// As a QUBO: a witness is a place with a one in one line and a zero in the other, and one there is
// an auxiliary bit s for each possible witness: (1 − Σs)² + Σ_w s_w ((1 − one_w) + zero_w). Its
// least value over s is 0 where a witness holds, else 1. Where rules of the model ask for equally
// many ones in both lines, lines that differ have witnesses both ways, and those of one direction
// are enough; then the penalty is 0 or 1 as said wherever these rules are kept.
//
// Places that the reduction made equal fall out, witnesses that it made the same are one, and
// lines that differ for sure get no term.

/// Two lines, read in order.
type LinePair = [Vec<Var>; 2];

/// The most terms that all products of a model may have together.
const MOST_TERMS: usize = 1 << 18;

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

/// The places where `a` may hold a 1 and `b` a 0.
fn one_way(a: &[Var], b: &[Var], x: &Images) -> Vec<Witness> {
    let witness = |(&one, &zero): (&Var, &Var)| {
        let miss = complement(x.of(one)).plus(x.of(zero), 1.0);
        let [least, _] = miss.bounds();
        (least < 1.0).then_some((one, miss))
    };
    a.iter().zip(b).filter_map(witness).collect()
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
