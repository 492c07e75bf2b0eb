//! An iteration gate by gate on the sparse simulator, every ancilla kept at 0 with its probability.
//!
//! An ancilla is done when its house is, and is projected then rather than at the end, which is the
//! same distribution (deferred measurement); and a cell is prepared when it is needed, which is
//! the same because an open cell controls nothing. So no more basis states occur than symbols are
//! left, instead of n a cell.

use super::{DeletionCircuit, Position};
use crate::circuit::SparseState;
use crate::error::Result;
use std::collections::BTreeMap;

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
#[non_exhaustive]
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

/// What an iteration did.
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
/// let deleted = DeletionCircuit::board(&position).run(&position)?;
/// assert!(deleted.probability() > 0.0 && deleted.basis_states >= 2);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
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
    /// Runs the circuit.
    ///
    /// # Errors
    /// If it has more than 128 qubits, or the state does not fit into memory.
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

    /// The symbols that are left of each cell, read from the final state.
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

/// Probabilities below this are rounding noise: the smallest that can occur is 1/16.
const NEVER: f64 = 1e-9;
