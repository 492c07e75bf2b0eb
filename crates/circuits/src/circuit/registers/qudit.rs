//! A register of d levels on qubits: which qubits, and which of them are 1 at each level.

use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::f64::consts::PI;

/// The most levels of a register of lines: the gates that prepare it are found in a time that grows
/// with their square.
pub(super) const MAX_LEVELS: usize = 1024;

/// A register of d levels and the qubits that hold it, any of the circuit in any order.
///
/// ```
/// use ketboard_circuits::{Qudit, RegisterAnsatz};
/// use ketboard_qaoa::mixers::MixerName;
///
/// // two legal lines of three cells: 101 and 011, read from the first cell on
/// let lines = Qudit::Lines { qubits: vec![4, 5, 6], levels: vec![0b101, 0b110] };
/// assert!(RegisterAnsatz::new(7, vec![lines], MixerName::GROVER).is_err(), "0 to 3 are in none");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Qudit {
    /// Level k is a 1 at the k-th of the qubits alone.
    OneHot {
        /// One for each level.
        qubits: Vec<usize>,
    },
    /// Listed assignments: the legal rows of a board.
    Lines {
        /// The qubits of the line.
        qubits: Vec<usize>,
        /// Each level's values: bit i belongs to the i-th of the qubits.
        levels: Vec<u64>,
    },
    /// A plain qubit: two levels.
    Qubit {
        /// The qubit.
        qubit: usize,
        /// The angle θ of a start RY(θ)|0⟩ in place of |+⟩, between 0 and π.
        warm: Option<f64>,
    },
}

impl Qudit {
    /// Number of levels d.
    pub(crate) fn levels(&self) -> usize {
        match self {
            Self::OneHot { qubits } => qubits.len(),
            Self::Lines { levels, .. } => levels.len(),
            Self::Qubit { .. } => 2,
        }
    }

    /// The qubits that hold it.
    pub(crate) fn qubits(&self) -> Vec<usize> {
        match self {
            Self::OneHot { qubits } | Self::Lines { qubits, .. } => qubits.clone(),
            Self::Qubit { qubit, .. } => vec![*qubit],
        }
    }

    /// # Errors
    /// If it has no levels, more than its qubits can tell apart, or a warm angle that is none.
    pub(super) fn check(&self) -> Result<()> {
        if self.levels() == 0 {
            let remedy = "a register has at least one level";
            return Err(wrong(format!("{self:?}"), remedy));
        }
        match self {
            Self::Lines { qubits, levels } => check_lines(qubits, levels),
            Self::Qubit { qubit, warm } => match warm {
                Some(theta) if !(0.0..=PI).contains(theta) => Err(wrong(
                    format!("qubit {qubit} starts at RY({theta})"),
                    "a warm start is an angle between 0 and π",
                )),
                Some(_) | None => Ok(()),
            },
            Self::OneHot { .. } => Ok(()),
        }
    }
}

fn check_lines(qubits: &[usize], levels: &[u64]) -> Result<()> {
    if levels.len() > MAX_LEVELS {
        return Err(wrong(
            format!("a register of {} lines", levels.len()),
            format!(
                "a circuit prepares at most {MAX_LEVELS} listed lines: choose smaller registers"
            ),
        ));
    }
    let fits = |level: u64| qubits.len() >= 64 || level >> qubits.len() == 0;
    if let Some(level) = levels.iter().find(|&&level| !fits(level)) {
        return Err(wrong(
            format!("level {level:#b} on {} qubits", qubits.len()),
            "a level has a bit for each qubit, of at most 64",
        ));
    }
    let mut seen = BTreeSet::new();
    match levels.iter().find(|level| !seen.insert(**level)) {
        Some(level) => Err(wrong(
            format!("level {level:#b} stands twice"),
            "list each level once",
        )),
        None => Ok(()),
    }
}

pub(super) fn wrong(found: impl Into<String>, remedy: impl Into<String>) -> Error {
    Error::argument("registers", found, remedy)
}
