//! Whether the states of a problem fit into memory, and which settings would make them fit.

use super::Problem;
use crate::error::{Error, Result};
use ketboard_puzzles::{RegisterChoice, RegisterTables, Symbols};
use ketboard_qaoa::{Error as EngineError, Precision, memory};

impl Problem {
    /// The bytes that a search on this problem takes: two states, the cost, and its tables.
    pub(crate) fn bytes_needed(&self, precision: Precision) -> u128 {
        let Some(registers) = &self.registers else {
            return memory::needed(self.qubits(), self.purpose, precision);
        };
        let states = registers.layout.states();
        let vectors = states.saturating_mul(self.purpose.bytes(precision));
        let (model, reduction) = (&self.puzzle.model, &self.reduction);
        let entries = RegisterTables::entries(model, reduction, &self.cost, &registers.layout);
        vectors.saturating_add(entries.saturating_mul(8))
    }

    /// Succeeds if the energies and the states of a search in `precision` fit into memory.
    ///
    /// # Errors
    /// If not: how much is needed, how much is there, and what makes it fit.
    pub(crate) fn check_memory(&self, precision: Precision) -> Result<()> {
        let (each, purpose) = (memory::needed(0, self.purpose, precision), self.purpose);
        let shared = match &self.registers {
            None => Some(memory::check(self.qubits(), purpose, precision)),
            Some(registers) => {
                memory::check_shared_qudits(&registers.layout.dims(), purpose, precision)
            }
        };
        let Some(found) = shared else {
            let needed = self.bytes_needed(precision);
            // below a mebibyte the system is not asked
            if needed <= 1 << 20 || needed <= u128::from(memory::available()) {
                return Ok(());
            }
            return Err(self.too_large([each, needed], memory::available()));
        };
        found.map_err(|refused| match refused {
            EngineError::Memory {
                needed, available, ..
            } => self.too_large([each, needed], available),
            other => other.into(),
        })
    }

    /// The error of states that do not fit into `available` bytes, where `each` takes so many, and
    /// all of them so many; with what would fit.
    pub(crate) fn too_large(&self, [each, needed]: [u128; 2], available: u64) -> Error {
        let most = (u128::from(available) / each).max(1).ilog2();
        let one_hot = match self.encodings.symbols {
            Symbols::OneHot => "",
            Symbols::DomainWall | Symbols::Binary => " with `symbols` one-hot",
        };
        let mut remedy = if self.is_model {
            format!("give a model of at most {most} variables: fix some of them")
        } else {
            format!("use `target_qubits` {most} (or fewer), give more cells in the puzzle file")
        };
        if !self.is_model && self.settings.registers != Some(RegisterChoice::Auto) {
            remedy += &format!(", or use `registers` auto{one_hot}");
        }
        let what = match &self.registers {
            Some(registers) => match registers.layout.states() {
                count if count > u64::MAX.into() => "more than 2^64 states".to_owned(),
                count => format!("{count} states"),
            },
            None => format!("{} qubits", self.qubits()),
        };
        Error::Engine(EngineError::Memory {
            what,
            needed,
            available,
            remedy,
        })
    }
}
