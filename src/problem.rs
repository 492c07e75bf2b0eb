//! A puzzle or model that is ready to run: reduced and encoded, with all its solutions.

use crate::pipeline::{
    self, AnsatzKind, GroverMethod, GroverOutcome, GroverPlan, Metrics, PlainModel, Truth,
    grover_circuit, measure, search_by_grover,
};
use crate::{Options, Result, Run};
use ketboard_circuits::Circuit;
use ketboard_puzzles::{Limits, Polynomial};
use ketboard_qaoa::{Angles, Ansatz, Precision, Progress, Purpose};

/// A reduced and encoded puzzle, and the boards that solve it; or a model of one's own with its
/// solutions ([`crate::Solve`]).
///
/// ```
/// use ketboard::{Angles, Options, Puzzle};
///
/// let puzzle = Puzzle::read("examples/puzzles/tango-4x4.toml")?;
/// let problem = puzzle.problem(&Options::default())?;
/// let layer = problem.at(&Angles::new(vec![0.2], vec![-0.4])?)?;
/// assert!(layer.success_probability > layer.random_success_probability);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) inner: pipeline::Problem,
    pub(crate) truth: Truth,
    precision: Precision,
}

impl Problem {
    pub(crate) fn new(puzzle: ketboard_puzzles::Puzzle, options: &Options) -> Result<Self> {
        let precision = options.settings.precision;
        let inner = options.problem_of(puzzle)?;
        inner.check_memory(precision)?;
        let truth = inner.truth(&Limits::default())?;
        if truth.complete && truth.boards.is_empty() {
            return Err(crate::Error::NoSolution {
                file: inner.puzzle.file.clone(),
                reason: "the exact search finds no board that obeys the rules".into(),
            });
        }
        Ok(Self {
            inner,
            truth,
            precision,
        })
    }

    /// A model without rules, whose solutions are its exact ground states.
    pub(crate) fn of_energies(model: &PlainModel, options: &Options) -> Result<Self> {
        if let Some(option) = options.settings.first_for_rules() {
            let found = format!("{} is made of energies and states no rules", model.file);
            return Err(crate::Error::setting(option, found, "leave the option out"));
        }
        let precision = options.settings.precision;
        model.check_memory(Purpose::Gradient, precision)?;
        let inner = model.problem();
        let truth = inner.truth(&Limits::default())?;
        Ok(Self {
            inner,
            truth,
            precision,
        })
    }

    /// The names of the variables of the puzzle or model, as [`Run::values`] lists their values.
    pub fn variables(&self) -> &[String] {
        self.inner.puzzle.model.names()
    }

    /// The number of qubits that are left after the reduction, auxiliaries included.
    pub fn qubits(&self) -> usize {
        self.inner.qubits()
    }

    /// The reduction as sentences, one a step: which rule decided or merged which cells.
    pub fn steps(&self) -> Vec<String> {
        self.inner.steps()
    }

    /// The boards that obey the rules and have the best value, one string a row; they come from the
    /// exact solver, never from energies. A model of one's own has no board but one row with the
    /// values of its variables; where it states no rules, these are its exact ground states.
    pub fn solutions(&self) -> Vec<Vec<String>> {
        let boards = self.truth.boards.iter();
        boards.map(|board| self.inner.puzzle.board(board)).collect()
    }

    /// The cost C as a polynomial of 0/1 variables: the QUBO, where no product has more than two of
    /// them.
    pub fn polynomial(&self) -> &Polynomial {
        &self.inner.cost.polynomial
    }

    /// The standard ansatz on these qubits or qudits, with its cost and mixer, for the engine;
    /// where the solutions are known they are those of [`ketboard_qaoa::Objective::Success`].
    ///
    /// # Errors
    /// If the cost and two states do not fit into memory.
    pub fn ansatz(&self) -> Result<Ansatz> {
        let named = self.inner.ansatz(AnsatzKind::Standard, self.precision)?;
        let solutions = self.truth.complete.then(|| self.truth.indices.iter());
        Ok(named.ansatz.with_solutions(solutions.into_iter().flatten()))
    }

    /// The family of the puzzle.
    pub fn family(&self) -> &'static str {
        self.inner.puzzle.family
    }

    /// The value of every qubit in a basis state of the ansatz, whatever its qudits.
    ///
    /// # Errors
    /// If there is no such state.
    pub fn bits_of(&self, state: u64) -> Result<Vec<bool>> {
        if u128::from(state) >= self.inner.states() {
            let found = format!("state {state} of {}", self.inner.states());
            return Err(crate::Error::argument("state", found, "number them from 0"));
        }
        Ok(self.inner.bits(state))
    }

    /// The numbers of the state |γ, β⟩ of the standard ansatz on these qubits or qudits.
    ///
    /// # Errors
    /// If the angles are not finite or not two per layer.
    pub fn at(&self, angles: &Angles) -> Result<Metrics> {
        Ok(measure(&self.ansatz()?, &self.truth, angles)?.0)
    }

    /// Grover search for the boards that obey the rules.
    ///
    /// # Errors
    /// If the method does not suit the puzzle, or its state does not fit into memory.
    pub fn search_by_grover(&self, plan: &GroverPlan) -> Result<GroverOutcome> {
        search_by_grover(&self.inner, &self.truth, plan)
    }

    /// The circuit of Grover search with some iterations; with the best number of them where none
    /// is given.
    ///
    /// # Errors
    /// As [`Self::search_by_grover`].
    pub fn grover_circuit(
        &self,
        method: GroverMethod,
        iterations: Option<usize>,
    ) -> Result<Circuit> {
        Ok(grover_circuit(&self.inner, &self.truth, method, iterations)?.0)
    }

    /// The run at these angles, without a search: sample, decode, check against the rules. Of the
    /// options the ansatz, the samples and their seed count. The angles of an ansatz with several
    /// series stand series after series, all layers each.
    ///
    /// ```
    /// use ketboard::{Angles, Options, Puzzle};
    ///
    /// let options = Options::default();
    /// let problem = Puzzle::read("examples/puzzles/tango-4x4.toml")?.problem(&options)?;
    /// let run = problem.evaluate(&Angles::new(vec![0.2, 0.4], vec![-0.5, -0.2])?, &options)?;
    /// let after = run.layers();
    /// assert_eq!((run.depth(), after.len()), (2, 3));
    /// assert_eq!(run.success_probability(), after[2].success_probability);
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the angles do not fit the ansatz or are not finite, or the ansatz does not go with the
    /// problem.
    pub fn evaluate(self, angles: &Angles, options: &Options) -> Result<Run> {
        let plan = options.search()?;
        let (outcome, _) = pipeline::evaluate(&self.inner, &self.truth, &plan, angles, 1)?;
        Ok(Run {
            problem: self,
            outcome,
            plan,
        })
    }

    /// The run: optimize the angles depth by depth, sample, decode, check against the rules. Of the
    /// options, those that made this problem have no further effect.
    ///
    /// # Errors
    /// If the options make no sense together or for this problem.
    pub fn solve(self, options: &Options) -> Result<Run> {
        let hear = |progress: &Progress| options.hear(progress);
        let plan = options.search()?;
        let outcome = pipeline::run(&self.inner, &self.truth, &plan, &hear)?;
        Ok(Run {
            problem: self,
            outcome,
            plan,
        })
    }
}
