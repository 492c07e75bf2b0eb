//! Which rules a state keeps, kind by kind: every rule is judged at every basis state once, and a
//! state of any layer is summed against that.
//!
//! Counts, pairs and signs are counts of ones; the constraints are those of the model
//! ([`Model::violations`](ketboard_puzzles::Model::violations) says the same, slowly, and is their
//! judge in the tests). Energies are not asked.

use super::variables::{TILE, Variables, value_at};
use ketboard_puzzles::{Constraint, Form, Kind, Reduced, Reduction};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The rules of one kind in a state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KindKept {
    /// The kind: `row`, `column`, `region`, ….
    pub kind: String,
    /// The probability that all its rules hold.
    pub kept: f64,
    /// How many of them are broken on average.
    pub broken: f64,
    /// How many there are, those included that the reduction has settled.
    pub count: usize,
}

/// How many of some rules every basis state breaks.
#[derive(Clone, Debug)]
pub(crate) struct RuleCounts {
    /// How many rules there are.
    pub(crate) count: usize,
    /// How many are broken everywhere.
    always: usize,
    /// How many more are broken in each state; `None` where the reduction has settled all.
    more: Option<Vec<u16>>,
}

impl RuleCounts {
    /// Those of these rules; `None` where more are open than can be counted in two bytes.
    pub(crate) fn of(
        rules: Vec<&Constraint>,
        reduction: &Reduction,
        variables: &Variables,
    ) -> Option<Self> {
        let is_settled = |rule: &&Constraint| {
            let mut vars = rule.vars().into_iter();
            vars.all(|var| matches!(reduction.value(var), Reduced::Const(_)))
        };
        let somewhere = reduction.lift(&vec![false; reduction.qubits()]);
        let count = rules.len();
        let (settled, open): (Vec<_>, Vec<_>) = rules.into_iter().partition(is_settled);
        u16::try_from(open.len()).ok()?;
        let broken_rules = settled.iter().filter(|rule| !rule.holds(&somewhere));
        let always = broken_rules.count();
        Some(Self {
            count,
            always,
            more: (!open.is_empty()).then(|| broken(&open, reduction, variables)),
        })
    }

    /// How many of them a basis state breaks.
    pub(crate) fn broken_in(&self, state: usize) -> usize {
        self.always
            + self
                .more
                .as_ref()
                .map_or(0, |more| usize::from(more[state]))
    }

    /// How likely all of them are kept, and how many are broken in the mean.
    pub(super) fn kept(&self, kind: Kind, probabilities: &[f64]) -> KindKept {
        let (kept, broken) = match &self.more {
            None => (f64::from(u8::from(self.always == 0)), 0.0),
            Some(more) => {
                let tiles = more.par_chunks(TILE).zip(probabilities.par_chunks(TILE));
                let sums: Vec<(f64, f64)> = tiles.map(|(more, p)| sums(more, p)).collect();
                let add = |(kept, broken), sum: (f64, f64)| (kept + sum.0, broken + sum.1);
                let (kept, broken) = sums.into_iter().fold((0.0, 0.0), add);
                let kept = f64::min(kept, 1.0);
                (if self.always == 0 { kept } else { 0.0 }, broken)
            }
        };
        KindKept {
            kind: kind.name().to_owned(),
            kept,
            broken: broken + self.always as f64,
            count: self.count,
        }
    }
}

/// The probability that nothing is broken, and the mean number of what is.
fn sums(broken: &[u16], probabilities: &[f64]) -> (f64, f64) {
    let (mut kept, mut mean) = (0.0, 0.0);
    for (&broken, &p) in broken.iter().zip(probabilities) {
        kept += if broken == 0 { p } else { 0.0 };
        mean += f64::from(broken) * p;
    }
    (kept, mean)
}

/// How many of the rules each basis state breaks. The ones of a sum are counted; any other rule is
/// asked of the board.
fn broken(rules: &[&Constraint], reduction: &Reduction, variables: &Variables) -> Vec<u16> {
    let (mut sums, mut others) = (Vec::new(), Vec::new());
    for rule in rules {
        match &rule.form {
            Form::Sum(sum) => {
                let values = sum.literals.iter();
                let values = values.map(|(var, negated)| (reduction.value(*var), *negated));
                sums.push((values.collect::<Vec<_>>(), sum.least..=sum.most));
            }
            Form::Distinct(_) | Form::Matching(_) => others.push(rule),
        }
    }
    let mut counts = vec![0_u16; variables.states];
    let tiles = counts.par_chunks_mut(TILE).zip(variables.tiles());
    tiles.for_each(|(counts, words)| {
        for (count, words) in counts.iter_mut().zip(words.chunks_exact(variables.words)) {
            let is_one = |(value, negated): &&(Reduced, bool)| value_at(*value, words) != *negated;
            let broken = sums.iter().filter(|(values, within)| {
                !within.contains(&(values.iter().filter(is_one).count() as u32))
            });
            *count = broken.count() as u16;
            if others.is_empty() {
                continue;
            }
            let bits = 0..reduction.qubits();
            let bits: Vec<bool> = bits.map(|k| words[k / 64] >> (k % 64) & 1 == 1).collect();
            let board = reduction.lift(&bits);
            *count += others.iter().filter(|rule| !rule.holds(&board)).count() as u16;
        }
    });
    counts
}
