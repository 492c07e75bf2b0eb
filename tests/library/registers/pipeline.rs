//! The whole way on registers: truth, angles, samples and verdicts on the space, beside the plain
//! engine where both can be asked.

use crate::Error;
use crate::pipeline::{Outcome, Problem, SearchPlan, Truth, measure, run};
use crate::settings::{AnsatzKind, Settings};
use crate::tests::registers::boards::folder;
use ketboard_puzzles::{
    Encodings, Limits, Puzzle, RegisterChoice, RegisterLayout, RuleSet, Symbols,
};
use ketboard_qaoa::{Angles, SearchSettings, mixers::MixerName, search::go_on};

fn prepared(name: &str, level: RuleSet) -> Problem {
    let puzzle = Puzzle::read(&folder().join(name)).unwrap();
    let plan = Settings {
        reduce: Some(level),
        target_qubits: None,
        ..Settings::default()
    };
    Problem::new(puzzle, &plan).unwrap()
}

fn truth(problem: &Problem) -> Truth {
    problem.truth(&Limits::default()).unwrap()
}

fn plan(depth: usize) -> SearchPlan {
    SearchPlan {
        ansatz: AnsatzKind::Standard,
        settings: SearchSettings {
            depth,
            starts: 2,
            seed: 3,
            iterations: 25,
            ..SearchSettings::default()
        },
        shots: 500,
        seed: 3,
        ..SearchPlan::default()
    }
}

fn ran(problem: &Problem, depth: usize) -> Outcome {
    run(
        &crate::tests::knowing(problem.clone(), &Limits::default()),
        &plan(depth),
        &go_on,
    )
    .unwrap()
}

#[test]
fn truth_on_registers_is_the_states_of_all_boards_that_obey() {
    for (name, choice) in [
        ("n-queens-5x5.toml", RegisterChoice::Rows),
        ("queens-5x5.toml", RegisterChoice::Regions),
        ("tango-6x6.toml", RegisterChoice::Auto),
        ("takuzu-4x4.toml", RegisterChoice::Columns),
        ("tents-matching.toml", RegisterChoice::Auto),
        ("chess-max-4x4.toml", RegisterChoice::Rows),
    ] {
        let problem = prepared(name, RuleSet::None);
        let problem = crate::tests::on_registers(&problem, Some(choice), None).unwrap();
        let truth = truth(&problem);
        let model = &problem.puzzle.model;
        let solved = |x: &u64| {
            let board = problem.lift_index(*x);
            model.is_solved_by(&board) && model.is_best(&board, truth.best)
        };
        let naive: Vec<u64> = (0..problem.states() as u64).filter(solved).collect();
        assert_eq!(truth.indices.iter().collect::<Vec<_>>(), naive, "{name}");
        assert!(!naive.is_empty(), "{name}");
        let guess = naive.len() as f64 / problem.states() as f64;
        assert!((truth.indices.fraction() - guess).abs() < 1e-15, "{name}");
    }
}

#[test]
fn a_whole_board_of_queens_is_solved_on_its_rows() {
    let problem = prepared("n-queens-6x6.toml", RuleSet::None);
    let problem = crate::tests::on_registers(&problem, Some(RegisterChoice::Rows), None).unwrap();
    let outcome = ran(&problem, 3);
    let metrics = &outcome.record.metrics;
    let success = metrics.success_probability.unwrap();
    let guess = metrics.random_success_probability.unwrap();
    assert!(success > 20.0 * guess, "{success} of {guess}");
    assert_eq!(
        metrics.energy_agrees_with_rules(&truth(&problem)),
        Some(true)
    );
    assert_eq!(outcome.rule_broken_at_lowest_energy, None);
    let expectations: Vec<f64> = outcome.stages.iter().map(|s| s.expectation).collect();
    assert!(expectations.is_sorted_by(|a, b| a >= b), "{expectations:?}");
    let board = outcome.board().expect("500 shots see a solution");
    assert!(problem.puzzle.model.is_solved_by(board));
    // every sample keeps one queen a row
    for judged in &outcome.judged {
        let rows = problem.puzzle.board(&judged.assignment);
        assert!(
            rows.iter().all(|row| row.matches('1').count() == 1),
            "{rows:?}"
        );
    }
    let again = ran(&problem, 3);
    assert_eq!(
        (outcome.stages, outcome.counts),
        (again.stages, again.counts)
    );
}

