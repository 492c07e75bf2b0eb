//! One iteration as gates: all cells at once, or one cell with the clues it sees.
//!
//! The symbol with number s is the value s of the element qubits, least significant first (the
//! source's table 1 writes the bits the other way round). Cells are in reading order, not block by
//! block as in the source's figure 2.

use super::Position;
use crate::circuit::{Circuit, Gate, Register, uniform};

const HOUSES: [&str; 3] = ["block", "row", "column"];

/// The qubits of a cell in a circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellQubits {
    /// The cell's number.
    pub cell: usize,
    /// They hold the symbol.
    pub element: Register,
    /// 1 where the cell is a clue.
    pub clue: usize,
    /// P, Q, R; none where nothing is deleted from the cell.
    pub ancillas: Option<Register>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct CellDeletions {
    pub(super) place: usize,
    /// The ancilla and the gates of each house.
    pub(super) houses: [(usize, Vec<Gate>); 3],
}

/// One iteration: cells prepared, symbols deleted.
#[derive(Clone, PartialEq, Debug)]
pub struct DeletionCircuit {
    /// The registers, without gates.
    pub layout: Circuit,
    /// The cells that have qubits.
    pub cells: Vec<CellQubits>,
    pub(super) prepare: Vec<Vec<Gate>>,
    pub(super) targets: Vec<CellDeletions>,
}

impl DeletionCircuit {
    /// The circuit of all cells, each with ⌈log₂ n⌉ + 4 qubits. As in the source every cell is
    /// joined to every other it sees; the clue qubits decide which of them act.
    pub fn board(position: &Position) -> Self {
        let all: Vec<usize> = (0..position.cells()).collect();
        Self::new(position, &all, &all)
    }

    /// The circuit of one cell and the clues it sees: what the whole circuit does to this cell.
    pub fn cell(position: &Position, cell: usize) -> Self {
        let mut cells = vec![cell];
        cells.extend(position.seen_clues(cell));
        Self::new(position, &cells, &[cell])
    }

    fn new(position: &Position, cells: &[usize], targets: &[usize]) -> Self {
        let mut layout = Circuit::default();
        let mut placed = Vec::new();
        for &cell in cells {
            placed.push(add_cell(
                &mut layout,
                position,
                cell,
                targets.contains(&cell),
            ));
        }
        let prepare = placed.iter().map(|cell| prepared(cell, position)).collect();
        let is_target = |cell: &CellQubits| cell.ancillas.is_some();
        let places = (0..placed.len()).filter(|&place| is_target(&placed[place]));
        let targets = places.map(|place| target(place, &placed, position));
        Self {
            targets: targets.collect(),
            layout,
            prepare,
            cells: placed,
        }
    }

    /// All gates in order: every cell prepared, then the deletions cell by cell; element qubits and
    /// ancillas are measured.
    pub fn circuit(&self) -> Circuit {
        let mut circuit = self.layout.clone();
        circuit.extend(self.prepare.iter().flatten().cloned());
        for target in &self.targets {
            circuit.extend(target.houses.iter().flat_map(|(_, gates)| gates.clone()));
        }
        let targets = self.targets.iter().map(|target| &self.cells[target.place]);
        let elements = targets.clone().flat_map(|cell| cell.element.qubits.clone());
        let ancillas = targets.flat_map(|cell| cell.ancillas.iter());
        let ancillas = ancillas.flat_map(|register| register.qubits.clone());
        circuit.measure(elements.chain(ancillas).collect());
        circuit
    }
}

fn add_cell(layout: &mut Circuit, position: &Position, cell: usize, is_target: bool) -> CellQubits {
    let name = &position.names[cell];
    let element = layout.add_data(name.clone(), position.element_qubits());
    let clue = layout.add_data(format!("{name}_clue"), 1);
    let ancillas = is_target.then(|| layout.add_ancillas(format!("{name}_pqr"), HOUSES.len()));
    CellQubits {
        cell,
        element,
        clue: clue.qubit(0),
        ancillas,
    }
}

/// A clue is written with its symbol and marked; an open cell holds all symbols.
fn prepared(cell: &CellQubits, position: &Position) -> Vec<Gate> {
    let element: Vec<usize> = cell.element.qubits.clone().collect();
    let Some(symbol) = position.clues[cell.cell] else {
        return uniform(&element, position.symbols as u64);
    };
    let ones = element.iter().enumerate();
    let ones = ones.filter(|(k, _)| symbol >> k & 1 == 1).map(|(_, &q)| q);
    ones.chain([cell.clue]).map(Gate::x).collect()
}

fn target(place: usize, placed: &[CellQubits], position: &Position) -> CellDeletions {
    let cell = &placed[place];
    let ancillas = cell.ancillas.as_ref().expect("a target has ancillas");
    let houses = [0, 1, 2].map(|house| {
        let ancilla = ancillas.qubit(house);
        let peers = &position.peers[cell.cell][house];
        let peers = placed.iter().filter(|other| peers.contains(&other.cell));
        let marks = peers.flat_map(|peer| {
            (0..position.symbols)
                .map(move |symbol| DeletionCircuit::mark(peer, cell, ancilla, symbol))
        });
        (ancilla, DeletionCircuit::divided(ancilla, marks.collect()))
    });
    CellDeletions { place, houses }
}

impl DeletionCircuit {
    /// The wave divider, `marks` in its sub-waves, and the combiner; no gates without marks.
    pub fn divided(ancilla: usize, marks: Vec<Gate>) -> Vec<Gate> {
        if marks.is_empty() {
            return marks;
        }
        let (divider, combiner) = (Gate::h(ancilla), Gate::h(ancilla));
        [divider]
            .into_iter()
            .chain(marks)
            .chain([combiner])
            .collect()
    }

    /// The phase π on `symbol` of `target` in the sub-wave where `ancilla` is 0, if `peer` is a
    /// clue with that symbol.
    pub fn mark(peer: &CellQubits, target: &CellQubits, ancilla: usize, symbol: usize) -> Gate {
        let of_peer = peer.element.qubits.clone().enumerate();
        let of_target = target.element.qubits.clone().enumerate();
        let on_symbol = of_peer
            .chain(of_target)
            .map(|(k, q)| (q, symbol >> k & 1 == 1));
        let gate = Gate::z(peer.clue).when(ancilla, false);
        on_symbol.fold(gate, |gate, (qubit, value)| gate.when(qubit, value))
    }
}
