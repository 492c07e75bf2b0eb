//! The searches for N queens and N-queens² as in "Solving N-Queens Puzzle with Q#": N² qubits in
//! rows that are W states, or N²·⌈log₂ N⌉ qubits, each row all permutations of N colors.
//!
//! The oracle computes, marks and uncomputes: each of N − 1 ancillas takes the parity of a column;
//! each of N(N − 1)/2 ancillas starts at 1 and is flipped to 0 by the queens of its pair of rows
//! where they share a diagonal; all at 1 is a solution. Both checks rely on one queen a row, which
//! no gate ever changes.
//!
//! Two things are not as in the source. Its target qubit, in |−⟩, only makes a sign of a flip: here
//! the sign is given to the ancillas directly. And inside the space of one queen a row, the start
//! of a row's W state is known by its first qubit alone: the diffusion has N controls, not N².

use super::GroverCircuit;
use crate::circuit::{Circuit, Gate, Register, around, bits, flip_where, inverse, spread, w_state};
use crate::error::{Error, Result};

impl GroverCircuit {
    /// The circuit for N queens; qubit N·row + column is that square. Fails if `n` is below 2.
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
            diagonal_checks(n, 1, &diagonal, &holds),
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

pub(super) fn ones(qubits: impl IntoIterator<Item = usize>) -> Vec<Gate> {
    flip_where(qubits.into_iter().map(|qubit| (qubit, true)))
}

/// How the square in a row and a column is seen to hold an item: qubits and their values.
type Holds<'a> = &'a dyn Fn(usize, usize, usize) -> Vec<(usize, bool)>;

/// The parity of every item in every column but the last, of a board of n rows.
pub(super) fn columns(n: usize, items: usize, parity: &Register, holds: Holds) -> Vec<Gate> {
    let places = (0..n - 1).flat_map(|column| (0..items).map(move |item| (column, item)));
    let mut gates = Vec::new();
    for ((column, item), ancilla) in places.zip(parity.qubits.clone()) {
        gates.extend((0..n).map(|row| flipped(ancilla, holds(row, column, item))));
    }
    gates
}

/// For each pair of rows and each item a 1 that becomes a 0 where its squares share a diagonal.
fn diagonal_checks(n: usize, items: usize, apart: &Register, holds: Holds) -> Vec<Gate> {
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

pub(super) fn flipped(target: usize, values: Vec<(usize, bool)>) -> Gate {
    let values = values.into_iter();
    values.fold(Gate::x(target), |gate, (q, value)| gate.when(q, value))
}

// The search for N-queens² as in "Solving N-Queens Puzzle with Q#": N²·⌈log₂ N⌉ qubits, each row
// all permutations of N colors.
//
// A row is prepared by inserting color after color (Fisher & Yates inside out): color k is put
// into cell k, a one-hot digit of k + 1 values in a W state says with which of the cells 0 … k it
// changes places, and the digit is cleared by the cell that color k is in now. The state is (|0⟩ +
// …)/√(N!), and the digits end at 0. The oracle computes, for N − 1 columns and each color, the
// parity of its cells: N odd numbers that add up to N are all 1, and where N − 1 columns hold each
// color once, so does the last. With [`Diagonals::Checked`], an ancilla for each pair of rows and
// each color is flipped where the two cells share a diagonal; a color is once in a row, so that no
// ancilla is flipped twice.
//
// The source's ancilla counts are these: N(N − 1) and N·N(N − 1)/2. Its target qubit is replaced
// by a sign, as in the queens' circuit; the digits, N(N + 1)/2 − 1 a row, are ours: the source
// does not say how a row is prepared. Its "O(N!) to O(N⁴)" again compares one oracle call with a
// search: 3 and 18 iterations for N = 3 and 4 without diagonals.

/// Whether a color may be twice on a diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Diagonals {
    /// It may: Latin squares.
    Free,
    /// It may not: N-queens².
    Checked,
}

struct RowRegisters {
    /// By cell: its color.
    cells: Vec<Register>,
    /// For k = 1 … N − 1: with which of the cells 0 … k color k changes places, one-hot.
    digits: Vec<Register>,
}

impl GroverCircuit {
    /// The circuit for N colors; the color of the cell in row r and column c is the value of qubits
    /// m(N·r + c) …, m = ⌈log₂ N⌉. Fails if `n` is below 2.
    pub fn queens_squared(n: usize, diagonals: Diagonals) -> Result<Self> {
        if n < 2 {
            return Err(Error::argument(
                "size",
                format!("{n}"),
                "the circuit of rows starts at two colors",
            ));
        }
        let mut layout = Circuit::default();
        let rows = rows(n, &mut layout);
        let column = layout.add_ancillas("column", n * (n - 1));
        let holds = |row: usize, place: usize, color| values(&rows[row].cells[place], color);
        let mut checks = columns(n, n, &column, &holds);
        let mut all = vec![column];
        if diagonals == Diagonals::Checked {
            let apart = layout.add_ancillas("diagonal", n * n * (n - 1) / 2);
            checks.extend(diagonal_checks(n, n, &apart, &holds));
            all.push(apart);
        }
        layout.measure((0..n * n * bits(n as u64)).collect());

        let shuffles: Vec<Gate> = rows.iter().flat_map(shuffle).collect();
        let starts = rows.iter().flat_map(|row| &row.digits);
        let starts = starts.map(|digit| digit.qubit(0));
        Ok(Self {
            prepare: rows
                .iter()
                .flat_map(start)
                .chain(shuffles.clone())
                .collect(),
            oracle: checked(&checks, all),
            diffusion: around(&shuffles, ones(starts)),
            layout,
        })
    }
}

fn rows(n: usize, layout: &mut Circuit) -> Vec<RowRegisters> {
    let cell = |row: usize, col: usize| format!("r{}c{}", row + 1, col + 1);
    let mut rows: Vec<RowRegisters> = (0..n)
        .map(|row| RowRegisters {
            cells: (0..n)
                .map(|col| layout.add_data(cell(row, col), bits(n as u64)))
                .collect(),
            digits: Vec::new(),
        })
        .collect();
    for (number, row) in (1..).zip(&mut rows) {
        let digit = |k| layout.add_ancillas(format!("row{number}_place{k}"), k + 1);
        row.digits = (1..n).map(digit).collect();
    }
    rows
}

/// Color k in cell k, and every digit at its first value.
fn start(row: &RowRegisters) -> Vec<Gate> {
    let colors = row.cells.iter().enumerate();
    let ones = colors.flat_map(|(color, cell)| {
        let qubits = cell.qubits.clone().enumerate();
        qubits.filter(move |(k, _)| color >> k & 1 == 1)
    });
    let digits = row.digits.iter().map(|digit| digit.qubit(0));
    ones.map(|(_, q)| q).chain(digits).map(Gate::x).collect()
}

/// From the start to all permutations; the digits end at 0.
fn shuffle(row: &RowRegisters) -> Vec<Gate> {
    let mut gates = Vec::new();
    for digit in &row.digits {
        gates.extend(spread(digit.qubits.clone()));
    }
    for (digit, color) in row.digits.iter().zip(1..) {
        for place in 0..color {
            let pair = [&row.cells[place], &row.cells[color]];
            gates.extend(swap(pair, digit.qubit(place)));
        }
        for place in 0..=color {
            let clear = values(&row.cells[place], color);
            gates.push(flipped(digit.qubit(place), clear));
        }
    }
    gates
}

/// The values of two registers change places where `control` is 1.
fn swap([a, b]: [&Register; 2], control: usize) -> Vec<Gate> {
    let qubits = a.qubits.clone().zip(b.qubits.clone());
    let of_bit = |(a, b)| {
        let both = Gate::cx(b, a);
        [both.clone(), Gate::cx(a, b).when(control, true), both]
    };
    qubits.flat_map(of_bit).collect()
}

/// The qubits of a cell, each with its value where the cell has this color.
fn values(cell: &Register, color: usize) -> Vec<(usize, bool)> {
    let qubits = cell.qubits.clone().enumerate();
    qubits.map(|(k, q)| (q, color >> k & 1 == 1)).collect()
}
