//! Rules that tables hold, as products of spins: what a circuit makes of them.
//!
//! > w·\[broken\] = Σ_S c_S Π_{i∈S} z_i,  c_S = w/2^k Σ_x \[x broken\] (−1)^{|x ∧ S|},  z = 1 − 2x
//!
//! over the k variables of a rule: the Walsh–Hadamard transform of the rule itself, on all its
//! assignments and not only on levels, which keeps the sum short: two lines of k/2 cells that must
//! differ take 2^{k/2} of the 2^k products, Π (1 + z_a z_b)/2. A rule of many variables has no such
//! sum that a circuit could hold.

use super::RulePlaces;
use super::rules::{ReducedModel, ReducedRule};
use crate::encode::Weights;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::reduce::Reduction;

/// The most variables of a rule that is written out: 2^16 assignments.
const MOST_VARIABLES: usize = 16;

impl RulePlaces {
    /// The weights of the tabulated rules where they are broken, as terms in spins: ascending
    /// variables, coefficient of the product of their z; one set of variables may come several
    /// times.
    ///
    /// ```
    /// use ketboard_puzzles::{Constraint, Kind, Model, Reduction, RulePlaces, Weights};
    ///
    /// let mut model = Model::default();
    /// let [a, b] = ["a", "b"].map(|name| model.add_variable(name));
    /// model.add(Constraint::distinct(Kind::Distinct, "a and b", [vec![a], vec![b]]));
    /// let open = Reduction::givens_only(&model);
    /// let mut places = RulePlaces::default();
    /// places.tabulated = vec![0];
    /// let terms = places.terms(&model, &open, &Weights::default())?;
    /// assert_eq!(terms, [(vec![], 0.5), (vec![0, 1], 0.5)]); // (1 + z_a z_b)/2: 1 where equal
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a rule has too many variables.
    pub fn terms(
        &self,
        model: &Model,
        reduction: &Reduction,
        weights: &Weights,
    ) -> Result<Vec<(Vec<usize>, f64)>> {
        let weights = weights.or_those_of(model);
        let mut terms = Vec::new();
        for rule in ReducedModel::new(model, reduction).rules_at(&self.tabulated) {
            let kind = rule.rule.kind;
            if rule.variables.len() > MOST_VARIABLES {
                let found = format!(
                    "a rule of kind {kind} has {} variables",
                    rule.variables.len()
                );
                let remedy = format!(
                    "a circuit holds rules without a penalty of at most {MOST_VARIABLES}: reduce more, or use `distinct_lines` qubo"
                );
                return Err(Error::setting("registers", found, remedy));
            }
            terms.extend(expanded(&rule, weights.of(kind)));
        }
        Ok(terms)
    }
}

fn expanded(rule: &ReducedRule<'_>, weight: f64) -> impl Iterator<Item = (Vec<usize>, f64)> {
    let variables = rule.variables.clone();
    let sums = transformed(broken(rule));
    let share = weight / sums.len() as f64;
    let spins = move |set: usize| {
        let places = variables.iter().enumerate();
        let inside = places.filter(|(place, _)| set >> place & 1 == 1);
        inside.map(|(_, &k)| k).collect()
    };
    let terms = sums.into_iter().enumerate().filter(|(_, sum)| *sum != 0);
    terms.map(move |(set, sum)| (spins(set), share * f64::from(sum)))
}

/// 1 for each assignment that breaks the rule, 0 for the others; bit k of an assignment is the k-th
/// variable.
fn broken(rule: &ReducedRule<'_>) -> Vec<i32> {
    let known = "a rule asks for its own variables";
    let place = |k: usize| rule.variables.binary_search(&k).expect(known);
    let is_broken = |x: usize| !rule.holds(|k| x >> place(k) & 1 == 1);
    let assignments = 0..1_usize << rule.variables.len();
    assignments.map(|x| i32::from(is_broken(x))).collect()
}

/// The Walsh–Hadamard transform, in integers: exact.
fn transformed(mut values: Vec<i32>) -> Vec<i32> {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Constraint, Form, Kind, Sum, Var};
    use crate::reduce::Reduced;

    fn value_of(terms: &[(Vec<usize>, f64)], x: usize) -> f64 {
        let sign = |set: &[usize]| {
            let ones = set.iter().filter(|k| x >> **k & 1 == 1).count();
            if ones.is_multiple_of(2) { 1.0 } else { -1.0 }
        };
        terms.iter().map(|(set, c)| c * sign(set)).sum()
    }

    /// The terms of one rule whose variables became these.
    fn terms_of(form: Form, values: &[Reduced], weight: f64) -> Vec<(Vec<usize>, f64)> {
        let mut model = Model::default();
        for _ in values {
            model.add_variable("x");
        }
        model.add(Constraint::new(Kind::Own("rule"), "here", form));
        let reduction = Reduction::new(values.to_vec(), Vec::new(), Vec::new());
        let weights = Weights::from_pairs([(Kind::Own("rule"), weight)]).unwrap();
        let places = RulePlaces {
            tabulated: vec![0],
            ..RulePlaces::default()
        };
        places.terms(&model, &reduction, &weights).unwrap()
    }

    #[test]
    fn the_terms_of_a_rule_are_its_weight_where_it_is_broken_and_nothing_elsewhere() {
        let bit = |qubit, negated| Reduced::Bit { qubit, negated };
        let of_lines = vec![
            bit(0, false),
            bit(2, true),
            Reduced::Const(true),
            bit(3, false),
            bit(5, false),
            bit(2, false),
        ];
        let line = |from: usize| (from..from + 3).map(Var).collect();
        let sum = Form::Sum(Sum {
            literals: vec![(Var(0), false), (Var(1), true), (Var(2), false)],
            least: 1,
            most: 2,
            product: None,
        });
        let of_sum = vec![bit(1, false), bit(2, false), bit(4, false)];
        for (form, values, most) in [
            (Form::Distinct([line(0), line(3)]), of_lines, 16),
            (sum, of_sum, 8),
        ] {
            let terms = terms_of(form.clone(), &values, 0.7);
            assert!(terms.len() > 1 && terms.len() <= most, "{terms:?}");
            let rule = Constraint::new(Kind::Row, "here", form);
            for x in 0..64_usize {
                let at = |var: Var| match values[var.index()] {
                    Reduced::Const(value) => value,
                    Reduced::Bit { qubit, negated } => (x >> qubit & 1 == 1) != negated,
                };
                let wanted = if rule.holds_where(at) { 0.0 } else { 0.7 };
                assert!((value_of(&terms, x) - wanted).abs() < 1e-15, "{x:b}");
            }
        }
    }

    #[test]
    fn two_lines_of_four_cells_take_sixteen_products_of_even_size() {
        let line = |from: usize| (from..from + 4).map(Var).collect();
        let values: Vec<Reduced> = (0..8)
            .map(|qubit| Reduced::Bit {
                qubit,
                negated: false,
            })
            .collect();
        let terms = terms_of(Form::Distinct([line(0), line(4)]), &values, 1.0);
        assert_eq!(terms.len(), 16);
        let even = |(set, c): &(Vec<usize>, f64)| set.len() % 2 == 0 && *c == 1.0 / 16.0;
        assert!(terms.iter().all(even));
    }
}
