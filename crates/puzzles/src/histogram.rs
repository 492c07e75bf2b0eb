//! How many states of a space have which energy: counted exactly, without listing them.
//!
//! Here, too: partial assignments, those with equal fields together; a number that all coefficients
//! are multiples of, so that energies are integers and equal ones are exactly equal.
//!
//! > C(x) = c₀ + Σ h_u x_u + Σ_{u<v} J_uv x_u x_v over a product of registers ([`RegisterLayout`]),
//! >   all levels of them allowed
//!
//! Registers are filled in one after the other. What the filled ones do to the others is a field on
//! each level of those that are left, and nothing else: partial assignments with equal fields go on
//! alike, so they are kept together, as the number of them at every energy so far. A field that
//! adds the same to all levels of a register is moved into the energy, so that two rows of queens
//! that leave the same columns meet, whatever they cost. The frontier, the list of different
//! fields, is all that is stored (`frontier`); after the last register there is none. This is
//! dynamic programming over a path decomposition (bucket elimination, Dechter 1999, Artif. Intell.
//! 113, 41) with merging by value.
//!
//! Energies are integers in a common unit of all coefficients (`unit`), counts are u128: both
//! exact. Of degree above two nothing is counted, and a frontier that outgrows its memory is
//! refused. It knows no rules: which states obey them is asked elsewhere.

use crate::ask::Ask;
use crate::encode::Polynomial;
use crate::error::{Error, Result, finite};
use crate::registers::{RegisterLayout, tables_of};
use std::collections::{BTreeMap, HashMap};

/// The number of states at every energy of a space.
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, RegisterChoice, RuleSet, Weights, RegisterLayout, Histogram, encode, reduce,
/// };
/// use std::ops::ControlFlow;
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let cost = encode(&puzzle.model, &reduction, &Weights::default());
/// let (model, choice) = (&puzzle.model, RegisterChoice::Qubits);
/// let qubits = RegisterLayout::choose(model, &reduction, &cost.layout, choice);
/// let qubits = qubits.expect("qubits always fit");
/// let go_on = || ControlFlow::Continue(());
/// let histogram = Histogram::count(&cost.polynomial, &qubits, 1 << 24, &go_on)?;
/// assert_eq!((histogram.states(), histogram.levels[0].0), (1 << 16, 0.0));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// The energies that occur, rising, each with its number of states.
    pub levels: Vec<(f64, u128)>,
    /// The largest frontier: how many different fields were kept at once.
    pub frontier: usize,
    unit: f64,
}

impl Histogram {
    /// The histogram of `cost`, a polynomial over the variables of `layout`, with at most `bytes`
    /// for the frontier.
    ///
    /// # Errors
    /// If a term has more than two variables, the coefficients have no common unit, there are 2¹²⁸
    /// states or more, or the frontier needs more than `bytes`: how far it came, and what makes it
    /// smaller. [`Error::Stopped`] where `ask` says stop, since half a count is none.
    pub fn count(
        cost: &Polynomial,
        layout: &RegisterLayout,
        bytes: u64,
        ask: Ask<'_>,
    ) -> Result<Self> {
        check(cost, layout)?;
        let terms = cost.terms().filter(|(set, _)| !set.is_empty());
        let unit = common_unit(&terms.map(|(_, c)| c).collect::<Vec<f64>>())?;
        let in_units = |values: Vec<f64>| {
            let units = values.iter().map(|value| (value / unit).round() as i32);
            units.collect()
        };
        let tables = tables_of(cost, layout)?.into_iter();
        let space = RegisterEnergies {
            tables: tables.map(|(r, values)| (r, in_units(values))).collect(),
            dims: layout.dims(),
            allowed: bytes,
        };
        // nothing is filled: one assignment, of energy 0
        let fields = vec![0; space.dims.iter().sum()];
        let mut kept = Frontier::from([(fields, Bins::from([(0, 1)]))]);
        let mut frontier = 1;
        for register in 0..space.dims.len() {
            kept = space.fill(kept, register, ask)?;
            frontier = frontier.max(kept.len());
        }
        let level = |(steps, states)| (cost.offset() + unit * steps as f64, states);
        Ok(Self {
            levels: kept.into_values().flatten().map(level).collect(),
            frontier,
            unit,
        })
    }

    /// Number of states of the whole space.
    pub fn states(&self) -> u128 {
        self.levels.iter().map(|(_, states)| states).sum()
    }

    /// The place in [`Self::levels`] of an energy, up to rounding; `None` where no state has it.
    pub fn level_of(&self, energy: f64) -> Option<usize> {
        let is_near = |(known, _): &(f64, u128)| (known - energy).abs() < self.unit / 2.0;
        self.levels.iter().position(is_near)
    }
}

/// Succeeds if the cost can be counted: pairs at most, and fewer than 2¹²⁸ states.
fn check(cost: &Polynomial, layout: &RegisterLayout) -> Result<()> {
    if cost.degree() > 2 {
        return Err(Error::argument(
            "histogram",
            format!("a term of {} variables", cost.degree()),
            "counting takes pairs: use `distinct_lines` filter",
        ));
    }
    if layout.states() == u128::MAX {
        return Err(Error::argument(
            "histogram",
            format!("{} variables: 2^128 states or more", layout.variables()),
            "use `registers` rows or auto, or reduce the board further (`reduce` paper, `target_qubits`)",
        ));
    }
    Ok(())
}

