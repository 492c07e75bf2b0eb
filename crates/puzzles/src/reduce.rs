//! Reduction of a model by its initial conditions, deduction by deduction, and the way back.
//!
//! A reduction gives every variable of a model a [`Reduced`]: a constant, or a qubit or its
//! negation. The set of solutions is kept: [`Reduction::lift`] maps the assignments of the qubits
//! that obey the rules one to one onto the solutions of the model.
//!
//! [`reduce`] makes one deduction at a time, each by the first of the [`RULES`] that finds one, and
//! each costs the board one qubit: a dial between the whole board and the solved one. The rules are
//! those of the source paper (§2.1 and §3.2) and those of puzzlers. It knows no geometry and does
//! no search deeper than one assumption, so that a reduction to zero qubits is a proof one can
//! read.

mod agenda;
mod difficulty;
mod knowledge;
mod lookahead;
mod propagate;
mod rule;
mod seen;

use crate::model::{Assignment, Constraint, Form, Kind, Model, Var};
use agenda::Agenda;
use knowledge::Knowledge;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

pub use difficulty::{Difficulty, Rating};
pub use rule::Contradiction;
pub(crate) use rule::RULES;

/// Which deductions may be made.
///
/// ```
/// use ketboard_puzzles::{Puzzle, RuleSet, reduce};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6\nqueens = ['r1c2']", "six queens")?;
/// let qubits = |rules| reduce(&puzzle.model, rules, None).expect("it has a solution").qubits();
/// assert!(qubits(RuleSet::Full) <= qubits(RuleSet::Paper));
/// assert!(qubits(RuleSet::Paper) < qubits(RuleSet::None));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RuleSet {
    /// Only the givens are filled in.
    None,
    /// The initial-condition rules of the source paper (§2.1 and §3.2).
    Paper,
    /// Every rule known here, to a fixed point.
    Full,
}

impl RuleSet {
    /// The name that users write.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a variable of the model has become.
///
/// ```
/// use ketboard_puzzles::{Constraint, Kind, Model, Reduced, RuleSet, reduce};
///
/// let mut model = Model::default();
/// let [a, b] = ["r1c1", "r1c2"].map(|cell| model.add_variable(cell));
/// model.add(Constraint::differ(Kind::Sign, "r1c1 x r1c2", [a, b]));
/// let reduction = reduce(&model, RuleSet::Paper, None).expect("it has a solution");
/// // 1 where the qubit of r1c1 is 0
/// assert_eq!(reduction.value(b), Reduced::Bit { qubit: 0, negated: true });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduced {
    /// A constant.
    Const(bool),
    /// The value of a qubit, or its negation.
    Bit {
        /// The qubit: bit `qubit` of a basis index.
        qubit: usize,
        /// Whether the variable is 1 − x.
        negated: bool,
    },
}

/// What one deduction does.
///
/// ```
/// use ketboard_puzzles::{Constraint, Effect, Kind, Model, RuleSet, reduce};
///
/// let mut model = Model::default();
/// let [a, b] = ["r1c1", "r1c2"].map(|cell| model.add_variable(cell));
/// model.add(Constraint::differ(Kind::Sign, "r1c1 x r1c2", [a, b]));
/// let reduction = reduce(&model, RuleSet::Paper, None).expect("it has a solution");
/// let merge = Effect::Merge { var: b, into: a, negated: true };
/// assert_eq!(reduction.steps[0].effect, merge); // one qubit is both cells
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The variable, and all that are merged with it, become constants.
    Fix {
        /// The variable found.
        var: Var,
        /// Its value.
        value: bool,
    },
    /// `var` becomes `into`, or its negation: one qubit fewer.
    Merge {
        /// The variable that disappears.
        var: Var,
        /// The variable that stays.
        into: Var,
        /// Whether they differ.
        negated: bool,
    },
}

impl Effect {
    /// The variable that stops being a qubit.
    pub fn var(&self) -> Var {
        match *self {
            Self::Fix { var, .. } | Self::Merge { var, .. } => var,
        }
    }
}

/// One deduction: which rule, what it did, and why.
///
/// ```
/// use ketboard_puzzles::{Constraint, Effect, Kind, Model, RuleSet, reduce};
///
/// let mut model = Model::default();
/// let [a, b] = ["r1c1", "r1c2"].map(|cell| model.add_variable(cell));
/// model.add(Constraint::equal(Kind::Sign, "r1c1 = r1c2", [a, b]));
/// model.give(a, true);
/// let reduction = reduce(&model, RuleSet::Paper, None).expect("it has a solution");
/// let step = &reduction.steps[1]; // the first one fills in what is given
/// assert_eq!((step.rule, step.because[0]), ("sign at a known cell", a));
/// assert_eq!(step.effect, Effect::Fix { var: b, value: true });
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The rule's name in the table of rules.
    pub rule: &'static str,
    /// What changed.
    pub effect: Effect,
    /// The constraint of the model that forced it; `None` for a given. After a look-ahead it is the
    /// constraint that would break.
    pub constraint: Option<usize>,
    /// The variables whose known values, or whose merges with others, forced it; in order.
    pub because: Vec<Var>,
}