#[test]
fn a_whole_tango_runs_on_legal_lines_and_counts_speak_of_cells() {
    let problem = prepared("tango-6x6.toml", RuleSet::None);
    let problem = crate::tests::on_registers(&problem, Some(RegisterChoice::Auto), None).unwrap();
    let outcome = ran(&problem, 2);
    let success = outcome.record.metrics.success_probability.unwrap();
    let guess = outcome.record.metrics.random_success_probability.unwrap();
    assert!(success > 3.0 * guess, "{success} of {guess}");
    let file = problem.counts_json(&outcome.counts);
    let counts = file["counts"].as_object().unwrap();
    assert_eq!(counts.len(), outcome.counts.distinct());
    for (&index, shots) in outcome.counts.iter() {
        let bits = problem.bits(index);
        let text: String = bits.iter().map(|b| if *b { '1' } else { '0' }).collect();
        assert_eq!(text.len(), problem.qubits());
        assert_eq!(counts[&text].as_u64(), Some(shots as u64));
        assert_eq!(problem.lift(&bits), problem.lift_index(index));
    }
}

#[test]
fn qubits_as_registers_toward_the_middle_are_the_plain_ansatz() {
    let plain = prepared("tango-4x4.toml", RuleSet::Paper);
    let half = |settings: &mut Settings| {
        (settings.mixer, settings.warm_epsilon) = (Some(MixerName::WARM), Some(0.5));
    };
    let qubits = plain.with(half).unwrap();
    let ansatz = crate::tests::ansatz_of(&qubits);
    let standard = crate::tests::ansatz_of(&plain);
    let (truth, same) = (truth(&plain), truth(&qubits));
    assert_eq!(truth.indices.codes(), same.indices.codes());
    let angles = Angles::new(vec![0.4, 0.7], vec![-0.5, -0.2]).unwrap();
    let (one, _) = measure(&standard, &truth, &angles).unwrap();
    let (other, _) = measure(&ansatz, &same, &angles).unwrap();
    assert!((one.expectation - other.expectation).abs() < 1e-12);
    let [a, b] = [one, other].map(|metrics| metrics.success_probability.unwrap());
    assert!((a - b).abs() < 1e-12);
}

