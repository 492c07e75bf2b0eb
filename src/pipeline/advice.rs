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

use super::Problem;
use super::metrics::{RuleCounts, Variables};
use crate::error::{Error, Result};
use ketboard_puzzles::{Encodings, Kind, Model, Symbols};
use ketboard_qaoa::{Cost, Precision};
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The most qubits whose states are all looked at.
pub(crate) const MOST_ADVISED_QUBITS: usize = 24;

/// The gap table of an encoded model, and what follows for its weights: an object of
/// `show --weights --json`.
///
/// ```
/// use ketboard::{Options, Puzzle};
/// let options = Options::default().set("reduce", "none")?;
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']")?;
/// let problem = puzzle.problem(&options)?;
/// let advice = problem.advice()?;
/// assert_eq!(advice.qubits, problem.qubits());
/// assert_eq!(advice.broken[0].lowest_energy, 0.0); // of the states that break no rule
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Advice {
    /// Number of qubits; all 2ⁿ states were looked at.
    #[serde(skip)]
    pub qubits: usize,
    /// The states by the number of encoded rules they break, fewest first.
    pub broken: Vec<Broken>,
    /// The same for each kind of rule that has penalties, and its weight.
    pub kinds: Vec<KindAdvice>,
    /// The states that break no encoded rule, by the number of other rules they break: those
    /// without a penalty.
    pub unencoded_broken: Vec<Broken>,
    /// Whether a weight is too small: a state of lowest energy breaks an encoded rule though some
    /// state breaks none.
    pub too_small: bool,
    /// The lowest energy of a state that breaks no encoded rule; `None` where there is no such
    /// state.
    pub lowest_energy_that_obeys: Option<f64>,
    /// The lowest energy of a state that breaks an encoded rule; `None` where there is no such
    /// state.
    pub lowest_energy_that_breaks: Option<f64>,
    /// How far the second lies above the first; `None` where one of them is missing.
    pub gap: Option<f64>,
}

/// What one kind of rule costs, and how much it must.
///
/// ```
/// use ketboard::{Options, Puzzle};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']")?;
/// let advice = puzzle.problem(&Options::default())?.advice()?;
/// for kind in &advice.kinds {
///     println!("{}: weighs {}, {} rules", kind.kind, kind.weight, kind.rules);
///     assert_eq!(kind.weight, 1.0);
/// }
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct KindAdvice {
    /// The kind.
    #[serde(serialize_with = "by_name")]
    pub kind: Kind,
    /// Number of its rules that have a penalty.
    pub rules: usize,
    /// The weight it has.
    pub weight: f64,
    /// Which weights make every state of lowest energy obey the encoded rules, the other weights
    /// staying as they are; `None` where no state obeys them.
    #[serde(flatten)]
    pub safe: Option<SafeWeight>,
    /// The states by the number of rules of this kind they break, fewest first.
    pub broken: Vec<Broken>,
}

fn by_name<S: Serializer>(kind: &Kind, to: S) -> std::result::Result<S::Ok, S::Error> {
    to.serialize_str(kind.name())
}

/// The states that break a certain number of rules.
///
/// ```
/// use ketboard::{Options, Puzzle};
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4\nqueens = ['r1c2']")?;
/// let advice = puzzle.problem(&Options::default())?.advice()?;
/// let states: u64 = advice.broken.iter().map(|broken| broken.states).sum();
/// assert_eq!(states, 1 << advice.qubits); // every state, by how many rules it breaks
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Broken {
    /// How many rules are broken.
    pub rules: usize,
    /// How many states break that many.
    pub states: u64,
    /// The lowest energy among them.
    pub lowest_energy: f64,
}

/// The weights of a kind for which every state of lowest energy obeys the encoded rules (and so is
/// the best of those that do).
///
/// ```
/// use ketboard::SafeWeight;
/// assert_eq!(SafeWeight::Above(2.5).to_string(), "λ > 2.5");
/// assert_eq!(SafeWeight::NotNeeded.to_string(), "not needed");
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "safe", content = "above", rename_all = "snake_case")]
pub enum SafeWeight {
    /// Any weight above this positive number, and no other.
    Above(f64),
    /// Any positive weight, and not 0.
    Any,
    /// Any positive weight, and 0 too: the other penalties see to it.
    NotNeeded,
    /// None: a state that breaks rules of other kinds alone has too low an energy.
    OthersTooSmall,
}

