//! Which qubit means what: from basis states to the variables that the reduction left, and back.
//!
//! Here, too: one run of qubits and the variables it holds; what the measured qubits say of a
//! variable.
//!
//! Qubits come in blocks, in the order of the reduced variables: one qubit for a variable, or a few
//! for the symbols of a group in which exactly one variable is 1 ([`super::Symbols`]). Auxiliaries,
//! which hold nothing of the board, come after all of these. A basis state in which a block holds
//! no symbol decodes to a board that breaks the rule of the group.

use super::Symbols;
use crate::model::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

/// The meaning of every qubit.
///
/// ```
/// use ketboard_puzzles::{Puzzle, QubitLayout, RuleSet, Weights, encode, reduce};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let layout: QubitLayout = encode(&puzzle.model, &reduction, &Weights::default()).layout;
/// assert_eq!((layout.qubits(), layout.names()[1].as_str()), (16, "r1c2"));
/// let values = layout.decode(|qubit| qubit == 1);
/// assert!(values[1] && layout.code(&values) == Some(values)); // and back
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct QubitLayout {
    blocks: Vec<QubitBlock>,
    names: Vec<String>,
    coded: usize,
    readings: Vec<Reading>,
}

impl QubitLayout {
    /// The layout of the reduced variables, which have these names: a block for each group that has
    /// another code than a qubit a variable, and a qubit for every other variable.
    pub(super) fn new(groups: &[QubitBlock], variables: &[String]) -> Self {
        let coded = groups.iter().filter(|group| group.code != Symbols::OneHot);
        let mut blocks: Vec<QubitBlock> = coded.cloned().collect();
        let held: BTreeSet<usize> = blocks
            .iter()
            .flat_map(|block| &block.vars)
            .copied()
            .collect();
        let single = (0..variables.len()).filter(|var| !held.contains(var));
        blocks.extend(single.map(QubitBlock::single));
        blocks.sort_by_key(|block| block.vars.iter().min().copied());
        let mut names = Vec::new();
        let mut readings = BTreeMap::new();
        for block in &blocks {
            readings.extend(block.readings(names.len()));
            names.extend(block.qubit_names(variables));
        }
        Self {
            blocks,
            coded: names.len(),
            names,
            readings: readings.into_values().collect(),
        }
    }

    /// One more qubit, which holds nothing of the board.
    pub(super) fn add_auxiliary(&mut self, name: String) -> usize {
        self.names.push(name);
        self.names.len() - 1
    }

    /// Number of qubits, auxiliaries included.
    pub fn qubits(&self) -> usize {
        self.names.len()
    }

    /// The name of every qubit: the variable it holds (`r1c2`), its place in a block
    /// (`wall: row 1 after r1c2`) or what an auxiliary is for (`aux: rows 1 and 3, witness c2`).
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The qubits that hold the board.
    pub fn coded(&self) -> Range<usize> {
        0..self.coded
    }

    /// The qubits that hold nothing of the board; they come after all others.
    pub fn auxiliaries(&self) -> Range<usize> {
        self.coded..self.names.len()
    }

    /// Number of variables that the reduction left.
    pub fn variables(&self) -> usize {
        self.readings.len()
    }

    /// How a reduced variable is read off a basis state.
    pub fn reading(&self, variable: usize) -> &Reading {
        &self.readings[variable]
    }

    /// Whether symbols are held by domain walls.
    pub(super) fn has_walls(&self) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.any(|block| block.code == Symbols::DomainWall)
    }

    /// The values of the reduced variables where qubit k is `at(k)`.
    pub fn decode(&self, at: impl Fn(usize) -> bool) -> Vec<bool> {
        self.readings.iter().map(|r| r.value(&at)).collect()
    }

    /// The values of [`Self::coded`] that decode to these values of the reduced variables; `None`
    /// where there are none.
    pub fn code(&self, values: &[bool]) -> Option<Vec<bool>> {
        assert_eq!(values.len(), self.variables(), "one value per variable");
        let codes = self.blocks.iter().map(|block| block.code(values));
        Some(codes.collect::<Option<Vec<_>>>()?.concat())
    }
}

