//! Grover search on a puzzle: which candidates, which of them are solutions, how many iterations,
//! and what is measured.
//!
//! The quantum half ([`ketboard_circuits::GroverCircuit`]) is told what to mark; here a puzzle says
//! it. The rows circuit computes the rules by gates; the two registers mark the solutions that the
//! exact solver lists, which are exactly the candidates that obey the rules.

mod engine;
mod rows;

pub(crate) use rows::{impossible_square, plain_queens, plain_squares};

use super::{Problem, Truth};
use crate::error::{Error, Result};
use engine::GroverEngine;
use ketboard_circuits::{
    Attempts, Circuit, GroverAmplitudes, best_iterations, search_unknown, success_after,
};
use ketboard_puzzles::Assignment;
use ketboard_qaoa::{Precision, Purpose, check_memory};
use std::ops::ControlFlow;

/// What the amplitudes of a search stand for.
///
/// ```
/// use ketboard::{GroverMethod, Options, Puzzle};
/// let problem = Puzzle::parse("family = 'n-queens'\nsize = 4")?.problem(&Options::default())?;
/// let circuit = problem.grover_circuit(GroverMethod::RowsCircuit, Some(1))?;
/// assert!(circuit.qubits() > 8 && GroverMethod::RowsCircuit.name() == "rows-circuit");
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroverMethod {
    /// N queens or N-queens² as a circuit of rows and all ancillas, gate by gate on the sparse
    /// simulator.
    RowsCircuit,
    /// One amplitude for each choice of a column, or of a permutation of symbols, in every row.
    RowDigits,
    /// One amplitude for each basis state of the reduced qubits.
    Qubits,
}

/// The most queens for which the rows circuit is simulated unasked: seconds.
const QUEENS_BY_CIRCUIT: usize = 6;

/// The most colors for which it is: four take half a minute.
const COLORS_BY_CIRCUIT: usize = 3;

impl GroverMethod {
    /// The name on the command line and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::RowsCircuit => "rows-circuit",
            Self::RowDigits => "row-digits",
            Self::Qubits => "qubits",
        }
    }

    /// The rows circuit for 2 to 6 queens and up to 3 colors without clues, row digits for more,
    /// qubits for every other puzzle.
    pub(crate) fn fitting(problem: &Problem) -> Self {
        if let Some((n, _)) = plain_squares(&problem.puzzle) {
            return if (2..=COLORS_BY_CIRCUIT).contains(&n) {
                Self::RowsCircuit
            } else {
                Self::RowDigits
            };
        }
        match plain_queens(&problem.puzzle) {
            Some(2..=QUEENS_BY_CIRCUIT) => Self::RowsCircuit,
            Some(n) if n > QUEENS_BY_CIRCUIT => Self::RowDigits,
            Some(_) | None => Self::Qubits,
        }
    }
}

/// How many iterations are made.
///
/// ```
/// use ketboard::{GroverMethod, GroverPlan, Iterations, Options, Puzzle};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4")?;
/// let problem = puzzle.problem(&Options::default())?;
/// let plan = GroverPlan {
///     method: GroverMethod::RowDigits,
///     iterations: Iterations::Given(1),
///     shots: 10,
///     seed: 1,
/// };
/// let outcome = problem.search_by_grover(&plan)?;
/// assert_eq!(outcome.iterations, 1);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Iterations {
    /// The best number, from the counted solutions.
    Best,
    /// So many.
    Given(usize),
    /// By exponential guessing, as if nobody knew the number of solutions.
    Unknown,
}

/// What a search shall do.
///
/// ```
/// use ketboard::{GroverMethod, GroverPlan, Iterations, Options, Puzzle};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4")?;
/// let problem = puzzle.problem(&Options::default())?;
/// let plan = GroverPlan {
///     method: GroverMethod::RowDigits,
///     iterations: Iterations::Best,
///     shots: 10,
///     seed: 1,
/// };
/// let outcome = problem.search_by_grover(&plan)?;
/// assert_eq!(outcome.measured.iter().map(|(_, shots)| shots).sum::<u64>(), 10);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroverPlan {
    /// What is searched.
    pub method: GroverMethod,
    /// How long.
    pub iterations: Iterations,
    /// Measurements of the final state; with [`Iterations::Unknown`] each attempt is measured once
    /// instead.
    pub shots: u64,
    /// Seed of the measurements and guesses.
    pub seed: u64,
}

