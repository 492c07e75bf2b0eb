//! The choices between encodings that keep the same boards: of lines that must differ, of
//! two-valued counts, of symbols.

use crate::model::{Form, Kind};
use std::fmt;

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
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum DistinctLines {
    /// Not at all: the rules judge the samples. This is the paper's way.
    #[default]
    Filter,
    /// Π_k \[a_k = b_k\], a product over the whole line: no further qubit, but terms of high
    /// degree.
    Hobo,
    /// A witness of the difference in auxiliary qubits: quadratic.
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
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum TwoValued {
    /// (q + ½ − Σx)², at least ¼ (eq. 15, 38, 39). This is the paper's way.
    #[default]
    Fractional,
    /// (Σx − q)(Σx − q − 1)/2: for q = 0 it is Σ x_i x_j over pairs.
    Pairwise,
    /// (q + s − Σx)² with an auxiliary qubit s.
    Slack,
}

/// How a group in which exactly one variable is 1 is held by qubits.
///
/// ```
/// use ketboard_puzzles::{
///     Constraint, Encodings, Kind, Model, Reduction, Symbols, Weights, encode_as,
/// };
///
/// let mut cell = Model::default();
/// let vars = (1..=4).map(|symbol| cell.add_variable(format!("r1c1={symbol}"))).collect();
/// cell.add(Constraint::exactly(Kind::Cell, "r1c1", 1, vars));
/// let open = Reduction::givens_only(&cell);
/// for (symbols, qubits) in Symbols::ALL.into_iter().zip([4, 3, 2]) {
///     let encodings = Encodings { symbols, ..Encodings::default() };
///     let cost = encode_as(&cell, &open, &Weights::default(), encodings)?;
///     assert_eq!(cost.layout.qubits(), qubits);
/// }
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Symbols {
    /// One qubit for each variable. This is the paper's way.
    #[default]
    OneHot,
    /// One qubit fewer: the place where a run of ones ends.
    DomainWall,
    /// The number of the variable in bits; terms of higher degree.
    Binary,
}

/// One choice of each kind; the default is the source paper's.
///
/// ```
/// use ketboard_puzzles::{Encodings, Puzzle, RuleSet, Symbols, Weights, encode_as, reduce};
///
/// let text = "family = 'sudoku'\ngrid = '''\n1...\n....\n..2.\n....\n'''";
/// let sudoku = Puzzle::parse(text, "four symbols")?;
/// let reduction = reduce(&sudoku.model, RuleSet::Paper, None).expect("it has a solution");
/// let qubits = |symbols| {
///     let encodings = Encodings { symbols, ..Encodings::default() };
///     let cost = encode_as(&sudoku.model, &reduction, &Weights::default(), encodings)?;
///     Ok::<_, ketboard_puzzles::Error>(cost.layout.qubits())
/// };
/// assert!(qubits(Symbols::Binary)? < qubits(Symbols::OneHot)?);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
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
