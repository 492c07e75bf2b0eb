//! Which rules a state keeps, kind by kind: every rule is judged at every basis state once, and a
//! state of any layer is summed against that.
//!
//! Counts, pairs and signs are counts of bits under masks; the constraints are those of the model
//! ([`Model::violations`](ketboard_puzzles::Model::violations) says the same, slowly, and is their
//! judge in the tests). Energies are not asked.

use super::variables::{TILE, Variables, value_at};
use crate::pipeline::Problem;
use ketboard_puzzles::{Constraint, Form, Kind, Reduced, Reduction, Var, can_match};
use rayon::prelude::*;

/// The rules of one kind in a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct KindKept {
    /// The kind.
    pub kind: Kind,
    /// The probability that all its rules hold.
    pub kept: f64,
    /// How many of them are broken on average.
    pub broken: f64,
    /// How many there are, those included that the reduction has settled.
    pub count: usize,
}

/// How many rules of each kind every basis state breaks.
#[derive(Clone, Debug)]
pub(super) struct RuleTable {
    columns: Vec<KindRules>,
}

/// The rules of one kind.
#[derive(Clone, Debug)]
struct KindRules {
    kind: Kind,
    count: usize,
    /// How many are broken everywhere.
    always: usize,
    /// How many more are broken in each state; `None` where the reduction has settled all.
    more: Option<Vec<u16>>,
}

impl RuleTable {
    /// The table of a problem; `None` where a kind has more open rules than can be counted in two
    /// bytes.
    pub(super) fn of(problem: &Problem, variables: &Variables) -> Option<Self> {
        let rules = problem.puzzle.model.constraints();
        let kinds = problem.puzzle.model.kinds().into_iter();
        let columns = kinds.map(|kind| {
            let of_kind = rules.iter().filter(|rule| rule.kind == kind);
            KindRules::of(kind, of_kind.collect(), &problem.reduction, variables)
        });
        let columns = columns.collect::<Option<_>>()?;
        Some(Self { columns })
    }

    /// Whether a basis state keeps all rules.
    pub(super) fn obeys(&self, state: usize) -> bool {
        let more = |column: &KindRules| column.more.as_ref().map_or(0, |more| more[state]);
        let mut columns = self.columns.iter();
        columns.all(|column| column.always == 0 && more(column) == 0)
    }

    /// The kinds in a state with these probabilities, in the order of [`Kind`].
    pub(super) fn kept(&self, probabilities: &[f64]) -> Vec<KindKept> {
        let columns = self.columns.iter();
        columns.map(|column| column.kept(probabilities)).collect()
    }
}

impl KindRules {
    fn of(
        kind: Kind,
        rules: Vec<&Constraint>,
        reduction: &Reduction,
        variables: &Variables,
    ) -> Option<Self> {
        let is_settled = |rule: &&Constraint| {
            let mut vars = rule.vars().into_iter();
            vars.all(|var| matches!(reduction.value(var), Reduced::Const(_)))
        };
        let somewhere = reduction.lift(&vec![false; reduction.qubits()]);
        let count = rules.len();
        let (settled, open): (Vec<&Constraint>, Vec<&Constraint>) =
            rules.into_iter().partition(is_settled);
        u16::try_from(open.len()).ok()?;
        let always = settled
            .iter()
            .filter(|rule| !rule.holds(&somewhere))
            .count();
        let compiled: Vec<WordRule> = open
            .iter()
            .map(|rule| WordRule::of(rule, reduction))
            .collect();
        Some(Self {
            kind,
            count,
            always,
            more: (!compiled.is_empty()).then(|| broken(&compiled, variables)),
        })
    }

    /// How likely all rules of the kind are kept, and how many are broken in the mean.
    fn kept(&self, probabilities: &[f64]) -> KindKept {
        let (kept, broken) = match &self.more {
            None => (f64::from(u8::from(self.always == 0)), 0.0),
            Some(more) => {
                let tiles = more.par_chunks(TILE).zip(probabilities.par_chunks(TILE));
                let sums: Vec<(f64, f64)> = tiles.map(|(more, p)| sums(more, p)).collect();
                let add =
                    |(kept, broken): (f64, f64), sum: (f64, f64)| (kept + sum.0, broken + sum.1);
                let (kept, broken) = sums.into_iter().fold((0.0, 0.0), add);
                (if self.always == 0 { kept.min(1.0) } else { 0.0 }, broken)
            }
        };
        KindKept {
            kind: self.kind,
            kept,
            broken: broken + self.always as f64,
            count: self.count,
        }
    }
}

/// The probability that nothing is broken, and the mean number of what is.
fn sums(broken: &[u16], probabilities: &[f64]) -> (f64, f64) {
    let (mut kept, mut mean) = (0.0, 0.0);
    for (&broken, &p) in broken.iter().zip(probabilities) {
        kept += if broken == 0 { p } else { 0.0 };
        mean += f64::from(broken) * p;
    }
    (kept, mean)
}