/// The model reduced by the rules of `level`, one deduction at a time, until none applies or at
/// most `target_qubits` qubits are left. The givens are filled in first, whatever the target.
///
/// ```
/// use ketboard_puzzles::{Puzzle, RuleSet, reduce};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6\nqueens = ['r1c2']", "six queens")?;
/// let paper = reduce(&puzzle.model, RuleSet::Paper, None).expect("it has a solution");
/// let dialed = reduce(&puzzle.model, RuleSet::Paper, Some(paper.qubits() + 3));
/// assert_eq!(dialed.expect("it has a solution").qubits(), paper.qubits() + 3);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// Where a constraint can no longer hold, or givens contradict each other: the model has no
/// solution. (That the model has none is not always found.)
pub fn reduce(
    model: &Model,
    level: RuleSet,
    target_qubits: Option<usize>,
) -> Result<Reduction, Contradiction> {
    contradictory_givens(model)?;
    let mut knowledge = Knowledge::of(model);
    let mut agenda = Agenda::of(&knowledge);
    loop {
        if let Err(contradiction) = agenda.look(&knowledge) {
            let steps = knowledge.steps;
            return Err(Contradiction {
                steps,
                ..contradiction
            });
        }
        let enough = target_qubits.is_some_and(|target| knowledge.open <= target);
        let allowed = if enough { RuleSet::None } else { level };
        let Some((rule, deduction)) = agenda.next(&knowledge, allowed) else {
            return Ok(knowledge.into_reduction());
        };
        let changed = knowledge.apply(rule, deduction);
        agenda.note(&changed);
    }
}

/// Succeeds if no variable is given twice with different values.
fn contradictory_givens(model: &Model) -> Result<(), Contradiction> {
    let mut stated = BTreeMap::new();
    for &(var, value) in model.givens() {
        if *stated.entry(var).or_insert(value) != value {
            return Err(Contradiction {
                steps: Vec::new(),
                constraint: None,
                because: vec![var],
                reason: format!("{} is given as 0 and as 1", model.name(var)),
            });
        }
    }
    Ok(())
}

/// A model with fewer unknowns: a value for each variable, and the steps that led there.
///
/// ```
/// use ketboard_puzzles::{Puzzle, RuleSet, reduce};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6\nqueens = ['r1c2']", "six queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::Full, None).expect("it has a solution");
/// assert!(reduction.qubits() < puzzle.model.len());
/// // the way back: values of the qubits that are left to a whole board
/// let board = reduction.lift(&vec![false; reduction.qubits()]);
/// assert_eq!(board.len(), puzzle.model.len());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Reduction {
    /// What every variable has become, by [`Var::index`].
    pub values: Vec<Reduced>,
    /// The variable that each qubit is.
    pub variables: Vec<Var>,
    /// The deductions, in the order they were made.
    pub steps: Vec<Step>,
}

impl Reduction {
    /// The reduction that changes nothing but fills in the givens of `model`.
    pub fn givens_only(model: &Model) -> Self {
        let mut knowledge = Knowledge::of(model);
        while let Some(given) = agenda::given(&knowledge) {
            knowledge.apply(RULES[0].name, given);
        }
        Self {
            steps: Vec::new(),
            ..knowledge.into_reduction()
        }
    }

    /// Number of qubits left.
    pub fn qubits(&self) -> usize {
        self.variables.len()
    }

    /// What a variable has become.
    pub fn value(&self, var: Var) -> Reduced {
        self.values[var.index()]
    }

    /// The qubits that hold some of these variables, ascending, each once.
    pub(crate) fn open(&self, vars: &[Var]) -> Vec<usize> {
        let open = vars.iter().filter_map(|&var| match self.value(var) {
            Reduced::Const(_) => None,
            Reduced::Bit { qubit, .. } => Some(qubit),
        });
        open.collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// The assignment of the whole model that the qubits' values mean; `bits[k]` is qubit k.
    pub fn lift(&self, bits: &[bool]) -> Assignment {
        assert_eq!(bits.len(), self.qubits(), "one value per qubit");
        let at = |value: &Reduced| match *value {
            Reduced::Const(constant) => constant,
            Reduced::Bit { qubit, negated } => bits[qubit] != negated,
        };
        self.values.iter().map(at).collect()
    }

    /// [`Self::lift`] of the basis state `index`: qubit k is bit k of the index.
    pub fn lift_index(&self, index: u64) -> Assignment {
        let bits: Vec<bool> = (0..self.qubits()).map(|k| index >> k & 1 == 1).collect();
        self.lift(&bits)
    }

    /// The qubits' values that mean `assignment`, or `None` where the reduction excludes it.
    pub fn project(&self, assignment: &[bool]) -> Option<Vec<bool>> {
        let bits: Vec<bool> = self
            .variables
            .iter()
            .map(|var| assignment[var.index()])
            .collect();
        (self.lift(&bits) == assignment).then_some(bits)
    }

    /// `model` with all that was deduced stated in it: the same variables and rules, every fixed
    /// variable given, every merge a sign. It has the solutions of `model`.
    pub fn reduced_model(&self, model: &Model) -> Model {
        let mut reduced = model.clone();
        for var in model.variables() {
            self.state(var, &mut reduced);
        }
        reduced
    }

    /// States in a model of the same variables what one of them has become.
    pub(crate) fn state(&self, var: Var, model: &mut Model) {
        match self.value(var) {
            Reduced::Const(constant) => model.give(var, constant),
            Reduced::Bit { qubit, negated } if self.variables[qubit] != var => {
                let form = match negated {
                    true => Form::differ([var, self.variables[qubit]]),
                    false => Form::equal([var, self.variables[qubit]]),
                };
                model.add(Constraint::new(Kind::Sign, "a merge", form));
            }
            Reduced::Bit { .. } => {}
        }
    }
}
