//! Whole boards by counting, as the example `11_whole_boards` does it: every shipped board and
//! sample against listing, QAOA on them against a plain state vector and Grover's closed form.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[allow(dead_code, reason = "the example is a program, too")]
#[path = "../../examples/11_whole_boards.rs"]
mod example;

use crate::pipeline::Problem;
use crate::settings::Settings;
use example::WholeBoard;
use ketboard_circuits::GroverAmplitudes;
use ketboard_puzzles::{
    Family, Histogram, Limits, Polynomial, Puzzle, RegisterChoice, RegisterForm, RegisterLayout,
    RegisterMeaning, RuleSet,
};
use ketboard_qaoa::{Angles, SearchSettings, search::Effort};
use num_complex::Complex64;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

const PLENTY: u64 = 1 << 28;

/// Spaces are listed up to this many states.
const LISTED: u128 = 1 << 12;

fn puzzles() -> Vec<Puzzle> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    let samples = Family::ALL
        .iter()
        .map(|f| Puzzle::parse(f.sample, f.name).unwrap());
    files
        .iter()
        .map(|path| Puzzle::read(path).unwrap())
        .chain(samples)
        .collect()
}

fn problem(puzzle: &Puzzle, level: RuleSet, weights: &[&str]) -> Problem {
    let plan = Settings {
        reduce: Some(level),
        weights: weights.iter().map(|&weight| weight.to_owned()).collect(),
        ..Settings::default()
    };
    Problem::new(puzzle.clone(), &plan).unwrap()
}

/// The board of a problem counted on some registers, where it has these.
fn counted(problem: &Problem, choice: RegisterChoice) -> WholeBoard {
    let rules = problem.settings.reduce.unwrap();
    WholeBoard::of(&problem.puzzle, rules, &problem.weights, choice).unwrap()
}

/// Every energy with its states and those of them that are among the best boards, one state after
/// the other.
fn listed(problem: &Problem, registers: &RegisterLayout) -> BTreeMap<i64, (u128, u128)> {
    let solutions = problem
        .puzzle
        .model
        .best_solutions(&Limits::default())
        .solutions;
    let solutions: BTreeSet<_> = solutions.into_iter().collect();
    let mut found = BTreeMap::new();
    for index in 0..registers.states() as u64 {
        let bits = registers.assignment(index);
        let energy = problem.cost.polynomial.value(|k| bits[k]);
        let level: &mut (u128, u128) = found.entry((energy * 1e6).round() as i64).or_default();
        level.0 += 1;
        level.1 += u128::from(solutions.contains(&problem.lift(&bits)));
    }
    found
}

fn levels_of(board: &WholeBoard) -> BTreeMap<i64, (u128, u128)> {
    let levels = board.histogram.levels.iter().zip(&board.obeying);
    let level =
        levels.map(|(level, &obeying)| ((level.0 * 1e6).round() as i64, (level.1, obeying)));
    level.collect()
}

#[test]
fn counting_is_listing_on_every_board_whose_space_can_be_listed() {
    let weights: [&[&str]; 2] = [
        &[],
        &[
            "row=0.3",
            "column=0.7",
            "repetition=1.1",
            "diagonal=2",
            "tree=1.3",
        ],
    ];
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut choices = BTreeSet::new();
    for puzzle in puzzles() {
        for (level, weights) in [(RuleSet::None, weights[0]), (RuleSet::Paper, weights[1])] {
            let problem = problem(&puzzle, level, weights);
            for choice in RegisterChoice::ALL {
                let model = (&puzzle.model, &problem.reduction);
                let layout = &problem.cost.layout;
                let registers =
                    ketboard_puzzles::RegisterLayout::choose(model.0, model.1, layout, choice);
                if !registers.is_ok_and(|registers| registers.states() <= LISTED) {
                    continue;
                }
                let board = counted(&problem, choice);
                let expected = listed(&problem, &board.registers);
                assert_eq!(
                    levels_of(&board),
                    expected,
                    "{} {choice:?} {level:?}",
                    puzzle.file
                );
                *seen.entry(puzzle.family).or_default() += 1;
                choices.insert(choice.name());
            }
        }
    }
    assert_eq!(seen.len(), Family::ALL.len(), "{seen:?}");
    assert_eq!(choices.len(), RegisterChoice::ALL.len(), "{choices:?}");
}

