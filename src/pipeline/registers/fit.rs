//! Whether the space of the registers fits into memory, and what would.

use crate::error::{Error, Result};
use crate::pipeline::Problem;
use ketboard_puzzles::{
    Encodings, RegisterChoice, RegisterLayout, RuleSet, Symbols, choose_registers,
    choose_registers_below, encode_as, reduce, table_entries,
};
use ketboard_qaoa::{
    Precision, Purpose, available_memory, check_shared_qudits, memory_needed, qudit_memory_needed,
};

/// How many stops of the dial are tried for a remedy.
const STOPS: usize = 12;

impl Problem {
    /// The bytes that a search on this problem takes: two states, the cost, and its tables.
    pub(crate) fn bytes_needed(&self) -> u128 {
        match &self.registers {
            Some(registers) => self.bytes_on(&registers.layout, Precision::F64),
            None => memory_needed(self.qubits(), Purpose::Gradient, Precision::F64),
        }
    }

    /// The bytes of two states and the tables of the cost on these qudits.
    fn bytes_on(&self, layout: &RegisterLayout, precision: Precision) -> u128 {
        let states = usize::try_from(layout.states()).unwrap_or(usize::MAX);
        let vectors = qudit_memory_needed(states, Purpose::Gradient, precision);
        let (model, reduction) = (&self.puzzle.model, &self.reduction);
        let tables = table_entries(model, reduction, &self.cost, layout).saturating_mul(8);
        vectors.saturating_add(tables)
    }

    /// Succeeds if the space of the registers fits.
    ///
    /// # Errors
    /// If not: how much is needed, how much is there, and which registers or which reduction would
    /// fit.
    pub(in crate::pipeline) fn check_register_memory(
        &self,
        layout: &RegisterLayout,
        precision: Precision,
    ) -> Result<()> {
        let needed = self.bytes_on(layout, precision);
        // below a mebibyte the system is not asked
        if needed <= 1 << 20 {
            return Ok(());
        }
        if let Some(on_ranks) = check_shared_qudits(&layout.dims(), Purpose::Gradient, precision) {
            return Ok(on_ranks?);
        }
        let available = available_memory();
        if needed <= u128::from(available) {
            return Ok(());
        }
        Err(Error::States {
            states: usize::try_from(layout.states()).unwrap_or(usize::MAX),
            needed,
            available,
            remedy: self.registers_that_fit(available, precision),
        })
    }

    /// The option that makes registers fit into `available` bytes.
    fn registers_that_fit(&self, available: u64, precision: Precision) -> String {
        if let Some(remedy) = self.automatic_registers_within(available, precision) {
            return remedy;
        }
        let (model, weights) = (&self.puzzle.model, &self.weights);
        let choice = self
            .registers
            .as_ref()
            .map_or(RegisterChoice::Auto, |known| known.choice);
        let fits = |target: Option<usize>, level| -> Option<usize> {
            let reduction = reduce(model, level, target).ok()?;
            let cost = encode_as(model, &reduction, weights, self.encodings).ok()?;
            let qubits = cost.layout.qubits();
            let layout = choose_registers(model, &reduction, &cost.layout, choice).ok()?;
            let smaller = Self {
                reduction,
                cost,
                ..self.clone()
            };
            (smaller.bytes_on(&layout, precision) <= u128::from(available)).then_some(qubits)
        };
        let name = choice.name();
        let only_givens = self
            .reduction
            .steps()
            .iter()
            .all(|step| step.constraint.is_none());
        if only_givens && fits(None, RuleSet::Paper).is_some() {
            return format!("use `reduce` paper with `registers` {name}");
        }
        // the whole of what deduction reaches first: where that does not fit, nothing before it
        // does
        let least = fits(None, RuleSet::Full).unwrap_or(usize::MAX);
        let step = self.qubits().div_ceil(STOPS).max(1);
        let mut targets = (least..self.qubits()).rev().step_by(step);
        match targets.find(|&target| fits(Some(target), RuleSet::Full).is_some()) {
            Some(target) => {
                format!("use `reduce` full `target_qubits` {target} with `registers` {name}")
            }
            None if least < usize::MAX => format!("use `reduce` full with `registers` {name}"),
            None => "no registers fit, and deduction reaches no further: give more cells in the puzzle file".into(),
        }
    }

    /// `use --registers auto`, where these registers fit and are not what was asked for. Registers
    /// hold variables, one a qubit: where symbols are domain walls or binary numbers, the registers
    /// of the same cost in one-hot symbols are meant.
    pub(in crate::pipeline) fn automatic_registers_within(
        &self,
        available: u64,
        precision: Precision,
    ) -> Option<String> {
        if self
            .registers
            .as_ref()
            .is_some_and(|known| known.choice == RegisterChoice::Auto)
        {
            return None;
        }
        if self.encodings.symbols != Symbols::OneHot {
            let encodings = Encodings {
                symbols: Symbols::OneHot,
                ..self.encodings
            };
            let one_hot = self.clone().encoded_as(encodings).ok()?;
            return one_hot.automatic_registers_within(available, precision);
        }
        let (model, reduction) = (&self.puzzle.model, &self.reduction);
        let (layout, auto) = (&self.cost.layout, RegisterChoice::Auto);
        let bits = libm::log2(available as f64);
        let layout = choose_registers_below(model, reduction, layout, auto, bits).ok()?;
        let fits = self.bytes_on(&layout, precision) <= u128::from(available);
        fits.then(|| format!("use `registers` auto: {} states", layout.states()))
    }
}
