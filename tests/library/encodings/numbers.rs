//! The numbers of a run: with auxiliaries a board has many basis states, and all of them count.

use crate::pipeline::{Problem, Truth, measure};
use crate::settings::Settings;
use crate::tests::encodings::cases::{EQUAL_LINES, shipped};
use ketboard_puzzles::{DistinctLines, Encodings, Limits, Puzzle, RuleSet, Symbols, TwoValued};
use ketboard_qaoa::Angles;

fn encoded(puzzle: Puzzle, level: RuleSet, encodings: Encodings) -> (Problem, Truth) {
    let plan = Settings {
        reduce: Some(level),
        target_qubits: None,
        ..Settings::default()
    };
    let problem = Problem::new(puzzle, &plan).unwrap();
    let problem = crate::tests::encoded_as(&problem, encodings).unwrap();
    let problem = crate::tests::knowing(problem, &Limits::default());
    let truth = problem.truth.clone();
    (problem, truth)
}

fn choices() -> Vec<Encodings> {
    let way = |distinct_lines, counts, symbols| Encodings {
        distinct_lines,
        counts,
        symbols,
    };
    vec![
        Encodings::default(),
        way(DistinctLines::Hobo, TwoValued::Pairwise, Symbols::OneHot),
        way(DistinctLines::Qubo, TwoValued::Pairwise, Symbols::Binary),
        way(DistinctLines::Qubo, TwoValued::Fractional, Symbols::OneHot),
        way(DistinctLines::Hobo, TwoValued::Slack, Symbols::DomainWall),
    ]
}

#[test]
fn the_uniform_state_succeeds_as_often_as_counting_all_basis_states_says() {
    let equal = || Puzzle::parse(EQUAL_LINES, "equal.toml").unwrap();
    let boards = [
        (equal(), RuleSet::Paper),
        (shipped("takuzu-4x4.toml"), RuleSet::None),
        (shipped("n-queens-4x4.toml"), RuleSet::None),
        (shipped("tents-4x4.toml"), RuleSet::Paper),
    ];
    let mut with_auxiliaries = 0;
    for (puzzle, level) in boards {
        for encodings in choices() {
            let (problem, truth) = encoded(puzzle.clone(), level, encodings);
            if problem.qubits() > 16 {
                continue;
            }
            with_auxiliaries += problem.cost.layout.auxiliaries().len();
            let states = 1_u64 << problem.qubits();
            let model = &problem.puzzle.model;
            let solved = |z: &u64| model.is_solved_by(&problem.lift_index(*z));
            let naive: Vec<u64> = (0..states).filter(solved).collect();
            let place = format!("{} in {encodings}", problem.puzzle.name);
            assert_eq!(truth.indices.iter().collect::<Vec<_>>(), naive, "{place}");
            let ansatz = crate::tests::ansatz_of(&problem);
            let (metrics, _) = measure(&ansatz, &truth, &Angles::default()).unwrap();
            let random = naive.len() as f64 / states as f64;
            assert_eq!(metrics.random_success_probability, Some(random), "{place}");
            let success = metrics.success_probability.unwrap();
            assert!((success - random).abs() < 1e-12, "{place}: {success}");
        }
    }
    assert!(with_auxiliaries > 10, "{with_auxiliaries} auxiliaries");
}

#[test]
fn energy_and_rules_agree_once_distinct_lines_are_encoded_and_not_before() {
    let puzzle = || Puzzle::parse(EQUAL_LINES, "equal.toml").unwrap();
    for distinct_lines in DistinctLines::ALL {
        let encodings = Encodings {
            distinct_lines,
            ..Encodings::default()
        };
        let (problem, truth) = encoded(puzzle(), RuleSet::Paper, encodings);
        assert!(problem.qubits() <= 15, "{} qubits", problem.qubits());
        let ansatz = crate::tests::ansatz_of(&problem);
        let (metrics, _) = measure(&ansatz, &truth, &Angles::default()).unwrap();
        let agree = distinct_lines != DistinctLines::Filter;
        assert_eq!(
            metrics.energy_agrees_with_rules(&truth),
            Some(agree),
            "{encodings}"
        );
        assert_eq!(problem.cost.unencoded.is_empty(), agree, "{encodings}");
    }
}
