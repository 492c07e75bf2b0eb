//! Outcomes back to assignments of the whole puzzle, each judged by the rules; how sure a measured
//! frequency is.
//!
//! The caller, who knows what the qubits mean, makes an outcome an assignment of every variable,
//! and [`Model::violations`] says which rules that breaks. Nothing is repaired, and nothing is
//! judged by its energy. Where the model has an objective, an outcome solves the puzzle only if its
//! value is the best one, which the caller knows.

use super::Counts;
use ketboard_puzzles::{Assignment, Kind, Model, Violation};
use std::collections::BTreeMap;

/// One outcome: the assignment it encodes, how often it was seen, and what it breaks.
#[derive(Clone, PartialEq, Debug)]
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
    /// Whether the value is the best there is; always so without an objective, never if unknown.
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

impl<X: Ord + Clone> Counts<X> {
    /// Every outcome, decoded and judged: most frequent first, ties in their own order. `board` is
    /// the assignment that an outcome encodes, `best` the value of solutions ([`Model::value`])
    /// where the model has an objective.
    pub fn judge(
        &self,
        model: &Model,
        board: impl Fn(&X) -> Assignment,
        best: Option<f64>,
    ) -> Vec<Judged<X>> {
        let mut judged: Vec<Judged<X>> = self
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
}

/// What all outcomes together say.
///
/// ```
/// use ketboard_circuits::{Counts, Summary};
/// use ketboard_puzzles::Puzzle;
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "queens.toml")?;
/// let counts = Counts::from_shots(16, vec![(0b0100_0001_1000_0010, 3), (0, 5)]);
/// let cells = |x: &u64| (0..16).map(|cell| x >> cell & 1 == 1).collect();
/// let judged = counts.judge(&puzzle.model, cells, None);
/// let summary = Summary::of(&judged, &puzzle.model);
/// assert_eq!((summary.total, summary.solving), (8.0, 3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The sum of all weights.
    pub total: f64,
    /// The weight of the outcomes that obey all rules.
    pub obeying: f64,
    /// The weight of those of them that also have the best value: that solve the puzzle.
    pub solving: f64,
    /// For each kind of rule the fraction of `total` that breaks a rule of that kind, in [0, 1].
    pub broken: BTreeMap<Kind, f64>,
}

impl Summary {
    /// The shots that obey the rules, and for each kind of rule the fraction that breaks it.
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

// How sure a measured frequency is.

/// How many standard deviations a 95 % interval reaches.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// The 95 % confidence interval of a probability that was met `hits` times in `trials`: Wilson, J.
/// Am. Stat. Assoc. 22, 209 (1927).
///
/// With z = 1.96, its center is (p̂ + z²/2n)/(1 + z²/n), its half width z√(p̂(1 − p̂)/n +
/// z²/4n²)/(1 + z²/n).
pub fn wilson(hits: u64, trials: u64) -> (f64, f64) {
    of_mean(hits as f64 / trials as f64, trials as f64, [0.0, 1.0])
}

/// The 95 % confidence interval of a probability p from the mean p̂ of n independent numbers, whose
/// mean square is `failing` where the event does not happen and `succeeding` where it does: all p
/// with (p̂ − p)² ≤ z²σ²(p)/n, where σ²(p) = p·succeeding + (1 − p)·failing − p².
pub(super) fn of_mean(share: f64, n: f64, [failing, succeeding]: [f64; 2]) -> (f64, f64) {
    let (weight, more) = (1.0 + Z * Z / n, succeeding - failing);
    let center = (share + Z * Z * more / (2.0 * n)) / weight;
    let variance = share * (more - share) + weight * failing;
    let half = Z * (variance / n + Z * Z * more * more / (4.0 * n * n)).sqrt() / weight;
    // where no number deviates, the two terms cancel but for rounding
    let low = if share == 0.0 && failing == 0.0 {
        0.0
    } else {
        center - half
    };
    let high = if share == 1.0 && succeeding == 1.0 {
        1.0
    } else {
        center + half
    };
    (low.max(0.0), high.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_tables() {
        // Computed with scipy.stats.binomtest(...).proportion_ci(method="wilson").
        for (hits, trials, low, high) in [
            (0, 10, 0.0, 0.277_532_8),
            (5, 10, 0.236_593_1, 0.763_406_9),
            (10, 10, 0.722_467_2, 1.0),
        ] {
            let (a, b) = wilson(hits, trials);
            assert!((a - low).abs() < 1e-6 && (b - high).abs() < 1e-6, "{a} {b}");
        }
    }

    #[test]
    fn the_interval_is_where_the_deviation_is_196_standard_deviations() {
        for (hits, trials) in [(1, 40), (17, 40), (39, 40), (3, 1000)] {
            let share = hits as f64 / trials as f64;
            let (low, high) = wilson(hits, trials);
            for end in [low, high] {
                let deviation = (end * (1.0 - end) / trials as f64).sqrt();
                assert!(((share - end).abs() / deviation - 1.96).abs() < 1e-4);
            }
        }
    }
}
