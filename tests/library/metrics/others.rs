//! Annealing beside a run, Grover with as many iterations, exact search, and the time on a
//! device.

use super::{shipped, truth};
use crate::experiment::device_report;
use crate::pipeline::{
    AnnealingBudget, ComparisonPlan, Contestant, DevicePlan, DeviceRecord, Prediction, Problem,
    SearchPlan, Truth, annealing_beside, compare, evaluate, exact_search_nodes, grover_at_depth,
    on_device, shots_to_99,
};
use ketboard_circuits::{CompileSettings, Device};
use ketboard_puzzles::{Limits, RegisterChoice};
use ketboard_qaoa::{Angles, SearchSettings, search::go_on};
use std::num::NonZero;
use std::ops::ControlFlow::Continue;

/// The problem with all its solutions.
fn known(problem: Problem) -> Problem {
    crate::tests::knowing(problem, &Limits::NONE)
}

/// So many runs of annealing at equal layers, and their seed.
fn runs(count: u32, seed: u64) -> (AnnealingBudget, u64) {
    let (runs, sweeps) = (NonZero::new(count), None);
    (AnnealingBudget { runs, sweeps }, seed)
}

/// The least energy of a problem.
fn lowest(problem: &Problem) -> f64 {
    crate::tests::ansatz_of(problem).cost().min()
}

#[test]
fn a_run_of_annealing_proposes_the_flips_of_a_sweep_a_layer_within_a_twentieth() {
    for (board, qubits, registers) in [
        ("tango-6x6.toml", 10, None),
        ("queens-5x5.toml", 6, None),
        ("queens-5x5.toml", 9, Some(RegisterChoice::Rows)),
    ] {
        let problem = crate::tests::on_registers(&shipped(board, qubits), registers, None).unwrap();
        let problem = known(problem);
        let lowest = lowest(&problem);
        let fifty = runs(50, 7).0;
        let parts = problem.parts_that_move() as f64;
        for layers in [1, 2, 5, 7, 18, 33, 100, 1000, 20_000] {
            let of = |layers| annealing_beside(&problem, (Some(layers), lowest), (fifty, 7));
            let Some(found) = of(layers) else {
                assert!(
                    layers < 18,
                    "{board}: {layers} layers are more than any descent takes"
                );
                continue;
            };
            let equal = layers as f64 * parts;
            assert!(
                (found.flips - equal).abs() <= 0.05 * equal + 1e-9,
                "{board}, {layers}: {found:?}"
            );
            let hits = found.success.value * 50.0;
            assert!((hits - hits.round()).abs() < 1e-9, "{hits}");
            let within = found.success.low..=found.success.high.unwrap();
            assert!(within.contains(&found.success.value));
            assert_eq!(of(layers), Some(found));
            // a restart that has met the lowest energy and stops ends as it would have ended, but
            // for the passes of the last descent
            let whole = annealing_beside(&problem, (Some(layers), f64::MIN), (fifty, 7));
            let whole = whole.expect("it proposes as many flips");
            assert!(
                (found.flips - whole.flips).abs() <= 0.1 * equal,
                "{board}, {layers}: {whole:?}"
            );
            let [mine, its] = [&found.success, &whole.success];
            assert!(
                mine.low <= its.high.unwrap() && its.low <= mine.high.unwrap(),
                "{board}, {layers}: {found:?} {whole:?}"
            );
            assert!(
                layers < 20_000 || found.success.low > 0.5,
                "{board}: {found:?}"
            );
        }
    }
}

#[test]
fn annealing_runs_the_sweeps_that_a_plan_asks_for() {
    let problem = known(shipped("queens-5x5.toml", 6));
    for sweeps in [0, 1, 40] {
        let (mut budget, seed) = runs(30, 5);
        budget.sweeps = Some(sweeps);
        for layers in [None, Some(7)] {
            let found = annealing_beside(&problem, (layers, lowest(&problem)), (budget, seed));
            let found = found.unwrap();
            assert_eq!(found.sweeps, f64::from(sweeps));
            assert_eq!((found.runs.get(), found.asked_sweeps), (30, Some(sweeps)));
        }
    }
}

#[test]
fn without_qubits_or_a_known_best_value_nothing_is_annealed() {
    let solved = shipped("queens-4x4.toml", 0);
    assert_eq!(solved.qubits(), 0);
    let none = |problem: &_| annealing_beside(problem, (Some(100), f64::MIN), runs(10, 1));
    assert_eq!(none(&known(solved)), None);
    let chess = shipped("chess-max-4x4.toml", 8);
    assert_eq!(none(&chess), None);
    let chess = known(chess);
    assert!(none(&chess).is_some());
}

