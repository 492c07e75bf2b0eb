//! The state of a search, by any of the methods: start, iterate, look, measure.

use super::rows::{RowDigits, plain_queens, plain_squares};
use super::{GroverMethod, need_all};
use crate::error::{Error, Result};
use crate::pipeline::{Problem, Truth};
use ketboard_circuits::{
    Gate, GroverAmplitudes, GroverCircuit, SparseState, bits_for, draw_samples,
};
use ketboard_puzzles::Assignment;
use ketboard_qaoa::{Precision, Purpose, check_memory};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A running search.
pub(super) enum GroverEngine {
    /// N queens by gates.
    Circuit {
        search: Box<GroverCircuit>,
        iteration: Vec<Gate>,
        state: SparseState,
        solutions: BTreeSet<u128>,
        space: f64,
        code: Code,
    },
    /// One amplitude a candidate.
    Register {
        amplitudes: GroverAmplitudes,
        candidates: Candidates,
        space: usize,
        qubits: usize,
        solutions: usize,
    },
}

/// What the data qubits of a circuit hold.
#[derive(Clone, Copy)]
pub(super) enum Code {
    /// Qubit k is variable k.
    OneHot,
    /// The number of each cell's symbol of so many, cell after cell.
    Numbers(usize),
}

/// What the index of a candidate means.
pub(super) enum Candidates {
    Digits(RowDigits),
    BasisStates,
}

impl GroverEngine {
    pub(super) fn new(problem: &Problem, truth: &Truth, method: GroverMethod) -> Result<Self> {
        need_all(problem, truth)?;
        match method {
            GroverMethod::RowsCircuit => Self::rows_circuit(problem, truth),
            GroverMethod::RowDigits => Self::row_digits(problem, truth),
            GroverMethod::Qubits => Self::basis_states(problem, truth),
        }
    }

    fn rows_circuit(problem: &Problem, truth: &Truth) -> Result<Self> {
        let (search, space) = circuit(problem, truth, GroverMethod::RowsCircuit)?;
        let mut state = SparseState::new(search.layout.qubits())?;
        state.apply(&search.prepare)?;
        let code = match plain_squares(&problem.puzzle) {
            Some((n, _)) => Code::Numbers(n),
            None => Code::OneHot,
        };
        let solutions = truth.boards.iter().map(|board| code.basis_state(board));
        Ok(Self::Circuit {
            iteration: search.iteration().collect(),
            state,
            solutions: solutions.collect(),
            code,
            search: Box::new(search),
            space,
        })
    }

    fn row_digits(problem: &Problem, truth: &Truth) -> Result<Self> {
        let rows = RowDigits::of(&problem.puzzle)?;
        let space = usize::try_from(rows.space()).unwrap_or(usize::MAX);
        let mut marked: Vec<usize> = Vec::new();
        if space < usize::MAX {
            marked.extend(truth.boards.iter().filter_map(|board| rows.index(board)));
            marked.sort_unstable();
        }
        Ok(Self::Register {
            solutions: marked.len(),
            amplitudes: GroverAmplitudes::uniform(space, marked)?,
            qubits: rows.qubits(),
            candidates: Candidates::Digits(rows),
            space,
        })
    }

    fn basis_states(problem: &Problem, truth: &Truth) -> Result<Self> {
        let qubits = problem.qubits();
        check_memory(qubits, Purpose::State, Precision::F64)?;
        let marked = truth.indices.iter();
        let marked = marked.map(|index| usize::try_from(index).expect("the register fits"));
        Ok(Self::Register {
            amplitudes: GroverAmplitudes::uniform(1 << qubits, marked.collect())?,
            candidates: Candidates::BasisStates,
            solutions: truth.indices.len(),
            space: 1 << qubits,
            qubits,
        })
    }

    pub(super) fn space(&self) -> f64 {
        match self {
            Self::Circuit { space, .. } => *space,
            Self::Register { space, .. } => *space as f64,
        }
    }

    /// Candidates that are solutions.
    pub(super) fn solutions(&self) -> usize {
        match self {
            Self::Circuit { solutions, .. } => solutions.len(),
            Self::Register { solutions, .. } => *solutions,
        }
    }

    /// Boards that a candidate stands for.
    pub(super) fn boards_each(&self) -> u64 {
        match self {
            Self::Register {
                candidates: Candidates::Digits(rows),
                ..
            } => rows.boards_each(),
            Self::Register { .. } | Self::Circuit { .. } => 1,
        }
    }

    pub(super) fn qubits(&self) -> usize {
        match self {
            Self::Circuit { state, .. } => state.qubits(),
            Self::Register { qubits, .. } => *qubits,
        }
    }

    pub(super) fn ancillas(&self) -> usize {
        match self {
            Self::Circuit { search, .. } => search.layout.ancillas(),
            Self::Register { .. } => 0,
        }
    }

