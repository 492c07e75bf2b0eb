//! The options that choose registers and their mixer, and what commands tell of them.

use super::export::{gates_json, gates_line};
use super::flags::in_error;
use super::options::{ModelOptions, ReduceLevel};
use super::page::Page;
use super::words::{listed, plural};
use crate::Result;
use crate::files::read_text;
use crate::pipeline::{Guess, Problem, RegisterPlan, Registers, WarmStart};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard_puzzles::{RegisterChoice, RegisterForm};
use ketboard_qaoa::MixerName;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// What the amplitudes stand for, and what mixes them.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Registers")]
pub(crate) struct RegisterOptions {
    /// Groups whose rules every state keeps [default: qubits, or what --mixer needs]
    ///
    /// Each group (a row, column or region) becomes one qudit, whose basis states are the legal
    /// fillings of the group, so that the space is far smaller than 2^qubits and whole boards fit.
    /// With registers the reduction is --reduce paper unless it is named; --reduce none keeps the
    /// whole board. Rules without a penalty over qubits (the pairing of tents and trees, lines that
    /// must differ) enter the cost where their cells lie in at most two registers.
    #[arg(long, value_name = "WHICH", value_parser = choices())]
    registers: Option<String>,
    /// The mixer of a layer [default: x on qubits, xy-complete on registers]
    ///
    /// Without --registers, xy-ring, xy-path and xy-complete take the groups in which exactly one
    /// variable is 1 that make the smallest space.
    #[arg(long, value_name = "MIXER", value_parser = mixers())]
    mixer: Option<String>,
    /// Where --mixer warm begins: a file with a board as `solve --quiet` prints it (. for cells not
    /// guessed), or anneal [default: anneal]
    #[arg(long, value_name = "BOARD")]
    warm_start: Option<String>,
    /// How far --mixer warm stays away from its guess: the probability of the other value in each
    /// qubit, above 0, at most 0.5 [default: 0.25]
    #[arg(long, value_name = "ε", allow_negative_numbers = true)]
    warm_epsilon: Option<f64>,
}

fn choices() -> PossibleValuesParser {
    let value = |choice: RegisterChoice| PossibleValue::new(choice.name()).help(choice.about());
    PossibleValuesParser::new(RegisterChoice::ALL.map(value))
}

fn mixers() -> PossibleValuesParser {
    let value = |mixer: MixerName| PossibleValue::new(mixer.name).help(mixer.about);
    PossibleValuesParser::new(MixerName::all().map(value))
}

impl RegisterOptions {
    /// The registers that these options ask for; `seed` is that of the annealed guess.
    ///
    /// # Errors
    /// Options that make no sense together, and a board that cannot be read.
    fn plan(&self, seed: u64) -> Result<RegisterPlan> {
        let mixer = self.mixer.as_deref().and_then(MixerName::from_name);
        let given = [
            ("--warm-start", self.warm_start.is_some()),
            ("--warm-epsilon", self.warm_epsilon.is_some()),
        ];
        if let (Some((option, _)), true) = (
            given.iter().find(|(_, is)| *is),
            !mixer.is_some_and(MixerName::is_warm),
        ) {
            let found = "only --mixer warm begins with a guess";
            return Err(crate::Error::argument(*option, found, "add --mixer warm"));
        }
        let guess = match self.warm_start.as_deref() {
            None | Some("anneal") => Guess::Annealed { seed },
            Some(file) => Guess::Board {
                file: file.to_owned(),
                rows: read_text(Path::new(file))?
                    .lines()
                    .map(str::to_owned)
                    .collect(),
            },
        };
        Ok(RegisterPlan {
            choice: self
                .registers
                .as_deref()
                .and_then(RegisterChoice::from_name),
            mixer,
            warm: WarmStart {
                guess,
                epsilon: self.warm_epsilon.unwrap_or(WarmStart::default().epsilon),
            },
        })
    }

    /// The options that were given, as a plan writes them: a board by its rows.
    ///
    /// # Errors
    /// A board that cannot be read.
    pub(crate) fn texts(&self) -> Result<Vec<(&'static str, String)>> {
        let board = match self.warm_start.as_deref() {
            Some(file) if file != "anneal" => Some(read_text(Path::new(file))?),
            other => other.map(str::to_owned),
        };
        let given = [
            ("registers", self.registers.clone()),
            ("mixer", self.mixer.clone()),
            ("warm_start", board),
            (
                "warm_epsilon",
                self.warm_epsilon.map(|epsilon| epsilon.to_string()),
            ),
        ];
        let given = given.into_iter();
        Ok(given.filter_map(|(key, text)| Some((key, text?))).collect())
    }

