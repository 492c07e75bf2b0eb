//! Where two JSON values differ first.

use serde_json::Value;

/// The first place where two values differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// The path of keys and places: `setting.seed`, `gammas[2]`.
    pub key: String,
    /// What stands there on the left, short; `nothing` where there is nothing.
    pub left: String,
    /// What stands there on the right.
    pub right: String,
}

/// The first difference between two values; `None` where they are equal. Of two lists of which one
/// goes on, it is the whole lists. Numbers are equal where their texts are.
pub(crate) fn difference(left: &Value, right: &Value) -> Option<Difference> {
    differ(String::new(), (Some(left), Some(right)), 0.0)
}

/// The first difference that is more than rounding: numbers of which one is no whole number are
/// equal within `tolerance`, times their size where that is above 1.
pub(super) fn difference_beyond(left: &Value, right: &Value, tolerance: f64) -> Option<Difference> {
    differ(String::new(), (Some(left), Some(right)), tolerance)
}

fn are_close(left: &Value, right: &Value, tolerance: f64) -> bool {
    let is_measured = left.is_f64() || right.is_f64();
    let (Some(left), Some(right)) = (left.as_f64(), right.as_f64()) else {
        return false;
    };
    let size = left.abs().max(right.abs()).max(1.0);
    is_measured && (left - right).abs() <= tolerance * size
}

fn differ(
    key: String,
    pair: (Option<&Value>, Option<&Value>),
    tolerance: f64,
) -> Option<Difference> {
    match pair {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let joined = |name: &str| match key.as_str() {
                "" => name.to_owned(),
                key => format!("{key}.{name}"),
            };
            let only_right = b.keys().filter(|name| !a.contains_key(*name));
            let mut names = a.keys().chain(only_right);
            names.find_map(|name| differ(joined(name), (a.get(name), b.get(name)), tolerance))
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            let mut places = a.iter().zip(b).enumerate();
            let differs = places.find_map(|(place, (a, b))| {
                differ(format!("{key}[{place}]"), (Some(a), Some(b)), tolerance)
            });
            let is_longer = (a.len() != b.len()).then(|| Difference {
                key,
                left: short(pair.0),
                right: short(pair.1),
            });
            differs.or(is_longer)
        }
        (left, right) if text(left) == text(right) => None,
        (Some(a), Some(b)) if tolerance > 0.0 && are_close(a, b, tolerance) => None,
        (left, right) => Some(Difference {
            key,
            left: short(left),
            right: short(right),
        }),
    }
}

fn text(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), Value::to_string)
}

fn short(value: Option<&Value>) -> String {
    let text = text(value);
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_is_named_with_its_path() {
        let left = json!({"a": 1, "b": {"c": [1, 2.5], "d": "x"}, "e": null});
        assert_eq!(difference(&left, &left), None);
        for (right, key, found) in [
            (
                json!({"a": 2, "b": {"c": [1, 2.5], "d": "x"}, "e": null}),
                "a",
                ["1", "2"],
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.0], "d": "x"}, "e": null}),
                "b.c[1]",
                ["2.5", "2.0"],
            ),
            (
                json!({"a": 1, "b": {"c": [1], "d": "x"}, "e": null}),
                "b.c",
                ["[1,2.5]", "[1]"],
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.5]}, "e": null}),
                "b.d",
                ["\"x\"", "nothing"],
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.5], "d": "x"}, "e": null, "f": 0}),
                "f",
                ["nothing", "0"],
            ),
        ] {
            let found_there = difference(&left, &right).unwrap();
            assert_eq!(found_there.key, key);
            assert_eq!(
                [found_there.left.as_str(), found_there.right.as_str()],
                found
            );
        }
    }
}
