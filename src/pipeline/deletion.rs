//! Sudoku by deletion: the classical loop around [`ketboard_circuits::DeletionCircuit`].
//!
//! An iteration deletes from every cell the symbols of the clues it sees, keeps the run whose
//! ancillas are all 0, measures the cells that the classical half names, and feeds them back as
//! clues, until no cell is left with one symbol.

use crate::error::{Error, NoSolution, Result};
use ketboard_circuits::{CellOutcome, Circuit, DeletionCircuit, Position};
use ketboard_puzzles::{Assignment, Cell, Choice, Puzzle, Slot};
use serde::Serialize;

/// What one iteration of deletion did.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct DeletionStep {
    /// Open cells at its start.
    pub open: usize,
    /// The probability that all ancillas are 0.
    pub success_probability: f64,
    /// Expected runs of single cells where each is repeated by itself: Σ n/k_c over the open cells.
    pub expected_cell_runs: f64,
    /// The cells that became clues, with the symbols that were measured: `r1c3 = 2`.
    pub clues: Vec<String>,
}

/// A cell that deletion leaves open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct OpenCell {
    /// Its name.
    pub cell: String,
    /// How many symbols it may still show.
    pub symbols: usize,
}

/// What a run by deletion did: keys of `deletion --json`.
///
/// ```
/// use ketboard::{Puzzle, solve_by_deletion};
/// let puzzle = Puzzle::read("examples/puzzles/sudoku-4x4.toml")?;
/// let outcome = solve_by_deletion(&puzzle)?;
/// assert!(outcome.steps[0].open == 12 && outcome.success_probability > 0.0);
/// let board = outcome.board.expect("one cell after the other is left with one symbol");
/// assert!(puzzle.model.is_solved_by(&board));
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct DeletionOutcome {
    /// The iterations in their order.
    pub steps: Vec<DeletionStep>,
    /// The probability that no deletion of any iteration fails.
    pub success_probability: f64,
    /// Expected runs of the whole circuit, each iteration repeated until all its ancillas are 0.
    pub expected_runs: f64,
    /// Cells that are left with several symbols, those with fewest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenCell>,
    /// The board, where no cell is left open; it obeys all rules.
    #[serde(skip)]
    pub board: Option<Assignment>,
}

/// The clues of a puzzle, and which cells see each other.
///
/// # Errors
/// If it is no Sudoku.
pub(crate) fn deletion_position(puzzle: &Puzzle) -> Result<Position> {
    let choices: Option<Vec<(Cell, &Choice)>> = puzzle.slots.iter().map(symbols).collect();
    let Some(choices) = choices.filter(|_| puzzle.family == "sudoku") else {
        return Err(Error::input(
            &puzzle.file,
            None,
            format!("deletion is for sudoku, the family is {}", puzzle.family),
            "use ketboard solve or ketboard grover",
        ));
    };
    let regions = puzzle.look.regions.as_ref();
    let region = |cell| regions.and_then(|regions| *regions.get(cell)?);
    let sees = |house: usize, a: Cell, b: Cell| match house {
        0 => region(a).is_some() && region(a) == region(b),
        1 => a.row == b.row,
        _ => a.col == b.col,
    };
    let cells: Vec<Cell> = choices.iter().map(|(cell, _)| *cell).collect();
    let others = |house, at: usize| {
        let all = 0..cells.len();
        all.filter(|&other| other != at && sees(house, cells[at], cells[other]))
            .collect()
    };
    let given = |choice: &Choice| {
        let given = choice.given?;
        choice.of.iter().position(|(symbol, _)| *symbol == given)
    };
    Ok(Position {
        symbols: puzzle.slots.rows(),
        names: cells.iter().map(Cell::to_string).collect(),
        peers: (0..cells.len())
            .map(|at| [0, 1, 2].map(|house| others(house, at)))
            .collect(),
        clues: choices.iter().map(|(_, choice)| given(choice)).collect(),
    })
}

