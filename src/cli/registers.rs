//! What commands tell of registers.

use super::export::{gates_json, gates_line};
use super::facts::list;
use super::flags::in_error;
use super::page::PrintedPage;
use super::words::plural;
use crate::pipeline::{Problem, Registers};
use ketboard_puzzles::RegisterForm;
use serde_json::Value;
use std::collections::BTreeMap;

/// `8 registers (auto), 2097152 states, mixer xy-complete`.
pub(crate) fn summary(problem: &Problem, known: &Registers) -> String {
    let count = known.layout.registers.len() as u64;
    format!(
        "{} ({}), {}, mixer {}",
        plural(count, "register"),
        known.choice.name(),
        plural_of_states(problem),
        known.mixer.name
    )
}

/// What a circuit's header says of registers, line by line; nothing on plain qubits.
pub(crate) fn notes(problem: &Problem) -> Vec<String> {
    let Some(known) = &problem.registers else {
        return Vec::new();
    };
    let qubits = |qubits: &[usize]| {
        let names: Vec<String> = qubits.iter().map(|k| format!("x{k}")).collect();
        names.join(" ")
    };
    let mut lines = vec![summary(problem, known)];
    let named = known.layout.registers.iter();
    let named = named.filter(|register| register.form != RegisterForm::Qubit);
    lines.extend(named.map(|register| {
        let levels = plural(register.levels.len() as u64, "level");
        let of = match register.ones() {
            Some(ones) => format!(", one 1 in {}", qubits(&ones)),
            None => format!(" of {}", qubits(&register.variables)),
        };
        format!("{}: {levels}{of}", register.name)
    }));
    if !known.places.tabulated.is_empty() {
        let rules = by_kind(problem, &known.places.tabulated);
        lines.push(format!("C also holds, beside the model's terms: {rules}"));
    }
    let starts = known.start.iter().enumerate();
    lines.extend(starts.map(|(k, one)| format!("x{k} starts with probability {one} of a 1")));
    lines
}

/// `1 state`, `46656 states`, `1.2e15 states`.
fn plural_of_states(problem: &Problem) -> String {
    match problem.states() {
        // so many or more: the number itself is not known
        u128::MAX => format!("2^{:.1} states", problem.bits_of_space()),
        states if states < 1 << 53 => plural(states as u64, "state"),
        states => format!("{:.1e} states", states as f64),
    }
}

impl PrintedPage {
    /// Adds the registers: how many levels each has, and how large their circuit is.
    pub(crate) fn registers(&mut self, problem: &Problem, record: &Value) {
        let Some(known) = &problem.registers else {
            return;
        };
        self.fact("registers", summary(problem, known));
        let rows = list(record, "registers").iter();
        let rows = rows.filter(|row| row["form"] != "qubit").cloned();
        self.records(&rows.collect(), "name levels");
        match problem.ansatz_circuit() {
            Ok(circuit) => self.line(format_args!("Circuit {}", gates_line(&circuit))),
            Err(error) => self.line(format_args!("No circuit: {}", in_error(&error))),
        }
    }
}

/// The gates of the ansatz on registers, as JSON; nothing where it has no circuit.
pub(crate) fn gates(problem: &Problem) -> Option<Value> {
    let circuit = problem.registers.as_ref().map(|_| problem.ansatz_circuit());
    Some(gates_json(&circuit?.ok()?))
}

/// How many rules of each kind: `12 rules of kind distinct`.
pub(crate) fn by_kind(problem: &Problem, indices: &[usize]) -> String {
    let rules = problem.puzzle.model.constraints();
    let mut counts = BTreeMap::new();
    for &rule in indices {
        *counts.entry(rules[rule].kind).or_insert(0) += 1;
    }
    let parts = counts
        .iter()
        .map(|(kind, count)| format!("{} of kind {kind}", plural(*count, "rule")));
    parts.collect::<Vec<_>>().join(", ")
}
