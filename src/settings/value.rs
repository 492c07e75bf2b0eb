//! How the value of each type of setting is written and read, and which values a setting may have.

use super::{AngleTable, AnsatzKind, GivenAngles, TransferTable};
use crate::error::Result;
use ketboard_puzzles::{
    DistinctLines, Encodings, RegisterChoice, RuleSet, Symbols, TwoValued, Weights,
};
use ketboard_qaoa::{
    Objective, Precision,
    mixers::MixerName,
    search::{Effort, OPTIMIZERS, Optimizer, Strategy},
};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use strum::EnumMessage;

/// The value of a setting.
pub(super) trait SettingValue: Sized {
    /// As it is written; `None` where nothing is set.
    fn write(&self) -> Option<String>;

    /// What is meant by a text; `None` where that is nothing.
    ///
    /// # Errors
    /// Why it means nothing, where more is to be said than which values there are.
    fn read(text: &str) -> Result<Option<Self>>;
    /// The values that have names, in the order of the help.
    fn names() -> Vec<ValueName> {
        Vec::new()
    }
}

impl<T: SettingValue> SettingValue for Option<T> {
    fn write(&self) -> Option<String> {
        self.as_ref()?.write()
    }

    fn read(text: &str) -> Result<Option<Self>> {
        match text {
            "" => Ok(Some(None)),
            text => Ok(T::read(text)?.map(Some)),
        }
    }
}

/// For each type all values, the name of one, and what it does in a line of help.
macro_rules! named {
    ($($type:ty: $all:expr, $name:expr, $about:expr;)+) => {$(
        impl SettingValue for $type {
            fn write(&self) -> Option<String> {
                let name: fn(&$type) -> &'static str = $name;
                Some(name(self).to_owned())
            }
            fn read(text: &str) -> Result<Option<Self>> {
                let name: fn(&$type) -> &'static str = $name;
                Ok($all.into_iter().find(|one| name(one) == text))
            }
            fn names() -> Vec<ValueName> {
                let (name, about): (fn(&$type) -> _, fn(&$type) -> _) = ($name, $about);
                let all = $all.into_iter();
                all.map(|one| ValueName { name: name(&one), about: about(&one) }).collect()
            }
        }
    )+};
}

/// The values of the setting `reduce`.
pub(crate) const RULES: [RuleSet; 3] = [RuleSet::None, RuleSet::Paper, RuleSet::Full];

/// What a value does: what its documentation says.
fn said(value: &impl EnumMessage) -> &'static str {
    let said = value.get_documentation().unwrap_or_default();
    said.trim_end_matches('.')
}

named! {
    RuleSet: RULES, |rules| rules.name(), |rules| match rules {
        Self::None => "Only the givens are filled in",
        Self::Paper => "The initial-condition rules of the source paper",
        Self::Full => "Every rule known, to a fixed point",
    };
    DistinctLines: Self::ALL, |way| way.name(), said;
    TwoValued: Self::ALL, |way| way.name(), said;
    Symbols: Self::ALL, |way| way.name(), said;
    RegisterChoice: Self::ALL, |choice| choice.name(), said;
    MixerName: Self::all(), |mixer| mixer.name, |mixer| mixer.about;
    AnsatzKind: Self::ALL, |kind| kind.name(), |_| "";
    &'static Optimizer: OPTIMIZERS, |optimizer| optimizer.name, |optimizer| optimizer.about;
    Effort: [Self::Quick, Self::Thorough], |effort| effort.name(), |effort| match effort {
        Self::Quick => "The smooth valley, and three looks beside it at every fourth depth: half of the calls",
        Self::Default => "",
        Self::Thorough => "All valleys known and random ones, in some six times the calls",
    };
    Precision: [Self::F64, Self::F32], |precision| match precision {
        Self::F64 => "f64",
        Self::F32 => "f32",
    }, |precision| match precision {
        Self::F64 => "16 bytes for each basis state",
        Self::F32 => "8 bytes for each basis state; errors of 1e-6 and less",
    };
}

/// For each type how a value is written, and what a text means.
macro_rules! written {
    ($($type:ty: $write:expr, $read:expr;)+) => {$(
        impl SettingValue for $type {
            fn write(&self) -> Option<String> {
                let write: fn(&$type) -> String = $write;
                Some(write(self))
            }
            fn read(text: &str) -> Result<Option<Self>> {
                let read: fn(&str) -> Result<Option<Self>> = $read;
                read(text)
            }
        }
    )+};
}

