//! The rules of deduction: a table, simplest first.
//!
//! A rule finds; [`Knowledge::apply`] carries out; `tests/library/reduction.rs` proves, on every
//! board it has, that no solution is lost and none is added. A new rule is a function and a line in
//! [`RULES`].

use super::describe::Scene;
use super::knowledge::{Deduction, Knowledge};
use super::{RuleSet, full, lookahead, paper, seen};
use crate::ask::Ask;
use std::fmt;

/// One kind of deduction.
///
/// ```
/// use ketboard_puzzles::{Puzzle, RuleSet, difficulty};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']", "four queens")?;
/// let rating = difficulty(&puzzle.model).expect("it has a solution");
/// let rule = rating.hardest_rule.expect("the other queens are deduced");
/// assert_eq!((rule.name, rule.level), ("last candidates", RuleSet::Full));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub struct Rule {
    /// Its name in steps: `full line`.
    pub name: &'static str,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// The lowest level at which it is used.
    pub level: RuleSet,
    pub(super) find: Find,
    pub(super) words: fn(&Scene<'_>) -> String,
}

/// Where a rule looks.
#[derive(Clone, Copy)]
pub(super) enum Find {
    /// At one constraint: what it finds changes only when more is known of that constraint's
    /// variables, so that a constraint in which it found nothing can be left alone until then.
    InConstraint(fn(&Knowledge<'_>, usize) -> Option<Deduction>),
    /// At the whole board, asking on the way.
    OnBoard(fn(&Knowledge<'_>, Ask<'_>) -> Option<Deduction>),
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({:?}, {:?})", self.name, self.level)
    }
}

/// All rules in the order of application: after each step the search starts again with the first.
pub(crate) static RULES: &[Rule] = &[
    Rule {
        name: "given",
        about: "a value that the puzzle states",
        level: RuleSet::None,
        find: Find::OnBoard(|knowledge, _| paper::given(knowledge)),
        words: |_| "given".to_owned(),
    },
    Rule {
        name: "full count",
        about: "a row, column, region, tree or cell of several symbols that has its ones: the others are 0",
        level: RuleSet::Paper,
        find: Find::InConstraint(paper::full_count),
        words: |s| match s.may_have_none() {
            true => format!("{} must have none", s.place),
            false => format!("{} already has its {}{}", s.place, s.ones(), s.because()),
        },
    },
    Rule {
        name: "attacked cell",
        about: "a cell that a placed piece attacks is 0",
        level: RuleSet::Paper,
        find: Find::InConstraint(paper::attacked_cell),
        words: |s| format!("attacked by {} ({})", s.cells, s.place),
    },
    Rule {
        name: "sign at a known cell",
        about: "a cell with an = or x sign to a known cell",
        level: RuleSet::Paper,
        find: Find::InConstraint(paper::sign_at_a_known_cell),
        words: |s| format!("{}, and {} is known", s.place, s.cells),
    },
    Rule {
        name: "full line",
        about: "a balanced line that has its ones, or its zeros: its other cells are the opposite",
        level: RuleSet::Paper,
        find: Find::InConstraint(paper::full_line),
        words: |s| format!("{} already has its {}{}", s.place, s.symbols(), s.because()),
    },
    Rule {
        name: "two in a row",
        about: "two neighbors alike: the next cell is the opposite",
        level: RuleSet::Paper,
        find: Find::InConstraint(paper::two_in_a_row),
        words: |s| format!("two in a row beside it{}", s.because()),
    },
    Rule {
        name: "merge signs",
        about: "two open cells with an = or x sign between them become one variable",
        level: RuleSet::Paper,
        find: Find::InConstraint(paper::merge_signs),
        words: |s| format!("tied by {}", s.place),
    },
    Rule {
        name: "two around a gap",
        about: "two cells alike with one cell between them: that cell is the opposite",
        level: RuleSet::Full,
        find: Find::InConstraint(full::two_around_a_gap),
        words: |s| format!("two alike on both sides of it{}", s.because()),
    },
    Rule {
        name: "full set",
        about: "any set that has its ones: its other cells are 0",
        level: RuleSet::Full,
        find: Find::InConstraint(full::full_set),
        words: |s| format!("{} already has its {}{}", s.place, s.ones(), s.because()),
    },
    Rule {
        name: "last candidates",
        about: "a set with no more open cells than it needs ones: they are all 1",
        level: RuleSet::Full,
        find: Find::InConstraint(full::last_candidates),
        words: |s| format!("{} needs all cells that are left{}", s.place, s.because()),
    },
    Rule {
        name: "seen by all candidates",
        about: "a cell that excludes too many candidates of a set is 0",
        level: RuleSet::Full,
        find: Find::InConstraint(seen::seen_by_all_candidates),
        words: |s| {
            format!(
                "a 1 here would leave {} too few cells{}",
                s.place,
                s.because()
            )
        },
    },
    Rule {
        name: "tied cells exclude each other",
        about: "two cells that are alike and not both 1 are 0",
        level: RuleSet::Full,
        find: Find::InConstraint(full::tied_cells_exclude_each_other),
        words: |s| format!("{} are alike, and not both 1", s.cells),
    },
    Rule {
        name: "lines differ",
        about: "two lines alike in all places but one differ there",
        level: RuleSet::Full,
        find: Find::InConstraint(full::lines_differ),
        words: |s| format!("{} would be alike otherwise{}", s.place, s.because()),
    },
    Rule {
        name: "count of tied cells",
        about: "a value that would, with the cells tied to it, give a set too many or too few ones",
        level: RuleSet::Full,
        find: Find::InConstraint(full::count_of_tied_cells),
        words: |s| {
            format!(
                "{} could not keep its count otherwise{}",
                s.place,
                s.because()
            )
        },
    },
    Rule {
        name: "two cells left",
        about: "a set whose count leaves two open cells no choice but to be alike, or to differ",
        level: RuleSet::Full,
        find: Find::InConstraint(full::two_cells_left),
        words: |s| format!("{} leaves the two no other choice{}", s.place, s.because()),
    },
    Rule {
        name: "look-ahead",
        about: "a value from which the simple rules lead to a contradiction: it is the other one",
        level: RuleSet::Full,
        find: Find::OnBoard(lookahead::look_ahead),
        words: |s| format!("the opposite breaks {}{}", s.place, s.because()),
    },
];
