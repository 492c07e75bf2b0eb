//! A surface code that runs a circuit: distance, physical qubits, time.
//!
//! The machine is the smallest of Litinski, "A Game of Surface Codes", Quantum 3, 128 (2019), arXiv
//! 1808.02892: a compact data block of ⌈1.5 n⌉ + 3 tiles, one factory of magic states beside it,
//! and one T gate after another, each in max(9d, the factory's time per state) code cycles;
//! Clifford gates are taken into the measurements. A tile is 2d² physical qubits. A tile fails in a
//! cycle with
//!
//! > p_L = 0.1·(100 p)^((d + 1)/2)
//!
//! (Fowler, Mariantoni, Martinis & Cleland, Phys. Rev. A 86, 032324 (2012); in this form Fowler &
//! Gidney, arXiv 1808.06709). The error budget is shared in thirds by synthesis, magic states and
//! tiles (as Beverland et al., arXiv 2211.07629). Time is paid for space; other layouts do the
//! opposite.

use super::LogicalCost;
use crate::error::{Error, Result};

/// What is taken for granted about the machine.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Assumptions {
    /// Probability p that a physical operation errs.
    pub physical_error: f64,
    /// Seconds of a code cycle.
    #[serde(rename = "cycle_time_s")]
    pub cycle_time: f64,
    /// Probability that the whole circuit may fail.
    pub budget: f64,
}

impl Default for Assumptions {
    /// p = 10⁻³, 1 µs, 10⁻³.
    fn default() -> Self {
        Self {
            physical_error: 1e-3,
            cycle_time: 1e-6,
            budget: 1e-3,
        }
    }
}

impl Assumptions {
    /// What all rotations together may err: a third of the budget.
    pub fn synthesis_error(&self) -> f64 {
        self.budget / 3.0
    }

    /// Fails if an error rate is not where the formulas hold, or the cycle takes no time.
    fn check(&self) -> Result<()> {
        let (p, budget, cycle) = (self.physical_error, self.budget, self.cycle_time);
        let below = "give a number above 0 and below the threshold 0.01";
        for (name, value, most, remedy) in [
            ("physical_error", p, THRESHOLD, below),
            ("budget", budget, 1.0, "give a number between 0 and 1"),
            ("cycle_time", cycle, f64::INFINITY, "give seconds above 0"),
        ] {
            if !(value > 0.0 && value < most) {
                return Err(Error::setting(name, format!("found {value}"), remedy));
            }
        }
        Ok(())
    }
}

const THRESHOLD: f64 = 0.01;

const LARGEST_DISTANCE: usize = 99;

/// Code cycles, in d, in which a compact block uses a magic state.
const CYCLES_PER_T: f64 = 9.0;

struct Factory {
    name: &'static str,
    tiles: usize,
    /// Code cycles per state, in d.
    cycles: f64,
    /// The error of a state is `factor`·p^`power`.
    factor: f64,
    power: i32,
}

/// The protocols that Litinski compares, smallest first.
static FACTORIES: [Factory; 3] = [
    Factory {
        name: "15-to-1",
        tiles: 11,
        cycles: 11.0,
        factor: 35.0,
        power: 3,
    },
    Factory {
        name: "116-to-12",
        tiles: 44,
        cycles: 99.0 / 12.0,
        factor: 41.25,
        power: 4,
    },
    Factory {
        name: "225-to-1",
        tiles: 176,
        cycles: 15.0,
        factor: 35.0 * 35.0 * 35.0 * 35.0,
        power: 9,
    },
];

/// What the circuit needs on that machine.
///
/// ```
/// use ketboard_circuits::{Assumptions, GroverCircuit, LogicalCost, PhysicalCost};
///
/// let assumptions = Assumptions::default();
/// let circuit = GroverCircuit::queens(4)?.with_iterations(8);
/// let logical = LogicalCost::of(&circuit, assumptions.synthesis_error());
/// let machine = PhysicalCost::of(&logical, &assumptions)?;
/// assert!(machine.failure <= assumptions.budget && machine.distance % 2 == 1);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct PhysicalCost {
    /// Code distance d, odd.
    pub distance: usize,
    /// The factory; none where no T gate is.
    pub factory: Option<&'static str>,
    /// Tiles, the factory's included.
    pub tiles: usize,
    /// Code cycles.
    pub cycles: f64,
    /// Physical qubits.
    pub physical_qubits: usize,
    /// Seconds.
    #[serde(rename = "runtime_s")]
    pub runtime: f64,
    /// The probability that a tile or a magic state fails.
    pub failure: f64,
}

impl PhysicalCost {
    /// The smallest distance and factory that keep within the budget. Fails where assumptions are
    /// out of range, or no distance up to 99 is enough for a circuit so long.
    pub fn of(logical: &LogicalCost, assumptions: &Assumptions) -> Result<Self> {
        assumptions.check()?;
        let third = assumptions.budget / 3.0;
        let states = logical.t_count as f64;
        let state_error = |factory: &Factory| {
            states * factory.factor * assumptions.physical_error.powi(factory.power)
        };
        let too_long = || {
            Error::setting(
                "budget",
                format!(
                    "a circuit of {} T gates does not keep to {}",
                    logical.t_count, assumptions.budget
                ),
                "lower `physical_error` or raise `budget`",
            )
        };
        let factory = match logical.t_count {
            0 => None,
            _ => {
                let good = FACTORIES
                    .iter()
                    .find(|factory| state_error(factory) <= third);
                Some(good.ok_or_else(too_long)?)
            }
        };
        let n = logical.qubits + logical.clean_ancillas;
        let tiles = (3 * n).div_ceil(2) + 3 + factory.map_or(0, |factory| factory.tiles);
        let steps = match factory {
            Some(factory) => states * factory.cycles.max(CYCLES_PER_T),
            None => logical.depth as f64,
        };
        let failure = |d: usize| {
            let per_tile =
                0.1 * (assumptions.physical_error / THRESHOLD).powi(d.div_ceil(2) as i32);
            tiles as f64 * steps * d as f64 * per_tile
        };
        let distances = (3..=LARGEST_DISTANCE).step_by(2);
        let distance = distances.into_iter().find(|&d| failure(d) <= third);
        let distance = distance.ok_or_else(too_long)?;
        let cycles = steps * distance as f64;
        Ok(Self {
            distance,
            factory: factory.map(|factory| factory.name),
            tiles,
            cycles,
            physical_qubits: tiles * 2 * distance * distance,
            runtime: cycles * assumptions.cycle_time,
            failure: failure(distance) + factory.map_or(0.0, state_error),
        })
    }
}
