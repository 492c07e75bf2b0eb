//! Sudoku by deletion: the classical loop around [`ketboard_circuits::DeletionCircuit`].
//!
//! An iteration deletes from every cell the symbols of the clues it sees, keeps the run whose
//! ancillas are all 0, measures the cells that the classical half names, and feeds them back as
//! clues, until no cell is left with one symbol.

use crate::error::{Error, Result};
use ketboard_circuits::{Circuit, Deleted, DeletionCircuit, Position};
use ketboard_puzzles::{Assignment, Cell, Choice, Puzzle, Slot};

/// What one iteration of deletion did.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DeletionStep {
    /// Open cells at its start.
    pub open: usize,
    /// The cells that became clues, with the symbols that were measured.
    pub clues: Vec<(usize, usize)>,
    /// The probability that all ancillas are 0.
    pub success_probability: f64,
    /// Expected runs of single cells where each is repeated by itself: Σ n/k_c over the open cells.
    pub cell_runs: f64,
}

/// How the loop ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// Every cell is a clue, and the board obeys all rules.
    Solved(Assignment),
    /// Open cells are left, each with several symbols: (cell, how many), fewest first.
    Stuck(Vec<(usize, usize)>),
    /// The clues contradict each other: the puzzle has no solution.
    NoSolution,
}

/// What a run by deletion did.
///
/// ```
/// use ketboard::{Ending, Puzzle, solve_by_deletion};
/// let puzzle = Puzzle::read("examples/puzzles/sudoku-4x4.toml")?;
/// let outcome = solve_by_deletion(&puzzle)?;
/// assert!(outcome.steps[0].open == 12 && outcome.success_probability() > 0.0);
/// let Ending::Solved(board) = outcome.ending else { panic!("it is solvable") };
/// assert!(puzzle.model.is_solved_by(&board));
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DeletionOutcome {
    /// The iterations in their order.
    pub steps: Vec<DeletionStep>,
    /// How it ended.
    pub ending: Ending,
    /// The clues at the end.
    pub position: Position,
}

impl DeletionOutcome {
    /// The probability that no deletion of any iteration fails.
    pub fn success_probability(&self) -> f64 {
        let steps = self.steps.iter();
        steps.map(|step| step.success_probability).product()
    }

    /// Expected runs of the whole circuit, each iteration repeated until all its ancillas are 0.
    pub fn expected_runs(&self) -> f64 {
        let steps = self.steps.iter();
        steps.map(|step| step.success_probability.recip()).sum()
    }
}

/// The clues of a puzzle, and which cells see each other.
///
/// # Errors
/// If it is no Sudoku.
pub fn deletion_position(puzzle: &Puzzle) -> Result<Position> {
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
    let at = at.ok_or_else(|| {
        Error::setting(
            "cell",
            format!("{name} is not on the board"),
            "name a cell of the board, such as r1c1",
        )
    })?;
    Ok(DeletionCircuit::cell(&position, at).circuit())
}

/// Runs iterations until every cell is a clue, none becomes one, or the clues contradict each
/// other.
///
/// # Errors
/// If the puzzle is no Sudoku, or a cell with its clues needs more than 128 qubits.
pub fn solve_by_deletion(puzzle: &Puzzle) -> Result<DeletionOutcome> {
    let mut position = deletion_position(puzzle)?;
    let mut steps = Vec::new();
    let ending = loop {
        if position.contradicts() {
            break Ending::NoSolution;
        }
        let deleted = by_cells(&position)?;
        if deleted.probability() == 0.0 {
            break Ending::NoSolution;
        }
        let measured = |cell: usize| Some((cell, deleted.cells[cell].certain()?));
        let clues: Vec<_> = position
            .singles()
            .into_iter()
            .filter_map(measured)
            .collect();
        let cells = deleted.cells.iter();
        let open = cells.filter(|cell| position.clues[cell.cell].is_none());
        steps.push(DeletionStep {
            open: position.open_cells().count(),
            clues: clues.clone(),
            success_probability: deleted.probability(),
            cell_runs: open.map(|cell| cell.probability().recip()).sum(),
        });
        for &(cell, symbol) in &clues {
            position.clues[cell] = Some(symbol);
        }
        if position.open_cells().next().is_none() {
            let board = assignment(puzzle, &position);
            break if puzzle.model.is_solved_by(&board) {
                Ending::Solved(board)
            } else {
                Ending::NoSolution
            };
        }
        if clues.is_empty() {
            let open = position.open_cells();
            let mut left: Vec<_> = open
                .map(|cell| (cell, position.candidates(cell).len()))
                .collect();
            left.sort_by_key(|&(cell, symbols)| (symbols, cell));
            break Ending::Stuck(left);
        }
    };
    Ok(DeletionOutcome {
        steps,
        ending,
        position,
    })
}

/// Every cell by its own circuit; ends at a cell that has no symbol left.
fn by_cells(position: &Position) -> Result<Deleted> {
    let mut all = Deleted {
        cells: Vec::new(),
        basis_states: 1,
    };
    for cell in 0..position.cells() {
        let one = DeletionCircuit::cell(position, cell).run(position)?;
        all.basis_states = all.basis_states.max(one.basis_states);
        all.cells.extend(one.cells);
        if all.probability() == 0.0 {
            break;
        }
    }
    Ok(all)
}

/// The board whose cells hold the clues.
fn assignment(puzzle: &Puzzle, position: &Position) -> Assignment {
    let mut assignment = vec![false; puzzle.model.len()];
    for ((_, choice), clue) in puzzle.slots.iter().filter_map(symbols).zip(&position.clues) {
        if let Some(symbol) = clue {
            assignment[choice.of[*symbol].1.index()] = true;
        }
    }
    assignment
}
