//! The whole way from a puzzle to the numbers of a state: what is reported is true for boards with
//! one solution, with several, with rules that no energy carries, without qubits, without layers
//! and without shots.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::Error;
use crate::pipeline::{Outcome, Problem, SearchPlan, Truth, measure, run};
use crate::settings::{AnsatzKind, Settings};
use ketboard_puzzles::{Limits, Puzzle, Reduction, RuleSet};
use ketboard_qaoa::{Angles, Precision, SearchSettings, search::go_on};
use std::path::PathBuf;

fn shipped(name: &str) -> Puzzle {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    Puzzle::read(&folder.join(name)).unwrap()
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text, "test.toml").unwrap()
}

/// No two equal lines are wanted, and no energy says so: 72 of the 90 balanced boards.
fn open_takuzu() -> Puzzle {
    puzzle("family = 'takuzu'\ngrid = '''\n....\n....\n....\n....\n'''")
}

fn four_queens() -> Puzzle {
    puzzle("family = 'n-queens'\nsize = 4")
}

fn at(level: RuleSet) -> Settings {
    Settings {
        reduce: Some(level),
        target_qubits: None,
        ..Settings::default()
    }
}

fn prepared(puzzle: Puzzle, level: RuleSet) -> (Problem, Truth) {
    let problem = Problem::new(puzzle, &at(level)).unwrap();
    let problem = crate::tests::knowing(problem, &Limits::default());
    let truth = problem.truth.clone();
    (problem, truth)
}

fn plan(depth: usize, shots: u64) -> SearchPlan {
    let settings = SearchSettings {
        depth,
        starts: 3,
        seed: 5,
        iterations: 15,
        ..SearchSettings::default()
    };
    SearchPlan {
        ansatz: AnsatzKind::Standard,
        settings,
        shots,
        seed: 5,
        ..SearchPlan::default()
    }
}

fn ran(problem: &Problem, plan: &SearchPlan) -> Outcome {
    run(problem, plan, &go_on).unwrap()
}

#[test]
fn a_long_ramp_solves_shipped_boards_and_with_the_wrong_mixer_sign_loses_them() {
    let eight = Settings {
        reduce: None,
        target_qubits: Some(8),
        ..Settings::default()
    };
    for name in ["queens-5x5.toml", "tango-4x4.toml", "tango-6x6.toml"] {
        let problem = Problem::new(shipped(name), &eight).unwrap();
        let problem = crate::tests::knowing(problem, &Limits::default());
        let truth = problem.truth.clone();
        assert_eq!((problem.qubits(), truth.boards.len()), (8, 1), "{name}");
        let ansatz = crate::tests::ansatz_of(&problem);
        let success = |depth: usize, direction: f64| {
            let mut ramp = Angles::ramp(depth, 0.7 * ansatz.gamma_unit(), 0.5);
            ramp.betas.iter_mut().for_each(|beta| *beta *= direction);
            let (metrics, _) = measure(&ansatz, &truth, &ramp).unwrap();
            metrics.success_probability.unwrap()
        };
        let (short, long, wrong) = (success(4, 1.0), success(100, 1.0), success(100, -1.0));
        assert!(short < long && long > 0.95, "{name}: {short}, then {long}");
        assert!(wrong < 1e-4, "{name}: {wrong}");
    }
}

#[test]
fn success_is_the_probability_of_all_boards_that_obey_the_rules() {
    let (problem, truth) = prepared(four_queens(), RuleSet::None);
    let outcome = ran(&problem, &plan(1, 100));
    let metrics = &outcome.record.metrics;
    assert_eq!((problem.qubits(), truth.indices.len()), (16, 2));
    let (_, state) = measure(
        &crate::tests::ansatz_of(&problem),
        &truth,
        &outcome.stages[0].angles,
    )
    .unwrap();
    let by_hand: f64 = truth
        .indices
        .iter()
        .map(|x| state.probability(x as usize))
        .sum();
    assert_eq!(metrics.success_probability, Some(by_hand));
    assert!((metrics.ground_probability - by_hand).abs() < 1e-15);
    assert_eq!(metrics.random_success_probability, Some(2.0 / 65536.0));
    assert_eq!((metrics.ground_energy, metrics.ground_states), (0.0, 2));
    assert_eq!(metrics.energy_agrees_with_rules(&truth), Some(true));
    assert!(by_hand > 2.0 / 65536.0, "{by_hand}");
}

