//! What a plan crosses: one axis for each key of a [`Setting`], with its values as they are written
//! on the command line.
//!
//! Settings are made of texts alone, so that a plan file, flags, and the plan that a folder of
//! results remembers mean the same thing wherever their texts are the same.

use super::Setting;
use crate::pipeline::AnsatzKind;
use ketboard_puzzles::{DistinctLines, Encodings, RegisterChoice, Symbols, TwoValued, Weights};
use ketboard_qaoa::{AngleTable, MixerName, OPTIMIZERS, Objective, Strategy};

/// One key of a setting.
#[derive(Debug)]
pub(crate) struct Axis {
    /// The key in plan files.
    pub key: &'static str,
    /// What is meant where the key is missing.
    pub default: &'static str,
    /// What the key's values may be, in words.
    pub expected: fn() -> String,
    /// Puts a value into a setting; `None` where it is no value of this key.
    put: fn(&mut Setting, &str) -> Option<()>,
}

/// All axes, in the order in which they are crossed: the values of the last one follow each other.
pub(crate) static AXES: &[Axis] = &[
    Axis {
        key: "reduce",
        default: "auto",
        expected: || "auto, none, paper or full".to_owned(),
        put: |setting, text| {
            setting.reduce = match text {
                "auto" => None,
                "none" | "paper" | "full" => Some(text.to_owned()),
                _ => return None,
            };
            Some(())
        },
    },
    Axis {
        key: "target_qubits",
        default: "none",
        expected: || "a whole number from 0 to 10000, or \"none\"".to_owned(),
        put: |setting, text| {
            setting.target_qubits = match text {
                "none" => None,
                number => Some(whole(number, 0, 10_000)? as usize),
            };
            Some(())
        },
    },
    Axis {
        key: "weights",
        default: "",
        expected: || "such as \"row=2\" or \"row=2, region=3\"; \"\" for 1 each".to_owned(),
        put: |setting, text| {
            let pairs = text
                .split(',')
                .map(str::trim)
                .filter(|pair| !pair.is_empty());
            setting.weights = pairs.map(str::to_owned).collect();
            let widest = Encodings {
                distinct_lines: DistinctLines::Qubo,
                ..Encodings::default()
            };
            Weights::parse_for(&setting.weights, widest).ok().map(drop)
        },
    },
    Axis {
        key: "drop_region",
        default: "none",
        expected: || "the letter of a region, \"auto\" or \"none\"".to_owned(),
        put: |setting, text| {
            setting.drop_region = (text != "none").then(|| text.to_owned());
            Some(())
        },
    },
    Axis {
        key: "distinct_lines",
        default: "filter",
        expected: || one_of(DistinctLines::ALL.map(DistinctLines::name)),
        put: |setting, text| {
            named(
                DistinctLines::ALL.map(DistinctLines::name),
                text,
                &mut setting.distinct_lines,
            )
        },
    },
    Axis {
        key: "counts",
        default: "fractional",
        expected: || one_of(TwoValued::ALL.map(TwoValued::name)),
        put: |setting, text| {
            named(
                TwoValued::ALL.map(TwoValued::name),
                text,
                &mut setting.counts,
            )
        },
    },
    Axis {
        key: "symbols",
        default: "one-hot",
        expected: || one_of(Symbols::ALL.map(Symbols::name)),
        put: |setting, text| named(Symbols::ALL.map(Symbols::name), text, &mut setting.symbols),
    },
    Axis {
        key: "registers",
        default: "default",
        expected: || {
            format!(
                "default, {}",
                one_of(RegisterChoice::ALL.map(RegisterChoice::name))
            )
        },
        put: |setting, text| {
            setting.registers = match text {
                "default" => None,
                name => Some(RegisterChoice::from_name(name)?.name().to_owned()),
            };
            Some(())
        },
    },
    Axis {
        key: "mixer",
        default: "default",
        expected: || {
            format!(
                "default, {}",
                one_of(MixerName::all().map(|mixer| mixer.name))
            )
        },
        put: |setting, text| {
            setting.mixer = match text {
                "default" => None,
                name => Some(MixerName::from_name(name)?.name.to_owned()),
            };
            Some(())
        },
    },
    Axis {
        key: "warm_start",
        default: "anneal",
        expected: || "\"anneal\", or the rows of a board, . for cells not guessed".to_owned(),
        put: |setting, text| {
            setting.warm_start = (text != "anneal").then(|| text.to_owned());
            Some(())
        },
    },
    Axis {
        key: "warm_epsilon",
        default: "0.25",
        expected: || "a number above 0, at most 0.5".to_owned(),
        put: |setting, text| {
            let number: f64 = text.parse().ok()?;
            setting.warm_epsilon = (number != 0.25).then_some(number);
            (number > 0.0 && number <= 0.5).then_some(())
        },
    },
    Axis {
        key: "ansatz",
        default: "standard",
        expected: || one_of(AnsatzKind::ALL.map(AnsatzKind::name)),
        put: |setting, text| {
            named(
                AnsatzKind::ALL.map(AnsatzKind::name),
                text,
                &mut setting.ansatz,
            )
        },
    },
    Axis {
        key: "objective",
        default: "expectation",
        expected: || {
            "expectation, cvar:α with 0 < α ≤ 1, gibbs:η with η > 0, or success".to_owned()
        },
        put: |setting, text| {
            setting.objective = Objective::parse(text).ok()?.to_string();
            Some(())
        },
    },
    Axis {
        key: "objective_shots",
        default: "exact",
        expected: || "a whole number from 1 to 1000000000, or \"exact\"".to_owned(),
        put: |setting, text| {
            setting.objective_shots = match text {
                "exact" => None,
                number => Some(whole(number, 1, 1_000_000_000)?),
            };
            Some(())
        },
    },
    Axis {
        key: "optimizer",
        default: OPTIMIZERS[0].name,
        expected: || one_of(OPTIMIZERS.iter().map(|optimizer| optimizer.name)),
        put: |setting, text| {
            named(
                OPTIMIZERS.iter().map(|optimizer| optimizer.name),
                text,
                &mut setting.optimizer,
            )
        },
    },
    Axis {
        key: "strategy",
        default: "ladder",
        expected: || one_of_texts(Strategy::ALL.map(Strategy::name)),
        put: |setting, text| {
            setting.strategy = Strategy::parse(text).ok()?.name();
            Some(())
        },
    },
    Axis {
        key: "transfer_table",
        default: "shipped",
        expected: || "\"shipped\", or a table that `ketboard learn` wrote".to_owned(),
        put: |setting, text| {
            setting.transfer_table = match text {
                "shipped" => None,
                table => AngleTable::parse(table, "")
                    .ok()
                    .map(|_| Some(table.to_owned()))?,
            };
            Some(())
        },
    },
    Axis {
        key: "starts",
        default: "4",
        expected: || "a whole number from 1 to 10000".to_owned(),
        put: |setting, text| {
            setting.starts = whole(text, 1, 10_000)? as usize;
            Some(())
        },
    },
    Axis {
        key: "iterations",
        default: "200",
        expected: || "a whole number from 0 to 1000000".to_owned(),
        put: |setting, text| {
            setting.iterations = whole(text, 0, 1_000_000)?;
            Some(())
        },
    },
    Axis {
        key: "precision",
        default: "f64",
        expected: || one_of(PRECISIONS),
        put: |setting, text| named(PRECISIONS, text, &mut setting.precision),
    },
    Axis {
        key: "shots",
        default: "1024",
        expected: || "a whole number from 1 to 1000000000".to_owned(),
        put: |setting, text| {
            setting.shots = whole(text, 1, 1_000_000_000)?;
            Some(())
        },
    },
    Axis {
        key: "seeds",
        default: "0",
        expected: || "whole numbers from 0: \"0..4\" (both ends) or a list".to_owned(),
        put: |setting, text| {
            setting.seed = text.parse().ok()?;
            Some(())
        },
    },
];

