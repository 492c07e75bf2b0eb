//! A search that is stopped between two layers.

use crate::pipeline::{SearchPlan, find_angles, is_cut_short};
use ketboard_qaoa::{Ansatz, Cost, SearchSettings, search::Strategy};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A cost with fields and couplings of a few levels.
fn terms(n: usize) -> Vec<(u64, f64)> {
    let fields = (0..n).map(|k| (1 << k, (k % 3) as f64 - 1.0));
    let couplings = (1..n).map(|k| (0b11 << (k - 1), 1.0));
    fields.chain(couplings).collect()
}

#[test]
fn a_search_over_a_large_state_is_asked_between_layers_and_stops_there() {
    let n = 22;
    let ansatz = Ansatz::new(Cost::from_terms(n, terms(n)).unwrap());
    let mut plan = SearchPlan {
        settings: SearchSettings {
            depth: 5,
            starts: 1,
            strategy: Strategy::Ramp,
            ..SearchSettings::default()
        },
        ..SearchPlan::default()
    };
    plan.settings.evaluations = 2;
    let told = Mutex::new(None);
    let (begun, between) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let stages = find_angles(&ansatz, &plan, &|progress| {
        // what is told before an evaluation is told again between its layers
        let again = told.lock().unwrap().replace(*progress) == Some(*progress);
        if !progress.ended && !again {
            begun.fetch_add(1, Ordering::SeqCst);
        } else if again && begun.load(Ordering::SeqCst) > 1 {
            between.fetch_add(1, Ordering::SeqCst);
            return Break(());
        }
        Continue(())
    });
    let stages = stages.unwrap();
    assert_eq!(between.into_inner(), 1, "asked no more after the answer");
    assert!(is_cut_short(&ansatz, &plan, &stages));
    let finished = stages.last().map(|stage| stage.evaluations);
    let begun = begun.into_inner() as u64;
    assert_eq!(
        finished.map(|finished| finished + 1),
        Some(begun),
        "the stopped one does not count"
    );
    let best = stages.last().unwrap();
    let measured = ansatz.expectation(&best.angles).unwrap();
    assert!((measured - best.measured).abs() < 1e-9);
}
