//! A puzzle reduced and encoded, and the truth about it: all boards that obey the rules and, where
//! the model has an objective, reach its best value.

use super::encoding_memory::check_encoding;
use super::{Outcome, ReductionPlan, Registers, StateSet};
use crate::error::{Error, Result};
use ketboard_circuits::Judged;
use ketboard_puzzles::{
    Assignment, Contradiction, EncodedCost, Encodings, Enumeration, Kind, Limits, Puzzle,
    Reduction, RuleSet, Symbols, Violation, Weights, best_solutions, encode, encode_as, reduce,
    without_region,
};
use ketboard_qaoa::{Cost, Precision, Purpose, available_memory, check_memory, memory_needed};

/// Bytes of a listed solution beside one for each variable: its place in the list, what the
/// allocator adds, its basis state.
const BYTES_OF_SOLUTION: usize = 64;

/// Everything about a puzzle that the quantum half needs.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The puzzle as it was read.
    pub puzzle: Puzzle,
    /// What the reduction made of its variables.
    pub reduction: Reduction,
    /// The weights of the penalty terms.
    pub weights: Weights,
    /// How rules become penalties and variables qubits.
    pub encodings: Encodings,
    /// The cost over the qubits that are left.
    pub cost: EncodedCost,
    /// The registers whose levels are the basis states; `None` where these are the values of all
    /// qubits.
    pub registers: Option<Registers>,
    /// What makes an assignment a solution.
    pub judge: Judge,
}

/// What makes an assignment a solution of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judge {
    /// It obeys all rules and has the best value: of puzzles, and of models of constraints.
    Rules,
    /// No assignment has a lower energy: of a model that is a polynomial and states no rules.
    Energy,
}

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
}

/// Why there is no problem to run.
#[derive(Debug)]
pub(crate) enum Unprepared {
    /// The reduction finds that the puzzle has no solution.
    NoSolution(Box<Contradiction>),
    /// The terms of the cost do not fit into memory; none was written.
    TooLarge(Error),
}

impl Problem {
    /// Reduces by `plan` and encodes with `weights`, in the source paper's encodings.
    ///
    /// # Errors
    /// A puzzle without a solution, and one whose cost does not fit into memory.
    pub(crate) fn new(
        puzzle: Puzzle,
        plan: &ReductionPlan,
        weights: Weights,
    ) -> std::result::Result<Self, Unprepared> {
        let reduction = plan.apply(&puzzle.model);
        let reduction = reduction.map_err(Unprepared::NoSolution)?;
        check_encoding(&puzzle.model, &reduction, Encodings::default())
            .map_err(Unprepared::TooLarge)?;
        let cost = encode(&puzzle.model, &reduction, &weights);
        Ok(Self {
            puzzle,
            reduction,
            weights,
            encodings: Encodings::default(),
            cost,
            registers: None,
            judge: Judge::Rules,
        })
    }

    /// The same without the penalty of one region, which the other rules imply; `which` is its
    /// letter, or `auto`.
    ///
    /// # Errors
    /// As [`without_region`].
    pub(crate) fn without_region(mut self, which: &str) -> Result<Self> {
        let less = without_region(&self.puzzle.model, &self.reduction, which)?;
        self.cost = encode_as(&less, &self.reduction, &self.weights, self.encodings)?;
        Ok(self)
    }

    /// The same reduction in other encodings.
    ///
    /// # Errors
    /// If these encodings need too many terms, or more than fit into memory.
    pub(crate) fn encoded_as(mut self, encodings: Encodings) -> Result<Self> {
        if encodings == self.encodings {
            return Ok(self);
        }
        let model = &self.puzzle.model;
        check_encoding(model, &self.reduction, encodings)?;
        self.cost = encode_as(model, &self.reduction, &self.weights, encodings)?;
        self.encodings = encodings;
        Ok(self)
    }

    /// The reduction as sentences, one a step.
    pub(crate) fn steps(&self) -> Vec<String> {
        let steps = self.reduction.steps().iter();
        steps
            .map(|step| step.describe(&self.puzzle.model))
            .collect()
    }

