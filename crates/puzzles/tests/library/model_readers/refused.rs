//! Model texts that are refused, each with words that the message must have.

const BQM: &str = "\"variable_labels\": [0, 1]";

/// A text and what the message says.
pub(crate) static REFUSED: &[(&str, &str)] = &[
    ("", "\"\" begins no model in a known format"),
    ("[1, 2]", "known are json, dimod, qubo, ising"),
    (
        "family = \"tango\"",
        "`ketboard export` makes a model of a puzzle file",
    ),
    ("{\"linear_biases\": [", "m:1: EOF while parsing"),
    ("{\"linear_biases\": []}", "missing field `version`"),
    (
        r#"{"version": {"bqm_schema": "2.0.0"}, "variable_labels": [], "linear_biases": [], "offset": 0, "variable_type": "BINARY", "quadratic_biases": [], "quadratic_head": [], "quadratic_tail": []}"#,
        "version is {\"bqm_schema\":\"2.0.0\"}",
    ),
    (
        "{\"use_bytes\": true, \"linear_biases\": \"AAA=\"}",
        "invalid type: string",
    ),
    (BQM, "begins no model"),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0, 1], "linear_biases": [1], "offset": 0, "variable_type": "BINARY", "quadratic_biases": [], "quadratic_head": [], "quadratic_tail": []}"#,
        "linear_biases has 1 numbers; 2 belong there",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0, "0"], "linear_biases": [1, 2], "offset": 0, "variable_type": "BINARY", "quadratic_biases": [], "quadratic_head": [], "quadratic_tail": []}"#,
        "two variables of one name",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1], "offset": 0, "variable_type": "INTEGER", "quadratic_biases": [], "quadratic_head": [], "quadratic_tail": []}"#,
        "unknown variant `INTEGER`, expected `BINARY` or `SPIN`",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1], "offset": 0, "variable_type": "SPIN", "quadratic_biases": [1], "quadratic_head": [0], "quadratic_tail": [1]}"#,
        "quadratic[0] is of [0, 1]; indices differ",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1], "offset": 0, "variable_type": "SPIN", "quadratic_biases": [1], "quadratic_head": [0], "quadratic_tail": [0]}"#,
        "quadratic[0] is of [0, 0]",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1], "offset": 0, "variable_type": "SPIN", "quadratic_biases": [1], "quadratic_head": [], "quadratic_tail": []}"#,
        "quadratic_head has 0 numbers; 1 belong there",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1e308], "offset": 1e308, "variable_type": "BINARY", "quadratic_biases": [], "quadratic_head": [], "quadratic_tail": []}"#,
        "more than a number can hold",
    ),
    (
        "{\"h\": [1, 2], \"J\": {}}",
        "invalid type: map, expected a sequence",
    ),
    ("{\"h\": [1, 2], \"J\": [[0, 0, 1]]}", "J[0] is of [0, 0]"),
    (
        "{\"h\": [1, 2], \"J\": [[0, 2, 1]]}",
        "J[0] is of [0, 2]; indices differ, are counted from 0 and below 2",
    ),
    (
        "{\"h\": [1, null], \"J\": []}",
        "invalid type: null, expected f64",
    ),
    (
        "{\"n\": 3, \"h\": [1, 2], \"J\": []}",
        "h has 2 numbers and n is 3",
    ),
    ("{\"h\": [1], \"J\": [], \"K\": []}", "unknown field `K`"),
    (
        "{\"h\": [1], \"J\": [], \"higher\": [[[0, 0, 0], 1]]}",
        "higher[0] is of [0, 0, 0]",
    ),
    (
        "{\"h\": [1], \"J\": [], \"cells\": {\"r1c1\": \"x1\"}}",
        "cells[\"r1c1\"] is \"x1\"",
    ),
    (
        "{\"h\": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0], \"J\": [], \"higher\": [[[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22], 1]]}",
        "products of bits; at most 4194304",
    ),
    ("c nothing\np qubo 0 1\n", "m:2: \"p qubo 0 1\""),
    (
        "p qubo 0 2 1 1\n0 0 1\n",
        "m:1: 1 nodes and 0 couplers where 1 and 1 are promised",
    ),
    ("p qubo 0 1 1 0\n1 1 1\n", "node 1 of a model of 1 nodes"),
    ("p qubo 0 1 1 0\n0 0 nan\n", "m:2: \"0 0 nan\""),
    ("p qubo 0 1 1 0\n0 0 1e999\n", "m:2: \"0 0 1e999\""),
    ("p qubo 0 1 1 0\n0 1\n", "an entry is `node node number`"),
    (
        "c offset : much\np qubo 0 1 1 0\n0 0 1\n",
        "m:1: the comment's offset is \"much\"",
    ),
    (
        "c cell r1c1 : x9\np qubo 0 1 1 0\n0 0 1\n",
        "cells[\"r1c1\"] is \"x9\"",
    ),
    (
        "Minimize\n x\nBinary\n x\nEnd",
        "Python's dimod one of an LP file",
    ),
    (
        "{\"h\": [1], \"J\": [], \"h\": [2]}",
        "duplicate field `linear`",
    ),
];
