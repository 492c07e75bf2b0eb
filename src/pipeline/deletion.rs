//! Sudoku by deletion: the classical loop around [`ketboard_circuits::DeletionCircuit`].
//!
//! An iteration deletes from every cell the symbols of the clues it sees, keeps the run whose
//! ancillas are all 0, measures the cells that the classical half names, and feeds them back as
//! clues. Where no cell is left with one symbol, the source collapses a cell to one of its symbols
//! and puts it back where that fails: [`Guesses::Allowed`], which is a depth-first search, no more.

use crate::error::{Error, Result};
use ketboard_circuits::{Circuit, Deleted, DeletionCircuit, Position};
use ketboard_puzzles::{Ask, Assignment, Cell, Choice, Puzzle, Slot};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::ops::ControlFlow;

/// What is done where no open cell has one symbol left.
///
/// ```
/// use ketboard::{DeletionPlan, Guesses, Puzzle, solve_by_deletion};
/// let puzzle = Puzzle::read("examples/puzzles/sudoku-4x4.toml")?;
/// let plan = DeletionPlan { guesses: Guesses::None, seed: 1 };
/// let outcome = solve_by_deletion(&puzzle, &plan)?;
/// assert!(outcome.steps.iter().all(|step| step.guess.is_none()));
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guesses {
    /// The search ends there.
    None,
    /// A cell is collapsed to one of its symbols, and put back where that leads nowhere.
    Allowed,
}

/// How a board is solved by deletion.
///
/// ```
/// use ketboard::{DeletionPlan, Guesses, Puzzle, solve_by_deletion};
/// let puzzle = Puzzle::read("examples/puzzles/sudoku-4x4.toml")?;
/// let plan = DeletionPlan { guesses: Guesses::Allowed, seed: 1 };
/// assert_eq!(solve_by_deletion(&puzzle, &plan)?, solve_by_deletion(&puzzle, &plan)?);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeletionPlan {
    /// What is done where no open cell has one symbol left.
    pub guesses: Guesses,
    /// Seed of guesses and of the simulated repetitions.
    pub seed: u64,
}

/// What one iteration of deletion did.
///
/// ```
/// use ketboard::{DeletionPlan, Guesses, Puzzle, solve_by_deletion};
/// let puzzle = Puzzle::read("examples/puzzles/sudoku-4x4.toml")?;
/// let plan = DeletionPlan { guesses: Guesses::Allowed, seed: 1 };
/// let outcome = solve_by_deletion(&puzzle, &plan)?;
/// let first = &outcome.steps[0];
/// assert!(first.open == 12 && first.success_probability > 0.0);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DeletionStep {
    /// The cell that was collapsed to a guessed symbol before it, and that symbol.
    pub guess: Option<(usize, usize)>,
    /// Open cells at its start.
    pub open: usize,
    /// The cells that became clues, with the symbols that were measured.
    pub clues: Vec<(usize, usize)>,
    /// The probability that all ancillas are 0; 0 where a cell has no symbol left.
    pub success_probability: f64,
    /// Runs of the whole circuit until all ancillas were 0, drawn with that probability; none where
    /// it is 0.
    pub runs: Option<f64>,
    /// Expected runs of single cells where each is repeated by itself: Σ n/k_c over the open cells;
    /// infinite where one has no symbol left.
    pub cell_runs: f64,
    /// The same probability by the whole circuit gate by gate, where it was simulated.
    pub whole_circuit: Option<f64>,
}

/// How the loop ended.
///
/// ```
/// use ketboard::{DeletionPlan, Ending, Guesses, Puzzle, solve_by_deletion};
/// let puzzle = Puzzle::read("examples/puzzles/sudoku-4x4.toml")?;
/// let plan = DeletionPlan { guesses: Guesses::Allowed, seed: 1 };
/// let outcome = solve_by_deletion(&puzzle, &plan)?;
/// let Ending::Solved(board) = outcome.ending else { panic!("it is solvable") };
/// assert!(puzzle.model.is_solved_by(&board));
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// Every cell is a clue, and the board obeys all rules.
    Solved(Assignment),
    /// Open cells are left, each with several symbols: (cell, how many).
    Stuck(Vec<(usize, usize)>),
    /// The clues contradict each other: the puzzle has no solution.
    NoSolution,
}

