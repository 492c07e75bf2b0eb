//! What a setting's texts mean to the pipeline.

use super::Setting;
use crate::error::{Error, Result};
use crate::pipeline::{AnsatzKind, Guess, ReductionPlan, RegisterPlan, SearchPlan, WarmStart};
use ketboard_puzzles::{
    DistinctLines, Encodings, RegisterChoice, RuleSet, Symbols, TwoValued, Weights,
};
use ketboard_qaoa::{
    AngleTable, Budget, MixerName, Objective, Precision, SearchPrecision, SearchSettings, Strategy,
    optimizer,
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// How a puzzle becomes a cost: what does not concern the search.
#[derive(Debug)]
pub(super) struct Modeling {
    pub(super) reduction: ReductionPlan,
    pub(super) weights: Weights,
    pub(super) encodings: Encodings,
    pub(super) drop_region: Option<String>,
    pub(super) registers: RegisterPlan,
}

impl Setting {
    /// How the puzzle becomes a cost.
    ///
    /// # Errors
    /// A text that means nothing, or registers and a mixer that make no sense together.
    pub(super) fn modeling(&self) -> Result<Modeling> {
        let encodings = Encodings {
            distinct_lines: of(
                DistinctLines::ALL,
                DistinctLines::name,
                "distinct_lines",
                &self.distinct_lines,
            )?,
            counts: of(TwoValued::ALL, TwoValued::name, "counts", &self.counts)?,
            symbols: of(Symbols::ALL, Symbols::name, "symbols", &self.symbols)?,
        };
        let registers = self.register_plan()?;
        let mut reduction = ReductionPlan {
            level: optional(
                &[RuleSet::None, RuleSet::Paper, RuleSet::Full],
                RuleSet::name,
                "reduce",
                self.reduce.as_deref(),
            )?,
            target_qubits: self.target_qubits,
        };
        // A space of registers needs no further deduction.
        if reduction == ReductionPlan::default() && registers.keeps_rules()? {
            reduction.level = Some(RuleSet::Paper);
        }
        Ok(Modeling {
            reduction,
            weights: Weights::parse_for(&self.weights, encodings)?,
            encodings,
            drop_region: self.drop_region.clone(),
            registers,
        })
    }

    /// The registers and the mixer that are meant, by name, also where the setting leaves them to
    /// each other; `None` where they make no sense together.
    pub(crate) fn space(&self) -> Option<(&'static str, &'static str)> {
        let (choice, mixer) = self.register_plan().ok()?.meant().ok()?;
        Some((choice.name(), mixer.name))
    }

    /// What tells settings apart: every key that is not absent, and the registers and the mixer
    /// always.
    pub(crate) fn told(&self) -> Map<String, Value> {
        let mut told = match serde_json::to_value(self) {
            Ok(Value::Object(keys)) => keys,
            Ok(_) | Err(_) => Map::new(),
        };
        if let Some((registers, mixer)) = self.space() {
            told.insert("registers".to_owned(), registers.into());
            told.insert("mixer".to_owned(), mixer.into());
        }
        told
    }

    fn register_plan(&self) -> Result<RegisterPlan> {
        let mixers: Vec<MixerName> = MixerName::all().collect();
        let mixer = optional(&mixers, |mixer| mixer.name, "mixer", self.mixer.as_deref())?;
        let given = [
            ("warm_start", self.warm_start.is_some()),
            ("warm_epsilon", self.warm_epsilon.is_some()),
        ];
        let given = given.iter().find(|(_, is)| *is);
        if let (Some((option, _)), true) = (given, !mixer.is_some_and(MixerName::is_warm)) {
            let found = "only `mixer` warm begins with a guess";
            return Err(Error::setting(*option, found, "add `mixer` warm"));
        }
        let guess = match &self.warm_start {
            None => Guess::Annealed { seed: self.seed },
            Some(rows) => Guess::Board {
                file: "the warm start".to_owned(),
                rows: rows.lines().map(str::to_owned).collect(),
            },
        };
        Ok(RegisterPlan {
            choice: optional(
                &RegisterChoice::ALL,
                RegisterChoice::name,
                "registers",
                self.registers.as_deref(),
            )?,
            mixer,
            warm: WarmStart {
                guess,
                epsilon: self.warm_epsilon.unwrap_or(WarmStart::default().epsilon),
            },
        })
    }

    /// How angles are found down to a depth, and how the final state is sampled.
    ///
    /// # Errors
    /// A text that means nothing.
    pub(super) fn search(&self, depth: usize) -> Result<SearchPlan> {
        let settings = SearchSettings {
            depth,
            starts: self.starts,
            seed: self.seed,
            optimizer: optimizer(&self.optimizer)?,
            budget: Budget {
                iterations: self.iterations,
                ..Budget::default()
            },
            precision: self.search_precision()?,
            strategy: Strategy::parse(&self.strategy)?,
            table: self.table()?,
            objective: Objective::parse(&self.objective)?,
            objective_shots: self.objective_shots,
            ..SearchSettings::default()
        };
        Ok(SearchPlan {
            settings,
            ansatz: self.ansatz()?,
            shots: self.shots,
            seed: self.seed,
        })
    }

    /// Which terms and qubits have angles of their own.
    ///
    /// # Errors
    /// A text that names no ansatz.
    pub(super) fn ansatz(&self) -> Result<AnsatzKind> {
        AnsatzKind::parse(&self.ansatz)
    }

    /// The table of angles of the setting's own, kept until the program ends; each text once.
    fn table(&self) -> Result<Option<&'static AngleTable>> {
        static TABLES: Mutex<BTreeMap<String, &'static AngleTable>> = Mutex::new(BTreeMap::new());
        let Some(text) = &self.transfer_table else {
            return Ok(None);
        };
        if self.strategy != Strategy::Transfer.name() {
            let found = format!("given with `strategy` {}", self.strategy);
            let remedy = "give it with `strategy` transfer, which alone uses it";
            return Err(Error::setting("transfer_table", found, remedy));
        }
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(text) {
            return Ok(Some(table));
        }
        let table: &AngleTable =
            Box::leak(Box::new(AngleTable::parse(text, "the transfer table")?));
        tables.insert(text.clone(), table);
        Ok(Some(table))
    }

    /// The precision of all numbers that are reported.
    ///
    /// # Errors
    /// A text that names no precision.
    pub(super) fn precision(&self) -> Result<Precision> {
        Ok(match self.search_precision()? {
            SearchPrecision::F64 | SearchPrecision::Auto => Precision::F64,
            SearchPrecision::F32 => Precision::F32,
        })
    }

    fn search_precision(&self) -> Result<SearchPrecision> {
        match self.precision.as_str() {
            "f64" => Ok(SearchPrecision::F64),
            "f32" => Ok(SearchPrecision::F32),
            "auto" => Ok(SearchPrecision::Auto),
            other => Err(wrong("precision", other, "f64, f32 or auto")),
        }
    }

    /// The key of the first thing here that only rules give a meaning, as an option.
    pub(super) fn first_for_rules(&self) -> Option<&'static str> {
        let paper = Encodings::default();
        let given = [
            ("reduce", self.reduce.is_some()),
            ("target_qubits", self.target_qubits.is_some()),
            ("weight", !self.weights.is_empty()),
            ("drop_region", self.drop_region.is_some()),
            ("registers", self.registers.is_some()),
            ("mixer", self.mixer.is_some()),
            (
                "distinct_lines",
                self.distinct_lines != paper.distinct_lines.name(),
            ),
            ("counts", self.counts != paper.counts.name()),
            ("symbols", self.symbols != paper.symbols.name()),
        ];
        given.iter().find(|(_, is)| *is).map(|(option, _)| *option)
    }

    /// The same setting without what the search alone reads: settings that are equal in this make
    /// one cost.
    pub(super) fn without_search(&self) -> Self {
        let guesses = self.mixer.as_deref() == Some(MixerName::WARM.name);
        Self {
            transfer_table: None,
            ansatz: String::new(),
            objective: String::new(),
            objective_shots: None,
            optimizer: String::new(),
            strategy: String::new(),
            starts: 0,
            iterations: 0,
            shots: 0,
            seed: if guesses { self.seed } else { 0 },
            ..self.clone()
        }
    }
}

/// The one of `all` that a text names.
fn of<T: Copy>(
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
    key: &str,
    text: &str,
) -> Result<T> {
    let mut names = Vec::new();
    for one in all {
        if name(one) == text {
            return Ok(one);
        }
        names.push(name(one));
    }
    Err(wrong(key, text, &names.join(", ")))
}

fn optional<T: Copy>(
    all: &[T],
    name: fn(T) -> &'static str,
    key: &str,
    text: Option<&str>,
) -> Result<Option<T>> {
    text.map(|text| of(all.iter().copied(), name, key, text))
        .transpose()
}

fn wrong(key: &str, text: &str, known: &str) -> Error {
    Error::argument(key, format!("found {text:?}"), format!("known are {known}"))
}
