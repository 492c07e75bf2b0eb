//! The table of circuit formats, and the header that each of them carries in its comments.
//!
//! A circuit file must explain itself: which puzzle, which angles, which conventions, which cell each qubit is.

use super::openqasm3;
use crate::circuit::Circuit;
use crate::encode::{CONVENTIONS, Reading};
use crate::error::Result;
use crate::qaoa::Angles;
use std::io::Write;

/// A format that a circuit can be written in.
#[derive(Debug)]
pub struct CircuitFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// The usual ending of its files, without the dot.
    pub extension: &'static str,
    /// Writes the circuit, with its qubits measured at the end.
    pub write: fn(&Circuit, &Header, &mut dyn Write) -> Result<()>,
}

/// All circuit formats. Adding one: a file in `export/`, a line here.
pub static CIRCUIT_FORMATS: &[CircuitFormat] = &[openqasm3::FORMAT];

/// What a reader of the file must know beside the gates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// What the circuit does, where it is not QAOA: `Grover search, 3 iterations`. Angles and the conventions of the
    /// ansatz are then left out.
    pub title: Option<String>,
    /// The puzzle's name.
    pub puzzle: String,
    /// The puzzle's file.
    pub file: String,
    /// The hash of the model, as other records of the same run give it.
    pub model_hash: String,
    /// The angles, as they are used.
    pub angles: Angles,
    /// Every cell with its value: `r1c1` is `x0`, `!x0`, `0`, `1` or `x0 & !x1`, as [`Reading`] writes it.
    pub cells: Vec<(String, String)>,
    /// Further lines, such as the options that make the same reduction again.
    pub notes: Vec<String>,
}

/// What a circuit's reader must know beyond [`CONVENTIONS`].
const OF_CIRCUITS: [&str; 3] = [
    "c[i] is the measured value of qubit i; RZZ is written as cx rz cx",
    "the constant of C is a global phase and is left out of the circuit",
    "Qiskit prints counts the other way round: read them with --bit-order qubit0-right",
];

impl Header {
    /// The header as lines of text without comment marks; no line holds a control character.
    pub fn lines(&self, circuit: &Circuit) -> Vec<String> {
        let qubits = circuit.qubits();
        let mut lines = match &self.title {
            Some(title) => vec![format!("Ketboard: {title} on {qubits} qubits")],
            None => vec![format!(
                "Ketboard: QAOA of depth {} on {qubits} qubits",
                self.angles.depth()
            )],
        };
        lines.push(format!("puzzle: {} (file: {})", self.puzzle, self.file));
        if !self.model_hash.is_empty() {
            lines.push(format!("model: {}", self.model_hash));
        }
        if self.title.is_none() {
            lines.push(format!("gammas = {:?}", self.angles.gammas));
            lines.push(format!("betas = {:?}", self.angles.betas));
        }
        lines.push(format!(
            "{} gates on two qubits, depth {}",
            circuit.two_qubit_gates(),
            circuit.depth()
        ));
        lines.extend(self.notes.iter().cloned());
        lines.extend(self.conventions());
        lines.extend(
            (0..qubits).map(|qubit| format!("q[{qubit}] = {}", self.place(qubit, circuit))),
        );
        let cells = self.cells.iter();
        lines.extend(cells.map(|(cell, value)| format!("{cell} = {value}")));
        lines.iter().map(|line| on_one_line(line)).collect()
    }

    fn conventions(&self) -> Vec<String> {
        if self.title.is_some() {
            let measured = "c[i] is the measured value of the i-th qubit that is measured";
            return vec![measured.to_owned(), OF_CIRCUITS[2].to_owned()];
        }
        let card = CONVENTIONS.iter();
        let card = card.map(|(name, meaning)| format!("{name}: {meaning}"));
        card.chain(OF_CIRCUITS.map(str::to_owned)).collect()
    }

    /// The cells that hold a qubit, or else its place in a register: `column[0]`.
    fn place(&self, qubit: usize, circuit: &Circuit) -> String {
        let cells = self.cells_of(qubit);
        let mut registers = circuit.registers().iter();
        match registers.find(|register| register.qubits.contains(&qubit)) {
            _ if !cells.is_empty() => cells,
            Some(register) => format!("{}[{}]", register.name, qubit - register.qubits.start),
            None => "no cell (auxiliary)".to_owned(),
        }
    }

    /// The cells that hold a qubit: `r1c1`, or where only the negation is held `!r1c2`.
    fn cells_of(&self, qubit: usize) -> String {
        let holding = |symbol: String, mark: &str| -> Vec<String> {
            let cells = self.cells.iter().filter(|(_, value)| *value == symbol);
            cells.map(|(cell, _)| format!("{mark}{cell}")).collect()
        };
        let mut names = holding(format!("x{qubit}"), "");
        names.extend(holding(format!("!x{qubit}"), "!"));
        names.extend(names.is_empty().then(|| self.part_of(qubit)).flatten());
        names.join(" = ")
    }

    /// The cells that hold a qubit together with others; `None` where no cell does.
    fn part_of(&self, qubit: usize) -> Option<String> {
        let holds = |value: &str| {
            Reading::parse(value).is_some_and(|reading| reading.qubits().any(|q| q == qubit))
        };
        let cells = self.cells.iter().filter(|(_, value)| holds(value));
        let names: Vec<&str> = cells.map(|(cell, _)| cell.as_str()).collect();
        (!names.is_empty()).then(|| format!("with others: {}", names.join(" ")))
    }
}

/// The text with control characters made blanks: a line break in a puzzle's name must not end the comment.
fn on_one_line(text: &str) -> String {
    text.replace(
        |c: char| c.is_control() || "\u{2028}\u{2029}".contains(c),
        " ",
    )
}
