//! The truth about a problem: all boards that obey the rules and, where the model has an objective,
//! reach its best value; of a model without rules its exact ground states. And what a state, or the
//! shots of a machine, are worth: ⟨C⟩, the probability of these boards, what to hold beside it.

use super::{Problem, StateSet};
use crate::error::{Error, Result};
use ketboard_circuits::{Bitstring, CountUnit, Counts, Judged, wilson};
use ketboard_puzzles::{Assignment, Enumeration, Limits, Puzzle};
use ketboard_qaoa::{Angles, Ansatz, Cost, State, memory};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Bytes of a listed solution beside one for each variable: its place in the list, what the
/// allocator adds, its basis state.
const BYTES_OF_SOLUTION: usize = 64;

/// All boards that obey the rules and reach the best value, found by the exact solver, never by
/// energy.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Truth {
    /// The boards, in the solver's canonical order; where several assignments show the same board,
    /// the first of them.
    pub boards: Vec<Assignment>,
    /// Whether these are all: false where a limit stopped the search.
    pub complete: bool,
    /// The value of the boards ([`ketboard_puzzles::Model::value`]); `None` without an objective,
    /// without a board, and where a limit stopped the search.
    pub best: Option<f64>,
    /// The basis states that decode to them, every assignment of each board, whatever the
    /// auxiliaries hold; of more than 2^64 basis states only what part of all they are.
    pub indices: StateSet,
}

impl Truth {
    /// Nothing is known of the solutions: nobody looked for them, or there are too many to list.
    pub(crate) fn unknown() -> Self {
        Self {
            boards: Vec::new(),
            complete: false,
            best: None,
            indices: StateSet::new(Vec::new(), 0, 0),
        }
    }

    /// The probability that a uniformly random state is a solution, where all are known.
    pub(crate) fn random_guess(&self) -> Option<f64> {
        self.complete.then(|| self.indices.fraction())
    }
}

impl Problem {
    /// All boards that obey the rules and reach the best value, as boards and as basis states.
    ///
    /// The exact solver lists them for the whole board and again for the reduced one, and the two
    /// lists are compared.
    ///
    /// Of a model without rules these are its exact ground states, found by looking at the energy
    /// of every basis state.
    ///
    /// # Errors
    /// If the reduction lost or added a solution: a bug, and said so rather than passed over. Of a
    /// model without rules, if its energies do not fit into memory.
    pub(crate) fn truth(&self, limits: &Limits) -> Result<Truth> {
        if self.is_model {
            return self.ground_states(limits);
        }
        let limits = &self.limits_within(limits, memory::available());
        let found = self.puzzle.model.best_solutions(limits);
        // what a limit stopped is no list to compare with
        if found.complete {
            self.check_reduction(&found, limits)?;
        }
        let indices = if self.states() <= 1 << 64 {
            let index = |board: &Assignment| {
                let index = self.project_index(board);
                index.ok_or_else(|| self.bug("the reduction lost a solution".into()))
            };
            self.state_set(found.solutions.iter().map(index).collect::<Result<_>>()?)
        } else {
            let auxiliaries = self.cost.layout.auxiliaries().len() as f64;
            StateSet::unlisted(found.solutions.len(), self.bits_of_space() - auxiliaries)
        };
        let board = found.solutions.first().filter(|_| found.complete);
        Ok(Truth {
            best: board.and_then(|board| self.puzzle.model.value(board)),
            boards: self.puzzle.different_boards(found.solutions),
            complete: found.complete,
            indices,
        })
    }

    /// Succeeds if the reduced model has the solutions of the whole one, or a limit leaves that
    /// open.
    fn check_reduction(&self, found: &Enumeration, limits: &Limits) -> Result<()> {
        let reduced = self
            .reduction
            .reduced_model(&self.puzzle.model)
            .best_solutions(limits);
        if reduced.complete && found.solutions != reduced.solutions {
            return Err(self.bug(format!(
                "{} solutions before the reduction, {} after it",
                found.solutions.len(),
                reduced.solutions.len()
            )));
        }
        Ok(())
    }

