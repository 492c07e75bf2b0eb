//! The choices between encodings that keep the same boards: of lines that must differ, of
//! two-valued counts, of symbols.
//!
//! Here, too: a weight λ > 0 for each kind of penalty.

use crate::error::{Error, Result};
use crate::model::{Form, Kind, Model};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

/// How two lines that must differ (eq. 36, 37 of the source paper, which leaves them without a
/// QUBO) enter the cost.
///
/// ```
/// use ketboard_puzzles::{DistinctLines, Encodings, Form, Var};
///
/// let lines = Form::Distinct([vec![Var(0), Var(1)], vec![Var(2), Var(3)]]);
/// let energy = |distinct_lines| {
///     Encodings { distinct_lines, ..Encodings::default() }.energy_where_it_holds(&lines)
/// };
/// assert_eq!(energy(DistinctLines::Hobo), Some(0.0));
/// assert_eq!(energy(DistinctLines::Filter), None); // equal lines cost nothing: samples are judged
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::IntoStaticStr, strum::EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum DistinctLines {
    /// Not in the cost: samples with equal lines are dropped afterwards.
    #[default]
    Filter,
    /// One product over both lines: terms of high degree, no further qubit.
    Hobo,
    /// Quadratic, with auxiliary qubits that witness a difference.
    Qubo,
}

/// How a count that may take two values, q or q + 1, enters the cost.
///
/// ```
/// use ketboard_puzzles::{Encodings, Form, TwoValued, Var};
///
/// // one or two of three cells, as in a window of three
/// let vars = [Var(0), Var(1), Var(2)];
/// let window = Form::sum(&vars, 1, 2);
/// let encodings = |counts| Encodings { counts, ..Encodings::default() };
/// let least = |counts| encodings(counts).energy_where_it_holds(&window);
/// assert_eq!(least(TwoValued::Fractional), Some(0.25)); // (1½ − Σx)² at Σx = 1 and 2
/// assert_eq!((least(TwoValued::Pairwise), least(TwoValued::Slack)), (Some(0.0), Some(0.0)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::IntoStaticStr, strum::EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum TwoValued {
    /// (q + 1/2 - Σx)², the source paper's.
    #[default]
    Fractional,
    /// (Σx - q)(Σx - q - 1)/2, pairwise exclusion where q = 0.
    Pairwise,
    /// (q + s - Σx)² with one auxiliary qubit for each count.
    Slack,
}

/// How a group in which exactly one variable is 1 is held by qubits.
///
/// ```
/// use ketboard_puzzles::{
///     Constraint, Encodings, Kind, Model, Reduction, Symbols, Weights,
/// };
///
/// let mut cell = Model::default();
/// let vars = (1..=4).map(|symbol| cell.add_variable(format!("r1c1={symbol}"))).collect();
/// cell.add(Constraint::exactly(Kind::Cell, "r1c1", 1, vars));
/// let open = Reduction::givens_only(&cell);
/// for (symbols, qubits) in Symbols::ALL.into_iter().zip([4, 3, 2]) {
///     let encodings = Encodings { symbols, ..Encodings::default() };
///     let cost = encodings.encode(&cell, &open, &Weights::default())?;
///     assert_eq!(cost.layout.qubits(), qubits);
/// }
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::IntoStaticStr, strum::EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Symbols {
    /// One qubit for each variable, the source paper's.
    #[default]
    OneHot,
    /// d - 1 qubits for d symbols.
    DomainWall,
    /// log2(d) qubits for d symbols, terms of higher degree.
    Binary,
}

