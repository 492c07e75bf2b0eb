//! What an iteration starts from: which cells see which, and the clues.

use crate::circuit::bits;

/// A board between two iterations. Cells and symbols are numbers from 0.
///
/// ```
/// use ketboard_circuits::{Position};
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

    /// Whether two clues that see each other hold the same symbol.
    ///
    /// A trap: where a house holds a symbol twice, its two phases on a third cell cancel, and
    /// nothing is deleted there. So call this before a run.
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
