//! How hard a board is for somebody who thinks: the hardest deduction that is needed to solve it.
//!
//! | difficulty | what solves the board |
//! |---|---|
//! | easy | the initial-condition rules of the source paper (§2.1 and §3.2) |
//! | medium | the further rules of [`RULES`], none of which assumes anything |
//! | hard | look-ahead as well: a value is assumed and refuted |
//! | beyond | nothing of this; cells stay open |
//!
//! Simpler rules always go first, so a rule is used only where no simpler one finds anything. A
//! board with several solutions is always beyond. How many steps there are, and how long they are,
//! is not looked at.

use super::rule::{LOOK_AHEAD, place};
use super::{Contradiction, RULES, RuleSet, reduce};
use crate::model::Model;
use serde::Deserialize;
use std::fmt;

/// The hardest kind of deduction that solves a board.
///
/// ```
/// use ketboard_puzzles::{Rating, Difficulty, Puzzle};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let rating = Rating::of(&puzzle.model).expect("it has a solution");
/// assert_eq!(rating.difficulty, Difficulty::Beyond); // no rule decides between two solutions
/// assert!(Difficulty::Easy < Difficulty::Hard);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Difficulty {
    /// The paper's rules.
    Easy,
    /// All rules that assume nothing.
    Medium,
    /// Look-ahead.
    Hard,
    /// No rule known here.
    Beyond,
}

impl Difficulty {
    /// All, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Beyond];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What solving a board by deductions takes.
///
/// ```
/// use ketboard_puzzles::{Rating, Puzzle};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6\nqueens = ['r1c2']", "six queens")?;
/// let rating = Rating::of(&puzzle.model).expect("it has a solution");
/// assert_eq!(rating.open == 0, rating.difficulty.name() != "beyond");
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rating {
    /// The board's difficulty.
    pub difficulty: Difficulty,
    /// The hardest rule used; `None` where the givens say all, or no rule finds anything.
    pub hardest_rule: Option<&'static str>,
    /// The qubits left when no rule finds anything more: 0 but for boards beyond the rules.
    pub open: usize,
}

impl Rating {
    /// The rating of a model: all rules are applied, simplest first, until none finds anything.
    ///
    /// ```
    /// use ketboard_puzzles::{Rating, Puzzle};
    ///
    /// let one = "family = 'n-queens'\nsize = 4\nqueens = ['r1c2']";
    /// let rating = Rating::of(&Puzzle::parse(one, "one")?.model).expect("it has a solution");
    /// assert_eq!(rating.to_string(), "medium; hardest rule: last candidates");
    /// let none = "family = 'n-queens'\nsize = 4\nqueens = ['r1c1', 'r2c2']";
    /// let none = Puzzle::parse(none, "none")?;
    /// assert!(Rating::of(&none.model).is_err());
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where the rules find that the model has no solution.
    pub fn of(model: &Model) -> Result<Self, Contradiction> {
        let reduction = reduce(model, RuleSet::Full, None)?;
        let hardest = reduction.steps.iter().map(|step| place(step.rule)).max();
        let hardest_rule = hardest
            .and_then(|place| RULES.get(place))
            .filter(|rule| rule.level > RuleSet::None);
        let difficulty = match hardest_rule {
            _ if reduction.qubits() > 0 => Difficulty::Beyond,
            Some(rule) if rule.name == LOOK_AHEAD => Difficulty::Hard,
            Some(rule) if rule.level > RuleSet::Paper => Difficulty::Medium,
            Some(_) | None => Difficulty::Easy,
        };
        Ok(Self {
            difficulty,
            hardest_rule: hardest_rule.map(|rule| rule.name),
            open: reduction.qubits(),
        })
    }
}

impl fmt::Display for Rating {
    /// `hard; hardest rule: look-ahead`, or `beyond; all rules together leave 12 qubits`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.difficulty.name();
        match (self.open, self.hardest_rule) {
            (0, Some(rule)) => write!(f, "{name}; hardest rule: {rule}"),
            (0, None) => write!(f, "{name}; no rule is needed"),
            (1, _) => write!(f, "{name}; all rules together leave 1 qubit"),
            (open, _) => write!(f, "{name}; all rules together leave {open} qubits"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Constraint, Form, Kind, Var};

    fn rule(model: &mut Model, form: Form) {
        model.add(Constraint::new(Kind::Row, "here", form));
    }

    fn variables(model: &mut Model, n: usize) -> Vec<Var> {
        (0..n)
            .map(|k| model.add_variable(format!("r1c{}", k + 1)))
            .collect()
    }

    #[test]
    fn look_ahead_is_the_hardest_rule_and_the_paper_rules_come_first() {
        assert_eq!(RULES.last().unwrap().name, LOOK_AHEAD);
        assert!(RULES.is_sorted_by_key(|rule| rule.level));
    }

    #[test]
    fn a_board_is_as_hard_as_the_hardest_rule_it_needs() {
        let exactly = |count, vars: &[Var]| Form::sum(vars, count, count);
        let mut model = Model::default();
        let x = variables(&mut model, 3);
        rule(&mut model, exactly(1, &x));
        let rating = Rating::of(&model).unwrap();
        assert_eq!(
            (rating.difficulty, rating.open > 0),
            (Difficulty::Beyond, true)
        );

        let mut easy = model.clone();
        easy.give(x[1], true);
        let rating = Rating::of(&easy).unwrap();
        assert_eq!(rating.to_string(), "easy; hardest rule: full count");

        let mut medium = model.clone();
        medium.give(x[1], false);
        medium.give(x[0], false);
        let rating = Rating::of(&medium).unwrap();
        assert_eq!(rating.to_string(), "medium; hardest rule: last candidates");

        let mut stated = medium.clone();
        stated.give(x[2], true);
        let rating = Rating::of(&stated).unwrap();
        assert_eq!(rating.to_string(), "easy; no rule is needed");

        let mut none = medium;
        none.give(x[2], false);
        assert!(Rating::of(&none).is_err());
    }
}
