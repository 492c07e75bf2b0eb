//! Model texts that are refused, each with words that the message must have.

const BQM: &str = "\"variable_labels\": [0, 1]";

/// A text and what the message says.
pub(crate) static REFUSED: &[(&str, &str)] = &[
    ("", "\"\" begins no model in a known format"),
    ("[1, 2]", "known are json, dimod, qubo, lp, ising"),
    (
        "family = \"tango\"",
        "`ketboard qubo` makes a model of a puzzle file",
    ),
    ("{\"linear_biases\": [", "m:1: not a JSON object"),
    ("{\"linear_biases\": []}", "\"version\" is missing"),
    (
        "{\"linear_biases\": [], \"version\": {\"bqm_schema\": \"2.0.0\"}}",
        "schema 3 is read",
    ),
    (
        "{\"use_bytes\": true, \"linear_biases\": \"\"}",
        "use_bytes is \"true\"",
    ),
    (BQM, "begins no model"),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0, 1], "linear_biases": [1]}"#,
        "1 biases of 2 variables",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0, "0"], "linear_biases": [1, 2], "offset": 0, "variable_type": "BINARY", "quadratic_biases": [], "quadratic_head": [], "quadratic_tail": []}"#,
        "two variables of one name",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1], "offset": 0, "variable_type": "INTEGER", "quadratic_biases": [], "quadratic_head": [], "quadratic_tail": []}"#,
        "it is BINARY or SPIN",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1], "offset": 0, "variable_type": "SPIN", "quadratic_biases": [1], "quadratic_head": [0], "quadratic_tail": [1]}"#,
        "quadratic_tail is \"1\"",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1], "offset": 0, "variable_type": "SPIN", "quadratic_biases": [1], "quadratic_head": [0], "quadratic_tail": [0]}"#,
        "variable 0 with itself",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1], "offset": 0, "variable_type": "SPIN", "quadratic_biases": [1], "quadratic_head": [], "quadratic_tail": []}"#,
        "0 heads and 0 tails of 1 quadratic biases",
    ),
    (
        r#"{"version": {"bqm_schema": "3.0.0"}, "variable_labels": [0], "linear_biases": [1e308], "offset": 1e308, "variable_type": "BINARY", "quadratic_biases": [], "quadratic_head": [], "quadratic_tail": []}"#,
        "more than a number can hold",
    ),
    ("{\"h\": [1, 2], \"J\": {}}", "J is \"{}\""),
    ("{\"h\": [1, 2], \"J\": [[0, 0, 1]]}", "J is \"[0,0,1]\""),
    (
        "{\"h\": [1, 2], \"J\": [[0, 2, 1]]}",
        "i ≠ j, both counted from 0",
    ),
    (
        "{\"h\": [1, null], \"J\": []}",
        "a finite number belongs here",
    ),
    (
        "{\"n\": 3, \"h\": [1, 2], \"J\": []}",
        "n is 3 and h has 2 numbers",
    ),
    ("{\"h\": [1], \"J\": [], \"K\": []}", "unknown key \"K\""),
    (
        "{\"h\": [1], \"J\": [], \"higher\": [[[0, 0, 0], 1]]}",
        "with different spins",
    ),
    (
        "{\"h\": [1], \"J\": [], \"cells\": {\"r1c1\": \"x1\"}}",
        "the cell \"r1c1\" has no such value; a cell is 0, 1, x0 to x0",
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
        "the cell \"r1c1\"",
    ),
    (
        "Maximize\n x\nBinary\n x\nEnd",
        "m:1: a model to be maximized",
    ),
    (
        "Minimize\n x\nSubject To\n c1: x >= 1\nBinary\n x\nEnd",
        "m:4: \"c1: x >= 1\"; constraints cannot be read",
    ),
    (
        "Minimize\n x\nBounds\n 0 <= x <= 7\nBinary\n x\nEnd",
        "m:4: \"0 <= x <= 7\"; only binary variables",
    ),
    (
        "Minimize\n x + y\nBinary\n x\nGeneral\n y\nEnd",
        "m:6: \"y\"; only binary",
    ),
    (
        "Minimize\n x + y\nBinary\n x\nEnd",
        "m:2: \"y\" is not binary",
    ),
    (
        "Minimize\n x\nBinary\n x\nEnd\nx",
        "m:6: \"x\"; nothing may follow End",
    ),
    (
        "Minimize\n x\nMinimize\n y\nBinary\n x y\nEnd",
        "m:3: \"minimize\"",
    ),
    (
        "Minimize\n x y\nBinary\n x y\nEnd",
        "+ or - stands between two terms",
    ),
    ("Minimize\n x * y\nBinary\n x y\nEnd", "between [ and ] / 2"),
    ("Minimize\n [ x * y ]\nBinary\n x y\nEnd", "write ] / 2"),
    (
        "Minimize\n [ x ] / 2\nBinary\n x\nEnd",
        "x * y and x ^ 2 only",
    ),
    ("Minimize\n [ x ^ 3 ] / 2\nBinary\n x\nEnd", "x ^ 2"),
    (
        "Minimize\n [ x *\nBinary\n x\nEnd",
        "the objective ends too early",
    ),
    (
        "Minimize\n 2 +\nBinary\n x\nEnd",
        "an objective is signed terms",
    ),
    ("Minimize\n x\nBinary\n x + 2\nEnd", "m:4: \"+\""),
];