#[test]
fn the_grover_mixer_on_a_histogram_is_the_grover_mixer_on_all_states() {
    let puzzle = Puzzle::parse(
        "family = \"takuzu\"\ngrid = \"\"\"\n0...\n....\n..1.\n....\n\"\"\"\n",
        "t",
    )
    .unwrap();
    let problem = problem(&puzzle, RuleSet::None, &[]);
    let board = counted(&problem, RegisterChoice::Rows);
    let settings = SearchSettings {
        depth: 3,
        ..SearchSettings::default()
    };
    let obeying = listed(&problem, &board.registers);
    let at_least_energy = *obeying.values().next().unwrap();
    assert!(
        at_least_energy.1 < at_least_energy.0,
        "rules without a penalty share the level: {obeying:?}"
    );
    let states = board.registers.states() as u64;
    let boards: Vec<Vec<bool>> = (0..states)
        .map(|index| board.registers.assignment(index))
        .collect();
    let energies: Vec<f64> = boards
        .iter()
        .map(|bits| problem.cost.polynomial.value(|k| bits[k]))
        .collect();
    let amplitude = (1.0 / states as f64).sqrt();
    for depth in board.depths(&settings).unwrap() {
        let mut state = vec![Complex64::from(amplitude); boards.len()];
        let angles: Angles = serde_json::from_value(depth["angles"].clone()).unwrap();
        for (gamma, beta) in angles.layers() {
            for (b, energy) in state.iter_mut().zip(&energies) {
                *b *= Complex64::cis(-gamma * energy);
            }
            let overlap = state.iter().sum::<Complex64>() * amplitude;
            let added = (Complex64::cis(-beta) - 1.0) * overlap * amplitude;
            state.iter_mut().for_each(|b| *b += added);
        }
        let weights = || state.iter().map(Complex64::norm_sqr);
        let expectation: f64 = weights().zip(&energies).map(|(w, e)| w * e).sum();
        let solves = |bits: &Vec<bool>| puzzle.model.is_solved_by(&problem.lift(bits));
        let success: f64 = weights()
            .zip(&boards)
            .filter(|(_, bits)| solves(bits))
            .map(|(w, _)| w)
            .sum();
        let told = |key: &str| depth[key].as_f64().unwrap();
        assert!((told("expectation") - expectation).abs() < 1e-9);
        assert!((told("success_probability") - success).abs() < 1e-9);
        assert!(told("success_probability") <= told("grover_success_probability") + 1e-9);
    }
}

#[test]
fn with_two_levels_it_is_grover_search() {
    // one register of 100 levels, one of them of energy 0
    let variables: Vec<usize> = (0..100).collect();
    let mut cost = Polynomial::constant(100, 0.0);
    (1..100).for_each(|k| cost.add_term(&[k], 1.0));
    let registers = RegisterLayout {
        registers: vec![RegisterMeaning {
            name: "all".into(),
            levels: variables.iter().map(|k| 1 << k).collect(),
            variables,
            form: RegisterForm::OneHot,
        }],
    };
    let board = WholeBoard {
        histogram: Histogram::count(&cost, &registers, PLENTY, &|| ControlFlow::Continue(()))
            .unwrap(),
        registers,
        obeying: vec![1, 0],
    };
    let settings = SearchSettings {
        depth: 5,
        starts: 8,
        ..SearchSettings::default()
    };
    let depths = board.depths(&settings).unwrap();
    assert_eq!(depths.len(), 5);
    for (p, depth) in (1..).zip(depths) {
        let grover = GroverAmplitudes::success_after(f64::from(p), 1.0, 100.0);
        let told = |key: &str| depth[key].as_f64().unwrap();
        let success = told("success_probability");
        assert!((told("grover_success_probability") - grover).abs() < 1e-12);
        assert!((success - grover).abs() < 1e-4, "{depth}");
        assert!((told("ground_probability") - success).abs() < 1e-12);
    }
}

#[test]
fn whole_boards_of_queens_have_their_known_solutions() {
    for (size, solutions) in [(4, 2), (5, 10), (6, 4), (7, 40)] {
        let text = format!("family = \"n-queens\"\nsize = {size}\n");
        let puzzle = Puzzle::parse(&text, "queens").unwrap();
        let problem = problem(&puzzle, RuleSet::None, &[]);
        let board = counted(&problem, RegisterChoice::Rows);
        assert_eq!(board.histogram.states(), u128::pow(size, size as u32));
        assert_eq!(board.histogram.levels[0], (0.0, solutions));
        assert_eq!(board.obeying[0], solutions);
    }
}

#[test]
fn the_records_of_results_are_counted_again() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("results/grover-mixer");
    let puzzle = Puzzle::read(&folder.join("star-battle-8x8.toml")).unwrap();
    let kept = std::fs::read_to_string(folder.join("star-battle-8x8/records.jsonl")).unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    let settings = SearchSettings {
        depth: 2,
        effort: Effort::Thorough,
        ..SearchSettings::default()
    };
    let board = counted(&problem(&puzzle, RuleSet::None, &[]), RegisterChoice::Rows);
    let found = board.record(&settings).unwrap();
    for key in [
        "qubits",
        "registers",
        "dims",
        "states",
        "solutions",
        "levels",
    ] {
        assert_eq!(found[key], kept[key], "{key}");
    }
    for depth in 0..2 {
        for key in [
            "expectation",
            "success_probability",
            "grover_success_probability",
        ] {
            let [found, kept] =
                [&found, &kept].map(|one| one["depths"][depth][key].as_f64().unwrap());
            assert!((found - kept).abs() < 1e-4 * kept, "{key}: {found}, {kept}");
        }
    }
}
