//! A problem on registers: which registers and which mixer go together, the memory of their space,
//! the cost on it, and the ansatz.
//!
//! Everything else follows the plain pipeline: [`Problem`] lifts and projects basis states of the
//! space, so that truth, samples, verdicts and records are the same; the random guess is a
//! uniformly random state of the space. Without registers nothing here is in the way.

mod circuit;
mod warm;

pub(crate) use circuit::AnsatzCircuit;

use super::{Problem, StateSet};
use crate::error::{Error, NoSolution, Result};
use ketboard_circuits::{Bitstring, Counts};
use ketboard_puzzles::{
    RegisterChoice, RegisterForm, RegisterLayout, RegisterMeaning, RegisterTables, RulePlaces,
    Symbols, Violation,
};
use ketboard_qaoa::{
    Cost, Mixer, Precision,
    mixers::{MixerAction, MixerName},
};
use serde_json::{Value, json};

/// The registers of a problem.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Registers {
    /// How they were chosen.
    pub choice: RegisterChoice,
    /// What mixes them.
    pub mixer: MixerName,
    /// Their variables and levels.
    pub layout: RegisterLayout,
    /// Where the rules went.
    pub places: RulePlaces,
    /// The probability of a 1 in the start of each qubit, under the mixer `warm`.
    pub start: Vec<f64>,
}

impl Registers {
    /// Those of a problem on plain qubits; `None` where it stays there.
    ///
    /// # Errors
    /// If registers and mixer make no sense together or for this puzzle, symbols are not one-hot,
    /// or a group of rules has no legal assignment: the puzzle then has no solution.
    pub(super) fn of(problem: &Problem) -> Result<Option<Self>> {
        let Some((choice, mixer)) = problem.settings.registers_and_mixer()? else {
            return Ok(None);
        };
        if problem.encodings.symbols != Symbols::OneHot {
            return Err(not_one_hot());
        }
        let (model, reduction) = (&problem.puzzle.model, &problem.reduction);
        let layout = RegisterLayout::choose(model, reduction, &problem.cost.layout, choice);
        let layout = layout.map_err(|error| match error {
            ketboard_puzzles::Error::NoSolution { .. } => {
                NoSolution::by_search(&problem.puzzle).into()
            }
            error => Error::from(error),
        })?;
        check_mixer(choice, mixer, &layout)?;
        let start = if mixer.is_warm() {
            warm::probabilities(problem)?
        } else {
            Vec::new()
        };
        Ok(Some(Self {
            places: RulePlaces::of(model, reduction, &problem.cost, &layout),
            choice,
            mixer,
            layout,
            start,
        }))
    }
}

impl Problem {
    /// The cost on the levels of the registers.
    ///
    /// # Errors
    /// If the states do not fit into memory, or a rule in the cost spans too many registers.
    ///
    /// # Panics
    /// If the problem is on plain qubits.
    pub(super) fn cost_on_registers(&self, precision: Precision) -> Result<Cost> {
        self.check_memory(precision)?;
        let (tables, dims) = self
            .tables_on_registers()
            .expect("a problem on registers")?;
        Ok(Cost::from_tables(dims, tables.offset, tables.tables)?)
    }

    /// The tables of the cost over the levels of the registers, and how many levels each register
    /// has; `None` on plain qubits.
    ///
    /// # Errors
    /// If a rule in the cost spans too many registers.
    pub(crate) fn tables_on_registers(&self) -> Option<Result<(RegisterTables, Vec<usize>)>> {
        let registers = self.registers.as_ref()?;
        let layout = &registers.layout;
        let (model, reduction) = (&self.puzzle.model, &self.reduction);
        let tables = RegisterTables::of(model, reduction, &self.cost, layout);
        Some(
            tables
                .map(|tables| (tables, layout.dims()))
                .map_err(Error::from),
        )
    }

    /// Number of basis states; the largest number where that overflows.
    pub(crate) fn states(&self) -> u128 {
        match &self.registers {
            Some(registers) => registers.layout.states(),
            None => {
                let n = u32::try_from(self.qubits()).ok();
                n.and_then(|n| 1_u128.checked_shl(n)).unwrap_or(u128::MAX)
            }
        }
    }

    /// The registers of more than one level, or the qubits.
    pub(crate) fn parts_that_move(&self) -> usize {
        match &self.registers {
            Some(registers) => registers.layout.dims().iter().filter(|&&d| d > 1).count(),
            None => self.qubits(),
        }
    }

    /// log₂ of the number of basis states.
    pub(crate) fn bits_of_space(&self) -> f64 {
        match &self.registers {
            Some(registers) => {
                let dims = registers.layout.dims().into_iter();
                dims.fold(0.0, |bits, d| bits + libm::log2(d as f64))
            }
            None => self.qubits() as f64,
        }
    }

    /// Counts as a file holds them: bitstrings of all qubits, character k for qubit k, whatever the
    /// registers.
    pub(crate) fn counts_json(&self, counts: &Counts) -> Value {
        let values = |index: &u64| Bitstring::from_iter(self.bits(*index));
        counts.mapped(values).to_json()
    }

    /// The weight of the outcomes over the qubits that are states of the registers; `None` on plain
    /// qubits, where all are.
    pub(crate) fn weight_in_space(&self, counts: &Counts<Bitstring>) -> Option<f64> {
        let registers = self.registers.as_ref()?;
        let is_state = |outcome: &Bitstring| registers.layout.contains(outcome.bits());
        let inside = counts.iter().filter(|(outcome, _)| is_state(outcome));
        Some(inside.fold(0.0, |sum, (_, weight)| sum + weight))
    }

