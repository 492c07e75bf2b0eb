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
//! fields, is all that is stored (`frontier`); the last register has none. This is dynamic
//! programming over a path decomposition (bucket elimination, Dechter 1999, Artif. Intell. 113, 41)
//! with merging by value.
//!
//! Energies are integers in a common unit of all coefficients (`unit`), counts are u128: both
//! exact. Of degree above two nothing is counted, and a frontier that outgrows its memory is
//! refused. It knows no rules: which states obey them is asked elsewhere.

use crate::ask::Ask;
use crate::encode::Polynomial;
use crate::error::{Error, Result, finite};
use crate::registers::{RegisterLayout, tables_of};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};

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
    /// Bytes that the frontier took at most, as estimated.
    pub bytes: u64,
    offset: f64,
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
        let energies = RegisterEnergies::new(cost, layout, unit)?;
        let offset = cost.offset();
        let mut frontier = Frontier::start(bytes);
        for register in 0..layout.registers.len() {
            frontier = frontier.fill(&energies, register, ask)?;
        }
        let level = |(steps, states)| (offset + unit * steps as f64, states);
        Ok(Self {
            frontier: frontier.most_fields,
            bytes: frontier.most_bytes,
            levels: frontier.energies().into_iter().map(level).collect(),
            offset,
            unit,
        })
    }

    /// Number of states of the whole space.
    pub fn states(&self) -> u128 {
        self.levels.iter().map(|(_, states)| states).sum()
    }

    /// The place in [`Self::levels`] of an energy, up to rounding; `None` where no state has it.
    pub fn level_of(&self, energy: f64) -> Option<usize> {
        let steps = |energy: f64| ((energy - self.offset) / self.unit).round();
        let wanted = steps(energy);
        let place = self
            .levels
            .binary_search_by(|(energy, _)| steps(*energy).total_cmp(&wanted));
        place.ok()
    }

    /// The mean energy of a uniformly random state.
    pub fn mean(&self) -> f64 {
        self.weighted(|energy| energy)
    }

    /// The standard deviation of the energy over all states.
    pub fn standard_deviation(&self) -> f64 {
        let mean = self.mean();
        self.weighted(|energy| (energy - mean).powi(2)).sqrt()
    }

    /// The mean of a function of the energy over all states.
    fn weighted(&self, of: impl Fn(f64) -> f64) -> f64 {
        let total = self.states() as f64;
        let parts = self
            .levels
            .iter()
            .map(|(energy, states)| *states as f64 / total * of(*energy));
        parts.sum()
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

/// The error of a frontier that outgrew its memory: how far it came, and what makes it smaller.
fn too_large(fields: usize, [filled, all]: [usize; 2], allowed: u64) -> Error {
    let memory = allowed >> 20;
    Error::argument(
        "histogram",
        format!(
            "{fields} different fields after {filled} of {all} registers take more than {memory} MiB"
        ),
        "use `registers` rows or auto, reduce the board further (`reduce` paper, `target_qubits`), or allow more `memory`",
    )
}

// Partial assignments, those with equal fields together: for each list of fields the number of
// them at every energy.
//
// A key is the fields on the open registers: what each of their levels costs more than their first
// one. What is stored is counted as it grows, and given up before it is more than allowed.

/// The energies of a quadratic cost over registers, in units.
#[derive(Clone, Debug)]
struct RegisterEnergies {
    /// By register: of each level by itself.
    own: Vec<Vec<i64>>,
    /// By register, and by later register that it meets: at each of its levels those that it adds
    /// to the levels of the other.
    met: Vec<BTreeMap<usize, Vec<Vec<i64>>>>,
}

impl RegisterEnergies {
    /// # Errors
    /// If two registers have too many levels for a table.
    fn new(cost: &Polynomial, layout: &RegisterLayout, unit: f64) -> Result<Self> {
        let dims = layout.dims();
        let mut energies = Self {
            own: dims.iter().map(|&levels| vec![0; levels]).collect(),
            met: vec![BTreeMap::new(); dims.len()],
        };
        for (registers, values) in tables_of(cost, layout)? {
            let units: Vec<i64> = values
                .iter()
                .map(|value| (value / unit).round() as i64)
                .collect();
            match registers[..] {
                [register] => energies.own[register] = units,
                [first, second] => {
                    let column = |level: usize| {
                        units
                            .iter()
                            .skip(level)
                            .step_by(dims[first])
                            .copied()
                            .collect()
                    };
                    energies.met[first].insert(second, (0..dims[first]).map(column).collect());
                }
                [..] => {}
            }
        }
        Ok(energies)
    }

    /// The registers that are not filled and meet one up to `register`, which are.
    fn open(&self, register: usize) -> Vec<usize> {
        let met = self.met[..=register].iter().flat_map(BTreeMap::keys);
        let open: BTreeSet<usize> = met.copied().filter(|r| *r > register).collect();
        open.into_iter().collect()
    }
}

/// Numbers of partial assignments by energy.
type Bins = BTreeMap<i64, u128>;

/// Hashes without a key of chance, so that the order of the fields, and with it where a count that
/// is too large stops, is that of every run.
type SameEveryTime = BuildHasherDefault<DefaultHasher>;

/// Bytes of a key beside its fields: box, list, slot in the map, and what the allocator adds.
const BYTES_OF_KEY: u64 = 96;

/// Bytes of a pair of energy and count, with the room that a growing map keeps.
const BYTES_OF_BIN: u64 = 48;

/// The frontier after some registers.
#[derive(Debug)]
struct Frontier {
    /// The registers with fields, in the order of the keys.
    open: Vec<usize>,
    kept: HashMap<Box<[i32]>, Bins, SameEveryTime>,
    bytes: u64,
    allowed: u64,
    most_fields: usize,
    most_bytes: u64,
}

impl Frontier {
    /// Nothing is filled: one assignment of energy 0.
    fn start(allowed: u64) -> Self {
        Self {
            open: Vec::new(),
            kept: HashMap::from_iter([(Box::default(), Bins::from([(0, 1)]))]),
            bytes: 0,
            allowed,
            most_fields: 1,
            most_bytes: 0,
        }
    }

    /// The frontier after this register too, those before it being filled.
    ///
    /// # Errors
    /// If it needs more memory than it is allowed, or the callback says stop.
    fn fill(self, energies: &RegisterEnergies, register: usize, ask: Ask<'_>) -> Result<Self> {
        let mut next = Self {
            open: energies.open(register),
            kept: HashMap::default(),
            bytes: 0,
            // the old one is there until the new one is complete
            allowed: self.allowed.saturating_sub(self.bytes),
            ..self
        };
        let none: Vec<Vec<i64>> = energies.own.iter().map(|own| vec![0; own.len()]).collect();
        for (key, bins) in self.kept {
            if ask().is_break() {
                return Err(Error::Stopped);
            }
            let mut fields = none.clone();
            let mut known = key.iter();
            for &other in &self.open {
                let levels = fields[other].iter_mut().skip(1);
                levels
                    .zip(known.by_ref())
                    .for_each(|(to, field)| *to = i64::from(*field));
            }
            for (level, own) in energies.own[register].iter().enumerate() {
                let mut energy = own + fields[register][level];
                let mut key = Vec::new();
                for &other in &next.open {
                    let added = energies.met[register].get(&other).map(|met| &met[level]);
                    let added = added.unwrap_or(&none[other]);
                    let first = fields[other][0] + added[0];
                    energy += first;
                    let levels = fields[other].iter().zip(added).skip(1);
                    key.extend(levels.map(|(field, added)| (field + added - first) as i32));
                }
                next.add(key.into(), &bins, energy);
            }
            if next.bytes > next.allowed {
                let filled = [register, energies.own.len()];
                return Err(too_large(next.kept.len(), filled, self.allowed));
            }
        }
        next.most_fields = next.most_fields.max(next.kept.len());
        next.most_bytes = next.most_bytes.max(next.bytes + self.bytes);
        next.allowed = self.allowed;
        Ok(next)
    }

    /// Adds the assignments of `bins`, whose energy rises by `energy`, to those of a key.
    fn add(&mut self, key: Box<[i32]>, bins: &Bins, energy: i64) {
        let bytes_of_key = BYTES_OF_KEY + 4 * key.len() as u64;
        let known = self.kept.entry(key).or_default();
        if known.is_empty() {
            self.bytes += bytes_of_key;
        }
        self.bytes += BYTES_OF_BIN * add(known, bins, energy) as u64;
    }

    /// The number of assignments at every energy, rising, all fields together.
    fn energies(self) -> Bins {
        let mut all = Bins::new();
        for bins in self.kept.values() {
            add(&mut all, bins, 0);
        }
        all
    }
}

/// Adds `more`, moved by `energy`, to `bins`; returns how many energies are new.
fn add(bins: &mut Bins, more: &Bins, energy: i64) -> usize {
    let known = bins.len();
    for (e, states) in more {
        *bins.entry(e + energy).or_insert(0) += states;
    }
    bins.len() - known
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
