//! Deleting marked states: the hybrid Sudoku circuits of Pal, Chandra, Mongia, Behera & Panigrahi,
//! "Solving Sudoku game using a hybrid classical-quantum algorithm", EPL 128, 40007 (2019), called
//! the source here.
//!
//! A cell has ⌈log₂ n⌉ element qubits, a clue qubit, and three ancillas P, Q, R for its block, row
//! and column. An open cell starts in the uniform superposition of its n symbols. For each house a
//! Hadamard on the ancilla divides the wave (QWD), each clue of the house shifts the phase of its
//! own symbol by π in the sub-wave |0⟩, and a second Hadamard combines (QWC):
//!
//! > |ψ⟩|0⟩ → (1 − Π)|ψ⟩|0⟩ − Π|ψ⟩|1⟩, Π = Σ |s⟩⟨s| over the symbols of the clues
//!
//! Kept are runs whose ancillas are all 0: probability (k − m)/k for m of k symbols. A cell with
//! one symbol left is a clue of the next iteration. Clue cells are basis states, so that no two
//! cells are ever entangled: the iteration is the product of its cells ([`DeletionCircuit::cell`]),
//! and the whole circuit ([`DeletionCircuit::board`]) says the same.
//!
//! The source's claims, and what is so:
//!
//! - "96 qubits; in the discussion 64 (16·4)": 96 is right, 16·(2 + 4).
//! - "If a deletion is performed twice, we get back the original state": on the same ancilla. On
//!   another one nothing changes, so three ancillas are enough, and needed: three houses show a
//!   symbol up to three times. A house shows it twice where clues contradict each other
//!   ([`Position::contradicts`]).
//! - A deletion succeeds with probability (k − 1)/k. This is so; over an iteration it is Π k_c/n
//!   over the open cells c with k_c symbols left: 1/65536 for the first iteration of the source's
//!   own puzzle. It "does give the desired output deterministically" after 65536 expected runs; the
//!   cells, each repeated by itself, take n/k_c runs, 32 in all.
//! - The speed-up is "exponential … O(log k)". There is none: the classical half alone, naked
//!   singles, solves every board this solves.
//! - A 4×4 board "can always find a new constraint after one iteration". This is so: all 24·565 808
//!   boards with exactly one solution and an open cell have a naked single (`tests/deletion.rs`).
//! - Fig. 6 writes "deletion of 2 (∣00⟩)" where γ₃ is meant, the third cell's; by table 1 ∣00⟩ is
//!   1.
//! - On 9×9 boards a "cyclic entanglement" is collapsed, and put back where that fails. That is a
//!   guess and backtracking by the classical half; no entanglement occurs.
//!
//! A failed ancilla leaves the cell in the deleted symbol, and preparing it again is as cheap as
//! the source's recycling (its V). Cells are numbers: the caller says which of them see each other.

mod circuit;

use crate::circuit::{SparseState, bits};
use crate::error::Result;
pub use circuit::{CellQubits, DeletionCircuit};
use std::collections::BTreeMap;

// What an iteration starts from: which cells see which, and the clues.

/// A board between two iterations. Cells and symbols are numbers from 0.
///
/// ```
/// use ketboard_circuits::Position;
///
/// // two cells of one row and two symbols; the second cell is a clue
/// let position = Position {
///     symbols: 2,
///     names: vec!["r1c1".into(), "r1c2".into()],
///     peers: vec![[vec![], vec![1], vec![]], [vec![], vec![0], vec![]]],
///     clues: vec![None, Some(1)],
/// };
/// assert_eq!(position.candidates(0), [0]);
/// assert_eq!(position.singles(), [0]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Number of symbols, at least 1.
    pub symbols: usize,
    /// The names of the cells: `r1c1`.
    pub names: Vec<String>,
    /// For each cell the others in its block, row and column.
    pub peers: Vec<[Vec<usize>; 3]>,
    /// The symbol of each cell that is a clue.
    pub clues: Vec<Option<usize>>,
}

impl Position {
    /// Qubits that hold a symbol.
    pub fn element_qubits(&self) -> usize {
        bits(self.symbols as u64)
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.clues.len()
    }

    /// The clues that a cell sees, each cell once, ascending.
    pub(crate) fn seen_clues(&self, cell: usize) -> Vec<usize> {
        let mut seen = self.peers[cell].concat();
        seen.retain(|&peer| self.clues[peer].is_some());
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    /// The symbols that no clue in sight forbids the cell; of a clue at most its own. This is the
    /// classical program of the source.
    pub fn candidates(&self, cell: usize) -> Vec<usize> {
        let seen = self.seen_clues(cell);
        let forbidden = |symbol| seen.iter().any(|&peer| self.clues[peer] == Some(symbol));
        let own = self.clues[cell];
        let symbols = (0..self.symbols).filter(|&symbol| own.is_none_or(|own| own == symbol));
        symbols.filter(|&symbol| !forbidden(symbol)).collect()
    }

    /// Whether two clues that see each other hold the same symbol. Call this before a run: where a
    /// house holds a symbol twice, its two phases on a third cell cancel, and nothing is deleted
    /// there.
    pub fn contradicts(&self) -> bool {
        let clues = (0..self.cells()).filter(|&cell| self.clues[cell].is_some());
        clues
            .into_iter()
            .any(|cell| self.candidates(cell).is_empty())
    }

    /// The cells that are no clues.
    pub fn open_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.cells()).filter(|&cell| self.clues[cell].is_none())
    }

    /// The open cells with one symbol left: the clues of the next iteration.
    pub fn singles(&self) -> Vec<usize> {
        let open = self.open_cells();
        open.filter(|&cell| self.candidates(cell).len() == 1)
            .collect()
    }
}