    /// `model` on these registers. Where no reduction is named it is that of the paper's rules: a
    /// space of registers needs no further deduction.
    ///
    /// # Errors
    /// As [`Self::plan`].
    pub(crate) fn on(&self, model: &ModelOptions, seed: u64) -> Result<ModelOptions> {
        let mut model = model.clone();
        model.registers = self.plan(seed)?;
        if model.registers.keeps_rules()? && model.reduce.is_none() && model.target_qubits.is_none()
        {
            model.reduce = Some(ReduceLevel::Paper);
        }
        Ok(model)
    }
}

/// What JSON tells of registers: `registers`, `states`, `mixer`; nothing on plain qubits.
pub(crate) fn as_json(problem: &Problem) -> Map<String, Value> {
    let mut json = Map::new();
    let Some(known) = &problem.registers else {
        return json;
    };
    let registers = known.layout.registers.iter().map(|register| {
        let form = match register.form {
            RegisterForm::OneHot => "one-hot",
            RegisterForm::Lines => "lines",
            RegisterForm::Qubit => "qubit",
        };
        let names = problem.cost.layout.names();
        let held: Vec<&str> = register.variables.iter().map(|&k| &*names[k]).collect();
        json!({"name": register.name, "levels": register.levels.len(), "form": form, "variables": held})
    });
    json.insert("registers".into(), registers.collect());
    // numbers of JSON are exact up to 2^53
    json.insert("states".into(), states(problem));
    json.insert("mixer".into(), known.mixer.name.into());
    json
}

fn states(problem: &Problem) -> Value {
    match u64::try_from(problem.states()) {
        Ok(states) => states.into(),
        Err(_) => (problem.states() as f64).into(),
    }
}

/// `8 registers (auto), 2097152 states, mixer xy-complete`.
pub(crate) fn summary(problem: &Problem, known: &Registers) -> String {
    let count = known.layout.registers.len() as u64;
    format!(
        "{} ({}), {}, mixer {}",
        plural(count, "register"),
        known.choice.name(),
        plural_of_states(problem.states()),
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
    lines.extend(
        named
            .filter(|r| r.form != RegisterForm::Qubit)
            .map(|register| {
                let levels = plural(register.levels.len() as u64, "level");
                match register.ones() {
                    Some(ones) => {
                        format!("{}: {levels}, one 1 in {}", register.name, qubits(&ones))
                    }
                    None => format!(
                        "{}: {levels} of {}",
                        register.name,
                        qubits(&register.variables)
                    ),
                }
            }),
    );
    if !known.places.tabulated.is_empty() {
        let rules = by_kind(problem, &known.places.tabulated);
        lines.push(format!("C also holds, beside the model's terms: {rules}"));
    }
    let starts = known.start.iter().enumerate();
    lines.extend(starts.map(|(k, one)| format!("x{k} starts with probability {one} of a 1")));
    lines
}

/// `1 state`, `46656 states`, `1.2e15 states`.
fn plural_of_states(states: u128) -> String {
    match u64::try_from(states) {
        Ok(states) if states < 1 << 53 => plural(states, "state"),
        Ok(_) | Err(_) => format!("{:.1e} states", states as f64),
    }
}

/// What `show` tells of registers.
pub(crate) fn add_registers(page: &mut Page, problem: &Problem) {
    let Some(known) = &problem.registers else {
        return;
    };
    let alone = known
        .layout
        .registers
        .iter()
        .filter(|r| r.form == RegisterForm::Qubit)
        .count();
    page.line(format_args!("Registers: {}", summary(problem, known)));
    let named = known
        .layout
        .registers
        .iter()
        .filter(|r| r.form != RegisterForm::Qubit);
    let mut items: Vec<String> = named
        .map(|r| format!("{} ({})", r.name, plural(r.levels.len() as u64, "state")))
        .collect();
    if alone > 0 {
        items.push(format!("{} alone", plural(alone as u64, "qubit")));
    }
    page.line(listed("Qudits:", &items));
    match problem.ansatz_circuit() {
        Ok(circuit) => page.line(format_args!("Circuit {}", gates_line(&circuit.counts()))),
        Err(error) => page.line(format_args!("No circuit: {}", in_error(&error))),
    }
    let places = &known.places;
    for (what, rules) in [
        ("Kept by the registers", &places.kept),
        ("In the cost as tables, exactly", &places.tabulated),
    ] {
        if !rules.is_empty() {
            page.line(format_args!("{what}: {}", by_kind(problem, rules)));
        }
    }
}

/// The gates of the ansatz on registers, as JSON; nothing where it has no circuit.
pub(crate) fn gates(problem: &Problem) -> Option<Value> {
    let circuit = problem.registers.as_ref().map(|_| problem.ansatz_circuit());
    Some(gates_json(&circuit?.ok()?.counts()))
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