/// One choice of each kind; the default is the source paper's.
///
/// ```
/// use ketboard_puzzles::{Encodings, Puzzle, RuleSet, Symbols, Weights, reduce};
///
/// let text = "family = 'sudoku'\ngrid = '''\n1...\n....\n..2.\n....\n'''";
/// let sudoku = Puzzle::parse(text, "four symbols")?;
/// let reduction = reduce(&sudoku.model, RuleSet::Paper, None).expect("it has a solution");
/// let qubits = |symbols| {
///     let encodings = Encodings { symbols, ..Encodings::default() };
///     let cost = encodings.encode(&sudoku.model, &reduction, &Weights::default())?;
///     Ok::<_, ketboard_puzzles::Error>(cost.layout.qubits())
/// };
/// assert!(qubits(Symbols::Binary)? < qubits(Symbols::OneHot)?);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encodings {
    /// Lines that must differ.
    pub distinct_lines: DistinctLines,
    /// Counts that may take two values.
    pub counts: TwoValued,
    /// Groups in which exactly one variable is 1.
    pub symbols: Symbols,
}

impl Encodings {
    /// Whether rules of this kind have a penalty to weigh.
    pub(crate) fn weigh(&self, kind: Kind) -> bool {
        let distinct = kind == Kind::Distinct && self.distinct_lines != DistinctLines::Filter;
        kind.has_penalty() || distinct
    }

    /// The least unit penalty of a rule, taken wherever it holds: 0, or ¼ of a count that may take
    /// two values, (q + ½ − Σx)². `None` where it has no penalty.
    pub fn energy_where_it_holds(&self, form: &Form) -> Option<f64> {
        match form {
            Form::Sum(sum) => {
                let two_valued = sum.product.is_none() && sum.least < sum.most;
                let fractional = two_valued && self.counts == TwoValued::Fractional;
                Some(if fractional { 0.25 } else { 0.0 })
            }
            Form::Distinct(_) => (self.distinct_lines != DistinctLines::Filter).then_some(0.0),
            Form::Matching(_) => None,
        }
    }
}

impl fmt::Display for Encodings {
    /// `distinct lines: qubo, counts: fractional, symbols: one-hot`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lines, counts] = [self.distinct_lines.name(), self.counts.name()];
        let symbols = self.symbols.name();
        write!(
            f,
            "distinct lines: {lines}, counts: {counts}, symbols: {symbols}"
        )
    }
}

