//! Whether the states of a problem fit into memory, and which settings would make them fit; and how
//! many terms its cost will have, so that a board too large is refused before they are written.

use super::Problem;
use crate::error::{Error, Result};
use ketboard_puzzles::{
    Constraint, DistinctLines, Encodings, Form, Model, Reduced, Reduction, RegisterChoice,
    RegisterTables, Symbols, Var,
};
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
            let (needed, available) = (self.bytes_needed(precision), memory::available());
            if needed <= u128::from(available) {
                return Ok(());
            }
            return Err(self.too_large([each, needed], available));
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

/// Bytes of a term with its place in the tables of a cost and of the kind of rule that it comes
/// from; measured on blank boards.
const BYTES_OF_TERM: u128 = 192;

/// Succeeds if the terms of a reduced model fit into memory.
///
/// # Errors
/// If not: how much they need, how much is there, and what makes them fewer.
pub(super) fn check_encoding(
    model: &Model,
    reduction: &Reduction,
    encodings: Encodings,
) -> Result<()> {
    let terms = most_terms(model, reduction, encodings);
    fits(terms, reduction.qubits(), memory::available())
}

/// Succeeds if so many terms fit into `available` bytes.
///
/// # Errors
/// If they do not; the remedy is a smaller cost.
fn fits(terms: u128, qubits: usize, available: u64) -> Result<()> {
    let needed = terms.saturating_mul(BYTES_OF_TERM);
    if needed <= u128::from(available) {
        return Ok(());
    }
    let remedy = "reduce further: `reduce` full, use `distinct_lines` filter, or give more cells in the puzzle file";
    Err(Error::Engine(ketboard_qaoa::Error::Memory {
        what: format!("{qubits} qubits"),
        needed,
        available,
        remedy: remedy.to_owned(),
    }))
}

/// At most so many products of variables, rule by rule; products of distinct lines (`hobo`) have a
/// bound of their own.
fn most_terms(model: &Model, reduction: &Reduction, encodings: Encodings) -> u128 {
    let is_open = |var: &Var| matches!(reduction.value(*var), Reduced::Bit { .. });
    let of_rule = |rule: &Constraint| {
        let open = rule.vars().iter().filter(|var| is_open(var)).count();
        match &rule.form {
            Form::Matching(_) => 0,
            Form::Sum(sum) if sum.product.is_some() => 1,
            Form::Sum(_) => pairs(open + 1),
            Form::Distinct(_) if encodings.distinct_lines != DistinctLines::Qubo => 0,
            // a witness for each cell of two lines, and what it says of two of them
            Form::Distinct(_) => pairs(open + 1) + 3 * open as u128,
        }
    };
    let of_rules: u128 = model.constraints().iter().map(of_rule).sum();
    let of_a_product = match encodings.symbols {
        Symbols::OneHot => 1,
        // a symbol is a difference of two qubits, or a product of few
        Symbols::DomainWall | Symbols::Binary => 4,
    };
    of_a_product * of_rules + reduction.qubits() as u128 + 1
}

/// The number of pairs among n things: n(n − 1)/2.
fn pairs(n: usize) -> u128 {
    let n = n as u128;
    n * n.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use ketboard_puzzles::{Puzzle, RuleSet, Weights, reduce};

    const BOARDS: [&str; 3] = [
        include_str!("../../examples/puzzles/takuzu-4x4.toml"),
        include_str!("../../examples/puzzles/n-queens-6x6.toml"),
        include_str!("../../examples/puzzles/tents-6x6.toml"),
    ];

    #[test]
    fn a_cost_has_at_most_as_many_terms_as_foreseen() {
        for text in BOARDS {
            let model = Puzzle::parse(text, "board").unwrap().model;
            for level in [RuleSet::None, RuleSet::Paper] {
                let reduction = reduce(&model, level, None).unwrap();
                for distinct_lines in [DistinctLines::Filter, DistinctLines::Qubo] {
                    let encodings = Encodings {
                        distinct_lines,
                        ..Encodings::default()
                    };
                    let cost = encodings.encode(&model, &reduction, &Weights::default());
                    let terms = cost.unwrap().polynomial.terms().count() as u128;
                    let foreseen = most_terms(&model, &reduction, encodings);
                    assert!(terms <= foreseen, "{terms} of {foreseen}");
                    // deductions and witnesses that are the same for two places make fewer
                    if level == RuleSet::None && distinct_lines == DistinctLines::Filter {
                        assert!(foreseen <= 4 * terms, "{terms} of {foreseen}");
                    }
                }
            }
        }
    }

    #[test]
    fn terms_that_do_not_fit_are_refused_with_what_makes_them_fewer() {
        assert!(fits(1000, 10, 1000 * BYTES_OF_TERM as u64).is_ok());
        let error = fits(1001, 10, 1000 * BYTES_OF_TERM as u64).unwrap_err();
        assert!(error.to_string().contains("`reduce` full"), "{error}");
    }
}
