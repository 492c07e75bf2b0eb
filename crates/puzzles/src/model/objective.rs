//! What boards that obey the rules are worth, and the weight that makes a rule worth keeping.
//!
//! A model may minimize Σ w x among its solutions (eq. 26 of the source paper: w = −1 for each
//! piece). For people the sign is turned: a board's value is −Σ w x, and the best board has the
//! largest.

use super::{Kind, Model, Var};

impl Model {
    /// States the weight that penalties of `kind` take where the user asks for no other.
    pub(crate) fn weigh(&mut self, kind: Kind, weight: f64) {
        self.weights.insert(kind, weight);
    }

    /// The weight of a kind's penalties where the user asks for no other: 1 unless the puzzle
    /// states one.
    pub fn weight(&self, kind: Kind) -> f64 {
        self.weights.get(&kind).copied().unwrap_or(1.0)
    }

    /// Whether the boards that obey the rules differ in value.
    pub fn has_objective(&self) -> bool {
        !self.objective.is_empty()
    }

    /// The value of a board, which is maximized: −Σ w x. `None` where the model has no objective.
    pub fn value(&self, assignment: &[bool]) -> Option<f64> {
        let ones = self
            .objective
            .iter()
            .filter(|(var, _)| assignment[var.index()]);
        self.has_objective()
            .then(|| ones.fold(0.0, |sum, (_, weight)| sum - weight))
    }

    /// Values that differ by no more than this are equal: sums of the same weights in another
    /// order.
    pub(crate) fn value_rounding(&self) -> f64 {
        let size: f64 = self.objective.iter().map(|(_, weight)| weight.abs()).sum();
        1e-12 * size
    }

    /// Whether a board of the value `best` or more is one of the best; always so where there is no
    /// objective.
    pub fn is_best(&self, assignment: &[bool], best: Option<f64>) -> bool {
        match (self.value(assignment), best) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(value), Some(best)) => value >= best - self.value_rounding(),
        }
    }

    /// The weight above which breaking a pair rule of `kind` never pays, where pairs are the only
    /// rules: whichever of the two pieces is worth less, and is not given, can be taken away.
    /// `None` without an objective or such a rule.
    ///
    /// With each pair counted once and all pieces alike this is the largest weight of a piece; a
    /// pair counted twice needs half of it.
    pub fn least_safe_weight(&self, kind: Kind) -> Option<f64> {
        let mut gains = vec![0.0; self.len()];
        for (var, weight) in &self.objective {
            gains[var.index()] -= weight;
        }
        let given = |var: &Var| self.givens.iter().find(|(known, _)| known == var);
        let gain = |var: &Var| match given(var) {
            Some((_, true)) => f64::INFINITY,
            Some((_, false)) => 0.0,
            None => f64::max(gains[var.index()], 0.0),
        };
        let rules = self.constraints.iter().filter(|rule| rule.kind == kind);
        let bounds = rules.filter_map(|rule| {
            let (sum, pair, times) = rule.form.product()?;
            let [first, second] = pair.map(|(var, _)| gain(&var));
            (sum.least == 0).then(|| f64::min(first, second) / f64::from(times))
        });
        // two given pieces that attack each other are a contradiction, which no weight mends
        let finite = bounds.filter(|bound| bound.is_finite());
        self.has_objective()
            .then(|| finite.reduce(f64::max))
            .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Constraint;
    use crate::model::Form;

    fn attack(pair: [Var; 2], times: u32) -> Constraint {
        Constraint {
            form: Form::not_both(pair, times),
            ..Constraint::not_both(Kind::Diagonal, "attack", pair)
        }
    }

    #[test]
    fn the_safe_weight_is_that_of_the_lesser_piece_that_can_be_taken_away() {
        let mut model = Model::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| model.add_variable(name));
        assert_eq!(model.least_safe_weight(Kind::Diagonal), None);
        for (var, worth) in [(a, 5.0), (b, 9.0), (c, 1.0)] {
            model.add_objective(var, -worth);
        }
        assert_eq!(model.least_safe_weight(Kind::Diagonal), None);
        model.add(attack([a, b], 2));
        assert_eq!(model.least_safe_weight(Kind::Diagonal), Some(2.5));
        model.add(attack([b, c], 1));
        assert_eq!(model.least_safe_weight(Kind::Diagonal), Some(2.5));
        model.give(c, true);
        assert_eq!(model.least_safe_weight(Kind::Diagonal), Some(9.0));
        assert_eq!(model.value(&[true, false, true]), Some(6.0));
        assert!(model.is_best(&[false, true, true], Some(10.0)));
        assert!(!model.is_best(&[true, false, true], Some(10.0)));
    }
}
