//! What the weights of the penalties do, by looking at every state: the gap table and the smallest
//! safe weight of each kind.
//!
//! Rules are counted as broken by the rules
//! ([`Constraint::holds`](ketboard_puzzles::Constraint::holds)), energies are those of the encoded
//! polynomial; the two know nothing of each other. With E* the lowest energy of a state that breaks
//! no encoded rule, and p_K(x) what the unit penalties of kind K cost at x beyond what they cost
//! where they hold, a weight λ of kind K is safe, the others staying as they are, exactly if
//!
//! > E(x) + (λ − λ_K) p_K(x) > E* for every x that breaks an encoded rule
//!
//! which is λ > max (E* − E(x) + λ_K p_K(x)) / p_K(x), provided that no x with p_K(x) = 0 already
//! lies at E* or below. Slip 9 of the source paper (eq. 26: λ above the largest weight of a piece)
//! is a case of it. Rules without a penalty are counted apart.

mod safe;
mod tally;
mod walk;

pub use safe::SafeWeight;
pub use tally::Broken;

use super::Problem;
use crate::error::{Error, Result};
use ketboard_puzzles::{
    EncodedCost, Encodings, Kind, Model, Polynomial, Reduction, Symbols, Weights, encode, encode_as,
};
use ketboard_qaoa::{Cost, Precision, Purpose, available_memory, memory_needed};
use rayon::prelude::*;
use tally::{Priced, StateTally};
use walk::{GrayWalk, RuleCheck};

/// The most qubits whose states are all looked at.
pub(crate) const MOST_ADVISED_QUBITS: usize = 24;

/// States that one walk visits; walks run side by side.
const WALK: usize = 12;

/// The gap table of an encoded model, and what follows for its weights.
///
/// ```
/// use ketboard::puzzles::{RuleSet, Weights, reduce};
/// use ketboard::{Puzzle, advise};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let advice = advise(&puzzle.model, &reduction, &Weights::default())?;
/// assert_eq!(advice.qubits, reduction.qubits());
/// assert_eq!(advice.all[0].lowest_energy, 0.0); // of the states that break no rule
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Advice {
    /// Number of qubits; all 2ⁿ states were looked at.
    pub qubits: usize,
    /// The states by the number of encoded rules they break, fewest first.
    pub all: Vec<Broken>,
    /// The same for each kind of rule that has penalties, and its weight.
    pub kinds: Vec<KindAdvice>,
    /// The states that break no encoded rule, by the number of other rules they break: those
    /// without a penalty.
    pub unencoded: Vec<Broken>,
    /// How far rounding may take two equal energies apart.
    rounding: f64,
}

/// What one kind of rule costs, and how much it must.
///
/// ```
/// use ketboard::puzzles::{RuleSet, Weights, reduce};
/// use ketboard::{Puzzle, advise};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let advice = advise(&puzzle.model, &reduction, &Weights::default())?;
/// for kind in &advice.kinds {
///     println!("{}: weighs {}, {} rules", kind.kind, kind.weight, kind.rules);
///     assert_eq!(kind.weight, 1.0);
/// }
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct KindAdvice {
    /// The kind.
    pub kind: Kind,
    /// Number of its rules that have a penalty.
    pub rules: usize,
    /// The weight it has.
    pub weight: f64,
    /// Which weights make every state of lowest energy obey the encoded rules, the other weights
    /// staying as they are; `None` where no state obeys them.
    pub safe: Option<SafeWeight>,
    /// The states by the number of rules of this kind they break, fewest first.
    pub broken: Vec<Broken>,
}

impl Advice {
    /// The lowest energy of a state that breaks no encoded rule; `None` where there is no such
    /// state.
    pub(crate) fn lowest_that_obeys(&self) -> Option<f64> {
        let first = self.all.first().filter(|row| row.rules == 0);
        first.map(|row| row.lowest_energy)
    }

    /// The lowest energy of a state that breaks an encoded rule; `None` where there is no such
    /// state.
    pub(crate) fn lowest_that_breaks(&self) -> Option<f64> {
        let rows = self.all.iter().filter(|row| row.rules > 0);
        rows.map(|row| row.lowest_energy).reduce(f64::min)
    }

    /// How far the lowest state that breaks an encoded rule lies above the lowest that breaks none;
    /// `None` where one of them is missing.
    pub(crate) fn gap(&self) -> Option<f64> {
        Some(self.lowest_that_breaks()? - self.lowest_that_obeys()?)
    }

    /// Whether a weight is too small: a state of lowest energy breaks an encoded rule though some
    /// state breaks none.
    pub(crate) fn is_too_small(&self) -> bool {
        self.gap().is_some_and(|gap| gap <= self.rounding)
    }
}

impl Problem {
    /// The gap table and the smallest safe weights of this problem.
    ///
    /// The result is the same for any number of threads. 2²⁰ states take a fraction of a second.
    ///
    /// # Errors
    /// If there are more than [`MOST_ADVISED_QUBITS`] qubits, the energies of all states do not fit
    /// into memory, symbols are domain walls (their price is no multiple of one weight), or the
    /// penalty of a region is left out.
    pub(crate) fn advice(&self) -> Result<Advice> {
        let (model, reduction, weights) = (&self.puzzle.model, &self.reduction, &self.weights);
        if self.encodings.symbols == Symbols::DomainWall {
            return Err(Error::setting(
                "weights",
                "the price of a domain wall too many depends on all weights at once",
                "use `symbols` one-hot or binary",
            ));
        }
        let whole = encode_as(model, reduction, weights, self.encodings)?;
        if whole.polynomial != self.cost.polynomial {
            return Err(Error::setting(
                "weights",
                "the penalty of a region is left out, so that no weight is its own",
                "leave out `drop_region`",
            ));
        }
        advise_on(model, reduction, (weights, self.encodings), &whole)
    }

