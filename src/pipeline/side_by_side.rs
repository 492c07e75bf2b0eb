//! Encodings of one reduced puzzle side by side: what each costs, and how far its lowest energies
//! lie apart.

use super::Problem;
use crate::error::Result;
use ketboard_puzzles::{
    DistinctLines, EncodedCost, Encodings, Form, Symbols, TwoValued, symbol_groups,
};
use ketboard_qaoa::Cost;

/// Up to this many qubits the spectrum is enumerated.
const ENUMERABLE: usize = 22;

/// What a cost takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CostSize {
    /// Number of qubits, auxiliaries included.
    pub qubits: usize,
    /// How many of them hold nothing of the board.
    pub auxiliaries: usize,
    /// Products of two qubits.
    pub couplings: usize,
    /// Products of more than two.
    pub higher: usize,
    /// The largest number of qubits in a product.
    pub degree: usize,
}

impl From<&EncodedCost> for CostSize {
    fn from(cost: &EncodedCost) -> Self {
        Self {
            qubits: cost.layout.qubits(),
            auxiliaries: cost.layout.auxiliaries().len(),
            couplings: cost.polynomial.quadratic().count(),
            higher: cost.polynomial.higher().count(),
            degree: cost.polynomial.degree(),
        }
    }
}

impl Problem {
    /// Every encoding that makes a difference to this puzzle, with the problem in it, the chosen
    /// one among them; an error where one needs too many terms.
    pub(crate) fn side_by_side(&self) -> Vec<(Encodings, Result<Self>)> {
        let mut list = Vec::new();
        for distinct_lines in self.ways_of_distinct_lines() {
            for counts in self.ways_of_counts() {
                for symbols in self.ways_of_symbols() {
                    let encodings = Encodings {
                        distinct_lines,
                        counts,
                        symbols,
                    };
                    list.push((encodings, self.clone().encoded_as(encodings)));
                }
            }
        }
        list
    }

    /// The ways of distinct lines that make a difference: all of them, or the chosen one.
    pub(crate) fn ways_of_distinct_lines(&self) -> Vec<DistinctLines> {
        if self.has_form(|form| matches!(form, Form::Distinct(_))) {
            DistinctLines::ALL.to_vec()
        } else {
            vec![self.encodings.distinct_lines]
        }
    }

    /// The encodings of two-valued counts that differ here: all of them where the puzzle has such a
    /// count.
    fn ways_of_counts(&self) -> Vec<TwoValued> {
        let two_valued = |form: &Form| {
            matches!(
                form,
                Form::Count {
                    or_one_more: true,
                    ..
                }
            )
        };
        if self.has_form(two_valued) {
            TwoValued::ALL.to_vec()
        } else {
            vec![self.encodings.counts]
        }
    }

    /// The encodings of symbols that differ here: all of them where there is a group to hold
    /// together.
    fn ways_of_symbols(&self) -> Vec<Symbols> {
        if symbol_groups(&self.puzzle.model, &self.reduction) > 0 {
            Symbols::ALL.to_vec()
        } else {
            vec![self.encodings.symbols]
        }
    }

    /// Whether the puzzle has a rule of this form.
    fn has_form(&self, wanted: impl Fn(&Form) -> bool) -> bool {
        let rules = self.puzzle.model.constraints();
        rules.iter().any(|rule| wanted(&rule.form))
    }

    /// The second lowest energy of the spectrum minus the lowest; `None` beyond 22 qubits and where
    /// all energies are equal.
    pub(crate) fn spectrum_gap(&self) -> Option<f64> {
        if self.qubits() > ENUMERABLE {
            return None;
        }
        let cost = Cost::from_terms(self.qubits(), self.cost.polynomial.masks()).ok()?;
        let above = (0..1_usize << self.qubits()).map(|x| cost.above_min(x));
        above.filter(|gap| *gap > cost.rounding()).reduce(f64::min)
    }
}