/// The precisions by name.
const PRECISIONS: [&str; 3] = ["f64", "f32", "auto"];

fn whole(text: &str, least: u64, most: u64) -> Option<u64> {
    let number = text.parse().ok();
    number.filter(|number| (least..=most).contains(number))
}

fn named<'n>(
    names: impl IntoIterator<Item = &'n str>,
    text: &str,
    place: &mut String,
) -> Option<()> {
    let name = names.into_iter().find(|name| *name == text)?;
    name.clone_into(place);
    Some(())
}

fn one_of<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn one_of_texts(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    one_of(names.iter().map(String::as_str))
}

/// The values of every axis.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Axes(Vec<Vec<String>>);

impl Default for Axes {
    /// One setting: every axis at its default.
    fn default() -> Self {
        Self(
            AXES.iter()
                .map(|axis| vec![axis.default.to_owned()])
                .collect(),
        )
    }
}

impl Axes {
    /// Sets the values of a key; equal ones count once.
    ///
    /// # Errors
    /// The first value that the key cannot have, with what it can be; or that there is no such key.
    pub(crate) fn set(&mut self, key: &str, values: Vec<String>) -> Result<(), Misfit> {
        let place = AXES.iter().position(|axis| axis.key == key);
        let place = place.ok_or_else(|| Misfit::new(key, "a key of a setting".to_owned()))?;
        let mut probe = blank();
        for value in &values {
            if (AXES[place].put)(&mut probe, value).is_none() {
                return Err(Misfit::new(value, (AXES[place].expected)()));
            }
        }
        let mut different: Vec<String> = Vec::with_capacity(values.len());
        for value in values {
            if !different.contains(&value) {
                different.push(value);
            }
        }
        self.0[place] = different;
        Ok(())
    }

