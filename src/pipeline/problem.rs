//! A puzzle reduced and encoded, and the truth about it: all boards that obey the rules and, where the model has an objective,
//! reach its best value.

use super::ReductionPlan;
use crate::classical::{Limits, best_solutions};
use crate::encode::{Cost, Weights, drop_region, encode};
use crate::error::{Error, Result};
use crate::model::Assignment;
use crate::puzzle::Puzzle;
use crate::reduce::{Contradiction, Level, Reduction, reduce};
use crate::sim::{Diagonal, Purpose, check_memory, memory};

/// Everything about a puzzle that the quantum half needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The puzzle as it was read.
    pub puzzle: Puzzle,
    /// What the reduction made of its variables.
    pub reduction: Reduction,
    /// The weights of the penalty terms.
    pub weights: Weights,
    /// The cost over the qubits that are left.
    pub cost: Cost,
}

/// All boards that obey the rules and reach the best value, found by the exact solver, never by energy.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    /// The boards, in the solver's canonical order; where several assignments show the same board, the first of them.
    pub boards: Vec<Assignment>,
    /// Whether these are all: false where a limit stopped the search.
    pub complete: bool,
    /// The value of the boards ([`crate::model::Model::value`]); `None` without an objective, without a board, and where a limit
    /// stopped the search.
    pub best: Option<f64>,
    /// The basis states that decode to them, every assignment of each board, ascending; empty beyond 64 qubits.
    pub indices: Vec<u64>,
}

impl Problem {
    /// Reduces by `plan` and encodes with `weights`.
    ///
    /// # Errors
    /// The contradiction, where the reduction finds that the puzzle has no solution.
    pub fn new(
        puzzle: Puzzle,
        plan: &ReductionPlan,
        weights: Weights,
    ) -> std::result::Result<Self, Box<Contradiction>> {
        let reduction = plan.apply(&puzzle.model)?;
        let cost = encode(&puzzle.model, &reduction, &weights);
        Ok(Self {
            puzzle,
            reduction,
            weights,
            cost,
        })
    }

    /// The same without the penalty of one region, which the other rules imply; `which` is its letter, or `auto`.
    ///
    /// # Errors
    /// As [`drop_region`].
    pub fn without_region(self, which: &str) -> Result<Self> {
        let (model, reduction) = (&self.puzzle.model, &self.reduction);
        let cost = drop_region(self.cost, model, reduction, (&self.weights, which))?;
        Ok(Self { cost, ..self })
    }

    /// Number of qubits.
    pub fn qubits(&self) -> usize {
        self.reduction.qubits()
    }

    /// The energies of all basis states.
    ///
    /// # Errors
    /// If they and the state do not fit into memory, with the option that makes them fit.
    pub fn diagonal(&self) -> Result<Diagonal> {
        self.check_memory()?;
        Diagonal::from_terms(self.qubits(), self.cost.polynomial.masks())
    }

    /// Succeeds if the energies and the states of a search fit into memory.
    ///
    /// # Errors
    /// If not: how much is needed, how much is there, and what makes it fit.
    pub fn check_memory(&self) -> Result<()> {
        match check_memory(self.qubits(), Purpose::Gradient) {
            Err(Error::Memory {
                qubits,
                needed,
                available,
                ..
            }) => Err(Error::Memory {
                qubits,
                needed,
                available,
                remedy: self.how_to_fit(available),
            }),
            other => other,
        }
    }

    /// The option that leaves few enough qubits, where the deductions reach so far.
    fn how_to_fit(&self, available: u64) -> String {
        let fits = |n: &usize| memory::needed(*n, Purpose::Gradient) <= u128::from(available);
        let most = (0..usize::BITS as usize).rfind(fits).unwrap_or(0);
        match reduce(&self.puzzle.model, Level::Full, Some(most)) {
            Ok(least) if least.qubits() > most => format!(
                "at most {most} qubits fit, and deduction reaches no further than {}: give more cells in the puzzle file",
                least.qubits()
            ),
            Ok(_) | Err(_) => format!("use --reduce full --target-qubits {most} (or fewer)"),
        }
    }

    /// All boards that obey the rules and reach the best value, as boards and as basis states.
    ///
    /// The exact solver lists them for the whole board and again for the reduced one, and the two lists are compared.
    ///
    /// # Errors
    /// If the reduction lost or added a solution: a bug, and said so rather than passed over.
    pub fn truth(&self, limits: &Limits) -> Result<Truth> {
        let found = best_solutions(&self.puzzle.model, limits);
        let reduced = best_solutions(&self.reduction.reduced_model(&self.puzzle.model), limits);
        if found.complete && reduced.complete && found.solutions != reduced.solutions {
            return Err(self.bug(format!(
                "{} solutions before the reduction, {} after it",
                found.solutions.len(),
                reduced.solutions.len()
            )));
        }
        let mut indices = Vec::new();
        if self.qubits() <= 64 {
            for board in &found.solutions {
                let index = self.reduction.project_index(board);
                indices
                    .push(index.ok_or_else(|| self.bug("the reduction lost a solution".into()))?);
            }
            indices.sort_unstable();
        }
        let board = found.solutions.first().filter(|_| found.complete);
        Ok(Truth {
            best: board.and_then(|board| self.puzzle.model.value(board)),
            boards: self.puzzle.different_boards(found.solutions),
            complete: found.complete,
            indices,
        })
    }

    fn bug(&self, found: String) -> Error {
        let remedy = "this is a bug in ketboard: please report it with the puzzle file";
        Error::input(&self.puzzle.file, None, found, remedy)
    }
}
