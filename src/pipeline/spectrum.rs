//! The Grover mixer on whole boards: the spectrum of a whole board by counting, and exact QAOA on
//! it at any size.
//!
//! Under e^{−iβ|s⟩⟨s|} all states of one energy share one amplitude ([`Cost::from_histogram`]), so
//! that ⟨C⟩ needs the histogram and nothing else. The boards that obey the rules are listed by the
//! exact solver, never known by their energy:
//!
//! > P(success) = Σ_k P_k m_k / n_k,  m_k of the n_k states of level k obey the rules
//!
//! so that rules without a penalty, and weights too small, cost success and are not overlooked.
//! Beside it is Grover search with an oracle that knows the rules, sin²((2p + 1)θ): what no
//! mixer of this kind can beat at equal depth.

use super::Problem;
use crate::error::{Error, Result};
use ketboard_circuits::GroverAmplitudes;
use ketboard_puzzles::{Histogram, RegisterChoice, RegisterLayout};
use ketboard_qaoa::{Angles, Ansatz, Cost, SearchSettings, search::go_on};
use serde::Serialize;

/// The energies of a space of boards, and which of them obey the rules.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spectrum {
    /// The registers whose product the space is.
    pub registers: RegisterLayout,
    /// How many states have which energy.
    pub histogram: Histogram,
    /// For each level of the histogram how many of its states obey the rules and, with an
    /// objective, are best; `None` where a limit stopped their enumeration.
    pub obeying: Option<Vec<u128>>,
}

/// QAOA with the Grover mixer at one depth: an object of `spectrum --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct GroverMixerDepth {
    /// Layers p.
    pub depth: usize,
    /// The lowest ⟨C⟩ that was found.
    pub expectation: f64,
    /// The probability of all boards that obey the rules; `None` where they are not all known.
    #[serde(rename = "success_probability")]
    pub success: Option<f64>,
    /// The probability of the lowest energy.
    #[serde(rename = "ground_probability")]
    pub lowest: f64,
    /// The success of plain Grover search after as many iterations as there are layers.
    #[serde(rename = "grover_success_probability")]
    pub grover: Option<f64>,
    /// Calls of the simulator up to this depth.
    pub evaluations: u64,
    /// The angles.
    pub angles: Angles,
}

impl Problem {
    /// The spectrum on registers of one's choice, counted with at most `bytes` of memory.
    ///
    /// # Errors
    /// If the puzzle has no such registers or no solution, the cost has auxiliaries or terms of
    /// more than two variables, or counting takes more than `bytes`.
    pub(crate) fn spectrum(&self, choice: RegisterChoice, bytes: u64) -> Result<Spectrum> {
        let auxiliaries = self.cost.layout.auxiliaries().len();
        if auxiliaries > 0 {
            return Err(Error::argument(
                "spectrum",
                format!("{auxiliaries} auxiliary qubits, which are no part of a board"),
                "use `distinct_lines` filter and `counts` fractional or pairwise",
            ));
        }
        let registers = self.chosen(choice)?;
        let go_on = || std::ops::ControlFlow::Continue(());
        let histogram = Histogram::count(&self.cost.polynomial, &registers, bytes, &go_on)?;
        let obeying = self.obeying(&registers, &histogram)?;
        Ok(Spectrum {
            registers,
            histogram,
            obeying,
        })
    }

    /// How many states of each level obey the rules, by the exact solver.
    fn obeying(
        &self,
        registers: &RegisterLayout,
        histogram: &Histogram,
    ) -> Result<Option<Vec<u128>>> {
        let found = self.puzzle.model.best_solutions(&self.limits_here());
        if !found.complete {
            return Ok(None);
        }
        let mut obeying = vec![0; histogram.levels.len()];
        for board in &found.solutions {
            let bits = self.reduction.project(board);
            let bits = bits.filter(|bits| registers.contains(bits));
            let level = bits.and_then(|bits| {
                let energy = self.cost.polynomial.value(|qubit| bits[qubit]);
                histogram.level_of(energy)
            });
            let lost = "a board that obeys the rules is no state of the space";
            let level = level.ok_or_else(|| self.bug(lost.into()))?;
            obeying[level] += 1;
        }
        Ok(Some(obeying))
    }
}

impl Spectrum {
    /// How many states obey the rules, where all of them are known.
    pub(crate) fn solutions(&self) -> Option<u128> {
        self.obeying.as_ref().map(|obeying| obeying.iter().sum())
    }

    /// The probability that a uniformly random state of the space obeys the rules.
    pub(crate) fn random_guess(&self) -> Option<f64> {
        let states = self.histogram.states() as f64;
        self.solutions().map(|solutions| solutions as f64 / states)
    }

    /// The probability of the boards that obey the rules, from that of each level.
    fn success(&self, probabilities: &[f64]) -> Option<f64> {
        let levels = self.histogram.levels.iter().zip(self.obeying.as_ref()?);
        let shares = levels.map(|(level, &obeying)| obeying as f64 / level.1 as f64);
        Some(
            probabilities
                .iter()
                .zip(shares)
                .map(|(p, share)| p * share)
                .sum(),
        )
    }

    /// The angles of lowest ⟨C⟩ at every depth up to that of `settings`, and what they are worth.
    ///
    /// # Errors
    /// If an energy is not finite.
    pub(crate) fn grover_mixer(&self, settings: &SearchSettings) -> Result<Vec<GroverMixerDepth>> {
        let levels = self.histogram.levels.iter();
        let levels = levels.map(|(energy, states)| (*energy, *states as f64));
        let ansatz = Ansatz::new(Cost::from_histogram(levels)?);
        let space = self.histogram.states() as f64;
        let stages = ansatz.optimize(settings, &go_on)?;
        let judged = stages.into_iter().map(|stage| {
            let probabilities = ansatz.state(&stage.angles)?.probabilities();
            let grover =
                |marked| GroverAmplitudes::success_after(stage.depth as f64, marked as f64, space);
            Ok(GroverMixerDepth {
                success: self.success(&probabilities),
                lowest: probabilities[0],
                grover: self.solutions().map(grover),
                depth: stage.depth,
                expectation: stage.expectation,
                evaluations: stage.evaluations,
                angles: stage.angles,
            })
        });
        judged.collect()
    }
}