/// What a search found.
///
/// ```
/// use ketboard::{GroverMethod, GroverPlan, Iterations, Options, Puzzle};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4")?;
/// let problem = puzzle.problem(&Options::default())?;
/// let plan = GroverPlan {
///     method: GroverMethod::RowDigits,
///     iterations: Iterations::Best,
///     shots: 10,
///     seed: 1,
/// };
/// let outcome = problem.search_by_grover(&plan)?;
/// assert_eq!((outcome.space, outcome.solutions), (256.0, 2)); // a column in each of four rows
/// assert!(outcome.success_probability() > 0.9);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GroverOutcome {
    /// Number of candidates.
    pub space: f64,
    /// How many of them are solutions.
    pub solutions: usize,
    /// Boards that a candidate stands for: N! where the first row is fixed because symbols can be
    /// renamed, else 1.
    pub boards_each: u64,
    /// Qubits, ancillas included; of a register, those that would hold it.
    pub qubits: usize,
    /// Ancillas among them.
    pub ancillas: usize,
    /// The probability of all solutions after 0, 1, 2, … iterations, as far as any run went.
    pub successes: Vec<f64>,
    /// Iterations before the last measurement.
    pub iterations: usize,
    /// Calls of the oracle: the iterations of one run, or of all attempts.
    pub oracle_calls: usize,
    /// The attempts, where the number of solutions was not used.
    pub attempts: Option<Attempts>,
    /// Measured boards with their counts, most frequent first.
    pub measured: Vec<(Assignment, u64)>,
    /// The most frequent measured board that obeys all rules.
    pub board: Option<Assignment>,
}

impl GroverOutcome {
    /// The probability of all solutions before the last measurement.
    pub fn success_probability(&self) -> f64 {
        self.successes[self.iterations]
    }

    /// sin²((2k + 1)θ) for the iterations in [`Self::successes`].
    pub fn closed_form(&self) -> Vec<f64> {
        let at = |k| success_after(k as f64, self.solutions as f64, self.space);
        (0..self.successes.len()).map(at).collect()
    }
}

/// Succeeds if the amplitudes of all candidates fit into memory, as far as that is known before the
/// solutions are: of the rows circuit it is not.
///
/// # Errors
/// If they do not, or the method does not fit the puzzle.
pub(crate) fn check_space(problem: &Problem, method: GroverMethod) -> Result<()> {
    match method {
        GroverMethod::RowsCircuit => Ok(()),
        GroverMethod::RowDigits => {
            let space = rows::RowDigits::of(&problem.puzzle)?.space();
            let space = usize::try_from(space).unwrap_or(usize::MAX);
            Ok(GroverAmplitudes::check_memory(space)?)
        }
        GroverMethod::Qubits => Ok(check_memory(
            problem.qubits(),
            Purpose::State,
            Precision::F64,
        )?),
    }
}

/// How many candidates are marked: boards, or the basis states that decode to them.
fn marked(truth: &Truth, method: GroverMethod) -> usize {
    match method {
        GroverMethod::RowsCircuit | GroverMethod::RowDigits => truth.boards.len(),
        GroverMethod::Qubits => truth.indices.len(),
    }
}

/// Searches by `plan`.
///
/// # Errors
/// A method that does not fit the puzzle, solutions that were not all found, a state that does not
/// fit into memory.
pub(crate) fn search_by_grover(
    problem: &Problem,
    truth: &Truth,
    plan: &GroverPlan,
) -> Result<GroverOutcome> {
    search_by_grover_asking(problem, truth, plan, &|_| ControlFlow::Continue(()))
}