impl fmt::Display for SafeWeight {
    /// `λ > 2.5`, `any λ > 0`, `not needed`, `none: another weight is too small`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Above(bound) => write!(f, "λ > {bound}"),
            Self::Any => f.write_str("any λ > 0"),
            Self::NotNeeded => f.write_str("not needed"),
            Self::OthersTooSmall => f.write_str("none: another weight is too small"),
        }
    }
}

/// A kind of rule, what it costs, and how many of its rules each state breaks.
struct Priced {
    kind: Kind,
    counts: RuleCounts,
    /// λ.
    weight: f64,
    /// Its unit penalties where all its rules hold.
    held: f64,
    /// Its unit penalties at every state.
    penalties: Cost,
}

/// The states that have a key, grouped by it: how many, and the least of their values. The same for
/// any number of threads.
fn grouped<K: Ord + Send>(
    states: usize,
    of: impl Fn(usize) -> Option<(K, f64)> + Sync,
) -> BTreeMap<K, (u64, f64)> {
    let add = |mut groups: BTreeMap<K, (u64, f64)>, (key, (count, value)): (K, (u64, f64))| {
        let (known, least) = groups.entry(key).or_insert((0, f64::INFINITY));
        (*known, *least) = (*known + count, least.min(value));
        groups
    };
    let states = (0..states).into_par_iter().filter_map(&of);
    let groups = states.map(|(key, value)| (key, (1, value)));
    let groups = groups.fold(BTreeMap::new, add);
    groups.reduce(BTreeMap::new, |one, other| other.into_iter().fold(one, add))
}

/// The states by the number of rules they break, fewest first; those without a number are left out.
fn rows(energies: &Cost, rules: impl Fn(usize) -> Option<usize> + Sync) -> Vec<Broken> {
    let of = |x| Some((rules(x)?, energies.energy(x)));
    let row = |(rules, (states, lowest_energy))| Broken {
        rules,
        states,
        lowest_energy,
    };
    grouped(energies.states(), of)
        .into_iter()
        .map(row)
        .collect()
}