    /// `limits` with no more solutions than `bytes` hold: two lists of them and their basis states.
    fn limits_within<'a>(&self, limits: &Limits<'a>, bytes: u64) -> Limits<'a> {
        let each = 2 * (self.puzzle.model.len() + BYTES_OF_SOLUTION) as u64;
        let most = usize::try_from(bytes / each).unwrap_or(usize::MAX).max(1);
        Limits {
            solutions: Some(limits.solutions.map_or(most, |limit| limit.min(most))),
            ..*limits
        }
    }

    /// The error of what cannot be unless the program is wrong.
    fn bug(&self, found: String) -> Error {
        let remedy = "this is a bug in ketboard: please report it with the puzzle file";
        Error::input(&self.puzzle.file, None, found, remedy)
    }

    /// The exact ground states of a model without rules, which are its solutions; nothing is known
    /// of them where there are more than `limits` lists.
    fn ground_states(&self, limits: &Limits) -> Result<Truth> {
        let energies = Cost::from_terms(self.qubits(), self.cost.polynomial.masks())?;
        let most = limits.solutions.unwrap_or(usize::MAX);
        if energies.ground_degeneracy(energies.rounding()) > most as u64 {
            return Ok(Truth::unknown());
        }
        let found = energies.ground_states(energies.rounding());
        Ok(Truth {
            boards: found.iter().map(|x| self.lift_index(*x)).collect(),
            complete: true,
            best: None,
            indices: StateSet::new(found, self.qubits(), 0),
        })
    }

    /// Whether an assignment solves the problem: it obeys the rules and has the best value, or it
    /// is one of the exact ground states of a model without rules.
    pub(crate) fn solves(&self, board: &Assignment) -> bool {
        let (model, truth) = (&self.puzzle.model, &self.truth);
        if self.is_model {
            let index = self.project_index(board);
            return index.is_some_and(|index| truth.indices.contains(index));
        }
        model.is_solved_by(board) && model.is_best(board, truth.best)
    }

    /// Whether [`Self::solves`] can tell: the best value, or the ground states, must be known.
    pub(crate) fn can_judge(&self) -> bool {
        let needs_no_more = !self.is_model && !self.puzzle.model.has_objective();
        self.truth.complete || needs_no_more
    }

    /// Succeeds if all solutions are known.
    ///
    /// # Errors
    /// If a limit stopped the exact solver, or a model has more ground states than are listed.
    pub(crate) fn needs_all_solutions(&self) -> Result<()> {
        if self.truth.complete {
            return Ok(());
        }
        let (found, remedy) = if self.is_model {
            (
                "more ground states than are listed, so no success probability is known".to_owned(),
                "give a model whose lowest energy fewer assignments have",
            )
        } else {
            let found = format!(
                "more than {} solutions, or too long a search for them: no success probability is known",
                self.truth.boards.len()
            );
            (found, "give more cells in the puzzle file")
        };
        Err(Error::input(&self.puzzle.file, None, found, remedy))
    }

    /// The number of energies that an exact search over a model without rules looks at: all.
    pub(super) fn energies_to_look_at(&self) -> Option<u64> {
        u64::try_from(self.states()).ok().filter(|_| self.is_model)
    }
}

/// What a state is worth; printed, it is ⟨C⟩ and P(success). A number that was not computed is
/// `None`. Of a model without rules a board that obeys the rules is an exact ground state.
///
/// ```
/// use ketboard::{Angles, Options, Puzzle};
/// let problem = Puzzle::parse("family = 'n-queens'\nsize = 4")?.problem(&Options::default())?;
/// let start = problem.at(&Angles::default())?; // no layer: all boards alike
/// assert_eq!(start.ground_states, 2);
/// let random = start.random_success_probability.expect("all solutions are listed");
/// assert!((start.success_probability.expect("likewise") - random).abs() < 1e-15);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Metrics {
    /// ⟨C⟩, offset included.
    pub expectation: f64,
    /// Σ |⟨x|ψ⟩|² over all boards that obey the rules; `None` where their enumeration was stopped
    /// by a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_probability: Option<f64>,
    /// Σ |⟨x|ψ⟩|² over the states of lowest energy.
    pub ground_probability: f64,
    /// The probability that one uniformly random assignment of the qubits obeys the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_success_probability: Option<f64>,
    /// The lowest energy.
    pub ground_energy: f64,
    /// How many states have it.
    pub ground_states: u64,
    /// How many of the states of lowest energy obey the rules; as [`Self::success_probability`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground_states_that_obey: Option<u64>,
    /// How many of the boards that obey the rules have the lowest energy, at their best
    /// auxiliaries; as [`Self::success_probability`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground_boards: Option<u64>,
}

impl Metrics {
    /// Whether the states of lowest energy decode to exactly the boards that obey the rules.
    pub(crate) fn energy_agrees_with_rules(&self, truth: &Truth) -> Option<bool> {
        let obeying = self.ground_states_that_obey?;
        let boards = self.ground_boards?;
        Some(obeying == self.ground_states && boards == truth.indices.codes().len() as u64)
    }
}