#[test]
fn where_lowest_energy_and_rules_disagree_both_numbers_are_reported() {
    let (problem, truth) = prepared(open_takuzu(), RuleSet::None);
    let metrics = ran(&problem, &plan(0, 10)).record.metrics;
    assert_eq!(
        metrics.success_probability,
        metrics.random_success_probability
    );
    assert!((metrics.random_success_probability.unwrap() - 72.0 / 65536.0).abs() < 1e-15);
    assert!((metrics.ground_probability - 90.0 / 65536.0).abs() < 1e-15);
    assert_eq!(
        (metrics.ground_states, metrics.ground_states_that_obey),
        (90, Some(72))
    );
    assert_eq!(metrics.energy_agrees_with_rules(&truth), Some(false));
    assert_eq!(
        metrics.ground_energy,
        problem.cost.zero_violation_energy.unwrap()
    );
}

#[test]
fn an_objective_makes_the_best_of_the_boards_that_obey_the_solution() {
    let mut puzzle = four_queens();
    let first = puzzle.model.variables().nth(1).unwrap();
    puzzle.model.add_objective(first, -0.5);
    let (problem, truth) = prepared(puzzle, RuleSet::None);
    let metrics = ran(&problem, &plan(0, 1)).record.metrics;
    assert_eq!(problem.cost.zero_violation_energy, None);
    assert_eq!((metrics.ground_energy, metrics.ground_states), (-0.5, 1));
    assert_eq!((truth.boards.len(), truth.best), (1, Some(0.5)));
    assert_eq!(metrics.random_success_probability, Some(1.0 / 65536.0));
    assert_eq!(metrics.energy_agrees_with_rules(&truth), Some(true));
}

#[test]
fn weights_leave_the_states_of_lowest_energy_what_they_are() {
    let kinds = ["row", "column", "diagonal", "repetition", "balance"];
    for scale in [1e-6, 1e-3, 0.1, 7.7e3, 9e5] {
        let odd = |k: usize| scale * (1.0 + k as f64 / 70.0);
        let texts = kinds.iter().enumerate();
        let weights: Vec<String> = texts
            .map(|(k, kind)| format!("{kind}={}", odd(k)))
            .collect();
        let settings = Settings {
            weights,
            ..at(RuleSet::None)
        };
        for (puzzle, ground_states) in [(four_queens(), 2), (open_takuzu(), 90)] {
            let problem = Problem::new(puzzle, &settings).unwrap();
            let problem = crate::tests::knowing(problem, &Limits::default());
            let truth = problem.truth.clone();
            let metrics = ran(&problem, &plan(0, 1)).record.metrics;
            assert_eq!(metrics.ground_states, ground_states, "weights near {scale}");
            let obeying = truth.boards.len() as u64;
            assert_eq!(metrics.ground_states_that_obey, Some(obeying));
            let probability = ground_states as f64 / 65536.0;
            assert!((metrics.ground_probability - probability).abs() < 1e-15);
        }
    }
}

#[test]
fn no_qubits_are_a_clean_result() {
    let (problem, truth) = prepared(shipped("tango-4x4.toml"), RuleSet::Full);
    assert_eq!(problem.qubits(), 0);
    let outcome = ran(&problem, &plan(3, 20));
    let metrics = &outcome.record.metrics;
    assert!(outcome.stages.is_empty());
    assert_eq!(outcome.record.evaluations, Some(0));
    assert_eq!(metrics.success_probability, Some(1.0));
    assert_eq!(metrics.random_success_probability, Some(1.0));
    assert_eq!(metrics.ground_probability, 1.0);
    assert_eq!(
        Some(metrics.expectation),
        problem.cost.zero_violation_energy
    );
    assert_eq!(outcome.board(), truth.boards.first());
    assert_eq!(outcome.likeliest, [(0, 1.0)]);
    assert_eq!(outcome.counts.weight(&0), 20.0);
}

