//! What vendors send back: the same shots in every shape, and what is refused.
//!
//! The files beside this one hold the same ten shots of five qubits, written by the vendors' own
//! Python packages: qiskit 2.6 (`get_counts`), ionq-core 0.2 (its models of the result formats),
//! amazon-braket-sdk 1.127 (`GateModelTaskResult`); `ibm-sampler.json` follows IBM's guide to the
//! REST interface.

use super::{listed, read};
use crate::sample::{BitOrder, CountUnit, MeasuredResults, ResultHints, SaidBy};

const VENDORS: [(&str, &str, &str, BitOrder); 13] = [
    (
        "ibm-sampler",
        "ibm-sampler",
        include_str!("ibm-sampler.json"),
        BitOrder::Number,
    ),
    (
        "ionq-v1-probabilities",
        "ionq-v1",
        include_str!("ionq-v1-probabilities.json"),
        BitOrder::Number,
    ),
    (
        "ionq-v1-histogram",
        "ionq-v1",
        include_str!("ionq-v1-histogram.json"),
        BitOrder::Number,
    ),
    (
        "ionq-v1-shots",
        "ionq-v1",
        include_str!("ionq-v1-shots.json"),
        BitOrder::Number,
    ),
    (
        "azure",
        "ionq-v1",
        include_str!("azure.json"),
        BitOrder::Number,
    ),
    (
        "ionq-v2-probabilities",
        "ionq-v2",
        include_str!("ionq-v2-probabilities.json"),
        BitOrder::Left,
    ),
    (
        "ionq-v2-histogram",
        "ionq-v2",
        include_str!("ionq-v2-histogram.json"),
        BitOrder::Left,
    ),
    (
        "ionq-v2-shots",
        "ionq-v2",
        include_str!("ionq-v2-shots.json"),
        BitOrder::Left,
    ),
    (
        "braket-measurements",
        "braket",
        include_str!("braket-measurements.json"),
        BitOrder::Left,
    ),
    (
        "braket-permuted",
        "braket",
        include_str!("braket-permuted.json"),
        BitOrder::Left,
    ),
    (
        "braket-probabilities",
        "braket",
        include_str!("braket-probabilities.json"),
        BitOrder::Left,
    ),
    (
        "quantinuum",
        "quantinuum",
        include_str!("quantinuum.json"),
        BitOrder::Right,
    ),
    (
        "qiskit-counts",
        "plain",
        include_str!("qiskit-counts.json"),
        BitOrder::Right,
    ),
];

fn measured(text: &str, qubits: usize, hints: ResultHints) -> crate::Result<MeasuredResults> {
    MeasuredResults::read(text, "counts.json", qubits, hints)
}

