//! The state of a search, by any of the methods: start, iterate, look, measure.

use super::rows::{Rows, plain_queens};
use super::{GroverMethod, need_all};
use crate::circuit::{Gate, SparseState};
use crate::error::{Error, Result};
use crate::grover::{Amplitudes, GroverCircuit};
use crate::model::Assignment;
use crate::pipeline::{Problem, Truth};
use crate::sample::draw;
use crate::sim::{Purpose, check_memory};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A running search.
pub(super) enum Engine {
    /// N queens by gates.
    Circuit {
        search: Box<GroverCircuit>,
        iteration: Vec<Gate>,
        state: SparseState,
        solutions: BTreeSet<u128>,
        space: f64,
    },
    /// One amplitude a candidate.
    Register {
        amplitudes: Amplitudes,
        candidates: Candidates,
        space: usize,
        qubits: usize,
    },
}

/// What the index of a candidate means.
pub(super) enum Candidates {
    Digits(Rows),
    BasisStates,
}

impl Engine {
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
        Ok(Self::Circuit {
            iteration: search.iteration().collect(),
            state,
            solutions: truth.boards.iter().map(basis_state).collect(),
            search: Box::new(search),
            space,
        })
    }

    fn row_digits(problem: &Problem, truth: &Truth) -> Result<Self> {
        let rows = Rows::of(&problem.puzzle)?;
        let space = usize::try_from(rows.space()).unwrap_or(usize::MAX);
        let mut marked: Vec<usize> = Vec::new();
        if space < usize::MAX {
            marked.extend(truth.boards.iter().map(|board| rows.index(board)));
            marked.sort_unstable();
        }
        Ok(Self::Register {
            amplitudes: Amplitudes::uniform(space, marked)?,
            qubits: rows.qubits(),
            candidates: Candidates::Digits(rows),
            space,
        })
    }

    fn basis_states(problem: &Problem, truth: &Truth) -> Result<Self> {
        let qubits = problem.qubits();
        check_memory(qubits, Purpose::Energies)?;
        let marked = truth.indices.iter();
        let marked = marked.map(|index| usize::try_from(index).expect("the register fits"));
        Ok(Self::Register {
            amplitudes: Amplitudes::uniform(1 << qubits, marked.collect())?,
            candidates: Candidates::BasisStates,
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
                state.apply(&search.prepare)
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
            } => state.apply(iteration),
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
            Self::Circuit { search, state, .. } => {
                let counts = state.sample(&search.layout.measured(), shots, seed);
                let board = |x: u128| (0..variables).map(|k| x >> k & 1 == 1).collect();
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
                let counts = draw(width, share, shots, seed)?;
                let board = |x: u64| match candidates {
                    Candidates::Digits(rows) => rows.board(x as usize, variables),
                    Candidates::BasisStates => problem.lift_index(x),
                };
                counts.iter().map(|(x, n)| (board(x), n as u64)).collect()
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
            let n = plain_queens(&problem.puzzle).ok_or_else(|| only_queens(problem))?;
            Ok((GroverCircuit::queens(n)?, (n as f64).powi(n as i32)))
        }
        GroverMethod::RowDigits => Err(Error::argument(
            "--method",
            "row-digits has no circuit: a digit of a row is no qubit",
            "use --method rows-circuit (n-queens) or --method qubits",
        )),
        GroverMethod::Qubits => {
            let qubits = problem.qubits();
            check_memory(qubits, Purpose::Energies)?;
            let space = 2_f64.powi(qubits as i32);
            let marked: Vec<u64> = truth.indices.iter().collect();
            Ok((GroverCircuit::marked(qubits, &marked), space))
        }
    }
}

fn basis_state(board: &Assignment) -> u128 {
    let ones = board.iter().enumerate().filter(|(_, value)| **value);
    ones.map(|(k, _)| 1_u128.checked_shl(k as u32).unwrap_or(0))
        .sum()
}

fn only_queens(problem: &Problem) -> Error {
    Error::argument(
        "--method",
        format!(
            "rows-circuit is for n-queens on a whole board without givens; {} is not that",
            problem.puzzle.name
        ),
        "use --method qubits, or --method row-digits where each row holds one piece",
    )
}