    /// An encoded rule, as an index into [`Model::constraints`], that a state of lowest energy
    /// breaks though some state breaks none: the sign of a weight that is too small. `cost` is that
    /// of this problem over its qubits.
    pub(crate) fn rule_broken_at_lowest_energy(&self, cost: &Cost) -> Option<usize> {
        let judge = RuleCheck::new(&self.puzzle.model, &self.reduction, &self.cost);
        let states = 0..cost.states() as u64;
        let broken = states.clone().into_par_iter().find_map_first(|index| {
            let is_ground = cost.above_min(index as usize) <= cost.rounding();
            is_ground.then(|| judge.first_broken(index)).flatten()
        })?;
        let some_obeys = states
            .into_par_iter()
            .any(|index| judge.first_broken(index).is_none());
        some_obeys.then_some(broken)
    }
}

/// The gap table of `model` over the qubits of `reduction`, encoded in the source paper's way with
/// `weights`, and the smallest safe weights.
///
/// # Errors
/// As `Problem::advice`.
pub fn advise(model: &Model, reduction: &Reduction, weights: &Weights) -> Result<Advice> {
    let cost = encode(model, reduction, weights);
    advise_on(model, reduction, (weights, Encodings::default()), &cost)
}

fn advise_on(
    model: &Model,
    reduction: &Reduction,
    (weights, encodings): (&Weights, Encodings),
    cost: &EncodedCost,
) -> Result<Advice> {
    let judge = RuleCheck::new(model, reduction, cost);
    let n = cost.polynomial.n();
    check_size(n, 1 + judge.kinds().len() as u128)?;
    let energies = Cost::from_terms(n, cost.polynomial.masks())?;
    let weights = weights.or_those_of(model);
    let penalty = |&kind: &Kind| {
        // none where the only rule of a kind was left out
        let unit = cost.penalties.get(&kind);
        let unit = unit.map_or_else(|| Polynomial::constant(n, 0.0), Polynomial::clone);
        Ok(Priced {
            weight: weights.of(kind),
            held: energy_where_all_hold(model, kind, encodings),
            penalties: Cost::from_terms(n, unit.masks())?,
        })
    };
    let priced: Vec<Priced> = judge.kinds().iter().map(penalty).collect::<Result<_>>()?;
    let tally = tally(&judge, &energies, &priced);
    let mut advice = Advice {
        qubits: n,
        all: tally.all.rows(),
        kinds: Vec::new(),
        unencoded: tally.unencoded.rows(),
        rounding: energies.rounding(),
    };
    let best = advice.lowest_that_obeys();
    let of_kind = judge.kinds().iter().zip(&priced).zip(&tally.kinds);
    advice.kinds = of_kind
        .map(|((&kind, priced), tallied)| KindAdvice {
            kind,
            rules: judge.rules_of(kind),
            weight: priced.weight,
            safe: best.map(|best| safe::safe_weight(best, &tallied.breaking, advice.rounding)),
            broken: tallied.counted.rows(),
        })
        .collect();
    Ok(advice)
}

/// Succeeds if `tables` of energies for the states of `n` qubits can be held and walked over.
fn check_size(n: usize, tables: u128) -> Result<()> {
    if n > MOST_ADVISED_QUBITS {
        return Err(Error::setting(
            "weights",
            format!("{n} qubits have 2^{n} states, too many to look at each"),
            format!("use `target_qubits` {MOST_ADVISED_QUBITS} (or fewer)"),
        ));
    }
    let needed = tables * memory_needed(n, Purpose::State, Precision::F64);
    let available = available_memory();
    if needed <= u128::from(available) {
        return Ok(());
    }
    Err(Error::Memory {
        qubits: n,
        needed,
        available,
        remedy: "use `target_qubits` with a smaller number".into(),
    })
}

/// What the unit penalties of a kind cost where all its rules hold.
fn energy_where_all_hold(model: &Model, kind: Kind, encodings: Encodings) -> f64 {
    let rules = model.constraints().iter().filter(|rule| rule.kind == kind);
    let held = rules.filter_map(|rule| encodings.energy_where_it_holds(&rule.form));
    held.sum()
}

/// All states in walks of 2^12, each in Gray code order. Counts and minima do not depend on the
/// order, so the threads do not matter.
fn tally(judge: &RuleCheck<'_>, energies: &Cost, priced: &[Priced]) -> StateTally {
    let qubits = energies.states().trailing_zeros() as usize;
    let bits = qubits.min(WALK);
    let of_walk = |walk: u64| {
        let start = walk << bits;
        let mut at = GrayWalk::new(judge, start);
        let mut tally = StateTally::new(priced.len());
        for step in 0..1_u64 << bits {
            let index = start | (step ^ step >> 1);
            at.go_to(index);
            tally.add(index as usize, &at, energies, priced);
        }
        tally
    };
    (0..1_u64 << (qubits - bits))
        .into_par_iter()
        .map(of_walk)
        .reduce(|| StateTally::new(priced.len()), StateTally::merged)
}