#[test]
fn the_same_shots_in_every_vendor_s_shape_are_the_same_counts() {
    for (name, shape, text, order) in VENDORS {
        let said = (shape == "plain").then_some(order);
        let hints = ResultHints {
            bit_order: said,
            result: None,
        };
        let found = measured(text, 5, hints).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((found.shape, found.bit_order), (shape, order), "{name}");
        let by = match shape {
            "plain" => SaidBy::Caller,
            _ => SaidBy::Shape,
        };
        assert_eq!(found.said_by, by, "{name}");
        let total = found.counts.total();
        let shares: Vec<(u64, f64)> = listed(&found.counts)
            .into_iter()
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
            found.counts.unit() == CountUnit::Probability,
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
            let hints = ResultHints {
                bit_order: Some(said),
                result: None,
            };
            match measured(text, 5, hints) {
                Ok(found) => assert_eq!((said, found.shape), (order, shape), "{name}"),
                Err(error) => {
                    assert_ne!(said, order, "{name}: {error}");
                    assert!(
                        error
                            .to_string()
                            .contains("leave the setting `bit_order` out"),
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
            let numbers = name.starts_with("ionq-v1") || name == "azure";
            if numbers && qubits == 6 {
                continue;
            }
            let refused = measured(text, qubits, ResultHints::default());
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
            ResultHints {
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
            error.contains(wanted) && error.contains("`result` K"),
            "{error}"
        );
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    for (text, qubits, wanted) in [
        // two characters of four qubits, or the numbers ten and eleven?
        (r#"{"10": 5, "11": 2}"#, 4, "`bit_order` number"),
        (r#"{"0": 0.5, "1": 0.5}"#, 4, "`bit_order` number"),
        (
            r#"{"probabilities": {"registers": {"a": {"01": 1}, "b": {"1": 1}}}}"#,
            3,
            "2 registers: a, b",
        ),
        (r#"{"probabilities": {"registers": {}}}"#, 3, "0 registers"),
        (
            r#"{"probabilities": {"registers": {"c": 3}}}"#,
            3,
            "3 is neither an object nor a list",
        ),
        (
            r#"{"shots": [{"registers": {"c": [0, 2, 1]}}]}"#,
            3,
            "shot 1 is [0,2,1]",
        ),
        (
            r#"{"shots": [{"registers": {"c": [0, 1, 1]}}, 4]}"#,
            3,
            "missing field `registers`",
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
            "shot 1 is 1",
        ),
        (
            r#"{"results": [{"data": {"c": {"samples": []}}}]}"#,
            3,
            "there are no counts",
        ),
        (
            r#"{"results": [{"data": {"counts": {"0x3": 3}}}]}"#,
            3,
            "missing field `samples`",
        ),
        (
            r#"{"results": [{"data": {"c": {"samples": ["011"]}}}]}"#,
            3,
            "a sample is \"011\"",
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
        (r#"{"measurements": 3}"#, 3, "3 is neither"),
        (r#"{"measurements": null}"#, 3, "which is no count"),
        (r#"{"measurementCounts": {"010": 0.5}}"#, 3, "whole number"),
        (
            r#"{"id": "5f3a", "status": "queued"}"#,
            3,
            "a job whose status is \"queued\"",
        ),
        (
            r#"{"histogram": {"9": 0.5}}"#,
            3,
            "4 bits, the circuit has 3 qubits",
        ),
        (r#"{"5": 0.5, "6": 0.4}"#, 3, "add up to 0.9"),
    ] {
        let error = measured(text, qubits, ResultHints::default())
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

#[test]
fn a_key_that_stands_twice_is_refused_with_its_line() {
    for (text, line) in [
        ("{\"011\": 4,\n \"110\": 1,\n \"011\": 5}", 3),
        ("{\"counts\": {\"011\": 4, \"011\": 4}}", 1),
        (
            "{\"measurementCounts\": {\"011\": 4}, \"measurementCounts\": {\"111\": 4}}",
            1,
        ),
    ] {
        let error = measured(text, 3, ResultHints::default())
            .expect_err(text)
            .to_string();
        assert!(
            error.contains("is there twice") && error.contains(&format!("counts.json:{line}")),
            "{error}"
        );
    }
}

#[test]
fn bits_of_several_registers_are_refused() {
    let text = r#"{"results": {"a": ["011"], "b": ["1"]}}"#;
    let error = measured(text, 3, ResultHints::default()).unwrap_err();
    assert!(error.to_string().contains("2 registers"), "{error}");
}

#[test]
fn a_wrong_digit_in_a_bitstring_is_named_wherever_it_stands() {
    let right = ["0110", "1011"];
    for (k, right) in right.iter().enumerate() {
        for (place, digit) in (0..4).flat_map(|place| ["2", "9", "o"].map(|digit| (place, digit))) {
            let mut wrong = (*right).to_owned();
            wrong.replace_range(place..=place, digit);
            for text in [
                format!("{{\"{wrong}\": 12}}"),
                format!("{{\"{}\": 3, \"{wrong}\": 12}}", ["1001", "0000"][k]),
                format!("{{\"counts\": {{\"{wrong}\": 12}}}}"),
                format!("[\"{wrong}\", \"1101\"]"),
            ] {
                let error = measured(&text, 4, ResultHints::default()).expect_err(&text);
                let named = format!("outcome \"{wrong}\": the character '{digit}' is not 0 or 1");
                assert!(error.to_string().contains(&named), "{text}: {error}");
            }
        }
    }
    // numbers below 2^n stay numbers, a number that is too large has no wrong digit
    for (text, qubits, wanted) in [
        (r#"{"9": 1, "12": 2}"#, 4, None),
        (r#"{"1": 1, "0": 2}"#, 1, None),
        (r#"{"7": 1, "6": 2}"#, 2, Some("3 bits")),
    ] {
        match (measured(text, qubits, ResultHints::default()), wanted) {
            (Ok(found), None) => assert_eq!(found.counts.distinct(), 2, "{text}"),
            (Err(error), Some(wanted)) => assert!(error.to_string().contains(wanted), "{error}"),
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
}
