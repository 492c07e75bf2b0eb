//! A search in each precision finds the same angles, as far as the precision goes.
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::{SearchPlan, find_angles};
use ketboard_qaoa::{Ansatz, Cost, Precision, SearchSettings, search::go_on};

fn ansatz() -> Ansatz {
    let n = 8;
    let pairs = (0..n).map(|i| (1 << i | 1 << ((i + 3) % n), 1.0 + (i % 3) as f64));
    let fields = (0..n).map(|i| (1 << i, -0.5 - (i % 2) as f64));
    Ansatz::new(Cost::from_terms(n, pairs.chain(fields)).unwrap())
}

fn plan(precision: Precision, tolerance: f64) -> SearchPlan {
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
fn a_search_in_f32_ends_where_f64_does() {
    let ansatz = ansatz();
    let found =
        |precision, tolerance| find_angles(&ansatz, &plan(precision, tolerance), &go_on).unwrap();
    let double = found(Precision::F64, 1e-8);
    let single = found(Precision::F32, 1e-5);
    for (depth, (double, single)) in double.iter().zip(&single).enumerate() {
        let off = single.expectation - double.expectation;
        assert!(off.abs() < 1e-3, "depth {}: {off}", depth + 1);
        let exact = ansatz.expectation(&double.angles).unwrap();
        assert!(
            (double.expectation - exact).abs() < 1e-13,
            "{}",
            double.depth
        );
        let ansatz = ansatz.clone().with_precision(Precision::F32);
        // the search took its value from a gradient, whose sums are others of single precision
        let off = single.expectation - ansatz.expectation(&single.angles).unwrap();
        assert!(off.abs() < 1e-6, "{}: {off}", single.depth);
    }
}