#[test]
fn no_layers_are_a_random_guess_and_no_shots_are_no_board() {
    let (problem, _truth) = prepared(shipped("queens-4x4.toml"), RuleSet::Paper);
    let outcome = ran(&problem, &plan(0, 0));
    let metrics = &outcome.record.metrics;
    assert!(
        (metrics.expectation
            - problem
                .energies(ketboard_qaoa::Precision::F64)
                .unwrap()
                .mean())
        .abs()
            < 1e-12
    );
    let (success, random) = (
        metrics.success_probability,
        metrics.random_success_probability,
    );
    assert!((success.unwrap() - random.unwrap()).abs() < 1e-15);
    assert_eq!(
        (
            outcome.stages.len(),
            outcome.record.evaluations,
            outcome.judged.len()
        ),
        (0, Some(0), 0)
    );
    assert_eq!(outcome.board(), None);
}

#[test]
fn numbers_that_need_all_solutions_are_absent_where_they_were_not_all_listed() {
    let problem = Problem::new(four_queens(), &at(RuleSet::None)).unwrap();
    let limits = Limits {
        solutions: Some(1),
        nodes: None,
        ..Limits::NONE
    };
    let problem = crate::tests::knowing(problem, &limits);
    let truth = problem.truth.clone();
    assert!(!truth.complete);
    let metrics = ran(&problem, &plan(0, 1)).record.metrics;
    assert_eq!(metrics.success_probability, None);
    assert_eq!(metrics.random_success_probability, None);
    assert_eq!(metrics.ground_states_that_obey, None);
    assert_eq!(metrics.energy_agrees_with_rules(&truth), None);
    assert!((metrics.ground_probability - 2.0 / 65536.0).abs() < 1e-15);
}

#[test]
fn a_reduction_that_loses_a_solution_is_said_to_be_a_bug() {
    let (mut problem, truth) = prepared(four_queens(), RuleSet::None);
    let mut wrong = problem.puzzle.model.clone();
    let corner = wrong.variables().nth(1).unwrap();
    wrong.give(corner, !truth.boards[0][corner.index()]);
    problem.reduction = Reduction::givens_only(&wrong);
    let message = problem.truth(&Limits::default()).unwrap_err().to_string();
    assert!(
        message.contains("2 solutions before the reduction, 1 after it"),
        "{message}"
    );
}

#[test]
fn a_seed_gives_the_same_outcome_on_one_and_on_two_threads() {
    let (problem, _truth) = prepared(shipped("queens-5x5.toml"), RuleSet::Paper);
    let outcome = |threads: usize, seed: u64| {
        let mut plan = plan(2, 300);
        (plan.seed, plan.settings.seed) = (seed, seed);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        format!("{:?}", pool.install(|| ran(&problem, &plan)))
    };
    let one = outcome(1, 5);
    assert_eq!(one, outcome(2, 5));
    assert_eq!(one, outcome(4, 5));
    assert_ne!(one, outcome(1, 6), "a seed has an effect");
}

#[test]
fn the_automatic_plan_is_the_papers_and_goes_on_only_where_too_many_qubits_remain() {
    let automatic = Settings::default();
    let mut went_on = 0;
    for name in [
        "tango-4x4.toml",
        "queens-6x6.toml",
        "takuzu-6x6.toml",
        "n-queens-6x6.toml",
    ] {
        let model = shipped(name).model;
        let paper = at(RuleSet::Paper).reduction_of(&model).unwrap();
        let found = automatic.reduction_of(&model).unwrap();
        let target = automatic.reduction_target();
        if Some(paper.qubits()) <= target {
            assert_eq!(found, paper, "{name}");
        } else {
            went_on += 1;
            let dial = Settings {
                reduce: None,
                target_qubits: target,
                ..Settings::default()
            };
            assert_eq!(found, dial.reduction_of(&model).unwrap(), "{name}");
        }
    }
    assert!(
        (1..4).contains(&went_on),
        "{went_on} of 4 boards need more than the paper's rules"
    );
}

#[test]
fn what_does_not_fit_is_refused_with_the_bytes_of_its_precision() {
    let large = puzzle("family = 'n-queens'\nsize = 7");
    let problem = Problem::new(large, &at(RuleSet::None)).unwrap();
    assert_eq!(problem.qubits(), 49);
    for (precision, bytes) in [(Precision::F64, 33_u128), (Precision::F32, 17)] {
        let refused = [
            problem.check_memory(precision).unwrap_err(),
            problem.energies(precision).unwrap_err(),
        ];
        for error in refused {
            assert!(
                matches!(error, Error::Engine(ketboard_qaoa::Error::Memory { needed, .. }) if needed == bytes << 49),
                "{error}"
            );
        }
    }
}
