//! How many states of a space have which energy: counted exactly, without listing them.
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

mod frontier;
mod unit;

use crate::ask::Ask;
use crate::encode::Polynomial;
use crate::error::{Error, Result};
use crate::registers::RegisterLayout;
use frontier::{Frontier, Halt, RegisterEnergies};
use unit::common_unit;

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
/// assert_eq!((histogram.states(), histogram.levels[0].energy), (1 << 16, 0.0));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Histogram {
    /// The energies that occur, rising, each with its number of states.
    pub levels: Vec<EnergyLevel>,
    /// The largest frontier: how many different fields were kept at once.
    pub frontier: usize,
    /// Bytes that the frontier took at most, as estimated.
    pub bytes: u64,
    offset: f64,
    unit: f64,
}

/// The states of one energy.
///
/// ```
/// use ketboard_puzzles::{
///     EnergyLevel, Polynomial, RegisterForm, RegisterLayout, RegisterMeaning, Histogram,
/// };
/// use std::ops::ControlFlow;
///
/// // x0 + x1, where any values are allowed
/// let mut cost = Polynomial::constant(2, 0.0);
/// [0, 1].map(|k| cost.add_term(&[k], 1.0));
/// let (levels, form) = (vec![0b00, 0b01, 0b10, 0b11], RegisterForm::Lines);
/// let pair = RegisterMeaning { name: "x0 and x1".into(), variables: vec![0, 1], levels, form };
/// let layout = RegisterLayout { registers: vec![pair] };
/// let histogram = Histogram::count(&cost, &layout, 1 << 20, &|| ControlFlow::Continue(()))?;
/// let one: EnergyLevel = histogram.levels[1];
/// assert_eq!((one.energy, one.states), (1.0, 2));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct EnergyLevel {
    /// The energy.
    pub energy: f64,
    /// How many states have it; never 0.
    pub states: u128,
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
            let next = frontier.fill(&energies, register, ask);
            frontier = next.map_err(|halt| match halt {
                Halt::Overflow { fields } => too_large((fields, register), layout, bytes),
                Halt::Stopped => Error::Stopped,
            })?;
        }
        let level = |(steps, states): (i64, u128)| EnergyLevel {
            energy: offset + unit * steps as f64,
            states,
        };
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
        self.levels.iter().map(|level| level.states).sum()
    }

    /// The place in [`Self::levels`] of an energy, up to rounding; `None` where no state has it.
    pub fn level_of(&self, energy: f64) -> Option<usize> {
        let steps = |energy: f64| ((energy - self.offset) / self.unit).round();
        let wanted = steps(energy);
        let place = self
            .levels
            .binary_search_by(|level| steps(level.energy).total_cmp(&wanted));
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
            .map(|level| level.states as f64 / total * of(level.energy));
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
fn too_large((fields, filled): (usize, usize), layout: &RegisterLayout, bytes: u64) -> Error {
    Error::argument(
        "histogram",
        format!(
            "{fields} different fields after {filled} of {} registers take more than {} MiB",
            layout.registers.len(),
            bytes >> 20
        ),
        "use `registers` rows or auto, reduce the board further (`reduce` paper, `target_qubits`), or allow more `memory`",
    )
}

#[cfg(test)]
mod tests;