written! {
    // of numbers the range is checked before they are read
    u64: u64::to_string, |text| Ok(text.parse().ok());
    usize: usize::to_string, |text| Ok(text.parse().ok());
    f64: f64::to_string, |text| Ok(text.parse().ok());
    String: String::clone, |text| Ok(Some(text.to_owned()));
    Objective: Objective::to_string, |text| Ok(Some(Self::parse(text)?));
    GivenAngles: |angles| angles.text.clone(), |text| Ok(Some(Self::parse(text)?));
}

impl SettingValue for Strategy {
    fn write(&self) -> Option<String> {
        Some(self.name())
    }

    fn read(text: &str) -> Result<Option<Self>> {
        Ok(Some(Self::parse(text)?))
    }

    fn names() -> Vec<ValueName> {
        let named = |one: Self| ValueName {
            name: one.kind(),
            about: one.about(),
        };
        Self::ALL.into_iter().map(named).collect()
    }
}

/// Weights of kinds of penalty terms, with commas between them.
impl SettingValue for Vec<String> {
    fn write(&self) -> Option<String> {
        (!self.is_empty()).then(|| self.join(", "))
    }

    fn read(text: &str) -> Result<Option<Self>> {
        let pairs = text.split(',').map(str::trim);
        let pairs: Self = pairs
            .filter(|pair| !pair.is_empty())
            .map(str::to_owned)
            .collect();
        let widest = Encodings {
            distinct_lines: DistinctLines::Qubo,
            ..Encodings::default()
        };
        Weights::parse(&pairs, widest)?;
        Ok(Some(pairs))
    }
}

impl SettingValue for TransferTable {
    fn write(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn read(text: &str) -> Result<Option<Self>> {
        static TABLES: Mutex<BTreeMap<String, &'static AngleTable>> = Mutex::new(BTreeMap::new());
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        let table = match tables.get(text) {
            Some(table) => table,
            None => {
                let table = AngleTable::parse(text, "the transfer table")?;
                let table: &AngleTable = Box::leak(Box::new(table));
                tables.insert(text.to_owned(), table);
                table
            }
        };
        Ok(Some(Self {
            text: text.to_owned(),
            table,
        }))
    }
}

/// The values of a setting.
#[derive(Debug)]
pub(crate) enum Allowed {
    /// One of these names.
    Names(fn() -> Vec<ValueName>),
    /// One of these names, or a text that begins with one of them.
    NamesAndMore(fn() -> Vec<ValueName>),
    /// A whole number between two others, which are allowed too.
    Whole(u64, u64),
    /// A number above the first and at most the second.
    Number(f64, f64),
    /// A text, described in words.
    Text(&'static str),
    /// Texts with commas between them, described in words.
    List(&'static str),
}

/// A value with a name.
#[derive(Debug)]
pub(crate) struct ValueName {
    /// As users write it.
    pub name: &'static str,
    /// What it does, in a line of help; empty where the help of the setting says it.
    pub about: &'static str,
}

impl Allowed {
    /// The names among the values.
    pub(crate) fn names(&self) -> Vec<ValueName> {
        match self {
            Self::Names(names) | Self::NamesAndMore(names) => names(),
            Self::Whole(..) | Self::Number(..) | Self::Text(_) | Self::List(_) => Vec::new(),
        }
    }

    /// Whether a text may be a value: one of the names, or a number in the range. Of other texts
    /// only their meaning decides.
    pub(crate) fn allows(&self, text: &str) -> bool {
        match self {
            Self::Names(names) => names().iter().any(|one| one.name == text),
            Self::Whole(least, most) => {
                let number = text.parse::<u64>();
                number.is_ok_and(|number| (*least..=*most).contains(&number))
            }
            Self::Number(above, most) => {
                let number = text.parse::<f64>();
                number.is_ok_and(|number| number > *above && number <= *most)
            }
            Self::NamesAndMore(_) | Self::Text(_) | Self::List(_) => true,
        }
    }

    /// The values in words, with the word for nothing set, if there is one.
    pub(crate) fn in_words(&self, unset: Option<&str>) -> String {
        match self {
            Self::Names(names) | Self::NamesAndMore(names) => {
                let named = names();
                let names = unset.into_iter().chain(named.iter().map(|one| one.name));
                one_of(&names.collect::<Vec<_>>())
            }
            Self::Whole(least, most) => {
                let number = match most {
                    &u64::MAX => format!("a whole number from {least}"),
                    most => format!("a whole number from {least} to {most}"),
                };
                unset.map_or(number.clone(), |unset| format!("{number}, or \"{unset}\""))
            }
            Self::Number(above, most) => format!("a number above {above}, at most {most}"),
            Self::Text(words) | Self::List(words) => (*words).to_owned(),
        }
    }
}

/// Names as words: `a, b or c`.
fn one_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