#[test]
fn the_baselines_are_those_of_the_comparison() {
    let problem = shipped("queens-5x5.toml", 9);
    let problem = known(problem);
    let truth = problem.truth.clone();
    let search = SearchPlan {
        settings: SearchSettings {
            depth: 1,
            ..SearchSettings::default()
        },
        shots: 10,
        seed: 5,
        ..SearchPlan::default()
    };
    let plan = ComparisonPlan {
        iterations: vec![3],
        restarts: 60,
        sweeps: 8,
    };
    let comparison = compare(&problem, &search, &plan, &go_on, &|| {
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    let contest = |wanted| {
        comparison
            .contests
            .iter()
            .find(|c| c.contestant == wanted)
            .unwrap()
    };
    let grover = contest(Contestant::Grover { iterations: 3 }).success;
    assert!((grover_at_depth(&truth, 3).unwrap() - grover.unwrap()).abs() < 1e-12);
    assert!((grover_at_depth(&truth, 0).unwrap() - truth.indices.fraction()).abs() < 1e-15);
    let exact = contest(Contestant::ExactSearch).calls;
    assert_eq!(exact_search_nodes(&problem, None), Some(exact as u64));
    assert_eq!(grover_at_depth(&Truth::unknown(), 3), None);
}

#[test]
fn grover_searches_the_space_of_the_registers() {
    let problem = crate::tests::on_registers(
        &shipped("queens-5x5.toml", 9),
        Some(RegisterChoice::Rows),
        None,
    )
    .unwrap();
    let truth = truth(&problem);
    let part = truth.indices.len() as f64 / problem.states() as f64;
    let expected = (5.0 * part.sqrt().asin()).sin().powi(2);
    assert!((grover_at_depth(&truth, 2).unwrap() - expected).abs() < 1e-12);
}

/// One layer on four qubits of a queens board, on this device.
fn four_qubits_on(name: &str, prediction: Prediction) -> (DeviceRecord, Device) {
    let problem = shipped("queens-5x5.toml", 4);
    let problem = known(problem);
    let plan = DevicePlan {
        device: Device::named(name).unwrap(),
        compile: CompileSettings::default(),
        prediction,
    };
    let angles = Angles::new(vec![0.4], vec![-0.5]).unwrap();
    let search = problem.settings.search(1).unwrap();
    let (run, _) = evaluate(&problem, &search, &angles, 1).unwrap();
    let run = on_device(&problem, run.record, &plan, &|_| Continue(())).unwrap();
    (run, plan.device)
}

#[test]
fn the_time_on_a_device_is_that_of_its_shots_with_their_readout() {
    let trajectories = Prediction::Trajectories(Some(100));
    for name in ["torino", "forte"] {
        for prediction in [Prediction::Estimate, Prediction::Density, trajectories] {
            let (run, device) = four_qubits_on(name, prediction);
            let shot = run.duration_us * 1e-6 + device.seconds_of_readout().unwrap();
            let seconds = |success| shots_to_99(success).map(|shots| shots * shot);
            assert_eq!(run.seconds_per_shot, Some(shot));
            let ideal = run.record.metrics.success_probability;
            assert_eq!(run.seconds_to_99, ideal.and_then(seconds));
            let estimated = seconds(run.estimated_success_probability);
            assert_eq!(run.estimated_seconds_to_99, estimated);
            assert!(estimated > run.seconds_to_99);
            let simulated = run.noisy_success_probability.and_then(seconds);
            assert_eq!(run.noisy_seconds_to_99, simulated, "{name}, {prediction:?}");
            let ends = run.noisy_success_interval;
            let ends = ends.map(|(low, high)| (seconds(high).unwrap(), seconds(low)));
            assert_eq!(run.noisy_seconds_to_99_interval, ends);
            assert_eq!(ends.is_none(), prediction == Prediction::Estimate);
            if prediction == Prediction::Density {
                let (low, high) = ends.unwrap();
                assert_eq!(Some(low), high);
            }
        }
    }
}

#[test]
fn the_peak_is_where_the_simulated_curve_is_highest_and_rivals_are_named() {
    let (run, device) = four_qubits_on("torino", Prediction::Estimate);
    let at = |depth, estimate, noisy: Option<(f64, f64)>| {
        let mut run = run.clone();
        run.record.depth = depth;
        run.estimated_success_probability = estimate;
        run.noisy_success_probability = noisy.map(|(low, high)| (low + high) / 2.0);
        run.noisy_success_interval = noisy;
        run
    };
    let peak = |records: &[DeviceRecord]| {
        let report = device_report(&device, records);
        (report["peak_depth"].clone(), report["peak_rivals"].clone())
    };
    let simulated = [
        at(1, 0.9, Some((0.1, 0.2))),
        at(2, 0.1, Some((0.3, 0.5))),
        at(3, 0.1, Some((0.3, 0.4))),
    ];
    assert_eq!(peak(&simulated), (2.into(), vec![3].into()));
    let estimated = [at(1, 0.2, None), at(2, 0.3, None), at(3, 0.3, None)];
    // the shallower of equals
    assert_eq!(peak(&estimated), (2.into(), vec![3].into()));
    assert!(peak(&[]).0.is_null());
}
