//! Annealing at equal calls, Grover at equal depth, exact search, and the time on a device.

use super::{shipped, truth};
use ketboard::compile::Settings;
use ketboard::device;
use ketboard::native::Pulses;
use ketboard::optimize;
use ketboard::pipeline::{
    ComparisonPlan, Contestant, DevicePlan, Prediction, RegisterPlan, SearchPlan, Truth,
    annealing_at_equal_calls, compare, exact_search_nodes, grover_at_depth, on_device, shots_to_99,
    time_on_device,
};
use ketboard::qaoa::Angles;
use ketboard::registers::Choice;

#[test]
fn annealing_proposes_as_many_flips_as_it_may_and_no_more() {
    let problem = shipped("tango-6x6.toml", 10);
    let truth = truth(&problem);
    let qubits = problem.qubits() as f64;
    for calls in [1, 40, 100, 1000, 5000] {
        let found = annealing_at_equal_calls(&problem, &truth, calls, (50, 7)).unwrap();
        let most = calls as f64;
        assert!(
            found.flips <= most || found.sweeps == 0,
            "{calls}: {found:?}"
        );
        assert!(found.flips > most - 2.0 * qubits, "{calls}: {found:?}");
        assert_eq!(found.success.value, found.hits as f64 / 50.0);
        let within = found.success.low..=found.success.high.unwrap();
        assert!(within.contains(&found.success.value));
        let again = annealing_at_equal_calls(&problem, &truth, calls, (50, 7));
        assert_eq!(again, Some(found));
    }
    let long = annealing_at_equal_calls(&problem, &truth, 20_000, (50, 7)).unwrap();
    assert!(long.success.low > 0.5, "{long:?}");
}

#[test]
fn without_qubits_runs_or_a_known_best_value_nothing_is_annealed() {
    let solved = shipped("queens-4x4.toml", 0);
    assert_eq!(solved.qubits(), 0);
    let none =
        |problem: &_, truth: &_, runs| annealing_at_equal_calls(problem, truth, 100, (runs, 1));
    assert_eq!(none(&solved, &truth(&solved), 10), None);
    let chess = shipped("chess-max-4x4.toml", 8);
    assert_eq!(none(&chess, &Truth::unknown(), 10), None);
    assert_eq!(none(&chess, &truth(&chess), 0), None);
    assert!(none(&chess, &truth(&chess), 10).is_some());
}

#[test]
fn the_baselines_are_those_of_the_comparison() {
    let problem = shipped("queens-5x5.toml", 9);
    let truth = truth(&problem);
    let search = SearchPlan {
        settings: optimize::Settings {
            depth: 1,
            ..optimize::Settings::default()
        },
        shots: 10,
        seed: 5,
    };
    let plan = ComparisonPlan {
        iterations: vec![3],
        restarts: 60,
        sweeps: 8,
    };
    let comparison = compare(&problem, &truth, &search, &plan, &|_| ()).unwrap();
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
    assert_eq!(exact_search_nodes(&problem), Some(exact as u64));
    let calls = contest(Contestant::Annealing { sweeps: 8 }).calls - 1.0;
    let annealed = annealing_at_equal_calls(&problem, &truth, calls.ceil() as u64, (60, 5));
    let annealed = annealed.unwrap();
    let theirs = contest(Contestant::Annealing {
        sweeps: annealed.sweeps,
    });
    assert_eq!(
        (annealed.sweeps, Some(annealed.success.value)),
        (8, theirs.success)
    );
    assert_eq!(grover_at_depth(&Truth::unknown(), 3), None);
}

#[test]
fn grover_searches_the_space_of_the_registers() {
    let plan = RegisterPlan {
        choice: Some(Choice::Rows),
        ..RegisterPlan::default()
    };
    let problem = shipped("queens-5x5.toml", 9).on_registers(&plan).unwrap();
    let truth = truth(&problem);
    let part = truth.indices.len() as f64 / problem.states() as f64;
    let expected = (5.0 * part.sqrt().asin()).sin().powi(2);
    assert!((grover_at_depth(&truth, 2).unwrap() - expected).abs() < 1e-12);
}

#[test]
fn the_time_on_a_device_is_that_of_its_shots_with_their_readout() {
    let problem = shipped("queens-5x5.toml", 4);
    let (truth, cost) = (truth(&problem), problem.diagonal().unwrap());
    let angles = Angles::new(vec![0.4], vec![-0.5]).unwrap();
    for name in ["torino", "forte"] {
        let plan = DevicePlan {
            device: device::find(name).unwrap(),
            compile: Settings::default(),
            pulses: Pulses::Standard,
            prediction: Prediction::Estimate,
        };
        let time = time_on_device((&problem, &truth, &cost), &angles, &plan).unwrap();
        let run = on_device((&problem, &truth, &cost), &angles, &plan, &|_| ()).unwrap();
        let shot = run.duration_us * 1e-6 + plan.device.times.unwrap().readout_ns * 1e-9;
        assert_eq!((time.device.as_str(), time.seconds_per_shot), (name, shot));
        assert_eq!(
            (time.fidelity, time.success),
            (run.estimated_fidelity, run.estimate)
        );
        let seconds = |success| shots_to_99(success).map(|shots| shots * shot);
        assert_eq!(time.noiseless_seconds_to_99, seconds(run.ideal));
        assert_eq!(time.seconds_to_99, seconds(run.estimate));
        assert!(time.seconds_to_99 > time.noiseless_seconds_to_99);
    }
}

#[test]
fn a_problem_on_registers_has_no_time_on_a_device() {
    let plan = RegisterPlan {
        choice: Some(Choice::Rows),
        ..RegisterPlan::default()
    };
    let problem = shipped("queens-5x5.toml", 4);
    let (truth, cost) = (truth(&problem), problem.diagonal().unwrap());
    let problem = problem.on_registers(&plan).unwrap();
    let device = DevicePlan {
        device: device::find("torino").unwrap(),
        compile: Settings::default(),
        pulses: Pulses::Standard,
        prediction: Prediction::Estimate,
    };
    let angles = Angles::new(vec![0.4], vec![-0.5]).unwrap();
    let refused = time_on_device((&problem, &truth, &cost), &angles, &device).unwrap_err();
    assert!(refused.to_string().contains("--registers"), "{refused}");
}