/// How many of the rules each basis state breaks.
fn broken(rules: &[WordRule], variables: &Variables) -> Vec<u16> {
    let mut counts = vec![0_u16; variables.states];
    let tiles = counts.par_chunks_mut(TILE).enumerate();
    tiles.for_each(|(number, counts)| {
        let words = variables.tile(number);
        for rule in rules {
            rule.add_where_broken(&words, variables.words, counts);
        }
    });
    counts
}

/// A rule over the words of a state.
#[derive(Clone, Debug)]
enum WordRule {
    /// The number of ones is in a range.
    Within(Ones, u32, u32),
    /// Two lines differ in one of these pairs.
    Differ(Vec<[Reduced; 2]>),
    /// Sets and ones match; there are as many ones as sets at least.
    Match(Ones, Vec<Vec<Var>>, Vec<(Var, Reduced)>),
}

/// How many variables of a list are 1.
#[derive(Clone, Debug)]
struct Ones {
    constant: u32,
    /// (word, mask, bits to turn over): the ones under the mask.
    places: Vec<(usize, u64, u64)>,
}

impl WordRule {
    fn of(rule: &Constraint, reduction: &Reduction) -> Self {
        let ones = |literals: &[(Var, bool)]| {
            let value = |&(var, negated): &(Var, bool)| match reduction.value(var) {
                Reduced::Const(value) => Reduced::Const(value != negated),
                Reduced::Bit { qubit, negated: of } => Reduced::Bit {
                    qubit,
                    negated: of != negated,
                },
            };
            Ones::of(literals.iter().map(value))
        };
        match &rule.form {
            Form::Sum(sum) => Self::Within(ones(&sum.literals), sum.least, sum.most),
            Form::Distinct([first, second]) => {
                let pairs = first.iter().zip(second);
                let values = pairs.map(|(a, b)| [a, b].map(|var| reduction.value(*var)));
                Self::Differ(values.collect())
            }
            Form::Matching(sets) => {
                let vars = rule.vars();
                let values = vars.iter().map(|&var| (var, reduction.value(var)));
                let literals: Vec<(Var, bool)> = vars.iter().map(|&var| (var, false)).collect();
                Self::Match(ones(&literals), sets.clone(), values.collect())
            }
        }
    }

    /// Adds 1 to the count of every state that breaks the rule; a state is `each` words of bits.
    fn add_where_broken(&self, words: &[u64], each: usize, counts: &mut [u16]) {
        let states = words.chunks_exact(each).zip(counts);
        match self {
            Self::Within(ones, low, high) => {
                states.for_each(|(words, count)| {
                    let found = ones.at(words);
                    *count += u16::from(found < *low || found > *high);
                });
            }
            Self::Differ(pairs) => states.for_each(|(words, count)| {
                let differ = |[a, b]: &[Reduced; 2]| value_at(*a, words) != value_at(*b, words);
                *count += u16::from(!pairs.iter().any(differ));
            }),
            Self::Match(ones, sets, values) => states.for_each(|(words, count)| {
                let holds = ones.at(words) as usize == sets.len() && matched(sets, values, words);
                *count += u16::from(!holds);
            }),
        }
    }
}

/// Whether sets and ones can be matched one to one in a state.
fn matched(sets: &[Vec<Var>], values: &[(Var, Reduced)], words: &[u64]) -> bool {
    let value = |var: Var| {
        let at = values.binary_search_by_key(&var, |(known, _)| *known);
        at.ok().map(|at| value_at(values[at].1, words))
    };
    can_match(sets, value)
}

impl Ones {
    fn of(values: impl IntoIterator<Item = Reduced>) -> Self {
        let (mut constant, mut places) = (0, Vec::<(usize, u64, u64)>::new());
        for value in values {
            let (qubit, negated) = match value {
                Reduced::Const(value) => {
                    constant += u32::from(value);
                    continue;
                }
                Reduced::Bit { qubit, negated } => (qubit, negated),
            };
            let (word, bit) = (qubit / 64, 1_u64 << (qubit % 64));
            let turned = if negated { bit } else { 0 };
            // merged variables are counted as often as they stand there
            let free = places
                .iter_mut()
                .find(|(at, mask, _)| *at == word && mask & bit == 0);
            match free {
                Some((_, mask, turn)) => (*mask, *turn) = (*mask | bit, *turn | turned),
                None => places.push((word, bit, turned)),
            }
        }
        Self { constant, places }
    }

    /// The number of ones in a state, given as words of bits.
    #[inline(always)]
    fn at(&self, words: &[u64]) -> u32 {
        let place =
            |(word, mask, turn): &(usize, u64, u64)| ((words[*word] ^ turn) & mask).count_ones();
        self.constant + self.places.iter().map(place).sum::<u32>()
    }
}
