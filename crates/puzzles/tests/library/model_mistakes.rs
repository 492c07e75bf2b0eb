//! What each mistake in a model file is answered.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use crate::encode::ModelFile;

#[test]
fn every_mistake_in_a_model_is_answered_with_place_and_remedy() {
    let good = r#"{"n": 2, "offset": 0,
"linear": [1, 2],
"quadratic": [[0, 1, 3]], "cells": {"r1c1": "x0"}}"#;
    assert!(ModelFile::parse(good, "m.json").is_ok());
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replace(from, to)
    };
    let cases = [
        (String::new(), "m.json:1: EOF while parsing a value"),
        ("[1, 2]".into(), "m.json:1: "),
        ("3".into(), "m.json:1: invalid type: integer"),
        (format!("{good} x"), "m.json:3: trailing characters"),
        (with("[1, 2]", "[NaN, 2]"), "m.json:2: expected value"),
        (
            with("[1, 2]", "[1e999, 2]"),
            "m.json:2: number out of range",
        ),
        (
            with("[1, 2]", "[1, 2"),
            "m.json:3: invalid type: string \"quadratic\"",
        ),
        (with("\"linear\": [1, 2],\n", ""), "missing field `linear`"),
        (
            with("\"n\": 2", "\"n\": -2"),
            "m.json:1: invalid value: integer `-2`",
        ),
        (
            with("\"n\": 2", "\"n\": 2.5"),
            "m.json:1: invalid type: floating point `2.5`",
        ),
        (
            with("\"n\": 2", "\"n\": \"2\""),
            "m.json:1: invalid type: string \"2\"",
        ),
        (
            with("\"n\": 2", "\"n\": 3"),
            "linear has 2 numbers and n is 3",
        ),
        (
            with("\"n\": 2", "\"n\": 2, \"n\": 2"),
            "m.json:1: duplicate field `n`",
        ),
        (
            with("linear", "lineer"),
            "m.json:2: unknown field `lineer`, expected one of `n`, `offset`",
        ),
        (
            with("\"offset\": 0", "\"offset\": null"),
            "m.json:1: invalid type: null, expected f64",
        ),
        (
            with("[1, 2]", "[1, \"a\"]"),
            "m.json:2: invalid type: string \"a\", expected f64",
        ),
        (
            with("[1, 2]", "7"),
            "m.json:2: invalid type: integer `7`, expected a sequence",
        ),
        (
            with("[0, 1, 3]", "[0, 2, 3]"),
            "quadratic[0] is of [0, 2]; indices differ, are counted from 0 and below 2",
        ),
        (
            with("[0, 1, 3]", "[0, -1, 3]"),
            "m.json:3: invalid value: integer `-1`",
        ),
        (
            with("[0, 1, 3]", "[0, 1]"),
            "m.json:3: invalid length 2, expected a tuple of size 3",
        ),
        (
            with("[0, 1, 3]", "[0, 1, true]"),
            "m.json:3: invalid type: boolean `true`, expected f64",
        ),
        (with("[0, 1, 3]", "[1, 1, 3]"), "quadratic[0] is of [1, 1]"),
        (
            with("[[0, 1, 3]]", "{}"),
            "m.json:3: invalid type: map, expected a sequence",
        ),
        (
            with("\"cells\"", "\"higher\": [[[0, 0], 1]], \"cells\""),
            "higher[0] is of [0, 0]",
        ),
        (
            with("\"cells\"", "\"higher\": [[[0, 5], 1]], \"cells\""),
            "higher[0] is of [0, 5]",
        ),
        (
            with("\"cells\"", "\"higher\": [[0, 1]], \"cells\""),
            "invalid type: integer `0`, expected a sequence",
        ),
        (with("x0", "x2"), "cells[\"r1c1\"] is \"x2\""),
        (with("x0", "y0"), "cells[\"r1c1\"] is \"y0\""),
        (with("r1c1", "r1c1\\n"), "cells[\"r1c1\\n\"] is"),
        (
            with("{\"r1c1\": \"x0\"}", "3"),
            "m.json:3: invalid type: integer `3`, expected a map",
        ),
        (
            with("\"cells\"", "\"conventions\": 1, \"cells\""),
            "m.json:3: invalid type: integer `1`, expected a map",
        ),
        (
            with("[1, 2]", "[1e308, 1e308]"),
            "m.json: the coefficients add up",
        ),
    ];
    for (text, start) in cases {
        let error = ModelFile::parse(&text, "m.json").expect_err(&text);
        let message = error.to_string();
        assert!(
            message.contains(start),
            "{text}\n{message}\nwanted: {start}"
        );
        assert!(
            message.contains("; ") && message.lines().count() == 1,
            "{message}"
        );
    }
}