// Partial assignments, those with equal fields together. What is stored is counted as it grows, and
// given up before it is more than allowed.

/// Numbers of partial assignments by energy.
type Bins = BTreeMap<i64, u128>;

/// By their fields on all levels of all registers that are left, one register after the other: what
/// each level costs more than the first one of its register.
type Frontier = HashMap<Vec<i32>, Bins>;

/// Bytes of a key beside its fields: list, slot in the map, and what the allocator adds.
const BYTES_OF_KEY: usize = 96;

/// Bytes of a pair of energy and count, with the room that a growing map keeps.
const BYTES_OF_BIN: usize = 48;

/// The energies of a quadratic cost over registers, in units.
struct RegisterEnergies {
    /// By one register or two.
    tables: BTreeMap<Vec<usize>, Vec<i32>>,
    dims: Vec<usize>,
    /// Bytes.
    allowed: u64,
}

impl RegisterEnergies {
    /// The frontier after this register too, those before it being filled.
    ///
    /// # Errors
    /// If it needs more memory than it is allowed, or the callback says stop.
    fn fill(&self, kept: Frontier, register: usize, ask: Ask<'_>) -> Result<Frontier> {
        let (levels, mut end) = (self.dims[register], 0);
        let own = self.tables.get(&[register][..]);
        let others = register + 1..self.dims.len();
        let met = others.filter_map(|other| {
            let start = end;
            end += self.dims[other];
            Some((start..end, self.tables.get(&[register, other][..])?))
        });
        let met: Vec<_> = met.collect();
        let size = |bins: usize, keys: usize, fields: usize| {
            BYTES_OF_BIN * bins + (BYTES_OF_KEY + 4 * fields) * keys
        };
        let bins = kept.values().map(BTreeMap::len).sum();
        // the old one is there until the new one is complete
        let old = size(bins, kept.len(), levels + end);
        let (mut next, mut bins_of_next) = (Frontier::new(), 0);
        for (fields, bins) in kept {
            if ask().is_break() {
                return Err(Error::Stopped);
            }
            let (mine, left) = fields.split_at(levels);
            for (level, field) in mine.iter().enumerate() {
                let mut energy = i64::from(field + own.map_or(0, |own| own[level]));
                let mut fields = left.to_vec();
                for (places, table) in &met {
                    let fields = &mut fields[places.clone()];
                    let added = table.iter().skip(level).step_by(levels);
                    fields.iter_mut().zip(added).for_each(|(f, a)| *f += a);
                    let first = fields[0];
                    fields.iter_mut().for_each(|field| *field -= first);
                    energy += i64::from(first);
                }
                let known = next.entry(fields).or_default();
                bins_of_next -= known.len();
                for (e, states) in &bins {
                    *known.entry(e + energy).or_insert(0) += states;
                }
                bins_of_next += known.len();
            }
            if (old + size(bins_of_next, next.len(), end)) as u64 > self.allowed {
                let (filled, all, memory) = (register, self.dims.len(), self.allowed >> 20);
                return Err(Error::argument(
                    "histogram",
                    format!(
                        "more different fields after {filled} of {all} registers than {memory} MiB hold"
                    ),
                    "use `registers` rows or auto, reduce the board further (`reduce` paper, `target_qubits`), or allow more `memory`",
                ));
            }
        }
        Ok(next)
    }
}

// A number that all coefficients are multiples of, so that energies are integers and equal ones
// are exactly equal.
//
// Euclid's algorithm on real numbers: coefficients are sums of weights times quarters, and a
// remainder below 10⁻⁹ of the largest is rounding.

/// What counts as rounding, relative to the largest coefficient.
const ROUNDING: f64 = 1e-9;

/// The most units in one coefficient: sums of thousands of them stay far within an i32.
const MOST_UNITS: f64 = 1e5;

/// The largest number of which all `coefficients` are multiples; 1 where all are 0.
///
/// # Errors
/// If it is less than a hundred-thousandth of the largest coefficient, or one is not finite.
fn common_unit(coefficients: &[f64]) -> Result<f64> {
    for c in coefficients {
        finite("a coefficient of the cost", *c)?;
    }
    let largest = coefficients
        .iter()
        .fold(0.0, |most: f64, c| most.max(c.abs()));
    if largest == 0.0 {
        return Ok(1.0);
    }
    let divisor = |unit: f64, c: &f64| shared(unit, c.abs(), ROUNDING * largest);
    let rough = coefficients.iter().fold(0.0, divisor);
    let units = (largest / rough).round();
    if units > MOST_UNITS {
        return Err(Error::setting(
            "weight",
            format!(
                "the largest coefficient, {largest}, is {units:.0} common units of all of them"
            ),
            "choose weights that are multiples of 0.01, or whole numbers",
        ));
    }
    Ok(largest / units)
}

/// The greatest common divisor of two numbers ≥ 0, up to `rounding`.
fn shared(mut a: f64, mut b: f64, rounding: f64) -> f64 {
    while b > rounding {
        let rest = a % b;
        // just below a multiple is a multiple
        let rest = rest.min(b - rest);
        (a, b) = (b, rest);
    }
    a
}

#[cfg(test)]
mod tests;