// One run of qubits and the variables it holds: a single variable, or a group in which exactly one
// is 1.
//
// Of d variables the domain wall (Chancellor, Quantum Sci. Technol. 4, 045004, 2019) takes d − 1
// qubits: x_k = w_{k−1} − w_k with w_{−1} = 1 and w_{d−1} = 0, so that the wall between ones and
// zeros is at the symbol. Binary takes ⌈log₂ d⌉: x_k is the product of the bits of k. There
// w's with several walls, and codes of d and more, are no symbols: they read as several ones, or
// none.

/// A run of qubits. Variables are those that the reduction left, by their number.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct QubitBlock {
    /// The kind of the rule by which exactly one of its variables is 1; a single one needs none.
    pub(super) kind: Kind,
    /// Where it is, for people.
    pub(super) place: String,
    /// The variables that it holds, in order.
    pub(super) vars: Vec<usize>,
    /// How they are held; a single variable is its qubit.
    pub(super) code: Symbols,
}

impl QubitBlock {
    /// One variable, one qubit.
    pub(super) fn single(var: usize) -> Self {
        Self {
            kind: Kind::Cell,
            place: String::new(),
            vars: vec![var],
            code: Symbols::OneHot,
        }
    }

    /// The number of its qubits.
    pub(super) fn qubits(&self) -> usize {
        let vars = self.vars.len();
        match self.code {
            Symbols::OneHot => vars,
            Symbols::DomainWall => vars - 1,
            Symbols::Binary => vars.next_power_of_two().trailing_zeros() as usize,
        }
    }

    /// Each variable with how it is read, where the block begins at qubit `first`.
    pub(super) fn readings(&self, first: usize) -> impl Iterator<Item = (usize, Reading)> {
        let last = self.vars.len() - 1;
        self.vars.iter().enumerate().map(move |(k, var)| {
            let literal = |qubit: usize, negated| (first + qubit, negated);
            let literals = match self.code {
                Symbols::OneHot => vec![literal(k, false)],
                Symbols::DomainWall => {
                    let before = (k > 0).then(|| literal(k - 1, false));
                    let after = (k < last).then(|| literal(k, true));
                    before.into_iter().chain(after).collect()
                }
                Symbols::Binary => {
                    let bit = |b| literal(b, k >> b & 1 == 0);
                    (0..self.qubits()).map(bit).collect()
                }
            };
            (*var, Reading::all(literals))
        })
    }

    /// The values of its qubits that hold these values of the variables, or `None`.
    pub(super) fn code(&self, values: &[bool]) -> Option<Vec<bool>> {
        if self.code == Symbols::OneHot {
            return Some(self.vars.iter().map(|var| values[*var]).collect());
        }
        let mut ones = (0..self.vars.len()).filter(|&k| values[self.vars[k]]);
        let symbol = ones.next().filter(|_| ones.next().is_none())?;
        let bit = |qubit: usize| match self.code {
            Symbols::Binary => symbol >> qubit & 1 == 1,
            Symbols::OneHot | Symbols::DomainWall => qubit < symbol,
        };
        Some((0..self.qubits()).map(bit).collect())
    }

    /// What each qubit is called.
    fn qubit_names(&self, variables: &[String]) -> Vec<String> {
        let place = &self.place;
        let name = |qubit: usize| match self.code {
            Symbols::OneHot => variables[self.vars[qubit]].clone(),
            Symbols::DomainWall => {
                format!("wall: {place}, after {}", variables[self.vars[qubit]])
            }
            Symbols::Binary => format!("bit {qubit}: {place}"),
        };
        (0..self.qubits()).map(name).collect()
    }
}

// What the measured qubits say of a variable: a constant, a qubit, or several qubits together; or
// the negation of one of these.
//
// As text: `0`, `1`, `x3`, `!x3`, `x3 & !x4` (1 exactly where x3 is 1 and x4 is 0), `!(x3 & !x4)`.

