//! What every object of JSON tells of registers, behind its other keys.

use crate::pipeline::Problem;
use ketboard_puzzles::RegisterForm;
use serde::Serialize;
use serde_json::{Map, Value};

/// The registers of a problem, and their space.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct RegistersRecord {
    /// The registers, in order; the last one is the most significant.
    pub registers: Vec<RegisterRecord>,
    /// How many states they have together; a number of JSON is exact up to 2^53.
    pub states: StateCount,
    /// What mixes their levels.
    pub mixer: &'static str,
}

/// A number of states, as it is where 64 bits hold it, rounded where they do not.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum StateCount {
    /// The number.
    Exact(u64),
    /// The number in a few digits.
    Rounded(f64),
}

/// One register.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct RegisterRecord {
    /// The group of rules that it keeps: `row 1`.
    pub name: String,
    /// How many levels it has.
    pub levels: usize,
    /// What its levels are.
    pub form: FormName,
    /// The variables that it holds, by name.
    pub variables: Vec<String>,
}

/// What the levels of a register are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FormName {
    /// Which one of its variables is 1.
    OneHot,
    /// The legal fillings of a line.
    Lines,
    /// The two values of a single qubit.
    Qubit,
}

impl RegistersRecord {
    /// Its keys and values, for an object that is no record.
    pub(crate) fn keys(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(keys)) => keys,
            Ok(_) | Err(_) => Map::new(),
        }
    }

    /// The registers of a problem; `None` on plain qubits.
    pub(crate) fn of(problem: &Problem) -> Option<Self> {
        let known = problem.registers.as_ref()?;
        let names = problem.cost.layout.names();
        let registers = known
            .layout
            .registers
            .iter()
            .map(|register| RegisterRecord {
                name: register.name.clone(),
                levels: register.levels.len(),
                form: match register.form {
                    RegisterForm::OneHot => FormName::OneHot,
                    RegisterForm::Lines => FormName::Lines,
                    RegisterForm::Qubit => FormName::Qubit,
                },
                variables: register
                    .variables
                    .iter()
                    .map(|&k| names[k].to_string())
                    .collect(),
            });
        Some(Self {
            registers: registers.collect(),
            states: match u64::try_from(problem.states()) {
                Ok(states) => StateCount::Exact(states),
                Err(_) => StateCount::Rounded(problem.states() as f64),
            },
            mixer: known.mixer.name,
        })
    }
}