#[test]
fn a_warm_start_stands_at_its_guess_and_takes_a_board_with_gaps() {
    let problem = prepared("n-queens-4x4.toml", RuleSet::None);
    let start = |rows: &[&str], epsilon: f64| {
        let board = rows.iter().map(|row| format!("{row}\n")).collect();
        problem.with(|settings| {
            (settings.mixer, settings.warm_epsilon) = (Some(MixerName::WARM), Some(epsilon));
            settings.warm_start = Some(board);
        })
    };
    let board = ["0100", "0001", "1000", "0010"];
    let warm = start(&board, 0.1).unwrap();
    let ansatz = crate::tests::ansatz_of(&warm);
    let state = ansatz.state(&Angles::default()).unwrap();
    let (index, likeliest) = state.likeliest(1)[0];
    assert_eq!(warm.puzzle.board(&warm.lift_index(index)), board);
    assert!((likeliest - 0.9_f64.powi(16)).abs() < 1e-12, "{likeliest}");
    let half = start(&["01.0", "0001", "1000", "0010"], 0.1).unwrap();
    let start_of = |known: &Problem| known.registers.as_ref().unwrap().start.clone();
    assert_eq!(start_of(&half).iter().filter(|c| **c == 0.5).count(), 1);
    for (rows, epsilon, expected) in [
        (&["0100"][..], 0.1, "4 lines of 4 characters"),
        (&["0q00", "0001", "1000", "0010"][..], 0.1, "0, 1, or ."),
    ] {
        let error = start(rows, epsilon).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn registers_and_mixers_without_sense_are_refused_with_what_would_be_right() {
    let text = "family = 'tango'\ngrid = '''\n....\n....\n....\n....\n'''";
    let open = Puzzle::parse(text, "open.toml").unwrap();
    let lines = Problem::new(open, &Settings::default()).unwrap();
    let queens = prepared("n-queens-4x4.toml", RuleSet::None);
    let refused = |problem: &Problem, choice, mixer| {
        let error = crate::tests::on_registers(problem, choice, mixer).unwrap_err();
        assert!(
            matches!(error, Error::Input(ketboard_puzzles::Error::Setting { .. })),
            "{error}"
        );
        error.to_string()
    };
    for (problem, choice, mixer, remedy) in [
        (
            &queens,
            Some(RegisterChoice::Rows),
            MixerName::X,
            "`registers` qubits",
        ),
        (
            &queens,
            Some(RegisterChoice::Qubits),
            MixerName::XY_RING,
            "`mixer` x",
        ),
        (
            &queens,
            Some(RegisterChoice::Rows),
            MixerName::WARM,
            "`registers` qubits",
        ),
        (
            &lines,
            Some(RegisterChoice::Rows),
            MixerName::XY_RING,
            "`mixer` xy-complete",
        ),
        (
            &lines,
            None,
            MixerName::XY_RING,
            "`registers` auto `mixer` xy-complete",
        ),
        (
            &lines,
            None,
            MixerName::XY_COMPLETE,
            "`registers` auto `mixer` xy-complete",
        ),
    ] {
        let text = refused(problem, choice, Some(mixer));
        assert!(text.contains(remedy), "{text}");
    }
    let text = refused(&queens, Some(RegisterChoice::Regions), None);
    assert!(
        text.contains("no rules of regions") && text.contains("use `registers` auto"),
        "{text}"
    );
    let (qubits, x) = (Some(RegisterChoice::Qubits), Some(MixerName::X));
    let plain = crate::tests::on_registers(&queens, qubits, x).unwrap();
    assert_eq!((plain.registers, plain.cost), (None, queens.cost));
}

#[test]
fn every_mixer_starts_at_the_mean_and_finds_better_than_a_guess() {
    for (choice, mixer) in [
        (None, MixerName::XY_RING),
        (None, MixerName::XY_COMPLETE),
        (Some(RegisterChoice::Rows), MixerName::GROVER),
    ] {
        let problem = prepared("n-queens-5x5.toml", RuleSet::None);
        let problem = crate::tests::on_registers(&problem, choice, Some(mixer)).unwrap();
        let ansatz = crate::tests::ansatz_of(&problem);
        let truth = truth(&problem);
        let (start, _) = measure(&ansatz, &truth, &Angles::default()).unwrap();
        assert!((start.expectation - ansatz.cost().mean()).abs() < 1e-9);
        let guess = start.random_success_probability.unwrap();
        assert!((start.success_probability.unwrap() - guess).abs() < 1e-12);
        let success = ran(&problem, 3).record.metrics.success_probability.unwrap();
        assert!(
            success > 2.0 * guess,
            "{}: {success} of {guess}",
            mixer.name
        );
    }
}

#[test]
fn a_space_too_large_is_refused_before_anything_is_allocated_with_what_fits() {
    let size = 12;
    let text = format!("family = 'n-queens'\nsize = {size}");
    let puzzle = Puzzle::parse(&text, "large.toml").unwrap();
    let plan = Settings {
        reduce: Some(RuleSet::None),
        target_qubits: None,
        ..Settings::default()
    };
    let problem = Problem::new(puzzle, &plan).unwrap();
    let rows = crate::tests::on_registers(&problem, Some(RegisterChoice::Rows), None).unwrap();
    assert_eq!(rows.states(), 12_u128.pow(12));
    let error = rows
        .check_memory(ketboard_qaoa::Precision::F64)
        .unwrap_err();
    assert!(
        matches!(error, Error::Engine(ketboard_qaoa::Error::Memory { .. })),
        "{error}"
    );
    assert!(
        rows.ansatz_of(AnsatzKind::Standard, ketboard_qaoa::Precision::F64)
            .is_err()
    );
    let text = error.to_string();
    assert!(
        text.contains("give more cells") || text.contains("`registers`"),
        "{text}"
    );
    // 64 qubits are too many, and 42^4 states are not
    let eight = Puzzle::parse("family = 'n-queens'\nsize = 8", "eight.toml").unwrap();
    let plain = Problem::new(eight, &plan).unwrap();
    let text = plain
        .check_memory(ketboard_qaoa::Precision::F64)
        .unwrap_err()
        .to_string();
    let registers = "use `registers` auto";
    assert!(text.ends_with(registers), "{text}");
}

#[test]
fn boards_too_wide_for_a_state_are_refused_in_every_encoding() {
    let plans = [
        (RuleSet::None, None),
        (RuleSet::Paper, None),
        (RuleSet::Full, Some(64)),
    ];
    let symbols = [Symbols::OneHot, Symbols::DomainWall, Symbols::Binary];
    let given = |row: usize| format!("family = \"n-queens\"\nsize = 12\nqueens = [\"r{row}c3\"]\n");
    let text = |name: &str| std::fs::read_to_string(folder().join(name)).unwrap();
    let boards = [
        "family = \"n-queens\"\nsize = 10\n".to_owned(),
        given(1),
        given(7),
        text("star-battle-6x6.toml"),
        text("sudoku-6x6.toml"),
        text("n-queens-squared-5x5.toml"),
    ];
    let mut coded = 0;
    for (board, (level, target_qubits), symbols) in cases(&boards, &plans, &symbols) {
        let puzzle = Puzzle::parse(board, "board.toml").unwrap();
        let plan = Settings {
            reduce: Some(level),
            target_qubits,
            ..Settings::default()
        };
        let problem = Problem::new(puzzle, &plan).unwrap();
        let encodings = Encodings {
            symbols,
            ..Encodings::default()
        };
        let problem = crate::tests::encoded_as(&problem, encodings).unwrap();
        if problem.qubits() < 44 {
            continue; // a large machine might hold it
        }
        let told = problem
            .check_memory(ketboard_qaoa::Precision::F64)
            .unwrap_err()
            .to_string();
        let name = format!("{board}{}, {}: {told}", level.name(), symbols.name());
        assert!(told.contains(" qubits "), "{name}");
        let one_hot = told.contains("`registers` auto with `symbols` one-hot");
        if symbols == Symbols::OneHot {
            assert!(!one_hot, "{name}");
            continue;
        }
        coded += 1;
        assert!(one_hot || !told.contains("`registers`"), "{name}");
        // and what stood in the way is refused, not met
        let (model, reduction) = (&problem.puzzle.model, &problem.reduction);
        let refused =
            RegisterLayout::choose(model, reduction, &problem.cost.layout, RegisterChoice::Auto);
        let refused = refused.unwrap_err().to_string();
        assert!(
            refused.contains("use `symbols` one-hot"),
            "{name}: {refused}"
        );
    }
    assert!(coded >= 9, "{coded} cases");
}

type Plan = (RuleSet, Option<usize>);

/// Every board under every plan in all symbols.
fn cases<'c>(
    boards: &'c [String],
    plans: &'c [Plan],
    symbols: &'c [Symbols],
) -> impl Iterator<Item = (&'c str, Plan, Symbols)> {
    let pairs = move |plan: Plan| symbols.iter().map(move |symbols| (plan, *symbols));
    let each = move |board: &'c String| {
        let all = plans.iter().copied().flat_map(pairs);
        all.map(move |(plan, symbols)| (board.as_str(), plan, symbols))
    };
    boards.iter().flat_map(each)
}
