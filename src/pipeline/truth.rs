//! The truth about a problem: all boards that obey the rules and, where the model has an objective,
//! reach its best value; of a model without rules its exact ground states.

use super::{Problem, StateSet};
use crate::error::{Error, Result};
use ketboard_puzzles::{Assignment, Enumeration, Limits};
use ketboard_qaoa::{Cost, memory};

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

    /// The limits of the exact solver unless set otherwise, with no more solutions than the memory
    /// holds that is free.
    pub(crate) fn limits_here(&self) -> Limits<'static> {
        self.limits_within(&Limits::default(), memory::available())
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
    pub(super) fn bug(&self, found: String) -> Error {
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