/// The symbols of a cell that shows one of several; `None` for any other.
fn symbols((cell, slot): (Cell, &Slot)) -> Option<(Cell, &Choice)> {
    match slot {
        Slot::Choice(choice) => Some((cell, choice)),
        Slot::Missing | Slot::Bit(_) | Slot::Tree => None,
    }
}

/// The circuit of the first iteration: the whole board, or one cell with the clues it sees.
///
/// # Errors
/// If the puzzle is no Sudoku, or `cell` is none of its cells.
pub fn deletion_circuit(puzzle: &Puzzle, cell: Option<Cell>) -> Result<Circuit> {
    let position = deletion_position(puzzle)?;
    let Some(cell) = cell else {
        return Ok(DeletionCircuit::board(&position).circuit());
    };
    let name = cell.to_string();
    let at = position.names.iter().position(|other| *other == name);
    let (found, remedy) = ("is not on the board", "name a cell of it, such as r1c1");
    let at = at.ok_or_else(|| Error::setting("cell", format!("{name} {found}"), remedy))?;
    Ok(DeletionCircuit::cell(&position, at).circuit())
}

/// Runs iterations until every cell is a clue, or none becomes one.
///
/// # Errors
/// If the puzzle is no Sudoku, a cell with its clues needs more than 128 qubits, or the clues
/// contradict each other: the puzzle then has no solution.
pub fn solve_by_deletion(puzzle: &Puzzle) -> Result<DeletionOutcome> {
    let mut position = deletion_position(puzzle)?;
    let choices = puzzle
        .slots
        .iter()
        .filter_map(|slot| Some(symbols(slot)?.1));
    let choices: Vec<&Choice> = choices.collect();
    let no_solution = || Err(NoSolution::by_search(puzzle).into());
    let mut outcome = DeletionOutcome {
        steps: Vec::new(),
        success_probability: 1.0,
        expected_runs: 0.0,
        open: Vec::new(),
        board: None,
    };
    loop {
        if position.contradicts() {
            return no_solution();
        }
        // every cell by its own circuit
        let mut deleted = Vec::new();
        for cell in 0..position.cells() {
            let found = DeletionCircuit::cell(&position, cell).run(&position)?.cells;
            if found.iter().any(|cell| cell.probability() == 0.0) {
                return no_solution();
            }
            deleted.extend(found);
        }
        let success: f64 = deleted.iter().map(CellOutcome::probability).product();
        let open = deleted
            .iter()
            .filter(|cell| position.clues[cell.cell].is_none());
        let mut step = DeletionStep {
            open: position.open_cells().count(),
            success_probability: success,
            expected_cell_runs: open.map(|cell| cell.probability().recip()).sum(),
            clues: Vec::new(),
        };
        for cell in position.singles() {
            if let Some(symbol) = deleted[cell].certain() {
                let shown = choices[cell].of[symbol].0;
                step.clues
                    .push(format!("{} = {shown}", position.names[cell]));
                position.clues[cell] = Some(symbol);
            }
        }
        let is_stuck = step.clues.is_empty();
        outcome.success_probability *= success;
        outcome.expected_runs += success.recip();
        outcome.steps.push(step);
        if position.open_cells().next().is_none() {
            let mut board = vec![false; puzzle.model.len()];
            for (choice, symbol) in choices.iter().zip(position.clues.iter().flatten()) {
                board[choice.of[*symbol].1.index()] = true;
            }
            if !puzzle.model.is_solved_by(&board) {
                return no_solution();
            }
            outcome.board = Some(board);
            return Ok(outcome);
        }
        if is_stuck {
            let open = position.open_cells().map(|cell| OpenCell {
                cell: position.names[cell].clone(),
                symbols: position.candidates(cell).len(),
            });
            outcome.open = open.collect();
            outcome.open.sort_by_key(|cell| cell.symbols);
            return Ok(outcome);
        }
    }
}