/// Where a Grover search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GroverProgress {
    /// The iteration that comes next, from 1; each attempt begins anew.
    pub iteration: usize,
    /// The last iteration; absent where the number of solutions is guessed.
    pub last: Option<usize>,
}

/// Who is asked before each iteration whether to go on.
type AskAt<'a> = &'a dyn Fn(GroverProgress) -> ControlFlow<()>;

/// [`search_by_grover`], asking before each iteration whether to go on.
///
/// # Errors
/// As [`search_by_grover`]; [`Error::Stopped`] where `ask` says stop.
pub(crate) fn search_by_grover_asking(
    problem: &Problem,
    truth: &Truth,
    plan: &GroverPlan,
    ask: AskAt<'_>,
) -> Result<GroverOutcome> {
    let mut engine = GroverEngine::new(problem, truth, plan.method)?;
    let (solutions, space) = (engine.solutions(), engine.space());
    let mut successes = vec![engine.success()];
    let mut measured = Vec::new();
    let mut attempts = None;
    let mut iterations = match plan.iterations {
        Iterations::Best => best_iterations(solutions as f64, space),
        Iterations::Given(iterations) => iterations,
        Iterations::Unknown => 0,
    };
    if plan.iterations == Iterations::Unknown {
        attempts = Some(search_unknown(space, plan.seed, |tried, seed| {
            engine.restart()?;
            let at = |iteration| {
                ask(GroverProgress {
                    iteration,
                    last: None,
                })
            };
            advance(&mut engine, tried, &mut successes, &at)?;
            iterations = tried;
            measured = engine.sample(problem, 1, seed)?;
            Ok::<_, Error>(first_solution(problem, &measured).is_some())
        })?);
    } else {
        let last = Some(iterations);
        let at = |iteration| ask(GroverProgress { iteration, last });
        advance(&mut engine, iterations, &mut successes, &at)?;
        measured = engine.sample(problem, plan.shots, plan.seed)?;
    }
    Ok(GroverOutcome {
        space,
        solutions,
        boards_each: engine.boards_each(),
        qubits: engine.qubits(),
        ancillas: engine.ancillas(),
        oracle_calls: attempts.as_ref().map_or(iterations, Attempts::oracle_calls),
        board: first_solution(problem, &measured),
        successes,
        iterations,
        attempts,
        measured,
    })
}

/// The circuit of the search with `iterations` iterations, or with the best number of them; and
/// that number.
///
/// # Errors
/// As [`search_by_grover`], and for row digits, which are no qubits.
pub(crate) fn grover_circuit(
    problem: &Problem,
    truth: &Truth,
    method: GroverMethod,
    iterations: Option<usize>,
) -> Result<(Circuit, usize)> {
    let (search, space) = engine::circuit(problem, truth, method)?;
    let best = || best_iterations(marked(truth, method) as f64, space);
    let iterations = iterations.unwrap_or_else(best);
    Ok((search.with_iterations(iterations), iterations))
}

/// Iterates from the start, noting success where no run has been yet.
fn advance(
    engine: &mut GroverEngine,
    iterations: usize,
    successes: &mut Vec<f64>,
    ask: &dyn Fn(usize) -> ControlFlow<()>,
) -> Result<()> {
    for k in 1..=iterations {
        if ask(k).is_break() {
            return Err(Error::Stopped);
        }
        engine.iterate()?;
        if k == successes.len() {
            successes.push(engine.success());
        }
    }
    Ok(())
}

fn first_solution(problem: &Problem, measured: &[(Assignment, u64)]) -> Option<Assignment> {
    let model = &problem.puzzle.model;
    let mut boards = measured.iter().map(|(board, _)| board);
    boards.find(|board| model.is_solved_by(board)).cloned()
}

/// # Errors
/// Where a limit stopped the exact solver.
pub(super) fn need_all(problem: &Problem, truth: &Truth) -> Result<()> {
    if truth.complete {
        return Ok(());
    }
    Err(problem.too_many_solutions(
        format!(
            "more than {} solutions, or too long a search for them",
            truth.boards.len()
        ),
        "give more cells in the puzzle file: an oracle marks all solutions",
    ))
}