impl DistinctLines {
    /// All ways, the default first.
    pub const ALL: [Self; 3] = [Self::Filter, Self::Hobo, Self::Qubo];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl TwoValued {
    /// All ways, the default first.
    pub const ALL: [Self; 3] = [Self::Fractional, Self::Pairwise, Self::Slack];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Symbols {
    /// All ways, the default first.
    pub const ALL: [Self; 3] = [Self::OneHot, Self::DomainWall, Self::Binary];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

// A weight λ > 0 for each kind of penalty; 1 reproduces the source paper.
//
// The paper gives every term weight 1; in practice some rules must count more than others. Weights
// belong to the penalties only: an objective brings its own. A puzzle may state other defaults
// ([`Model::weight`]), such as the λ of an objective, to which rules must not give way.

/// The allowed weights. An `f64` holds 16 digits: outside of this range one kind would drown the
/// others.
const RANGE: RangeInclusive<f64> = 1e-6..=1e6;

/// How much each kind of broken rule costs; 1 unless set.
///
/// ```
/// use ketboard_puzzles::{Encodings, Kind, Weights};
///
/// let weights = Weights::parse(["row=2", "column=1.5"], Encodings::default())?;
/// assert_eq!((weights.of(Kind::Row), weights.of(Kind::Cell)), (2.0, 1.0));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Weights(BTreeMap<Kind, f64>);

impl Weights {
    /// The weights of these kinds; 1 for all others.
    ///
    /// # Errors
    /// As [`Self::set`].
    pub fn from_pairs(pairs: impl IntoIterator<Item = (Kind, f64)>) -> Result<Self> {
        let mut weights = Self::default();
        for (kind, weight) in pairs {
            weights.set(kind, weight)?;
        }
        Ok(weights)
    }

    /// The weights written as `kind=λ`: `["row=2", "sign=0.5"]`, of rules that have a penalty in
    /// `encodings`: `distinct=2` weighs distinct lines where they are encoded. A later text
    /// replaces an earlier one.
    ///
    /// # Errors
    /// If a text is not `kind=λ`, the kind is unknown, or as [`Self::set`].
    pub fn parse(
        texts: impl IntoIterator<Item = impl AsRef<str>>,
        encodings: Encodings,
    ) -> Result<Self> {
        let mut weights = Self::default();
        for text in texts {
            let (kind, weight) = pair(text.as_ref())?;
            weights.insert(kind, weight, encodings)?;
        }
        Ok(weights)
    }

    /// Sets the weight of one kind.
    ///
    /// # Errors
    /// If `weight` is not a number between 10⁻⁶ and 10⁶, or the kind has no penalty to weigh.
    pub fn set(&mut self, kind: Kind, weight: f64) -> Result<()> {
        self.insert(kind, weight, Encodings::default())
    }

    /// Sets the weight of a kind, if its rules have a penalty in these encodings.
    fn insert(&mut self, kind: Kind, weight: f64, encodings: Encodings) -> Result<()> {
        if !encodings.weigh(kind) {
            let way = match kind {
                Kind::Distinct => " unless `distinct_lines` is hobo or qubo",
                _ => "",
            };
            let found = format!("{kind} rules have no penalty{way}; they are judged as they are");
            return Err(refused(found));
        }
        if !RANGE.contains(&weight) {
            return Err(refused(format!("{kind}={weight:?}")));
        }
        self.0.insert(kind, weight);
        Ok(())
    }

    /// These weights, and those that `model` states for the kinds without one.
    #[must_use]
    pub fn or_those_of(&self, model: &Model) -> Self {
        let stated = model.weights.iter().filter(|(_, weight)| **weight != 1.0);
        Self(
            stated
                .chain(&self.0)
                .map(|(kind, weight)| (*kind, *weight))
                .collect(),
        )
    }

    /// The kinds that were given a weight.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.0.keys().copied()
    }

    /// The weight of a kind.
    pub fn of(&self, kind: Kind) -> f64 {
        self.0.get(&kind).copied().unwrap_or(1.0)
    }
}

/// A kind and its weight, from `kind=λ`.
fn pair(text: &str) -> Result<(Kind, f64)> {
    let unclear = || refused(format!("found {text:?}"));
    let (name, number) = text.split_once('=').ok_or_else(unclear)?;
    let name = name.trim();
    let kind = Kind::known(name).ok_or_else(|| refused(format!("unknown kind {name:?}")))?;
    Ok((kind, number.trim().parse().map_err(|_| unclear())?))
}

/// The error of a weight that cannot be, with the kinds that have one.
fn refused(found: impl Into<String>) -> Error {
    let kinds = Kind::ALL.iter().filter(|kind| kind.has_penalty());
    let names: Vec<_> = kinds.map(|kind| kind.name()).collect();
    let remedy = format!(
        "a weight is kind=λ with 0.000001 ≤ λ ≤ 1000000; the kinds are {}",
        names.join(", ")
    );
    Error::setting("weight", found, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_one_unless_it_is_set() {
        let weights =
            Weights::parse(["row=2", " sign = 0.5 ", "row=3"], Encodings::default()).unwrap();
        for kind in Kind::ALL {
            let expected = match kind {
                Kind::Row => 3.0,
                Kind::Sign => 0.5,
                Kind::Cell
                | Kind::Column
                | Kind::Region
                | Kind::Diagonal
                | Kind::Repetition
                | Kind::Balance
                | Kind::Distinct
                | Kind::Tree
                | Kind::Matching
                | Kind::Own(_) => 1.0,
            };
            assert_eq!(weights.of(kind), expected, "{kind}");
        }
    }

    #[test]
    fn what_is_not_a_weight_is_refused_with_the_known_kinds() {
        let wrong = [
            "row",
            "rows=1",
            "row=0",
            "row=-1",
            "row=NaN",
            "row=inf",
            "row=",
            "row=1e300",
            "row=two",
            "=1",
            "",
            "distinct=2",
            "matching=2",
        ];
        for text in wrong {
            let message = Weights::parse([text], Encodings::default())
                .unwrap_err()
                .to_string();
            assert!(
                message.contains("diagonal, repetition"),
                "{text:?}: {message}"
            );
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
