//! How the value of each type of setting is written and read.

use super::setting::Written;
use super::table::RULES;
use super::{BoardText, Refusal, TransferTable};
use crate::pipeline::AnsatzKind;
use ketboard_puzzles::{
    DistinctLines, Encodings, RegisterChoice, RuleSet, Symbols, TwoValued, Weights,
};
use ketboard_qaoa::{
    AngleTable, MixerName, OPTIMIZERS, Objective, Optimizer, SearchPrecision, Strategy,
};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The value of a setting.
pub(super) trait Value: Sized {
    /// As it is written; `None` where nothing is set.
    fn write(&self) -> Option<String>;

    /// What is meant by a text.
    ///
    /// # Errors
    /// If it means nothing.
    fn read(written: &Written<'_>) -> Result<Self, Refusal>;
}

impl<T: Value> Value for Option<T> {
    fn write(&self) -> Option<String> {
        self.as_ref()?.write()
    }

    fn read(written: &Written<'_>) -> Result<Self, Refusal> {
        let value = (!written.text.is_empty()).then(|| T::read(written));
        value.transpose()
    }
}

/// Types whose values have names.
macro_rules! named {
    ($($type:ty: $all:expr, $name:expr;)+) => {$(
        impl Value for $type {
            fn write(&self) -> Option<String> {
                let name: fn(&$type) -> &'static str = $name;
                Some(name(self).to_owned())
            }

            fn read(written: &Written<'_>) -> Result<Self, Refusal> {
                let name: fn(&$type) -> &'static str = $name;
                let found = $all.into_iter().find(|one| name(one) == written.text);
                found.ok_or(Refusal::NotAllowed)
            }
        }
    )+};
}

named! {
    RuleSet: RULES, |rules| rules.name();
    DistinctLines: Self::ALL, |way| way.name();
    TwoValued: Self::ALL, |way| way.name();
    Symbols: Self::ALL, |way| way.name();
    RegisterChoice: Self::ALL, |choice| choice.name();
    MixerName: Self::all(), |mixer| mixer.name;
    AnsatzKind: Self::ALL, |kind| kind.name();
    &'static Optimizer: OPTIMIZERS, |optimizer| optimizer.name;
    SearchPrecision: [Self::F64, Self::F32, Self::Auto], |precision| match precision {
        Self::F64 => "f64",
        Self::F32 => "f32",
        Self::Auto => "auto",
    };
}

/// Numbers, whose range is checked before they are read.
macro_rules! numbers {
    ($($type:ty)+) => {$(
        impl Value for $type {
            fn write(&self) -> Option<String> {
                Some(self.to_string())
            }

            fn read(written: &Written<'_>) -> Result<Self, Refusal> {
                written.text.parse().map_err(|_| Refusal::NotAllowed)
            }
        }
    )+};
}

numbers!(u64 usize f64);

impl Value for Objective {
    fn write(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn read(written: &Written<'_>) -> Result<Self, Refusal> {
        Ok(Self::parse(written.text)?)
    }
}

impl Value for Strategy {
    fn write(&self) -> Option<String> {
        Some(self.name())
    }

    fn read(written: &Written<'_>) -> Result<Self, Refusal> {
        Ok(Self::parse(written.text)?)
    }
}

impl Value for String {
    fn write(&self) -> Option<String> {
        Some(self.clone())
    }

    fn read(written: &Written<'_>) -> Result<Self, Refusal> {
        Ok(written.text.to_owned())
    }
}

/// Weights of kinds of penalty terms, with commas between them.
impl Value for Vec<String> {
    fn write(&self) -> Option<String> {
        (!self.is_empty()).then(|| self.join(", "))
    }

    fn read(written: &Written<'_>) -> Result<Self, Refusal> {
        let pairs = written.text.split(',').map(str::trim);
        let pairs: Self = pairs
            .filter(|pair| !pair.is_empty())
            .map(str::to_owned)
            .collect();
        let widest = Encodings {
            distinct_lines: DistinctLines::Qubo,
            ..Encodings::default()
        };
        Weights::parse_for(&pairs, widest)?;
        Ok(pairs)
    }
}

impl Value for BoardText {
    fn write(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn read(written: &Written<'_>) -> Result<Self, Refusal> {
        Ok(Self {
            file: written.file_or("the warm start").to_owned(),
            text: written.text.to_owned(),
        })
    }
}

impl Value for TransferTable {
    fn write(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn read(written: &Written<'_>) -> Result<Self, Refusal> {
        static TABLES: Mutex<BTreeMap<String, &'static AngleTable>> = Mutex::new(BTreeMap::new());
        let text = written.text;
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        let table = match tables.get(text) {
            Some(table) => table,
            None => {
                let table = AngleTable::parse(text, written.file_or("the transfer table"))?;
                let table: &AngleTable = Box::leak(Box::new(table));
                tables.insert(text.to_owned(), table);
                table
            }
        };
        Ok(Self {
            text: text.to_owned(),
            table,
        })
    }
}
