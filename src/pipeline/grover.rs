//! Grover search on a puzzle: which candidates, which of them are solutions, how many iterations,
//! and what is measured.
//!
//! The rows circuit ([`ketboard_circuits::GroverCircuit`]) checks the rules by gates. Everywhere
//! else each state of the reduced qubits, or of the registers, has one amplitude, and the oracle
//! marks the solutions that the exact solver lists: exactly the candidates that obey the rules.

use super::Problem;
use crate::error::{Error, Result};
use ketboard_circuits::{Circuit, Diagonals, Gate, GroverAmplitudes, GroverCircuit, SparseState};
use ketboard_puzzles::{Assignment, Puzzle};
use ketboard_qaoa::{
    Precision,
    memory::{self, Purpose},
    sample_probabilities,
};
use std::collections::BTreeMap;

/// What the amplitudes of a search mean.
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
    /// One amplitude for each state of the reduced qubits or registers.
    States,
}

impl GroverMethod {
    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::RowsCircuit => "rows-circuit",
            Self::States => "states",
        }
    }

    /// The rows circuit for 2 to 6 queens and 2 or 3 colors on a whole board without clues, which
    /// take seconds; states for every other puzzle.
    pub(crate) fn fitting(puzzle: &Puzzle) -> Self {
        match RowsCircuit::of(puzzle) {
            Some(RowsCircuit::Queens(2..=6) | RowsCircuit::Colors(2..=3, _)) => Self::RowsCircuit,
            Some(_) | None => Self::States,
        }
    }
}

/// What a search shall do.
///
/// ```
/// use ketboard::{GroverMethod, GroverPlan, Options, Puzzle};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4")?;
/// let problem = puzzle.problem(&Options::default())?;
/// let method = GroverMethod::RowsCircuit;
/// let plan = GroverPlan { method, iterations: None, shots: 10, seed: 1 };
/// let outcome = problem.search_by_grover(&plan)?;
/// assert_eq!((outcome.space, outcome.solutions), (256.0, 2)); // a column in each of four rows
/// assert!(outcome.success_probability() > 0.9);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroverPlan {
    /// What is searched.
    pub method: GroverMethod,
    /// How many iterations; the best number for the counted solutions where none is given.
    pub iterations: Option<usize>,
    /// Measurements of the final state.
    pub shots: u64,
    /// Seed of the measurements.
    pub seed: u64,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GroverOutcome {
    /// Number of candidates.
    pub space: f64,
    /// How many of them are solutions.
    pub solutions: usize,
    /// Qubits, ancillas included.
    pub qubits: usize,
    /// Ancillas among them.
    pub ancillas: usize,
    /// The probability of all solutions after 0, 1, 2, … iterations.
    pub successes: Vec<f64>,
    /// How many of the measured boards obey all rules.
    pub hits: u64,
    /// The most frequent of them.
    pub board: Option<Assignment>,
}

impl GroverOutcome {
    /// How many iterations were made, each with one call of the oracle.
    pub fn iterations(&self) -> usize {
        self.successes.len() - 1
    }

    /// The probability of all solutions after the last iteration.
    pub fn success_probability(&self) -> f64 {
        self.successes[self.iterations()]
    }

    /// sin²((2k + 1)θ) for the iterations in [`Self::successes`].
    pub fn closed_form(&self) -> Vec<f64> {
        let at = |k| GroverAmplitudes::success_after(k as f64, self.solutions as f64, self.space);
        (0..self.successes.len()).map(at).collect()
    }
}

/// Searches by `plan`.
///
/// # Errors
/// A method that does not fit the puzzle, solutions that were not all found, a state that does not
/// fit into memory.
pub(crate) fn search_by_grover(problem: &Problem, plan: &GroverPlan) -> Result<GroverOutcome> {
    problem.needs_all_solutions()?;
    match plan.method {
        GroverMethod::RowsCircuit => by_gates(problem, plan),
        GroverMethod::States => by_amplitudes(problem, plan),
    }
}

/// The search in the circuit of rows.
fn by_gates(problem: &Problem, plan: &GroverPlan) -> Result<GroverOutcome> {
    let truth = &problem.truth;
    let rows = RowsCircuit::needed(problem)?;
    let search = rows.circuit()?;
    let boards = truth.boards.iter();
    let boards: BTreeMap<u128, &Assignment> = boards.map(|b| (rows.basis_state(b), b)).collect();
    let mut state = SparseState::new(search.layout.qubits())?;
    state.apply(&search.prepare)?;
    let iteration: Vec<Gate> = search.iteration().collect();
    let success = |state: &SparseState| state.probability(|x| boards.contains_key(&x));
    let best = || GroverAmplitudes::best_iterations(boards.len() as f64, rows.space());
    let mut successes = vec![success(&state)];
    for _ in 0..plan.iterations.unwrap_or_else(best) {
        state.apply(&iteration)?;
        successes.push(success(&state));
    }
    let counts = state.sample(&search.layout.measured(), plan.shots, plan.seed)?;
    let hits = counts.into_iter().filter(|(x, _)| boards.contains_key(x));
    let hits: Vec<(u128, u64)> = hits.collect();
    Ok(GroverOutcome {
        space: rows.space(),
        solutions: boards.len(),
        qubits: search.layout.qubits(),
        ancillas: search.layout.ancillas(),
        successes,
        hits: hits.iter().map(|(_, count)| count).sum(),
        board: most_frequent(&hits).map(|x| boards[&x].clone()),
    })
}

