//! Where a run stands in the playground: the puzzle, its reduction, and the angles, as a link holds
//! them.
//!
//! The playground knows puzzles in the source paper's encodings and weights, with one γ and one β a
//! layer, on qubits or on registers under their usual mixers. Other runs have no place there.

use super::chain::RunChain;
use crate::lab::Input;
use crate::settings::Settings;
use ketboard_puzzles::{Puzzle, RegisterChoice, RuleSet, reduce};
use serde::Serialize;

/// Qubits beyond which the page runs no circuit.
const MOST_QUBITS: usize = 20;

/// The reduction of a chain of runs, in the words of a link.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub(super) struct PlaygroundPlace {
    /// The deductions stop as soon as at most so many variables are left; 0 for as few as possible.
    left: usize,
    rules: &'static str,
    registers: &'static str,
}

impl PlaygroundPlace {
    /// The place of a chain; `None` where it has none.
    pub(super) fn of(chain: &RunChain<'_>) -> Option<Self> {
        let record = chain.deepest();
        let Input::Puzzle(text) = &record.input else {
            return None;
        };
        let setting = &record.setting;
        let fits = record.groups.is_none()
            && record.qubits <= MOST_QUBITS
            && setting.has_no_model_of_its_own();
        if !fits {
            return None;
        }
        let (choice, _) = setting.space()?;
        let plan = setting.meant().ok()?;
        let (rules, left) = match (plan.reduce, plan.target_qubits) {
            (None, None) => automatic(&Puzzle::parse(text, &record.name).ok()?)?,
            (level, target) => (level.unwrap_or(RuleSet::Full), target.unwrap_or(0)),
        };
        Some(Self {
            left,
            rules: rules.name(),
            registers: choice,
        })
    }
}

/// What the automatic plan comes to: the paper's rules, or all of them down to 16 qubits.
fn automatic(puzzle: &Puzzle) -> Option<(RuleSet, usize)> {
    let paper = reduce(&puzzle.model, RuleSet::Paper, None).ok()?;
    match paper.qubits() <= crate::settings::AUTOMATIC_QUBITS {
        true => Some((RuleSet::Paper, 0)),
        false => Some((RuleSet::Full, crate::settings::AUTOMATIC_QUBITS)),
    }
}

impl Settings {
    /// Whether the cost is that of the puzzle in the source paper's encodings and weights, on a
    /// space that the playground offers.
    fn has_no_model_of_its_own(&self) -> bool {
        let usual = Self {
            reduce: self.reduce,
            target_qubits: self.target_qubits,
            registers: self.registers,
            mixer: self.mixer,
            ..Self::default()
        };
        let usual_mixer = match (self.registers, self.mixer.map(|mixer| mixer.name)) {
            (_, None) => true,
            (None | Some(RegisterChoice::Qubits), Some(name)) => name == "x",
            (Some(_), Some(name)) => name == "xy-complete",
        };
        let cost = Self {
            precision: ketboard_qaoa::Precision::F64,
            ..self.without_search()
        };
        usual_mixer && cost == usual.without_search()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::setting;

    #[test]
    fn only_runs_that_the_playground_can_repeat_have_a_place_there() {
        for (changes, has) in [
            (&[][..], true),
            (&[("reduce", "paper")], true),
            (&[("target_qubits", "8")], true),
            (&[("registers", "rows")], true),
            (&[("registers", "rows"), ("mixer", "xy-complete")], true),
            (
                &[("seed", "7"), ("starts", "2"), ("strategy", "ramp")],
                true,
            ),
            (&[("precision", "f32")], true),
            (&[("registers", "rows"), ("mixer", "xy-ring")], false),
            (&[("mixer", "grover")], false),
            (&[("weights", "row=2")], false),
            (&[("distinct_lines", "qubo")], false),
        ] {
            let mut settings = Settings::default();
            for (name, value) in changes {
                let known = setting(name).unwrap();
                known.set(&mut settings, value).unwrap();
            }
            assert_eq!(settings.has_no_model_of_its_own(), has, "{changes:?}");
        }
    }
}