    /// Each key with its values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let keys = AXES.iter().map(|axis| axis.key);
        keys.zip(self.0.iter().map(Vec::as_slice))
    }

    /// Every combination, in the order of the axes.
    pub(crate) fn settings(&self) -> Vec<Setting> {
        let mut settings = vec![blank()];
        for (axis, values) in AXES.iter().zip(&self.0) {
            let with = |setting: &Setting, value: &String| {
                let mut setting = setting.clone();
                (axis.put)(&mut setting, value).expect("values are checked when they are set");
                setting
            };
            let each = settings.iter();
            settings = each
                .flat_map(|setting| values.iter().map(move |value| with(setting, value)))
                .collect();
        }
        settings
    }
}

/// A value that its key cannot have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Misfit {
    /// What was found.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

impl Misfit {
    fn new(found: &str, expected: String) -> Self {
        Self {
            found: found.to_owned(),
            expected,
        }
    }
}

/// A setting that every axis overwrites.
fn blank() -> Setting {
    Setting {
        reduce: None,
        target_qubits: None,
        weights: Vec::new(),
        drop_region: None,
        distinct_lines: String::new(),
        counts: String::new(),
        symbols: String::new(),
        registers: None,
        mixer: None,
        warm_start: None,
        warm_epsilon: None,
        ansatz: String::new(),
        objective: String::new(),
        objective_shots: None,
        optimizer: String::new(),
        strategy: String::new(),
        transfer_table: None,
        starts: 0,
        iterations: 0,
        precision: String::new(),
        shots: 0,
        seed: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_of_its_axis_and_makes_the_whole_setting() {
        let settings = Axes::default().settings();
        let [setting] = settings.as_slice() else {
            panic!("one setting, not {}", settings.len());
        };
        let text = serde_json::to_string(setting).unwrap();
        assert!(
            !text.contains("\"\""),
            "an axis leaves its place empty: {text}"
        );
        assert_eq!(
            (setting.starts, setting.iterations, setting.shots),
            (4, 200, 1024)
        );
    }

    #[test]
    fn axes_are_crossed_and_the_last_one_runs_fastest() {
        let mut axes = Axes::default();
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        axes.set("seeds", texts(&["0", "1", "1"])).unwrap();
        axes.set("reduce", texts(&["none", "full"])).unwrap();
        let settings = axes.settings();
        let about = |s: &Setting| (s.reduce.clone().unwrap(), s.seed);
        let abouts: Vec<_> = settings.iter().map(about).collect();
        let expected = [("none", 0), ("none", 1), ("full", 0), ("full", 1)];
        assert_eq!(
            abouts,
            expected.map(|(level, seed)| (level.to_owned(), seed))
        );
    }

    #[test]
    fn no_axis_takes_what_is_none_of_its_values() {
        for (key, wrong) in [
            ("reduce", "more"),
            ("target_qubits", "-1"),
            ("weights", "rows=1"),
            ("weights", "row=0"),
            ("distinct_lines", "Filter"),
            ("counts", "2"),
            ("symbols", ""),
            ("registers", "diagonals"),
            ("mixer", "y"),
            ("warm_epsilon", "0"),
            ("warm_epsilon", "0.6"),
            ("ansatz", "qaoa+"),
            ("objective", "cvar:0"),
            ("objective", "energy"),
            ("objective_shots", "0"),
            ("strategy", "random"),
            ("transfer_table", "{}"),
            ("optimizer", "adam"),
            ("starts", "0"),
            ("iterations", "1.5"),
            ("precision", "f16"),
            ("shots", "0"),
            ("seeds", "-1"),
            ("colour", "red"),
        ] {
            let mut axes = Axes::default();
            let misfit = axes.set(key, vec![wrong.to_owned()]).unwrap_err();
            assert!(!misfit.expected.is_empty(), "{key}");
            assert_eq!(axes, Axes::default(), "{key} = {wrong}");
        }
    }
}