    /// Number of qubits, auxiliaries included.
    pub(crate) fn qubits(&self) -> usize {
        self.cost.layout.qubits()
    }

    /// The assignment of the whole board that the qubits' values stand for.
    pub(crate) fn lift(&self, bits: &[bool]) -> Assignment {
        let variables = self.cost.layout.decode(|qubit| bits[qubit]);
        self.reduction.lift(&variables)
    }

    /// [`Self::lift`] of the basis state `index`: qubit k is bit k of the index, or a level of each
    /// register a digit of it.
    pub(crate) fn lift_index(&self, index: u64) -> Assignment {
        if let Some(registers) = &self.registers {
            return self.lift(&registers.layout.assignment(index));
        }
        let variables = self.cost.layout.decode(|qubit| index >> qubit & 1 == 1);
        self.reduction.lift(&variables)
    }

    /// The basis index of a board with all auxiliaries 0, or `None` where no basis state stands for
    /// it; for at most 64 qubits, or 2^64 states of registers.
    pub(crate) fn project_index(&self, board: &[bool]) -> Option<u64> {
        let variables = self.reduction.project(board)?;
        let code = self.cost.layout.code(&variables)?;
        if let Some(registers) = &self.registers {
            let auxiliaries = self.cost.layout.auxiliaries().map(|_| false);
            let values: Vec<bool> = code.into_iter().chain(auxiliaries).collect();
            return registers.layout.index(&values);
        }
        let bits = code.iter().enumerate();
        Some(bits.map(|(k, &bit)| u64::from(bit) << k).sum())
    }

    /// The energies of all values of the qubits, whatever the registers, beside states of
    /// `precision`.
    ///
    /// # Errors
    /// If they and the state do not fit into memory, with the option that makes them fit.
    pub(crate) fn energies(&self, precision: Precision) -> Result<Cost> {
        self.check_qubit_memory(precision)?;
        let terms = self.cost.polynomial.masks();
        Ok(Cost::from_terms(self.qubits(), terms)?)
    }

    /// Succeeds if the energies and the states of a search in `precision` fit into memory.
    ///
    /// # Errors
    /// If not: how much is needed, how much is there, and what makes it fit.
    pub(crate) fn check_memory(&self, precision: Precision) -> Result<()> {
        if let Some(registers) = &self.registers {
            return self.check_register_memory(&registers.layout, precision);
        }
        self.check_qubit_memory(precision)
    }

    /// Succeeds if a state over the qubits and its gradient fit into memory.
    ///
    /// # Errors
    /// If they do not; the remedy is a reduction that does.
    fn check_qubit_memory(&self, precision: Precision) -> Result<()> {
        match check_memory(self.qubits(), Purpose::Gradient, precision).map_err(Error::from) {
            Err(Error::Memory {
                qubits,
                needed,
                available,
                ..
            }) => Err(Error::Memory {
                qubits,
                needed,
                available,
                remedy: self.how_to_fit(available, precision),
            }),
            other => other,
        }
    }

    /// The option that leaves few enough qubits, where the deductions reach so far.
    fn how_to_fit(&self, available: u64, precision: Precision) -> String {
        let reduced = self.reduction_that_fits(available, precision);
        match self.automatic_registers_within(available, precision) {
            Some(_) if self.encodings.symbols != Symbols::OneHot => {
                format!("{reduced}; or `symbols` one-hot `registers` auto")
            }
            Some(_) => format!("{reduced}; or `registers` auto"),
            None => reduced,
        }
    }

    /// What to do where a state does not fit into `available` bytes: the number of qubits that
    /// would, or qudits.
    fn reduction_that_fits(&self, available: u64, precision: Precision) -> String {
        let needed = |n: usize| memory_needed(n, Purpose::Gradient, precision);
        let fits = |n: &usize| needed(*n) <= u128::from(available);
        let most = (0..usize::BITS as usize).rfind(fits).unwrap_or(0);
        let Ok(least) = reduce(&self.puzzle.model, RuleSet::Full, Some(most)) else {
            return format!("use `reduce` full `target_qubits` {most} (or fewer)");
        };
        if least.qubits() > most {
            return format!(
                "at most {most} qubits fit, and deduction reaches no further than {}: give more cells in the puzzle file",
                least.qubits()
            );
        }
        match (0..=most).rfind(|&target| self.qubits_at(target).is_some_and(|n| n <= most)) {
            Some(target) => format!("use `reduce` full `target_qubits` {target} (or fewer)"),
            None => format!(
                "at most {most} qubits fit, and auxiliaries take more: use `distinct_lines` filter, `counts` fractional"
            ),
        }
    }

