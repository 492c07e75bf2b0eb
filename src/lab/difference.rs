//! Where two values of JSON differ.

use super::verify::TOLERANCE;
use serde_json::Value;

/// The first place in which a recorded value differs from the computed one, and both values, in
/// words; `farthest` grows to the largest difference of numbers that are the same within rounding
/// ([`TOLERANCE`]).
pub(super) fn difference(recorded: &Value, computed: &Value, farthest: &mut f64) -> Option<String> {
    differ(String::new(), Some(recorded), Some(computed), farthest)
}

fn differ(
    key: String,
    recorded: Option<&Value>,
    computed: Option<&Value>,
    farthest: &mut f64,
) -> Option<String> {
    match (recorded, computed) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let only_right = b.keys().filter(|name| !a.contains_key(*name));
            let mut names = a.keys().chain(only_right);
            let dot = if key.is_empty() { "" } else { "." };
            let below = |name: &String| format!("{key}{dot}{name}");
            names.find_map(|name| differ(below(name), a.get(name), b.get(name), farthest))
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => (0..a.len().max(b.len()))
            .find_map(|k| differ(format!("{key}[{k}]"), a.get(k), b.get(k), farthest)),
        (a, b) if a == b || are_close(a, b, farthest) => None,
        (a, b) => Some(format!(
            "{key} is {}, and comes out as {}",
            short(a),
            short(b)
        )),
    }
}

/// Whether two numbers that are not counts are the same within rounding.
fn are_close(a: Option<&Value>, b: Option<&Value>, farthest: &mut f64) -> bool {
    let is_measured = [a, b].iter().any(|one| one.is_some_and(Value::is_f64));
    let (Some(a), Some(b)) = (a.and_then(Value::as_f64), b.and_then(Value::as_f64)) else {
        return false;
    };
    let (apart, size) = ((a - b).abs(), a.abs().max(b.abs()).max(1.0));
    let are_close = is_measured && apart <= TOLERANCE * size;
    *farthest = farthest.max(if are_close { apart } else { 0.0 });
    are_close
}

/// The beginning of a value.
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
        assert_eq!(difference(&left, &left, &mut 0.0), None);
        for (right, told) in [
            (
                json!({"a": 2, "b": {"c": [1, 2.5], "d": "x"}, "e": null}),
                "a is 1, and comes out as 2",
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.0], "d": "x"}, "e": null}),
                "b.c[1] is 2.5, and comes out as 2.0",
            ),
            (
                json!({"a": 1, "b": {"c": [1], "d": "x"}, "e": null}),
                "b.c[1] is 2.5, and comes out as nothing",
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.5]}, "e": null}),
                "b.d is \"x\", and comes out as nothing",
            ),
            (
                json!({"a": 1, "b": {"c": [1, 2.5], "d": "x"}, "e": null, "f": 0}),
                "f is nothing, and comes out as 0",
            ),
        ] {
            assert_eq!(difference(&left, &right, &mut 0.0).unwrap(), told);
        }
    }

    #[test]
    fn last_digits_of_what_was_measured_are_no_difference_and_are_told() {
        let mut farthest = 0.0;
        let (left, right) = (
            json!([0.5, 2000.0, 3]),
            json!([0.5 + 1e-12, 2000.0 + 1e-7, 3]),
        );
        assert_eq!(difference(&left, &right, &mut farthest), None);
        assert!((farthest - 1e-7).abs() < 1e-12, "{farthest}");
        assert!(difference(&json!(3), &json!(4), &mut farthest).is_some());
        assert!(difference(&json!(0.5), &json!(0.5 + 1e-8), &mut farthest).is_some());
    }
}