/// What a run by deletion did.
///
/// ```
/// use ketboard::{DeletionPlan, Guesses, Puzzle, solve_by_deletion};
/// let puzzle = Puzzle::read("examples/puzzles/sudoku-4x4.toml")?;
/// let plan = DeletionPlan { guesses: Guesses::Allowed, seed: 1 };
/// let outcome = solve_by_deletion(&puzzle, &plan)?;
/// assert!(outcome.success_probability() > 0.0 && outcome.expected_runs() >= 1.0);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DeletionOutcome {
    /// The iterations in their order, those after wrong guesses too.
    pub steps: Vec<DeletionStep>,
    /// How it ended.
    pub ending: Ending,
    /// The clues at the end.
    pub position: Position,
    /// Qubits of the whole circuit.
    pub qubits: usize,
    /// Ancillas among them.
    pub ancillas: usize,
    /// Gates of the whole first iteration, each with its controls one gate.
    pub gates: usize,
}

impl DeletionOutcome {
    /// The probability that no deletion of any iteration fails.
    pub fn success_probability(&self) -> f64 {
        self.steps
            .iter()
            .map(|step| step.success_probability)
            .product()
    }

    /// Expected runs of the whole circuit, each iteration repeated until all its ancillas are 0;
    /// infinite where one cannot.
    pub fn expected_runs(&self) -> f64 {
        let runs = self
            .steps
            .iter()
            .map(|step| step.success_probability.recip());
        runs.sum()
    }

