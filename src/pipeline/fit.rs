//! Whether the states of a problem fit into memory, and which settings would make them fit.

use super::Problem;
use crate::error::{Error, Result};
use crate::settings::Settings;
use ketboard_puzzles::{RegisterChoice, RuleSet, Symbols, table_entries};
use ketboard_qaoa::{Error as EngineError, Precision, memory};

impl Problem {
    /// The bytes that a search on this problem takes: two states, the cost, and its tables.
    pub(crate) fn bytes_needed(&self, precision: Precision) -> u128 {
        let Some(registers) = &self.registers else {
            return memory::needed(self.qubits(), self.purpose, precision);
        };
        let states = usize::try_from(registers.layout.states()).unwrap_or(usize::MAX);
        let vectors = states as u128 * self.purpose.bytes(precision);
        let (model, reduction) = (&self.puzzle.model, &self.reduction);
        let entries = table_entries(model, reduction, &self.cost, &registers.layout);
        vectors.saturating_add(entries.saturating_mul(8))
    }

    /// Succeeds if the energies and the states of a search in `precision` fit into memory.
    ///
    /// # Errors
    /// If not: how much is needed, how much is there, and what makes it fit.
    pub(crate) fn check_memory(&self, precision: Precision) -> Result<()> {
        let mut found = self.room_for(precision);
        if let Err(
            EngineError::Memory {
                available, remedy, ..
            }
            | EngineError::States {
                available, remedy, ..
            },
        ) = &mut found
        {
            *remedy = self.what_would_fit(*available, precision);
        }
        found.map_err(Error::from)
    }

    /// The same, with any remedy.
    fn room_for(&self, precision: Precision) -> ketboard_qaoa::Result<()> {
        let Some(registers) = &self.registers else {
            return memory::check(self.qubits(), self.purpose, precision);
        };
        let needed = self.bytes_needed(precision);
        // below a mebibyte the system is not asked
        if needed <= 1 << 20 {
            return Ok(());
        }
        let dims = registers.layout.dims();
        if let Some(on_ranks) = memory::check_shared_qudits(&dims, self.purpose, precision) {
            return on_ranks;
        }
        let available = memory::available();
        if needed <= u128::from(available) {
            return Ok(());
        }
        Err(EngineError::States {
            states: usize::try_from(registers.layout.states()).unwrap_or(usize::MAX),
            needed,
            available,
            remedy: String::new(),
        })
    }

    /// The settings that make it fit into `available` bytes, where there are any.
    fn what_would_fit(&self, available: u64, precision: Precision) -> String {
        if self.is_model() {
            let needed = |n: &usize| memory::needed(*n, self.purpose, precision);
            let fits = |n: &usize| needed(n) <= u128::from(available);
            let most = (0..self.qubits()).rfind(fits).unwrap_or(0);
            return format!("give a model of at most {most} variables: fix some of them");
        }
        let fits = |change: &dyn Fn(&mut Settings)| {
            let other = self.with(change);
            other.is_ok_and(|other| other.bytes_needed(precision) <= u128::from(available))
        };
        let reduced_to = |target: Option<usize>| {
            fits(&|settings| {
                (settings.reduce, settings.target_qubits) = (Some(RuleSet::Full), target);
            })
        };
        let mut remedies = Vec::new();
        let all_rules = |settings: &mut Settings| {
            (settings.reduce, settings.target_qubits) = (Some(RuleSet::Full), None);
        };
        if reduced_to(None) {
            // the largest number of qubits that fits, by halving
            let (mut fitting, mut too_many) = (0, self.reduction.qubits());
            while too_many - fitting > 1 {
                let middle = fitting.midpoint(too_many);
                match reduced_to(Some(middle)) {
                    true => fitting = middle,
                    false => too_many = middle,
                }
            }
            remedies.push(format!(
                "use `reduce` full `target_qubits` {fitting} (or fewer)"
            ));
        } else if let Ok(least) = self.with(all_rules) {
            let least = least.qubits();
            remedies.push(format!(
                "deduction reaches no further than {least} qubits: give more cells in the puzzle file"
            ));
        }
        let auto = fits(&|settings| {
            (settings.registers, settings.mixer) = (Some(RegisterChoice::Auto), None);
            settings.symbols = Symbols::OneHot;
        });
        if auto && self.settings.registers != Some(RegisterChoice::Auto) {
            let one_hot = match self.encodings.symbols {
                Symbols::OneHot => "",
                Symbols::DomainWall | Symbols::Binary => " with `symbols` one-hot",
            };
            remedies.push(format!("use `registers` auto{one_hot}"));
        }
        remedies.join("; or ")
    }
}
