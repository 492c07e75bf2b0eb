//! JSON for users: a number that was not computed is absent.

use serde::Serialize;
use serde_json::{Value, json};

/// The JSON of a value, in whose objects no key is without a value.
///
/// # Panics
/// If a key is no text.
pub(crate) fn to_json(value: &impl Serialize) -> Value {
    without_nulls(serde_json::to_value(value).expect("the keys of objects are texts"))
}

/// Adds the keys of an object to another.
pub(crate) fn extend(record: &mut Value, keys: impl Serialize) {
    for (key, value) in json!(keys).as_object().into_iter().flatten() {
        record[key] = value.clone();
    }
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(keys) => {
            let known = keys.into_iter().filter(|(_, value)| !value.is_null());
            let known = known.map(|(key, value)| (key, without_nulls(value)));
            known.collect()
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_without_a_value_are_absent_and_places_of_lists_stay() {
        let value = json!({"a": null, "b": [null, {"c": null, "d": 0.1}], "e": {"f": null}});
        assert_eq!(to_json(&value), json!({"b": [null, {"d": 0.1}], "e": {}}));
    }
}
