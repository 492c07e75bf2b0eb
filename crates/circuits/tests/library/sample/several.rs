//! Files with the results of several circuits, or of one at several sets of angles.
//!
//! The second of three results is the ten shots of `results.rs`; the first are zeros, the last
//! ones. Written by the vendor's own package amazon-braket-schemas (`ProgramSetTaskResult`);
//! `ibm-sampler-several.json` has the shape of the parameters as IBM's guide to the REST interface
//! has them.

use super::listed;
use crate::sample::{MeasuredResults, ResultHints};

const FILES: [(&str, &str); 2] = [
    ("ibm-sampler", include_str!("ibm-sampler-several.json")),
    (
        "braket-program-set",
        include_str!("braket-program-set.json"),
    ),
];

#[test]
fn each_of_several_results_is_read_by_its_number() {
    for (shape, text) in FILES {
        for (number, expected) in [
            (1, vec![(0, 1.0)]),
            (2, vec![(0b00001, 0.5), (0b01010, 0.2), (0b11010, 0.3)]),
            (3, vec![(0b11111, 1.0)]),
        ] {
            let hints = ResultHints {
                bit_order: None,
                result: Some(number),
            };
            let found = MeasuredResults::read(text, "counts.json", 5, hints).unwrap();
            assert_eq!(found.shape, shape);
            let total = found.counts.total();
            let shares = listed(&found.counts).into_iter();
            let shares: Vec<(u64, f64)> = shares.map(|(x, w)| (x, w / total)).collect();
            assert_eq!(shares.len(), expected.len(), "{shape} {number}");
            for (found, expected) in shares.iter().zip(expected) {
                let is_close = (found.1 - expected.1).abs() < 1e-12;
                assert!(found.0 == expected.0 && is_close, "{shape} {number}");
            }
        }
    }
}

#[test]
fn which_of_several_results_is_meant_must_be_said_and_be_possible() {
    for (shape, text) in FILES {
        for (result, finding) in [
            (None, "3 results in one file"),
            (Some(4), "result 4 of 3"),
            (Some(0), "result 0 of 3"),
        ] {
            let hints = ResultHints {
                bit_order: None,
                result,
            };
            let error = MeasuredResults::read(text, "counts.json", 5, hints).unwrap_err();
            assert!(error.to_string().contains(finding), "{shape}: {error}");
        }
    }
}

#[test]
fn spoiled_files_of_several_results_are_refused_with_their_finding() {
    for (k, from, to, finding) in [
        (0, "[\"0x0\"", "[7, \"0x0\"", "shot 1 is 7"),
        (
            1,
            "\"measurements\": [[0,",
            "\"failed\": [[0,",
            "missing field `measurements`",
        ),
        (
            1,
            "\"executableResults\": [{",
            "\"executableResults\": [\"there.json\", {",
            "in \"there.json\"",
        ),
        (
            1,
            "\"executableResults\"",
            "\"elsewhere\"",
            "executableResults",
        ),
    ] {
        let (shape, text) = FILES[k];
        let spoiled = text.replacen(from, to, 1);
        assert_ne!(spoiled, text, "{shape}: {from}");
        let hints = ResultHints {
            bit_order: None,
            result: Some(1),
        };
        let error = MeasuredResults::read(&spoiled, "counts.json", 5, hints).unwrap_err();
        assert!(error.to_string().contains(finding), "{shape}: {error}");
    }
}
