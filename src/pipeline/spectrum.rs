//! The laboratory of the Grover mixer: the spectrum of a whole board by counting, and exact QAOA on
//! it at any size.
//!
//! Under e^{−iβ|s⟩⟨s|} all states of one energy share one amplitude ([`Cost::from_histogram`]), so
//! that ⟨C⟩ needs the histogram and nothing else. The boards that obey the rules are listed by the
//! exact solver, never told by their energy:
//!
//! > P(success) = Σ_k P_k m_k / n_k,  m_k of the n_k states of level k obey the rules
//!
//! so that rules without a penalty, and weights too small, cost success and are not overlooked.
//! Beside it stands Grover search with an oracle that knows the rules, sin²((2p + 1)θ): what no
//! mixer of this kind can beat at equal depth.

use super::Problem;
use super::registers::not_one_hot;
use crate::error::{Error, Result};
use ketboard_circuits::success_after;
use ketboard_puzzles::{
    Ask, Histogram, Limits, Refusal, RegisterChoice, RegisterLayout, Symbols, best_solutions,
    choose_registers, count_energies,
};
use ketboard_qaoa::{Ansatz, Callback, Cost, SearchSettings, Stage, available_memory};

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

/// QAOA with the Grover mixer at one depth.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GroverMixerDepth {
    /// The angles of lowest ⟨C⟩ that were found, with the calls it took.
    pub stage: Stage,
    /// The probability of all boards that obey the rules; `None` where they are not all known.
    pub success: Option<f64>,
    /// The probability of the lowest energy.
    pub lowest: f64,
    /// The success of plain Grover search after as many iterations as there are layers.
    pub grover: Option<f64>,
}

/// The memory for counting unless told otherwise: half of what is free.
pub(crate) fn memory_for_counting() -> u64 {
    available_memory() / 2
}

impl Problem {
    /// The spectrum on registers of one's choice, counted with at most `bytes` of memory.
    ///
    /// # Errors
    /// If the puzzle has no such registers or no solution, the cost has auxiliaries or terms of
    /// more than two variables, or counting takes more than `bytes`.
    #[cfg(test)]
    pub(crate) fn spectrum(&self, choice: RegisterChoice, bytes: u64) -> Result<Spectrum> {
        self.spectrum_asking(choice, bytes, &|| std::ops::ControlFlow::Continue(()))
    }

    /// The same, asking on the way whether to go on.
    ///
    /// # Errors
    /// As [`Self::spectrum`]; [`Error::Stopped`] where `ask` says stop.
    pub(crate) fn spectrum_asking(
        &self,
        choice: RegisterChoice,
        bytes: u64,
        ask: Ask<'_>,
    ) -> Result<Spectrum> {
        self.check_qubits_are_variables()?;
        let (model, reduction) = (&self.puzzle.model, &self.reduction);
        let registers = choose_registers(model, reduction, &self.cost.layout, choice)
            .map_err(|refusal| self.without_registers(choice, refusal))?;
        let histogram = count_energies(&self.cost.polynomial, &registers, bytes, ask)?;
        let obeying = self.obeying(&registers, &histogram, ask)?;
        Ok(Spectrum {
            registers,
            histogram,
            obeying,
        })
    }

    /// Succeeds if every qubit holds one variable of the board.
    ///
    /// # Errors
    /// If auxiliaries or symbols in fewer qubits are in the way of counting boards.
    fn check_qubits_are_variables(&self) -> Result<()> {
        if self.encodings.symbols != Symbols::OneHot {
            return Err(not_one_hot());
        }
        match self.cost.layout.auxiliaries().len() {
            0 => Ok(()),
            auxiliaries => Err(Error::argument(
                "spectrum",
                format!("{auxiliaries} auxiliary qubits, which are no part of a board"),
                "use `distinct_lines` filter and `counts` fractional or pairwise",
            )),
        }
    }

    /// The error of a choice of registers that this puzzle does not have.
    fn without_registers(&self, choice: RegisterChoice, refusal: Refusal) -> Error {
        match refusal {
            Refusal::NoGroups(offered) => {
                let names: Vec<_> = offered.iter().map(|choice| choice.name()).collect();
                let found = format!("this puzzle has no rules of {}", choice.name());
                let remedy = format!("it has {}, and qubits", names.join(", "));
                Error::setting("registers", found, remedy)
            }
            Refusal::NoLevel(name) => Error::NoSolution {
                file: self.puzzle.file.clone(),
                reason: format!("no assignment of {name} obeys its rules"),
            },
            Refusal::Coded => not_one_hot(),
        }
    }

    /// How many states of each level obey the rules, by the exact solver.
    fn obeying(
        &self,
        registers: &RegisterLayout,
        histogram: &Histogram,
        ask: Ask<'_>,
    ) -> Result<Option<Vec<u128>>> {
        let limits = Limits {
            ask: Some(ask),
            ..self.limits_here()
        };
        let found = best_solutions(&self.puzzle.model, &limits);
        if ask().is_break() {
            return Err(Error::Stopped);
        }
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
            let remedy = "this is a bug in ketboard: please report it with the puzzle file";
            let level = level.ok_or_else(|| Error::input(&self.puzzle.file, None, lost, remedy))?;
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

    /// The success of Grover search with an oracle that knows the rules, after so many iterations.
    pub(crate) fn grover(&self, iterations: usize) -> Option<f64> {
        let space = self.histogram.states() as f64;
        let marked = self.solutions()? as f64;
        Some(success_after(iterations as f64, marked, space))
    }

    /// The ansatz of the Grover mixer, whose basis states are the levels.
    ///
    /// # Errors
    /// If an energy is not finite.
    pub(crate) fn ansatz(&self) -> Result<Ansatz> {
        let levels = self.histogram.levels.iter();
        let levels = levels.map(|level| (level.energy, level.states as f64));
        Ok(Ansatz::new(Cost::from_histogram(levels)?))
    }

    /// The probability of the boards that obey the rules, from that of each level.
    pub(crate) fn success(&self, probabilities: &[f64]) -> Option<f64> {
        let obeying = self.obeying.as_ref()?;
        let levels = self.histogram.levels.iter().zip(obeying);
        let shares = levels.map(|(level, &obeying)| obeying as f64 / level.states as f64);
        Some(
            probabilities
                .iter()
                .zip(shares)
                .map(|(p, share)| p * share)
                .sum(),
        )
    }

    /// The angles of lowest ⟨C⟩ at every depth up to that of `settings`, and what they are worth.
    /// `callback` may stop the search ([`Ansatz::optimize`]): the depths so far are returned.
    ///
    /// # Errors
    /// If an energy is not finite.
    pub(crate) fn grover_mixer(
        &self,
        settings: &SearchSettings,
        callback: Callback<'_>,
    ) -> Result<Vec<GroverMixerDepth>> {
        let ansatz = self.ansatz()?;
        let stages = ansatz.optimize(settings, callback)?;
        let judged = stages.into_iter().map(|stage| {
            let probabilities = ansatz.state(&stage.angles)?.probabilities();
            Ok(GroverMixerDepth {
                success: self.success(&probabilities),
                lowest: probabilities[0],
                grover: self.grover(stage.depth),
                stage,
            })
        });
        judged.collect()
    }
}
