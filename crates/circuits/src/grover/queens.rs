//! The search for N queens as in "Solving N-Queens Puzzle with Q#": N² qubits in rows that are W
//! states.
//!
//! The oracle computes, marks and uncomputes: each of N − 1 ancillas takes the parity of a column;
//! each of N(N − 1)/2 ancillas starts at 1 and is flipped to 0 by the queens of its pair of rows
//! where they share a diagonal; all at 1 is a solution. Both checks rely on one queen a row, which
//! no gate ever changes.
//!
//! Two things are not as in the source. Its target qubit, in |−⟩, only makes a sign of a flip:
//! here the sign is given to the ancillas directly, one qubit fewer. And inside the space of one
//! queen a row, the start of a row's W state is known by its first qubit alone: the diffusion has N
//! controls, not N².

use super::GroverCircuit;
use crate::circuit::{Circuit, Gate, Register, around, flip_where, inverse, spread, w_state};
use crate::error::{Error, Result};

impl GroverCircuit {
    /// The circuit for N queens; qubit N·row + column is that square.
    ///
    /// # Errors
    /// If `n` is below 2: there is nothing to check.
    pub fn queens(n: usize) -> Result<Self> {
        if n < 2 {
            return Err(Error::argument(
                "size",
                format!("{n}"),
                "the circuit of rows starts at two queens",
            ));
        }
        let mut layout = Circuit::default();
        let rows: Vec<Register> = (1..=n)
            .map(|row| layout.add_data(format!("row{row}"), n))
            .collect();
        let column = layout.add_ancillas("column", n - 1);
        let diagonal = layout.add_ancillas("diagonal", n * (n - 1) / 2);
        layout.measure((0..n * n).collect());

        let holds = |row: usize, square, _| vec![(rows[row].qubit(square), true)];
        let checks = [
            columns(n, 1, &column, &holds),
            diagonals(n, 1, &diagonal, &holds),
        ];
        let starts = rows.iter().map(|row| row.qubit(0));
        Ok(Self {
            prepare: in_rows(&rows, w_state),
            oracle: checked(&checks.concat(), [column, diagonal]),
            diffusion: around(&in_rows(&rows, spread), ones(starts)),
            layout,
        })
    }
}

fn in_rows(rows: &[Register], gates: impl Fn(std::ops::Range<usize>) -> Vec<Gate>) -> Vec<Gate> {
    let rows = rows.iter();
    rows.flat_map(|row| gates(row.qubits.clone())).collect()
}

/// −1 where `checks` leave a 1 in every ancilla, which are given back.
pub(super) fn checked(checks: &[Gate], ancillas: impl IntoIterator<Item = Register>) -> Vec<Gate> {
    let ancillas = ancillas.into_iter().flat_map(|register| register.qubits);
    let undone: Vec<Gate> = inverse(checks).collect();
    around(&undone, ones(ancillas))
}

/// −1 where all of `qubits` are 1.
pub(super) fn ones(qubits: impl IntoIterator<Item = usize>) -> Vec<Gate> {
    flip_where(qubits.into_iter().map(|qubit| (qubit, true)))
}

/// How the square in a row and a column is seen to hold an item: qubits and their values.
pub(super) type Holds<'a> = &'a dyn Fn(usize, usize, usize) -> Vec<(usize, bool)>;

/// The parity of every item in every column but the last, of a board of n rows.
pub(super) fn columns(n: usize, items: usize, parity: &Register, holds: Holds) -> Vec<Gate> {
    let places = (0..n - 1).flat_map(|column| (0..items).map(move |item| (column, item)));
    let mut gates = Vec::new();
    for ((column, item), ancilla) in places.zip(parity.qubits.clone()) {
        gates.extend((0..n).map(|row| flipped(ancilla, holds(row, column, item))));
    }
    gates
}

/// For each pair of rows and each item a 1 that becomes a 0 where the two squares that hold it
/// share a diagonal.
pub(super) fn diagonals(n: usize, items: usize, apart: &Register, holds: Holds) -> Vec<Gate> {
    let mut gates: Vec<Gate> = apart.qubits.clone().map(Gate::x).collect();
    let pairs = (0..n).flat_map(|upper| (upper + 1..n).map(move |lower| (upper, lower)));
    let checks = pairs.flat_map(|pair| (0..items).map(move |item| (pair, item)));
    for (((upper, lower), item), ancilla) in checks.zip(apart.qubits.clone()) {
        for a in 0..n {
            for b in (0..n).filter(|&b| a.abs_diff(b) == lower - upper) {
                let both = [holds(upper, a, item), holds(lower, b, item)];
                gates.push(flipped(ancilla, both.concat()));
            }
        }
    }
    gates
}

/// NOT where qubits have these values.
pub(super) fn flipped(target: usize, values: Vec<(usize, bool)>) -> Gate {
    let values = values.into_iter();
    values.fold(Gate::x(target), |gate, (q, value)| gate.when(q, value))
}
