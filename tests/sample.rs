//! Counts files as machines send them, decoded on a board without symmetry.
//!
//! The files in `tests/sample` hold the same ten shots of five qubits, written by the vendors' own Python packages: qiskit 2.6 and
//! qiskit-ibm-runtime 0.51 (`BitArray`, `RuntimeEncoder`, `Result`), ionq-core 0.2 (its models of the result formats),
//! amazon-braket-sdk 1.127 (`GateModelTaskResult`); `ibm-sampler.json` follows IBM's guide to the REST interface.

use ketboard::model::{Constraint, Form, Kind, Model, Var};
use ketboard::reduce::{Reduction, Value};
use ketboard::sample::{
    BitOrder, Counts, Hints, Measured, SaidBy, Unit, judge, read_results, summarize,
};

fn read(text: &str, qubits: usize, order: Option<BitOrder>) -> ketboard::Result<Counts> {
    let hints = Hints {
        bit_order: order,
        result: None,
    };
    read_results(text, "counts.json", qubits, hints).map(|measured| measured.counts)
}

fn listed(counts: &Counts) -> Vec<(u64, f64)> {
    counts.iter().collect()
}

#[test]
fn every_shape_of_file_is_read_to_the_same_counts() {
    // qubit 0 is 1 in 5 shots; qubits 1 and 3 are 1 in 2 shots
    let expected = vec![(0b0001, 5.0), (0b1010, 2.0)];
    for (text, order) in [
        (r#"{"1000": 5, "0101": 2}"#, None),
        (r#"{"1000": 5, "0101": 2}"#, Some(BitOrder::Left)),
        (
            r#"{"0001": 5, "1010": 2, "1111": 0}"#,
            Some(BitOrder::Right),
        ),
        (r#"{"00 01": 5, "10 10": 2}"#, Some(BitOrder::Right)),
        (r#"{"1": 5, "10": 2}"#, Some(BitOrder::Number)),
        (r#"{"0x1": 5, "0xa": 2}"#, None),
        (r#"{"counts": {"1000": 5, "0101": 2}}"#, None),
        (
            r#"{"counts": {"0001": 5, "1010": 2}, "bit_order": "qubit0-right"}"#,
            None,
        ),
        (
            r#"{"shots": 7, "bit_order": "qubit0-right", "counts": {"0001": 5, "1010": 2}}"#,
            Some(BitOrder::Right),
        ),
        (
            r#"["1000", "1000", "0101", "1000", "0101", "1000", "1000"]"#,
            None,
        ),
        (
            r#"[[1,0,0,0],[1,0,0,0],[0,1,0,1],[1,0,0,0],[0,1,0,1],[1,0,0,0],[1,0,0,0]]"#,
            None,
        ),
        (r#"["0x1", "0x1", "0x1", "0xa", "0xA", "0x1", "0x1"]"#, None),
    ] {
        let counts = read(text, 4, order).unwrap();
        assert_eq!(listed(&counts), expected, "{text}");
        assert_eq!(counts.unit(), Unit::Shots, "{text}");
    }
}

#[test]
fn probabilities_are_taken_as_weights() {
    for text in [
        r#"{"10": 0.25, "01": 0.75}"#,
        r#"{"probabilities": {"10": 0.25, "01": 0.75}, "bit_order": "qubit0-left"}"#,
    ] {
        let counts = read(text, 2, None).unwrap();
        assert_eq!(listed(&counts), vec![(1, 0.25), (2, 0.75)], "{text}");
        assert_eq!(counts.unit(), Unit::Probability);
    }
    let certain = read(r#"{"probabilities": {"10": 1}}"#, 2, None).unwrap();
    assert_eq!(certain.unit(), Unit::Probability);
}

#[test]
fn counts_written_are_read_back() {
    let files = [r#"{"1000": 5, "0101": 2}"#, r#"{"1000": 0.3, "0101": 0.7}"#];
    for text in files {
        let counts = read(text, 4, None).unwrap();
        let written = counts.to_json().to_string();
        assert_eq!(read(&written, 4, None).unwrap(), counts, "{written}");
    }
    let counts = read(r#"{"1000": 5, "0101": 2}"#, 4, None).unwrap();
    let expected = r#"{"shots":7,"bit_order":"qubit0-left","counts":{"1000":5,"0101":2}}"#;
    assert_eq!(counts.to_json().to_string(), expected);
}

#[test]
fn a_bad_file_is_refused_with_its_place_and_the_reason() {
    for (text, order, wanted) in [
        ("", None, "counts.json:1: this is no JSON"),
        ("{\"01\": 3,\n", None, "counts.json:2: this is no JSON"),
        ("7", None, "neither an object nor a list"),
        ("{}", None, "there are no counts"),
        ("[]", None, "there are no counts"),
        (r#"{"counts": {}}"#, None, "there are no counts"),
        (r#"{"010": 0}"#, None, "there are no counts"),
        (
            "{\"010\": 1,\n \"01\": 2}",
            None,
            r#"counts.json:2: outcome "01": 2 bits, the circuit has 3 qubits"#,
        ),
        (r#"{"0120": 1}"#, None, "'2' is not 0 or 1"),
        (r#"{"10": 1}"#, None, "--bit-order number"),
        (
            r#"{"6": 1, "9": 1}"#,
            None,
            "4 bits, the circuit has 3 qubits",
        ),
        (
            r#"{"8": 1}"#,
            Some(BitOrder::Number),
            "4 bits, the circuit has 3 qubits",
        ),
        (r#"{"0x1": 1}"#, Some(BitOrder::Left), "'x' is not 0 or 1"),
        (r#"{"010": -1}"#, None, "not negative"),
        (r#"{"010": "3"}"#, None, "which is no count"),
        (r#"{"010": 2.5, "011": 1}"#, None, "add up to 3.5"),
        (r#"{"010": 12.0}"#, None, "add up to 12"),
        (r#"{"probabilities": {"010": 12}}"#, None, "add up to 12"),
        (r#"{"counts": 3}"#, None, "counts is no object"),
        (
            r#"{"counts": {"010": 1}, "probabilities": {"010": 1}}"#,
            None,
            "give one of them",
        ),
        (
            r#"{"counts": {"010": 1}, "sots": 1}"#,
            None,
            "unknown key \"sots\"",
        ),
        (
            r#"{"counts": {"010": 1}, "shots": 2}"#,
            None,
            "shots is 2, the counts add up to 1",
        ),
        (
            r#"{"counts": {"010": 1}, "bit_order": "left"}"#,
            None,
            "qubit0-left, qubit0-right, number",
        ),
        (
            r#"{"counts": {"010": 1}, "bit_order": "qubit0-left"}"#,
            Some(BitOrder::Right),
            "leave --bit-order out",
        ),
        (
            r#"{"measurementCount": {"010": 1}}"#,
            None,
            "which is no count",
        ),
        (r#"[3]"#, None, "shot 1 is 3"),
        (r#"[[0, 2, 1]]"#, None, "shot 1 is [0,2,1]"),
        (r#"[[0, 10]]"#, None, "shot 1 is [0,10]"),
        (r#"[[0, 1, 0]]"#, Some(BitOrder::Number), "lists of bits"),
        (r#"[[0, 1]]"#, None, "2 bits"),
        (r#"{"010": 9007199254740993}"#, None, "2^53"),
    ] {
        let error = read(text, 3, order).expect_err(text).to_string();
        assert!(error.contains(wanted), "{text}: {error}");
        assert!(
            error.starts_with("counts.json") && !error.contains('\n'),
            "{error}"
        );
    }
}

/// A line of four cells: r1c1 is given as 1, exactly one of r1c2 (qubit 0) and r1c3 (qubit 1) is 1, r1c3 may not be 1
/// beside r1c1, and r1c4 is unlike r1c3 (merged into qubit 1). The one solution is 1 1 0 1.
fn lopsided() -> (Model, Reduction) {
    let mut model = Model::default();
    let cells: Vec<Var> = (1..=4)
        .map(|c| model.add_variable(format!("r1c{c}")))
        .collect();
    model.give(cells[0], true);
    model.add(Constraint::exactly(
        Kind::Row,
        "row 1",
        1,
        vec![cells[1], cells[2]],
    ));
    model.add(Constraint::not_both(
        Kind::Diagonal,
        "r1c1 and r1c3",
        [cells[0], cells[2]],
    ));
    let sign = Form::Differ([cells[2], cells[3]]);
    model.add(Constraint {
        kind: Kind::Sign,
        name: "r1c3 x r1c4".into(),
        form: sign,
    });
    let bit = |qubit, negated| Value::Bit { qubit, negated };
    let values = vec![
        Value::Const(true),
        bit(0, false),
        bit(1, false),
        bit(1, true),
    ];
    let reduction = Reduction::new(values, vec![cells[1], cells[2]], Vec::new());
    (model, reduction)
}

#[test]
fn the_wrong_bit_order_gives_the_wrong_verdict_on_a_board_without_symmetry() {
    let (model, reduction) = lopsided();
    let text = r#"{"10": 8, "00": 1}"#;
    let first = |order| {
        let counts = read(text, 2, Some(order)).unwrap();
        judge(&counts, &model, |index| reduction.lift_index(index)).swap_remove(0)
    };
    let right = first(BitOrder::Left);
    assert!(right.obeys());
    assert_eq!(right.assignment, vec![true, true, false, true]);
    let wrong = first(BitOrder::Right);
    assert!(!wrong.obeys());
    assert_eq!(wrong.assignment, vec![true, false, true, false]);
}

#[test]
fn outcomes_are_judged_by_every_rule_and_sorted_by_weight() {
    let (model, reduction) = lopsided();
    let counts = read(r#"{"10": 3, "00": 1, "01": 4, "11": 4}"#, 2, None).unwrap();
    let judged = judge(&counts, &model, |index| reduction.lift_index(index));
    let order: Vec<u64> = judged.iter().map(|outcome| outcome.index).collect();
    assert_eq!(order, [0b10, 0b11, 0b01, 0b00]);
    for outcome in &judged {
        assert_eq!(outcome.violations, model.violations(&outcome.assignment));
        assert_eq!(outcome.obeys(), outcome.index == 0b01);
    }
    let summary = summarize(&judged, &model);
    assert_eq!((summary.total, summary.obeying), (12.0, 3.0));
    let broken: Vec<(Kind, f64)> = summary.broken.into_iter().collect();
    let expected = [
        (Kind::Row, 5.0 / 12.0),
        (Kind::Diagonal, 8.0 / 12.0),
        (Kind::Sign, 0.0),
    ];
    assert_eq!(broken, expected);
}

const VENDORS: [(&str, &str, &str, BitOrder); 14] = [
    (
        "ibm-sampler",
        "ibm-sampler",
        include_str!("sample/ibm-sampler.json"),
        BitOrder::Number,
    ),
    (
        "qiskit-primitive",
        "qiskit-primitive",
        include_str!("sample/qiskit-primitive.json"),
        BitOrder::Number,
    ),
    (
        "qiskit-result",
        "qiskit-result",
        include_str!("sample/qiskit-result.json"),
        BitOrder::Number,
    ),
    (
        "ionq-v1-probabilities",
        "ionq-v1",
        include_str!("sample/ionq-v1-probabilities.json"),
        BitOrder::Number,
    ),
    (
        "ionq-v1-histogram",
        "ionq-v1",
        include_str!("sample/ionq-v1-histogram.json"),
        BitOrder::Number,
    ),
    (
        "ionq-v1-shots",
        "ionq-v1",
        include_str!("sample/ionq-v1-shots.json"),
        BitOrder::Number,
    ),
    (
        "azure",
        "ionq-v1",
        include_str!("sample/azure.json"),
        BitOrder::Number,
    ),
    (
        "ionq-v2-probabilities",
        "ionq-v2",
        include_str!("sample/ionq-v2-probabilities.json"),
        BitOrder::Left,
    ),
    (
        "ionq-v2-histogram",
        "ionq-v2",
        include_str!("sample/ionq-v2-histogram.json"),
        BitOrder::Left,
    ),
    (
        "ionq-v2-shots",
        "ionq-v2",
        include_str!("sample/ionq-v2-shots.json"),
        BitOrder::Left,
    ),
    (
        "braket-measurements",
        "braket",
        include_str!("sample/braket-measurements.json"),
        BitOrder::Left,
    ),
    (
        "braket-permuted",
        "braket",
        include_str!("sample/braket-permuted.json"),
        BitOrder::Left,
    ),
    (
        "braket-probabilities",
        "braket",
        include_str!("sample/braket-probabilities.json"),
        BitOrder::Left,
    ),
    (
        "qiskit-counts",
        "plain",
        include_str!("sample/qiskit-counts.json"),
        BitOrder::Right,
    ),
];

fn measured(text: &str, qubits: usize, hints: Hints) -> ketboard::Result<Measured> {
    read_results(text, "counts.json", qubits, hints)
}

#[test]
fn the_same_shots_in_every_vendor_s_shape_are_the_same_counts() {
    for (name, shape, text, order) in VENDORS {
        let said = (shape == "plain").then_some(order);
        let hints = Hints {
            bit_order: said,
            result: None,
        };
        let found = measured(text, 5, hints).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((found.shape, found.bit_order), (shape, order), "{name}");
        let by = if said.is_some() {
            SaidBy::Caller
        } else {
            SaidBy::Shape
        };
        assert_eq!(found.said_by, by, "{name}");
        let total = found.counts.total();
        let shares: Vec<(u64, f64)> = found
            .counts
            .iter()
            .map(|(x, w)| (x, 10.0 * w / total))
            .collect();
        let close = [(0b00001, 5.0), (0b01010, 2.0), (0b11010, 3.0)];
        assert_eq!(shares.len(), close.len(), "{name}");
        for (found, expected) in shares.iter().zip(close) {
            assert!(
                found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-12,
                "{name}"
            );
        }
        let probabilities = name.ends_with("probabilities") || name == "azure";
        assert_eq!(
            found.counts.unit() == Unit::Probability,
            probabilities,
            "{name}"
        );
    }
}

#[test]
fn a_vendor_s_order_may_be_said_but_not_contradicted() {
    for (name, shape, text, order) in VENDORS {
        if shape == "plain" {
            continue;
        }
        for said in BitOrder::ALL {
            let hints = Hints {
                bit_order: Some(said),
                result: None,
            };
            match measured(text, 5, hints) {
                Ok(found) => assert_eq!((said, found.shape), (order, shape), "{name}"),
                Err(error) => {
                    assert_ne!(said, order, "{name}: {error}");
                    assert!(
                        error.to_string().contains("leave --bit-order out"),
                        "{error}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_vendor_s_file_of_another_width_is_refused() {
    for (name, _, text, _) in VENDORS {
        for qubits in [3, 4, 6] {
            // numbers carry no width: they fit whatever is wide enough
            let numbers = name.starts_with("ionq-v1") || ["azure", "qiskit-result"].contains(&name);
            if numbers && qubits == 6 {
                continue;
            }
            let refused = measured(text, qubits, Hints::default());
            assert!(refused.is_err(), "{name} on {qubits} qubits: {refused:?}");
        }
    }
}

#[test]
fn one_of_several_results_is_chosen_or_asked_for() {
    let result = |sample: &str| {
        format!("{{\"data\": {{\"c\": {{\"samples\": [\"{sample}\"], \"num_bits\": 2}}}}}}")
    };
    let text = format!("{{\"results\": [{}, {}]}}", result("0x1"), result("0x2"));
    let choose = |result| {
        measured(
            &text,
            2,
            Hints {
                bit_order: None,
                result,
            },
        )
    };
    assert_eq!(listed(&choose(Some(1)).unwrap().counts), [(1, 1.0)]);
    assert_eq!(listed(&choose(Some(2)).unwrap().counts), [(2, 1.0)]);
    for (result, wanted) in [
        (None, "2 results in one file"),
        (Some(0), "result 0 of 2"),
        (Some(3), "result 3 of 2"),
    ] {
        let error = choose(result).unwrap_err().to_string();
        assert!(
            error.contains(wanted) && error.contains("--result K"),
            "{error}"
        );
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    for (text, qubits, wanted) in [
        // two characters of four qubits, or the numbers ten and eleven?
        (r#"{"10": 5, "11": 2}"#, 4, "--bit-order number"),
        (r#"{"0": 0.5, "1": 0.5}"#, 4, "--bit-order number"),
        (
            r#"{"probabilities": {"registers": {"a": {"01": 1}, "b": {"1": 1}}}}"#,
            3,
            "2 registers: a, b",
        ),
        (r#"{"probabilities": {"registers": {}}}"#, 3, "no register"),
        (
            r#"{"probabilities": {"registers": {"c": 3}}}"#,
            3,
            "register c is 3",
        ),
        (
            r#"{"shots": [{"registers": {"c": [0, 2, 1]}}]}"#,
            3,
            "shot 1 is [0,2,1]",
        ),
        (
            r#"{"shots": [{"registers": {"c": [0, 1, 1]}}, 4]}"#,
            3,
            "shot 2 is 4",
        ),
        (
            r#"{"results": [{"data": {"a": {"samples": ["0x1"]}, "b": {"samples": ["0x1"]}}}]}"#,
            3,
            "2 registers: a, b",
        ),
        (
            r#"{"results": [{"data": {"c": {"samples": ["0x1"], "num_bits": 2}}}]}"#,
            3,
            "2 bits, the circuit has 3",
        ),
        (
            r#"{"results": [{"data": {"c": {"samples": [1]}}}]}"#,
            3,
            "a sample is 1",
        ),
        (
            r#"{"results": [{"data": {"c": {"samples": []}}}]}"#,
            3,
            "there are no counts",
        ),
        (
            r#"{"results": [{"data": {"counts": {"11": 3}}}]}"#,
            3,
            "hexadecimal",
        ),
        (
            r#"{"measurements": [[0, 1, 1]], "measuredQubits": [7, 8, 9]}"#,
            3,
            "measuredQubits is [7,8,9]",
        ),
        (
            r#"{"measurements": [[0, 1, 1]], "measuredQubits": [0, 1, 1]}"#,
            3,
            "each once",
        ),
        (r#"{"measurements": 3}"#, 3, "measurements are 3"),
        (r#"{"measurementCounts": {"010": 0.5}}"#, 3, "whole number"),
        (
            r#"{"__type__": "Circuit", "__value__": ""}"#,
            3,
            "no PrimitiveResult",
        ),
        (
            r#"{"id": "5f3a", "status": "queued"}"#,
            3,
            "\"id\" is \"5f3a\", which is no count",
        ),
        (
            r#"{"histogram": {"9": 0.5}}"#,
            3,
            "4 bits, the circuit has 3 qubits",
        ),
        (r#"{"5": 0.5, "6": 0.4}"#, 3, "add up to 0.9"),
    ] {
        let error = measured(text, qubits, Hints::default())
            .expect_err(text)
            .to_string();
        assert!(error.contains(wanted), "{text}: {error}");
        assert!(
            error.starts_with("counts.json") && !error.contains('\n'),
            "{error}"
        );
    }
}

#[test]
fn turned_counts_are_the_counts_of_turned_bitstrings() {
    let counts = read(r#"{"1000": 5, "0101": 2}"#, 4, None).unwrap();
    let other = read(r#"{"1000": 5, "0101": 2}"#, 4, Some(BitOrder::Right)).unwrap();
    assert_eq!(counts.turned(), other);
    assert_eq!(counts.turned().turned(), counts);
}