    /// The value of every qubit in basis state `index`.
    pub(crate) fn bits(&self, index: u64) -> Vec<bool> {
        match &self.registers {
            Some(registers) => registers.layout.assignment(index),
            None => (0..self.qubits()).map(|k| index >> k & 1 == 1).collect(),
        }
    }

    /// The rules that neither the states nor the cost keep: judged afterwards.
    pub(crate) fn judged_only(&self) -> &[usize] {
        match &self.registers {
            Some(registers) => &registers.places.judged,
            None => &self.cost.unencoded,
        }
    }

    /// The basis states in which the qubits of the board hold one of these codes.
    pub(super) fn state_set(&self, codes: Vec<u64>) -> StateSet {
        let layout = &self.cost.layout;
        let auxiliaries = layout.auxiliaries().len();
        match &self.registers {
            // auxiliaries are the last variables, so the last registers, of two levels each
            Some(registers) => {
                let coded = registers.layout.states() >> auxiliaries;
                StateSet::in_space(codes, coded, auxiliaries)
            }
            None => StateSet::new(codes, layout.coded().len(), auxiliaries),
        }
    }

    /// An encoded rule that a state of lowest energy breaks though the puzzle has a solution, as an
    /// index into the model's constraints: the sign of a weight that is too small. `cost` is that
    /// of the problem's ansatz. `None` also where the lowest states are too many to look at each,
    /// and where no solution is known.
    pub(crate) fn rule_broken_at_lowest_energy(&self, cost: &Cost) -> Option<usize> {
        let is_known = !self.truth.boards.is_empty();
        if !is_known || cost.ground_degeneracy(cost.rounding()) > MOST_GROUND_STATES {
            return None;
        }
        let (model, judged) = (&self.puzzle.model, self.judged_only());
        let ground = cost.ground_states(cost.rounding());
        ground.into_iter().find_map(|index| {
            let broken = model.violations(&self.lift_index(index)).into_iter();
            let rules = broken.filter_map(|violation| match violation {
                Violation::Given(_) => None,
                Violation::Constraint(rule) => Some(rule),
            });
            rules.into_iter().find(|rule| !judged.contains(rule))
        })
    }
}

impl Registers {
    /// The mixer on the levels of each register.
    pub(super) fn mixer_of_levels(&self) -> Mixer {
        let registers = self.layout.registers.iter();
        let one_hot = registers.map(|register| register.form == RegisterForm::OneHot);
        let start = |one: &f64| vec![(1.0 - one).sqrt(), one.sqrt()];
        let starts = self.start.iter().map(start).collect();
        Mixer::named(self.mixer, &one_hot.collect::<Vec<bool>>(), starts)
    }
}

/// Why registers are refused where symbols are domain walls or binary numbers.
pub(in crate::pipeline) fn not_one_hot() -> Error {
    let found = "registers hold variables, one a qubit";
    Error::setting("symbols", found, "use `symbols` one-hot")
}

/// Ground states that are judged by the rules at most.
const MOST_GROUND_STATES: u64 = 1 << 16;

/// Succeeds if the mixer has something to mix on these qudits.
///
/// # Errors
/// If it needs groups of one-hot qubits and there are none.
fn check_mixer(choice: RegisterChoice, mixer: MixerName, layout: &RegisterLayout) -> Result<()> {
    let registers = &layout.registers;
    let is_open = |form| move |r: &&RegisterMeaning| r.form == form && r.levels.len() > 1;
    let one_hot = registers.iter().find(is_open(RegisterForm::OneHot));
    let alone = registers.iter().find(is_open(RegisterForm::Qubit));
    if choice == RegisterChoice::OneHot && one_hot.is_none() && alone.is_some() {
        let found = format!(
            "{} needs groups in which exactly one variable is 1, and this puzzle has none",
            mixer.name
        );
        let remedy = "use `registers` auto `mixer` xy-complete, or `mixer` x";
        return Err(Error::setting("mixer", found, remedy));
    }
    let lines = registers.iter().find(is_open(RegisterForm::Lines));
    match (mixer.acts, lines) {
        (MixerAction::Edges(_), Some(register)) => {
            let found = format!(
                "{} moves one 1 around a register, and {} has {} fillings of other kinds",
                mixer.name,
                register.name,
                register.levels.len()
            );
            let remedy = "use `mixer` xy-complete or grover";
            Err(Error::setting("mixer", found, remedy))
        }
        _ => Ok(()),
    }
}

/// The registers of a problem, in order, and their space; null on plain qubits. The last register
/// is the most significant.
pub(crate) fn registers_record(problem: &Problem) -> Value {
    let Some(known) = &problem.registers else {
        return Value::Null;
    };
    let names = problem.cost.layout.names();
    let register = |register: &RegisterMeaning| {
        let variables = register.variables.iter().map(|&k| names[k].to_string());
        let form = match register.form {
            RegisterForm::OneHot => "one-hot",
            RegisterForm::Lines => "lines",
            RegisterForm::Qubit => "qubit",
        };
        json!({
            "name": register.name,
            "levels": register.levels.len(),
            "form": form,
            "variables": variables.collect::<Value>(),
        })
    };
    // as it is where 64 bits hold it, rounded where they do not
    let states = u64::try_from(problem.states());
    json!({
        "registers": known.layout.registers.iter().map(register).collect::<Value>(),
        "states": states.map_or_else(|_| (problem.states() as f64).into(), Value::from),
        "mixer": known.mixer.name,
    })
}