impl Problem {
    /// The gap table and the smallest safe weights of this problem.
    ///
    /// The result is the same for any number of threads. 2²⁰ states take a fraction of a second.
    ///
    /// # Errors
    /// If there are more than 24 qubits, the energies of all states do not fit into memory, symbols
    /// are domain walls (their price is no multiple of one weight), or the penalty of a region is
    /// left out.
    pub fn advice(&self) -> Result<Advice> {
        let (model, reduction, weights) = (&self.puzzle.model, &self.reduction, &self.weights);
        if self.encodings.symbols == Symbols::DomainWall {
            return Err(Error::setting(
                "weights",
                "the price of a domain wall too many depends on all weights at once",
                "use `symbols` one-hot or binary",
            ));
        }
        let whole = self.encodings.encode(model, reduction, weights)?;
        if whole.polynomial != self.cost.polynomial {
            return Err(Error::setting(
                "weights",
                "the penalty of a region is left out, so that no weight is its own",
                "leave out `drop_region`",
            ));
        }
        let on_qubits = Self {
            registers: None,
            ..self.clone()
        };
        let n = self.cost.polynomial.n();
        let kinds = model.kinds().into_iter();
        let units: Vec<_> = kinds
            .filter_map(|kind| Some((kind, whole.penalties.get(&kind)?)))
            .collect();
        if n > MOST_ADVISED_QUBITS {
            return Err(Error::setting(
                "weights",
                format!("{n} qubits have 2^{n} states, too many to look at each"),
                format!("use `target_qubits` {MOST_ADVISED_QUBITS} (or fewer)"),
            ));
        }
        on_qubits.check_memory(Precision::F64)?;
        let energies = Cost::from_terms(n, self.cost.polynomial.masks())?;
        let weights = weights.or_those_of(model);
        let variables = Variables::of(&on_qubits);
        let rules = |kind: Option<Kind>| {
            let all = model.constraints().iter().enumerate();
            let rules = all.filter(|(at, rule)| {
                if self.cost.unencoded.contains(at) {
                    kind.is_none()
                } else {
                    kind == Some(rule.kind)
                }
            });
            let rules = rules.map(|(_, rule)| rule).collect();
            RuleCounts::of(rules, reduction, &variables).ok_or_else(|| {
                let found = "more rules of a kind than are counted";
                Error::setting("weights", found, "give a smaller puzzle")
            })
        };
        let priced = units.iter().map(|(kind, unit)| {
            Ok(Priced {
                kind: *kind,
                counts: rules(Some(*kind))?,
                weight: weights.of(*kind),
                held: energy_where_all_hold(model, *kind, self.encodings),
                penalties: Cost::from_terms(n, unit.masks())?,
            })
        });
        let priced: Vec<Priced> = priced.collect::<Result<_>>()?;
        let unencoded = rules(None)?;
        let broken = |x| priced.iter().map(|kind| kind.counts.broken_in(x)).sum();
        let obeys = |x: &usize| broken(*x) == 0_usize;
        let (all, rounding) = (rows(&energies, |x| Some(broken(x))), energies.rounding());
        let (obeying, breaking): (Vec<_>, Vec<_>) = all.iter().partition(|row| row.rules == 0);
        let lowest = |rows: Vec<&Broken>| rows.iter().map(|row| row.lowest_energy).reduce(f64::min);
        let (best, breaking) = (lowest(obeying), lowest(breaking));
        let gap = breaking.zip(best).map(|(breaking, best)| breaking - best);
        let kinds = priced.iter().map(|kind| KindAdvice {
            kind: kind.kind,
            rules: kind.counts.count,
            weight: kind.weight,
            safe: best.map(|best| {
                // what the kind costs beyond what it must, by its bits, and the energy without it
                let rest = grouped(energies.states(), |x| {
                    let excess = kind.penalties.energy(x) - kind.held;
                    let rest = energies.energy(x) - kind.weight * excess;
                    (!obeys(&x)).then_some((excess.to_bits(), rest))
                });
                safe_weight(best, &rest, rounding)
            }),
            broken: rows(&energies, |x| Some(kind.counts.broken_in(x))),
        });
        Ok(Advice {
            qubits: n,
            kinds: kinds.collect(),
            unencoded_broken: rows(&energies, |x| {
                Some(x).filter(obeys).map(|x| unencoded.broken_in(x))
            }),
            broken: all,
            too_small: gap.is_some_and(|gap| gap <= rounding),
            lowest_energy_that_obeys: best,
            lowest_energy_that_breaks: breaking,
            gap,
        })
    }
}

/// The safe weights, where `best` is the lowest energy of a state that obeys, and `rest` the lowest
/// energies of the others without the kind, by the bits of what it costs beyond what it must.
fn safe_weight(best: f64, rest: &BTreeMap<u64, (u64, f64)>, rounding: f64) -> SafeWeight {
    let mut bound = f64::NEG_INFINITY;
    for (excess, (_, rest)) in rest {
        let excess = f64::from_bits(*excess);
        if excess > rounding {
            bound = bound.max((best - rest) / excess);
        } else if *rest <= best + rounding {
            return SafeWeight::OthersTooSmall;
        }
    }
    if bound > rounding {
        SafeWeight::Above(bound)
    } else if bound >= -rounding {
        SafeWeight::Any
    } else {
        SafeWeight::NotNeeded
    }
}

/// What the unit penalties of a kind cost where all its rules hold.
fn energy_where_all_hold(model: &Model, kind: Kind, encodings: Encodings) -> f64 {
    let rules = model.constraints().iter().filter(|rule| rule.kind == kind);
    let held = rules.filter_map(|rule| encodings.energy_where_it_holds(&rule.form));
    held.sum()
}
