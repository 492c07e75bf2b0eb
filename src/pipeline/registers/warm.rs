//! Where the mixer `warm` begins: each qubit turned toward a guess.
//!
//! Qubit k starts in √(1 − c)|0⟩ + √c|1⟩ with c = 1 − ε where the guess is 1, ε where it is 0, and
//! ½ where it says nothing (Egger, Mareček & Woerner, Quantum 5, 479 (2021), eq. 7, for a guess of
//! zeros and ones). ε = ½ is the uniform start; at ε = 0 no mixer leaves the guess, so it is not
//! allowed.

use crate::error::{Error, Result};
use crate::pipeline::Problem;
use ketboard_puzzles::{AnnealSettings, Puzzle, Slot, Var};
use std::collections::BTreeMap;

/// ε where none is set.
const EPSILON: f64 = 0.25;

/// Restarts and sweeps of the annealing: a guess, not a solver.
const RESTARTS: u64 = 1;
/// Sweeps of each restart.
const SWEEPS: u64 = 50;

/// The probability of a 1 in every qubit: toward the board of the settings, or toward what a short
/// annealing finds.
///
/// # Errors
/// If the board does not fit the puzzle.
pub(super) fn probabilities(problem: &Problem) -> Result<Vec<f64>> {
    let settings = &problem.settings;
    let epsilon = settings.warm_epsilon.unwrap_or(EPSILON);
    let guesses = match &settings.warm_start {
        None => annealed(problem, settings.seed),
        Some(board) => of_board(problem, board)?,
    };
    let c = |guess: Option<bool>| match guess {
        Some(true) => 1.0 - epsilon,
        Some(false) => epsilon,
        None => 0.5,
    };
    Ok(guesses.into_iter().map(c).collect())
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
    let found = settings.anneal(polynomial.n(), polynomial.terms());
    found.bits.into_iter().map(Some).collect()
}

/// The values of the reduced variables on a guessed board; `None` where its cell is not guessed.
///
/// # Errors
/// If the rows are no board of this puzzle, or contradict what is deduced.
fn of_board(problem: &Problem, board: &str) -> Result<Vec<Option<bool>>> {
    let values = read(&problem.puzzle, board)?;
    let guess = |qubit: usize| values.get(&problem.reduction.variables[qubit]).copied();
    let layout = &problem.cost.layout;
    let board = layout.coded().map(guess);
    // of auxiliaries a board says nothing
    Ok(board.chain(layout.auxiliaries().map(|_| None)).collect())
}

/// What a board says of the variables of its cells.
fn read(puzzle: &Puzzle, board: &str) -> Result<BTreeMap<Var, bool>> {
    let (file, rows) = ("the warm start", board.lines().collect::<Vec<_>>());
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
            Slot::Missing | Slot::Tree => {}
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
