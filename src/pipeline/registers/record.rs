//! What every object of JSON tells of registers, behind its other keys.

use crate::pipeline::Problem;
use ketboard_puzzles::{RegisterForm, RegisterMeaning};
use serde_json::{Value, json};

/// The registers of a problem, in order, and their space; null on plain qubits. The last register is
/// the most significant.
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
