//! What is still to be looked at: for each rule, the constraints of which more is known since the
//! rule last found nothing there.
//!
//! The steps are the same as those of a search through all constraints after each step.

use super::RuleSet;
use super::contradiction::Contradiction;
use super::inference::broken;
use super::knowledge::{Deduction, Knowledge};
use super::rule::{Find, RULES, Rule};
use crate::ask::Ask;
use std::collections::BTreeSet;

/// The constraints that each rule, and the search for contradictions, still has to look at.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    rules: Vec<(&'static Rule, BTreeSet<usize>)>,
    unchecked: BTreeSet<usize>,
}

impl Agenda {
    /// Everything is still to be looked at, by the rules of `level`.
    pub(super) fn of(knowledge: &Knowledge<'_>, level: RuleSet) -> Self {
        let all: BTreeSet<usize> = (0..knowledge.model.constraints().len()).collect();
        let rules = RULES.iter().filter(|rule| rule.level <= level);
        Self {
            rules: rules.map(|rule| (rule, all.clone())).collect(),
            unchecked: all,
        }
    }

    /// More is known of these constraints' variables.
    pub(super) fn note(&mut self, changed: &[usize]) {
        self.unchecked.extend(changed);
        for (_, pending) in &mut self.rules {
            pending.extend(changed);
        }
    }

    /// Looks for a constraint that can no longer hold.
    ///
    /// # Errors
    /// Where there is one; its steps are left for the caller to fill in.
    pub(super) fn check(&mut self, knowledge: &Knowledge<'_>) -> Result<(), Contradiction> {
        let known = knowledge.known();
        for index in std::mem::take(&mut self.unchecked) {
            if let Some(found) = broken(known, &knowledge.model.constraints()[index]) {
                return Err(Contradiction::at(knowledge.model, known, index, found));
            }
        }
        Ok(())
    }

    /// The first deduction of the first rule, of `level` at most, that finds one; any or none after
    /// `ask` has said stop.
    pub(super) fn next(
        &mut self,
        knowledge: &Knowledge<'_>,
        level: RuleSet,
        ask: Ask<'_>,
    ) -> Option<(&'static str, Deduction)> {
        let allowed = self
            .rules
            .iter_mut()
            .filter(|(rule, _)| rule.level <= level);
        for (rule, pending) in allowed {
            let found = match rule.find {
                Find::OnBoard(find) => find(knowledge, ask),
                Find::InConstraint(find) => first_pending(pending, |index| find(knowledge, index)),
            };
            if let Some(deduction) = found {
                return Some((rule.name, deduction));
            }
        }
        None
    }
}

/// The first find; the constraints before it, in which nothing was found, are no longer pending.
fn first_pending(
    pending: &mut BTreeSet<usize>,
    find: impl Fn(usize) -> Option<Deduction>,
) -> Option<Deduction> {
    while let Some(&index) = pending.first() {
        let found = find(index);
        if found.is_some() {
            return found;
        }
        pending.pop_first();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Constraint, Form, Kind, Model};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::ops::ControlFlow;

    /// 6x6: rows and columns balanced with windows (even seeds) or with one queen each (odd seeds),
    /// and random signs, pairs and givens.
    fn random_board(seed: u64) -> Model {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut model = Model::default();
        let cells: Vec<_> = (0..36)
            .map(|k| model.add_variable(format!("c{k}")))
            .collect();
        for (start, step) in (0..6).flat_map(|k| [(6 * k, 1), (k, 6)]) {
            let line: Vec<_> = (0..6).map(|k| cells[start + k * step]).collect();
            if seed.is_multiple_of(2) {
                for window in line.windows(3) {
                    let window = window.to_vec();
                    model.add(Constraint::one_of_two(Kind::Repetition, "", 1, window));
                }
                model.add(Constraint::exactly(Kind::Balance, "", 3, line));
            } else {
                model.add(Constraint::exactly(Kind::Row, "", 1, line));
            }
        }
        for k in 0..18 {
            let pair = [(); 2].map(|()| cells[rng.random_range(0..36)]);
            match k % 6 {
                0 => model.add(sign(Form::Equal(pair))),
                1 => model.add(sign(Form::Differ(pair))),
                _ => model.add(Constraint::not_both(Kind::Diagonal, "", pair)),
            }
        }
        model.give(cells[rng.random_range(0..36)], rng.random());
        model
    }

    fn sign(form: Form) -> Constraint {
        Constraint {
            kind: Kind::Sign,
            name: String::new(),
            form,
        }
    }

    fn steps(model: &Model, search_everywhere: bool) -> Vec<crate::reduce::Step> {
        let mut knowledge = Knowledge::of(model);
        let mut agenda = Agenda::of(&knowledge, RuleSet::Full);
        let all: Vec<usize> = (0..model.constraints().len()).collect();
        while agenda.check(&knowledge).is_ok() {
            let Some((rule, deduction)) =
                agenda.next(&knowledge, RuleSet::Full, &|| ControlFlow::Continue(()))
            else {
                break;
            };
            let changed = knowledge.apply(rule, deduction);
            agenda.note(if search_everywhere { &all } else { &changed });
        }
        knowledge.into_steps()
    }

    #[test]
    fn the_agenda_makes_the_steps_of_a_search_through_all_constraints() {
        let mut used = BTreeSet::new();
        for seed in 0..60 {
            let model = random_board(seed);
            let quick = steps(&model, false);
            assert_eq!(quick, steps(&model, true), "seed {seed}");
            used.extend(quick.iter().map(|step| step.rule));
        }
        assert!(used.len() >= 12, "only {used:?}");
    }
}