impl fmt::Display for Metrics {
    /// ⟨C⟩ and, where it is known, P(success): `⟨C⟩ = 3.8968, P(success) = 0.1206`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "⟨C⟩ = {:.4}", self.expectation)?;
        match self.success_probability {
            Some(success) => write!(f, ", P(success) = {success:.4}"),
            None => Ok(()),
        }
    }
}

/// The state at `angles` and its numbers.
///
/// # Errors
/// If the state does not fit into memory.
pub(crate) fn measure(ansatz: &Ansatz, truth: &Truth, angles: &Angles) -> Result<(Metrics, State)> {
    let (state, cost) = (ansatz.state(angles)?, ansatz.cost());
    let is_ground = |x: &u64| cost.above_min(*x as usize) <= cost.rounding();
    let known = |value: f64| truth.complete.then_some(value);
    let set = &truth.indices;
    let codes = set.codes().iter();
    let metrics = Metrics {
        expectation: state.expectation(cost),
        success_probability: known(state.probability_of(set.iter())),
        ground_probability: state.ground_probability(cost, cost.rounding()),
        random_success_probability: known(set.fraction()),
        ground_energy: cost.min(),
        ground_states: cost.ground_degeneracy(cost.rounding()),
        ground_states_that_obey: truth
            .complete
            .then(|| set.iter().filter(is_ground).count() as u64),
        ground_boards: truth.complete.then(|| {
            let lowest = |code: &&u64| set.with_code(**code).any(|x| is_ground(&x));
            codes.filter(lowest).count() as u64
        }),
    };
    Ok((metrics, state))
}

/// P(success) as it was measured: the share of the shots that solve the puzzle, after undoing flips
/// of this rate where one is given, and its 95 % confidence interval: Wilson's for shots, wider
/// where readout errors were undone; `None` for a file of probabilities, which does not say from
/// how many shots.
///
/// # Errors
/// As [`Counts::mitigated_frequency`].
pub(crate) fn solution_frequency(
    problem: &Problem,
    counts: &Counts<Bitstring>,
    readout_error: Option<f64>,
) -> Result<(f64, Option<(f64, f64)>)> {
    let solves = |outcome: &Bitstring| problem.solves(&problem.lift(outcome.bits()));
    if let Some(rate) = readout_error {
        return Ok(counts.mitigated_frequency(rate, solves)?);
    }
    let (solving, shots) = (counts.iter().filter(|(x, _)| solves(x)), counts.total());
    let measured = solving.fold(0.0, |sum, (_, weight)| sum + weight) / shots;
    let of_shots = || wilson((measured * shots).round() as u64, shots as u64);
    Ok((measured, (counts.unit() == CountUnit::Shots).then(of_shots)))
}

/// The sampled boards that obey all rules, each with the weight of all outcomes that show it: those
/// of the best value first, then the most frequent; ties stay in the order of `judged`.
pub(crate) fn boards_that_obey<'j, X>(
    puzzle: &Puzzle,
    judged: &'j [Judged<X>],
) -> Vec<(&'j Judged<X>, f64)> {
    let mut weights = BTreeMap::new();
    let obeying = judged.iter().filter(|outcome| outcome.obeys());
    for (place, outcome) in obeying.enumerate() {
        let board = puzzle.board(&outcome.assignment);
        let entry = weights.entry(board);
        let (_, _, weight) = entry.or_insert((place, outcome, 0.0));
        *weight += outcome.weight;
    }
    let mut boards: Vec<_> = weights.into_values().collect();
    let rank = |judged: &Judged<X>| !judged.solves();
    boards.sort_by(|a, b| {
        let order = rank(a.1).cmp(&rank(b.1));
        order.then(b.2.total_cmp(&a.2)).then(a.0.cmp(&b.0))
    });
    let board = |(_, board, weight)| (board, weight);
    boards.into_iter().map(board).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use ketboard_puzzles::Puzzle;

    #[test]
    fn a_list_of_solutions_is_limited_by_the_memory_that_is_free() {
        let puzzle = Puzzle::parse("family = \"n-queens\"\nsize = 6", "queens").unwrap();
        let problem = Problem::new(puzzle, &Settings::default()).unwrap();
        let most = |limits: Limits<'_>, bytes| problem.limits_within(&limits, bytes).solutions;
        let each = 2 * (36 + BYTES_OF_SOLUTION) as u64;
        assert_eq!(most(Limits::default(), 1000 * each), Some(1000));
        assert_eq!(most(Limits::NONE, 1000 * each), Some(1000));
        assert_eq!(most(Limits::default(), 0), Some(1));
        let plenty = Limits::default().solutions;
        assert_eq!(most(Limits::default(), u64::MAX), plenty);
    }
}
