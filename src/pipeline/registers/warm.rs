//! Where the mixer `warm` begins: each qubit turned toward a guess.
//!
//! Qubit k starts in √(1 − c)|0⟩ + √c|1⟩ with c = 1 − ε where the guess is 1, ε where it is 0, and
//! ½ where it says nothing (Egger, Mareček & Woerner, Quantum 5, 479 (2021), eq. 7, for a guess of
//! zeros and ones). ε = ½ is the uniform start; at ε = 0 no mixer leaves the guess, so it is not
//! allowed.

use crate::error::{Error, Result};
use crate::pipeline::Problem;
use ketboard_puzzles::{AnnealSettings, Puzzle, Slot, Var, anneal};
use std::collections::BTreeMap;

/// A guess, and how far the start stays away from it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WarmStart {
    /// Which board is guessed.
    pub guess: Guess,
    /// ε: the probability of the other value in each qubit, in (0, ½].
    pub epsilon: f64,
}

/// Where a guess comes from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Guess {
    /// From a short annealing of the cost.
    Annealed {
        /// Its seed.
        seed: u64,
    },
    /// From a board as `solve --quiet` prints it; `.` and `?` say nothing of a cell.
    Board {
        /// Where it was written, for messages.
        file: String,
        /// One string a row.
        rows: Vec<String>,
    },
}

impl Default for WarmStart {
    /// Annealed with seed 0, ε = ¼.
    fn default() -> Self {
        Self {
            guess: Guess::Annealed { seed: 0 },
            epsilon: 0.25,
        }
    }
}

/// Restarts and sweeps of the annealing: a guess, not a solver.
const RESTARTS: u64 = 1;
/// Sweeps of each restart.
const SWEEPS: u64 = 50;

impl WarmStart {
    /// The probability of a 1 in every qubit.
    ///
    /// # Errors
    /// If ε is out of range, or the board does not fit the puzzle.
    pub(super) fn probabilities(&self, problem: &Problem) -> Result<Vec<f64>> {
        let epsilon = self.epsilon;
        if !(epsilon > 0.0 && epsilon <= 0.5) {
            let remedy = "give a number above 0 and at most 0.5";
            return Err(Error::setting("warm_epsilon", epsilon.to_string(), remedy));
        }
        let c = |guess: Option<bool>| match guess {
            Some(true) => 1.0 - epsilon,
            Some(false) => epsilon,
            None => 0.5,
        };
        let guesses = match &self.guess {
            Guess::Annealed { seed } => annealed(problem, *seed),
            Guess::Board { file, rows } => of_board(problem, file, rows)?,
        };
        Ok(guesses.into_iter().map(c).collect())
    }
}

/// The values of all reduced variables where annealing ends, from this seed.
fn annealed(problem: &Problem, seed: u64) -> Vec<Option<bool>> {
    let polynomial = &problem.cost.polynomial;
    let settings = AnnealSettings {
        sweeps: SWEEPS,
        restarts: RESTARTS,
        seed,
        ..AnnealSettings::default()
    };
    let found = anneal(polynomial.n(), polynomial.terms(), &settings);
    found.bits.into_iter().map(Some).collect()
}

/// The values of the reduced variables on a guessed board; `None` where its cell is not guessed.
///
/// # Errors
/// If the rows are no board of this puzzle, or contradict what is deduced.
fn of_board(problem: &Problem, file: &str, rows: &[String]) -> Result<Vec<Option<bool>>> {
    let values = read(&problem.puzzle, file, rows)?;
    let guess = |qubit: usize| values.get(&problem.reduction.variable(qubit)).copied();
    let layout = &problem.cost.layout;
    let board = layout.coded().map(guess);
    // of auxiliaries a board says nothing
    Ok(board.chain(layout.auxiliaries().map(|_| None)).collect())
}

/// What a board says of the variables of its cells.
fn read(puzzle: &Puzzle, file: &str, rows: &[String]) -> Result<BTreeMap<Var, bool>> {
    let slots = &puzzle.slots;
    let fits =
        rows.len() == slots.rows() && rows.iter().all(|row| row.chars().count() == slots.cols());
    if !fits {
        let found = format!("{} lines of a board", rows.len());
        let remedy = format!("give {} lines of {} characters", slots.rows(), slots.cols());
        return Err(Error::input(file, None, found, remedy));
    }
    let mut values = BTreeMap::new();
    for (cell, slot) in slots.iter() {
        let shown = rows[cell.row].chars().nth(cell.col).unwrap_or('?');
        if ['.', '?'].contains(&shown) {
            continue;
        }
        match slot {
            Slot::Missing | Slot::Fixture(_) => {}
            Slot::Bit(var) => match shown {
                '0' => drop(values.insert(*var, false)),
                '1' => drop(values.insert(*var, true)),
                other => {
                    let found = format!("{cell} is {other:?}");
                    let remedy = "a cell is 0, 1, or . where nothing is guessed";
                    return Err(Error::input(file, Some(cell.row + 1), found, remedy));
                }
            },
            Slot::Choice(choice) => {
                values.extend(
                    choice
                        .of
                        .iter()
                        .map(|(symbol, var)| (*var, *symbol == shown)),
                );
            }
        }
    }
    Ok(values)
}
