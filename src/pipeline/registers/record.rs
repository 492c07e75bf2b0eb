//! What every object of JSON tells of registers, behind its other keys.

use crate::pipeline::Problem;
use ketboard_puzzles::RegisterForm;
use serde::Serialize;
use serde_json::Value;

/// The registers of a problem, and their space.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct RegistersRecord {
    /// The registers, in order; the last one is the most significant.
    pub registers: Vec<RegisterRecord>,
    /// How many states they have together; a number of JSON is exact up to 2^53.
    pub states: Value,
    /// What mixes their levels.
    pub mixer: &'static str,
}

/// One register.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct RegisterRecord {
    /// The group of rules that it keeps: `row 1`.
    pub name: String,
    /// How many levels it has.
    pub levels: usize,
    /// What its levels are: which one of its variables is 1 (`one-hot`), the legal fillings of a
    /// line (`lines`), or the two values of a single `qubit`.
    pub form: &'static str,
    /// The variables that it holds, by name.
    pub variables: Vec<String>,
}

impl RegistersRecord {
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
                    RegisterForm::OneHot => "one-hot",
                    RegisterForm::Lines => "lines",
                    RegisterForm::Qubit => "qubit",
                },
                variables: register
                    .variables
                    .iter()
                    .map(|&k| names[k].to_string())
                    .collect(),
            });
        Some(Self {
            registers: registers.collect(),
            // as it is where 64 bits hold it, rounded where they do not
            states: u64::try_from(problem.states())
                .map_or_else(|_| (problem.states() as f64).into(), Value::from),
            mixer: known.mixer.name,
        })
    }
}