// An iteration gate by gate on the sparse simulator, every ancilla kept at 0 with its probability.
//
// An ancilla is done when its house is, and is projected then rather than at the end, which is the
// same distribution (deferred measurement); and a cell is prepared when it is needed, which is
// the same because an open cell controls nothing. So no more basis states occur than symbols are
// left, instead of n a cell.

/// What an iteration did to one cell.
///
/// ```
/// use ketboard_circuits::{DeletionCircuit, Position};
///
/// // two cells of one row and two symbols; the second cell is a clue
/// let position = Position {
///     symbols: 2,
///     names: vec!["r1c1".into(), "r1c2".into()],
///     peers: vec![[vec![], vec![1], vec![]], [vec![], vec![0], vec![]]],
///     clues: vec![None, Some(1)],
/// };
/// let deleted = DeletionCircuit::cell(&position, 0).run(&position)?;
/// let cell = &deleted.cells[0];
/// assert_eq!(cell.certain(), Some(0)); // symbol 1 was deleted
/// assert!((cell.probability() - 0.5).abs() < 1e-12);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CellOutcome {
    /// The cell.
    pub cell: usize,
    /// The probability that P, Q and R are 0, each given those before it.
    pub kept: [f64; 3],
    /// The probability of each symbol that is left; empty where none is.
    pub symbols: BTreeMap<usize, f64>,
}

impl CellOutcome {
    /// The probability that all three deletions succeed.
    pub fn probability(&self) -> f64 {
        self.kept.iter().product()
    }

    /// The symbol that a measurement gives for certain.
    pub fn certain(&self) -> Option<usize> {
        let (&symbol, _) = self.symbols.first_key_value()?;
        (self.symbols.len() == 1).then_some(symbol)
    }
}

/// What an iteration did to the cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Deleted {
    /// Each cell that symbols were deleted from; after one where nothing is left, no more.
    pub cells: Vec<CellOutcome>,
    /// The most basis states that occurred at once.
    pub basis_states: usize,
}

impl Deleted {
    /// The probability that all ancillas are 0.
    pub fn probability(&self) -> f64 {
        self.cells.iter().map(CellOutcome::probability).product()
    }
}

impl DeletionCircuit {
    /// Runs the circuit. Fails if it has more than 128 qubits, or the state does not fit into
    /// memory.
    pub fn run(&self, position: &Position) -> Result<Deleted> {
        let mut state = SparseState::new(self.layout.qubits())?;
        for (cell, gates) in self.cells.iter().zip(&self.prepare) {
            if position.clues[cell.cell].is_some() {
                state.apply(gates)?;
            }
        }
        let mut deleted = Deleted {
            cells: Vec::new(),
            basis_states: 1,
        };
        for at in 0..self.targets.len() {
            let outcome = self.delete_from(at, position, &mut state, &mut deleted.basis_states)?;
            let is_lost = outcome.probability() == 0.0;
            deleted.cells.push(outcome);
            if is_lost {
                break;
            }
        }
        self.read_symbols(&state, &mut deleted);
        Ok(deleted)
    }

    fn delete_from(
        &self,
        at: usize,
        position: &Position,
        state: &mut SparseState,
        most: &mut usize,
    ) -> Result<CellOutcome> {
        let target = &self.targets[at];
        let cell = &self.cells[target.place];
        let mut outcome = CellOutcome {
            cell: cell.cell,
            kept: [1.0; 3],
            symbols: BTreeMap::new(),
        };
        if position.clues[cell.cell].is_none() {
            state.apply(&self.prepare[target.place])?;
        }
        for (house, (ancilla, gates)) in target.houses.iter().enumerate() {
            state.apply(gates)?;
            *most = (*most).max(state.len());
            // Where 0 cannot occur, the state stays and the run ends: no symbol is left.
            let kept = state.probability(|x| x >> ancilla & 1 == 0);
            if kept < NEVER {
                outcome.kept[house] = 0.0;
                return Ok(outcome);
            }
            outcome.kept[house] = state.project(*ancilla, false)?;
        }
        Ok(outcome)
    }

    fn read_symbols(&self, state: &SparseState, deleted: &mut Deleted) {
        for (outcome, target) in deleted.cells.iter_mut().zip(&self.targets) {
            if outcome.probability() == 0.0 {
                continue;
            }
            let element = self.cells[target.place].element.qubits.clone();
            let symbols = state.distribution(&element.collect::<Vec<_>>()).into_iter();
            outcome.symbols = symbols
                .filter(|(_, probability)| *probability >= NEVER)
                .map(|(value, probability)| (value as usize, probability))
                .collect();
        }
    }
}

/// Smaller probabilities are rounding noise: the smallest that can occur is 1/16.
const NEVER: f64 = 1e-9;
