//! Outcomes back to assignments of the whole puzzle, each judged by the rules.
//!
//! An outcome is a value for every qubit; the caller, who knows what the qubits mean, makes it an
//! assignment of every variable, and [`Model::violations`] says which rules that breaks. Nothing is
//! repaired, and nothing is judged by its energy. Where the model has an objective, an outcome
//! solves the puzzle only if its value is the best one, which the caller knows.

use super::Counts;
use ketboard_puzzles::{Assignment, Kind, Model, Violation};
use std::collections::BTreeMap;

/// One outcome: the assignment it encodes, how often it was seen, and what it breaks.
///
/// ```
/// use ketboard_circuits::{Counts, judge};
/// use ketboard_puzzles::Puzzle;
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "queens.toml")?;
/// let counts = Counts::from_shots(16, vec![(0b0100_0001_1000_0010, 3), (0, 5)]);
/// let cells = |x: &u64| (0..16).map(|cell| x >> cell & 1 == 1).collect();
/// let judged = judge(&counts, &puzzle.model, cells, None);
/// assert!(!judged[0].obeys() && judged[0].weight == 5.0); // the empty board
/// assert!(judged[1].solves());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Judged<X = u64> {
    /// What was drawn or measured.
    pub outcome: X,
    /// The shots, or the probability, of this outcome.
    pub weight: f64,
    /// The value of every variable of the model.
    pub assignment: Assignment,
    /// The rules it breaks; empty exactly for solutions.
    pub violations: Vec<Violation>,
    /// The value of the assignment; `None` where the model has no objective.
    pub value: Option<f64>,
    /// Whether the value is the best there is; always so without an objective, never where the best
    /// is not known.
    pub is_best: bool,
}

impl<X> Judged<X> {
    /// Whether the assignment obeys all rules.
    pub fn obeys(&self) -> bool {
        self.violations.is_empty()
    }

    /// Whether it obeys all rules and has the best value: whether it solves the puzzle.
    pub fn solves(&self) -> bool {
        self.obeys() && self.is_best
    }
}

/// Every outcome, decoded and judged: most frequent first, ties in their own order. `board` is the
/// assignment that an outcome encodes, `best` the value of solutions ([`Model::value`]) where
/// the model has an objective.
pub fn judge<X: Ord + Clone>(
    counts: &Counts<X>,
    model: &Model,
    board: impl Fn(&X) -> Assignment,
    best: Option<f64>,
) -> Vec<Judged<X>> {
    let mut judged: Vec<Judged<X>> = counts
        .iter()
        .map(|(outcome, weight)| {
            let assignment = board(outcome);
            let violations = model.violations(&assignment);
            Judged {
                outcome: outcome.clone(),
                weight,
                value: model.value(&assignment),
                is_best: model.is_best(&assignment, best),
                assignment,
                violations,
            }
        })
        .collect();
    judged.sort_by(|a, b| {
        let by_weight = b.weight.total_cmp(&a.weight);
        by_weight.then_with(|| a.outcome.cmp(&b.outcome))
    });
    judged
}

/// What all outcomes together say.
///
/// ```
/// use ketboard_circuits::{Counts, Summary, judge};
/// use ketboard_puzzles::Puzzle;
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "queens.toml")?;
/// let counts = Counts::from_shots(16, vec![(0b0100_0001_1000_0010, 3), (0, 5)]);
/// let cells = |x: &u64| (0..16).map(|cell| x >> cell & 1 == 1).collect();
/// let judged = judge(&counts, &puzzle.model, cells, None);
/// let summary = Summary::of(&judged, &puzzle.model);
/// assert_eq!((summary.total, summary.solving), (8.0, 3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// The sum of all weights.
    pub total: f64,
    /// The weight of the outcomes that obey all rules.
    pub obeying: f64,
    /// The weight of those of them that also have the best value: that solve the puzzle.
    pub solving: f64,
    /// For each kind of rule in the model, the weight of the outcomes that break a rule of that
    /// kind, as a fraction of `total`, in [0, 1].
    pub broken: BTreeMap<Kind, f64>,
}

impl Summary {
    /// The shots that obey the rules, and for each kind of rule the fraction of shots that break
    /// it.
    pub fn of<X>(judged: &[Judged<X>], model: &Model) -> Self {
        let total = weight(judged.iter());
        let obeying = judged.iter().filter(|outcome| outcome.obeys());
        let solving = judged.iter().filter(|outcome| outcome.solves());
        let kinds = model.constraints().iter().map(|constraint| constraint.kind);
        let mut broken: BTreeMap<Kind, f64> = kinds.map(|kind| (kind, 0.0)).collect();
        for (kind, fraction) in &mut broken {
            let is_of_kind = |violation: &Violation| match violation {
                Violation::Given(_) => false,
                Violation::Constraint(index) => model.constraints()[*index].kind == *kind,
            };
            let breaking = judged
                .iter()
                .filter(|outcome| outcome.violations.iter().any(is_of_kind));
            *fraction = weight(breaking) / total;
        }
        Self {
            total,
            obeying: weight(obeying),
            solving: weight(solving),
            broken,
        }
    }
}

/// The weight of some outcomes together; 0 for none (an empty sum of floating-point numbers is −0).
fn weight<'j, X: 'j>(outcomes: impl Iterator<Item = &'j Judged<X>>) -> f64 {
    outcomes.fold(0.0, |sum, outcome| sum + outcome.weight)
}
