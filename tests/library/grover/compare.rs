//! Every number of a comparison is that of the part it comes from, asked on its own.

use crate::pipeline::{
    CircuitSize, Comparison, ComparisonPlan, Contest, Contestant, GroverMethod, GroverPlan,
    Problem, SearchPlan, Truth, compare, grover_circuit, run, search_by_grover,
};
use crate::settings::AnsatzKind;
use crate::tests::grover::boards::{ready, shipped};
use ketboard_circuits::{Circuit, GroverAmplitudes, LogicalCost, wilson};
use ketboard_puzzles::{AnnealSettings, Limits};
use ketboard_qaoa::{
    Objective, SearchSettings,
    search::{Effort, OPTIMIZERS, Progress, Strategy, go_on},
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// An answer that says go on.
fn on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

const PLAN: SearchPlan = SearchPlan {
    ansatz: AnsatzKind::Standard,
    precision: ketboard_qaoa::Precision::F64,
    table: None,
    given: None,
    settings: SearchSettings {
        depth: 2,
        effort: Effort::Quick,
        starts: 1,
        seed: 5,
        optimizer: &OPTIMIZERS[0],
        iterations: 12,
        evaluations: 100,
        tolerance: 1e-6,
        strategy: Strategy::Ladder,
        transfer: &[],
        objective: Objective::Expectation,
        objective_shots: None,
    },
    shots: 1,
    seed: 5,
};

const RESTARTS: u64 = 12;

fn compared(problem: &Problem, _truth: &Truth) -> Comparison {
    let plan = ComparisonPlan {
        iterations: vec![7, 2],
        restarts: RESTARTS,
        sweeps: 3,
    };
    compare(problem, &PLAN, &plan, &go_on, &on).unwrap()
}

fn size(circuit: &Circuit) -> CircuitSize {
    let cost = LogicalCost::of(circuit, 1e-3);
    CircuitSize {
        qubits: cost.qubits + cost.clean_ancillas,
        ancillas: cost.clean_ancillas,
        depth: cost.depth,
        two_qubit_gates: cost.two_qubit_gates,
    }
}

/// The restarts of annealing one after another: how many solve the puzzle, and how many flips they
/// proposed.
fn annealed(problem: &Problem, truth: &Truth, sweeps: u64) -> (u64, f64) {
    let (mut solved, mut proposals) = (0, 0.0);
    for restart in 0..RESTARTS {
        if let Some(tables) = problem.tables_on_registers() {
            let (tables, dims) = tables.unwrap();
            let found = tables.anneal(&dims, sweeps, PLAN.seed + restart);
            let mut index = 0;
            for (level, d) in found.levels.iter().zip(&dims).rev() {
                index = index * *d as u64 + *level as u64;
            }
            solved += u64::from(truth.boards.contains(&problem.lift_index(index)));
            proposals += found.proposals as f64;
            continue;
        }
        let settings = AnnealSettings {
            sweeps,
            restarts: 1,
            seed: PLAN.seed + restart,
            ..AnnealSettings::default()
        };
        let cost = &problem.cost.polynomial;
        let found = settings.anneal(cost.n(), cost.terms());
        solved += u64::from(truth.boards.contains(&problem.lift(&found.bits)));
        proposals += ((found.sweeps + found.descents) * cost.n() as u64) as f64;
    }
    (solved, proposals / RESTARTS as f64)
}

fn judge(problem: &Problem, truth: &Truth, contest: &Contest) {
    let file = &problem.puzzle.file;
    let success = contest.success.unwrap();
    match contest.contestant {
        Contestant::RandomGuess => {
            assert_eq!((success, contest.calls), (truth.indices.fraction(), 1.0));
        }
        Contestant::Qaoa { depth } => {
            let mut plan = PLAN;
            plan.settings.depth = depth;
            let alone = run(problem, &plan, &go_on).unwrap();
            assert_eq!(
                contest.success, alone.record.metrics.success_probability,
                "{file}"
            );
            assert_eq!(
                contest.angle_evaluations, alone.record.evaluations,
                "{file}"
            );
            assert_eq!(contest.calls, depth as f64 + 1.0);
            assert_eq!(contest.circuit.unwrap().qubits, problem.qubits());
        }
        Contestant::Grover { iterations } => {
            let plan = GroverPlan {
                method: GroverMethod::States,
                iterations: Some(iterations),
                shots: 1,
                seed: 0,
            };
            let alone = search_by_grover(problem, &plan).unwrap();
            assert!(
                (success - alone.success_probability()).abs() < 1e-10,
                "{file}"
            );
            let closed = GroverAmplitudes::success_after(
                iterations as f64,
                alone.solutions as f64,
                alone.space,
            );
            assert!((success - closed).abs() < 1e-10, "{file}");
            assert_eq!(contest.calls, alone.iterations() as f64 + 1.0);
            let (circuit, _) =
                grover_circuit(problem, GroverMethod::States, Some(iterations)).unwrap();
            assert_eq!(
                contest.circuit,
                Some(size(&circuit)),
                "{file}, k = {iterations}"
            );
        }
        Contestant::Annealing { sweeps } => {
            let (solved, proposals) = annealed(problem, truth, sweeps);
            assert_eq!(success, solved as f64 / RESTARTS as f64, "{file}");
            assert_eq!(contest.measured_runs, Some(RESTARTS));
            let interval = Some(wilson(solved, RESTARTS));
            assert_eq!(contest.confidence_interval, interval);
            assert!((contest.calls - proposals - 1.0).abs() < 1e-9, "{file}");
        }
        Contestant::ExactSearch => {
            let model = problem.reduction.reduced_model(&problem.puzzle.model);
            let alone = model.best_solutions(&Limits::default());
            assert_eq!((success, contest.calls), (1.0, alone.nodes as f64));
        }
    }
}

#[test]
fn every_contest_is_what_its_algorithm_does_alone() {
    let mut several = 0;
    for puzzle in shipped() {
        let (problem, truth) = ready(puzzle, 7);
        if !(1..=9).contains(&problem.qubits()) {
            continue;
        }
        let comparison = compared(&problem, &truth);
        several += usize::from(truth.boards.len() > 1);
        for contest in &comparison.contests {
            judge(&problem, &truth, contest);
        }
        let grover = |k| Contestant::Grover { iterations: k };
        let marked = truth.indices.len() as f64;
        let best = GroverAmplitudes::best_iterations(marked, comparison.space);
        let has = |who| comparison.contests.iter().any(|c| c.contestant == who);
        assert!([2, 7, best].map(grover).into_iter().all(has));
        let annealing = |sweeps| Contestant::Annealing { sweeps };
        assert!(has(annealing(1)) && has(annealing(2)) && !has(annealing(3)));
    }
    assert!(several > 1);
}

#[test]
fn the_depth_of_grovers_circuit_grows_by_the_same_with_every_iteration() {
    for qubits in 1..=6 {
        for puzzle in shipped().into_iter().step_by(7) {
            let (problem, truth) = ready(puzzle, qubits);
            if !(1..=8).contains(&problem.qubits()) {
                continue;
            }
            let plan = ComparisonPlan {
                iterations: (0..6).collect(),
                restarts: 1,
                sweeps: 1,
            };
            let mut search = PLAN;
            search.settings.depth = 0;
            let found = compare(&problem, &search, &plan, &go_on, &on).unwrap();
            for contest in &found.contests {
                if let Contestant::Grover { .. } = contest.contestant {
                    judge(&problem, &truth, contest);
                }
            }
        }
    }
}

#[test]
fn without_qubits_there_is_a_guess_that_is_right_and_a_search_without_assumptions() {
    let tango = shipped().into_iter().find(|p| p.family == "tango").unwrap();
    let (problem, truth) = ready(tango, 0);
    assert_eq!(problem.qubits(), 0);
    let comparison = compared(&problem, &truth);
    let who: Vec<Contestant> = comparison.contests.iter().map(|c| c.contestant).collect();
    assert_eq!(who, [Contestant::RandomGuess, Contestant::ExactSearch]);
    for contest in &comparison.contests {
        assert_eq!((contest.success, contest.runs_to_99), (Some(1.0), Some(1)));
    }
    assert_eq!(comparison.contests[1].calls, 0.0);
}

#[test]
fn solutions_that_were_not_all_found_are_an_error() {
    let queens = shipped();
    let several = queens.into_iter().find(|p| p.file.contains("n-queens-4x4"));
    let (mut problem, _) = ready(several.unwrap(), 8);
    problem.truth.complete = false;
    let error = compare(&problem, &PLAN, &ComparisonPlan::default(), &go_on, &on);
    assert!(error.unwrap_err().to_string().contains("give more cells"));
}

#[test]
fn a_comparison_that_is_stopped_has_what_was_run_to_its_end() {
    let tango = shipped();
    let tango = tango.into_iter().find(|p| p.file.contains("tango-4x4"));
    let (problem, truth) = ready(tango.unwrap(), 7);
    let (whole, plan) = (compared(&problem, &truth), ComparisonPlan::default());
    let all = |contests: &[Contest]| -> Vec<Contestant> {
        contests.iter().map(|contest| contest.contestant).collect()
    };
    for depths in [0, 1] {
        let goes_on = AtomicBool::new(true);
        let ask = || match goes_on.load(Ordering::Relaxed) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let stop = |progress: &Progress| {
            goes_on.fetch_and(progress.depth <= depths, Ordering::Relaxed);
            ask()
        };
        let found = compare(&problem, &PLAN, &plan, &stop, &ask).unwrap();
        assert_eq!(found.record.found.stopped, Some(true));
        assert_eq!(whole.record.found.stopped, None);
        let is_search = |c: &Contestant| matches!(c, Contestant::Qaoa { .. });
        let told = all(&found.contests);
        let layers: Vec<_> = told.iter().filter(|c| is_search(c)).collect();
        assert_eq!(layers.len(), depths);
        let known = all(&whole.contests);
        assert!(layers.iter().all(|c| known.contains(c)));
        let anneals = |c: &Contestant| matches!(c, Contestant::Annealing { .. });
        assert!(!told.iter().any(anneals), "no restart was begun");
    }
}

#[test]
fn the_last_pass_of_a_descent_makes_no_flip() {
    // A sum of bits: one pass flips all that are 1, another sees that none is left.
    let terms: Vec<(Vec<usize>, f64)> = (0..2).map(|k| (vec![k], 1.0)).collect();
    let passes = (0..16).map(|seed| {
        let settings = AnnealSettings {
            sweeps: 0,
            restarts: 1,
            seed,
            ..AnnealSettings::default()
        };
        let found = settings.anneal(2, terms.clone());
        assert_eq!(found.descents, 1 + u64::from(found.flips > 0), "{found:?}");
        found.descents
    });
    let passes: Vec<u64> = passes.collect();
    assert!(passes.contains(&1) && passes.contains(&2));
}

#[test]
fn an_ansatz_whose_circuit_is_not_known_is_compared_without_one() {
    let tango = shipped();
    let tango = tango.into_iter().find(|p| p.file.contains("tango-4x4"));
    let (problem, _) = ready(tango.unwrap(), 7);
    for (ansatz, is_known) in [(AnsatzKind::Standard, true), (AnsatzKind::PerRule, false)] {
        let search = SearchPlan { ansatz, ..PLAN };
        let found = compare(&problem, &search, &ComparisonPlan::default(), &go_on, &on).unwrap();
        let alone = run(&problem, &search, &go_on).unwrap();
        let is_last = |c: &&Contest| c.contestant == Contestant::Qaoa { depth: 2 };
        let last = found.contests.iter().find(is_last).unwrap();
        assert_eq!(last.success, alone.record.metrics.success_probability);
        assert_eq!(last.circuit.is_some(), is_known);
    }
}