    /// How many cells were guessed.
    pub(crate) fn guesses(&self) -> usize {
        let guessed = self.steps.iter().filter(|step| step.guess.is_some());
        guessed.count()
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

fn symbols((cell, slot): (Cell, &Slot)) -> Option<(Cell, &Choice)> {
    match slot {
        Slot::Choice(choice) => Some((cell, choice)),
        Slot::Missing | Slot::Bit(_) | Slot::Fixture(_) => None,
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
pub fn solve_by_deletion(puzzle: &Puzzle, plan: &DeletionPlan) -> Result<DeletionOutcome> {
    solve_by_deletion_asking(puzzle, plan, &|| ControlFlow::Continue(()))
}

/// [`solve_by_deletion`], asking before each iteration whether to go on.
///
/// # Errors
/// As [`solve_by_deletion`]; [`Error::Stopped`] where `ask` says stop.
pub(crate) fn solve_by_deletion_asking(
    puzzle: &Puzzle,
    plan: &DeletionPlan,
    ask: Ask<'_>,
) -> Result<DeletionOutcome> {
    let position = deletion_position(puzzle)?;
    let whole = DeletionCircuit::board(&position);
    let circuit = whole.circuit();
    let mut run = DeletionLoop {
        puzzle,
        plan,
        rng: ChaCha8Rng::seed_from_u64(plan.seed),
        steps: Vec::new(),
        position,
        open_guesses: Vec::new(),
    };
    let ending = run.run_until_the_end(ask)?;
    Ok(DeletionOutcome {
        steps: run.steps,
        ending,
        position: run.position,
        qubits: circuit.qubits(),
        ancillas: circuit.ancillas(),
        gates: circuit.gates().len(),
    })
}

/// A guess that may have to be taken back.
struct OpenGuess {
    before: Position,
    cell: usize,
    untried: Vec<usize>,
}

struct DeletionLoop<'a> {
    puzzle: &'a Puzzle,
    plan: &'a DeletionPlan,
    rng: ChaCha8Rng,
    steps: Vec<DeletionStep>,
    position: Position,
    open_guesses: Vec<OpenGuess>,
}

impl DeletionLoop<'_> {
    fn run_until_the_end(&mut self, ask: Ask<'_>) -> Result<Ending> {
        let mut guess = None;
        loop {
            if ask().is_break() {
                return Err(Error::Stopped);
            }
            let step = self.iteration(guess.take())?;
            let (contradicts, grows) = (step.success_probability == 0.0, !step.clues.is_empty());
            self.steps.push(step);
            if !contradicts && self.position.open_cells().next().is_none() {
                let board = assignment(self.puzzle, &self.position);
                if self.puzzle.model.is_solved_by(&board) {
                    return Ok(Ending::Solved(board));
                }
            } else if !contradicts && grows {
                continue;
            } else if !contradicts {
                let stuck = self.fewest_first();
                if self.plan.guesses == Guesses::None {
                    return Ok(Ending::Stuck(stuck));
                }
                self.open_guesses.push(OpenGuess {
                    before: self.position.clone(),
                    cell: stuck[0].0,
                    untried: self.position.candidates(stuck[0].0),
                });
            }
            guess = self.next_guess();
            if guess.is_none() {
                return Ok(Ending::NoSolution);
            }
        }
    }

    /// Collapses the cell of the last guess to a symbol not yet tried; goes back a guess where
    /// there is none.
    fn next_guess(&mut self) -> Option<(usize, usize)> {
        while let Some(guess) = self.open_guesses.last_mut() {
            if guess.untried.is_empty() {
                self.open_guesses.pop();
                continue;
            }
            let at = self.rng.next_u64() % guess.untried.len() as u64;
            let symbol = guess.untried.remove(at as usize);
            self.position = guess.before.clone();
            self.position.clues[guess.cell] = Some(symbol);
            return Some((guess.cell, symbol));
        }
        None
    }

    /// Deletes from every cell; the cells with one symbol left become clues.
    fn iteration(&mut self, guess: Option<(usize, usize)>) -> Result<DeletionStep> {
        let mut step = DeletionStep {
            guess,
            open: self.position.open_cells().count(),
            clues: Vec::new(),
            success_probability: 0.0,
            runs: None,
            cell_runs: f64::INFINITY,
            whole_circuit: None,
        };
        if self.position.contradicts() {
            return Ok(step);
        }
        let deleted = by_cells(&self.position)?;
        step.success_probability = deleted.probability();
        if step.success_probability == 0.0 {
            return Ok(step);
        }
        let cells = deleted.cells.iter();
        let open = cells.filter(|cell| self.position.clues[cell.cell].is_none());
        step.cell_runs = open.map(|cell| cell.probability().recip()).sum();
        step.runs = Some(runs_until_success(step.success_probability, &mut self.rng));
        if fits_whole(&self.position) {
            let whole = DeletionCircuit::board(&self.position).run(&self.position)?;
            step.whole_circuit = Some(whole.probability());
        }
        for cell in self.position.singles() {
            let measured = deleted.cells[cell].certain();
            let symbol = measured.expect("a cell with one symbol left is measured for certain");
            step.clues.push((cell, symbol));
        }
        for &(cell, symbol) in &step.clues {
            self.position.clues[cell] = Some(symbol);
        }
        Ok(step)
    }

    /// The open cells with the number of their symbols, fewest first.
    fn fewest_first(&self) -> Vec<(usize, usize)> {
        let open = self.position.open_cells();
        let count = |cell| (cell, self.position.candidates(cell).len());
        let mut counted: Vec<_> = open.map(count).collect();
        counted.sort_by_key(|&(cell, symbols)| (symbols, cell));
        counted
    }
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

/// Basis states of the whole circuit that are simulated beside the cells.
const WHOLE: u128 = 1 << 14;

/// Whether the whole circuit has at most 128 qubits and few basis states.
fn fits_whole(position: &Position) -> bool {
    let qubits = position.cells() * (position.element_qubits() + 4);
    let left = (0..position.cells()).map(|cell| position.candidates(cell).len() as u128);
    qubits <= 128 && left.fold(1, u128::saturating_mul) <= WHOLE
}

/// A number of runs from the geometric distribution: ⌈ln u / ln(1 − p)⌉ for u uniform in (0, 1].
fn runs_until_success(p: f64, rng: &mut ChaCha8Rng) -> f64 {
    let u = ((rng.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
    if p < 1.0 {
        (libm::log(u) / libm::log1p(-p)).ceil().max(1.0)
    } else {
        1.0
    }
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
