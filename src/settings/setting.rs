//! What is known of one setting: its name, its values, its help, and where it is offered; settings
//! as records hold them, and how series of runs are named by them.

use super::{Allowed, SETTINGS, Settings};
use crate::error::{Error, Result};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The most bytes of a value that a label or a row of a table holds.
const LONGEST: usize = 100;

/// A setting: what it is called, what it may be, and what it means.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The key in records, and in plans unless [`Self::plan_key`] says otherwise.
    pub name: &'static str,
    /// The part of a run that it decides: commands without that part do not have it.
    pub stage: RunStage,
    /// What the value is called in the help of the option.
    pub value_name: &'static str,
    /// The help of the option, line by line: what it is, and after an empty line what else there is
    /// to know.
    pub(super) help: &'static [&'static str],
    /// What it may be.
    pub allowed: Allowed,
    /// What is written where nothing is set; absent for a setting that always has a value, which
    /// records then always hold.
    pub unset: Option<&'static str>,
    /// Whether its value says in a label what it is, without the name.
    pub is_plain: bool,
    /// Where the commands offer it as an option.
    pub offered: Offered,
    /// Writes its value; nothing where none is set.
    pub(super) write: fn(&Settings) -> Option<String>,
    /// Sets what a text means, nothing where it is empty; whether it means anything.
    pub(super) read: fn(&mut Settings, &str) -> Result<bool>,
}

/// The parts of a run that settings decide, in an order in which commands need them: each takes
/// the settings of all parts up to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunStage {
    /// From the puzzle to the cost.
    Model,
    /// From the cost to the space of states.
    Registers,
    /// From the space to the angles.
    Search,
    /// The precision of the state vector.
    Precision,
    /// All random choices.
    Seed,
    /// Which angles there are.
    Ansatz,
    /// From the final state to shots.
    Shots,
}

/// Where the commands offer a setting as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offered {
    /// In the short help and in the long one.
    ShortHelp,
    /// In the long help alone.
    LongHelp,
    /// Nowhere: plans and the library set it.
    InPlans,
}

impl Setting {
    /// The value in these settings, as it is written.
    pub(crate) fn get(&self, settings: &Settings) -> String {
        let value = self.value(settings);
        value.unwrap_or_else(|| self.unset.unwrap_or_default().to_owned())
    }

    /// The value in these settings; nothing where none is set.
    pub(crate) fn value(&self, settings: &Settings) -> Option<String> {
        (self.write)(settings)
    }

    /// What is meant where nothing is said, as it is written.
    pub(crate) fn default(&self) -> String {
        self.get(&Settings::default())
    }

    /// Whether the value is another one than the default.
    pub(crate) fn is_changed(&self, settings: &Settings) -> bool {
        self.get(settings) != self.default()
    }