    /// Qubits in the same encodings after a reduction by all rules to `target` variables.
    fn qubits_at(&self, target: usize) -> Option<usize> {
        let model = &self.puzzle.model;
        let reduction = reduce(model, RuleSet::Full, Some(target)).ok()?;
        let cost = encode_as(model, &reduction, &self.weights, self.encodings).ok()?;
        Some(cost.layout.qubits())
    }

    /// Whether this is a model without rules.
    pub(crate) fn is_model(&self) -> bool {
        self.judge == Judge::Energy
    }

    /// A kind of rules whose weight is so small that a broken rule may pay, and the weight that it
    /// would have to exceed (eq. 27 of the source paper).
    pub(crate) fn weight_too_small(&self) -> Option<(Kind, f64)> {
        let model = &self.puzzle.model;
        let weights = self.weights.or_those_of(model);
        model.kinds().into_iter().find_map(|kind| {
            let safe = model.least_safe_weight(kind)?;
            (weights.of(kind) <= safe).then_some((kind, safe))
        })
    }

    /// The samples that break only rules that the cost does not carry, where there are such rules.
    pub(crate) fn shots_dropped(&self, outcome: &Outcome) -> Option<u64> {
        let judged_only = !self.judged_only().is_empty();
        judged_only.then(|| self.dropped(&outcome.judged) as u64)
    }

    /// The weight of the outcomes that break nothing but rules without a penalty: low in energy,
    /// dropped by the judge.
    pub(crate) fn dropped<X>(&self, judged: &[Judged<X>]) -> f64 {
        let unencoded = |violation: &Violation| match violation {
            Violation::Given(_) => false,
            Violation::Constraint(index) => self.judged_only().contains(index),
        };
        let dropped = judged
            .iter()
            .filter(|outcome| !outcome.obeys() && outcome.violations.iter().all(unencoded));
        dropped.fold(0.0, |sum, outcome| sum + outcome.weight)
    }

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
        if self.judge == Judge::Energy {
            return self.ground_states(limits);
        }
        let limits = &self.limits_within(limits, available_memory());
        let found = best_solutions(&self.puzzle.model, limits);
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
        let reduced = best_solutions(&self.reduction.reduced_model(&self.puzzle.model), limits);
        if reduced.complete && found.solutions != reduced.solutions {
            return Err(self.bug(format!(
                "{} solutions before the reduction, {} after it",
                found.solutions.len(),
                reduced.solutions.len()
            )));
        }
        Ok(())
    }

    /// The limits of the exact solver unless told otherwise, with no more solutions than the memory
    /// holds that is free.
    pub(crate) fn limits_here(&self) -> Limits<'static> {
        self.limits_within(&Limits::default(), available_memory())
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_solutions_is_limited_by_the_memory_that_is_free() {
        let puzzle = Puzzle::parse("family = \"n-queens\"\nsize = 6", "queens").unwrap();
        let problem = Problem::new(puzzle, &ReductionPlan::default(), Weights::default()).unwrap();
        let most = |limits: Limits<'_>, bytes| problem.limits_within(&limits, bytes).solutions;
        let each = 2 * (36 + BYTES_OF_SOLUTION) as u64;
        assert_eq!(most(Limits::default(), 1000 * each), Some(1000));
        assert_eq!(most(Limits::NONE, 1000 * each), Some(1000));
        assert_eq!(most(Limits::default(), 0), Some(1));
        let plenty = Limits::default().solutions;
        assert_eq!(most(Limits::default(), u64::MAX), plenty);
    }
}