/// How to read the value of a variable off a basis state.
///
/// ```
/// use ketboard_puzzles::Reading;
///
/// let reading = Reading::parse("!(x3 & !x4)").expect("two qubits together");
/// assert_eq!(reading.qubits().collect::<Vec<_>>(), [3, 4]);
/// assert_eq!(reading.to_string(), "!(x3 & !x4)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Qubits that must be 1, or 0 where they are negated; with none of them it is a constant.
    pub(super) literals: Vec<(usize, bool)>,
    /// Whether the variable is 0 where all literals hold, and else 1.
    pub(super) negated: bool,
}

impl Reading {
    /// The same at every basis state.
    pub(crate) fn constant(value: bool) -> Self {
        Self {
            literals: Vec::new(),
            negated: !value,
        }
    }

    /// 1 where all of these qubits are 1, or 0 where they are negated.
    pub(crate) fn all(literals: Vec<(usize, bool)>) -> Self {
        Self {
            literals,
            negated: false,
        }
    }

    /// 1 minus this; of a single qubit the literal itself is negated.
    #[must_use]
    pub(crate) fn complement(mut self) -> Self {
        match &mut self.literals[..] {
            [(_, negated)] => *negated = !*negated,
            _ => self.negated = !self.negated,
        }
        self
    }

    /// The value where qubit k is `at(k)`.
    pub(crate) fn value(&self, at: impl Fn(usize) -> bool) -> bool {
        let holds = |(qubit, negated): &(usize, bool)| at(*qubit) != *negated;
        self.literals.iter().all(holds) != self.negated
    }

    /// The qubits it depends on.
    pub fn qubits(&self) -> impl Iterator<Item = usize> {
        self.literals.iter().map(|(qubit, _)| *qubit)
    }

    /// The meaning of a text, or `None` if it has none.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(value) = ["0", "1"].iter().position(|known| *known == text) {
            return Some(Self::constant(value == 1));
        }
        let inner = text.strip_prefix("!(").map(|rest| rest.strip_suffix(')'));
        let (negated, inner) = match inner {
            Some(inner) => (true, inner?),
            None => (false, text),
        };
        let literals: Vec<_> = inner.split(" & ").map(literal).collect::<Option<_>>()?;
        // one literal has one spelling
        let plain = literals.len() > 1 || !negated;
        plain.then_some(Self { literals, negated })
    }
}

/// The meaning of `x3` or `!x3`; `None` for any other text.
fn literal(text: &str) -> Option<(usize, bool)> {
    let rest = text.strip_prefix('!');
    let digits = rest.unwrap_or(text).strip_prefix('x')?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    Some((digits.parse().ok().filter(|_| plain)?, rest.is_some()))
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |negated| if negated { "!" } else { "" };
        let literals = self.literals.iter();
        let texts = literals.map(|(qubit, negated)| format!("{}x{qubit}", mark(*negated)));
        let all = texts.collect::<Vec<_>>().join(" & ");
        match (self.literals.is_empty(), self.negated) {
            (true, negated) => write!(f, "{}", u8::from(!negated)),
            (false, true) => write!(f, "!({all})"),
            (false, false) => f.write_str(&all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Reading> {
        let pair = Reading::all(vec![(0, false), (17, true)]);
        vec![
            Reading::constant(false),
            Reading::constant(true),
            Reading::all(vec![(0, false)]),
            Reading::all(vec![(17, true)]),
            pair.clone(),
            pair.complement(),
        ]
    }

    #[test]
    fn a_reading_survives_being_written_and_read() {
        for reading in samples() {
            let text = reading.to_string();
            assert_eq!(Reading::parse(&text), Some(reading), "{text}");
        }
        for text in [
            "",
            "2",
            "x",
            "!x",
            "!",
            "!1",
            "x-1",
            "x+1",
            "y0",
            "x0 ",
            "!!x0",
            "x0 &",
            "x0&x1",
            "!(x0)",
            "(x0 & x1)",
            "!(x0 & x1",
            "0 & x1",
        ] {
            assert_eq!(Reading::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_complement_is_the_other_value_everywhere_and_its_own_inverse() {
        for reading in samples() {
            let other = reading.clone().complement();
            for z in 0..4_u64 {
                let at = |k: usize| z >> (k % 2) & 1 == 1;
                assert_ne!(reading.value(at), other.value(at), "{reading} and {other}");
            }
            assert_eq!(other.complement(), reading);
        }
    }
}