    /// The key in plans: that of the seed takes several of them.
    pub(crate) fn plan_key(&self) -> &'static str {
        if self.stage == RunStage::Seed {
            return "seeds";
        }
        self.name
    }

    /// The name as users of the library and of the command line know it, which give the values of a
    /// list one by one.
    pub(crate) fn option(&self) -> &'static str {
        if matches!(self.allowed, Allowed::List(_)) {
            return self.name.trim_end_matches('s');
        }
        self.name
    }

    /// A paragraph of the help, on one line; empty where there is none. The first says what the
    /// option is, the second what else there is to know.
    pub(crate) fn paragraph(&self, number: usize) -> String {
        let paragraphs = self.help.split(|line| line.is_empty());
        let lines = paragraphs.skip(number).take(1).flatten();
        let lines: Vec<&str> = lines.map(|line| line.trim()).collect();
        lines.join(" ")
    }

    /// The values in words.
    pub(crate) fn in_words(&self) -> String {
        self.allowed.in_words(self.unset)
    }

    /// Sets the value to that of a text.
    ///
    /// # Errors
    /// If it is no value of this setting; the settings are then of no use.
    pub(crate) fn set(&self, settings: &mut Settings, text: &str) -> Result<()> {
        let is_unset = self.unset == Some(text);
        let may_be = is_unset || (!text.is_empty() && self.allowed.allows(text));
        if may_be && (self.read)(settings, if is_unset { "" } else { text })? {
            return Ok(());
        }
        let found = format!("found '{text}'");
        let remedy = format!("give {}", self.in_words());
        Err(Error::setting(self.option(), found, remedy))
    }

    /// The value as a record holds it; nothing where none is set.
    pub(crate) fn in_record(&self, settings: &Settings) -> Option<Value> {
        let text = self.value(settings)?;
        Some(match self.allowed {
            Allowed::Whole(..) | Allowed::Number(..) => serde_json::from_str(&text)
                .expect("a finite number is written in JSON as it is in words"),
            Allowed::List(_) => text.split(", ").collect(),
            Allowed::Names(_) | Allowed::NamesAndMore(_) | Allowed::Text(_) => text.into(),
        })
    }

    /// Sets the value to that of a record.
    ///
    /// # Errors
    /// What would be right, if it is none of the values.
    fn read_record(&self, settings: &mut Settings, value: &Value) -> Result<()> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Array(parts) => {
                let parts = parts.iter().map(|part| part.as_str().unwrap_or_default());
                parts.collect::<Vec<_>>().join(", ")
            }
            Value::Null => self.default(),
            other => other.to_string(),
        };
        self.set(settings, &text)
    }

    /// The name in words: `target qubits`.
    pub(crate) fn words(&self) -> String {
        self.name.replace('_', " ")
    }

    /// The value in one line: the rows of a board one after the other, and of a long text its hash.
    pub(crate) fn short(&self, settings: &Settings) -> String {
        let value = self.get(settings);
        if value.len() > LONGEST {
            return format!("sha256:{}", digits_of(&Sha256::digest(value)[..8]));
        }
        value.trim_end().replace('\n', "/")
    }

    /// The value as a label shows it: behind the name, unless it says what it is.
    fn shown(&self, settings: &Settings) -> String {
        let value = self.short(settings);
        if self.is_plain {
            value
        } else {
            format!("{} {value}", self.words())
        }
    }
}

/// The object that a record holds.
impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let held = |one: &'static Setting| Some((one.name, one.in_record(self)?));
        serializer.collect_map(SETTINGS.iter().filter_map(held))
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let mut held = Map::deserialize(deserializer)?;
        let mut settings = Self::default();
        for setting in SETTINGS {
            let value = held.remove(setting.name);
            if value.is_none() && setting.unset.is_none() {
                return Err(D::Error::missing_field(setting.name));
            }
            let read = setting.read_record(&mut settings, &value.unwrap_or_default());
            read.map_err(D::Error::custom)?;
        }
        match held.keys().next() {
            Some(unknown) => Err(D::Error::custom(format!("unknown field `{unknown}`"))),
            None => Ok(settings),
        }
    }
}

/// The bytes as hexadecimal digits, two for each.
pub(crate) fn digits_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// In what each one differs from the others, such as `mixer grover, interp`; empty where there is
/// one.
pub(crate) fn differences(all: &[Settings]) -> Vec<String> {
    let meant = |one: &Settings| one.with_space().unwrap_or_else(|_| one.clone());
    let meant: Vec<Settings> = all.iter().map(meant).collect();
    let differs = |setting: &&Setting| {
        let first = setting.value(&meant[0]);
        meant.iter().any(|one| setting.value(one) != first)
    };
    let differing: Vec<&Setting> = SETTINGS.iter().filter(differs).collect();
    let label = |settings: &Settings| {
        let parts = differing.iter().map(|setting| setting.shown(settings));
        parts.collect::<Vec<_>>().join(", ")
    };
    meant.iter().map(label).collect()
}
