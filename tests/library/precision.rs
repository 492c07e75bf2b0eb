//! A search in each precision finds the same angles, as far as the precision goes.
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::{SearchPlan, SearchPrecision, find_angles};
use ketboard_qaoa::{Ansatz, Cost, Precision, SearchSettings, go_on};

fn ansatz() -> Ansatz {
    let n = 8;
    let pairs = (0..n).map(|i| (1 << i | 1 << ((i + 3) % n), 1.0 + (i % 3) as f64));
    let fields = (0..n).map(|i| (1 << i, -0.5 - (i % 2) as f64));
    Ansatz::new(Cost::from_terms(n, pairs.chain(fields)).unwrap())
}

fn plan(precision: SearchPrecision, tolerance: f64) -> SearchPlan {
    SearchPlan {
        settings: SearchSettings {
            depth: 2,
            starts: 2,
            tolerance,
            ..SearchSettings::default()
        },
        precision,
        shots: 1,
        seed: 1,
        ..SearchPlan::default()
    }
}

#[test]
fn a_search_in_f32_and_one_that_begins_in_f32_end_where_f64_does() {
    let ansatz = ansatz();
    let found =
        |precision, tolerance| find_angles(&ansatz, &plan(precision, tolerance), &go_on).unwrap();
    let double = found(SearchPrecision::F64, 1e-8);
    let single = found(SearchPrecision::F32, 1e-5);
    let auto = found(SearchPrecision::Auto, 1e-8);
    for (depth, double) in double.iter().enumerate() {
        let off = [&single, &auto].map(|stages| stages[depth].expectation - double.expectation);
        assert!(off[0].abs() < 1e-3, "f32, depth {}: {}", depth + 1, off[0]);
        assert!(off[1].abs() < 1e-4, "auto, depth {}: {}", depth + 1, off[1]);
    }
}

#[test]
fn what_a_search_that_began_in_f32_reports_is_f64() {
    let ansatz = ansatz();
    let auto = plan(SearchPrecision::Auto, 1e-8);
    assert_eq!(auto.precision(), Precision::F64);
    assert_eq!(plan(SearchPrecision::F32, 1e-8).precision(), Precision::F32);
    for stage in find_angles(&ansatz, &auto, &go_on).unwrap() {
        let exact = ansatz.expectation(&stage.angles).unwrap();
        assert!((stage.expectation - exact).abs() < 1e-13, "{}", stage.depth);
    }
    let single = plan(SearchPrecision::F32, 1e-5);
    for stage in find_angles(&ansatz, &single, &go_on).unwrap() {
        let ansatz = ansatz.clone().with_precision(Precision::F32);
        // the search took its value from a gradient, whose sums are others of single precision
        let off = stage.expectation - ansatz.expectation(&stage.angles).unwrap();
        assert!(off.abs() < 1e-6, "{}: {off}", stage.depth);
    }
}
