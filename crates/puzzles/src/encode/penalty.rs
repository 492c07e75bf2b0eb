//! The penalty of a rule, with weight 1.
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

use super::images::Images;
use super::{DistinctLines, Encodings, Polynomial, QubitLayout, TwoValued, distinct};
use crate::model::{Constraint, Form, Kind, Model};
use crate::reduce::Reduction;

impl Form {
    /// The penalty of the form over the qubits of `reduction`, in the source paper's encodings; `None`
    /// where there is none.
    ///
    /// ```
    /// use ketboard_puzzles::{Form, Model, Reduction};
    ///
    /// let mut model = Model::default();
    /// let pair = ["r1c1", "r1c2"].map(|cell| model.add_variable(cell));
    /// let open = Reduction::givens_only(&model);
    /// let equal = Form::equal(pair).penalty(&open).expect("signs have a penalty");
    /// assert_eq!((equal.value(|_| true), equal.value(|k| k == 0)), (0.0, 1.0));
    /// assert!(Form::Distinct([vec![pair[0]], vec![pair[1]]]).penalty(&open).is_none());
    /// ```
    pub fn penalty(&self, reduction: &Reduction) -> Option<Polynomial> {
        let unnamed = vec![String::new(); reduction.qubits()];
        let mut layout = QubitLayout::new(&[], &unnamed);
        let images = Images::new(reduction, &layout);
        let rule = Constraint::new(Kind::Own("rule"), "", self.clone());
        let (model, paper) = (Model::default(), Encodings::default());
        unit(&rule, &model, &images, paper, &mut layout)
    }
}

/// The penalty of a rule over the qubits that hold the board, and auxiliaries, which are added to
/// `layout`; `None` where there is none.
pub(super) fn unit(
    rule: &Constraint,
    model: &Model,
    x: &Images,
    encodings: Encodings,
    layout: &mut QubitLayout,
) -> Option<Polynomial> {
    let sum = match (&rule.form, encodings.distinct_lines) {
        (Form::Sum(sum), _) => sum,
        (Form::Distinct(lines), DistinctLines::Hobo) => return Some(distinct::product(lines, x)),
        (Form::Distinct(lines), DistinctLines::Qubo) => {
            return Some(distinct::witnessed(lines, rule, model, x, layout));
        }
        (Form::Distinct(_), DistinctLines::Filter) | (Form::Matching(_), _) => return None,
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
        return Some(product);
    }
    let sum = x.sum(&sum.literals);
    let miss = |target: f64| {
        let mut miss = x.constant(target);
        miss.add_scaled(&sum, -1.0);
        miss
    };
    let square = |target: f64| miss(target).times(&miss(target));
    let [q, last] = [least, most].map(f64::from);
    Some(match encodings.counts {
        _ if least == most => square(q),
        TwoValued::Fractional => square(f64::midpoint(q, last)),
        TwoValued::Pairwise => {
            let mut half = x.constant(0.0);
            half.add_scaled(&miss(q).times(&miss(last)), 0.5);
            half
        }
        TwoValued::Slack => match sum.bounds() {
            [low, high] if low >= q && high <= last => x.constant(0.0),
            [_, high] if high <= q => square(q),
            [low, _] if low >= last => square(last),
            _ => {
                let slack = layout.add_auxiliary(format!("aux: {}, one more", rule.name));
                let mut miss = miss(q);
                miss.widen(slack + 1);
                miss.add_term(&[slack], 1.0);
                miss.times(&miss)
            }
        },
    })
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
