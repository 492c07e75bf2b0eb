//! A model without rules, read from a file: QAOA runs on its energies, and only energies can judge
//! it.
//!
//! No rule says which states are right. The solutions of such a model are therefore its exact
//! ground states, which are known because the simulator holds the energies of all states; its
//! success probability is the probability of one of them.

use super::problem::Judge;
use super::{Problem, ReductionPlan, StateSet, Truth};
use crate::error::{Error, Result};
use ketboard_puzzles::{Assignment, Limits, Model, ModelFile, Puzzle, RuleSet, Weights};
use ketboard_qaoa::{Cost, Precision, Purpose, check_memory, memory_needed};
use std::path::Path;

/// A model and the file it came from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlainModel {
    /// The file as the user wrote it.
    pub file: String,
    /// The energies, with names of variables where the file has them.
    pub model: ModelFile,
}

impl PlainModel {
    /// The stem of the file, for legends and file names.
    pub(crate) fn name(&self) -> String {
        let stem = Path::new(&self.file).file_stem();
        stem.map_or_else(
            || self.file.clone(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    }

    /// Number of variables.
    pub(crate) fn qubits(&self) -> usize {
        self.model.polynomial().n()
    }

    /// The model as every later stage takes it: qubit k holds variable k, and what solves it is an
    /// exact ground state.
    pub(crate) fn problem(&self) -> Problem {
        let mut model = Model::default();
        for name in self.model.variable_names() {
            model.add_variable(name);
        }
        let mut puzzle = Puzzle::of_model(self.name(), model);
        puzzle.file = self.file.clone();
        let as_it_stands = ReductionPlan {
            level: Some(RuleSet::None),
            target_qubits: None,
        };
        let problem = Problem::new(puzzle, &as_it_stands, Weights::default());
        let mut problem = problem.expect("a model without rules contradicts nothing");
        problem.cost.polynomial = self.model.polynomial().clone();
        problem.cost.zero_violation_energy = self.model.zero_violation_energy();
        problem.judge = Judge::Energy;
        problem
    }

    /// Succeeds if states of `precision` for `purpose` fit into memory.
    ///
    /// # Errors
    /// If not: how much is needed, how much is there, and what makes it fit.
    pub(crate) fn check_memory(&self, purpose: Purpose, precision: Precision) -> Result<()> {
        let of_puzzle = !self.model.cells().is_empty();
        check_memory(self.qubits(), purpose, precision)
            .map_err(|error| for_a_model(error.into(), (purpose, precision), of_puzzle))
    }

    /// The energies of all basis states, where a state of `precision` for `purpose` fits beside
    /// them.
    ///
    /// # Errors
    /// As [`Self::check_memory`].
    pub(crate) fn energies(&self, purpose: Purpose, precision: Precision) -> Result<Cost> {
        self.check_memory(purpose, precision)?;
        let terms = self.model.polynomial().masks();
        Ok(Cost::from_terms(self.qubits(), terms)?)
    }
}

impl Problem {
    /// The exact ground states of a model without rules, which are its solutions; nothing is known
    /// of them where there are more than `limits` lists.
    ///
    /// # Errors
    /// If the energies do not fit into memory.
    pub(super) fn ground_states(&self, limits: &Limits) -> Result<Truth> {
        let energies = Cost::from_terms(self.qubits(), self.cost.polynomial.masks())?;
        let most = limits.solutions.unwrap_or(usize::MAX);
        if energies.ground_degeneracy(energies.rounding()) > most as u64 {
            return Ok(Truth::unknown());
        }
        let found = energies.ground_states(energies.rounding());
        let boards = found.iter().map(|x| self.lift_index(*x)).collect();
        Ok(Truth {
            boards,
            complete: true,
            best: None,
            indices: StateSet::new(found, self.qubits(), 0),
        })
    }

    /// Whether an assignment solves the problem: it obeys the rules and has the best value, or it
    /// is one of the exact ground states of a model without rules.
    pub(crate) fn is_solved_by(&self, board: &Assignment, truth: &Truth) -> bool {
        let model = &self.puzzle.model;
        match self.judge {
            Judge::Rules => model.is_solved_by(board) && model.is_best(board, truth.best),
            Judge::Energy => {
                let index = self.project_index(board);
                index.is_some_and(|index| truth.indices.contains(index))
            }
        }
    }

    /// That not all solutions are known, and what would help: `found` says it of the boards of a
    /// puzzle.
    pub(super) fn too_many_solutions(&self, found: String, remedy: &str) -> Error {
        let file = &self.puzzle.file;
        match self.judge {
            Judge::Rules => Error::input(file, None, found, remedy),
            Judge::Energy => {
                let found =
                    "more ground states than are listed, so no success probability is known";
                let remedy = "give a model whose lowest energy fewer assignments have";
                Error::input(file, None, found, remedy)
            }
        }
    }

    /// Succeeds if the ground states are known, where nothing else can judge.
    ///
    /// # Errors
    /// If there are more than are listed.
    pub(crate) fn check_ground_states(&self, truth: &Truth) -> Result<()> {
        match self.judge == Judge::Energy && !truth.complete {
            true => Err(self.too_many_solutions(String::new(), "")),
            false => Ok(()),
        }
    }

    /// Whether [`Self::is_solved_by`] can tell: the best value, or the ground states, must be
    /// known.
    pub(crate) fn can_judge(&self, truth: &Truth) -> bool {
        let needs_no_more = self.judge == Judge::Rules && !self.puzzle.model.has_objective();
        truth.complete || needs_no_more
    }

    /// What one run of the exact search looks at: the values that the exact solver assumes, or the
    /// energies of all states of a model without rules.
    pub(super) fn energies_to_look_at(&self) -> Option<u64> {
        match self.judge {
            Judge::Rules => None,
            Judge::Energy => u64::try_from(self.states()).ok(),
        }
    }
}

/// The remedy of a model that does not fit: the options of a puzzle belong to the command that
/// wrote it, and a model of no puzzle has none.
fn for_a_model(error: Error, (purpose, precision): (Purpose, Precision), of_puzzle: bool) -> Error {
    let Error::Memory {
        qubits,
        needed,
        available,
        remedy,
    } = error
    else {
        return error;
    };
    let fits = |n: &usize| memory_needed(*n, purpose, precision) <= u128::from(available);
    let most = (0..qubits).rfind(fits).unwrap_or(0);
    let remedy = match of_puzzle {
        true => format!("write a smaller model: with `reduce` full, {remedy}"),
        false => format!(
            "give a model of at most {most} variables: fix some of them, and write it without these"
        ),
    };
    Error::Memory {
        qubits,
        needed,
        available,
        remedy,
    }
}