/// The search on one amplitude for each state of the problem.
fn by_amplitudes(problem: &Problem, plan: &GroverPlan) -> Result<GroverOutcome> {
    let truth = &problem.truth;
    problem.check_memory(Precision::F64)?;
    let space = usize::try_from(problem.states()).unwrap_or(usize::MAX);
    let marked = truth.indices.iter().map(|index| index as usize);
    let mut state = GroverAmplitudes::uniform(space, marked.collect())?;
    let best = || GroverAmplitudes::best_iterations(truth.indices.len() as f64, space as f64);
    let mut successes = vec![state.success()];
    for _ in 0..plan.iterations.unwrap_or_else(best) {
        state.iterate();
        successes.push(state.success());
    }
    let share = |x: usize| state.probability(x);
    let counts = sample_probabilities(space, share, plan.shots, plan.seed)?;
    let hits = counts.into_iter();
    let hits = hits.filter(|(x, _)| truth.indices.contains(*x));
    let hits: Vec<(u64, u64)> = hits.collect();
    Ok(GroverOutcome {
        space: space as f64,
        solutions: truth.indices.len(),
        qubits: problem.qubits(),
        ancillas: 0,
        successes,
        hits: hits.iter().map(|(_, count)| count).sum(),
        board: most_frequent(&hits).map(|x| problem.lift_index(x)),
    })
}

/// The first of those that occur most often.
fn most_frequent<X: Copy>(hits: &[(X, u64)]) -> Option<X> {
    let most = hits.iter().map(|(_, count)| count).max()?;
    let first = hits.iter().find(|(_, count)| count == most);
    first.map(|(x, _)| *x)
}

/// The circuit of the search with `iterations` iterations, or with the best number of them; and
/// that number.
///
/// # Errors
/// As [`search_by_grover`]; registers, over whose states there is no such circuit here.
pub(crate) fn grover_circuit(
    problem: &Problem,
    method: GroverMethod,
    iterations: Option<usize>,
) -> Result<(Circuit, usize)> {
    problem.needs_all_solutions()?;
    let truth = &problem.truth;
    let (search, space, marked) = match method {
        GroverMethod::RowsCircuit => {
            let rows = RowsCircuit::needed(problem)?;
            (rows.circuit()?, rows.space(), truth.boards.len())
        }
        GroverMethod::States if problem.registers.is_some() => {
            let found = "no circuit of Grover search starts in the states of registers";
            return Err(Error::setting(
                "registers",
                found,
                "leave `registers` and `mixer` out",
            ));
        }
        GroverMethod::States => {
            let qubits = problem.qubits();
            memory::check(qubits, Purpose::State, Precision::F64)?;
            let marked: Vec<u64> = truth.indices.iter().collect();
            let search = GroverCircuit::marked(qubits, &marked);
            (search, 2_f64.powi(qubits as i32), marked.len())
        }
    };
    let best = || GroverAmplitudes::best_iterations(marked as f64, space);
    let iterations = iterations.unwrap_or_else(best);
    Ok((search.with_iterations(iterations), iterations))
}

/// A whole board without clues of which there is a circuit, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowsCircuit {
    /// N queens.
    Queens(usize),
    /// N-queens² of N colors.
    Colors(usize, Diagonals),
}

impl RowsCircuit {
    /// The circuit of a puzzle: on a plane, without givens, holes or regions.
    pub(crate) fn of(puzzle: &Puzzle) -> Option<Self> {
        let n = puzzle.slots.rows();
        let same = |family: &str, more: &str| {
            let plain = format!("family = \"{family}\"\nsize = {n}\n{more}");
            let plain = Puzzle::parse(&plain, family);
            plain.is_ok_and(|plain| puzzle.family == plain.family && puzzle.model == plain.model)
        };
        if same("n-queens", "") {
            return Some(Self::Queens(n));
        }
        let kinds = [("false", Diagonals::Free), ("true", Diagonals::Checked)];
        let is = |(checked, _): &(&str, Diagonals)| {
            same("n-queens-squared", &format!("diagonals = {checked}"))
        };
        let kind = kinds.into_iter().find(is)?;
        Some(Self::Colors(n, kind.1))
    }

    fn needed(problem: &Problem) -> Result<Self> {
        Self::of(&problem.puzzle).ok_or_else(|| {
            let found = format!(
                "rows-circuit is for n-queens and n-queens-squared on a whole board without givens; {} is not that",
                problem.puzzle.name
            );
            Error::setting("method", found, "search the states")
        })
    }

    fn circuit(self) -> Result<GroverCircuit> {
        Ok(match self {
            Self::Queens(n) => GroverCircuit::queens(n)?,
            Self::Colors(n, diagonals) => GroverCircuit::queens_squared(n, diagonals)?,
        })
    }

    /// The number of candidates: of each row one column, or one permutation of the colors.
    fn space(self) -> f64 {
        match self {
            Self::Queens(n) => (n as f64).powi(n as i32),
            Self::Colors(n, _) => (1..=n).map(|k| k as f64).product::<f64>().powi(n as i32),
        }
    }

    /// The basis state that shows a board: qubit k is variable k, or each cell holds the number of
    /// its color.
    fn basis_state(self, board: &Assignment) -> u128 {
        let bit = |k: usize| 1_u128.checked_shl(k as u32).unwrap_or(0);
        let of = |k: usize| match self {
            Self::Queens(_) => bit(k),
            Self::Colors(n, _) => {
                (k % n) as u128 * bit(k / n * n.next_power_of_two().ilog2() as usize)
            }
        };
        let ones = board.iter().enumerate().filter(|(_, value)| **value);
        ones.map(|(k, _)| of(k)).sum()
    }
}