    pub(super) fn restart(&mut self) -> Result<()> {
        match self {
            Self::Circuit { search, state, .. } => {
                *state = SparseState::new(search.layout.qubits())?;
                Ok(state.apply(&search.prepare)?)
            }
            Self::Register { amplitudes, .. } => {
                amplitudes.restart();
                Ok(())
            }
        }
    }

    pub(super) fn iterate(&mut self) -> Result<()> {
        match self {
            Self::Circuit {
                state, iteration, ..
            } => Ok(state.apply(iteration)?),
            Self::Register { amplitudes, .. } => {
                amplitudes.iterate();
                Ok(())
            }
        }
    }

    /// The probability of all solutions, with every ancilla at 0.
    pub(super) fn success(&self) -> f64 {
        match self {
            Self::Circuit {
                state, solutions, ..
            } => state.probability(|x| solutions.contains(&x)),
            Self::Register { amplitudes, .. } => amplitudes.success(),
        }
    }

    /// Boards with their counts, most frequent first.
    pub(super) fn sample(
        &self,
        problem: &Problem,
        shots: u64,
        seed: u64,
    ) -> Result<Vec<(Assignment, u64)>> {
        let variables = problem.puzzle.model.len();
        let mut boards: Vec<(Assignment, u64)> = match self {
            Self::Circuit {
                search,
                state,
                code,
                ..
            } => {
                let counts = state.sample(&search.layout.measured(), shots, seed);
                let board = |x: u128| code.board(x, variables);
                counts.into_iter().map(|(x, n)| (board(x), n)).collect()
            }
            Self::Register {
                amplitudes,
                candidates,
                space,
                ..
            } => {
                let width = space.next_power_of_two().trailing_zeros() as usize;
                let share = |x: usize| {
                    if x < *space {
                        amplitudes.probability(x)
                    } else {
                        0.0
                    }
                };
                let counts = draw_samples(width, share, shots, seed)?;
                let board = |x: u64| match candidates {
                    Candidates::Digits(rows) => rows.board(x as usize, variables),
                    Candidates::BasisStates => problem.lift_index(x),
                };
                counts.iter().map(|(x, n)| (board(*x), n as u64)).collect()
            }
        };
        boards.sort_by_key(|(_, count)| Reverse(*count));
        Ok(boards)
    }
}

/// The search as gates, and the number of its candidates.
pub(super) fn circuit(
    problem: &Problem,
    truth: &Truth,
    method: GroverMethod,
) -> Result<(GroverCircuit, f64)> {
    need_all(problem, truth)?;
    match method {
        GroverMethod::RowsCircuit => {
            if let Some((n, diagonals)) = plain_squares(&problem.puzzle) {
                let rows = (1..=n).map(|k| k as f64).product::<f64>();
                let search = GroverCircuit::queens_squared(n, diagonals)?;
                return Ok((search, rows.powi(n as i32)));
            }
            let n = plain_queens(&problem.puzzle).ok_or_else(|| only_queens(problem))?;
            Ok((GroverCircuit::queens(n)?, (n as f64).powi(n as i32)))
        }
        GroverMethod::RowDigits => Err(Error::setting(
            "method",
            "row-digits has no circuit: a digit of a row is no qubit",
            "use `method` rows-circuit (n-queens, n-queens-squared) or `method` qubits",
        )),
        GroverMethod::Qubits => {
            let qubits = problem.qubits();
            check_memory(qubits, Purpose::State, Precision::F64)?;
            let space = 2_f64.powi(qubits as i32);
            let marked: Vec<u64> = truth.indices.iter().collect();
            Ok((GroverCircuit::marked(qubits, &marked), space))
        }
    }
}

impl Code {
    fn basis_state(self, board: &Assignment) -> u128 {
        let ones = board.iter().enumerate().filter(|(_, value)| **value);
        let bit = |k: usize| 1_u128.checked_shl(k as u32).unwrap_or(0);
        match self {
            Self::OneHot => ones.map(|(k, _)| bit(k)).sum(),
            Self::Numbers(n) => {
                let number = |k: usize| (k % n) as u128 * bit(k / n * bits_for(n as u64));
                ones.map(|(k, _)| number(k)).sum()
            }
        }
    }

    fn board(self, x: u128, variables: usize) -> Assignment {
        let number = |cell: usize, n: usize| {
            let width = bits_for(n as u64);
            x >> (cell * width) & ((1 << width) - 1)
        };
        let value = |k: usize| match self {
            Self::OneHot => x >> k & 1 == 1,
            Self::Numbers(n) => number(k / n, n) == (k % n) as u128,
        };
        (0..variables).map(value).collect()
    }
}

fn only_queens(problem: &Problem) -> Error {
    Error::setting(
        "method",
        format!(
            "rows-circuit is for n-queens and n-queens-squared on a whole board without givens; {} is not that",
            problem.puzzle.name
        ),
        "use `method` qubits, or `method` row-digits where each row holds one piece",
    )
}
