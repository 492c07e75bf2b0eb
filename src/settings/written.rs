//! Settings as records hold them: an object with a key for each setting that always has a value,
//! and for each other one that is set.

use super::{Allowed, SETTINGS, Setting, Settings};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

impl Setting {
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
    fn read_record(&self, settings: &mut Settings, value: &Value) -> Result<(), String> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Array(parts) => {
                let parts = parts.iter().map(|part| part.as_str().unwrap_or_default());
                parts.collect::<Vec<_>>().join(", ")
            }
            Value::Null => self.default(),
            other => other.to_string(),
        };
        self.set(settings, &text).map_err(|error| error.to_string())
    }
}

impl Settings {
    /// The object that a record holds.
    pub(crate) fn in_record(&self) -> Map<String, Value> {
        let set = SETTINGS.iter();
        set.filter_map(|one| Some((one.name.to_owned(), one.in_record(self)?)))
            .collect()
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.in_record().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut held = Map::deserialize(deserializer)?;
        let mut settings = Self::default();
        for setting in SETTINGS {
            match held.remove(setting.name) {
                Some(value) => setting
                    .read_record(&mut settings, &value)
                    .map_err(D::Error::custom)?,
                None if setting.unset.is_none() => {
                    return Err(D::Error::missing_field(setting.name));
                }
                None => {}
            }
        }
        match held.keys().next() {
            Some(unknown) => Err(D::Error::custom(format!("unknown field `{unknown}`"))),
            None => Ok(settings),
        }
    }
}
