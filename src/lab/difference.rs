//! Where two values of JSON differ first.

use serde_json::Value;

/// A place in which two values differ, and what stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Difference {
    /// The way to the place: `layers.states[2].broken[0]`.
    pub(super) key: String,
    pub(super) left: String,
    pub(super) right: String,
}

/// The first place in which two values differ, numbers that were measured by more than `tolerance`
/// (times their size, where that is above 1); with a tolerance of 0 in any digit.
pub(super) fn difference(left: &Value, right: &Value, tolerance: f64) -> Option<Difference> {
    differ(String::new(), Some(left), Some(right), tolerance)
}

fn differ(
    key: String,
    left: Option<&Value>,
    right: Option<&Value>,
    tolerance: f64,
) -> Option<Difference> {
    match (left, right) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let only_right = b.keys().filter(|name| !a.contains_key(*name));
            let mut names = a.keys().chain(only_right);
            let dot = if key.is_empty() { "" } else { "." };
            let below = |name: &String| format!("{key}{dot}{name}");
            names.find_map(|name| differ(below(name), a.get(name), b.get(name), tolerance))
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => (0..a.len().max(b.len()))
            .find_map(|k| differ(format!("{key}[{k}]"), a.get(k), b.get(k), tolerance)),
        (Some(a), Some(b)) if a == b || are_close(a, b, tolerance) => None,
        (None, None) => None,
        (left, right) => Some(Difference {
            key,
            left: short(left),
            right: short(right),
        }),
    }
}

/// Whether two numbers that are not counts are the same within rounding.
fn are_close(left: &Value, right: &Value, tolerance: f64) -> bool {
    let is_measured = left.is_f64() || right.is_f64();
    let (Some(left), Some(right)) = (left.as_f64(), right.as_f64()) else {
        return false;
    };
    let size = left.abs().max(right.abs()).max(1.0);
    is_measured && tolerance > 0.0 && (left - right).abs() <= tolerance * size
}

/// The beginning of what stands there.
fn short(value: Option<&Value>) -> String {
    let text = value.map_or_else(|| "nothing".to_owned(), Value::to_string);
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
        assert_eq!(difference(&left, &left, 0.0), None);
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
                "b.c[1]",
                ["2.5", "nothing"],
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
            let found_there = difference(&left, &right, 0.0).unwrap();
            assert_eq!(found_there.key, key);
            assert_eq!(
                [found_there.left.as_str(), found_there.right.as_str()],
                found
            );
        }
    }
}
